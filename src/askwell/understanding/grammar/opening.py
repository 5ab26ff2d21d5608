"""Pronouns that take up a phrase of their own question: "that file, where do I put it?", "il modulo lo firmo?"."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from askwell.languages.it import grammar as italian
from askwell.languages.lexicon import Refers
from askwell.text.mentions import Mention
from askwell.text.pieces import Token

_IN_A_CLAUSE = frozenset({"wh", "aux", "verb", "prep", "pronoun"})
"""Words before a phrase that show that it does not begin its question."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Phrases that a question begins with."""

    before: Mapping[int, Mention]
    """Start of the question word or pronoun right after a phrase to the phrase."""
    wh: int | None
    """Start of the question word among them."""


def opening_of(tokens: tuple[Token, ...], mentions: tuple[Mention, ...]) -> Opening:
    """The phrases that a question begins with, each by the start of the question word or pronoun right after it."""
    clause = next((token.start for token in tokens if token.tag in _IN_A_CLAUSE), len(tokens) and tokens[-1].end)
    words = [token for token in tokens if token.tag != "punct"]
    starts = [token.start for token in words]
    found: dict[int, Mention] = {}
    for mention in mentions:
        at = bisect_left(starts, mention.end)
        if mention.start <= clause and at < len(words) and words[at].tag in {"wh", "pronoun"}:
            found[words[at].start] = mention
    return Opening(found, next((start for start in found if words[starts.index(start)].tag == "wh"), None))


def taken_up(token: Token, refers: Refers, opening: Opening) -> Mention | None:
    """The phrase that its question begins with, if a pronoun takes it up: "that file, where do I put it?".

    What follows that phrase is the question word, or in Italian the pronoun itself ("il modulo lo devo firmare?").
    """
    mention = opening.before.get(token.start) if token.low in italian.VERB_CLITICS else None
    if mention is None and opening.wh is not None and opening.wh < token.start:
        mention = opening.before[opening.wh]
    return mention if mention is not None and agrees(refers, mention) else None


def agrees(refers: Refers, mention: Mention, *, masculine: bool = False) -> bool:
    """Whether a phrase may be what a pronoun of this kind refers to."""
    if refers == "person":
        return mention.person or mention.name or (masculine and not mention.plural)
    if refers == "plural":
        return mention.plural or mention.name
    return not mention.person and not (refers == "thing" and mention.plural)
