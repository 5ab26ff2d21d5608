"""`python -m tests.stores.histories [SECONDS] [SEED]`: a line for each database; exits with 1 for any violation."""

import asyncio
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.stores.histories.soak import Outcome, on_postgres, on_sqlite, soak
from tests.stores.servers import make_database, server

SECONDS = 90
LEASE_S = 2.0
PAUSE_S = 4.0
"""Mean time between two faults of one server, or of the line, seconds."""
SHOWN = 10
"""Violations that are printed in full."""


async def main(seconds: int = SECONDS, seed: int = 0) -> None:
    """Both databases, one after the other."""
    trouble = partial(soak, seconds=seconds, seed=seed, lease_s=LEASE_S, pause_s=PAUSE_S)
    clean = True
    with tempfile.TemporaryDirectory() as folder:
        async with on_sqlite(Path(folder), LEASE_S) as (servers, line, address):
            outcome = await trouble(servers, line, address)
    clean &= _show("SQLite", outcome)
    with tempfile.TemporaryDirectory() as folder, server() as running:
        async with on_postgres(Path(folder), LEASE_S, make_database(running, "histories")) as (servers, line, address):
            outcome = await trouble(servers, line, address)
    clean &= _show("PostgreSQL", outcome)
    sys.exit(not clean)


def _show(database: str, outcome: Outcome) -> bool:
    found = [*(f"{each.kind}: {each.message}" for each in outcome.violations), *outcome.broken]
    sys.stdout.write("".join(f"{each}\n" for each in [*found[:SHOWN], outcome.line(database)]))
    sys.stdout.flush()
    return outcome.is_clean


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
