"""Sentences that cannot stand alone, because they begin with a word that points back."""

import re
from functools import cache

from askwell.types import Language

_LEANS: dict[Language, str] = {
    "en": r"it|its|they|them|their|theirs|he|she|his|her|this|these|those|such|both|however|but|therefore|thus|hence"
    r"|also|in addition"
    r"|additionally|moreover|furthermore|instead|otherwise|then|so|yet|still|likewise|similarly|for example"
    r"|for instance|in this case"
    r"|in that case|as a result|consequently|that(?! is the)|the same|the other|the latter|the former|another|others"
    r"|here|there(?! (?:is|are|was|were))"
    r"|nevertheless|on the other hand|in contrast|by contrast|afterwards|after that|besides|and|or|one of them"
    r"|some of them",
    "nl": r"het(?= (?:is|wordt|kan|heeft|gaat|moet|geldt|duurt))|dit|dat|deze|die|zij|ze|hij|hun|hen|haar|zijn"
    r"|daarom|daardoor|daarna"
    r"|daarnaast|daarbij|daarvoor|ook|echter|maar|dus|bovendien|verder|anders|dan|toch|bijvoorbeeld|in dat geval|zo"
    r"|hierdoor|hierbij"
    r"|hiervoor|en|of|wel|beide|er(?= (?:is|zijn))",
    "it": r"esso|essa|essi|esse|questo|questa|questi|queste|quello|quella|tale|tali|inoltre|però|tuttavia|quindi"
    r"|pertanto|perciò|anche"
    r"|invece|altrimenti|poi|ma|ad esempio|per esempio|in questo caso|in tal caso|così|infatti|entrambi|entrambe"
    r"|lo stesso|la stessa|e|o"
    r"|egli|ella|loro|suo|sua|dunque",
}


def leans(sentence: str, language: Language) -> bool:
    """Whether a sentence begins with a word that points back, so that it cannot be said alone."""
    return bool(_leaning(language).match(sentence.lstrip("\"'“‘«(")))


_POINTS: dict[Language, str] = {"nl": r"\b(?:deze|zulke) \w{4,}|^in \w+ is dat \w+"}
"""What within a sentence points to the one before."""


def points_back(sentence: str, language: Language) -> bool:
    """Whether a sentence that may be said alone is clearer behind the one before: `In BIO2 vervallen deze niveaus`."""
    pattern = _POINTS.get(language)
    return pattern is not None and re.search(pattern, sentence, re.IGNORECASE) is not None


@cache
def _leaning(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{_LEANS.get(language, _LEANS['en'])})\b", re.IGNORECASE)
