"""What an answer has of the topics and texts that are expected of it."""

from collections.abc import Sequence
from statistics import mean

from askwell.text.numbers import numbers
from askwell.text.same_question import Weighted, carrying, carrying_all, lacking, share_beyond
from askwell.types import JudgedTurn

_ONLY_IN_SOURCES = 0.3
"""Share of a topic that the answer does not name, and its sources or earlier turns do."""
_IN_TITLE = 0.7
"""The same if the title of a source does: the answer is from a text about it."""
_ONLY_ASKED = 0.4
"""The same if only the question does: a right answer may be in other words."""
_ONLY_A_LABEL = 0.6
"""Share of a topic whose words are nowhere: the author's name for something that has another one."""
Part = tuple[float, str]
"""A share, 0 to 1, and the reason for it."""


def has_texts(turn: JudgedTurn) -> bool:
    """Whether texts are expected and the answer has them all, so that it answers whatever the signs say."""
    answer = " ".join(turn.answer.split()).casefold()
    return bool(turn.expected_texts) and all(_has_text(answer, names) for names in turn.expected_texts)


def _has_text(answer: str, names: Sequence[str]) -> bool:
    return any(" ".join(name.split()).casefold() in answer for name in names)


def covered(turn: JudgedTurn) -> Part:
    """The share of expected topics and texts that an answer has."""
    answer = " ".join(turn.answer.split()).casefold()
    missing = []
    shares = []
    for names in turn.expected_texts:
        shares.append(float(_has_text(answer, names)))
        missing += [names[0]] * (not shares[-1])
    places = _places(turn) if turn.expected_topics else ()
    for names in turn.expected_topics:
        shares.append(max(_names_topic(turn, name, places) for name in names))
        missing += [names[0]] * (shares[-1] < 1)
    return mean(shares), f"misses {', '.join(missing)}" if missing else f"all {len(shares)} expected topics and texts"


def names_none(turn: JudgedTurn) -> bool:
    """Whether an answer has nothing of any expected topic or text; False if none is expected.

    A word of a topic counts if the answer has it, if the title of a source does, or if the question does and sources or
    earlier turns too. So does the name that an author gives to what an answer says in other words, mostly: of 251 right
    answers 9 have nothing, of right answers with the topics of another turn 91 %.
    """
    answer = " ".join(turn.answer.split()).casefold()
    if not (turn.expected_topics or turn.expected_texts) or any(
        _has_text(answer, each) for each in turn.expected_texts
    ):
        return False
    places = _places(turn) if turn.expected_topics else ()
    return not any(_has_any(turn, name, places) for names in turn.expected_topics for name in names)


def _has_any(turn: JudgedTurn, topic: str, places: Sequence[Weighted]) -> bool:
    wanted = carrying(topic, turn.language)
    if not wanted:
        return topic.casefold() in turn.answer.casefold()
    lacks = [lacking(wanted, each) for each in places]
    return any(_covers(*(stem not in each for each in lacks)) >= _IN_TITLE for stem in wanted)


def _places(turn: JudgedTurn) -> tuple[Weighted, ...]:
    """The words of the answer, of the question, of sources and earlier turns, and of the sources' titles."""
    titles = [passage.title for held in turn.sources.values() for passage in held]
    texts = [passage.chunk.text for held in turn.sources.values() for passage in held]
    before = [text for each in turn.earlier for text in (each.question, each.answer)]
    questions = [turn.resolved or turn.question, *turn.expected_questions]
    return tuple(
        carrying_all(each, turn.language) for each in ([turn.answer], questions, titles + texts + before, titles)
    )


def _names_topic(turn: JudgedTurn, topic: str, places: Sequence[Weighted]) -> float:
    """How much of a topic an answer covers, 0 to 1.

    A word of the question is covered if answer, sources or earlier turns have it: an answer need not repeat what it was
    asked. Of a word that is only in one of these, a part counts.
    """
    wanted = carrying(topic, turn.language)
    if not wanted:
        return float(topic.casefold() in turn.answer.casefold())
    lacks = [lacking(wanted, each) for each in places]
    shares = {stem: _covers(*(stem not in each for each in lacks)) for stem in wanted}
    return sum(weight * shares[stem] for stem, weight in wanted.items()) / sum(wanted.values())


def _covers(in_answer: bool, in_question: bool, in_evidence: bool, in_title: bool) -> float:  # places of a word
    if in_answer or (in_question and in_evidence):
        return 1.0
    if in_title:
        return _IN_TITLE
    if in_evidence:
        return _ONLY_IN_SOURCES
    return _ONLY_ASKED if in_question else _ONLY_A_LABEL


def answered(turn: JudgedTurn, expected: str) -> float:
    """The share of expected topics and texts in the answer, without the words of the question; 0 if there are none."""
    known = f"{expected} {turn.question}"
    shares = []
    for names in (*turn.expected_topics, *turn.expected_texts):
        found = [share_beyond(name, turn.answer, known, turn.language) for name in names]
        others = [share for share in found if share is not None]
        shares += [max(others)] if others else []
    return mean(shares) if shares else 0.0


def other_numbers(turn: JudgedTurn) -> float:
    """The share of expected topics with a number that the answer does not have, if it has others."""
    said = {value for value, _, _ in numbers(turn.answer, turn.language)}
    wanted = [
        [{value for value, _, _ in numbers(name, turn.language)} for name in names] for names in turn.expected_topics
    ]
    exact = [sets for sets in wanted if all(sets)]
    lacking = [sets for sets in exact if not any(own <= said for own in sets)]
    others = said - {value for value, _, _ in numbers(turn.question, turn.language)}
    return len(lacking) / len(exact) if exact and others else 0.0


def sources_text(turn: JudgedTurn) -> str:
    """Titles and texts of all sources."""
    texts = [f"{passage.title}\n{passage.chunk.text}" for held in turn.sources.values() for passage in held]
    return "\n".join(texts)
