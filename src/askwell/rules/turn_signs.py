"""Signs that an answer does not answer its question, although its sources support its sentences.

The sentences of sources and earlier turns are compared with the question. Those that share most with it should be the
ones that the answer is taken from, and should agree with it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Literal, NamedTuple

from askwell.languages import judging_words, patterns
from askwell.rules.turn_claims import denies, passage_of
from askwell.rules.turn_topics import answered, covered, other_numbers
from askwell.rules.turn_values import other_value
from askwell.text.asked import asked, scaffold
from askwell.text.citations import strip_marks
from askwell.text.match import in_lines, near_in, stem_of
from askwell.text.same_question import ANSWERED, opposites
from askwell.text.sentences import sentences
from askwell.text.support import statements
from askwell.text.support.reading import Reading, Token, read_passage, read_question
from askwell.text.support.signs import weight_of
from askwell.text.wanted import holds_number
from askwell.text.words import fold
from askwell.types import JudgedTurn, Language, Passage

_NUMBER = 1.5
_SCAFFOLD = 0.4
_PART_MATCH = 0.7
_CONTEXT = 0.5
"""Match of a word that only the sentence before or the introduction of its list has."""
_TITLE = 0.9
"""Match of a word that only the title has: it is about the same for all sentences of a document."""
_NEIGHBOUR = 0.6
"""The same for a word of an answer in the sentences next to one."""
_NEAR_BEST = 0.12
"""Sentences that share so much less of the question than the best one can answer it too."""
_AS_GOOD = 0.1
"""The same for the sentences that an answer is taken from."""
_RELATED = 0.5
"""Share of a question from which on an answer is related to it."""
_SAME_CLAIM = 0.5
"""Share of a statement's words in a sentence that says the opposite of it."""
_SHARED_WORDS = 2

Weighted = Mapping[str, float]
"""Stem, or value of a number, to its weight."""


Unanswered = Literal["", "elsewhere", "unrelated", "no_value", "missing", "other_number", "other_value", "opposite"]
"""Why an answer does not answer; empty for one that does."""


_REASONS: Mapping[str, Unanswered] = {
    "elsewhere": "elsewhere",
    "unrelated": "unrelated",
    "no_value": "no_value",
    "missing": "missing",
    "other_number": "other_number",
    "other_value": "other_value",
}


class Signs(NamedTuple):
    """What speaks against an answer, each 0 to 1."""

    elsewhere: float
    """How much less of the question than the best sentence has the one that the answer is taken from, times how much
    of the answer that sentence has; 0 if an earlier turn has as much. The least of all statements: one may answer."""
    unrelated: float
    """How little of the question the answer and the sentences that it is taken from have, with their titles, their
    introductions and the sentences before: 0 from half of it on. The least of all statements."""
    opposite: float
    """Share of a statement in a sentence that has the opposite of one of its words."""
    yes: float
    """How much more of the question sentences that deny have than others, if the answer begins with "yes"."""
    no: float
    """How much more of it sentences that do not deny have, if the answer begins with "no"."""
    no_value: float
    """1 if the question asks for a number, a sentence that could answer has one, and the answer none."""
    missing: float
    """Share of the expected topics and texts that the answer lacks; 0 if none are expected."""
    other_number: float
    """Share of the expected topics with a number that the answer lacks, if it has other numbers."""
    other_value: float
    """1 if its durations, amounts or percentages are other ones than the question asks for; see `turn_values`."""


class _Sentence:
    """A sentence of a source or an earlier turn."""

    __slots__ = ("around", "around_lines", "denies", "is_earlier", "lines", "stems", "title", "tokens")

    def __init__(
        self, tokens: Sequence[Token], title: frozenset[str], around: frozenset[str], *, denies: bool, is_earlier: bool
    ) -> None:
        self.tokens = tokens
        self.stems = frozenset([token.stem for token in tokens if token.kind != "function"])
        self.lines = in_lines(self.stems)
        self.title = title
        self.around = around
        self.around_lines = in_lines(around)
        self.denies = denies
        self.is_earlier = is_earlier


def reason(sign: str) -> Unanswered:
    """What a sign says of an answer that does not answer."""
    return _REASONS.get(sign, "opposite")


