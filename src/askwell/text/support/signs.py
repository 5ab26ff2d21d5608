"""Signs of how passages support a statement: words that they share, and figures, names and negations that differ."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from askwell.text.match import near_in
from askwell.text.support.reading import GRAM, Reading, Token, parts
from askwell.text.support.rows import means_cell

_NEAR = 6
"""Largest distance in words of a pair, and from a word of a statement to those that it is read with."""
_WINDOW_SENTENCES = 3
_MOST_OCCURRENCES = 24
"""Places of a word in a passage that are looked at; passages of 180 tokens have fewer."""
_PART_MATCH = 0.7
"""Match of a word with a compound of it, or with another ending."""
_NAME_WEIGHT = 1.5
_LONG = 6
_CLEAR = 0.1
"""A fit that is so much better than another one is clearly better."""
_UNKNOWN_NEGATION = 0.3
"""Sign of a negation whose words are not in the passages, so that nothing tells whether they negate it."""


class Words(NamedTuple):
    """Words that a statement shares with the passages, each 0 to 1."""

    overlap: float
    """Share of all words that occur in the passages."""
    cover: float
    """The same of the content words, by weight: 1.5 for a name, otherwise .5 to 1 by length."""
    window: float
    """The largest such share in three sentences of one passage."""
    pairs: float
    """Share of neighbouring content words, numbers among them, that are near each other in a passage."""
    quoted: float
    """Share of words in runs of four that occur in a passage."""
    known: float
    """Share of content words that occur in a passage as a part of a compound or in another form at least."""


class Clashes(NamedTuple):
    """What a statement has and the passages do not, each 0 to 1."""

    number: float
    """1 if a number of it is not in the passages."""
    number_moved: float
    """How little of what surrounds a number in the statement surrounds it in the passages, for the worst one; 1 if a
    number in letters is not there."""
    name: float
    """1 if a name of it is not in the passages."""
    name_share: float
    """Share of such names among the names."""
    name_moved: float
    """Like `number_moved`."""
    date: float
    """1 if a month or a day of the week is not in the passages."""
    date_moved: float
    """Like `number_moved`."""
    negation_added: float
    """How much better what it negates fits to places of the passages that do not negate it."""
    negation_dropped: float
    """How much better what it does not negate fits to places of the passages that do."""
    negation_count: float
    """Share of its words in the sentence that shares most with it, if that has more or fewer negations of them."""


def shared_words(statement: Reading, passages: Sequence[Reading]) -> Words:
    """The words that a statement shares with passages."""
    tokens = statement.tokens
    said = {token.stem: weight_of(token) for token in tokens if token.says}
    total = sum(said.values())
    anywhere = [any(token.stem in passage.places for passage in passages) for token in tokens]
    match = {stem: _match(stem, passages) for stem in said}
    carrying = [token for token in tokens if token.says or token.kind == "number"]
    pairs = [_are_near(a, b, passages) for a, b in pairwise(carrying)]
    cover = sum(weight * match[stem] for stem, weight in said.items()) / total if total else 1.0
    return Words(
        overlap=sum(anywhere) / max(1, len(tokens)),
        cover=cover,
        window=max((_best_window(said, passage) for passage in passages), default=0.0) / total if total else cover,
        pairs=sum(pairs) / len(pairs) if pairs else cover,
        quoted=_quoted(tokens, passages),
        known=sum(map(bool, match.values())) / max(1, len(match)),
    )


def covered(statement: Reading, passages: Sequence[Reading]) -> float:
    """The sign `cover`."""
    said = {token.stem: weight_of(token) for token in statement.tokens if token.says}
    return sum(weight * _match(stem, passages) for stem, weight in said.items()) / (sum(said.values()) or 1.0)


def clashes(statement: Reading, passages: Sequence[Reading], asked: Reading) -> Clashes:
    """What a statement has and the passages do not. It may repeat numbers, names and dates that were asked about."""
    kinds = ("number", "count", "name", "date")
    number, count, name, date = (_anchored(statement, passages, asked, kind) for kind in kinds)
    return Clashes(
        number=float(number[0] > 0),
        number_moved=max(number[1], count[1], float(count[0] > 0)),
        name=float(name[0] > 0),
        name_share=name[0],
        name_moved=name[1],
        date=float(date[0] > 0),
        date_moved=date[1],
        negation_added=_negation_added(statement, passages),
        negation_dropped=_negation_dropped(statement, passages),
        negation_count=_negation_count(statement, passages),
    )


def weight_of(token: Token) -> float:
    """1.5 for a name, a number or a date, otherwise .5 to 1 by length."""
    return _NAME_WEIGHT if token.kind != "content" else 0.4 + 0.1 * min(_LONG, len(token.stem))


def _match(stem: str, passages: Sequence[Reading]) -> float:
    if any(stem in passage.places for passage in passages):
        return 1.0
    return _PART_MATCH if any(near_in(stem, passage.lines) for passage in passages) else 0.0


def _best_window(said: dict[str, float], passage: Reading) -> float:
    """The largest weight of these words in three sentences of a passage."""
    sums: dict[int, float] = {}
    for stem, weight in said.items():
        sentences = {passage.tokens[at].sentence for at in passage.places.get(stem, ())}
        for first in {sentence - back for sentence in sentences for back in range(_WINDOW_SENTENCES)}:
            sums[first] = sums.get(first, 0.0) + weight
    return max(sums.values(), default=0.0)


def _are_near(one: Token, other: Token, passages: Sequence[Reading]) -> bool:
    return any(
        _has_within(passage.places.get(other.stem, ()), at, _NEAR)
        for passage in passages
        for at in passage.places.get(one.stem, ())[:_MOST_OCCURRENCES]
    )


def _has_within(places: Sequence[int], at: int, distance: int) -> bool:
    """Whether one of these places, in order, is at most so far from another."""
    first = bisect_left(places, at - distance)
    return first < len(places) and places[first] <= at + distance


def _quoted(tokens: Sequence[Token], passages: Sequence[Reading]) -> float:
    inside = [False] * len(tokens)
    for at in range(len(tokens) - GRAM + 1):
        gram = tuple(token.stem for token in tokens[at : at + GRAM])
        if any(gram in passage.grams for passage in passages):
            inside[at : at + GRAM] = [True] * GRAM
    return sum(inside) / max(1, len(tokens))


def _anchored(statement: Reading, passages: Sequence[Reading], asked: Reading, kind: str) -> tuple[float, float]:
    """Share of the tokens of a kind that the passages do not have, and the largest distance of the others."""
    places = [at for at, token in enumerate(statement.tokens) if token.kind == kind]
    fits = [_fit(statement, at, passages, asked) for at in places]
    lost = sum(fit is None for fit in fits)
    moved = max((1 - fit for fit in fits if fit is not None), default=0.0)
    return (lost / len(places) if places else 0.0), moved


def _fit(statement: Reading, at: int, passages: Sequence[Reading], asked: Reading) -> float | None:
    """The best fit of a token to its places in the passages; None if it has none."""
    stem = statement.tokens[at].stem
    found = [fit for passage in passages for _, fit in _fits(statement, at, passage)]
    if stem in asked.places:
        found.append(_PART_MATCH)
    if found:
        return max(found)
    is_known = not stem[0].isdigit() and any(_knows(held, stem) for held in (*passages, asked))
    return _PART_MATCH if is_known else None


def _knows(passage: Reading, stem: str) -> bool:
    """Whether a passage has a compound of a word, its parts, or the words that it abbreviates."""
    if near_in(stem, passage.lines):
        return True
    own = parts(stem)
    if own and all(part in passage.places for part in own if len(part) > 1):
        return True
    return 2 < len(stem) < _LONG and any(stem in initials for initials in passage.initials)


def _fits(statement: Reading, at: int, passage: Reading) -> Iterator[tuple[int, float]]:
    """Each place of a token in a passage with its fit: half of the words next to it, half of the content around it.

    In a table a place fits or does not, by its row and its column.
    """
    tokens = statement.tokens
    held = passage.places.get(tokens[at].stem, ())[:_MOST_OCCURRENCES]
    if not held:
        return
    around = {t.stem for t in _around(tokens, at, _NEAR) if t.says}
    next_to = {t.stem for t in _around(tokens, at, 1)}
    stems = [token.stem for token in tokens] if passage.cells else []
    label = _label(tokens, at) if passage.cells else frozenset()
    for place in held:
        if cell := passage.cells.get(place):
            yield place, float(means_cell(cell, stems, at, label))
            continue
        far = [stem for stem in around if _has_within(passage.places.get(stem, ()), place, 2 * _NEAR)]
        near = [stem for stem in next_to if stem in _next_to(passage.tokens, place)]
        shares = [len(found) / len(of) for found, of in ((far, around), (near, next_to)) if of]
        yield place, sum(shares) / len(shares) if shares else 1.0


def _label(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """The stems of the clause before that of a token."""
    return frozenset(token.stem for token in tokens[:at] if token.clause == tokens[at].clause - 1)


def _next_to(tokens: Sequence[Token], at: int) -> set[str]:
    """The stems at most two words before and after a token, in its sentence."""
    own = tokens[at].sentence
    return {token.stem for token in tokens[max(0, at - 2) : at + 3] if token.sentence == own}


def _around(tokens: Sequence[Token], at: int, distance: int) -> Iterator[Token]:
    """The tokens around one, in its sentence."""
    for place in range(max(0, at - distance), min(len(tokens), at + distance + 1)):
        if place != at and tokens[place].sentence == tokens[at].sentence:
            yield tokens[place]


def _negation_added(statement: Reading, passages: Sequence[Reading]) -> float:
    found = [_polar(statement, at, passages) for at in statement.negated]
    known = [_clearly(plain, negated) for plain, negated in found if plain or negated]
    if known:
        return sum(known) / len(known)
    return _UNKNOWN_NEGATION if statement.negations else 0.0


def _negation_dropped(statement: Reading, passages: Sequence[Reading]) -> float:
    said = [at for at, token in enumerate(statement.tokens) if token.says and at not in statement.negated]
    found = [_polar(statement, at, passages) for at in said if _is_negated(statement.tokens[at].stem, passages)]
    return max((_clearly(negated, plain) for plain, negated in found), default=0.0)


def _negation_count(statement: Reading, passages: Sequence[Reading]) -> float:
    wanted = {token.stem for token in statement.tokens if token.kind != "negation"}
    best, differs = 0.0, False
    for passage in passages:
        shared: dict[int, int] = {}
        for stem in wanted:
            for sentence in {passage.tokens[at].sentence for at in passage.places.get(stem, ())}:
                shared[sentence] = shared.get(sentence, 0) + 1
        for sentence, count in shared.items():
            share = count / len(wanted)
            if share <= best:
                continue
            first, end = passage.sentences[sentence]
            negations = [at for at in passage.negations if first <= at < end]
            near = [at for at in negations if any(t.stem in wanted for t in passage.tokens[at + 1 : at + 4] if t.says)]
            best, differs = share, not len(near) <= len(statement.negations) <= len(negations)
    return best if differs else 0.0


def _clearly(fit: float, other: float) -> float:
    """A fit as far as it is better than another one."""
    return fit * min(1.0, max(0.0, fit - other) / _CLEAR)


def _is_negated(stem: str, passages: Sequence[Reading]) -> bool:
    return any(at in passage.negated for passage in passages for at in passage.places.get(stem, ()))


def _polar(statement: Reading, at: int, passages: Sequence[Reading]) -> tuple[float, float]:
    """The best fit of a token to places that do not negate it, and to places that do; 0 where there are none."""
    plain = negated = 0.0
    for passage in passages:
        for place, fit in _fits(statement, at, passage):
            if place in passage.negated:
                negated = max(negated, fit)
            else:
                plain = max(plain, fit)
    return plain, negated
