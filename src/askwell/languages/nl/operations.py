"""The operations of Dutch."""

from askwell.languages.operations import Operations, phrases

_IN_LANGUAGES = ", ".join(
    f"{before} {name}"
    for name in "engels nederlands italiaans frans duits spaans portugees pools turks arabisch chinees".split()
    for before in ("in", "naar")
)

OPERATIONS = Operations(
    phrases=phrases(
        {
            "shorter": "kort, korte, korter, kortere, kortst, inkorten, verkort, verkorten, beknopt, beknopte,"
            " beknopter, bondig, bondige, bondiger, samenvatten, samenvatting, samengevat, vat samen,"
            " kortom, kortweg, te lang, minder woorden, hoofdpunten, kern, tldr, tl dr, tl;dr, hoofdzaak",
            "sentence": "een zin, 1 zin, enkele zin, een zinnetje, 1 zinnetje, een regel, 1 regel",
            "example": "voorbeeld, voorbeelden, voorbeeldje, voorbeeldjes, bijvoorbeeld, bv, bijv, zoals wat, zoals,"
            " illustreer, illustratie",
            "continue": "meer, ga door, ga verder, verder, langer, langere, uitgebreid, uitgebreider, details,"
            " detail, leg uit, uitleg, uitleggen, toelichten, toelichting, licht toe, wat nog, wat verder,"
            " verdieping, verder vertellen, doorgaan, wat anders, iets anders",
            "reason": "waarom, hoezo, hoe komt, hoe kan dat, waardoor, om welke reden, welke reden, de reden, redenen",
            "check": "zeker, weet zeker, echt, echt waar, klopt, kloppen, juist, correct, bron, bronnen, bewijs,"
            " bewijzen, waar staat dat, waar lees, wie zegt, volgens wie, hoe weet, waarop gebaseerd,"
            " zekerheid, waar gebaseerd",
            "reword": "andere woorden, anders gezegd, andere manier, anders zeggen, anders verwoorden, anders"
            " formuleren, anders uitleggen, leg anders uit, herformuleer, herformuleren, parafraseer,"
            " herschrijf, wat bedoel, wat bedoelt, hoe bedoel, hoe bedoelt, oftewel, ofwel",
            "list": "lijst, lijstje, opsomming, opsommen, som op, puntsgewijs, puntsgewijze, bullets,"
            " bulletpoints, bullet points, in puntjes, in punten, op rij, op rijtje, genummerd",
            "repeat": "nog eens, nog een keer, nog een maal, nogmaals, herhaal, herhalen, herhaling, zeg opnieuw,"
            " nog keer, nog keertje",
            "transform": f"{_IN_LANGUAGES}, vertaal, vertalen, vertaald, vertaling, gedicht, gedichtje, rijm, liedje,"
            " mop, grap, verhaal, verhaaltje, simpeler, eenvoudiger, makkelijker, gemakkelijker,"
            " vereenvoudig, vereenvoudigen, simpele woorden, eenvoudige woorden, makkelijke woorden,"
            " gewone woorden, simpele taal, eenvoudige taal, gewone taal, jip janneke, leken, kleuter,"
            " begrijpelijk, begrijpelijke, begrijpelijker, leg uit kind, schrijf mail, schrijf e-mail,"
            " schrijf brief, schrijf tweet, als tabel, in tabel, diagram, grafiek, tekening, formeel,"
            " formeler, informeel, grappig, grappiger",
        }
    ),
    frame=frozenset(
        """
        antwoord antwoorden antwoordt reactie versie vorm stijl manier woorden woord tekst taal ding dingen geven
        gegeven maak schrijf schrijven zet zetten zeg zeggen zegt gezegd vertellen toon laat laten zien noem
        noemen doe eventjes even aub svp alsjeblieft alstublieft asjeblieft pls plz kun kan kunt mogelijk
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
