"""The words of Dutch for the files of a conversation."""

from askwell.languages.attachments import AttachmentWords

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
)
