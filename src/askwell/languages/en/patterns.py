"""The patterns of English."""

from askwell.languages.patterns import (
    History,
    Notations,
    Patterns,
    Questions,
    Repairs,
    Reversal,
    Settling,
    Signs,
    Talk,
    Times,
)

_QUESTIONS = Questions(
    forms=(
        ("comparison", r"\bdifferen(?:t|ce|ces|tly)\b|\bdiffers?\b|\bcompar(?:e|ed|es|ing|ison)\b|\bvs\b|\bversus\b"),
        (
            "reason",
            r"^why\b|\bhow come\b|\bwhat (?:is|was|are|were) the (?:reason|motivation|purpose)|\bfor what reason",
        ),
        ("duration", r"\bhow (?:long|soon|often|old|frequently)\b|\bwhat (?:is the )?(?:deadline|age)\b|\bdeadline\b"),
        (
            "number",
            r"\bhow (?:much|many|large|big|high|fast|low|far)\b|\b(?:what|which)\b.{0,40}\b(?:amounts?|rates?"
            r"|limits?|scores?"
            r"|sizes?|costs?|prices?|percentages?|percent|numbers?|accuracy|ratios?|phone|telephone|fid|bleu|budget"
            r"|lengths?"
            r"|share|maximum|minimum|hotline)\b",
        ),
        ("time", r"^(?:and )?when\b|\b(?:what|which) (?:year|date|day|month|time)\b|\bsince when\b"),
        ("person", r"^(?:and )?(?:who|whom|whose)\b|\bby whom\b|\b(?:which|what) authors?\b"),
        ("place", r"^(?:and )?where\b|\b(?:which|what) (?:address|place|location|city|website)\b"),
        (
            "steps",
            r"\bhow (?:do|can|could|should|must|would|may|did) (?:i|we|you|one|they|families|parents?|people|someone"
            r"|providers?"
            r"|an? \w+)\b|\bhow to\b|\bsteps?\b|\bwhat (?:do|must|should|can) (?:i|we|parents?|providers?"
            r"|families) (?:have to )?do\b"
            r"|\bprocedure\b|\bprocess for\b",
        ),
        (
            "list",
            r"^(?:and )?which\b|^list\b|^name\b|\bwhat (?:kinds?|types?|sorts?|documents?|papers?|requirements?"
            r"|options?"
            r"|are the|were the|do i need|other)\b",
        ),
        (
            "definition",
            r"\bhow (?:does|do|did) (?=.+ work\b)|^(?:so )?what(?:'s| is| are| was| were)\b"
            r"|^what do(?:es)? (?=.+ (?:mean|stand for|do)$)|^(?:please )?(?:define|explain|describe)\b"
            r"|\btell me (?:more )?about\b"
            r"|\bmeaning of\b|\bstands? for\b",
        ),
        (
            "yes_no",
            r"^(?:and |but |so )?(?:is|are|was|were|can|could|do|does|did|will|would|should|may|might|must|has|have"
            r"|had|am)\b",
        ),
    ),
    kind=r"\b(?:how many|how much|which|what)(?: (?:top|other|kinds? of|types? of|sorts? of|of the))? ([\w'@-]{3,})",
    sides=r"\bbetween (?P<a>.+?) and (?P<b>.+)$|(?P<c>.+?) (?:vs\.?|versus|differs? from|different from"
    r"|compared (?:to|with)) (?P<d>.+)$"
    r"|\bcompare (?P<e>.+?) (?:and|with|to) (?P<f>.+)$|\bfrom (?P<g>.+)$",
    number=r"how (?:many|much|long|old|far|often|big|large|tall|high|heavy|soon|fast|quickly)|what (?:price|age|number"
    r"|amount|budget|percentage|time)|at what time",
    name=r"who(?:se|m)?|where|what (?:is|was) (?:\w+ ){0,4}(?:called|name)|(?:which|what) (?:city|town|country|place"
    r"|person|company|brand)",
    values=(
        (
            r"\b(?:what|how much)\b.{0,60}\b(?:costs?|prices?|fees?|charged?)\b",
            r"[$€£]|\b(?:dollars?|euros?|cents?|free|nothing|no (?:charge|fee|cost))\b",
        ),
        (
            r"\b(?:tele)?phone (?:number|nr|no)\b",
            r"\d(?:[ ()./-]{0,2}\d){5}",
        ),
        (
            r"\b(?:what|which|how many)\b.{0,20}\bpercent(?:age)?\b",
            r"\d\s?%|\bpercent\b",
        ),
    ),
)

