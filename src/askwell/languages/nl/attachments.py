"""The words of Dutch for the files of a conversation."""

from askwell.languages.attachments import AttachmentWords

_FILES = (
    r"(?:bestand(?:en)?|bijlagen?|uploads?|pdf(?:'s)?|scans?|brie(?:f|ven)|contract(?:en)?|fact(?:uur|uren)|rapport(?:en)?"
    r"|document(?:en)?)"
)

ATTACHMENTS = AttachmentWords(
    kinds={
        "document": "",
        "bestand": "",
        "bijlage": "",
        "stuk": "",
        "upload": "",
        "pdf": "pdf",
        "pdf-bestand": "pdf",
        "spreadsheet": "sheet",
        "rekenblad": "sheet",
        "csv": "csv",
        "presentatie": "presentation",
        "e-mail": "rfc822",
        "mail": "rfc822",
        "notebook": "ipynb",
        "e-book": "epub",
        "webpagina": "html",
    },
    determiners="het|dit|dat|de|deze|die|mijn|ons|onze|jouw|uw",
    prepositions="volgens|op basis van|binnen|vanuit|uit|in|van|op",
    given="bijgevoegde|bijgesloten|toegevoegde|geüploade|meegestuurde|gestuurde",
    ordinals={
        "eerste": 1,
        "tweede": 2,
        "derde": 3,
        "vierde": 4,
        "vijfde": 5,
        "zesde": 6,
        "laatste": -1,
        "nieuwste": -1,
        "recentste": -1,
    },
    numbered="e|de|ste",
    other="andere",
    joined="en|of|met",
    all_of="(?:beide|alle|de twee|allebei de|deze|die) (?:documenten|bestanden|bijlagen|pdf's)"
    "|(?:de|mijn) (?:bestanden|bijlagen)",
    number="nummer|nr\\.?|#",
    page="pagina|bladzijde|blz\\.?|pag\\.?|p\\.",
    contracted={},
    said_of_it=r"(?:zegt|vermeldt|bevat|noemt|vereist) (?:het|dit|dat|deze|die|hij)"
    r"|(?:staat|staan) (?:er|hierin|daarin)|gaat (?:het|dit|dat|deze|die) over"
    r"|vat (?:het|dit|dat) samen|lees (?:dit|dat)",
    overview=frozenset("samenvatting samenvat vat samen overzicht inhoud".split()),
    about_all=frozenset("zegt staat gaat bevat vertelt over samenvatting samenvat vat samen overzicht inhoud".split()),
    points_at_file=rf"(?:dit|dat|deze|die|mijn|ons|onze|beide|bijgevoegde?|geüploade?|eerste|tweede|derde|laatste)"
    rf" {_FILES}"
    rf"|(?:het|de) (?:bijgevoegde |geüploade )?(?:bestand(?:en)?|bijlagen?|uploads?|pdf(?:'s)?|scans?)"
    rf"|(?:ik|we|wij) (?:\w+ ){{0,3}}(?:geüpload|bijgevoegd|gestuurd|toegevoegd)",
    points_at_documents=r"(?:jullie|je|uw) (?:documenten|documentatie|bronnen|kennisbank)|de kennisbank"
    r"|(?:de|het) (?:officiële|algemene|gebruikelijke|geldende) \w+"
    r"|de (?:regels|wet|regelgeving|richtlijnen|handleiding)"
    r"|het (?:beleid|reglement|handboek)|in het algemeen|normaal|meestal|gewoonlijk|officieel",
)
