"""Search: the resolved question and the one asked, in all of the assistant's collections."""

from askwell.assistant import Assistant
from askwell.pipeline.search_context import earlier
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.asked import compared, scaffold
from askwell.text.words import content_words
from askwell.types import SearchQuery, decided


async def search(state: TurnState, runtime: TurnRuntime) -> Update:
    """Candidates, best first, for the next of the wordings that the question allows."""
    assistant = runtime.context.assistant
    searches = _searches(state)
    wordings = searches[min(state.searches, len(searches) - 1)]
    labels = (*assistant.knowledge.labels, *state.options.labels)
    found = await runtime.context.searcher.search(
        SearchQuery(wordings, assistant.collections, labels, candidates(assistant), state.language, earlier(state))
    )
    decision = decided(
        "search.found",
        {"found": len(found), "wordings": len(wordings), "collections": list(assistant.collections)},
        score=found[0].score if found else None,
        detail={"wordings": list(wordings), "labels": list(labels)},
    )
    return {
        "route": state.route or "search",
        "wordings": wordings,
        "searches": state.searches + 1,
        "found": tuple(found),
        "kept": tuple(found),
        "decisions": (decision,),
    }


def candidates(assistant: Assistant) -> int:
    """How many passages to bring: those that are kept, or more where they are ranked again."""
    ranked = assistant.rank is not None and assistant.rank.by == "features"
    return max(assistant.search.k, assistant.rank.candidates) if ranked and assistant.rank else assistant.search.k


def is_last(state: TurnState, attempts: int) -> bool:
    """Whether no search is left: all attempts were made, or there are no other words to search with."""
    return state.searches >= min(attempts, len(_searches(state)))


def _searches(state: TurnState) -> list[tuple[str, ...]]:
    """The wordings of each search, in order; every search has one that none before it had."""
    searches: list[tuple[str, ...]] = []
    made: set[str] = set()
    for wordings in (_as_asked(state), _in_content_words(state), _by_subject(state)):
        if not made.issuperset(wordings):
            searches.append(wordings)
            made.update(wordings)
    return searches


def _as_asked(state: TurnState) -> tuple[str, ...]:
    return tuple(dict.fromkeys((state.question, state.asked)))


def _in_content_words(state: TurnState) -> tuple[str, ...]:
    """Without function words, and with what the conversation is about where the question leans on it."""
    subject = " ".join(content_words(state.question, state.language)) or state.question
    before = state.recalled.turns[-1].standalone_question if _leans(state) else ""
    return tuple(dict.fromkeys(wording for wording in (subject, f"{before} {subject}".strip()) if wording))


def _by_subject(state: TurnState) -> tuple[str, ...]:
    """Each side of a comparison by itself; of another question the words that do not merely frame it."""
    framing = scaffold(state.language)
    subject = " ".join(word for word in content_words(state.question, state.language) if word not in framing)
    return compared(state.question, state.language) or ((subject,) if subject else ())


def _leans(state: TurnState) -> bool:
    return bool(state.recalled.turns) and state.resolution is not None and state.resolution.kind == "follow_up"
