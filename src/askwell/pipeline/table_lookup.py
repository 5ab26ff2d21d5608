"""The `look_up` step: looks up rows in the table of a route."""

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import decided


async def look_up(state: TurnState, runtime: TurnRuntime) -> Update:
    """The rows that the resolved question names, as passages; else a question to the user; else the route `search`."""
    assert runtime.context.tables is not None, "an assistant with table routes has tables"
    assistant = runtime.context.assistant
    table = (assistant.ways.get(state.route) or assistant.catalogues[state.route]).table
    found = await runtime.context.tables.look_up(state.route, state.analysed_question, state.principal)
    if found.passages:
        params = {"rows": len(found.passages), "table": table, "matched": list(found.matched)}
        return {
            "found": found.passages,
            "kept": found.passages,
            "things": tuple(found.things),
            "among": tuple(found.among),
            "is_unsure_of_rows": bool(found.unknown),
            "decisions": (decided("look_up.rows", params),),
        }
    if found.ask_back:
        return {"ask_back": found.ask_back, "decisions": (decided("look_up.ask_back", {"table": table}),)}
    return {"route": "search", "decisions": (decided("look_up.search", {"table": table}),)}
