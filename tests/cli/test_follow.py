import io
from dataclasses import replace

from askwell.cli.follow import Display, watch
from askwell.cli.terminal import Terminal
from askwell.events import Token, ToolUsed
from tests.logs import DONE, filled


async def test_a_tool_call_is_shown_on_stderr() -> None:
    called = ToolUsed(0, "stock", '{"question": "Lamps?"}', 1.5, ok=True)
    run = await filled(called, Token(0, "Nine."), replace(DONE, answer=replace(DONE.answer, answer="Nine.")))
    terminal = Terminal(io.StringIO(), io.StringIO(), 80)
    await watch(run, Display(terminal))
    assert terminal.out.getvalue() == "Nine.\n"  # type: ignore[attr-defined]
    assert terminal.err.getvalue() == 'stock {"question": "Lamps?"}\n'  # type: ignore[attr-defined]
