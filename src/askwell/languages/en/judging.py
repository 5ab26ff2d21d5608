"""The words of English for judging answers."""

from askwell.languages.judging import JudgingWords, pairs

JUDGING = JudgingWords(
    denial=r"(?:did not|didn't|do not|don't|does not|doesn't|could not|couldn't|cannot|can't|was not able to|unable to)"
    r" (?:\w+ ){0,3}?(?:find|answer|say|tell|mention|state|know|cover|contain|specify|include|provide|give|help|list"
    r"|address|explain|have)\b.{0,80}?\b(?:document|source|information|passage|text|question|answer|this|that|it|anything"
    r"|detail|page|guide|manual)"
    r"|(?:documents?|sources?|passages?|information|pages?|guide|manual|texts?)\b.{0,60}?"
    r"(?:do not|don't|does not|doesn't|is not|isn't|are not|aren't|no|nothing)\b.{0,40}?"
    r"\b(?:mention|say|state|cover|contain|specify|include|provide|give|answer|tell|available|about)"
    r"|(?:there is|i have|i found|i find|they say|it says) (?:no|nothing)\b.{0,60}?"
    r"\b(?:information|document|documents|sources|about|mention|answer)"
    r"|(?:says?|said|mentions?|states?|contains?) nothing (?:about|on)\b|not (?:said|mentioned|stated) anywhere\b"
    r"|nothing (?:about|on) (?:this|that|it)\b|(?:is|are) not (?:mentioned|covered|specified|stated|given) (?:in|by)\b"
    r"|outside (?:of )?what i (?:can|know)",
    yes=r"yes|yeah|yep|sure|certainly|indeed|of course|(?:that's|that is) (?:right|correct)|correct"
    r"|(?:it|he|she) does|they do",
    no=r"no|nope|(?:it|he|she) (?:does not|doesn't)|they (?:do not|don't)",
    against=frozenset(
        (
            "banned bans closed deny denied denies discard exclude excluded excludes except failed fails forbid "
            "forbids forbidden harmful illegal impossible instead invalid lack lacks only prohibit prohibited "
            "prohibits refuse refused refuses reject rejected rejects rather throw unable unavailable unlawful"
        ).split()
    ),
    opposites=pairs(
        "before/after more/less more/fewer most/least maximum/minimum above/below over/under early/late "
        "earlier/later earliest/latest increase/decrease increases/decreases rises/falls higher/lower "
        "highest/lowest high/low longer/shorter long/short larger/smaller bigger/smaller large/small "
        "cheaper/dearer allowed/forbidden permitted/prohibited included/excluded includes/excludes "
        "open/closed opens/closes first/last inside/outside indoors/outdoors with/without always/never "
        "required/optional mandatory/voluntary start/end starts/ends begins/ends summer/winter "
        "morning/evening morning/afternoon left/right front/back hot/cold warm/cold warmer/colder wet/dry "
        "easy/difficult easier/harder old/new older/newer older/younger public/private same/different "
        "day/night weekdays/weekends monthly/yearly weekly/monthly daily/weekly daily/monthly gross/net "
        "men/women upper/lower top/bottom north/south east/west safe/dangerous full/empty full/half fast/slow "
        "faster/slower strong/weak better/worse best/worst everyone/nobody all/none both/neither buy/sell "
        "gain/lose paid/unpaid free/paid direct/indirect internal/external domestic/foreign wholesale/retail "
        "heavy/light heavier/lighter coarse/fine coarsely/finely"
    ),
)
