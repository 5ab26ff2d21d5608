"""A classifier before the model: adds the kind of question as a note for the writer and as a decision of the turn."""

from dataclasses import replace

from askwell.pipeline.plugin_steps import TurnRuntime, TurnState, Update
from askwell.types import Decision

KINDS = {"price": ("cost", "price", "euro"), "deadline": ("when", "deadline", "until"), "steps": ("how", "apply")}


async def classify_intent(state: TurnState, runtime: TurnRuntime) -> Update:
    """Classify the question by its words. Place it `before: write`."""
    words = set(state.question.lower().strip("?").split())
    kind = next((kind for kind, cues in KINDS.items() if words & set(cues)), "")
    if not kind or state.brief is None:
        return {}
    brief = replace(state.brief, notes=(*state.brief.notes, f"They ask for: {kind}. Say it in the first sentence."))
    return {"brief": brief, "decisions": (Decision("classify_intent", kind, "by a word of the question"),)}
