"""Questions of 64 KB: the work of a turn does not grow with them, nor does what is kept of their analysis."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import FrameType

import pytest

from askwell.engine import Engine
from askwell.errors import BadInput
from askwell.settings import Settings
from askwell.text.bounds import caches
from tests.hostile.shapes import shapes

FIRST = "What does the pass cost?"
DOCUMENT = (
    "# The pass\n\nThe Alpine pass costs 90 euros for adults.\n\n# Who may buy it\n\nEverybody may buy the pass.\n"
)
SHORT = 16_384
"""Characters of the shorter question: above the bound of the analysis."""
MOST_GROWTH = 1.3
"""Most calls of functions for four times the characters."""
SLOWEST = (
    "compare",
    "noun, pronoun",
    "nouns, possessive",
    "attributes",
    "marks",
    "distinct pairs",
    "distinct sentences",
)


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    """An engine over one document."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "pass.md").write_text(DOCUMENT)
    async with await Engine.open(settings) as opened:
        async for _ in opened.knowledge.ingest(folder, "documents"):
            pass
        await opened.ask(FIRST)
        yield opened


async def calls_of(engine: Engine, question: str) -> int:
    """Calls of functions on the event loop while a question is answered after another one."""
    session = await engine.create_session()
    await engine.ask(FIRST, session=session.id)
    for cache in caches.values():
        cache.clear()
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        await engine.ask(question, session=session.id)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", SLOWEST)
async def test_the_work_of_a_turn_does_not_grow_with_its_question(
    engine: Engine, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askwell.text.aside.LONG_CHARS", 1_000_000)  # counted on the event loop only
    text = shapes()[name]
    await calls_of(engine, text)  # patterns are compiled
    assert await calls_of(engine, text) < MOST_GROWTH * await calls_of(engine, text[:SHORT])


async def test_what_is_kept_of_long_questions_is_bounded(engine: Engine) -> None:
    session = await engine.create_session()
    for text in list(shapes().values())[::12]:
        try:
            await engine.ask(text, session=session.id)
        except BadInput as error:
            assert error.code == "empty_question"  # noqa: PT017 - blanks alone
    assert caches
    assert {name: cache.chars for name, cache in caches.items() if cache.chars > cache.max_chars} == {}
