"""The lexicon of Dutch."""

from askwell.languages.lexicon import Lexicon, by_first_word, by_word, families, numbers

_VERBS = """
    aanbevelen aanbieden aanleggen aanmaken aanpassen aanraden aansluiten activeren beheren beperken beschikken
    beveiligen configureren downloaden eisen herstellen kennen laden nodigen omvatten ondersteunen
    opleveren opstarten schatten selecteren toestaan updaten uitvoeren vereisen verlopen verplichten versturen
    verwachten verwijzen verzamelen verzekeren voeren vormen weergeven weigeren
    aanvragen accepteren adviseren afhangen annuleren antwoorden bedoelen beginnen behandelen behoren bekijken
    bepalen bereiken beschermen beschrijven bespreken bestaan bestellen betalen betekenen bevatten bewaren bewerken
    bieden blijven bouwen brengen controleren creëren delen denken dienen doorgeven draaien drinken duren eindigen
    eten gebeuren gebruiken gelden geven geloven geldt groeien halen hebben helpen heten indienen informeren inleveren
    innen installeren inschrijven invullen kiezen kijken komen kopen kosten krijgen leiden lenen leren leveren lezen
    liggen lijken lopen maken melden meten nemen noemen ontdekken ontstaan ontvangen opslaan opzeggen openen passen
    praten publiceren raken reageren regelen reizen rekenen schrijven slapen slagen sluiten spelen spreken staan starten
    sterven stoppen sturen tellen toepassen tonen trekken uitleggen vallen verbeteren verdienen vergelijken verhogen
    verhuizen verkopen verlagen verlengen verliezen vernieuwen verschillen verschijnen verstrekken vertellen vervangen
    verwerken verwijderen vinden vliegen voldoen volgen voorkomen vragen wachten weten werken wijzigen winnen wonen
    worden zeggen zien zitten zoeken zorgen
    aanmelden aanstellen aanwijzen bezwaren bijhouden corrigeren doorsturen ontslaan opstellen overdragen schenden
    tekenen toetsen trainen verbieden vernietigen verschuiven verstrijken vervallen
"""

_VERB_FORMS = """
    aangevraagd aanvragen vraag vraagt aan bedoel begon begonnen bestaat bestond betaal betaalt bracht gebracht
    dacht deed gedaan doe ging gegaan gaf gegeven geef geeft geldt golden kwam gekomen koop koopt kocht gekocht kreeg
    gekregen krijg krijgt kies kiest koos gekozen las gelezen lees leest lag lever levert liep loop loopt maak maakt
    nam neem neemt genomen schreef schrijf schrijft geschreven sprak spreek spreekt gesproken besproken besprak sta
    staat stond gestaan stierf stuur stuurt verloor verloren viel valt vond gevonden werd geworden weet wist won
    gewonnen woon woont wonen zag ziet gezien zei gezegd zeg zoek zoekt zocht gezocht duur duurt heet dien dient
    vergelijk vergelijkt verschilt verschil leg legt uit toon toont voldoet lijkt leek hangt helpt hielp werkt
    aangemeld aangesteld aangewezen bijgehouden opgesteld overgedragen geschonden ontslagen toegestaan uitgevoerd
    verboden verschoven vervalt verviel
"""

_OWNED = """
    aanpak aanvraag aantal achtergrond adres afmeting afstand arbeid auteur bedrag begin beperking betekenis bezwaar
    bijwerking boete breedte contract criterium datum deadline definitie diepte directeur doel doelgroep doelstelling
    duur effect einde eis eigenaar eigenschap ervaring factor formaat functie geschiedenis gevolg gewicht grens
    groei groep grondslag grootte hoogte hoofdstad inhoud invloed inkomen inwoneraantal kenmerk keuze kleur kosten
    kwaliteit leeftijd lengte leverancier levertijd limiet maker maat maximum methode minimum mogelijkheid motief naam
    nadeel naleving norm omvang onderdeel onderwerp ontwikkeling oorsprong oorzaak oplossing opslag
    oppervlakte opvolger periode plaats plicht pluspunt prijs procedure proces punt rangorde reden rechtsgrond regel
    resultaat risico rol salaris samenstelling score smaak snelheid soort stap standpunt status stijl straf structuur
    symptoom tarief taak temperatuur termijn thema tijd titel toekomst toepassing type uitkomst uitslag uitvinder
    uitzondering variant verantwoordelijkheid verplichting verschil vereiste vergoeding versie verwachting volgorde
    voorbeeld voordeel voorwaarde waarde werking
"""

