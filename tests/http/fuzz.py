"""Fuzz a server by its own description: `python -m tests.http.fuzz [SECONDS] [SEED]`, part of `make soak`.

Schemathesis makes requests out of `/openapi.json` and checks each answer: no 5xx, documented statuses and media types,
events of the described shape, `Allow` with all methods, created resources that can be found.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.http.conftest import lay_out, served

SECONDS = 120
LONGEST_REQUEST = 60
"""Seconds until a request is an error. By itself Schemathesis waits 10, which are too few on a loaded machine."""
TOO_STRICT = "positive_data_acceptance"
"""Left out: what two fields may say together is checked and cannot be described."""


async def fuzz(seconds: int, seed: int) -> int:
    """The exit code of a run against a server of its own; 0 where nothing was found."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        settings = lay_out(Path(folder), patch)(memory_assistant="garden")
        async with served(settings) as client:
            command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"]
            command += ["run", f"{client.base_url}/openapi.json".replace("//openapi", "/openapi")]
            command += [f"--max-time={seconds}", f"--seed={seed}", "--continue-on-failure", "--no-color"]
            command += [f"--request-timeout={LONGEST_REQUEST}"]
            command += [f"--exclude-checks={TOO_STRICT}"]
            running = await asyncio.create_subprocess_exec(*command, cwd=folder, stdin=subprocess.DEVNULL)
            return await running.wait()


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    seconds, seed = (given + [SECONDS, int.from_bytes(os.urandom(4), "big")][len(given) :])[:2]
    sys.exit(asyncio.run(fuzz(seconds, seed)))
