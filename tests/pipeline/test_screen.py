"""The language of a message."""

from pathlib import Path

import pytest

from askwell.settings import Settings
from tests.alpine import alpine


@pytest.mark.parametrize(("greeting", "language"), [("hoi", "nl"), ("ciao", "it"), ("hello", "en")])
async def test_small_talk_of_one_language_is_answered_in_it(
    settings: Settings, tmp_path: Path, greeting: str, language: str
) -> None:
    async with alpine(settings, tmp_path) as engine:
        answer = await engine.ask(greeting, session=(await engine.create_session("documents")).id)
    assert (answer.language, answer.outcome) == (language, "chat")
