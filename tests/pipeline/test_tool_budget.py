"""Whatever tools give, the prompt stays within its budget and every passage has a label of its own."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from askwell.assistant import Assistant, PackSection, ToolsSection
from askwell.pipeline.pack import pack
from askwell.pipeline.state import Services, TurnRuntime, TurnState
from askwell.pipeline.use_tools import use_tools
from askwell.prompts import answer_messages
from askwell.rules.write import RulesWriter
from askwell.text.tokens import count_tokens
from askwell.tools.calling import function_tool
from askwell.types import (
    Begun,
    Brief,
    Chunk,
    CitedPassage,
    Ledger,
    Passage,
    Source,
    ToolCall,
    ToolContext,
    ToolResult,
    Turn,
)
from tests.tooling import Word

NOW = datetime(2026, 1, 1, tzinfo=UTC)
DOCUMENTS = st.sampled_from(["d1", "d2", "d3", "d4"])


def passage(document: str, text: str) -> Passage:
    chunk = Chunk(f"{document}-{text[:5]}", document, 0, text, 0, len(text), (), None, count_tokens(text))
    return Passage(chunk, f"{document}.md", document, "", "en", (), "a", 1.0)


def source(number: int, document: str) -> Source:
    return Source(number, document, f"{document}.md", document, "", (CitedPassage("c", "said", (), None, 0, 4, 1.0),))


TEXTS = st.text(alphabet="abc [12].\n", max_size=600)
PASSAGES = st.builds(passage, DOCUMENTS, st.text(alphabet="abc de.", min_size=1, max_size=400))
RESULTS = st.builds(
    ToolResult,
    text=TEXTS | st.integers(5000, 20_000).map(lambda size: "flood " * (size // 6)),
    passages=st.lists(PASSAGES, max_size=6).map(tuple),
    sources=st.lists(st.builds(source, st.integers(1, 5), DOCUMENTS), max_size=3).map(tuple),
    ok=st.booleans(),
)
CALLS = st.lists(st.tuples(st.sampled_from(["say", "nothing"]), TEXTS), min_size=1, max_size=9)


class _Runtime:
    def __init__(self, services: Services) -> None:
        self.context = services


@given(
    packed=st.lists(PASSAGES, max_size=8),
    rounds=st.lists(CALLS, min_size=1, max_size=5),
    given_back=st.lists(RESULTS, min_size=1, max_size=6),
    budget=st.integers(500, 3000),
    room=st.integers(100, 2000),
)
async def test_the_ledger_stays_within_the_budget(
    packed: list[Passage],
    rounds: list[list[tuple[str, str]]],
    given_back: list[ToolResult],
    budget: int,
    room: int,
) -> None:
    section = ToolsSection(use=("say",), rounds=8, budget_tokens=room)
    assistant = Assistant(name="a", title="A", pack=PackSection(budget_tokens=budget), tools=section)
    told = 0

    async def say(arguments: Word, context: ToolContext) -> ToolResult:
        nonlocal told
        told += 1
        return given_back[told % len(given_back)]

    tool = function_tool("say", "Says something.", Word, say)
    none: Any = None
    services = Services(assistant, none, none, none, none, none, none, none, none, none, tools={"say": tool})
    services = replace(services, writer=RulesWriter(assistant))
    runtime = cast("TurnRuntime", _Runtime(services))
    begun = Begun(Turn("t", "s", 1, None, "running", "why?", NOW), fence=1)
    state = TurnState(begun=begun, route="search", found=tuple(packed), kept=tuple(packed))
    state = replace(state, **await pack(state, runtime))
    for number, calls in enumerate(rounds):
        if not (state.brief and state.brief.tools):
            break
        made = tuple(ToolCall(f"{number}-{at}", name, {"word": word}) for at, (name, word) in enumerate(calls))
        state = replace(state, calls=made)
        state = replace(state, **await use_tools(state, runtime))
    brief, ledger = cast("Brief", state.brief), cast("Ledger", state.ledger)
    assert sum(ledger.tokens.values()) <= budget
    assert sum(each.tokens for one in brief.rounds for each in one.answers) <= room
    assert list(brief.labels) == list(range(1, len(brief.passages) + 1))
    shown = answer_messages(replace(brief, tools=()))[-1].content
    assert shown.count("<passage label=") <= len(brief.passages)
    assert state.calls == ()
