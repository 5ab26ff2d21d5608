"""Whether a wording asks what another one asks, for two readings of one question in a conversation."""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from askwell.languages import judging_words
from askwell.text.asked import scaffold
from askwell.text.match import in_lines, near_in, stem_of
from askwell.text.support.reading import read_question
from askwell.text.support.signs import weight_of
from askwell.types import Language

SAME = 0.5
"""Least chance of two readings that count as the same question."""
ENOUGH_CONTEXT = 0.7
"""Share of what a question left out that must be in the other reading, or in the answer.

Two readings may name their subject differently; then what was answered shows which one was meant.
"""
BOTH = 0.62
"""Mean share, of both readings, of what the user left out in the other one, from which on they ask the same."""
BOTH_ANSWERED = 0.35
"""The same if the answer has what is expected of it."""
ANSWERED = 0.6
"""Least share of the words of expected topics in an answer that has what is expected of it."""
_TYPED = 0.9
"""Least share of the typed words in a reading in other words."""
_MEANT = 0.5
"""Least share of the words that the user left out and that earlier turns have: another subject lacks them."""
_SAME_WORDS = 0.7
"""Share of words from which on a negation or an opposite makes another question; in other words both may be right."""
_PART_CHARS = 4
_WEIGHTS = {"typed": 6.77, "context": 3.03, "no_context": -4.18, "constant": -4.97}
"""Learnt from pairs of wordings of our own dialogues, as `python -m bench judge` does it for each fold of them."""
_NONE = 0.15
_SCAFFOLD = 0.4
"""Weight of a word of the form of a question, such as "difference"."""
_NUMBER = 1.5
_PART_MATCH = 0.7

Weighted = Mapping[str, float]
"""Stem, or value of a number, to its weight."""


@cache
def opposites(language: Language) -> tuple[tuple[str, str], ...]:
    """Pairs of stems of which one is the opposite of the other."""
    return tuple((stem_of(a, language), stem_of(b, language)) for a, b in judging_words(language).opposites)


class Shared(NamedTuple):
    """How much of an expected wording another one has, each 0 to 1; 1 if there is nothing to have."""

    typed: float
    """Of its words that the user typed."""
    context: float
    """Of its words that the user left out."""


class Comparison(NamedTuple):
    """Two readings compared."""

    is_same: bool
    missing: tuple[str, ...]
    """Stems of the expected wording that the other one lacks, in order."""


def compare(
    expected: str,
    resolved: str,
    typed: str,
    language: Language,
    *,
    terms: Iterable[str] = (),
    evidence: str = "",
    answered: float = 0.0,
    earlier: str = "",
) -> Comparison:
    """Whether a resolved question asks what the expected one does.

    `typed` is the question as the user wrote it, `terms` are words that it was also searched with, `evidence` is what
    was answered, `answered` the share of what is expected of the answer that it has, 0 to 1, and `earlier` the text of
    the turns before.
    """
    wanted, asked = carrying(expected, language), carrying(typed, language)
    held = carrying(" ".join([resolved, *terms]), language)
    lines = in_lines(frozenset(held))
    missing = {stem: weight for stem, weight in wanted.items() if not _match(stem, held, lines)}
    found = shared(wanted, held, asked)
    if min(found) >= _SAME_WORDS and asks_opposite(expected, resolved, language):
        return Comparison(False, tuple(missing))
    if _negates(typed, language) and _negates(expected, language) and not _negates(resolved, language):
        return Comparison(False, tuple(missing))
    if not missing:
        return Comparison(True, ())
    both = (found.context + shared(held, wanted, asked).context) / 2
    before = carrying(earlier, language)
    meant = {stem: weight for stem, weight in wanted.items() if stem not in asked and _is_about(stem, before)}
    least = BOTH_ANSWERED if answered >= ANSWERED else BOTH
    if found.typed >= _TYPED and _share(meant, held) >= _MEANT and both >= least:
        return Comparison(True, tuple(missing))
    context = {stem: weight for stem, weight in missing.items() if stem not in asked}
    known = _share(context, carrying(evidence, language))
    enough = found.context + (1 - found.context) * known >= ENOUGH_CONTEXT
    return Comparison(chance(found) >= SAME and enough, tuple(missing))


def asks_opposite(expected: str, resolved: str, language: Language) -> bool:
    """Whether only one of two readings has a negation, or one has the opposite of a word of the other."""
    one, other = (read_question(text, language).tokens for text in (expected, resolved))
    own, held = ({token.stem for token in tokens} for tokens in (one, other))
    if not any(token.says and token.stem in held for token in one):
        return False
    if any(token.kind == "negation" for token in one) != any(token.kind == "negation" for token in other):
        return True
    return any(
        (a in own - held and b in held - own) or (b in own - held and a in held - own) for a, b in opposites(language)
    )


def shared(wanted: Weighted, held: Weighted, typed: Weighted) -> Shared:
    """What one wording has of another."""
    return Shared(
        _share({stem: weight for stem, weight in wanted.items() if stem in typed}, held),
        _share({stem: weight for stem, weight in wanted.items() if stem not in typed}, held),
    )


def chance(found: Shared, weights: Mapping[str, float] = _WEIGHTS) -> float:
    """Chance that the wordings ask the same, 0 to 1."""
    total = sum(weights[name] * value for name, value in signs(found).items()) + weights["constant"]
    return 1 / (1 + math.exp(-total))


def signs(found: Shared) -> dict[str, float]:
    """Name of a weight to what it is multiplied with."""
    return {"typed": found.typed, "context": found.context, "no_context": float(found.context < _NONE)}


def carrying(text: str, language: Language) -> Weighted:
    """The words of a text that have content, its numbers and negations, with their weights."""
    form = scaffold(language)
    found: dict[str, float] = {}
    for token in read_question(text, language).tokens:
        if token.says or token.kind in {"number", "count", "negation"}:
            weight = weight_of(token) if token.says else _NUMBER
            found[token.stem] = weight * (_SCAFFOLD if token.stem in form else 1.0)
    return found


def carrying_all(texts: Iterable[str], language: Language) -> Weighted:
    """The same of several texts, each read by itself, as passages recur from turn to turn."""
    found: dict[str, float] = {}
    for text in texts:
        found |= carrying(text, language)
    return found


def lacking(wanted: Weighted, held: Weighted) -> frozenset[str]:
    """The words that a text does not have, not even as a part of a compound."""
    lines = in_lines(frozenset(held))
    return frozenset(stem for stem in wanted if not _match(stem, held, lines))


def _share(wanted: Weighted, held: Weighted) -> float:
    lines = in_lines(frozenset(held))
    total = sum(wanted.values())
    return sum(weight * _match(stem, held, lines) for stem, weight in wanted.items()) / total if total else 1.0


def share_beyond(wanted: str, held: str, known: str, language: Language) -> float | None:
    """The share of the words of a text in another one, without those that are known; None if it has no others."""
    before = carrying(known, language)
    lines = in_lines(frozenset(before))
    others = {stem: weight for stem, weight in carrying(wanted, language).items() if not _match(stem, before, lines)}
    return _share(others, carrying(held, language)) if others else None


def _negates(text: str, language: Language) -> bool:
    return any(token.kind == "negation" for token in read_question(text, language).tokens)


def _is_about(stem: str, known: Weighted) -> bool:
    """Whether a text has a word, or a part of a word with a hyphen."""
    return stem in known or any(len(part) >= _PART_CHARS and part in known for part in stem.split("-"))


def _match(stem: str, held: Weighted, lines: str) -> float:
    if stem in held:
        return 1.0
    return _PART_MATCH if near_in(stem, lines) else 0.0
