"""The procedures of passages: steps in order, with the lead that names them; which one a question asks for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from askwell.languages import instructions
from askwell.rules.form import Question
from askwell.rules.units import Unit
from askwell.rules.weigh import Weighed, in_order
from askwell.text.instructing import instructs, introduces, purpose, shows_path, tells_way
from askwell.text.match import stems
from askwell.text.words import content_stems, words
from askwell.types import Language, Passage

_FIRST = 0.001
"""What the first unit of the procedure that answers has more than the unit that was found."""
_MOSTLY = 0.5
"""Share of the lines of a list that tell what to do, if the list is a procedure."""
_VERB_LETTERS = 4
"""Letters of the shortest verb after a particle: `uitzetten`."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """Units of one section that follow each other: the lead, if there is one, and the steps."""

    units: tuple[Unit, ...]
    path: tuple[str, ...]
    """The headings above it, outermost first."""
    name: str
    """Its heading and its lead, or what its first step says that it is for."""


def procedures(found: Sequence[Unit], passages: Sequence[Passage]) -> list[Procedure]:
    """The procedures in units that are in the order of the passages."""
    made: list[Procedure] = []
    for (at, _), section in groupby(found, key=lambda unit: (unit.passage, unit.block)):
        language = passages[at].language
        runs = (tuple(run) for run in _runs(list(section), language))
        made += [
            Procedure(run, _path(run[0], passages), _name(run[0], language))
            for run in runs
            if _has_steps(run, language)
        ]
    return made


def is_step(unit: Unit, language: Language) -> bool:
    """Whether a unit tells how something is done: what to do, a way through menus, a command."""
    in_words = instructs(unit.text, language) or tells_way(unit.text, language)
    return in_words or unit.kind == "code" or shows_path(unit.text)


def lacks_steps(question: Question, said: Sequence[Unit], language: Language) -> bool:
    """Whether a question asks how something is done, and units only tell what a thing is or is for.

    What tells no step and begins otherwise is taken for a rule.
    """
    if not question.asks_how or any(is_step(unit, language) for unit in said):
        return False
    return introduces(said[0].text, language)


def has_name(unit: Unit, language: Language) -> bool:
    """Whether the first unit of a procedure tells what its steps are for, so that it needs no heading above it."""
    return unit.kind == "lead" or bool(purpose(unit.text, language))


def steps_first(question: Question, weighed: Sequence[Weighed], passages: Sequence[Passage]) -> list[Weighed]:
    """The units with their procedures, for a question after one; that of the section that was found comes first.

    Of several in the section, or next to it, it is the one whose name has most words of the question.
    """
    if not question.asks_how or not weighed:
        return list(weighed)
    made = procedures([one.unit for one in weighed], passages)
    number = {(unit.passage, unit.order): at for at, each in enumerate(made) for unit in each.units}
    marked = [replace(one, procedure=number.get((one.unit.passage, one.unit.order), -1)) for one in weighed]
    best = in_order(question, marked)[0]
    chosen = _chosen(question, best, made, {at: _score(at, marked) for at in range(len(made))}, passages)
    is_answered = best.procedure < 0 and is_step(best.unit, passages[best.unit.passage].language)
    if chosen in {-1, best.procedure} or is_answered:
        return marked
    first = made[chosen].units[0]
    return [
        replace(one, score=best.score + _FIRST, lead=best.lead, odds=best.odds) if one.unit is first else one
        for one in marked
    ]


def _score(at: int, marked: Sequence[Weighed]) -> float:
    return max(one.score for one in marked if one.procedure == at)


def _chosen(
    question: Question,
    best: Weighed,
    made: Sequence[Procedure],
    scores: Mapping[int, float],
    passages: Sequence[Passage],
) -> int:
    """Number of the procedure that comes first where a unit was found; -1 if its section has none."""
    found, path = best.unit, _path(best.unit, passages)
    near = {at: each.path for at, each in enumerate(made) if _is_near(each.units[0], found, passages)}
    own = [at for at in near if _is_in_section(made[at].units[0], found)]
    own = own or [at for at in near if near[at][: len(path)] == path]
    if not own:
        return -1
    language = passages[found.passage].language
    asked = _naming(question.text, language)
    fits = {at: _fit(asked, each.name, language) for at, each in enumerate(made)}
    chosen = max(
        own, key=lambda at: (fits[at], best.procedure == at, made[at].units[0].passage == found.passage, scores[at])
    )
    siblings = [at for at in near if at not in own and near[at][:-1] == made[chosen].path[:-1]]
    sibling = max(siblings, key=lambda at: (fits[at], scores[at]), default=chosen)
    return sibling if fits[sibling] > fits[chosen] else chosen


def _runs(section: Sequence[Unit], language: Language) -> Iterator[list[Unit]]:
    """The units of a section that may be a procedure each, with one sentence between two steps at most."""
    run: list[Unit] = []
    between: list[Unit] = []
    for unit in section:
        may_be_step = unit.kind in {"item", "code"} or instructs(unit.text, language)
        if run and _begins(unit, run, language):
            yield run
            run, between = [unit], []
        elif unit.kind == "row" or (not may_be_step and between):
            yield run
            run, between = [], []
        elif may_be_step or unit.kind == "lead":
            run, between = [*run, *between, unit], []
        elif run:
            between = [unit]
    yield run


def _begins(unit: Unit, run: Sequence[Unit], language: Language) -> bool:
    """Whether a unit after these begins another procedure: a lead that is no step, a second sentence with a purpose."""
    if unit.kind == "lead":
        return not instructs(unit.text, language)
    if unit.kind == "item":
        return run[-1].kind == "sentence" and run[0].kind != "sentence"
    return has_name(run[0], language) and unit.kind == "sentence" and bool(purpose(unit.text, language))


def _has_steps(run: Sequence[Unit], language: Language) -> bool:
    """Whether units are a procedure: steps as sentences, or a list whose lines mostly tell what to do."""
    items = [unit for unit in run if unit.kind == "item"]
    if not items:
        return any(unit.kind == "sentence" and instructs(unit.text, language) for unit in run)
    announced = run[0].kind != "item" and instructs(run[0].text, language)
    return announced or sum(is_step(unit, language) for unit in items) >= _MOSTLY * len(items)


def _name(first: Unit, language: Language) -> str:
    return f"{first.heading}\n{first.text if first.kind == 'lead' else purpose(first.text, language)}"


def _path(unit: Unit, passages: Sequence[Passage]) -> tuple[str, ...]:
    above = passages[unit.passage].chunk.headings
    return (*above, unit.heading) if unit.heading and unit.heading not in above else above


def _is_near(one: Unit, other: Unit, passages: Sequence[Passage]) -> bool:
    """Whether two units are in the same passage of a document or in two that follow each other."""
    here, there = passages[one.passage].chunk, passages[other.passage].chunk
    return here.document_id == there.document_id and abs(here.ordinal - there.ordinal) <= 1


def _is_in_section(one: Unit, other: Unit) -> bool:
    return (one.passage, one.block) == (other.passage, other.block)


@dataclass(frozen=True, slots=True)
class _Naming:
    """The words of a question or a name that tell procedures apart."""

    stems: frozenset[str]
    particles: frozenset[str]


def _naming(text: str, language: Language) -> _Naming:
    return _Naming(frozenset(content_stems(text, language)), frozenset(words(text)) & instructions(language).particles)


def _fit(asked: _Naming, name: str, language: Language) -> int:
    """How many words of a question a name has; a particle also as the beginning of a verb, `uit` in `uitzetten`."""
    own = stems(name, language)
    said = words(name)
    begun = [each for each in asked.particles if any(_starts(word, each) for word in said)]
    return len(asked.stems & own) + len(begun)


def _starts(word: str, particle: str) -> bool:
    return word == particle or (word.startswith(particle) and len(word) >= len(particle) + _VERB_LETTERS)
