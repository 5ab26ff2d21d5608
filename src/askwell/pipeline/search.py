"""The `search` step: searches collections and attachments for the resolved and the typed question."""

from askwell.assistant import Assistant
from askwell.events import Warned
from askwell.pipeline.attachments import excerpt, search_scope
from askwell.pipeline.search_context import earlier
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.projections import choice_and_reason
from askwell.prompts import shorten
from askwell.text.acknowledging import without_acknowledgement
from askwell.text.bounds import analysed
from askwell.text.facts import spellings
from askwell.text.words import words as words_of
from askwell.types import SearchQuery, decided

LACKING = {
    "words_only": "The embedder cannot be used: the passages were found by their words alone.",
    "vectors_incomplete": "Documents are still being embedded: some passages were found by their words alone.",
    "index_rebuilding": "A part of the index is damaged and is being rebuilt: the search was incomplete.",
}
"""English text of each warning that a search may add."""

MOST_SHOWN_CHARS = 120
"""Maximum characters of a wording in the reason of the decision; its detail has all of it."""


async def search(state: TurnState, runtime: TurnRuntime) -> Update:
    """Candidates for the question, or for the wordings of another search, best first."""
    assistant = runtime.context.assistant
    wordings = state.next_wordings or _as_asked(state)
    scope = search_scope(state, assistant)
    labels = (*assistant.knowledge.labels, *state.options.labels)
    found = await excerpt(state, runtime, scope) or await runtime.context.searcher.search(
        SearchQuery(
            wordings,
            scope.collections,
            labels,
            candidates(assistant),
            state.language,
            earlier(state),
            state.terms,
            _values(state),
            scope.attached,
        )
    )
    lacking = tuple(code for code in runtime.context.lacking(scope.all_collections) if code not in state.warnings)
    for code in lacking:
        emit(runtime, Warned(0, code, LACKING[code]))
    unread = {code: each for code, each in scope.warnings.items() if code not in state.warnings}
    if not found or state.searches:  # an addition may have begun after the turn, whose first one loads for a second
        of_collections = await runtime.context.unread()
        unread |= {code: each for code, each in of_collections.items() if code not in state.warnings}
    for code, each in unread.items():
        emit(runtime, Warned(0, code, choice_and_reason(each, "en")[1]))
    decision = decided(
        "search.found",
        {
            "found": len(found),
            "wordings": len(wordings),
            "collections": list(scope.collections),
            "searched": [shorten(each, MOST_SHOWN_CHARS) for each in wordings],
        },
        score=found[0].score if found else None,
        detail={"wordings": list(wordings), "terms": [term.text for term in state.terms], "labels": list(labels)},
    )
    return {
        "route": state.route or "search",
        "wordings": wordings,
        "searched": (*state.searched, *wordings),
        "searches": state.searches + 1,
        "found": tuple(found),
        "found_before": (*state.found, *state.found_before) if state.searches else (),
        "kept": tuple(found),
        "decisions": (*unread.values(), decision),
        "warnings": (*lacking, *unread),
    }


def candidates(assistant: Assistant) -> int:
    """Number of passages to search for: those that are kept, or more if they are reranked."""
    ranked = assistant.rank is not None and assistant.rank.by == "features"
    return max(assistant.search.k, assistant.rank.candidates) if ranked and assistant.rank else assistant.search.k


def _as_asked(state: TurnState) -> tuple[str, ...]:
    question = state.mention.rest if state.mention else state.question
    wordings = (analysed(question), state.analysed_asked)
    return tuple(dict.fromkeys(without_acknowledgement(each, state.language) for each in wordings))


def _values(state: TurnState) -> tuple[tuple[str, ...], ...]:
    """Spellings of the values of the question, for those that documents may spell with other words."""
    values = ((words_of(fact.text), spellings(fact)) for fact in state.facts)
    return tuple(found for own, found in values if any(set(words_of(each)) - set(own) for each in found))
