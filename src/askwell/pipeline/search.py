"""The `search` step: searches collections and attachments for the resolved and the typed question."""

from askwell.assistant import Assistant
from askwell.events import Warned
from askwell.pipeline.attachments import excerpt, search_scope
from askwell.pipeline.search_context import earlier
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.projections import choice_and_reason
from askwell.text.asked import compared, scaffold
from askwell.text.bounds import analysed
from askwell.text.facts import spellings
from askwell.text.words import content_words
from askwell.text.words import words as words_of
from askwell.types import SearchQuery, decided

LACKING = {
    "words_only": "The embedder cannot be used: the passages were found by their words alone.",
    "vectors_incomplete": "Documents are still being embedded: some passages were found by their words alone.",
    "index_rebuilding": "A part of the index is damaged and is being rebuilt: the search was incomplete.",
}
"""English text of each warning that a search may add."""


async def search(state: TurnState, runtime: TurnRuntime) -> Update:
    """Candidates for the next set of wordings of the question, best first."""
    assistant = runtime.context.assistant
    searches = _searches(state)
    wordings = searches[min(state.searches, len(searches) - 1)]
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
        {"found": len(found), "wordings": len(wordings), "collections": list(scope.collections)},
        score=found[0].score if found else None,
        detail={"wordings": list(wordings), "terms": [term.text for term in state.terms], "labels": list(labels)},
    )
    return {
        "route": state.route or "search",
        "wordings": wordings,
        "searches": state.searches + 1,
        "found": tuple(found),
        "kept": tuple(found),
        "decisions": (*unread.values(), decision),
        "warnings": (*lacking, *unread),
    }


def candidates(assistant: Assistant) -> int:
    """Number of passages to search for: those that are kept, or more if they are reranked."""
    ranked = assistant.rank is not None and assistant.rank.by == "features"
    return max(assistant.search.k, assistant.rank.candidates) if ranked and assistant.rank else assistant.search.k


def is_last(state: TurnState, attempts: int) -> bool:
    """Whether no further search is allowed: all attempts are used, or there are no other wordings."""
    return state.searches >= min(attempts, len(_searches(state)))


def _searches(state: TurnState) -> list[tuple[str, ...]]:
    """The wordings of each search, in order; each search has at least one new wording."""
    searches: list[tuple[str, ...]] = []
    used: set[str] = set()
    for wordings in (_as_asked(state), _respelt(state), _in_content_words(state), _by_subject(state)):
        if wordings and not used.issuperset(wordings):
            searches.append(wordings)
            used.update(wordings)
    return searches


def _as_asked(state: TurnState) -> tuple[str, ...]:
    question = state.mention.rest if state.mention else state.question
    return tuple(dict.fromkeys((analysed(question), state.analysed_asked)))


def _respelt(state: TurnState) -> tuple[str, ...]:
    return (analysed(state.respelt),) if state.respelt else ()


def _in_content_words(state: TurnState) -> tuple[str, ...]:
    """The content words of the question, and for a follow-up with the previous question before them.

    By words alone, function words are ignored, so the content words alone would be the same search.
    """
    subject = " ".join(content_words(state.analysed_wording, state.language)) or state.analysed_wording
    previous = analysed(state.recalled.turns[-1].standalone_question) if _is_follow_up(state) else ""
    has_vectors = any("near" in passage.scores for passage in state.found)
    wordings = (subject if has_vectors else "", f"{previous} {subject}" if previous else "")
    return tuple(wording for wording in wordings if wording)


def _by_subject(state: TurnState) -> tuple[str, ...]:
    """Each side of a comparison; for other questions, the content words without framing words."""
    framing = scaffold(state.language)
    subject = " ".join(word for word in content_words(state.analysed_wording, state.language) if word not in framing)
    return compared(state.analysed_wording, state.language) or ((subject,) if subject else ())


def _values(state: TurnState) -> tuple[tuple[str, ...], ...]:
    """Spellings of the values of the question, for those that documents may spell with other words."""
    values = ((words_of(fact.text), spellings(fact)) for fact in state.facts)
    return tuple(found for own, found in values if any(set(words_of(each)) - set(own) for each in found))


def _is_follow_up(state: TurnState) -> bool:
    return bool(state.recalled.turns) and state.resolution is not None and state.resolution.kind == "follow_up"
