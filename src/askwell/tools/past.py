"""Tools for the conversation: find earlier turns on a topic, and retrieve an earlier answer in full.

Both read only data of the principal and the session of the calling turn. Other ids, which a model may invent or have
seen elsewhere, are treated as unknown.
"""

from collections.abc import Sequence

from pydantic import Field

from askwell.errors import NotFound
from askwell.ports import HistorySearcher, Store
from askwell.text.exchanges import exchange_line, whole_exchange, without_answers_from
from askwell.text.match import near, stem_of, stems
from askwell.text.words import content_words
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import ToolContext, ToolResult, Topic, Turn

LOOK_UP = "lookup_past_conversation"
RETRIEVE = "retrieve_past_answer"

MAX_LINES = 8
MAX_INDEXED = 200
"""Latest entries of the topic index that are searched."""
MAX_RECENT = 10
"""Latest turns that may not be in the index yet; their questions are used instead."""

NO_CONVERSATION = "There is no earlier conversation."


class About(Arguments):
    """Arguments of the tool that finds earlier turns."""

    topic: str = Field(
        "", max_length=1000, description="What it was about, in a few words; empty for all that was discussed."
    )


class Exchange(Arguments):
    """Arguments of the tool that retrieves an answer."""

    exchange_id: str = Field(
        min_length=1, max_length=64, description=f"An exchange_id that {LOOK_UP} gave, or the number of a turn."
    )


def lookup_past_conversation(store: Store, history_searcher: HistorySearcher | None = None) -> FunctionTool[About]:
    """The tool that finds earlier turns by topic."""

    async def look_up(arguments: About, context: ToolContext) -> ToolResult:
        if not context.session_id:
            return ToolResult(NO_CONVERSATION)
        topics = await _entries(store, context)
        if not topics:
            return ToolResult(NO_CONVERSATION)
        wanted = _subject(arguments.topic, context)
        found = _about(topics, wanted, context)
        if wanted and history_searcher is not None:
            recalled = await history_searcher.find(
                context.principal, context.turn, arguments.topic, oldest_in_window=context.turn.number, k=MAX_LINES
            )
            by_id = {each.turn_id: each for each in topics}
            found = list(dict.fromkeys([*found, *(by_id[each.turn_id] for each in recalled if each.turn_id in by_id)]))
        if wanted and not found:
            latest = (exchange_line(each) for each in topics[:3])
            return ToolResult("\n".join(("Nothing of that was discussed. The latest turns:", *latest)))
        return ToolResult("\n".join(exchange_line(each) for each in (found or topics)[:MAX_LINES]))

    purpose = "Finds what was discussed earlier in this conversation: a line and an exchange_id for each turn."
    return function_tool(LOOK_UP, purpose, About, look_up)


def retrieve_past_answer(store: Store) -> FunctionTool[Exchange]:
    """The tool that retrieves an earlier answer in full; its sources keep their numbers."""

    async def retrieve(arguments: Exchange, context: ToolContext) -> ToolResult:
        turn = await _turn(store, arguments.exchange_id, context)
        if turn is None:
            return ToolResult(f"No exchange {arguments.exchange_id!r} in this conversation.", ok=False)
        if not turn.answer:
            return ToolResult(f"Turn {turn.number} has no answer.", ok=False)
        if any(source.document_id in context.removed for source in turn.sources):
            return ToolResult(f"The answer of turn {turn.number} came from a file that was removed.", ok=False)
        return ToolResult(whole_exchange(turn), sources=turn.sources)

    purpose = "Brings the full text of an earlier answer of this conversation, with its sources."
    return function_tool(RETRIEVE, purpose, Exchange, retrieve)


async def _entries(store: Store, context: ToolContext) -> list[Topic]:
    """The latest entries of the index, newest first; for turns that are not in it yet, their questions."""
    before, principal = context.turn.number, context.principal
    indexed = await store.memory.topics(principal, context.session_id, before=before, limit=MAX_INDEXED)
    recent = await store.turns.recall(principal, context.session_id, before=before, window_turns=MAX_RECENT)
    known = {each.turn_id for each in indexed}
    missing = [_entry(turn) for turn in recent.turns if turn.id not in known and turn.number < before]
    return sorted(without_answers_from((*indexed, *missing), context.removed), key=lambda each: -each.number)


def _entry(turn: Turn) -> Topic:
    line = turn.standalone_question or turn.question
    return Topic(turn.id, turn.number, line[:200], (), tuple(source.document_id for source in turn.sources))


async def _turn(store: Store, exchange_id: str, context: ToolContext) -> Turn | None:
    """The turn with an id or a number; None unless it is another turn of this session."""
    if not context.session_id:
        return None
    try:
        if exchange_id.isascii() and exchange_id.isdigit() and len(exchange_id) < 10:
            turn = await store.turns.get(context.principal, context.session_id, int(exchange_id))
        else:
            turn = await store.turns.by_id(context.principal, exchange_id)
    except NotFound:
        return None
    return turn if turn.session_id == context.session_id and turn.id != context.turn.id else None


def _subject(topic: str, context: ToolContext) -> frozenset[str]:
    return frozenset(stem_of(word, context.language) for word in content_words(topic, context.language))


def _about(topics: Sequence[Topic], wanted: frozenset[str], context: ToolContext) -> list[Topic]:
    """Entries that share words with the topic: most shared words first, then newest first."""
    stemmed = [(each, stems(" ".join((each.line, *each.topics)), context.language)) for each in topics]
    shared = [(sum(stem in words or near(stem, words) for stem in wanted), each) for each, words in stemmed]
    return [each for count, each in sorted(shared, key=lambda pair: -pair[0]) if count]
