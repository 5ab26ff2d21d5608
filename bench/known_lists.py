"""Known questions of 27 organisations, with other wordings of them and questions that only look like them.

The lists (`bench/known/lists/`) are by authors who had a page of instructions and saw no code, an author for a
language. Each known question has four paraphrases and four near questions. Answers were not written: the question is
in place of its answer, so that an answer adds no words. A part is drawn of the lists of each language by a hash of
their names: `learn` may be read and learnt from, `held` is only measured.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from askwell.assistant import Assistant, GoldenPair, GoldenSection
from askwell.rules.golden import RulesGoldenJudge
from askwell.types import Language
from bench.known_answers import Asked, Got, judged, measured
from bench.library import embedder_named
from bench.report import Row

FOLDER = Path(__file__).parent / "known" / "lists"
LANGUAGES: tuple[Language, ...] = ("en", "it", "nl")

Part = Literal["learn", "held"]
PARTS: tuple[Part, ...] = ("learn", "held")


@dataclass(frozen=True, slots=True)
class KnownList:
    """The known questions of an organisation, and what readers ask."""

    name: str
    language: Language
    part: Part
    known: tuple[str, ...]
    asked: tuple[Asked, ...]
    """With the number of the known question in this list."""


def known_lists(folder: Path = FOLDER) -> list[KnownList]:
    """All lists, those of a language together."""
    return [each for language in LANGUAGES for each in _of_language(folder, language)]


def _of_language(folder: Path, language: Language) -> Iterator[KnownList]:
    rows = [json.loads(line) for line in (folder / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()]
    names = list(dict.fromkeys(row["list"] for row in rows))
    parts = parts_of(names)
    for name in names:
        own = [row for row in rows if row["list"] == name]
        asked = [
            Asked(text, at, kind == "same")
            for at, row in enumerate(own)
            for kind in ("same", "other")
            for text in row[kind]
        ]
        yield KnownList(name, language, parts[name], tuple(row["question"] for row in own), tuple(asked))


def parts_of(names: Sequence[str]) -> dict[str, Part]:
    """The part of each list of a language: of their order by hash, every other one is held."""
    ordered = sorted(names, key=lambda name: sha256(name.encode()).hexdigest())
    return {name: PARTS[at % 2] for at, name in enumerate(ordered)}


async def answered(known: KnownList, embedder: str) -> list[Got]:
    """What each question of readers gets of its list."""
    assistant = Assistant(
        name="list", title=known.name, languages=(known.language,), golden=GoldenSection(file="list.yaml")
    )
    pairs = [GoldenPair(questions=(text,), answer=text) for text in known.known]
    judge = RulesGoldenJudge(assistant, pairs, None if embedder == "none" else embedder_named(embedder))
    return await judged(judge, known.known, known.asked, known.language)


def rows(embedder: str) -> list[Row]:
    """A row for each language and for all, of each part and of both."""
    lists = known_lists()
    answers = [asyncio.run(answered(each, embedder)) for each in lists]
    return [
        {
            "system": "askwell",
            "embedder": embedder,
            "set": f"lists {language} {part}",
            **counted(
                [
                    pair
                    for pair in zip(lists, answers, strict=True)
                    if language in {"all", pair[0].language} and part in {"all", pair[0].part}
                ]
            ),
        }
        for language in (*LANGUAGES, "all")
        for part in ("all", *PARTS)
    ]


def counted(lists: Sequence[tuple[KnownList, Sequence[Got]]]) -> dict[str, float]:
    """The number of questions and the shares of `measured`, of these lists together."""
    asked = [each for known, _ in lists for each in known.asked]
    return {"n": len(asked), **measured(asked, [got for _, answers in lists for got in answers])}
