"""Look up: rows of the table behind a way that the assistant names."""

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.words import counted
from askwell.types import Decision


async def look_up(state: TurnState, runtime: TurnRuntime) -> Update:
    """Rows that the resolved question names, as passages; else our question back, else the way goes on to search."""
    assert runtime.context.tables is not None, "an assistant with ways has tables"
    assistant = runtime.context.assistant
    table = (assistant.ways.get(state.way) or assistant.catalogues[state.way]).table
    found = await runtime.context.tables.look_up(state.way, state.question)
    if found.passages:
        said = f"{table} for {', '.join(found.matched)}"
        parts = {"things": list(found.things), "among": list(found.among)}
        detail = {part: names for part, names in parts.items() if names}
        decision = Decision("look_up", counted(len(found.passages), "row"), said, detail=detail)
        return {"found": found.passages, "kept": found.passages, "decisions": (decision,)}
    if found.ask_back:
        decision = Decision("look_up", "ask back", f"the question leaves open what to look for in {table}")
        return {"ask_back": found.ask_back, "decisions": (decision,)}
    decision = Decision("look_up", "search", f"the question names nothing of {table}")
    return {"way": "search", "decisions": (decision,)}
