"""The words of Italian for the files of a conversation."""

from askwell.languages.attachments import AttachmentWords

_FILES = (
    r"(?:file|allegat[oi]|pdf|scansion[ei]|letter[ae]|contratt[oi]|fattur[ae]|relazion[ei]|rapport[oi]"
    r"|document[oi])"
)

ATTACHMENTS = AttachmentWords(
    kinds={
        "documento": "",
        "file": "",
        "allegato": "",
        "pdf": "pdf",
        "foglio di calcolo": "sheet",
        "foglio excel": "sheet",
        "csv": "csv",
        "presentazione": "presentation",
        "e-mail": "rfc822",
        "mail": "rfc822",
        "notebook": "ipynb",
        "e-book": "epub",
        "pagina web": "html",
    },
    determiners="il|lo|la|l'|questo|questa|quest'|quel|quello|quella|quell'|mio|mia"
    "|nel|nello|nella|nell'|del|dello|della|dell'|dal|dallo|dalla|dall'|al|allo|alla|all'|sul|sullo|sulla|sull'",
    prepositions="secondo|in base|stando|dentro|in|da|di|su|a",
    given="allegato|caricato|inviato|allegata|caricata|inviata",
    ordinals={
        "primo": 1,
        "prima": 1,
        "secondo": 2,
        "seconda": 2,
        "terzo": 3,
        "terza": 3,
        "quarto": 4,
        "quinto": 5,
        "sesto": 6,
        "ultimo": -1,
        "ultima": -1,
        "più recente": -1,
    },
    numbered="°|º|ª",
    other="altro|altra",
    joined="e|o|con",
    all_of="(?:entrambi i|tutti i|i due|questi|quei) (?:documenti|file|allegati|pdf)"
    "|(?:i|nei|dei|gli|negli|degli|miei) (?:file|allegati)",
    number="numero|n\\.?|nr\\.?|#",
    page="pagina|pag\\.?|p\\.",
    contracted={
        **dict.fromkeys(("nel", "nello", "nella", "nell'"), "in"),
        **dict.fromkeys(("del", "dello", "della", "dell'"), "di"),
        **dict.fromkeys(("dal", "dallo", "dalla", "dall'"), "da"),
        **dict.fromkeys(("al", "allo", "alla", "all'"), "a"),
        **dict.fromkeys(("sul", "sullo", "sulla", "sull'"), "su"),
    },
    said_of_it=r"(?:che |che cosa |cosa )(?:dice|contiene|prevede|stabilisce)|di (?:che|cosa|che cosa) (?:parla|tratta)"
    r"|riassumi(?:lo|la)?|leggi(?:lo|la)?|spiega(?:lo|la)",
    overview=frozenset("riassumi riassunto riassumere sintesi contenuto contenuti".split()),
    about_all=frozenset("dice parla contiene tratta riassumi riassunto riassumere sintesi contenuto contenuti".split()),
    points_at_file=r"(?:quest[oaie]|quel(?:l[oaie])?|quei|mi[oa]|miei|mie|nostr[oaie]|prim[oa]|second[oa]|terz[oa]|ultim[oa])"
    rf" {_FILES}"
    rf"|{_FILES} (?:allegat[oaie]|caricat[oaie])"
    r"|(?:il|i|lo|gli|l'|nel|nell'|dal|dall'|sul|sull') ?(?:file|allegat[oi]|pdf)"
    rf"|(?:ho|abbiamo) (?:appena )?(?:caricato|allegato|inviato|mandato|aggiunto)",
    points_at_documents=r"(?:tuoi|vostri|suoi) documenti|(?:tua|vostra) documentazione|(?:tue|vostre) fonti"
    r"|base di conoscenza|(?:la|le|il|i) (?:legge|norm[ae]|regole|regolament[oi]|normativa|manuale|linee guida)"
    r"|in generale|generalmente|normalmente|di solito|ufficialmente",
)
