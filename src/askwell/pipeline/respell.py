"""Words of a question that no document has, and the spelling of the documents in their place for another search."""

import re

from askwell.pipeline.attachments import search_scope
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.match import subject_words


async def respell(state: TurnState, runtime: TurnRuntime) -> tuple[str, list[str]]:
    """The question, and its changes as `misspelt → written`, each word that no document has replaced by the nearest.

    The question is empty if all of its words are known or have no neighbour.
    """
    question = state.analysed_wording
    collections = search_scope(state, runtime.context.assistant).all_collections
    nearest = await runtime.context.searcher.spellings(
        subject_words(question, state.language), collections, state.language
    )
    for word, other in nearest.items():
        question = re.sub(rf"\b{re.escape(word)}\b", other, question, flags=re.IGNORECASE)
    return question if nearest else "", [f"{word} → {other}" for word, other in nearest.items()]
