"""Questions with the signs of their answers and whether these are right: what sureness is fitted to.

The blind questions of both sets and the questions over documents in natural style, asked through the whole engine. What
the writer was given is kept in the user's cache folder, under a hash of the questions, the documents and all code but
that of writing by rules, so that a change of the latter is measured within seconds.
"""

import hashlib
import pickle
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import platformdirs

import askwell
from askwell.assistant import GradeSection
from askwell.composition.assistants import documents_assistant
from askwell.models.embed_e5 import E5Embedder
from askwell.models.read_e5 import E5Reader
from askwell.ports import AnswerReader
from askwell.rules.choose import choose
from askwell.rules.form import read_question
from askwell.rules.procedures import steps_first
from askwell.rules.reading import read_first
from askwell.rules.sureness import Draft, Signs, reading_of, signs_of
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from askwell.rules.write import RulesWriter
from askwell.settings import load_settings
from askwell.types import Answer, Brief, Source, WriterPiece
from bench import natural
from bench.blind import SETS, Replied, opened
from bench.blind_questions import Asked, collections, conversations

NATURAL = ("original", "natural")
_WRITING = frozenset("belonging changes choose form procedures reading say sureness units weigh write".split())
"""Modules of `rules` that what the writer gets does not depend on."""


@dataclass(frozen=True, slots=True)
class Played:
    """A question after its turn."""

    asked: Asked
    answer: Answer
    brief: Brief | None
    """What the writer was given; None if it was not asked."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A question with its answer, and with both outcomes if the writer decides between them."""

    set: str
    """`first`, `second`, `original` or `natural`."""
    collection: str
    signs: Signs | None
    """None if the writer does not decide, or not by signs, or not by a reader that could have read it."""
    reading: float
    """Log-odds by the reader of answers; 0 without signs or a reader."""
    given: Replied
    """As it was given; the only reply if there are no signs."""
    sure: Replied
    unsure: Replied


class Reader:
    """The reader of answers, which reads nothing twice. Raises BrokenWeights if it cannot be loaded."""

    def __init__(self) -> None:
        self._reader = E5Reader(load_settings().settings.models_folder / E5Embedder.name)
        self._read: dict[tuple[str, ...], list[float]] = {}
        self.read("Is it there?", "", ["It is."])

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        """What the port `AnswerReader` says."""
        key = (question, heading, *sentences)
        if key not in self._read:
            self._read[key] = self._reader.read(question, heading, sentences)
        return self._read[key]


async def load_samples(data: Path, reader: AnswerReader | None) -> list[Sample]:
    """All samples in a fixed order, read by this reader; those of the manuals if their folders are in `data`."""
    found: list[Sample] = []
    for name, collection, folder, questions in _sets(data):
        file = _file(name, collection, folder, questions)
        if not file.exists():
            played = [each async for each in _play(collection, folder, questions, f"{collection}-{name}")]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(pickle.dumps(played))
        for each in pickle.loads(file.read_bytes()):  # noqa: S301 - our own file
            found.append(await _sample(name, collection, each, reader))
    return found


def _sets(data: Path) -> Iterator[tuple[str, str, Path | None, Path]]:
    """Name, collection, documents (None for those of an assistant) and questions."""
    for prefix, questions in SETS.items():
        for collection in collections(questions):
            folder = data / collection
            if Path("assistants", collection).is_dir() or folder.is_dir():
                yield prefix.strip() or "first", collection, folder if folder.is_dir() else None, questions
    for collection in collections(natural.FOLDER):
        own = Path("assistants", collection, "knowledge")
        for style, folder in zip(NATURAL, (own, natural.mixed(collection, own)), strict=True):
            yield style, collection, folder, natural.FOLDER


async def _play(collection: str, folder: Path | None, questions: Path, kept: str) -> AsyncIterator[Played]:
    async with opened(collection, folder, kept if questions == natural.FOLDER else collection) as engine:
        for turns in conversations(collection, questions):
            session = await engine.create_session("documents" if folder else collection)
            for asked in turns:
                with _noted() as briefs:
                    answer = await engine.ask(asked.question, session=session.id)
                yield Played(asked, answer, briefs[-1] if briefs else None)
            await engine.delete_session(session.id)


@contextmanager
def _noted() -> Iterator[list[Brief]]:
    """The briefs that writers by rules are given meanwhile."""
    briefs: list[Brief] = []
    write = RulesWriter.write

    def noting(writer: RulesWriter, brief: Brief) -> AsyncIterator[WriterPiece]:
        briefs.append(brief)
        return write(writer, brief)

    with patch.object(RulesWriter, "write", noting):
        yield briefs


async def _sample(name: str, collection: str, played: Played, reader: AnswerReader | None) -> Sample:
    given, brief = Replied(played.asked, played.answer), played.brief
    if brief is None or brief.purpose != "answer" or brief.is_sure:
        return Sample(name, collection, None, 0.0, given, given, given)
    read = read_question(brief.question, brief.language, brief.terms)
    weighed = weigh(read, units(brief.passages), brief.passages, brief.language)
    if reader is not None:
        weighed = read_first(read, weighed, brief, reader)
    weighed = steps_first(read, weighed, brief.passages)
    draft = Draft(read, weighed, choose(read, weighed, brief.passages))
    signs = signs_of(brief, draft)
    least = (0.0, 1.0, GradeSection().precision)
    sure, unsure, given = [Replied(played.asked, await _written(played.answer, brief, each, reader)) for each in least]
    reading = reading_of(draft) if signs and reader else 0.0
    if reading is None:  # a row of a table comes first
        return Sample(name, collection, None, 0.0, given, sure, unsure)
    return Sample(name, collection, signs, reading, given, sure, unsure)


async def _written(answer: Answer, brief: Brief, least: float, reader: AnswerReader | None) -> Answer:
    """The answer with what rules write that must be right with this chance."""
    assistant = documents_assistant().model_copy(update={"grade": GradeSection(precision=least)})
    pieces = [piece async for piece in RulesWriter(assistant, reader).write(brief)]
    text = "".join(piece for piece in pieces if isinstance(piece, str))
    cited = [
        (label, passage.document_name)
        for label, passage in zip(brief.labels, brief.passages, strict=True)
        if f"[{label}]" in text
    ]
    sources = tuple([Source(label, name, name, "", "", ()) for label, name in cited])
    is_sure = all(isinstance(piece, str) for piece in pieces)
    return replace(answer, answer=text, outcome="answered" if is_sure else "passages", sources=sources)


def _file(name: str, collection: str, folder: Path | None, questions: Path) -> Path:
    root = Path(askwell.__file__).parent
    code = [file for file in sorted(root.rglob("*.py")) if not (file.parent.name == "rules" and file.stem in _WRITING)]
    own = sorted(each for each in (folder or Path("assistants", collection)).rglob("*") if each.is_file())
    digest = hashlib.sha256()
    for file in (*code, questions / f"{collection}.jsonl", *own):
        digest.update(file.read_bytes())
    key = digest.hexdigest()[:24]
    return platformdirs.user_cache_path("askwell") / "bench" / f"sureness-{name}-{collection}-{key}.pkl"
