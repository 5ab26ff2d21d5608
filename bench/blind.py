"""Blind questions through the whole engine: written by people who saw the documents and nothing of askwell.

Bundled assistants are asked with their own documents. Other collections are read from `DIR/<collection>`, and kept with
their vectors in the cache folder of the user. Nothing is known of a turn but its question.

An answer is right if it has one spelling of every fact, and wrong if it has none. Where the collection has no answer,
any answer is wrong.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs

from askwell.composition.assistants import load_assistants
from askwell.engine import Engine
from askwell.settings import load_settings
from askwell.types import Answer
from bench.blind_questions import FOLDER, Asked, collections, conversations, language_of
from bench.bootstrap import measured
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts

_LATER = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "talks")
SETS = {"": FOLDER, **{f"{name} ": FOLDER / name for name in _LATER}}
"""What the names of a set's rows begin with, and its questions."""
METRICS = ("right", "shown", "wrong", "not_found", "honest", "single", "follow_up")


@dataclass(frozen=True, slots=True)
class Replied:
    """A question with its answer."""

    asked: Asked
    answer: Answer

    @property
    def is_sure(self) -> bool:
        """Whether the answer is given as one."""
        return self.answer.outcome == "answered"

    @property
    def facts_found(self) -> int:
        """Entries of the facts of which the answer has a spelling."""
        said = plain(self.answer.answer)
        return sum(any(holds(said, plain(each)) for each in spellings) for spellings in self.asked.facts)

    @property
    def is_right(self) -> bool:
        """Whether it is answered with every fact."""
        return self.is_sure and self.asked.is_answerable and self.facts_found == len(self.asked.facts)

    @property
    def is_shown(self) -> bool:
        """Whether it is right, or passages are shown without being sure, one of them of a right document."""
        is_place = self.answer.outcome == "passages" and self.asked.is_answerable
        documents = {_name(source.document) for source in self.answer.sources}
        return self.is_right or (is_place and not documents.isdisjoint(map(_name, self.asked.documents)))

    @property
    def is_wrong(self) -> bool:
        """Whether it is answered without any of the facts."""
        return self.is_sure and not self.facts_found


def run(options: Options) -> Report:
    """Rows of each collection, of the bundled ones, of the others, and of all; those without a folder are left out.

    The names of rows of the second and later sets begin so; `--set third` is that set alone, and `--set FOLDER` a new
    one whose questions are in `FOLDER/<collection>.jsonl`.
    """
    rows: list[Row] = []
    other = other_set(options.set)
    chosen = "" if other else options.set
    for prefix, questions in (other or SETS).items():
        pools: dict[str, list[Replied]] = {"assistants": [], "manuals": [], "all": []}
        for name in collections(questions):
            is_bundled, folder = name in bundled(), options.data / name
            pool = "assistants" if is_bundled else "manuals"
            wanted = {"", "all", prefix.strip(), prefix + name, prefix + pool}
            if chosen not in wanted or not (is_bundled or folder.is_dir()):
                continue
            replied = asyncio.run(ask(name, None if is_bundled else folder, options.limit, questions=questions))
            pools[pool] += replied
            pools["all"] += replied
            rows.append(row(prefix + name, replied))
        rows += [row(prefix + name, replied) for name, replied in pools.items() if replied]
    return Report("blind", METRICS, tuple(rows), ("right: every fact; wrong: answered without any of them.",))


def other_set(chosen: str) -> dict[str, Path]:
    """The set whose questions are in a folder, as `SETS` has them; empty for a name, and for a folder without any."""
    folder = Path(chosen)
    is_name = not chosen or chosen in {"all", *map(str.strip, SETS)}
    return {f"{folder.resolve().name} ": folder} if not is_name and folder.is_dir() and collections(folder) else {}


async def ask(
    collection: str, folder: Path | None, limit: int | None = None, *, questions: Path = FOLDER, home: str = ""
) -> list[Replied]:
    """All questions of a collection, each conversation in a session of its own; of an assistant without a folder.

    `home` names the folder of the cache that holds what was read; it is the collection's name unless given.
    """
    replied: list[Replied] = []
    async with opened(collection, folder, home or collection, questions) as engine:
        for turns in conversations(collection, questions)[:limit]:
            session = await engine.create_session("documents" if folder else collection)
            replied += [Replied(each, await engine.ask(each.question, session=session.id)) for each in turns]
            await engine.delete_session(session.id)
    return replied


@asynccontextmanager
async def opened(collection: str, folder: Path | None, kept: str, questions: Path = FOLDER) -> AsyncIterator[Engine]:
    """An engine without a model that has read the documents, with the embedder for the language of the questions."""
    settings = load_settings().settings.model_copy(update={"model": ""})
    if folder is not None:
        weights = str(settings.models_folder)
        home = platformdirs.user_cache_path("askwell") / "bench" / "blind" / kept
        embedder = "minilm" if language_of(collection, questions) == "en" else "e5-small"
        settings = settings.model_copy(update={"home": home, "models": weights, "documents_embedder": embedder})
    async with await Engine.open(settings) as engine:
        reading = engine.knowledge.ingest(folder, "documents") if folder else engine.prepare(collection)
        async for _ in reading:
            pass
        yield engine


def bundled() -> frozenset[str]:
    """Names of the assistants that come with askwell."""
    return frozenset(each.name for each in load_assistants(load_settings().settings))


def row(name: str, replied: Sequence[Replied]) -> Row:
    """The metrics of these questions, with their intervals."""
    counts = np.array([_count(one) for one in replied])
    return {
        "system": "askwell",
        "set": name,
        "n": len(replied),
        **measured(counts, [one.asked.conversation for one in replied], _measure),
    }


def _count(one: Replied) -> Counts:
    """Numerator and denominator of each metric, in the order of `METRICS`."""
    is_answerable, is_first = one.asked.is_answerable, one.asked.number == 1
    is_lost = is_answerable and not one.is_sure and not one.is_shown
    return np.array(
        [
            *(one.is_right, is_answerable),
            *(one.is_shown, is_answerable),
            *(one.is_wrong, 1),
            *(is_lost, is_answerable),
            *(not one.is_sure and not is_answerable, not is_answerable),
            *(one.is_right and is_first, is_answerable and is_first),
            *(one.is_right and not is_first, is_answerable and not is_first),
        ],
        dtype=np.float64,
    )


def _measure(sums: Counts) -> dict[str, float]:
    return {
        name: float(hits) / max(float(of), 1) for name, hits, of in zip(METRICS, sums[::2], sums[1::2], strict=True)
    }


def holds(said: str, fact: str) -> bool:
    """Whether a text has a fact: a number not as a part of another one."""
    before, after = r"(?<!\d)(?<!\d[.,])" if fact[:1].isdigit() else "", r"(?!\d|[.,]\d)" if fact[-1:].isdigit() else ""
    return re.search(before + re.escape(fact) + after, said) is not None


def plain(text: str) -> str:
    """Lower case, without marks, and with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"\s*\[\d+\]", "", text)).casefold()


def _name(document: str) -> str:
    return document.rpartition("/")[2]
