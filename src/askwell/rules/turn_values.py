"""Whether an answer gives another duration, amount or percentage than the one that was asked for."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache

from askwell.text.computed import are_computed
from askwell.text.facts import find_facts
from askwell.text.same_question import Weighted, carrying, lacking
from askwell.text.sentences import sentences
from askwell.types import Fact, FactKind, JudgedTurn, Language

_KINDS: frozenset[FactKind] = frozenset({"duration", "amount", "percentage"})
_NEAR_BEST = 0.05
"""Sentences that share so much less of the question than the best one can answer it too."""
_TITLE = 0.9
"""Match of a word that only the title has."""
_ANY_DAY = date(2000, 1, 3)
"""Day on which texts are read; values that depend on it are not compared."""
_DURATION = re.compile(r"P(T?)(\d+)([MHDWY])")
_UNITS = {
    "TM": ("minutes", 1),
    "TH": ("minutes", 60),
    "D": ("minutes", 1_440),
    "W": ("minutes", 10_080),
    "M": ("months", 1),
    "Y": ("months", 12),
}
"""Unit of ISO 8601 to the kind of durations that it can be compared with, and its length in these."""
_ROW_END = re.compile(r"\n|\|\s*\|")
_MARK = re.compile(r"\[\d+\]")

Value = tuple[str, str]
"""Kind with its unit, and the value: equal for `7 days` and `1 week`."""


def other_value(turn: JudgedTurn, question: str) -> float:
    """1 if an answer has other values than expected, or than the sentences that share most with the question; else 0.

    Only values of one kind and unit are compared. Those that were asked about, or that follow from earlier turns by
    arithmetic, are no other ones.
    """
    asked = _values(f"{turn.question}\n{question}", turn.language)
    answer = _MARK.sub("", turn.answer)
    said = _values(answer, turn.language) - asked
    if not said:
        return 0.0
    if any(_differ(said, asked, names, turn.language) for names in turn.expected_topics):
        return 1.0
    near = _near(turn, carrying(question, turn.language)) - asked
    kinds = {kind for kind, _ in said} & {kind for kind, _ in near}
    differ = any(not {value for value in near & said if value[0] == kind} for kind in kinds)
    return float(differ and not _is_computed(answer, turn))


def _differ(said: set[Value], asked: set[Value], names: Sequence[str], language: Language) -> bool:
    """Whether each name of a topic has a value of a kind that an answer has, and none of them is in it."""
    wanted = [_values(name, language) for name in names]
    kinds = {kind for kind, _ in said}
    return all(own and kinds & {kind for kind, _ in own} and not own <= said | asked for own in wanted)


def _near(turn: JudgedTurn, wanted: Weighted) -> set[Value]:
    """The values of the sentences and rows that share most with a question."""
    known = list(_known(turn))
    shares = [_share(wanted, text, title, turn.language) for text, title in known]
    best = max(shares, default=0.0)
    near = [text for (text, _), share in zip(known, shares, strict=True) if share >= best - _NEAR_BEST]
    return set().union(*(_values(text, turn.language) for text in near))


def _known(turn: JudgedTurn) -> Iterator[tuple[str, str]]:
    """The sentences and rows of sources and earlier answers, each with its title."""
    passages = [(each.chunk.text, each.title) for held in turn.sources.values() for each in held]
    passages += [(each.answer, each.resolved or each.question) for each in turn.earlier]
    for text, title in passages:
        for start, end in sentences(text):
            yield from ((part, title) for part in _ROW_END.split(text[start:end]) if part.strip())


def _share(wanted: Weighted, text: str, title: str, language: Language) -> float:
    lacks, untitled = lacking(wanted, carrying(text, language)), lacking(wanted, carrying(title, language))
    found = sum(
        weight * (1.0 if stem not in lacks else _TITLE * (stem not in untitled)) for stem, weight in wanted.items()
    )
    return found / (sum(wanted.values()) or 1.0)


def _is_computed(answer: str, turn: JudgedTurn) -> bool:
    before = "\n".join(each.answer for each in turn.earlier)
    talk = "\n".join(
        [turn.question, turn.resolved or "", *(f"{each.question}\n{each.answer}" for each in turn.earlier)]
    )
    sources = [each.chunk.text for held in turn.sources.values() for each in held]
    # The second one for a result that the user has computed: it is in the question too.
    return are_computed(answer, talk, [*sources, talk], turn.language) or are_computed(
        answer, before, [before], turn.language
    )


def _values(text: str, language: Language) -> set[Value]:
    return {_value(fact) for fact in find_facts(text, language, _ANY_DAY) if fact.kind in _KINDS}


@cache
def _value(fact: Fact) -> Value:
    if fact.kind != "duration" or not (found := _DURATION.fullmatch(fact.canonical)):
        return fact.kind, fact.canonical
    time, count, unit = found.groups()
    kind, length = _UNITS[f"{time}{unit}"]
    return kind, str(int(count) * length)
