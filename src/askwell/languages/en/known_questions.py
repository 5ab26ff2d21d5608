"""The words of English that change what a question asks for."""

from askwell.languages.known_questions import KnownQuestionWords

KNOWN_QUESTIONS = KnownQuestionWords(
    past=r"did|didn['’]t|was|wasn['’]t|were|weren['’]t|had|hadn['’]t|could|(?:has|have|having) (?:\w+ )?(?:been|\w+ed)"
    r"|used to|formerly|previously|already",
    future=r"will|won['’]t|shall|\w+['’]ll|going to|soon",
    neutral=frozenset(
        """
        allow allowed permitted possible inside way ways able possibly exactly hello hi please thanks thank sorry know
        tell wondering normally usually generally actually law legally having
        """.split()
    ),
    asks=(
        ("time", "when|how soon|(?:what|which) (?:time|date|day|month)"),
        ("duration", "how (?:long|often)|how many (?:days|weeks|months|years|hours)"),
        ("amount", r"how (?:much|many)(?! (?:days|weeks|months|years|hours)\b)"),
        ("person", "who|whose"),
        ("place", "where"),
        ("reason", "why|how come|what for"),
        ("way", r"how(?! (?:long|often|soon|much|many|come|far|old|big)\b)"),
    ),
    open="what|which",
    now=r"now|currently|at the moment|right now|nowadays|at present|still|newest|today"
    r"|latest(?! (?:date|day|time|moment)\b)",
    must=r"must|have to|has to|need to|needs to|required|obliged|obligatory|mandatory|compulsory",
    may=r"may|can|could|might|able|allowed|permitted|possible",
    since=r"from (?:when|what|which|how)|from (?=\d)|since|starting|as of|as from|onwards?|begin\w*",
    until=r"until|till|by (?:when|what|which)|by (?=\d)|no later than|at the latest|up to|within|deadline|last day",
    either="or",
    asked_by=(
        ("when", "date day deadline last"),
        ("many", "number"),
        ("much", "amount sum"),
        ("who", "responsible obliged"),
    ),
    same=(
        "limit maximum most ceiling cap threshold",
        "amount sum",
        "money cash",
        "pay paid payment settle",
        "cost price fee charge rate",
        "expire expiry end ends lapse",
        "deadline due closing",
        "day days",
        "year yearly annual annually",
        "month monthly",
        "week weekly",
        "valid validity last lasts duration",
        "time duration days",
        "send submit hand file mail return",
        "fill complete",
        "cancel revoke withdraw terminate",
        "change modify alter amend update",
        "request apply application ask claim",
        "get obtain receive",
        "entitled eligible right qualify",
        "must obliged required obligatory mandatory compulsory",
        "use using",
        "holiday holidays vacation leave",
        "tenant renter lessee",
        "landlord owner lessor",
        "rent lease",
        "house home dwelling",
        "employer company firm",
        "employee worker staff",
        "requirement requirements condition conditions",
        "document documents paper papers paperwork",
        "form forms",
        "start begin beginning",
        "open opening",
        "close closing shut",
        "car automobile vehicle",
        "call phone telephone",
        "lose lost",
        "register sign enrol enroll registration join",
    ),
)
