"""What the table of speeds counts as a turn's time."""

import asyncio
from pathlib import Path

import pytest
from bench.options import parse
from bench.peers.ours import Askwell

from bench import speed

SETTLES_S = 0.05


class Slow:
    """Answers at once and goes on working after each answer."""

    name = "slow"

    async def open(self, folder: Path) -> None:
        self.folder = folder

    async def turn(self, session: str, number: int) -> str:
        return f"Answer {number}. {session}"

    async def settle(self) -> None:
        await asyncio.sleep(SETTLES_S)

    async def close(self) -> None:
        pass


async def test_work_after_an_answer_is_a_column_of_its_own() -> None:
    (row,) = await speed._long([Slow], 1, "one session")
    assert isinstance(row["ms_turn_1"], float)
    assert isinstance(row["ms_settle"], float)
    assert row["ms_turn_1"] < SETTLES_S * 1000 <= row["ms_settle"]


async def test_our_own_lane_answers_every_turn() -> None:
    (row,) = await speed._long([Askwell], 2, "one session")
    assert row["system"] == "askwell"
    assert float(str(row["ms_turn_1"])) > 0


def test_the_table_says_what_a_turns_time_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> list[object]:
        return []

    monkeypatch.setattr(speed, "_talkers", lambda: ([], []))
    monkeypatch.setattr(speed, "_long", nothing)
    report = speed.run(parse(["speed", "--set", "short", "--turns", "1"], ["speed"]))
    assert "outside the timed turn" in report.notes[0]
    assert "ms_settle" in report.metrics
