"""The instructions of English documents."""

from askwell.languages.instructions import Instructions

_PRESSED = (
    "choose|click|double-click|right-click|select|deselect|press|type|drag|tick|untick|uncheck|unmark|tap|scroll"
    "|make sure|be sure|go (?:to|back)|log (?:in|out|on)|sign in|right click|double click|turn (?:on|off)|plug in"
    "|add|ask|bring|create|delete|fill in|fill out|insert|loosen|pour|put|remove|send|submit|tighten|untie|write down"
)
"""What is hardly anything but an order at the beginning of a clause."""
_DONE = (
    "adjust|align|answer|apply|arrange|assign|attach|browse|build|call|cancel|change|check|clean|clear"
    "|close|collect|combine|configure|confirm|connect|contact|copy|cut|define|disable|disconnect|divide"
    "|download|draw|edit|empty|enable|enter|erase|execute|export|expand|fasten|fill|find|fit|fix|follow|get|give|hang"
    "|highlight|hold|import|install|invoke|issue|join|keep|leave|let|lift|list|load|lock|look|lower|make"
    "|mark|measure|mix|mount|move|navigate|open|paste|pay|perform|pick|place|plug|point|prepare|print|provide"
    "|pull|push|raise|rebuild|record|release|reload|rename|repeat|replace|reset|restart|restore|return"
    "|review|rotate|run|save|scan|set|set up|share|show|sign|slide|specify|start|stick|stop|store|switch"
    "|take|tell|tie|toggle|turn|undo|unlock|unplug|unscrew|update|upgrade|upload|use|verify|visit|wait"
    "|wash|wind|wipe|wrap|write"
)
_OBJECT = (
    r" (?:(?:the|a|an|your|any|all|each|every|this|that|these|those|both|one|two|three|it|them|only|another|either"
    r"|to|on|into|up|down|off|out|for|from|with|at|through|whether|as many|as much|until|again|back|over)\b"
    r"|[\"“'‘<\[(`$/~-]|\d|(?-i:[A-Z]))"
)
"""What follows the verb of an order and no noun that looks like one: `use the key`, not `use of keys`."""

INSTRUCTIONS = Instructions(
    asks=r"\bhow (?:do|can|could|should|must|would|may) (?:i|we|you|one|they|people|someone|an? \w+)\b"
    r"(?! (?:know|tell|get to know)\b)|\bhow to\b|^what (?:are the|is the) (?:steps|procedure)\b"
    r"|\bwhat (?:do|must|should|can) (?:i|we) (?:have to )?do\b",
    imperatives=rf"(?:{_PRESSED})(?!\w)|(?:{_DONE})(?=[ ]*[.:]?$|{_OBJECT})",
    before="then|now|next|first|second|third|finally|please|just|simply|also|always|optionally|again|instead",
    openers="to|if|when|in|from|on|at|under|after|before|for|with|once|using|as|while|by|as soon as|next|first|finally"
    "|alternatively|otherwise|then|instead",
    ways=rf"you can (?:also |either |then |simply |just )?(?:use|do (?:this|so|it) by|{_PRESSED})(?!\w)",
    purpose=r"(?:if you (?:want|wish|would like) |in order )?to (?!be\b)\w+",
    introduces=r"\b(?:lets?|allows?|enables?|helps?) (?:you|users?|one|us)\b"
    r"|\b(?:is|are) (?:used|designed|meant|able|intended) (?:to|for)\b"
    r"|^[^,:;]{1,60}? (?:supports?|offers|provides?|(?:is|are) (?:an?|the|one of))\b",
    particles=frozenset("on off in out up down back away".split()),
)
