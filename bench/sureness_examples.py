"""Questions with the signs of their answers and whether these cite a relevant passage: what sureness is fitted to.

Each question of `answer_examples` twice, over its collection and over the same without its relevant passages. Those
that are complete by themselves also over small parts of their collection, some of which hold the answer, and over a
collection about something else.
"""

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from langgraph.runtime import Runtime

from askwell.assistant import GradeSection
from askwell.pipeline.grade import first_and_best, readable_of
from askwell.pipeline.rank import rank
from askwell.pipeline.state import TurnState
from askwell.rules.choose import choose
from askwell.rules.form import read_question
from askwell.rules.grade import evidence, grades
from askwell.rules.sureness import Signs, signs_of
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from askwell.types import Passage, Recalled
from bench.answer_examples import load_examples
from bench.answer_tasks import DEBIAN, STACKFAQ, Corpus, Task, corpus
from bench.library import Library, embedder_named, open_library
from bench.mtrag import DOMAINS
from bench.retrieval import resolved

SMALL = "small"
OTHER = "other"
WITHOUT = "without"

_OTHER = (
    ("clapnq", STACKFAQ),
    ("cloud", STACKFAQ),
    ("fiqa", "clapnq"),
    ("cloud", "fiqa"),
    ("clapnq", "fiqa"),
    (STACKFAQ, "cloud"),
)
"""Collections, each with the set whose questions are asked over it."""
_ASKED_OF_OTHERS = 50
_SMALL = {"en": 7, "it": 5, "nl": 5, STACKFAQ: 8, "cloud": 5, "clapnq": 5}
"""Small collections of each set."""
_PASSAGES = 15
_QUESTIONS = 6


@dataclass(frozen=True, slots=True)
class Sample:
    """A question with the answer that rules write."""

    set: str
    fold: str
    """Samples of a fold are left out together: a domain of MTRAG, one of the FAQs, `small` or `other`."""
    signs: Signs
    opens_right: bool
    """Whether the answer begins with a sentence of a relevant passage."""


async def load_samples(data: Path) -> list[Sample]:
    """All samples, in a fixed order. Takes minutes on the first run, about one on others."""
    found: list[Sample] = []
    for example in await load_examples(data):
        task, state = example.task, example.state
        pairs = list(zip(state.found, example.relevant, strict=True))
        fold = "faq" if task.set in DEBIAN else task.set
        found += _sample(task.set, fold, state, pairs)
        if any(example.relevant):
            found += _sample(WITHOUT, fold, state, [pair for pair in pairs if not pair[1]])
    corpora = {name: corpus(data, name) for name in (*DOMAINS, *DEBIAN, STACKFAQ)}
    found += [each async for each in _over_others(corpora)]
    found += [each async for each in _over_small(corpora)]
    return found


async def _over_others(corpora: dict[str, Corpus]) -> AsyncIterator[Sample]:
    draw = random.Random(7)
    for over, asked_of in _OTHER:
        tasks = draw.sample(_complete(corpora[asked_of]), _ASKED_OF_OTHERS)
        async with open_library(corpora[over].entries, embedder_named(corpora[over].embedder)) as library:
            for task in tasks:
                for each in await _ask(library, task, OTHER):
                    yield each


async def _over_small(corpora: dict[str, Corpus]) -> AsyncIterator[Sample]:
    draw = random.Random(7)
    for name, number in _SMALL.items():
        whole, tasks = corpora[name], _complete(corpora[name])
        draw.shuffle(tasks)
        for at in range(number):
            own = tasks[at * _QUESTIONS : (at + 1) * _QUESTIONS]
            others = [task for task in tasks[-_QUESTIONS - at :][:_QUESTIONS] if task not in own]
            held = {each for task in own for each in sorted(task.gold)[:2]}
            free = [each for each in whole.entries if each.id not in held.union(*(task.gold for task in others))]
            entries = [each for each in whole.entries if each.id in held] + draw.sample(free, _PASSAGES)
            async with open_library(entries, embedder_named(whole.embedder)) as library:
                for task in (*own, *others):
                    for each in await _ask(library, task, SMALL):
                        yield each


def _complete(of: Corpus) -> list[Task]:
    """The tasks that have an answer and a wording without a history."""
    return [task for task in of.tasks if task.gold and (task.rewrite or not task.exchanges)]


async def _ask(library: Library, task: Task, name: str) -> list[Sample]:
    turn = await resolved(task.rewrite or task.question, Recalled(), "rules", task.language)
    searched = await library.candidates(turn)
    found = (await rank(searched, Runtime(context=library.services)))["found"] if searched.found else ()
    return list(_sample(name, name, searched, [(each, library.entry(each) in task.gold) for each in found]))


def _sample(name: str, fold: str, state: TurnState, pairs: Sequence[tuple[Passage, bool]]) -> Iterator[Sample]:
    """One sample; none if there is no sentence, or if the signs are unknown."""
    question, language, terms = state.analysed_wording, state.language, state.terms
    found = [passage for passage, _ in pairs]
    relevant = {passage.chunk.id: is_relevant for passage, is_relevant in pairs}
    graded = grades(question, found, language, terms)
    kept = first_and_best(readable_of(found, graded, language), graded, GradeSection().keep)
    read = read_question(question, language, terms)
    weighed = weigh(read, units(kept), kept, language)
    if not weighed:
        return
    signs = signs_of(read, weighed, kept, evidence(question, kept, language, terms), terms)
    cited = [relevant[kept[unit.passage].chunk.id] for each in choose(read, weighed, kept) for unit in each.units]
    if signs is not None and cited:
        yield Sample(name, fold, signs, cited[0])