_TALK = Talk(
    greeting="hello|hi|hi there|hey|hey there|hello there|hiya|good morning|good afternoon|good evening|good day"
    "|greetings",
    thanks="thanks|thank you|thx|ty|cheers|many thanks|thanks a lot|thank you very much|thank you so much"
    "|thanks so much|much appreciated|i appreciate it",
    goodbye="bye|goodbye|good bye|bye bye|see you|see you later|see you soon|good night|farewell|have a nice day"
    "|have a good day|take care",
    about_us="who are you|what are you|what can you do|what can you do for me|how can you help|how can you help me"
    "|what can i ask|what can i ask you|what do you do|what do you know|what is your name|what's your name|help"
    "|are you a bot|are you a robot|are you human|are you a human|are you an ai|what are you for|how do you work"
    "|can i ask another question|can i ask you another question|can i ask one more question|can i ask something else"
    "|may i ask another question|may i ask something else|can i ask you something"
    "|what can you help me with|what can you help with|what questions can i ask|what topics do you cover",
    fillers="ok|okay|great|perfect|super|wonderful|excellent|good|nice|fine|all right|alright|well|so|and|now|there"
    "|everyone|again|for your help|for the help|for your time|that is all|that's all|that helps|that helped"
    "|very helpful"
    "|a lot|that helps a lot|that helped a lot|so much|very much"
    "|that was helpful|for now|then|yes|no|assistant|please",
)

_HISTORY = History(
    parts=(
        (
            "first_question",
            r"\b(?:first|initial|original|earliest)\b.*\b(?:question|thing|message|ask(?:ed)?)\b"
            r"|\bask(?:ed)?\b.*\b(?:first|at the (?:start"
            r"|beginning)|to begin with)\b|\b(?:start|began|begin|started)\b.*\b(?:conversation|chat|with)\b",
        ),
        (
            "last_answer",
            r"\b(?:what did you|you) (?:just )?(?:say|said|answer|answered|tell|told)\b|\b(?:last"
            r"|previous) (?:answer|reply|response)\b"
            r"|\brepeat (?:that|it|your)\b|\bsay that again\b",
        ),
        (
            "last_question",
            r"\b(?:last|previous) (?:question|thing)\b|\bwhat did i (?:just )?(?:ask|say)\b|\bwhat was my question\b"
            r"|\bmy question was\b",
        ),
        (
            "discussed",
            r"\b(?:discuss|discussed|talk|talked|speak|spoke|covered?)\b|\bso far\b|\bmy questions\b|\b(?:what|which"
            r"|how many) (?:have|did) i asked?\b"
            r"|\bsummar\w+\b|\brecap\b|\bquestions (?:did|have) i\b|\bconversation\b",
        ),
    ),
    question="question",
    us=r"i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|our|ours|us",
    whole=r"\b(?:in full|full|whole|entire|complete|again|once more|repeat)\b",
    answer=r"\b(?:answer|reply)\b",
    about=r"\b(?:about|regarding|concerning)\s+(.+)",
)

_TIMES = Times(
    when=r"when|(?:in |on )?(?:which|what) (?:month|year|day|date|time|week)|how long|what time|since when",
    opener="and ",
    before_month=r"in|during|since|until|by|before|after|of|last|early|late|beginning of|end of|mid|for",
    day_endings="st|nd|rd|th",
    day_of=" of",
)

_SIGNS = Signs(
    months="january|february|march|april|june|july|august|september|october|november|december",
    periods=r"minutes?|hours?|days?|weeks?|months?|years?|daily|weekly|monthly|yearly|annually",
    time="when|before|after|until|as soon as",
    person=r"by|from|who|person|people|famil\w+|parents?",
    place="at|in|on|online|website|office|center",
    reason=r"because|since|so that|therefore|due to|reason|in order to"
    r"|avoids?|prevents?|addresses|cause[sd]?|allows?|makes?|lets?",
    steps="must|should|can|need|needs|first|then|send|sends|fill|submit|submits|apply|contact|visit|call|sign|choose|upload|give",
    yes_no="not|no|only|can|cannot|may|must|also|never",
    articles="the |a |an ",
    be="is|are|was|were",
    means="means|refers to|stands for|describes",
    noun_phrase=r"a|an|the|any|one of",
    by="by",
    since=(),
)

