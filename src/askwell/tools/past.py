"""Tools over the conversation itself: what was said of a topic, and an earlier answer in full.

Both read what belongs to the principal and the session of the turn that calls them, and nothing else: ids that a model
makes up, or has seen elsewhere, are as good as none.
"""

from collections.abc import Sequence

from pydantic import Field

from askwell.errors import NotFound
from askwell.ports import HistorySearcher, Store
from askwell.text.exchanges import exchange_line, whole_exchange
from askwell.text.match import near, stem_of, stems
from askwell.text.words import content_words
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import ToolContext, ToolResult, Topic, Turn

LOOK_UP = "lookup_past_conversation"
RETRIEVE = "retrieve_past_answer"

MOST_LINES = 8
INDEXED = 200
"""Entries of the topic index that are looked through, from the newest on."""
LATEST = 10
"""Turns that may not have got into the index yet; their questions stand in for their entries."""

NO_TALK = "There is no earlier conversation."


class About(Arguments):
    """What is looked for in the conversation."""

    topic: str = Field(
        "", max_length=1000, description="What it was about, in a few words; empty for all that was discussed."
    )


class Exchange(Arguments):
    """Which answer is wanted."""

    exchange_id: str = Field(
        min_length=1, max_length=64, description=f"An exchange_id that {LOOK_UP} gave, or the number of a turn."
    )


def lookup_past_conversation(store: Store, history_searcher: HistorySearcher | None = None) -> FunctionTool[About]:
    """The tool that finds earlier turns by what they were about."""

    async def look_up(arguments: About, context: ToolContext) -> ToolResult:
        if not context.session_id:
            return ToolResult(NO_TALK)
        topics = await _entries(store, context)
        if not topics:
            return ToolResult(NO_TALK)
        wanted = _subject(arguments.topic, context)
        found = _about(topics, wanted, context)
        if wanted and history_searcher is not None:
            recalled = await history_searcher.find(
                context.principal, context.turn, arguments.topic, oldest_in_window=context.turn.number, k=MOST_LINES
            )
            by_id = {each.turn_id: each for each in topics}
            found = list(dict.fromkeys([*found, *(by_id[each.turn_id] for each in recalled if each.turn_id in by_id)]))
        if wanted and not found:
            latest = (exchange_line(each) for each in topics[:3])
            return ToolResult("\n".join(("Nothing of that was discussed. The latest turns:", *latest)))
        return ToolResult("\n".join(exchange_line(each) for each in (found or topics)[:MOST_LINES]))

    purpose = "Finds what was discussed earlier in this conversation: a line and an exchange_id for each turn."
    return function_tool(LOOK_UP, purpose, About, look_up)


def retrieve_past_answer(store: Store) -> FunctionTool[Exchange]:
    """The tool that brings an earlier answer whole, with its sources under the numbers they have."""

    async def retrieve(arguments: Exchange, context: ToolContext) -> ToolResult:
        turn = await _turn(store, arguments.exchange_id, context)
        if turn is None:
            return ToolResult(f"No exchange {arguments.exchange_id!r} in this conversation.", ok=False)
        if not turn.answer:
            return ToolResult(f"Turn {turn.number} has no answer.", ok=False)
        return ToolResult(whole_exchange(turn), sources=turn.sources)

    purpose = "Brings the full text of an earlier answer of this conversation, with its sources."
    return function_tool(RETRIEVE, purpose, Exchange, retrieve)


async def _entries(store: Store, context: ToolContext) -> list[Topic]:
    """The latest entries of the index, newest first, with the questions of turns that are not in it yet."""
    before, principal = context.turn.number, context.principal
    indexed = await store.memory.topics(principal, context.session_id, before=before, limit=INDEXED)
    recent = await store.turns.recall(principal, context.session_id, before=before, window_turns=LATEST)
    known = {each.turn_id for each in indexed}
    missing = [_entry(turn) for turn in recent.turns if turn.id not in known and turn.number < before]
    return sorted((*indexed, *missing), key=lambda each: -each.number)


def _entry(turn: Turn) -> Topic:
    line = turn.standalone_question or turn.question
    return Topic(turn.id, turn.number, line[:200], (), tuple(source.document_id for source in turn.sources))


async def _turn(store: Store, exchange_id: str, context: ToolContext) -> Turn | None:
    """The turn of an id or a number, if it is an earlier one of this session."""
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
    """Entries that share words with what is wanted: those that share most first, of equals the newest."""
    held = [(each, stems(" ".join((each.line, *each.topics)), context.language)) for each in topics]
    shared = [(sum(stem in words or near(stem, words) for stem in wanted), each) for each, words in held]
    return [each for count, each in sorted(shared, key=lambda pair: -pair[0]) if count]
