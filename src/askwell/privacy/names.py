"""People, places, organisations and addresses in running text: a learnt label for words with a capital or digits."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import numpy as np

from askwell.privacy.context import any_language
from askwell.privacy.spans import Kind, Span
from askwell.privacy.words import (
    BUCKETS,
    PARTICLES,
    Facts,
    Word,
    bucket,
    context_signs,
    may_be_named,
    names,
    read_facts,
    split,
    word_signs,
)

Label = Literal["O", "PERSON", "PLACE", "ORGANISATION", "ADDRESS"]
LABELS: tuple[Label, ...] = ("O", "PERSON", "PLACE", "ORGANISATION", "ADDRESS")
_NAMES = tuple(each[:2] for each in LABELS)
"""Short names of the labels in signs."""
OTHER = 0
PERSON = 1
ADDRESS = 4

_LONGEST_GAP = 3
_INITIALS = re.compile(r"\s*(?:\.\s*)?(?:-\s?)?")


def named(text: str, caution: float = 0.0) -> Iterator[Span]:
    """Spans of people, places, organisations and addresses; the score of a person is lowered by `caution`."""
    words = split(text)
    return _joined(text, words, label(words, caution))


def titles(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Titles directly before the people among these spans."""
    people = {span.start for span in spans if span.kind == "PERSON"}
    for found in _titles().finditer(text) if people else ():
        if found.end() in people:
            yield Span(found.start(), found.end("title"), "TITLE")


def label(words: Sequence[Word], caution: float = 0.0) -> list[int]:
    """The label of each word, as an index of `LABELS`; each is decided with those before it."""
    labels: list[int] = []
    facts = [_facts(word.text) for word in words]
    last = before = _NAMES[OTHER]
    for at, word in enumerate(words):
        best = OTHER
        if may_be_named(word.text):
            best = _best(word.text, context_signs(facts, at, last, before), caution)
            if best == PERSON and word.text[0].isdigit():
                best = OTHER
        labels.append(best)
        last, before = _NAMES[best], last
    return labels


def _best(word: str, signs: Iterable[str], caution: float) -> int:
    """The label with the highest score; the sums are written out, since this is most of the time of a text."""
    other, person, place, organisation, address = _own(word)
    person -= caution
    for sign in signs:
        row = _row(sign)
        other += row[0]
        person += row[1]
        place += row[2]
        organisation += row[3]
        address += row[4]
    scores = (other, person, place, organisation, address)
    return scores.index(max(scores))


@lru_cache(maxsize=100_000)
def _row(sign: str) -> tuple[float, ...]:
    return _learnt()[0][bucket(sign)]


@lru_cache(maxsize=20_000)
def _facts(word: str) -> Facts:
    return read_facts(word, names())


@lru_cache(maxsize=20_000)
def _own(word: str) -> tuple[float, ...]:
    """The scores of a word by itself."""
    table, constant = _learnt()
    rows = [table[bucket(sign)] for sign in word_signs(word, names())]
    return tuple(sum(column) for column in zip(constant, *rows, strict=True))


@cache
def _learnt() -> tuple[list[tuple[float, ...]], tuple[float, ...]]:
    """The weights of each sign, and the constant, one for each label."""
    with (files(__package__) / "names.npz").open("rb") as file, np.load(file) as stored:
        weights = stored["weights"].astype(np.float32) * stored["scale"]
        constant = stored["constant"].tolist()
    if weights.shape != (BUCKETS, len(LABELS)):
        raise ValueError(f"names.npz holds weights of shape {weights.shape}; learn them again")
    return [tuple(row) for row in weights.tolist()], tuple(constant)


@cache
def _titles() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?P<title>(?i:{any_language(lambda words: words.titles)})\.?)\s{{1,2}}")


def _joined(text: str, words: Sequence[Word], labels: Sequence[int]) -> Iterator[Span]:
    """Spans of words with the same label, over the small words and initials between them."""
    at = 0
    while at < len(words):
        own = labels[at]
        if own == OTHER:
            at += 1
            continue
        last, following = at, at + 1
        while following < len(words) and following - last <= _LONGEST_GAP:
            if labels[following] == own and _continues(text, words, last, following, own):
                last = following
            elif labels[following] != OTHER:
                break
            following += 1
        kind: Kind = LABELS[own]  # type: ignore[assignment]
        end = words[last].end
        inside = [word.text for word in words[at : last + 1]]
        if own != ADDRESS or _is_address(inside):
            yield Span(words[at].start, end, kind)
        at = last + 1


def _continues(text: str, words: Sequence[Word], last: int, following: int, own: int) -> bool:
    """Whether two words with a label are one span: what is between them may be in a name."""
    between = [word.text for word in words[last + 1 : following]]
    if own == ADDRESS:
        return all(each in {",", "\n", ".", "|", "#", "/", "-", "°"} or each.lower() in PARTICLES for each in between)
    gap = text[words[last].end : words[following].start]
    if "\n" in gap:
        return False
    if between == ["."]:
        return len(words[last].text) == 1 or not gap.endswith(" ")
    return all(each.lower() in PARTICLES or each in {"-", "&"} for each in between)


def _is_address(words: Sequence[str]) -> bool:
    """Whether words with that label are an address: a number and a name of more than a few letters."""
    return any(word[0].isdigit() for word in words) and any(word[0].isupper() and len(word) > 3 for word in words)
