"""Update an assistant's collection from its folder before a question."""

from typing import TYPE_CHECKING

from askwell.cli.progress import failure_lines, is_work, summary, watch_ingest
from askwell.cli.terminal import Terminal

if TYPE_CHECKING:
    from askwell.engine import Engine


async def prepare(engine: "Engine", assistant: str, terminal: Terminal) -> None:
    """Ingest changed documents and print a summary if there were any. Raises NotFound for an unknown assistant."""
    last = await watch_ingest(terminal, engine.prepare(assistant), f"preparing {assistant}")
    if last is None or not is_work(last):
        return
    terminal.info(f"prepared {assistant} · {summary(last)}")
    for line in failure_lines(last.failures):
        terminal.info(line)