_NOTATIONS = Notations(
    money=r"dollars?|euros?|pounds?",
    percent="percent",
    page=r"page|p\.",
    places=r"art(?:icle|\.)|section|paragraph|chapter|annex|page",
    sources=r"facts from|sources?|origin|references|retrieved from",
    versus=r"versus|vs\.?|with|to",
    empty_titles=r"name|title|(?:new |untitled )?document|untitled|(?:table of )?contents|index|main"
    r"|home(?: ?page)?|default|readme|page|node|file|scan|slide|sheet|layout|cover"
    r"|(?:powerpoint )?presentation|synopsis",
    contents=r"(?:table of )?contents|index|on this page|in this article",
    changes=r"(?:release|version) (?:notes|history)|releases|change ?logs?|what['’]?s new(?: in .{1,40})?|news",
    changes_asked=r"new|news|changes|changed|change ?log|releases?|versions?|when|since",
    legal=r"permission is hereby granted, free of charge|redistribution and use in source and binary forms"
    r"|redistributions (?:of source code|in binary form) must|(?:software|program|library) is provided\W+as is\b"
    r"|(?:provided|provide the program) by the copyright holders|without (?:even the implied|any) warranty"
    r"|under the terms of the gnu (?:\w+ ){1,3}licen[cs]e|licensed under the apache license"
    r"|gnu free documentation licen[cs]e, version",
    last_article="the|a|an",
    refusals=r"\bas an ai\b|\bi(?:'m| am) (?:sorry|unable)|\bi can(?:'t|not) (?:help|assist|do|summari[sz]e)"
    r"|\btraceback\b|\b(?:internal|server|api|http|rate limit) error\b|\berror[: ]+\d{3}\b|\btimed? ?out\b"
    r"|\bnull\b|\bundefined\b|\bsorry, i\b",
)

_SETTLING = Settling(
    openers=r"no(?=[,.;:!–—-]|$)|no no|nope|sorry|oh|oops|wait|hold on|well(?=,)|my mistake",
    no="no",
    marks=r"actually|correction|in fact|i meant?|i mean|that(?:'s| is| was) (?:wrong|not right|incorrect|not correct)"
    r"|scratch that|on second thoughts?|i misspoke|i was wrong|let me correct that|make that",
    change=r"^(?:please )?(?:change|replace|swap|correct|update)(?: the| my| our)? (?P<old>.{1,60}?)"
    r" (?:to|with|for|by|into) (?P<new>.{1,80})$"
    r"|\b(?:moved|changed|postponed|brought forward) from (?P<old2>.{1,40}?) to (?P<new2>.{1,60})$",
    instead=r"instead of|rather than|in place of",
    rather=r"^(?:i(?:'d| would)? )?(?:rather|sooner|prefer) (?P<new>.{1,60}?) (?:than|to) (?P<old>.{1,60})$",
    negation=r"no longer|not|no|never|isn't|aren't|wasn't|weren't|won't|don't|doesn't|didn't|can't|cannot|shouldn't",
    but=r"but|rather",
    linking=r"and|so",
    fillers=r"after all|any ?more|any longer|instead|actually|please|now|then|but|so|rather|just now|at all|make it"
    r"|i mean",
    only=r"only|just",
    any_more=r"after all|any ?more|any longer|no longer",
    asides=r"because|since|as|which|who|that|therefore|due to|thanks to|says?",
    requests=r"tell|give|show|explain|list|write|make|summari[sz]e|find|repeat|compare|calculate|help|describe|define"
    r"|search|look up|translate|recommend|suggest|remind|print|let me know|i(?:'d| would) like to know|i want to know"
    r"|(?:and )?what about|how about|more (?:about|on)|put"
    r"|i(?: am|'m)? wonder(?:ing)?|speaking (?:of|about)|going back to|please (?:explain|tell|give|show|list)",
    idle=r"i see|i understand|got it|makes sense|that makes sense|you(?: are|'re) right|omg|wow|lol"
    r"|that(?: is|'s) (?:really )?(?:interesting|surprising|true|great|good|nice|amazing)",
    wish=r"\bi(?:'d| would)? (?:want|like|love|prefer|need|hope|wish)\b"
    r"|\bwe(?:'d| would)? (?:want|like|love|prefer|need|hope)\b|\b(?:looking for|must|should be|has to|have to)\b",
    decision=r"\b(?:we|i)(?:'ll| will|'ve| have)? (?:take|taken|took|choose|chose|chosen|decided|picked|booked|agreed"
    r"|go with|went with|going with|settled|switched|moved)\b|\bit (?:will be|is going to be)\b|\blet's\b",
    months=r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec",
    weekdays=r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
    clock=r"am|pm|a\.m\.|p\.m\.|o'clock",
    clock_before="at",
    ones="one",
)

