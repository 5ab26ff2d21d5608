"""The operations of Dutch."""

from askwell.languages.operations import Operations, phrases

_LANGUAGES = "engels nederlands italiaans frans duits spaans portugees pools turks arabisch chinees".split()
_IN_LANGUAGES = ", ".join(
    form.format(name)
    for name in (*_LANGUAGES, "andere taal", "mijn taal", "eigen taal")
    for form in ("in {}", "naar {}", "{} graag", "{} aub", "{} svp", "{} alsjeblieft", "{} alstublieft")
)

OPERATIONS = Operations(
    phrases=phrases(
        {
            "shorter": "kort, korte, korter, kortere, kortst, inkorten, verkort, verkorten, beknopt, beknopte,"
            " beknopter, bondig, bondige, bondiger, samenvatten, samenvatting, samengevat, vat samen, kortom,"
            " kortweg, te lang, minder woorden, hoofdpunten, kern, tldr, tl dr, tl;dr, hoofdzaak, te veel tekst,"
            " veel te lang",
            "sentence": "een zin, 1 zin, enkele zin, een zinnetje, 1 zinnetje, een regel, 1 regel",
            "example": "voorbeeld, voorbeelden, voorbeeldje, voorbeeldjes, bijvoorbeeld, bv, bijv, zoals wat, zoals,"
            " illustreer, illustratie",
            "continue": "meer, ga door, ga verder, verder, langer, langere, uitgebreid, uitgebreider, details,"
            " detail, leg uit, uitleg, uitleggen, toelichten, toelichting, licht toe, wat nog, wat verder,"
            " verdieping, verder vertellen, doorgaan, wat anders, iets anders, hele lijst, volledige lijst, complete"
            " lijst, gehele lijst, rest lijst, hele lijstje, volledige lijstje",
            "reason": "waarom, hoezo, hoe komt, hoe kan dat, waardoor, om welke reden, welke reden, de reden, redenen",
            "check": "zeker, weet zeker, echt, echt waar, klopt, kloppen, juist, correct, bron, bronnen, bewijs,"
            " bewijzen, waar staat dat, waar lees, wie zegt, volgens wie, hoe weet, waarop gebaseerd, zekerheid,"
            " waar gebaseerd, toon bron, toon bronnen, laat bron zien, laat bronnen zien, geef bron, geef bronnen,"
            " noem bron, noem bronnen, je bron, je bronnen, jouw bron, uw bron, uw bronnen, waar staat dat"
            " geschreven",
            "reword": "andere woorden, anders gezegd, andere manier, anders zeggen, anders verwoorden, anders"
            " formuleren, anders uitleggen, leg anders uit, herformuleer, herformuleren, parafraseer, herschrijf,"
            " wat bedoel, wat bedoelt, hoe bedoel, hoe bedoelt, oftewel, ofwel",
            "list": "lijst, lijstje, opsomming, opsommen, som op, puntsgewijs, puntsgewijze, bullets, bulletpoints,"
            " bullet points, in puntjes, in punten, op rij, op rijtje, genummerd",
            "repeat": "nog eens, nog een keer, nog een maal, nogmaals, herhaal, herhalen, herhaling, zeg opnieuw,"
            " nog keer, nog keertje",
            "transform": f"{_IN_LANGUAGES}, vertaal, vertalen, vertaald, vertaling, gedicht, gedichtje, rijm,"
            " liedje, mop, grap, verhaal, verhaaltje, simpeler, eenvoudiger, makkelijker, gemakkelijker,"
            " vereenvoudig, vereenvoudigen, simpele woorden, eenvoudige woorden, makkelijke woorden, gewone woorden,"
            " simpele taal, eenvoudige taal, gewone taal, jip janneke, leken, kleuter, begrijpelijk, begrijpelijke,"
            " begrijpelijker, leg uit kind, schrijf mail, schrijf e-mail, schrijf brief, schrijf tweet, als tabel,"
            " in tabel, diagram, grafiek, tekening, formeel, formeler, informeel, grappig, grappiger, leg"
            " eenvoudiger uit, leg eenvoudig uit, leg simpeler uit, leg simpel uit, leg makkelijker uit, leg"
            " makkelijk uit, leg begrijpelijker uit, leg begrijpelijk uit, eenvoudig uitleggen, simpel uitleggen,"
            " makkelijk uitleggen, te ingewikkeld, te moeilijk, leg uit alsof vijf, leg uit alsof 5, uitleggen alsof"
            " vijf, uitleggen alsof 5",
        }
    ),
    ordered=phrases(
        {
            "check": "is dat waar, is dit waar, is het waar, is dat zo, is dit zo, is dat juist, is dit juist, is"
            " dat correct, is dit correct, klopt dat, klopt dit, klopt het, waar komt dat vandaan, waar komt dit"
            " vandaan, waar haal je dat vandaan, waar haalt u dat vandaan, waar heb je dat vandaan, waar heeft u dat"
            " vandaan, waar kan ik dat lezen, waar kan ik dat nalezen, in welk document staat dat, in welk document"
            " staat dit, welk document zegt dat, hoe weet je dat",
            "reword": "ik snap het niet, ik snap dat niet, ik begrijp het niet, ik begrijp dat niet",
            "continue": "de rest, laat me de rest zien, laat de rest zien, geef me de rest",
        }
    ),
    frame=frozenset(
        """
        antwoord antwoorden antwoordt reactie versie vorm stijl manier woorden woord tekst taal ding dingen geven
        gegeven maak schrijf schrijven zet zetten zeg zeggen zegt gezegd vertellen toon laat laten zien noem
        noemen doe hou houd eventjes even aub svp alsjeblieft alstublieft asjeblieft pls plz kun kan kunt mogelijk
        misschien iets wat beetje stukje graag liever nog ook punt eigenlijk precies sorry wacht hm hmm oh he
        hoor weet heb hebt vorige laatste jouw uw zou willen kunnen lukt ff effe hetzelfde keer keertje
        """.split()
    ),
    no_frame=frozenset(
        """
        we wij ons onze ze waar waarbij waarin waarmee waarom waarop waarover waarvan waarvoor wanneer wie welk welke
        hoe hoeveel andere anders haar hem hij hun zij dan tussen tegen zonder niet geen meest vaak
        """.split()
    ),
    examples=r"bijvoorbeeld|bijv\.|bv\.|zoals|denk aan|voorbeeld(?:en)? (?:is|zijn|hiervan|daarvan|van)|voorbeelden?:"
    r"|een voorbeeld|onder meer",
    reasons=r"omdat|doordat|daarom|want|vanwege|dankzij|wegens|immers|de reden(?:en)?|redenen? (?:is|zijn|om|voor)"
    r"|daardoor|hierdoor",
)
