"""The points that the second system checks, with a model on this machine: run with `-m weights`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.settings import Settings
from askwell.types import TurnOptions
from tests.conftest import WEIGHTS

MODEL = "qwen-1.5b"


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    """An engine with the documents of `policy` and the model."""
    settings = Settings(
        home=tmp_path,
        models=str(WEIGHTS),
        model=f"local:{MODEL}",
        embedder="none",
        model_first_token_s=600,
        model_total_s=1200,
        store="files",
        session_files="s2",
    )
    async with await Engine.open(settings) as opened:
        async for _ in opened.prepare("policy"):
            pass
        yield opened


@pytest.mark.weights
@pytest.mark.timeout(1800)
async def test_the_model_answers_in_dutch_from_sources_and_from_the_talk(engine: Engine) -> None:
    session = await engine.create_session("policy")
    told = TurnOptions(about_user=(("role", "beleidsmedewerker"), ("organization", "Gemeente")))
    first = await engine.ask("Binnen hoeveel uur moet een datalek worden gemeld?", session=session.id, options=told)
    assert first.model
    assert "72" in first.answer
    assert first.sources
    second = await engine.ask("Bij wie?", session=session.id)
    assert second.kind == "follow_up"
    third = await engine.ask("Wat hadden we eerder besproken?", session=session.id)
    assert "datalek" in third.answer.lower()
    await engine.digested(session.id)
    assert "datalek" in (await (await engine.memory_of(session.id)).read()).memory.summary.lower()
