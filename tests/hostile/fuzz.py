"""Fuzz the readers: `python -m tests.hostile.fuzz [SECONDS] [SEED]`, part of `make soak`.

Files of all formats are changed at random and read by one pool, with gates on time and memory. Exits with 1 if a gate
is broken or an error is not one of the documented refusals; the file is kept and its path printed.
"""

import os
import random
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.pool import ReaderPool
from tests.hostile.files import hostile_files
from tests.hostile.ladder import FORMATS
from tests.hostile.pdf_files import mutated
from tests.hostile.questions import say
from tests.hostile.watching import watched

MOST_SECONDS = 20.0
"""For a file of up to `MOST_BYTES`, on a machine with other work."""
MOST_BYTES = 1_000_000
MOST_MEMORY = 512 << 20
CODES = {
    "unsupported_document",
    "encrypted_document",
    "broken_document",
    "document_too_large",
    "document_too_complex",
    "page_limit",
    "empty_document",
}
"""Refusals of `read_document`."""


def corpus(random_: random.Random) -> list[tuple[str, bytes]]:
    """Endings and contents of files to begin with: usual ones and hostile ones."""
    usual = [(ending, make(30_000, random_)) for ending, make in FORMATS.items()]
    hostile = [(name.rpartition(".")[2], data) for name, data in hostile_files(random_)]
    return 10 * usual + [(ending, data) for ending, data in hostile if data and len(data) <= MOST_BYTES]


def reading(readers: ReaderPool, data: bytes, name: str) -> tuple[str, float]:
    """The refusal, or an empty text, and the seconds that it took. An error that is no refusal is raised."""
    began = time.perf_counter()
    code = ""
    try:
        read_document(data, name, (), readers.read)
    except BadInput as error:
        code = error.code
    return code, time.perf_counter() - began


def main(seconds: str = "120", seed: str = "") -> int:
    """The exit code of a run."""
    chosen = int(seed) if seed else int.from_bytes(os.urandom(4), "big")
    random_, readers = random.Random(chosen), ReaderPool()
    files, ends_at, slowest, refused = corpus(random_), time.monotonic() + int(seconds), 0.0, 0
    with watched(os.getpid()) as watch:
        for number in count():
            if time.monotonic() > ends_at:
                break
            ending, data = random_.choice(files)
            name, changed = mutated(ending, data, random_, number)
            code, took = reading(readers, changed, name)
            slowest, refused = max(slowest, took), refused + bool(code)
            if took > MOST_SECONDS or watch.children > MOST_MEMORY or (code and code not in CODES):
                kept = Path(tempfile.mkdtemp()) / name
                kept.write_bytes(changed)
                say(f"{kept}: {took:.1f} s, {watch.children >> 20} MB, {code or 'read'}")
                readers.close()
                return 1
    readers.close()
    say(
        f"seed {chosen}: {number} files, {refused} refused, slowest {slowest:.1f} s, "
        f"most memory {watch.children >> 20} MB, failures 0"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