_REPAIRS = Repairs(
    dissent=r"no+(?! (?:more|less|fewer|other|later|earlier|longer)\b)|nope|nah|sorry|actually|wait|oops|pardon|hang on"
    r"|hold on|scrap that|excuse me",
    soft="oh?w?|ah|h?m+|ok|okay|well|ehm?|please|though|then|so|and",
    slips="wrong (?:one|place|word|name|number)|my mistake|i made a mistake|typo|i mistyped|my bad|that'?s wrong",
    meant=r"i (?:actually |really |just )?(?:meant?|asked|said)(?: to (?:ask|say|know))?(?: (?:about|for))?"
    r"|i(?: was|'m| am|m) (?:asking|talking)(?: (?:about|for|of))?|i wanted to (?:say|know|ask)(?: about)?"
    r"|we (?:meant?|asked)(?: about| for)?|i was thinking of|make (?:that|it)",
    meant_after="i (?:meant?|was asking about|asked about|wanted)",
    rejects=r"not|forget(?: about)?|never mind|instead of|rather than|no(?= \w+ please)",
    rejected="is out|won't do|no thanks|has nothing to do with (?:it|this|that)"
    "|(?:is not|isn't) what i (?:meant?|asked)",
    rather="but|only|just|rather|instead|simply|merely|solely",
    presents=r"it(?:'s| is|s)|that(?:'s| is|s)|there are|we(?:'re| are)|i(?:'m| am|m)|i (?:need|have|want|live)"
    r"|i'?d (?:like|prefer)|we(?:'d|'ll| will| would)? take",
    denial="no+|nope|nah|never",
    assent="yes|yeah|yep|sure|ok|okay|please|of course|thanks|thank you|do|go ahead|that would be great|great",
    hedges="i think|i guess|i believe|probably|maybe|please|just|only|yes|yeah|no|well|um|uh|hm+|ok|mostly|of course",
    complains=r"(?:that|this|it)(?:'s| is| was)? ?(?:not|n't|isn't|wasn't) (?:what|the one|my question|right|it\b)"
    r"|\bnot (?:that|this|these|those) ones?\b|\bnot what i\b|\bwrong (?:one|answer|page|section|place)\b"
    r"|\b(?:isn't|wasn't) what i\b|\bmisunderst\w+|\byou (?:did not|didn't) (?:understand|answer)\b"
    r"|\b(?:does not|doesn't|did not|didn't) answer\b",
    declines=r"i (?:do not|don't|dont|did not|didn't) (?:want|mean|need|ask)(?: (?:it|that|you|for|about))?(?: to)?",
)

_REVERSAL = Reversal(
    asks=r"\b(?:turn|switch|take|get|put|set|toggle|bring)\b.{0,40}\b(?:off|out|back)\b"
    r"|\b(?:take|get|put)\b.{0,40}\baway\b"
    r"|\b(?:undo|unset|disable|deactivate|remove|revert|cancel|stop|reverse|get rid of|uninstall|unlock|clear)\b",
    says=r"\b(?:off|undo\w*|unset\w*|disabl\w+|deactivat\w+|remov\w+|revers\w+|revert\w*|cancel\w*|stop\w*|again|restor\w+"
    r"|clear\w*|delet\w+|unlock\w*|uncheck\w*|untick\w*|deselect\w*|no longer|reset\w*|return\w*|toggl\w+)\b",
)

