"""The words of English for the files of a conversation."""

from askwell.languages.attachments import AttachmentWords

_FILES = (
    r"(?:files?|attachments?|uploads?|pdfs?|scans?|spreadsheets?|letters?|contracts?|invoices?|reports?|documents?)"
)

ATTACHMENTS = AttachmentWords(
    kinds={
        "document": "",
        "doc": "",
        "file": "",
        "attachment": "",
        "upload": "",
        "pdf": "pdf",
        "spreadsheet": "sheet",
        "workbook": "sheet",
        "csv": "csv",
        "presentation": "presentation",
        "slides": "presentation",
        "slide deck": "presentation",
        "e-mail": "rfc822",
        "email": "rfc822",
        "notebook": "ipynb",
        "e-book": "epub",
        "web page": "html",
    },
    determiners="the|this|that|my|our|your",
    prepositions="according to|based on|inside of|inside|within|from|in|of|by|on|per",
    given="attached|uploaded|given|sent|enclosed",
    ordinals={
        "first": 1,
        "second": 2,
        "third": 3,
        "fourth": 4,
        "fifth": 5,
        "sixth": 6,
        "last": -1,
        "latest": -1,
        "newest": -1,
        "most recent": -1,
    },
    numbered="st|nd|rd|th",
    other="other",
    joined="and|or|with",
    all_of="(?:both|all|the two|all the|both the|all of the|these|those) (?:documents|files|attachments|uploads|pdfs)"
    "|(?:the|my) (?:files|attachments|uploads)",
    number="number|no\\.?|nr\\.?|#",
    page="page|pg\\.?|p\\.",
    contracted={},
    said_of_it=r"(?:does|do) (?:it|this|that|they) (?:say|mention|state|contain|cover|tell|require|allow)"
    r"|(?:is|are) (?:it|this|that|they) about|(?:summari[sz]e|read|explain) (?:it|this|that)"
    r"|(?:it|this|that) (?:says?|mentions?)",
    overview=frozenset("summary summarise summarize overview contents about".split()),
    about_all=frozenset(
        "say says contain contains tell about summary summarise summarize overview content contents".split()
    ),
    points_at_file=rf"(?:this|that|these|those|my|our|both|attached|uploaded|first|second|third|last) {_FILES}"
    rf"|the (?:attached |uploaded )?(?:files?|attachments?|uploads?|pdfs?|scans?)"
    rf"|(?:i|we)(?: have|'ve)? (?:just )?(?:uploaded|attached|sent|gave|added)",
    points_at_documents=r"your (?:documents|documentation|sources|collection|knowledge base)|(?:the )?knowledge base"
    r"|the (?:official|general|usual|standard|applicable) \w+"
    r"|the (?:rules|law|regulations?|policy|policies|guidelines|manual|handbook)"
    r"|in general|generally|normally|usually|officially",
)
