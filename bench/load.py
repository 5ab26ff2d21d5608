"""Load over HTTP: `python -m bench load [--turns 5000]`.

64 conversations ask a real server process about the collection of `childcare`, each its next question as soon as it has
an answer. The questions are those of the bundled scenarios. No model is configured. The client runs on the same machine
and takes a part of its processors. Memory, descriptors and the log are read from outside the server while it works; the
growth of memory is counted from the first fifth of the turns, when caches have been filled. CPU time of server and
client is counted while turns run, without the start; it depends less than a duration on what else the machine does.
"""

import asyncio
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

import yaml

from askwell.settings import load_settings
from bench.options import Options
from bench.report import Report, Row

CONVERSATIONS = 64
ASSISTANT = "childcare"
WARM_SHARE = 0.2
"""Share of the turns after which growth is counted."""
LOOK_EVERY_S = 0.5
MEGABYTE = 1_000_000

_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


@dataclass
class Load:
    """What was seen of a server under load."""

    seconds: list[float] = field(default_factory=list)
    """Of each turn, in the order of their ends."""
    statuses: Counter[int] = field(default_factory=Counter)
    rss_bytes: list[int] = field(default_factory=list)
    """Each with `turns_at`."""
    turns_at: list[int] = field(default_factory=list)
    descriptors: int = 0
    log_bytes: int = 0
    took_s: float = 0.0
    server_cpu_s: float = 0.0
    client_cpu_s: float = 0.0

    def look(self, process: int, log: Path) -> None:
        """Read the server's memory, descriptors and log now."""
        status = Path(f"/proc/{process}/status").read_text()
        self.rss_bytes.append(1024 * int(status.split("VmRSS:")[1].split()[0]))
        self.turns_at.append(len(self.seconds))
        self.descriptors = max(self.descriptors, sum(1 for _ in Path(f"/proc/{process}/fd").iterdir()))
        with suppress(OSError):
            self.log_bytes = max(self.log_bytes, log.stat().st_size)

    def percentile_ms(self, share: float) -> float:
        """Milliseconds within which this share of the turns was answered."""
        ordered = sorted(self.seconds)
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    def rss_growth(self) -> int:
        """Bytes by which memory has grown since the first fifth of the turns."""
        warm = next(
            rss for rss, at in zip(self.rss_bytes, self.turns_at, strict=True) if at >= WARM_SHARE * self.turns_at[-1]
        )
        return self.rss_bytes[-1] - warm


def run(options: Options) -> Report:
    """One row; `--turns` is the number of turns over all conversations, 5,000 unless it is given."""
    turns = 5_000 if options.turns == 1_000 else options.turns
    load = asyncio.run(_measure(turns))
    errors = sum(count for status, count in load.statuses.items() if status >= 500)
    row: Row = {
        "set": ASSISTANT,
        "system": f"askwell, {CONVERSATIONS} conversations over HTTP",
        "n": len(load.seconds),
        "turns/s": round(len(load.seconds) / load.took_s, 1),
        "CPU ms": round(1000 * load.server_cpu_s / len(load.seconds), 1),
        "client CPU ms": round(1000 * load.client_cpu_s / len(load.seconds), 1),
        "p50 ms": load.percentile_ms(0.5),
        "p95 ms": load.percentile_ms(0.95),
        "p99 ms": load.percentile_ms(0.99),
        "5xx": errors,
        "RSS MB": round(load.rss_bytes[-1] / MEGABYTE, 1),
        "RSS growth MB": round(load.rss_growth() / MEGABYTE, 1),
        "descriptors": load.descriptors,
        "log MB": round(load.log_bytes / MEGABYTE, 1),
    }
    notes = (f"statuses: {dict(load.statuses)}", "log: greatest length of SQLite's write-ahead log")
    return Report("load", tuple(key for key in row if key not in {"set", "system", "n"}), (row,), notes)


async def _measure(turns: int) -> Load:
    load, left = Load(), iter(range(turns))
    with tempfile.TemporaryDirectory(prefix="askwell-load-") as folder:
        async with _server(Path(folder)) as (process, port):
            began, server_cpu, client_cpu = time.perf_counter(), _cpu_s(process), time.process_time()
            looking = asyncio.create_task(_look(load, process, Path(folder) / "askwell.db-wal"))
            async with asyncio.TaskGroup() as group:
                for number in range(CONVERSATIONS):
                    group.create_task(_converse(load, port, islice(cycle(_questions()), number, None), left))
            load.took_s = time.perf_counter() - began
            load.server_cpu_s, load.client_cpu_s = _cpu_s(process) - server_cpu, time.process_time() - client_cpu
            looking.cancel()
            load.look(process, Path(folder) / "askwell.db-wal")
    return load


async def _look(load: Load, process: int, log: Path) -> None:
    while True:
        load.look(process, log)
        await asyncio.sleep(LOOK_EVERY_S)


async def _converse(load: Load, port: int, questions: Iterator[str], left: Iterator[int]) -> None:
    """A conversation on a connection of its own, until all turns are taken."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    _, made = await _post(reader, writer, "/v1/sessions", {"assistant": ASSISTANT})
    for _ in left:
        began = time.perf_counter()
        status, _ = await _post(reader, writer, f"/v1/sessions/{made['id']}/turns", {"question": next(questions)})
        load.seconds.append(time.perf_counter() - began)
        load.statuses[status] += 1
    writer.close()


async def _post(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: dict[str, str]
) -> tuple[int, dict[str, str]]:
    """Status and body of a POST. A client library would take as much time as the server."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    writer.write(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.readuntil(b"\r\n\r\n")
    status, length = _STATUS.match(answer), _LENGTH.search(answer)
    assert status is not None
    assert length is not None
    return int(status[1]), json.loads(await reader.readexactly(int(length[1])))


def _cpu_s(process: int) -> float:
    """CPU time that the threads of a process have used, user and system, seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _questions() -> list[str]:
    """The turns of the assistant's scenarios, in order."""
    files = sorted(Path("assistants", ASSISTANT, "scenarios").rglob("*.conv.yaml"))
    return [turn["user"] for file in files for turn in yaml.safe_load(file.read_text())["conversation"]]


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[tuple[int, int]]:
    """Process and port of a server on a new data folder, once it has read the documents."""
    models = load_settings().settings.models_folder
    command = [sys.executable, "-m", "askwell", "--home", str(folder), "--set", f"models={models}"]
    child = await asyncio.create_subprocess_exec(
        *command, "serve", "--port", "0", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert child.stdout is not None
    try:
        while not (found := _ADDRESS.search((await child.stdout.readline()).decode())):
            if child.stdout.at_eof():
                raise RuntimeError("the server did not start")
        draining = asyncio.create_task(child.stdout.read())
        port = int(found[1])
        while not await _is_ready(port):  # noqa: ASYNC110 - another process becomes ready
            await asyncio.sleep(0.2)
        yield child.pid, port
        draining.cancel()
    finally:
        with suppress(ProcessLookupError):
            child.send_signal(signal.SIGTERM)
        await child.wait()


async def _is_ready(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
    except OSError:
        return False
    return b" 200 " in answer.split(b"\r\n")[0]