PATTERNS = Patterns(
    expletive=(
        r"\bthere(?:'s|'re| is| are| was| were| be| been| has| have)\b",
        r"\b(?:is|are|was|were|isn't|aren't|wasn't|weren't|will|would|can|could|should|has|have) there\b",
        r"\b(?:is|was|isn't|wasn't) it (?:really |actually |also |still |even |always )?"
        r"(?:true|false|possible|normal|common|likely|ok|okay|legal|illegal|safe|necessary|important|better|worth|"
        r"hard|difficult|easy|correct|right|wrong|too late|bad|good|healthy|mandatory|allowed|required|time)"
        r"(?: for \w+(?: \w+)?)? (?:that|to|if|when|how|\w+ing)\b",
        r"\b(?:is|was|will) it (?:going to |be )?(?:rain|raining|snow|snowing|sunny|windy|cloudy|dark|late|cold|hot)\b",
        r"\bdoes it (?:rain|snow|matter (?:if|whether|that)|take to|take (?:\w+ ){1,3}to|make sense to|"
        r"mean to|cost to)\b",
        r"\b(?:how long|how much|what) (?:does|did|will|would) it (?:take|cost|mean|require)(?: \w+){0,3}? to\b",
        r"\bit(?:'s| is| was) (?:\w+ )?(?:true|possible|important|necessary|likely|easy|hard|said|known)(?: \w+){0,2}? "
        r"(?:that|to)\b",
        r"\bwhat time is it\b",
        r"\bit (?:seems|appears|turns out|looks like|takes)\b",
    ),
    meta=(
        r"\bwhat (?:did|have|had) (?:i|we|you) (?:just |already |previously |first |initially )*"
        r"(?:ask|asked|say|said|talk|talked|discuss|discussed|tell|told|mention|mentioned|suggest|suggested)"
        r"(?: \w+){0,3}?(?: first| before| earlier| so far| about| previously| last| at the (?:start|beginning)|$)",
        r"\bwhat (?:was|were) my (?:very )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
        r"|\d+(?:st|nd|rd|th)|last|previous|earlier) (?:question|message)s?\b",
        r"\b(?:summari[sz]e|recap|repeat) (?:our|this|the|your|my)?(?: whole| last| previous)? ?"
        r"(?:conversation|chat|discussion|answer|question)\b",
        r"\bwhat (?:are|were) we (?:talking|discussing)\b",
        r"\bwhat have we (?:discussed|covered|talked)\b",
        r"\bdid (?:i|we) (?:already )?(?:ask|talk|discuss|mention)\b",
        r"\b(?:which|what) questions (?:did|have) i\b",
        r"\bwhat did we (?:discuss|talk about|cover)\b",
    ),
    repairs=_REPAIRS,
    back="(?:(?:going|getting|coming|go|so|now|and|but|getting) )*"
    "(?:back to|returning to|return to|so about|again about|as for|speaking of)",
    courtesy=(
        r"^(?:(?:ok(?:ay)?|great|cool|perfect|good|nice|alright|wow|oh|yes|no|right|super|awesome|excellent|brilliant"
        r"|lovely|fantastic)[\s,.!]*)*"
        r"(?:(?:many )?thanks?(?: you| u)?(?: (?:so|very) much| a lot| again| for (?:your|the|all|that)[\w\s]*)?|"
        r"thx|cheers|"
        r"hello|hi|hey|good (?:morning|evening|afternoon|day|night)|bye|goodbye|see you)"
        r"(?: (?:there|everyone|all|again|you))?[\s,.!]*$",
        r"^(?:ok(?:ay)?|great|cool|perfect|good|nice|alright|wow|got it|i see|super|awesome)[\s,.!]*$",
        r"^(?:(?:ok|right|thanks|great)[\s,.!]+)*(?:appreciate it|nice one|good to know|that (?:helps|clears it up)"
        r"|see you (?:tomorrow|then|later)(?: then)?|no (?:worries|problem)[\s,.!]*thank.{0,20})[\s,.!:;)(]*$",
    ),
    more=(
        r"^(?:please |can you |could you )*(?:tell me (?:some ?)?more|(?:give|"
        r"show) me (?:some )?more(?: details?)?|more|"
        r"go on|continue|more details?|elaborate|explain (?:more|further)|say more)(?: please)?[\s.?!]*$",
        r"^(?:and |so )?(?:what|anything|something) else[\s.?!]*$",
        r"^(?:an? )?examples?[\s.?!]*$",
        r"^(?:can|could) you (?:please )?(?:elaborate|explain|be more specific)(?: (?:more|further|please))*[\s.?!]*$",
    ),
    leans=r"it|its|they|them|their|theirs|he|she|his|her|this|these|those|such|both|however|but|therefore|thus|hence"
    r"|also|in addition"
    r"|additionally|moreover|furthermore|instead|otherwise|then|so|yet|still|likewise|similarly|for example"
    r"|for instance|in this case"
    r"|in that case|as a result|consequently|that(?! is the)|the same|the other|the latter|the former|another|others"
    r"|here|there(?! (?:is|are|was|were))"
    r"|nevertheless|on the other hand|in contrast|by contrast|afterwards|after that|besides|and|or|one of them"
    r"|some of them",
    points_back="",
    questions=_QUESTIONS,
    talk=_TALK,
    history=_HISTORY,
    times=_TIMES,
    signs=_SIGNS,
    notations=_NOTATIONS,
    settling=_SETTLING,
    reversal=_REVERSAL,
)
