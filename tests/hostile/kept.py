"""Memory that stays after distinct questions of 64 KB: `python -m tests.hostile.kept [QUESTIONS]`, part of `make soak`.

Each question follows an answer in a conversation of its own. Prints the growth of the resident memory for every
quarter of the questions, after a few that load the libraries, and exits with 1 if it is more than `MOST_MEMORY`.
"""

import asyncio
import gc
import random
import sys
import tempfile
from pathlib import Path

from askwell.engine import Engine
from tests.hostile.questions import FIRST, say
from tests.hostile.shapes import CHARS
from tests.prepared import prepared

MOST_MEMORY = 60 << 20
"""For 200 questions; caches that are full do not grow further."""
_WARM = 20
_WORDS = (
    "what is the income limit for a family of and does child care board pay provider apply cost form parent eligible "
    "weeks policy Texas in when I my they which it that"
).split()


def question(number: int) -> str:
    """A question of 64 KB, of words of the documents and 300 words that no other question has."""
    random_ = random.Random(number)
    own = ["".join(random_.choices("abcdefghijklmnopqrstuvwxyz", k=random_.randint(2, 9))) for _ in range(300)]
    return f"How does {' '.join(random_.choices(_WORDS + own, k=CHARS // 4))}"[: CHARS - 1] + "?"


async def ask(engine: Engine, number: int) -> None:
    """Ask a long question after an answer."""
    session = await engine.create_session("childcare")
    await engine.ask(FIRST["childcare"], session=session.id)
    await engine.ask(question(number), session=session.id)


def resident() -> int:
    """Bytes of this process in memory."""
    gc.collect()
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))


async def main(questions: str = "200") -> int:
    """The exit code of a run."""
    count = int(questions)
    with tempfile.TemporaryDirectory() as folder:
        async with prepared("childcare", Path(folder) / "home", embedder="none") as engine:
            for number in range(_WARM):
                await ask(engine, -1 - number)
            before = resident()
            for number in range(1, count + 1):
                await ask(engine, number)
                if number % max(1, count // 4) == 0:
                    say(f"{number} distinct questions of 64 KB: {(resident() - before) / 1e6:.0f} MB more")
            kept = resident() - before
    return 1 if kept > MOST_MEMORY else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
