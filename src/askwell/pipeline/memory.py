"""What a prompt is given of the conversation beside its last turns: as much at turn 10,000 as at turn 40."""

from dataclasses import dataclass, replace

from askwell.pipeline.state import TurnState
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.pipeline.use_tools import passages_of
from askwell.text.sentences import each_sentence
from askwell.text.tokens import count_tokens
from askwell.types import Item, Passage, Purpose, Topic, Turn

SUMMARY_TOKENS = 450
"""Of the summary at most; 200 words of Italian are about 320."""

TURN_CHARS = 400
"""Of a recalled turn's question, and of its answer, at most: first sentences, whole."""

RECALLED_TOKENS = 900
"""Of recalled turns, or of what was spoken of, at most."""

NEEDING_CONVERSATION = frozenset({"answer", "chat", "recall"})
"""Purposes that are told of the conversation."""


@dataclass(frozen=True)
class Remembered:
    """What fitted."""

    summary: str = ""
    older: tuple[Turn, ...] = ()
    corrections: tuple[Item, ...] = ()
    topics: tuple[Topic, ...] = ()


def fit_memory(state: TurnState, purpose: Purpose, room: int) -> tuple[Remembered, dict[str, int]]:
    """The summary, and what was recalled for the question, with the tokens of the slots `summary` and `recalled`."""
    if purpose not in NEEDING_CONVERSATION:
        return Remembered(), {}
    summary = state.recalled.memory.summary
    summary_tokens = count_tokens(summary) + OVERHEAD_TOKENS if summary else 0
    if summary_tokens > min(SUMMARY_TOKENS, room // 4):
        summary, summary_tokens = "", 0
    left = min(RECALLED_TOKENS, (room - summary_tokens) // (2 if purpose == "recall" else 4))
    turns = state.reminded if purpose == "recall" else tuple(reversed(state.recalled.older))
    older, corrections, used = _fit_turns(turns if purpose != "chat" else (), state.corrections, left)
    topics, topic_tokens = _fit_topics(state.topics if not older else (), left - used)
    tokens = {"summary": summary_tokens, "recalled": used + topic_tokens}
    return Remembered(summary, older, corrections, topics), {slot: size for slot, size in tokens.items() if size}


def cited_then(turns: tuple[Turn, ...]) -> tuple[tuple[Passage, ...], tuple[int, ...]]:
    """What the answers of turns cite, as passages; their labels are the numbers that their sources have."""
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
        short = replace(turn, question=_beginning(turn.question), answer=_beginning(turn.answer))
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
    """The latest that fit, oldest first."""
    kept: list[Topic] = []
    used = 0
    for topic in reversed(topics):
        cost = count_tokens(topic.line) + 4
        if used + cost > room:
            break
        kept.insert(0, topic)
        used += cost
    return tuple(kept), used


def _beginning(text: str) -> str:
    """First sentences, whole; the beginning of a single one that is too long."""
    if len(text) <= TURN_CHARS:
        return text
    end = 0
    for _, stop in each_sentence(text[: 4 * TURN_CHARS]):
        if stop > TURN_CHARS:
            break
        end = stop
    return text[:end] if end else text[:TURN_CHARS]