def signs(turn: JudgedTurn) -> Signs | None:
    """The signs of an answered turn; None if there is nothing that it may rest on, or its question is not known."""
    question = (*turn.expected_questions, turn.resolved)[0]
    said = [each.text for each in statements(turn.answer) if not denies(each.text, turn.language)]
    if turn.outcome not in {None, "answered"} or not (turn.sources or turn.earlier) or not question or not said:
        return None
    known = list(_sentences(turn))
    wanted = _words(question, turn.language)
    shares = [_share(wanted, each, context=True) for each in known]
    best = max(shares, default=0.0)
    asked_words = {**wanted, **_words(turn.question, turn.language)}
    own = [_words(each, turn.language) for each in (*said, *_introductions(turn.answer))]
    new = [{stem: weight for stem, weight in words.items() if not _has(asked_words, stem)} for words in own]
    yes, no = _stance(turn, question, known, shares)
    near = [each for each, share in zip(known, shares, strict=True) if share >= best - _NEAR_BEST]
    taken = [_taken_from(words, known) for words in new]
    return Signs(
        elsewhere=min(_elsewhere(each, known, shares) for each in taken) if turn.sources else 0.0,
        unrelated=max(0.0, 1 - max(map(partial(_related, wanted, known), own, taken)) / _RELATED)
        if turn.sources
        else 0.0,
        opposite=max(_opposite(text, known, turn.language) for text in said),
        yes=yes,
        no=no,
        no_value=float(_lacks_value(turn, question, wanted, near)),
        missing=1 - covered(turn)[0] if turn.expected_topics or turn.expected_texts else 0.0,
        other_number=other_numbers(turn),
        other_value=other_value(turn, question),
    )


def _sentences(turn: JudgedTurn) -> Iterator[_Sentence]:
    for held in turn.sources.values():
        for passage in held:
            yield from _of_passage(passage, is_earlier=False)
    for number, each in enumerate(turn.earlier, 1):
        asked_before = each.resolved or each.question
        yield from _of_passage(passage_of(f"turn {number}", asked_before, each.answer, turn.language), is_earlier=True)


def _of_passage(passage: Passage, *, is_earlier: bool) -> Iterator[_Sentence]:
    reading = read_passage(passage)
    title = frozenset(_words(passage.title, passage.language))
    before = lead = frozenset[str]()
    negations = frozenset(reading.negations)
    for number, (first, end) in reading.sentences.items():
        if reading.spans[number][1] <= reading.shift:
            continue
        tokens = reading.tokens[first:end]
        is_against = any(
            at in negations or reading.tokens[at].stem in _against(passage.language) for at in range(first, end)
        )
        made = _Sentence(tokens, title, before | lead, denies=is_against, is_earlier=is_earlier)
        yield made
        before = made.stems
        lead = before if _ends_with_colon(reading, number, passage) else lead


def _ends_with_colon(reading: Reading, number: int, passage: Passage) -> bool:
    start, end = (place - reading.shift for place in reading.spans[number])
    return passage.chunk.text[max(0, start) : end].rstrip().endswith(":")


def _introductions(answer: str) -> list[str]:
    """The sentences that introduce a list."""
    return [text for start, end in sentences(answer) if (text := answer[start:end]).endswith(":")]


def _words(text: str, language: Language) -> dict[str, float]:
    """The content words and numbers of a text with their weights."""
    form = scaffold(language)
    found: dict[str, float] = {}
    for token in read_question(text, language).tokens:
        if token.says:
            found[token.stem] = weight_of(token) * (_SCAFFOLD if token.stem in form else 1.0)
        elif token.kind in {"number", "count"}:
            found[token.stem] = _NUMBER
    return found


def _match(stem: str, stems: frozenset[str], lines: str) -> float:
    if stem in stems:
        return 1.0
    return _PART_MATCH if near_in(stem, lines) else 0.0


def _has(words: Mapping[str, float], stem: str) -> bool:
    return stem in words or near_in(stem, in_lines(frozenset(words)))


def _share(words: Weighted, sentence: _Sentence, *, context: bool = False) -> float:
    """The share of words that a sentence has, and of those around it for part."""
    total = sum(words.values())
    found = 0.0
    for stem, weight in words.items():
        match = _match(stem, sentence.stems, sentence.lines)
        if context and match < _CONTEXT:
            match = max(match, _CONTEXT * _match(stem, sentence.around, sentence.around_lines))
            match = max(match, _TITLE * (stem in sentence.title))
        found += weight * match
    return found / total if total else 0.0


class _Taken(NamedTuple):
    """Where a statement is taken from."""

    share: float
    """Share of its words, without those of the question, that the best sentence and its neighbours have."""
    sentences: tuple[int, ...]
    """Indexes of the sentences that have about as much; of all for a statement without such words."""


