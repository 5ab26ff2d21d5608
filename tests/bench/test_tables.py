"""The questions about unprepared tables: what was right stays right, by words alone."""

import pytest
from bench.tables import FOLDER, Replied, ask, conversations

FILES = sorted((FOLDER / "documents").iterdir())


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def replied() -> list[Replied]:
    return await ask(conversations(), embedder="none")


def test_every_conversation_is_of_one_table_and_both_parts_are_equal() -> None:
    asked = [turn for turns in conversations() for turn in turns]
    assert [sum(each.part == part for each in asked) for part in ("read", "held")] == [30, 30]
    assert {name for each in asked for name in each.documents} == {file.name for file in FILES}
    assert sum(not each.is_answerable for each in asked) == 9


async def test_what_was_right_stays_right(replied: list[Replied]) -> None:
    """The failures of `read` may be looked at; of `held` only their number."""
    assert [each.asked.question for each in replied if each.asked.part == "read" and each.verdict != "right"] == []
    held = [each.verdict for each in replied if each.asked.part == "held"]
    assert held.count("right") >= 26
    assert held.count("wrong") <= 4
