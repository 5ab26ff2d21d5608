"""Pronouns that refer to nothing: `it` of `is it true that`."""

import re
from functools import cache

from askwell.languages import patterns
from askwell.languages.lexicon import Lexicon
from askwell.text.pieces import HIDDEN, Tag, Token, tagged


def with_expletives(text: str, tokens: list[Token], lex: Lexicon) -> list[Token]:
    """The tokens, with pronouns that refer to nothing tagged as expletives."""
    if not any(token.low in lex.pronouns and token.tag in _MAY_BE_EXPLETIVE for token in tokens):
        return tokens
    plain = HIDDEN.sub(" ", text).lower().replace("’", "'")
    if len(plain) != len(text):
        return tokens
    spans = [
        match.span() for pattern in _compiled(patterns(lex.language).expletive) for match in pattern.finditer(plain)
    ]
    if not spans:
        return tokens
    return [
        tagged(token, "expletive")
        if token.tag in _MAY_BE_EXPLETIVE
        and any(start <= token.start < end for start, end in spans)
        and token.low in lex.pronouns
        else token
        for token in tokens
    ]


_MAY_BE_EXPLETIVE: frozenset[Tag] = frozenset({"pronoun", "definite"})


@cache
def _compiled(sources: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(source) for source in sources)
