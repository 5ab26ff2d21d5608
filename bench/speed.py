"""How long a turn takes, and whether it takes longer the longer a conversation is.

All systems get the same questions, passages and instant answers, in one process, on one disk, turn by turn in lockstep:
what the machine does beside it hits them alike. What is loaded once all have answered a first question is set apart
from the garbage collector, as `askwell serve` does it, for all of them. Read ratios within a run, not milliseconds
between runs. Then each runs alone, as it does in a process of its own: what others do to the caches between two turns
costs a system the more, the more code it runs through. Peers that are not installed are left out and named.
"""

import asyncio
import importlib
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from askwell.http.serve import set_loaded_apart
from bench.length import length_rows
from bench.options import Options
from bench.peers.ours import Askwell
from bench.peers.talk import Talker, bytes_of
from bench.report import Report, Row
from bench.stored import stored_rows

_PEERS = (
    ("bench.peers.langgraph_sqlite", "LangGraphSqlite"),
    ("bench.peers.langgraph_sqlite", "LangGraphSqliteTuned"),
    ("bench.peers.llama_index", "LlamaIndex"),
    ("bench.peers.json_file", "JsonFile"),
)
AT = (1, 10, 100, 1_000)
"""Turns at which a system is looked at: the median of the turns around."""
AROUND = 20
"""Turns before and behind; fewer where fewer came before."""
SESSIONS = {1: 64, 64: 8, 512: 2}
"""Sessions at once, to turns of each."""
ALONE = {"llama-index"}
"""Systems that keep one conversation only: 64 sessions at once end in `database is locked`."""
METRICS = (*(f"ms_turn_{at}" for at in AT), "ms_settle", "bytes_turn_1000", "cpu_ms", "turns_s")
NOTES = (
    "ms_settle: work after an answer (askwell takes the turn into memory), waited for outside the timed turn: ms_turn_*"
    " and cpu_ms leave it out. turns_s includes what of it runs while turns are asked, not what is left at the end.",
)


@dataclass
class _Lane:
    """One system on its way through a conversation."""

    talker: Talker
    folder: Path
    took_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    settle_ms: list[float] = field(default_factory=list)
    bytes: int = 0
    """What stays on the disk behind all turns: logs that are written on the way are brought in at the end."""


def run(options: Options) -> Report:
    """Rows of one long conversation, beside others and alone, of many at once, and of a store with many sessions."""
    talkers, missing = _talkers()
    rows = [
        *asyncio.run(_long(talkers, options.turns, "one session")),
        *(row for each in talkers for row in asyncio.run(_long([each], options.turns, "run alone"))),
        *asyncio.run(_many(talkers)),
        *(asyncio.run(stored_rows()) if options.set != "short" else ()),
        *(asyncio.run(length_rows()) if options.set != "short" else ()),
    ]
    notes = [f"not installed and left out: {name} (see `make bench-speed`)" for name in missing]
    return Report("speed", (*METRICS, "ms_store", "ms_p95"), tuple(rows), (*NOTES, *notes))


def _talkers() -> tuple[list[type[Talker]], list[str]]:
    found: list[type[Talker]] = [Askwell]
    missing = []
    for module, name in _PEERS:
        try:
            found.append(getattr(importlib.import_module(module), name))
        except ImportError:
            missing.append(name)
    return found, missing


async def _long(talkers: Sequence[type[Talker]], turns: int, named: str) -> list[Row]:
    """One conversation of each system, a turn of one after a turn of the other."""
    with tempfile.TemporaryDirectory(prefix="askwell-speed-") as made:
        lanes = []
        for each in talkers:
            folder = Path(made) / each.name
            folder.mkdir()
            lanes.append(_Lane(each(), folder))
            await lanes[-1].talker.open(folder)
        for number in range(1, turns + AROUND + 1):
            for lane in lanes:
                await _ask(lane, number)
                if number == 1:
                    set_loaded_apart()
        for lane in lanes:
            await lane.talker.close()
            lane.bytes = bytes_of(lane.folder)
    return [_row(lane, turns, named) for lane in lanes]


async def _ask(lane: _Lane, number: int) -> None:
    began, cpu = time.perf_counter(), time.process_time()
    said = await lane.talker.turn("talk", number)
    lane.took_ms.append((time.perf_counter() - began) * 1000)
    lane.cpu_ms.append((time.process_time() - cpu) * 1000)
    # Or it would be a part of the next system's time.
    began = time.perf_counter()
    await lane.talker.settle()
    lane.settle_ms.append((time.perf_counter() - began) * 1000)
    assert said.startswith(f"Answer {number}."), said[:40]


def _row(lane: _Lane, turns: int, named: str) -> Row:
    figures: dict[str, object] = {}
    for at in AT:
        if at <= turns:
            figures[f"ms_turn_{at}"] = round(median(_around(lane.took_ms, at)), 3)
    figures["cpu_ms"] = round(median(lane.cpu_ms), 3)
    figures["ms_settle"] = round(median(lane.settle_ms), 3)
    if turns == AT[-1]:
        figures["bytes_turn_1000"] = lane.bytes
    return {"system": lane.talker.name, "set": named, "n": turns, **figures}


def _around(values: Sequence[float], at: int) -> Sequence[float]:
    beside = min(AROUND, max(0, at - 2))
    return values[at - 1 - beside : at + beside]


async def _many(talkers: Sequence[type[Talker]]) -> list[Row]:
    """Sessions at once: turns a second of one process."""
    rows: list[Row] = []
    for sessions, turns in SESSIONS.items():
        for each in (each for each in talkers if each.name not in ALONE):
            with tempfile.TemporaryDirectory(prefix="askwell-speed-") as made:
                talker = each()
                await talker.open(Path(made))
                set_loaded_apart()
                began = time.perf_counter()
                await asyncio.gather(*(_talk(talker, f"talk-{number}", turns) for number in range(sessions)))
                rate = sessions * turns / (time.perf_counter() - began)
                await talker.close()
            size = {"set": f"{sessions} at once", "n": sessions * turns}
            rows.append({"system": each.name, **size, "turns_s": round(rate, 1)})
    return rows


async def _talk(talker: Talker, session: str, turns: int) -> None:
    for number in range(1, turns + 1):
        await talker.turn(session, number)
