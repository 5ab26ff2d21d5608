"""The built-in tools that an assistant may name."""

from askwell.assistant import Assistant
from askwell.errors import BadConfig
from askwell.ports import Grader, HistorySearcher, Reranker, Searcher, Store, TableSearcher, Tool
from askwell.tools.knowledge import search_knowledge_base
from askwell.tools.lookups import table_tool
from askwell.tools.past import lookup_past_conversation, retrieve_past_answer


def built_in_tools(
    assistant: Assistant,
    *,
    store: Store,
    searcher: Searcher,
    grader: Grader,
    reranker: Reranker | None = None,
    tables: TableSearcher | None = None,
    history_searcher: HistorySearcher | None = None,
) -> dict[str, Tool]:
    """Name to tool: knowledge, the conversation, and the assistant's table routes.

    Raises BadConfig if a route has the name of another tool.
    """
    tools_by_name: dict[str, Tool] = {}
    for tool in (
        search_knowledge_base(assistant, searcher, grader, reranker),
        lookup_past_conversation(store, history_searcher),
        retrieve_past_answer(store),
    ):
        tools_by_name[tool.spec.name] = tool
    if tables is None:
        return tools_by_name
    for route in assistant.own_ways:
        if route in tools_by_name:
            raise BadConfig(
                f"Assistant {assistant.name!r}: {route!r} is the name of both a route and a tool", hint="Rename it."
            )
        tools_by_name[route] = table_tool(assistant, route, tables)
    return tools_by_name
