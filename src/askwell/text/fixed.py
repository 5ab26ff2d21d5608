"""Fixed phrases, which name nothing: `by itself`, `at all`, `vanzelf`, `da sola`."""

from collections.abc import Sequence

from askwell.languages.lexicon import Lexicon
from askwell.text.pieces import NOMINAL, Token


def fixed_words(tokens: Sequence[Token], lex: Lexicon) -> frozenset[int]:
    """The places of the tokens of fixed phrases.

    Tags may be provisional. A phrase that a noun or its own first word follows is none: `at all hours`, `as well as`.
    """
    found: set[int] = set()
    for at, token in enumerate(tokens):
        for phrase in lex.fixed.get(token.low, ()):
            end = at + len(phrase)
            if tuple([each.low for each in tokens[at:end]]) != phrase:
                continue
            after = tokens[end] if end < len(tokens) else None
            if after is None or not (after.tag in NOMINAL or after.low == phrase[0]) or len(phrase) == 1:
                found.update(range(at, end))
    return frozenset(found)
