"""A tool that counts the days to a date, because models often count wrong."""

from datetime import date

from pydantic import Field

from askwell.tools.calling import Arguments, function_tool
from askwell.types import ToolContext, ToolResult


class Until(Arguments):
    """Arguments of the tool."""

    day: date = Field(description="The date to count to, as YYYY-MM-DD.")


async def count_days(arguments: Until, context: ToolContext) -> ToolResult:
    """The number of days from the day of the question."""
    days = (arguments.day - context.turn.created_at.date()).days
    return ToolResult(f"{arguments.day} is {days} days after today.")


days_until = function_tool("days_until", "Counts the days from today to a date.", Until, count_days)
