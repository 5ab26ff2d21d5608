"""Words at the head of a message that only answer what was said before it: `ok, and how do I ...?`."""

import re

from askwell.languages import lexicon
from askwell.text.bounds import text_cache
from askwell.text.grammar import tag
from askwell.types import Language

_FIRST = re.compile(r"\s*([^\W\d_]+)(\s*[,.;:!]+\s*|\s+)(?=\w)")


@text_cache(500_000)
def without_acknowledgement(text: str, language: Language) -> str:
    """The text without such words: they are no content, but documents have buttons of that name.

    A word that may also describe a thing, or deny it ("good shoes", "no shoes"), is left out before a comma or a stop
    only.
    """
    lexical = lexicon(language)
    start = 0
    while (found := _FIRST.match(text, start)) and (word := found[1].lower()) in lexical.interjections:
        says_only = (
            word not in lexical.negations | lexical.indefinite and tag(found[1], language)[0].tag == "interjection"
        )
        if not found[2].strip() and not says_only:
            break
        start = found.end()
    return text[start:]
