"""What ranking, grading and writing by rules say of questions to a small society, as recorded.

The weights of each were learnt from these figures; one that is computed in another way makes all of them wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from askwell.projections import reason_text
from askwell.rules.choose import choose
from askwell.rules.form import read_question
from askwell.rules.grade import evidence, grades
from askwell.rules.rank import STANDING, features, rerank
from askwell.rules.sureness import Draft, chance, signs_of
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from askwell.rules.write import answer_pieces
from askwell.types import Language, Passage
from tests.passages import brief
from tests.recorded import assert_as_recorded, shown
from tests.rules.allotments import PASSAGES, QUESTIONS, found
from tests.rules.test_write import answer_of

RECORDS = Path(__file__).parent
PACKED = 6
"""Passages that the writer gets."""


def _name(passage: Passage) -> str:
    return passage.chunk.id


def test_passages_have_the_recorded_units() -> None:
    lines = []
    for one in units(PASSAGES):
        signs = " ".join(name for name in ("opens", "quoted", "is_whole", "is_fragment") if getattr(one, name))
        place = f"{_name(PASSAGES[one.passage])} {one.order}/{one.block}/{one.sentence}"
        lines.append(f"{place} {one.kind} [{one.heading}] {one.key} {signs}: {one.text!r}")
    assert_as_recorded(RECORDS / "recorded_units.txt", lines)


def _ranked(question: str, language: Language) -> Iterator[str]:
    passages = found(question)
    columns = features(question, passages, language, question.lower(), ("How is compost made?",))
    for name, column in columns.items():
        yield f"  {name}: {shown(list(column))}"
    for one in rerank(question, passages, language):
        yield f"  {_name(one)} {shown(one.score)} {shown(one.scores[STANDING])}"


def test_passages_are_ranked_as_recorded() -> None:
    lines = (line for language, question in QUESTIONS for line in (question, *_ranked(question, language)))
    assert_as_recorded(RECORDS / "recorded_ranking.txt", lines)


def _graded(question: str, language: Language) -> Iterator[str]:
    passages = rerank(question, found(question), language)
    for with_meaning in (True, False):
        given = passages if with_meaning else [replace(each, scores={"lexical": 1.0}) for each in passages]
        judged = zip(given, grades(question, given, language), evidence(question, given, language), strict=True)
        for passage, grade, seen in judged:
            signs = f"{'relevant' if grade.relevant else 'not'} {'sure' if grade.is_sure else 'unsure'}"
            figures = shown((grade.score, seen.coverage, seen.names_missing, seen.near))
            yield f"  {_name(passage)} {signs} {figures} {reason_text(grade.reason, 'en')}"


def test_passages_are_graded_as_recorded() -> None:
    lines = (line for language, question in QUESTIONS[::3] for line in (question, *_graded(question, language)))
    assert_as_recorded(RECORDS / "recorded_grades.txt", lines)


def _answered(question: str, language: Language) -> Iterator[str]:
    passages = rerank(question, found(question), language)[:PACKED]
    asked = replace(brief(question, passages, language=language), is_sure=False)
    read = read_question(question, language)
    form = read.form
    yield f"  {form.for_} {form.subject!r} {form.sides} {read.words} {read.numbers} {read.names}"
    weighed = weigh(read, units(passages), passages, language)
    for one in sorted(weighed, key=lambda one: -one.score)[:4]:
        clashes = " clashes" if one.clashes else ""
        figures = shown((one.score, one.worded, one.share))
        yield f"  {figures}{clashes} {' '.join(sorted(one.covers))}: {one.unit.text[:60]!r}"
    signs = signs_of(asked, Draft(read, weighed, choose(read, weighed, passages)))
    if signs is not None:
        yield f"  {shown(signs._asdict())}: {shown(chance(signs))}, {shown(chance(signs, 1.5))} with a reader"
    sure, said = "".join(answer_pieces(asked)), "".join(answer_of(asked))
    yield f"  if sure: {sure!r}"
    yield f"  said: {'the same' if said == sure else repr(said)}"


def test_answers_are_written_as_recorded() -> None:
    lines = (line for language, question in QUESTIONS for line in (question, *_answered(question, language)))
    assert_as_recorded(RECORDS / "recorded_answers.txt", lines)
