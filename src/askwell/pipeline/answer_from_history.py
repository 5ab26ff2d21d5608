"""The `remind` step: answers from earlier turns if no document does, or if the question is about the conversation."""

from collections.abc import Set
from dataclasses import replace

from askwell.pipeline.operate import ROUTE
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.pipeline.withheld import removed_documents, without_removed
from askwell.text.exchanges import without_answers_from
from askwell.text.lookback import look_back, question_number, speaks_of_us, subject_of_look_back
from askwell.text.wanted import asks
from askwell.text.words import content_stems
from askwell.types import Item, Topic, Turn, decided

MAX_TURNS = 4
"""Maximum turns that are returned; usually one is the answer."""

ANSWER_PROBABILITY = 0.6
"""Minimum probability that a turn is relevant for it to count as the answer; below, turns are only nearest matches.

On the conversations from which the model was trained, each held out in turn, no question about the world reaches it,
and one in three of those that the conversation answers does.
"""

RECALL_ANSWER_PROBABILITY = 0.15
"""The same for a question that asks what was said."""

NEAREST_PROBABILITY = 0.4
"""Minimum probability of a nearest match if documents were found but none answers."""

NEAREST_PROBABILITY_WITHOUT_DOCUMENTS = 0.05
"""Minimum probability of a nearest match if no document was found and the question is not about the conversation.

Held out in the same way, 97 % of the answered questions reach it, and in conversations of 20 turns 13 % of those about
the world.
"""

MIN_SHARE_OF_BEST = 0.1
"""Minimum share of the best turn's probability for another turn to be returned with it."""

MAX_POSITION = 100
"""Highest position in a conversation that a question may name; all turns up to it are read."""

MAX_TOPICS = 20
"""Maximum entries of the topic index in an answer about the topics of the conversation."""


async def answer_from_history(state: TurnState, runtime: TurnRuntime) -> Update:
    """Turns that answer, with the route `recall`; no change if documents answer or the conversation does not either.

    Searches the whole branch, including the turns of the window.
    """
    if state.kept or state.ask_back or not _may_search(state):
        return {}
    about_conversation = state.route == "recall"
    if not about_conversation and not asks(state.analysed_asked, state.language):
        return {}
    topics: tuple[Topic, ...] = ()
    turns: tuple[Turn, ...] = ()
    score = None
    query = subject_of_look_back(state.analysed_asked, state.language) if about_conversation else state.analysed_asked
    if query:
        turns, score = await _turns(state, runtime, query)
        if not turns and state.analysed_question != state.analysed_asked and not about_conversation:
            # The resolved question contains words of the last turns, which match there; it is only the second choice.
            turns, score = await _turns(state, runtime, state.analysed_question)
    elif look_back(state.analysed_asked, state.language) == "discussed":
        topics = await _topics(state, runtime)
    turns = without_removed(turns, state.attachments)
    if turns and not about_conversation:
        if turns[0].is_withheld:  # the others are further away from the question
            return {"decisions": (decided("remind.withheld", {"turn": turns[0].number}),)}
        turns = tuple(turn for turn in turns if not turn.is_withheld)
    is_unsure = score is not None and score < (RECALL_ANSWER_PROBABILITY if about_conversation else ANSWER_PROBABILITY)
    if is_unsure and not about_conversation and not _is_near_enough(state, score or 0.0):
        turns = ()
    if not about_conversation:
        turns = tuple(turn for turn in turns if _tells(turn, is_unsure=is_unsure))
    if not turns and not about_conversation:
        return {"decisions": (decided("remind.nothing"),)}
    decision = decided("remind.topics", {"topics": len(topics)}) if topics else decided("remind.recalled", score=score)
    if turns:
        numbers = [turn.number for turn in turns]
        decision = decided("remind.turns", {"turns": len(turns)}, score=score, detail={"turns": numbers})
    return {
        "route": "recall",
        "answering_turns": turns,
        "unsure": is_unsure,
        "corrections": _corrections(state, turns),
        "topics": topics,
        "decisions": (decision,),
    }


def _is_near_enough(state: TurnState, score: float) -> bool:
    """Whether the nearest match in the conversation is preferred to the nearest passages of documents."""
    if state.route == "decline":
        return False
    return speaks_of_us(state.analysed_asked, state.language) or score >= (
        NEAREST_PROBABILITY if state.found else NEAREST_PROBABILITY_WITHOUT_DOCUMENTS
    )


