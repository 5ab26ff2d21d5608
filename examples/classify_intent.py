"""A classifier before the model: what is asked for goes to the writer as a note, and into the turn as a decision."""

from dataclasses import replace

from askwell.pipeline.plugin_steps import TurnRuntime, TurnState, Update
from askwell.types import Decision

KINDS = {"price": ("cost", "price", "euro"), "deadline": ("when", "deadline", "until"), "steps": ("how", "apply")}


async def classify_intent(state: TurnState, runtime: TurnRuntime) -> Update:
    """The kind of the question, by its words; place it `before: write`."""
    words = set(state.question.lower().strip("?").split())
    kind = next((kind for kind, cues in KINDS.items() if words & set(cues)), "")
    if not kind or state.brief is None:
        return {}
    brief = replace(state.brief, notes=(*state.brief.notes, f"They ask for: {kind}. Say it in the first sentence."))
    return {"brief": brief, "decisions": (Decision("classify_intent", kind, "by a word of the question"),)}
