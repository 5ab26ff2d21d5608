"""Dutch."""

from askwell.languages.lexicon import Lexicon, Wording, by_word

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
            "thing": "het",
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
    # `Iemand` and `men` are whoever it may be: as little as a speaker are they spoken of.
    speakers=frozenset("ik mij me mijn jij je jou jouw u uw wij we ons onze jullie iemand niemand men".split()),
    owners=frozenset(
        """
        mijn jouw uw ons onze
        """.split()
    ),
    counting=frozenset("sommige enkele meerdere".split()),
    both=frozenset("beide allebei".split()),
    two="twee",
    definite=frozenset("de het".split()),
    indefinite=frozenset(
        "een geen elk elke ieder iedere alle veel enkele sommige verschillende meerdere beide".split()
    ),
    question_words=frozenset(
        """
        wat wie welk welke waar wanneer waarom hoe hoeveel hoelang hoezo waarmee waarvoor waarvan waarover waarin waarop
        waarbij wiens
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
        al alleen alsnog altijd bijna daar daarna dan dus echt eens eerder eigenlijk eerst ergens even gewoon graag
        helemaal hier hoogstens inmiddels juist later meestal misschien namelijk niet nog nooit nu ongeveer ook opnieuw
        pas soms straks toch toen vaak vandaag vervolgens waarschijnlijk weer wel zelf zelfs zo zeer vooral verder
        """.split()
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
        """.split()
    ),
    verbs=frozenset(_VERBS.split()),
    verb_forms=frozenset(_VERB_FORMS.split()),
    verb_cut=("en",),
    verb_endings=frozenset("en t d de den te ten".split()),
    owned=frozenset(_OWNED.split()),
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
            0: "eerste 1e eerstgenoemde",
            1: "tweede 2e",
            2: "derde 3e",
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
    about=("en wat dacht je van", "en hoe zit het met", "hoe zit het met", "en wat met", "wat met", "en voor", "en"),
    interjections=frozenset(
        """
            ja nee oké ok dank bedankt dankjewel goed prima mooi hallo hoi dag sorry interessant fijn top duidelijk
        """.split()
    ),
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
    expletive=(
        r"\b(?:is|was|klopt) het (?:dan |ook |echt |wel |nog |altijd )*(?:waar|zo|mogelijk|normaal|toegestaan|"
        r"verplicht|"
        r"verstandig|nodig|beter|makkelijk|moeilijk|legaal|illegaal|veilig|belangrijk)?(?: voor \w+(?: \w+)?)? ?"
        r"(?:dat|om|als|te)\b",
        r"\b(?:gaat|zal) het (?:\w+ ){0,2}(?:regenen|sneeuwen|waaien|vriezen|stormen)\b",
        r"\b(?:regent het|weer (?:is|wordt|was|blijft) het|voor het (?:eerst|laatst)\b|"
        r"het (?:meest|minst|vaakst|liefst)\b)",
        r"\bklopt het dat\b",
        r"\bhoe (?:laat|lang) (?:is|duurt) het(?:$| (?:om|voor|voordat)\b)",
        r"\ber (?:is|zijn|was|waren|bestaan?|geldt|gelden|zit|zitten|staat|staan)\b",
        r"\b(?:is|zijn|was|waren|bestaan?|geldt|gelden|zit|zitten|staat|staan|wordt|worden|kan|kunnen|moet|moeten|mag|"
        r"mogen|gebeurt|komt|komen|hoort|horen) er\b",
        r"\bhoe zit het met\b",
        r"\bhoe gaat het\b",
        r"\b(?:welke|hoeveel|wat voor|wie|wat)(?: \w+){0,3} (?:zijn|is|bestaan|staan|gebeurt|gelden) er\b",
    ),
    meta=(
        r"\bwat (?:hadden|hebben|heb|had) (?:we|wij|ik|je) (?:\w+ ){0,3}"
        r"(?:besproken|gezegd|gevraagd|verteld|behandeld|genoemd)\b",
        r"\bwaar (?:hadden|hebben) (?:we|wij) het (?:\w+ ){0,3}over\b",
        r"\bwat (?:was|waren) mijn (?:\w+ )?vra(?:ag|gen)\b",
        r"\bwat (?:vroeg|zei) (?:ik|je|u)\b",
        r"\bvat (?:het|dit|ons) (?:\w+ )?(?:gesprek )?samen\b",
        r"\bsamenvatting van (?:dit|ons|het) gesprek\b",
        r"\bheb ik (?:dat |dit )?al (?:\w+ )?gevraagd\b",
        r"\bwaar (?:hebben|hadden) we (?:\w+ )?over (?:gepraat|gesproken)\b",
    ),
    correction=(
        r"^(?:nee|sorry|eigenlijk|wacht|o)?[\s,.!;-]*(?:nee[\s,]+)?ik bedoel(?:de)?(?: eigenlijk)? (?P<meant>.+)$",
        r"^(?:nee|niet (?:dat|die|deze|dit))[\s,.!;:-]+(?:maar )?(?!niet\b)(?P<meant>(?:de|het|een)? ?[^,.?!]{2,60})$",
        r"^(?:nee[\s,.!;:-]+)?niet [^,.?!]{2,40}, (?:alleen|maar|wel) (?P<meant>[^,.?!]{2,60})[.!?]*$",
    ),
    talk=(
        r"^(?:(?:oké|oke|ok|goed|prima|mooi|top|fijn|super|ja|nee)[\s,.!]*)*"
        r"(?:(?:hartelijk |heel erg |erg )?(?:dank|bedankt)(?: ?je ?wel| u ?wel| je| u)?"
        r"(?: voor (?:je|uw|de|het|alle)[\w\s]*)?|hallo|hoi|hé|dag|goede(?:morgen|middag|navond)|doei|tot ziens)"
        r"(?: allemaal| daar)?[\s,.!]*$",
        r"^(?:oké|oke|ok|goed|prima|mooi|top|fijn|super|duidelijk|ik begrijp het)[\s,.!]*$",
    ),
    more=(
        r"^(?:kun je |kunt u |graag )*(?:vertel (?:me |eens )?(?:iets |wat )?meer|meer(?: details|"
        r" informatie)?|ga verder|"
        r"leg (?:dat|het) (?:verder )?uit|licht toe)(?: graag| vertellen)?[\s.?!]*$",
        r"^(?:en )?(?:wat|iets|nog) (?:nog meer|anders|meer)[\s.?!]*$",
        r"^voorbeeld(?:en)?[\s.?!]*$",
    ),
    wording=Wording(
        owner="{noun} van {x}",
        about="{question} voor {x}",
        place="{question} in {x}",
        than="dan {x}",
        why="Waarom {x}",
        reasons={
            "first": "Het is de eerste vraag, dus er is niets waarop zij kan leunen",
            "standalone": "De vraag is op zichzelf volledig",
            "topic_switch": "De vraag is op zichzelf volledig en gaat over een nieuw onderwerp",
            "talk": "Er wordt niets gevraagd",
            "meta": "De vraag gaat over het gesprek zelf",
            "clarification": "Dit beantwoordt onze vraag van beurt {turn}",
            "pronoun": "voornaamwoord *{expression}* verwijst naar *{x}* (beurt {turn})",
            "possessive": "bezittelijk *{expression}* verwijst naar *{x}* (beurt {turn})",
            "definite": "*{expression}* is begrepen als dat van *{x}* (beurt {turn})",
            "ellipsis": "de vraag is onvolledig; bedoeld is *{x}* (beurt {turn})",
            "frame": "de vraag herhaalt die van beurt {turn} met *{expression}*",
            "ordinal": "*{expression}* is *{x}* in het antwoord van beurt {turn}",
            "correction": "dit verbetert de vraag van beurt {turn} tot *{expression}*",
            "why": "dit vraagt naar het waarom van beurt {turn}",
            "none": "de vraag leunt op eerdere beurten, maar niets daar past goed genoeg",
        },
    ),
)
