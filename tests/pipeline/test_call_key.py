"""Equal calls of tools."""

from askwell.pipeline.tool_calls import call_key
from askwell.types import ToolCall


def test_the_order_of_arguments_makes_no_other_call() -> None:
    one = ToolCall("1", "book", {"berth": 4, "nights": 2})
    other = ToolCall("2", "book", {"nights": 2, "berth": 4})
    assert call_key(one) == call_key(other)
    assert call_key(one) != call_key(ToolCall("1", "book", {"berth": 4, "nights": 3}))
    assert call_key(one) != call_key(ToolCall("1", "cancel", {"berth": 4, "nights": 2}))
