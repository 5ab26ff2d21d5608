"""The conversation of docs/memory.md, played with no model; `python -m tests.memory.page --write` renews the page.

A fenced block of the page whose first line is one of `play`'s headings is made here; all else is written by hand.
"""

import argparse
import asyncio
import sqlite3
import sys
import textwrap
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from askwell.engine import LOCAL, Engine
from askwell.settings import Settings
from askwell.types import Answer
from tests.conftest import WEIGHTS

PAGE = Path(__file__).parents[2] / "docs" / "memory.md"
STOPS = (5, 15, 25)
"""Turns behind which the page shows what each layer holds."""
LOOK_BACK = 23
"""Turn whose answer the page shows."""
COLUMNS = {
    "turns": ("question", "standalone_question", "answer"),
    "topics": ("line", "topics", "source_ids", "imprint"),
    "memory_items": ("text",),
    "summaries": ("text",),
}
"""Table to the columns whose size is told."""
WIDTH = 110
LABEL = 14
"""Columns of the names of layers."""

TALK = (
    "What is Child Care Services?",
    "Who is eligible for it?",
    "I want to start in September.",
    "What are the income limits for child care assistance?",
    "What about for a family of 4?",
    "Which workforce board serves Tyler?",
    "And Longview?",
    "How much is the parent share of cost?",
    "Who does not have to pay it?",
    "No, not in September but in January.",
    "Who moves ahead on the waiting list?",
    "And veterans?",
    "What is Texas Rising Star?",
    "What star levels does it have?",
    "How are child care providers paid?",
    "When are they paid?",
    "Thanks!",
    "Is unemployment compensation counted as income?",
    "What is Head Start?",
    "How does it differ from CCS?",
    "What is CCMS?",
    "Is it the same as CCS?",
    "What did you say about the income limits?",
    "Do I keep my child care when I move to another county?",
    "How do I report the new address?",
)


@asynccontextmanager
async def runtime(home: Path, embedder: str = "none") -> AsyncIterator[Engine]:
    """An engine with the documents of `childcare` and no model."""
    async with await Engine.open(Settings(home=home, embedder=embedder, models=str(WEIGHTS))) as engine:
        async for _ in engine.prepare("childcare"):
            pass
        yield engine


async def play(engine: Engine) -> dict[str, str]:
    """Heading to block: the questions, an answer that looks back, and the layers at each stop."""
    session = (await engine.create_session("childcare")).id
    answers: list[Answer] = []
    layers: dict[str, str] = {}
    for number, question in enumerate(TALK, start=1):
        answers.append(await engine.ask(question, session=session))
        await engine.digested(session)
        if number in STOPS:
            layers[f"after turn {number}"] = "\n".join([line async for line in _layers(engine, session)])
    asked = "\n".join(line for number, answer in enumerate(answers, start=1) for line in _asked(number, answer))
    looked_back = _wrapped("", answers[LOOK_BACK - 1].answer)
    kept = "\n".join(_kept(engine.settings.home))
    return {"25 questions": asked, f"answer {LOOK_BACK}": looked_back, **layers, "bytes": kept}


def in_line(page: str, blocks: Mapping[str, str]) -> str:
    """The page with the blocks in their places. Raises ValueError for a heading that the page lacks."""
    for heading, block in blocks.items():
        opening = f"```text\n{heading}\n"
        start = page.index(opening) + len(opening)
        page = f"{page[:start]}\n{block}\n{page[page.index('```', start) :]}"
    return page


def _asked(number: int, answer: Answer) -> Iterator[str]:
    """The question, and below it what was searched where that is another wording."""
    typed = TALK[number - 1]
    yield f"{number:2}  {typed}"
    if answer.standalone_question != typed:
        yield f"      asked as: {answer.standalone_question}"


async def _layers(engine: Engine, session: str) -> AsyncIterator[str]:
    """What each layer holds, a layer a line or a few."""
    window = engine.assistant("childcare").memory.window_turns
    head = (await engine.store.sessions.get(LOCAL, session)).head
    recalled = await engine.store.turns.recall(LOCAL, session, before=head + 1, window_turns=window)
    remembered = await (await engine.memory_of(session)).read(limit=len(TALK))
    entries = await engine.store.memory.index_entries(LOCAL, session)
    yield _wrapped("recent turns", ", ".join(str(turn.number) for turn in recalled.turns))
    yield _wrapped("summary", remembered.memory.summary)
    for item in remembered.memory.items:
        instead = ", in place of another" if item.supersedes_id else ""
        yield _wrapped("item", f"{item.text} (turn {item.number}, {item.kind}{instead})")
    topic = remembered.topics[0]
    named = f"{topic.line} (topics: {', '.join(topic.topics)}; sources: {len(topic.source_ids)})"
    yield _wrapped("topic index", f"{len(remembered.topics)} lines, the last: {named}")
    answers = [turn.answer for turn in await engine.store.turns.page(LOCAL, session)]
    yield _wrapped("full answers", f"{len(answers)}, {sum(map(len, answers)):,} characters")
    yield _wrapped("turn index", f"{len(entries)}, {sum(len(each.packed) for each in entries):,} bytes")


def _kept(home: Path) -> Iterator[str]:
    """A line a table with what its cells hold, keys and indexes apart."""
    [file] = home.glob("*.db")
    with closing(sqlite3.connect(file)) as database:
        for table, columns in COLUMNS.items():
            cells = " + ".join(f"coalesce(length(cast({column} AS BLOB)), 0)" for column in columns)
            size, rows = database.execute(f"SELECT sum({cells}), count(*) FROM {table}").fetchone()
            yield f"{table:<{LABEL}}{rows:3} rows {size:7,} bytes of {', '.join(columns)}"


def _wrapped(label: str, text: str) -> str:
    """The text behind its label, its lines below one another."""
    indent = " " * LABEL if label else ""
    lines = [
        line
        for part in text.split("\n")
        for line in textwrap.wrap(part, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False) or [""]
    ]
    first, *rest = lines or [""]
    return "\n".join((f"{label:<{len(indent)}}{first}".rstrip(), *(f"{indent}{line}" for line in rest)))


async def _made(embedder: str) -> dict[str, str]:
    with TemporaryDirectory() as folder:
        async with runtime(Path(folder), embedder) as engine:
            return await play(engine)


def main(arguments: Sequence[str] | None = None) -> None:
    """Tell the blocks, or write them into the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.memory.page", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the page instead of telling the blocks")
    parser.add_argument("--embedder", default="none", help="to see what another one makes of it (none)")
    options = parser.parse_args(arguments)
    blocks = asyncio.run(_made(options.embedder))
    if options.write:
        PAGE.write_text(in_line(PAGE.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    else:
        sys.stdout.writelines(f"{heading}\n{block}\n\n" for heading, block in blocks.items())


if __name__ == "__main__":
    main()
