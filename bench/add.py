"""Adding a folder: `python -m bench add --data FOLDER`.

`askwell add FOLDER` runs on a new data folder, and so does `askwell ask` while files are read, again and again until an
answer has a source. It asks for the title of the file that is read first. No model is configured. The weights of the
embedder are those of the user. All processes share the processors of the machine, so the questions cost the addition
some of its time. Memory is that of `askwell add` and all of its child processes, each with the pages that it shares.
"""

import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from askwell.errors import NotFound
from askwell.knowledge.readers import SUFFIXES
from askwell.runtime.preparation import INCOMPLETE
from askwell.settings import load_settings
from bench.options import Options
from bench.report import Report, Row

MUSTS = {"unnamed": 0.0, "first line s": 1.0, "first answer s": 30.0, "peak MB": 700.0}
"""The highest value of each figure that is good enough, on a machine that does nothing else."""
LOOK_EVERY_S = 0.05
ASK_EVERY_S = 1.0
"""Pause between two questions, each of which loads the program."""
MEGABYTE = 1_000_000

_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL | re.IGNORECASE)
_TITLE_BYTES = 20_000
_READ = "words are found already"
"""Part of the progress lines that `askwell add` prints once all files are read."""


@dataclass
class Addition:
    """What was seen of one addition. Seconds are counted from the start of the command."""

    lines: list[tuple[float, str]] = field(default_factory=list)
    """Lines that the command printed, each with its time."""
    peak_bytes: int = 0
    added_s: float = 0.0
    cpu_s: float = 0.0
    answered_s: float | None = None
    """Seconds until the first answer with a source; None if there was none."""
    warned_s: float | None = None
    """Seconds until the first answer that has a source or says that documents are being added."""
    unwarned: int = 0
    """Answers without a source that do not say that documents are being added."""
    exit_code: int = 0
    stored: frozenset[str] = frozenset()
    """Names of the documents afterwards."""

    @property
    def read_s(self) -> float:
        """Seconds until all files were read, up to the half second after which the next line is printed."""
        return next((at for at, line in self.lines if _READ in line), self.added_s)


def run(options: Options) -> Report:
    """One row. `--embedder` is the embedder of the documents, that of the settings unless it is given."""
    files = visible_files(options.data)
    if not files:
        raise NotFound(f"No documents in {str(options.data)!r}", code="folder_not_found", hint="Give it with `--data`.")
    seen = asyncio.run(_measure(options.data, files, options.embedder))
    named = frozenset(name for name in files if is_named(name, [line for _, line in seen.lines]))
    row: Row = {
        "set": options.data.resolve().name,
        "system": "askwell add",
        "embedder": options.embedder,
        "n": len(files),
        "read": len(seen.stored & set(files)),
        "named": len(named - seen.stored),
        "unnamed": len(set(files) - seen.stored - named),
        "first line s": round(seen.lines[0][0], 2),
        "first answer s": _rounded(seen.answered_s),
        "warned s": _rounded(seen.warned_s),
        "all read s": round(seen.read_s, 1),
        "all vectors s": round(seen.added_s, 1),
        "CPU s": round(seen.cpu_s, 1),
        "peak MB": round(seen.peak_bytes / MEGABYTE, 1),
    }
    notes = [f"{key}: must be at most {most:g}{_verdict(row[key], most)}" for key, most in MUSTS.items()]
    notes.append(f"answers without a source and without a warning: {seen.unwarned}")
    if seen.exit_code:
        notes.append(f"the command ended with exit code {seen.exit_code}: `all vectors s` is the time until then")
    metrics = tuple(key for key in row if key not in {"set", "system", "embedder", "n"})
    return Report("add", metrics, (row,), tuple(notes))


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def _verdict(value: object, most: float) -> str:
    return "" if isinstance(value, int | float) and value <= most else " (missed)"


def visible_files(folder: Path) -> list[str]:
    """Names of the files with a known extension below a folder, in the order in which they are read.

    Hidden files, those in hidden folders, and links are left out.
    """
    names = [
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES and path.is_file() and not path.is_symlink()
    ]
    return sorted(name.as_posix() for name in names if not any(part.startswith(".") for part in name.parts))


