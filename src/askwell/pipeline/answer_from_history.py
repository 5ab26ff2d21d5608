"""Remind: what the talk itself holds, where no document answers, or the question is about the talk."""

from collections.abc import Set
from dataclasses import replace

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.lookback import look_back, question_number, speaks_of_us, subject_of_look_back
from askwell.text.wanted import asks
from askwell.text.words import content_stems
from askwell.types import Item, Topic, Turn, decided

MOST_TURNS = 4
"""Turns that are brought back at most; a reader wants the one."""

SURE = 0.6
"""Chance from which a turn is told as the answer; below it turns are told as what comes nearest.

On the conversations that the chance was learnt from, each held out, no question about the world reaches it, and one in
three of those that the conversation answers.
"""

ASKED_FOR = 0.15
"""The same where the question asks what was said."""

NEAR = 0.4
"""Chance from which a turn is told as what comes nearest where documents were found, though none that answers."""

LIKELY = 0.05
"""Chance that a turn needs to be quoted where no document was found and the question is not about the conversation.

Held out in the same way, 97 % of the answered questions reach it, and in conversations of 20 turns 13 % of those about
the world.
"""

WORTH = 0.1
"""Share of the best turn's chance that another one needs beside it."""

FARTHEST_PLACE = 100
"""Place in a talk up to which a question may point, for all turns before it are read on the way."""

MOST_TOPICS = 20
"""Entries of the topic index that tell what was spoken of."""


async def remind(state: TurnState, runtime: TurnRuntime) -> Update:
    """Turns that answer, on the way `recall`; nothing where the documents do, or the talk holds nothing either.

    Looks through the whole line, the window included: what was said a moment ago counts too.
    """
    if state.kept or state.ask_back or not _may_look(state):
        return {}
    about_talk = state.route == "recall"
    if not about_talk and not asks(state.asked, state.language):
        return {}
    topics: tuple[Topic, ...] = ()
    turns: tuple[Turn, ...] = ()
    score = None
    wanted = subject_of_look_back(state.asked, state.language) if about_talk else state.asked
    if wanted:
        turns, score = await _turns(state, runtime, wanted)
        if not turns and state.question != state.asked and not about_talk:
            # What a question leans on was said a moment ago, and would draw the search there: only where it must.
            turns, score = await _turns(state, runtime, state.question)
    elif look_back(state.asked, state.language) == "discussed":
        topics = await _topics(state, runtime)
    unsure = score is not None and score < (ASKED_FOR if about_talk else SURE)
    if unsure and not about_talk and not _may_be_told(state, score or 0.0):
        turns = ()
    if not turns and not about_talk:
        return {"decisions": (decided("remind.nothing"),)}
    decision = decided("remind.topics", {"topics": len(topics)}) if topics else decided("remind.recalled", score=score)
    if turns:
        numbers = [turn.number for turn in turns]
        decision = decided("remind.turns", {"turns": len(turns)}, score=score, detail={"turns": numbers})
    return {
        "route": "recall",
        "reminded": turns,
        "unsure": unsure,
        "corrections": _corrections(state, turns),
        "topics": topics,
        "decisions": (decision,),
    }


def _may_be_told(state: TurnState, score: float) -> bool:
    """Whether what comes nearest in the talk is worth telling, and not what comes nearest in the documents."""
    if state.route == "decline":
        return False
    return speaks_of_us(state.asked, state.language) or score >= (NEAR if state.found else LIKELY)


def _may_look(state: TurnState) -> bool:
    known = bool(state.begun.turn.session_id) and bool(state.recalled.turns)
    return known and state.route != "chat" and state.options.use_memory


async def _turns(state: TurnState, runtime: TurnRuntime, wanted: str) -> tuple[tuple[Turn, ...], float | None]:
    """Turns that matter, best first, and how likely the best does."""
    if (place := question_number(state.asked, state.language)) is not None:
        return await _at(state, runtime, place), None
    history_searcher = runtime.context.history_searcher
    if history_searcher is None:
        return (), None
    turn = state.begun.turn
    if turn.language != state.language:
        turn = replace(turn, language=state.language)
    found = await history_searcher.find(state.principal, turn, wanted, oldest_in_window=turn.number, k=MOST_TURNS)
    if found and found[0].score >= SURE:
        found = [each for each in found if each.score >= WORTH * found[0].score]
    turns: list[Turn] = []
    for earlier in (
        await runtime.context.store.memory.recollected(state.principal, turn.session_id, found) if found else ()
    ):
        turns.append(earlier)
        # What an answer asked back is told by the turn after it.
        if earlier.answer.rstrip().endswith("?") and earlier.number + 1 < turn.number:
            reply = await runtime.context.store.turns.get(state.principal, turn.session_id, earlier.number + 1)
            turns += [reply] if reply.parent_id == earlier.id else []
    return tuple({each.id: each for each in turns}.values())[:MOST_TURNS], found[0].score if found else None


async def _at(state: TurnState, runtime: TurnRuntime, place: int) -> tuple[Turn, ...]:
    """The turn at a place of the line, counted from 1; nothing where the line is shorter, or the place too far."""
    turn = state.begun.turn
    if place > FARTHEST_PLACE:
        return ()
    line = await runtime.context.store.turns.page(state.principal, turn.session_id, limit=place)
    return tuple(each for each in line[place - 1 :] if each.number < turn.number)


async def _topics(state: TurnState, runtime: TurnRuntime) -> tuple[Topic, ...]:
    """The latest entries of the topic index, oldest first; questions stand in for turns that are not in it yet."""
    turn = state.begun.turn
    found = await runtime.context.store.memory.topics(
        state.principal, turn.session_id, before=turn.number, limit=MOST_TOPICS
    )
    known = {each.turn_id for each in found}
    late = [each for each in state.recalled.turns if each.id not in known]
    missing = [each for each in late if each.outcome != "chat" and each.route != "recall"]
    entries = [Topic(each.id, each.number, each.standalone_question or each.question, (), ()) for each in missing]
    return tuple(sorted((*found, *entries), key=lambda each: each.number))


def _corrections(state: TurnState, turns: tuple[Turn, ...]) -> tuple[Item, ...]:
    """What has since been said in place of something that one of the turns holds, and is in force."""
    taken_back = [item for item in state.recalled.memory.items if item.kind == "correction" or item.supersedes_id]
    if not taken_back:
        return ()
    said = [(turn, frozenset(content_stems(f"{turn.question} {turn.answer}", turn.language))) for turn in turns]
    return tuple(item for item in taken_back if any(_corrects(item, turn, stems) for turn, stems in said))


def _corrects(item: Item, turn: Turn, said: Set[str]) -> bool:
    """Whether an item corrects a turn that said these stems: it says the same of the same thing, with another value."""
    if turn.number in item.corrects:
        return True
    if item.number <= turn.number:
        return False
    corrected = set(content_stems(item.text, turn.language))
    return 2 * len(corrected & said) >= max(1, len(corrected))
