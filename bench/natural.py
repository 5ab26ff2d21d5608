"""Documents in the style of people: easy questions over a collection, and over the same one with some rewritten.

`natural/<assistant>/` holds documents of a bundled assistant as a school or an office would write them: pronouns,
asides, long paragraphs, tables, cross-references. Every fact of an original is in both. The author saw only the
originals. All other documents of the assistant stay as they are.

`right`, `shown` and `wrong` are those of `blind`; `kept` is the share of the questions that the originals answer right,
which the rewritten ones answer right too.
"""

import asyncio
import shutil
from pathlib import Path

import platformdirs

from bench.blind import Replied, ask, row
from bench.options import Options
from bench.report import Report, Row

FOLDER = Path(__file__).parent / "natural"
METRICS = ("right", "shown", "wrong", "not_found", "kept")


def run(options: Options) -> Report:
    """Two rows for each assistant: its documents as they are, and with the rewritten ones."""
    rows: list[Row] = []
    for questions in sorted(FOLDER.glob("*.jsonl")):
        name = questions.stem
        if options.set in {"", "all", name}:
            rows += asyncio.run(_compare(name, options.limit))
    return Report("natural", METRICS, tuple(rows), ("kept: of the questions that the originals answer right.",))


async def _compare(name: str, limit: int | None) -> list[Row]:
    own = Path("assistants", name, "knowledge")
    before = await ask(name, own, limit, questions=FOLDER, home=f"{name}-original")
    after = await ask(name, mixed(name, own), limit, questions=FOLDER, home=f"{name}-natural")
    right = [was.is_right for was in before]
    kept = sum(each.is_right for each, was in zip(after, right, strict=True) if was) / max(sum(right), 1)
    return [_row(name, "original", before, 1.0), _row(name, "natural", after, kept)]


def _row(name: str, style: str, replied: list[Replied], kept: float) -> Row:
    return {**row(name, replied), "system": style, "kept": round(kept, 3)}


def mixed(name: str, own: Path) -> Path:
    """The assistant's documents in a folder of the cache, with the rewritten ones in place of theirs."""
    mixed = platformdirs.user_cache_path("askwell") / "bench" / "natural" / name
    shutil.rmtree(mixed, ignore_errors=True)
    shutil.copytree(own, mixed)
    for document in (FOLDER / name).iterdir():
        shutil.copyfile(document, mixed / document.name)
    return mixed