LEXICON = Lexicon(
    language="nl",
    stemmer="dutch",
    stop_words=frozenset(
        """
        aan al alle alleen als altijd andere anders bij daar daarbij daarin daarmee daarna daarom daarop daarover
        daarvan daarvoor dan dat de deze die dit doen doet door dus echter een eens en enkele er eraan erbij erin ermee
        erop erover ervan ervoor etc ga gaan gaat ge geef geen gewoon graag haar had hadden hebben hebt heeft heel hem
        hen het hier hierbij hiervan hij hoe hoeveel hoewel hun ik in is ja je jij jou jouw jullie kan kunnen kunt
        maar maken mag me meer meest men met mij mijn moet moeten na naar nee niet nog nu of om omdat ons onze ook op
        over per s samen sinds slechts t te tegen ten ter toch toen tot tussen u uit uw van vaak vanaf vanuit veel
        vertel via volgens voor waar waarbij waarin waarmee waarom waarop waarover waarvan waarvoor wanneer waren was
        wat we weer wel welk welke werd werden wie wij wil willen word worden wordt zal ze zelf zich zij zijn zo zoals
        zonder zou zouden
        """.split()
    ),
    pronouns=by_word(
        {
            "thing": "het 't t ie",
            "person": "hij hem zij haar",
            "plural": "ze hen hun",
            "any": """
                er daarvan daarvoor daarover daarmee daarbij daarin daarop daaraan daaruit daarnaar daartegen
                daartoe ervan ervoor erover ermee erbij erin erop eraan eruit ertegen hiervan hiervoor hierover
                hiermee hierbij hierin hierop
            """,
        }
    ),
    possessives=by_word({"thing": "zijn", "person": "haar diens", "plural": "hun"}),
    demonstratives=frozenset("dit dat deze die".split()),
    stand_ins=frozenset("eentje exemplaar".split()),
    speakers=frozenset(
        "ik mij me mijn jij je jou jouw u uw wij we ons onze jullie iemand niemand men ge gij gy mn m'n".split()
    ),
    addressees=frozenset("je jij jou jouw jullie u uw".split()),
    owners=frozenset(
        """
        mijn jouw uw ons onze
        """.split()
    ),
    counting=frozenset("sommige enkele meerdere".split()),
    both=frozenset("beide allebei".split()),
    two="twee",
    definite=frozenset("de het".split()),
    generic_article=False,
    drops_subject=False,
    indefinite=frozenset(
        "een geen elk elke ieder iedere alle veel enkele sommige verschillende meerdere beide".split()
    ),
    question_words=frozenset(
        """
        wat wie welk welke waar wanneer waarom hoe hoeveel hoelang hoezo waarmee waarvoor waarvan waarover waarin waarop
        waarbij wiens
        hoelaat waarnaar waaraan waarheen
        """.split()
    ),
    auxiliaries=frozenset(
        """
        ben bent is zijn was waren wordt worden werd werden word heb hebt heeft hebben had hadden kan kun kunt kunnen
        kon konden mag mogen mocht moet moeten moest zal zult zullen zou zouden wil wilt willen wilde doet doen deed
        gaat gaan ging hoef hoeft hoeven
        """.split()
    ),
    prepositions=frozenset(
        """
        aan achter behalve beneden bij binnen boven buiten dankzij door gedurende in jegens langs met na naar naast
        namens om onder ondanks op over per qua rond rondom sinds te tegen tegenover tijdens tot tussen uit van vanaf
        vanuit vanwege via volgens voor voorbij wegens zonder
        """.split()
    ),
    of_words=frozenset("van voor bij in op tussen aan met tegen over om".split()),
    conjunctions=frozenset("en of maar want dus omdat als indien terwijl hoewel tenzij noch zodat toen".split()),
    relatives=frozenset("die dat wat wie waar waarin waarmee waarvan".split()),
    adverbs=frozenset(
        """
        gratis thuis online
        al alleen alsnog altijd bijna daar daarna dan dus echt eens eerder eigenlijk eerst ergens even genoeg gewoon
        graag helemaal hier hoogstens inmiddels juist later meestal misschien namelijk niet nog nooit nu ongeveer
        ook opnieuw pas soms straks toch toen vaak vandaag vervolgens voldoende waarschijnlijk weer wel zelf zelfs
        zo zeer vooral verder mee toe louter simpelweg slechts
        """.split()
    ),
    fixed=by_first_word(
        """
        vanzelf; zichzelf; uit zichzelf; uit zich zelf; op zichzelf; op zich zelf; uit mezelf; uit jezelf; überhaupt;
        sowieso;
        op eigen houtje
        """
    ),
    adjectives=frozenset(
        """
        algemeen algemene ander andere beste belangrijk belangrijke belangrijkste bekend bekende beter betere dichtstbij
        duur dure duurder duurdere duurste eerste goed goede goedkoop goedkope goedkoper goedkopere goedkoopste groot
        grote groter grotere grootste hoge hoog hoger hogere hoogste huidige jonge klein kleine kleiner kleinere
        kleinste korte kort laatste laag lage lager lagere laagste lang lange langer langere langste mogelijk mogelijke
        moeilijk nieuw nieuwe nieuwer nieuwere nieuwste nodig normale officiële oud oude ouder oudere oudste publieke
        slecht slechte slechter slechtere slechtste snel snelle sneller snellere snelste specifieke sterk sterke tweede
        derde vierde vijfde volgende vorige verschillende wettelijke zwaar zware verantwoordelijk aansprakelijk
        witte zwarte rode groene gele blauwe grijze bruine smalle brede ronde vierkante natte droge volle lege zachte
        harde dikke dunne warme koude lichte donkere gekleurde voorste achterste bovenste onderste gewone vaste losse
        digitale elektrische volledige halve dubbele enkele
        """.split()
    ),
    verbs=frozenset(_VERBS.split()),
    verb_forms=frozenset(_VERB_FORMS.split()),
    verb_cut=("en",),
    verb_endings=frozenset("en t d de den te ten".split()),
    owned=frozenset(_OWNED.split()),
    prices=frozenset("bedrag budget kosten prijs som tarief".split()),
    personal=frozenset("adres datum ervaring inkomen leeftijd lengte naam salaris gewicht".split()),
    kinds=frozenset(
        """
        artikel apparaat boek film geneesmiddel methode model programma project regeling richtlijn stad verordening wet
        """.split()
    ),
    unique=frozenset(
        """
        wereld aarde zon maan internet weer overheid regering politie wet milieu natuur mens lichaam toekomst verleden
        heden zee koning premier president eu verenigde staten nederland belgië dag week maand jaar ochtend avond nacht
        """.split()
    ),
    persons=frozenset(
        """
        aanbieder acteur actrice ambtenaar arts auteur bestuurder betrokkene burgemeester burger directeur dochter
        dokter functionaris gebruiker gebruiksverantwoordelijke inwoner kind klant koning koningin leerling man
        medewerker meisje minister moeder ombudsman ouder patiënt persoon premier president rechter schrijver speler
        student vader verantwoordelijke verwerker verwerkingsverantwoordelijke vrouw werkgever werknemer wethouder
        zanger zangeres zoon
        """.split()
    ),
    comparing=frozenset(
        """
        beter betere beste slechter goedkoper goedkopere goedkoopste duurder duurdere duurste ander andere anderen
        anders verschil verschillen zelfde hetzelfde dezelfde vergelijkbaar soortgelijk beide allebei rest meer minder
        groter kleiner sneller nieuwer
        """.split()
    ),
    pairing=frozenset("tussen gemeen".split()),
    joiners=("en", "of"),
    than=frozenset("dan als met tussen van".split()),
    ordinals=by_word(
        {
            0: "eerste 1e 1ste eerstgenoemde",
            1: "tweede 2e 2de",
            2: "derde 3e 3de",
            3: "vierde",
            4: "vijfde",
            5: "zesde",
            6: "zevende",
            7: "achtste",
            8: "negende",
            9: "tiende",
            -1: "laatste laatstgenoemde",
        }
    ),
    openers=frozenset("en maar of ook dus dan".split()),
    about=(
        "en wat dacht je van",
        "en hoe zit het met",
        "hoe zit het met",
        "en hoe zit dat met",
        "hoe zit dat met",
        "en wat met",
        "wat met",
        "en voor",
        "en",
    ),
    interjections=frozenset(
        """
            ja nee oké ok dank bedankt dankjewel goed prima mooi hallo hoi dag sorry interessant fijn top duidelijk
        """.split()
    ),
    negations=frozenset("geen nergens niemand niet niets nooit noch zonder".split()),
    again=frozenset("ook dan daar toen daarna anders".split()),
    calls_for={
        "antwoord": frozenset({"op"}),
        "bezwaar": frozenset({"tegen"}),
        "boete": frozenset({"op", "voor"}),
        "eis": frozenset({"aan"}),
        "invloed": frozenset({"op"}),
        "kans": frozenset({"op"}),
        "klacht": frozenset({"over", "tegen"}),
        "plicht": frozenset({"tot"}),
        "recht": frozenset({"op"}),
        "straf": frozenset({"op"}),
        "toegang": frozenset({"tot"}),
        "toezicht": frozenset({"op"}),
        "uitzondering": frozenset({"op"}),
        "verbod": frozenset({"op"}),
        "verplichting": frozenset({"tot"}),
    },
    parts=frozenset("artikel artikelen bijlage hoofdstuk lid paragraaf titel".split()),
    roles=frozenset("auteur directeur eigenaar leverancier maker uitvinder".split()),
    needs_object=by_word(
        {
            "": """
                aanvragen aanvraag vraag indienen gebruiken gebruik kopen opzeggen annuleren verlengen krijgen
                vinden toepassen wijzigen installeren
            """,
            "voor": "meenemen inschrijven aanmelden betalen betaal nodig aanleveren",
            "aan": "voldoen",
            "op": "recht",
        }
    ),
    scaffold=frozenset(
        """
        verschil verschillen verschilt vergelijk vergelijken betekent betekenis uitleg beschrijf vertel werkt reden
        nodig weten geef noem soort precies gebeurt zegt staan staat komen
        """.split()
    ),
    talking=frozenset(
        """
        besproken bespraken bespreken gepraat gesproken praten spraken gehad had hadden gezegd zei zeiden verteld
        vertelde gevraagd vroeg vraag vragen antwoord antwoorden antwoordde genoemd noemde behandeld gesprek onderwerp
        onderwerpen samenvatting samenvatten vat samen lijst eerder eerdere daarvoor al net nu toe tot eerste laatste
        vorige weer nog weet herinner herinnert we wij ik u je jij mijn ons onze uw het dit dat ook alweer iets alles
        eerst allemaal geef maak graag toon hebben hebt heb
        """.split()
    ),
    numbers=numbers(
        """
        twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14
        vijftien=15 zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50
        zestig=60 zeventig=70 tachtig=80 negentig=90
        """
    ),
    amounts=frozenset(
        """
        twee drie vier vijf zes zeven acht negen tien elf twaalf vijftien zestien twintig dertig veertig vijftig
        honderd duizend half halve
        """.split()
    ),
    families=families(
        """
        betalen betaalt betaalde betaald; krijgen krijgt kreeg kregen gekregen; geven geeft gaf gegeven; beginnen
        begint begon begonnen; schrijven schrijft schreef geschreven; vragen vraagt vroeg gevraagd; aanvragen aanvraag
        aangevraagd; nemen neemt nam genomen; verliezen verliest verloor verloren; kind kinderen; ei eieren; lid
        leden; kiezen kiest koos gekozen; helpen helpt hielp geholpen; vinden vindt vond gevonden; wijzigen wijzigt
        gewijzigd wijziging; opzeggen opgezegd; terugbetalen terugbetaald terugbetaling; ontvangen ontvangt ontving
        """
    ),
    time_words=frozenset(
        """
        gisteren eergisteren vandaag morgen overmorgen vorig vorige afgelopen volgend volgende komend komende geleden
        sinds sedert week weken weekend maand maanden jaar jaren dag dagen ochtend middag avond nacht onlangs pas
        binnenkort maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
        """.split()
    ),
    elided=frozenset(),
    titles=frozenset(
        """
        dhr mevr mw drs ir ing bijv bv o.a m.b.t t.a.v d.w.z i.v.m m.u.v t.o.v ca resp zgn evt
        """.split()
    ),
    before_number=frozenset("nr nrs art lid tel blz tab".split()),
    may_end=frozenset("enz b.v n.v".split()),
    everyday=(
        "Wat voor weer wordt het morgen?",
        "Wie heeft gisteren de voetbalwedstrijd gewonnen?",
        "Hoe bak ik een chocoladetaart?",
        "Wat is de hoofdstad van Portugal?",
        "Vertel eens een mop.",
        "Hoe kom ik van hoofdpijn af?",
        "Welke film zal ik vanavond kijken?",
        "Hoe ver weg staat de maan?",
        "Hoe laat is het in Tokio?",
        "Hoe repareer ik een lekke fietsband?",
        "Wie heeft de Mona Lisa geschilderd?",
        "Wat is een leuke naam voor een kitten?",
        "Hoe val ik af?",
        "Wanneer vertrekt de volgende bus?",
        "Wat is de wortel van 144?",
        "Welke planten houden van schaduw?",
    ),
)
