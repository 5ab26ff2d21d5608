"""The assistant's table routes as tools; each tool has the name of its route."""

from pydantic import Field

from askwell.assistant import Assistant
from askwell.ports import TableSearcher
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import Route, ToolContext, ToolResult


class Wanted(Arguments):
    """Arguments of the tool."""

    question: str = Field(
        min_length=1, max_length=1000, description="A whole question that names the thing, the order or the place."
    )


def table_tool(assistant: Assistant, route: Route, tables: TableSearcher) -> FunctionTool[Wanted]:
    """The tool that looks up rows in the table of a route."""

    async def look_up(arguments: Wanted, context: ToolContext) -> ToolResult:
        found = await tables.look_up(route, arguments.question, context.principal)
        if found.passages:
            return ToolResult(passages=found.passages)
        return ToolResult(found.ask_back or "The table has nothing on that. Name the thing as people call it.")

    return function_tool(route, _description(assistant, route), Wanted, look_up)


def _description(assistant: Assistant, route: Route) -> str:
    """The description of the table from the assistant's file: its title and the intents of its route."""
    section = assistant.ways.get(route) or assistant.catalogues[route]
    intents = assistant.route.intents if assistant.route else ()
    purposes = "; ".join(each.description or each.examples[0] for each in intents if each.way == route)
    return f"Looks it up in a table: {section.title or section.table}" + (f" ({purposes})." if purposes else ".")