def _tells(turn: Turn, *, is_unsure: bool) -> bool:
    """Whether a turn may answer a question that is not about the conversation: it states something, or we answered.

    An answer from documents is none to another question unless the match is sure: the documents were searched again.
    """
    if is_unsure and turn.outcome == "answered" and turn.sources:
        return False
    return (turn.outcome == "answered" and not is_unsure) or not asks(turn.question, turn.language)


def _may_search(state: TurnState) -> bool:
    known = bool(state.begun.turn.session_id) and bool(state.recalled.turns)
    return known and state.operation is None and state.route != "chat" and state.options.use_memory


async def _turns(state: TurnState, runtime: TurnRuntime, query: str) -> tuple[tuple[Turn, ...], float | None]:
    """Relevant turns, best first, and the probability that the best one is relevant."""
    if (position := question_number(state.analysed_asked, state.language)) is not None:
        return await _turn_at(state, runtime, position), None
    searcher = runtime.context.history_searcher
    if searcher is None:
        return (), None
    turn = state.begun.turn
    if turn.language != state.language:
        turn = replace(turn, language=state.language)
    found = await searcher.find(state.principal, turn, query, oldest_in_window=turn.number, k=MAX_TURNS)
    if found and found[0].score >= ANSWER_PROBABILITY:
        found = [each for each in found if each.score >= MIN_SHARE_OF_BEST * found[0].score]
    turns: list[Turn] = []
    memory = runtime.context.store.memory
    for earlier in await memory.recollected(state.principal, turn.session_id, found) if found else ():
        turns.append(earlier)
        # If an answer ends with a question, the next turn contains the user's reply.
        if earlier.answer.rstrip().endswith("?") and earlier.number + 1 < turn.number:
            reply = await runtime.context.store.turns.get(state.principal, turn.session_id, earlier.number + 1)
            turns += [reply] if reply.parent_id == earlier.id else []
    return tuple({each.id: each for each in turns}.values())[:MAX_TURNS], found[0].score if found else None


async def _turn_at(state: TurnState, runtime: TurnRuntime, position: int) -> tuple[Turn, ...]:
    """The turn at a position of the branch, from 1; empty if there is none or the position is too high."""
    turn = state.begun.turn
    if position > MAX_POSITION:
        return ()
    line = await runtime.context.store.turns.page(state.principal, turn.session_id, limit=position)
    return tuple(each for each in line[position - 1 :] if each.number < turn.number)


async def _topics(state: TurnState, runtime: TurnRuntime) -> tuple[Topic, ...]:
    """The latest entries of the topic index, oldest first; for turns that are not in it yet, their questions."""
    turn = state.begun.turn
    found = await runtime.context.store.memory.topics(
        state.principal, turn.session_id, before=turn.number, limit=MAX_TOPICS
    )
    known = {each.turn_id for each in found}
    late = [each for each in state.recalled.turns if each.id not in known]
    missing = [each for each in late if each.outcome != "chat" and each.route not in {"recall", ROUTE}]
    entries = [Topic(each.id, each.number, each.standalone_question or each.question, (), ()) for each in missing]
    shown = without_answers_from((*found, *entries), removed_documents(state.attachments))
    return tuple(sorted(shown, key=lambda each: each.number))


def _corrections(state: TurnState, turns: tuple[Turn, ...]) -> tuple[Item, ...]:
    """The items in force that correct something in one of the turns."""
    replacing = [item for item in state.recalled.memory.items if item.kind == "correction" or item.supersedes_id]
    if not replacing:
        return ()
    stems_of = [(turn, frozenset(content_stems(f"{turn.question} {turn.answer}", turn.language))) for turn in turns]
    return tuple(item for item in replacing if any(_corrects(item, turn, stems) for turn, stems in stems_of))


def _corrects(item: Item, turn: Turn, stems: Set[str]) -> bool:
    """Whether an item corrects a turn: it names its number, or is later and has half of its stems in common with it."""
    if turn.number in item.corrects:
        return True
    if item.number <= turn.number:
        return False
    corrected = set(content_stems(item.text, turn.language))
    return 2 * len(corrected & stems) >= max(1, len(corrected))
