"""Search: the resolved question and the one asked, in all of the assistant's collections."""

from askwell.assistant import Assistant
from askwell.pipeline.search_context import earlier
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.words import content_words, counted
from askwell.types import Decision, SearchQuery


async def search(state: TurnState, runtime: TurnRuntime) -> Update:
    """Candidates, best first. A second search drops the function words and adds what the conversation is about."""
    assistant = runtime.context.assistant
    wordings = _wordings(state) if state.searches == 0 else _other_wordings(state)
    labels = (*assistant.knowledge.labels, *state.options.labels)
    found = await runtime.context.searcher.search(
        SearchQuery(wordings, assistant.collections, labels, candidates(assistant), state.language, earlier(state))
    )
    decision = Decision(
        "search",
        f"{len(found)} found",
        f"{counted(len(wordings), 'wording')} in {', '.join(assistant.collections)}",
        score=found[0].score if found else None,
        detail={"wordings": list(wordings), "labels": list(labels)},
    )
    return {
        "way": state.way or "search",
        "wordings": wordings,
        "searches": state.searches + 1,
        "found": tuple(found),
        "kept": tuple(found),
        "decisions": (decision,),
    }


def candidates(assistant: Assistant) -> int:
    """How many passages to bring: those that are kept, or more where they are ranked anew."""
    ranked = assistant.rank is not None and assistant.rank.by == "features"
    return max(assistant.search.k, assistant.rank.candidates) if ranked and assistant.rank else assistant.search.k


def _wordings(state: TurnState) -> tuple[str, ...]:
    return tuple(dict.fromkeys((state.question, state.asked)))


def _other_wordings(state: TurnState) -> tuple[str, ...]:
    subject = " ".join(content_words(state.question, state.language)) or state.question
    before = state.recalled.turns[-1].standalone_question if _leans(state) else ""
    return tuple(dict.fromkeys(wording for wording in (subject, f"{before} {subject}".strip()) if wording))


def _leans(state: TurnState) -> bool:
    return bool(state.recalled.turns) and state.resolution is not None and state.resolution.kind == "follow_up"
