"""The words of Dutch that change what a question asks for."""

from askwell.languages.known_questions import KnownQuestionWords

KNOWN_QUESTIONS = KnownQuestionWords(
    past=r"was|waren|had|hadden|werd|werden|kreeg|kregen|moest|moesten|kon|konden|mocht|mochten|gold|golden|ging"
    r"|gingen|deed|deden|kwam|kwamen|gaf|gaven|vroeger|destijds|al|reeds"
    r"|(?:heb|hebt|heeft|hebben|ben|bent|zijn) .*?\b\w{0,8}ge\w{2,}(?:d|t|en)",
    future="zal|zult|zullen|zou|zouden|straks|binnenkort",
    neutral=frozenset("manier manieren wijze doe doen mogelijk toegestaan precies".split()),
    infinitive="en",
    now="nu|momenteel|op dit moment|tegenwoordig|nog|thans|vandaag|nieuwste|laatste",
)