def _taken_from(new: Weighted, known: Sequence[_Sentence]) -> _Taken:
    if not new:
        return _Taken(0.0, tuple(range(len(known))))
    own = [_share(new, each) for each in known]
    held = [
        share + _NEIGHBOUR * max(_extra(new, known, at, next_to) for next_to in (at - 1, at + 1))
        for at, share in enumerate(own)
    ]
    most = max(held)
    return _Taken(min(1.0, most), tuple(at for at, share in enumerate(held) if share >= most - _AS_GOOD))


def _elsewhere(taken: _Taken, known: Sequence[_Sentence], shares: Sequence[float]) -> float:
    if any(known[at].is_earlier for at in taken.sentences):
        return 0.0
    return taken.share * (max(shares) - max(shares[at] for at in taken.sentences))


def _related(wanted: Weighted, known: Sequence[_Sentence], words: Weighted, taken: _Taken) -> float:
    """The share of the question in a statement and where it is taken from."""
    shares = []
    for at in taken.sentences:
        stems = known[at].stems.union(known[at].title, known[at].around, words)
        lines = in_lines(stems)
        shares.append(sum(weight * _match(stem, stems, lines) for stem, weight in wanted.items()))
    return max(shares) / (sum(wanted.values()) or 1.0)


def _extra(new: Weighted, known: Sequence[_Sentence], at: int, next_to: int) -> float:
    """The share of words that a sentence has and its neighbour has not."""
    if not 0 <= next_to < len(known):
        return 0.0
    own, other = known[at], known[next_to]
    lacking = {stem: weight for stem, weight in new.items() if not _match(stem, own.stems, own.lines)}
    return _share(lacking, other) * sum(lacking.values()) / sum(new.values())


def _opposite(text: str, known: Sequence[_Sentence], language: Language) -> float:
    said = read_question(text, language).tokens
    stems = {token.stem for token in said}
    both = ((pair, pair[::-1]) for pair in opposites(language))
    pairs = [(one, other) for each in both for one, other in each if one in stems and other not in stems]
    if not pairs:
        return 0.0
    words = _words(text, language)
    found = 0.0
    for one, other in pairs:
        rest = {stem: weight for stem, weight in words.items() if stem != one}
        shares = {True: 0.0, False: 0.0}
        for each in known:
            held = {token.stem for token in each.tokens}
            if other in held or one in held:
                has_opposite = other in held and one not in held
                enough = sum(stem in each.stems for stem in rest) >= _SHARED_WORDS
                shares[has_opposite] = max(shares[has_opposite], _share(rest, each) if enough else 0.0)
        if shares[True] >= _SAME_CLAIM:
            found = max(found, shares[True] - shares[False])
    return found


def _stance(
    turn: JudgedTurn, question: str, known: Sequence[_Sentence], shares: Sequence[float]
) -> tuple[float, float]:
    begins = turn.answer.strip().lower().replace("’", "'")
    says_no = bool(_opening(turn.language)[1].match(begins))
    says_yes = not says_no and bool(_opening(turn.language)[0].match(begins))
    if not (says_yes or says_no):
        return 0.0, 0.0
    tokens = read_question(question, turn.language).tokens
    exact = {token.stem for token in tokens if token.kind in {"number", "date"}}
    about = [(each, share) for each, share in zip(known, shares, strict=True) if exact <= each.stems]
    denying = max((share for each, share in about if each.denies), default=0.0)
    other = max((share for each, share in about if not each.denies), default=0.0)
    if any(token.kind == "negation" for token in tokens):
        denying, other = other, denying
    return (max(0.0, denying - other), 0.0) if says_yes else (0.0, max(0.0, other - denying))


def _lacks_value(turn: JudgedTurn, question: str, wanted: Weighted, near: Iterable[_Sentence]) -> bool:
    if asked(question, turn.language).for_ not in {"number", "duration"} or answered(turn, question) >= ANSWERED:
        return False
    said = strip_marks(turn.answer)
    if holds_number(said, turn.language) or _periods(turn.language).search(fold(said)):
        return False
    return any(token.kind in {"number", "count"} and token.stem not in wanted for each in near for token in each.tokens)


@cache
def _against(language: Language) -> frozenset[str]:
    return frozenset(stem_of(word, language) for word in judging_words(language).against)


@cache
def _opening(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = judging_words(language)
    return re.compile(rf"(?:{words.yes})(?!\w)"), re.compile(rf"(?:{words.no})\s*(?:[,.;:!–—-]|$)")


@cache
def _periods(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{patterns(language).signs.periods})\b")
