"""The conversation's memory for a prompt; its size does not grow with the number of turns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from askwell.pipeline.state import TurnState
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.pipeline.tool_results import passages_of
from askwell.prompts import answer_as_data, data_marked, summary_before
from askwell.text.sentences import first_sentences
from askwell.text.tokens import count_tokens
from askwell.types import Item, Passage, Purpose, SlotName, Topic, Turn

SUMMARY_TOKENS = 450
"""Maximum tokens of the summary; 200 words of Italian are about 320."""

TURN_CHARS = 400
"""Maximum characters of a recalled turn's question, and of its answer; cut after a sentence."""

RECALLED_TOKENS = 900
"""Maximum tokens of recalled turns, or of topics."""

FACTS_TOKENS = 300
"""Maximum tokens of corrections."""

NEEDING_CONVERSATION = frozenset({"answer", "chat", "recall", "operation"})
"""Purposes whose prompt contains the memory of the conversation."""


@dataclass(frozen=True)
class Remembered:
    """The parts of the memory that fit into the prompt."""

    summary: str = ""
    first_question: str = ""
    older: tuple[Turn, ...] = ()
    corrections: tuple[Item, ...] = ()
    topics: tuple[Topic, ...] = ()


@dataclass(frozen=True)
class Memories:
    """The parts of the memory that a prompt may contain, the most useful first, with their tokens."""

    wanted: Remembered
    costs: Mapping[SlotName, Sequence[int]]

    def kept(self, chosen: Mapping[SlotName, Sequence[int]], shown: Sequence[Turn]) -> Remembered:
        """The parts with these indexes of their slots, without the turns in `shown`."""
        wanted, recalled = self.wanted, chosen.get("recalled", ())
        numbers = {turn.number for turn in shown}
        older = [turn for at, turn in enumerate(wanted.older) if at in recalled and turn.number not in numbers]
        topics = [topic for at, topic in enumerate(wanted.topics) if at in recalled]
        return Remembered(
            wanted.summary if chosen.get("summary") else "",
            wanted.first_question if chosen.get("first_question") or not self.costs.get("first_question") else "",
            tuple(older),
            tuple(item for at, item in enumerate(wanted.corrections) if older and at in chosen.get("facts", ())),
            tuple(reversed(topics)),
        )


def memory_for(state: TurnState, purpose: Purpose, shown: Sequence[Turn], *, by_model: bool = False) -> Memories:
    """The memory for a prompt. `shown` are the turns that it may contain as messages, newest first.

    Topics are included only if no older turn is.
    """
    first_question = state.recalled.first_question
    if by_model:
        has_it = purpose in NEEDING_CONVERSATION and all(turn.number > 1 for turn in shown)
        first_question = first_sentences(first_question, TURN_CHARS) if has_it else ""
    if purpose not in NEEDING_CONVERSATION:
        return Memories(Remembered(first_question=first_question), {})
    summary = summary_before(state.recalled.memory, shown)
    # Marked or not, which depends on the turns that have room.
    summary_tokens = count_tokens(data_marked(summary)) + OVERHEAD_TOKENS if summary else 0
    if summary_tokens > SUMMARY_TOKENS:
        summary, summary_tokens = "", 0
    turns = state.answering_turns if purpose == "recall" else tuple(reversed(state.recalled.older))
    older = tuple(map(_short, turns)) if purpose != "chat" else ()
    topics = () if older else tuple(reversed(state.topics))
    corrections = state.corrections if older else ()
    costs = map(_turn_cost, older) if older else (count_tokens(data_marked(topic.line)) + 4 for topic in topics)
    costs_of_slots: dict[SlotName, Sequence[int]] = {
        "summary": [summary_tokens] if summary else [],
        "first_question": [count_tokens(first_question) + OVERHEAD_TOKENS] if by_model and first_question else [],
        "recalled": _within(costs, RECALLED_TOKENS),
        "facts": _within((count_tokens(item.text) + OVERHEAD_TOKENS for item in corrections), FACTS_TOKENS),
    }
    return Memories(Remembered(summary, first_question, older, corrections, topics), costs_of_slots)


def cited_passages(turns: tuple[Turn, ...]) -> tuple[tuple[Passage, ...], tuple[int, ...]]:
    """The passages that earlier answers cite, and their labels: the numbers of their sources."""
    sources = {source.number: source for turn in turns for source in turn.sources}
    language = turns[0].language if turns else "en"
    found = [(each, number) for number, source in sources.items() for each in passages_of(source, language)]
    return tuple(passage for passage, _ in found), tuple(number for _, number in found)


def _short(turn: Turn) -> Turn:
    return replace(
        turn, question=first_sentences(turn.question, TURN_CHARS), answer=first_sentences(turn.answer, TURN_CHARS)
    )


def _turn_cost(turn: Turn) -> int:
    answer = answer_as_data(turn, turn.answer)
    return count_tokens(turn.question) + count_tokens(answer) + OVERHEAD_TOKENS


def _within(costs: Iterable[int], most: int) -> list[int]:
    """The first costs whose sum is at most `most`."""
    kept: list[int] = []
    for cost in costs:
        if sum(kept) + cost > most:
            break
        kept.append(cost)
    return kept