def is_named(name: str, lines: Sequence[str]) -> bool:
    """Whether a line about failed files names this one."""
    return any(line.startswith(f"  {name}: ") for line in lines)


def question_for(folder: Path, files: Sequence[str]) -> str:
    """A question for the title of the first file."""
    title = _TITLE.search((folder / files[0]).read_bytes()[:_TITLE_BYTES].decode(errors="replace"))
    subject = " ".join(unescape(title[1]).split()) if title else Path(files[0]).stem.replace("-", " ")
    return f"What do the documents say about {subject}?"


async def _measure(folder: Path, files: Sequence[str], embedder: str) -> Addition:
    seen = Addition()
    with tempfile.TemporaryDirectory(prefix="askwell-add-") as home:
        command = [sys.executable, "-m", "askwell", "--home", home, "--set", "model="]
        command += ["--set", f"models={load_settings().settings.models_folder}"]
        command += ["--set", f"embedder={embedder}"] if embedder else []
        began = time.perf_counter()
        child = await asyncio.create_subprocess_exec(
            *command, "add", str(folder), stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        try:
            async with asyncio.TaskGroup() as group:
                looking = group.create_task(_look(child.pid, seen))
                group.create_task(_ask([*command, "ask", question_for(folder, files)], began, seen))
                await _read_lines(child, began, seen)
                seen.exit_code = await child.wait()
                seen.added_s = time.perf_counter() - began
                looking.cancel()
        finally:
            with suppress(ProcessLookupError):
                child.kill()
        _, listed = await _output([*command, "documents", "list", "--limit", "10000", "--json"])
        seen.stored = frozenset(each["name"] for each in json.loads(listed)["documents"])
    return seen


async def _read_lines(child: asyncio.subprocess.Process, began: float, seen: Addition) -> None:
    assert child.stderr is not None, "it was started with a pipe"
    while line := await child.stderr.readline():
        seen.lines.append((time.perf_counter() - began, line.decode().rstrip("\n")))


async def _ask(command: Sequence[str], began: float, seen: Addition) -> None:
    """Ask until an answer has a source, or a question that was asked after the end of the command got none."""
    while seen.answered_s is None:
        has_ended = seen.added_s > 0
        code, out = await _output([*command, "--json", "--no-store"])
        now = time.perf_counter() - began
        answer = json.loads(out) if code == 0 else {}
        if answer.get("sources"):
            seen.answered_s = now
        if answer.get("sources") or INCOMPLETE in answer.get("warnings", ()):
            seen.warned_s = seen.warned_s or now
        elif not has_ended:
            seen.unwarned += 1
        if has_ended:
            return
        await asyncio.sleep(ASK_EVERY_S)


async def _output(command: Sequence[str]) -> tuple[int, str]:
    """Exit code and standard output of a command. It is killed if the caller is cancelled."""
    child = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        out, _ = await child.communicate()
    except asyncio.CancelledError:
        child.kill()
        await child.wait()
        raise
    return child.returncode or 0, out.decode()


async def _look(process: int, seen: Addition) -> None:
    """Read memory and CPU time of a process and its descendants until cancelled."""
    while True:
        tree = _descendants(process)
        seen.peak_bytes = max(seen.peak_bytes, sum(map(_resident_bytes, tree)))
        seen.cpu_s = max(seen.cpu_s, sum(map(_cpu_s, tree)))
        await asyncio.sleep(LOOK_EVERY_S)


def _descendants(process: int) -> list[int]:
    """The process and its children, grandchildren and so on."""
    found = [process]
    for each in found:
        for children in Path("/proc").glob(f"{each}/task/*/children"):
            with suppress(OSError):
                found += map(int, children.read_text().split())
    return found


def _resident_bytes(process: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _cpu_s(process: int) -> float:
    """CPU time of a process and of its children that have ended, user and system, seconds."""
    with suppress(OSError):
        times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]
        return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return 0.0
