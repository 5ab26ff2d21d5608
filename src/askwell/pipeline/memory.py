"""Fits the conversation's memory into a prompt; its size does not grow with the number of turns."""

from dataclasses import dataclass, replace

from askwell.pipeline.state import TurnState
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.pipeline.tool_results import passages_of
from askwell.text.sentences import first_sentences
from askwell.text.tokens import count_tokens
from askwell.types import Item, Passage, Purpose, Topic, Turn

SUMMARY_TOKENS = 450
"""Maximum tokens of the summary; 200 words of Italian are about 320."""

TURN_CHARS = 400
"""Maximum characters of a recalled turn's question, and of its answer; cut after a sentence."""

RECALLED_TOKENS = 900
"""Maximum tokens of recalled turns, or of topics."""

NEEDING_CONVERSATION = frozenset({"answer", "chat", "recall", "operation"})
"""Purposes whose prompt contains the memory of the conversation."""


@dataclass(frozen=True)
class Remembered:
    """The parts of the memory that fit into the prompt."""

    summary: str = ""
    older: tuple[Turn, ...] = ()
    corrections: tuple[Item, ...] = ()
    topics: tuple[Topic, ...] = ()


def fit_memory(state: TurnState, purpose: Purpose, room: int) -> tuple[Remembered, dict[str, int]]:
    """The memory for a prompt of `room` tokens, and the tokens of its slots `summary` and `recalled`."""
    if purpose not in NEEDING_CONVERSATION:
        return Remembered(), {}
    summary = state.recalled.memory.summary
    summary_tokens = count_tokens(summary) + OVERHEAD_TOKENS if summary else 0
    if summary_tokens > min(SUMMARY_TOKENS, room // 4):
        summary, summary_tokens = "", 0
    left = min(RECALLED_TOKENS, (room - summary_tokens) // (2 if purpose == "recall" else 4))
    turns = state.answering_turns if purpose == "recall" else tuple(reversed(state.recalled.older))
    older, corrections, used = _fit_turns(turns if purpose != "chat" else (), state.corrections, left)
    topics, topic_tokens = _fit_topics(state.topics if not older else (), left - used)
    tokens = {"summary": summary_tokens, "recalled": used + topic_tokens}
    return Remembered(summary, older, corrections, topics), {slot: size for slot, size in tokens.items() if size}


def cited_passages(turns: tuple[Turn, ...]) -> tuple[tuple[Passage, ...], tuple[int, ...]]:
    """The passages that earlier answers cite, and their labels: the numbers of their sources."""
    sources = {source.number: source for turn in turns for source in turn.sources}
    language = turns[0].language if turns else "en"
    found = [(each, number) for number, source in sources.items() for each in passages_of(source, language)]
    return tuple(passage for passage, _ in found), tuple(number for _, number in found)


def _fit_turns(
    turns: tuple[Turn, ...], corrections: tuple[Item, ...], room: int
) -> tuple[tuple[Turn, ...], tuple[Item, ...], int]:
    kept: list[Turn] = []
    used = 0
    for turn in turns:
        short = replace(
            turn, question=first_sentences(turn.question, TURN_CHARS), answer=first_sentences(turn.answer, TURN_CHARS)
        )
        cost = count_tokens(short.question) + count_tokens(short.answer) + OVERHEAD_TOKENS
        if used + cost <= room:
            kept.append(short)
            used += cost
    corrected: list[Item] = []
    for item in corrections if kept else ():
        cost = count_tokens(item.text) + OVERHEAD_TOKENS
        if used + cost <= room:
            corrected.append(item)
            used += cost
    return tuple(kept), tuple(corrected), used


def _fit_topics(topics: tuple[Topic, ...], room: int) -> tuple[tuple[Topic, ...], int]:
    """The latest topics that fit, oldest first."""
    kept: list[Topic] = []
    used = 0
    for topic in reversed(topics):
        cost = count_tokens(topic.line) + 4
        if used + cost > room:
            break
        kept.insert(0, topic)
        used += cost
    return tuple(kept), used
