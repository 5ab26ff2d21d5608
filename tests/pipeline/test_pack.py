"""Packing never exceeds its budget and never drops the question."""

from datetime import UTC, datetime
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.assistant import Assistant, GradeSection, PackSection
from askwell.pipeline.pack import pack
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.rules.write import RulesWriter
from askwell.text.tokens import count_tokens
from askwell.types import Begun, Brief, Chunk, Ledger, Passage, Reason, Recalled, Turn

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TEXTS = st.text(alphabet="abc de.", min_size=1, max_size=400)


class Watched:
    """A runtime that keeps what is emitted."""

    def __init__(self, assistant: Assistant) -> None:
        self.events: list[object] = []
        self.context = _Context(assistant, self.events)


class _Context:
    def __init__(self, assistant: Assistant, events: list[object]) -> None:
        self.assistant = assistant
        self.writer = RulesWriter(assistant)
        self.parts: dict[str, object] = {}
        self.tell = events.append


@given(
    question=st.text(alphabet="abc ?", min_size=1, max_size=200),
    texts=st.lists(TEXTS, max_size=12),
    answers=st.lists(TEXTS, max_size=8),
    budget=st.integers(500, 4000),
)
async def test_ledger_stays_within_the_budget(question: str, texts: list[str], answers: list[str], budget: int) -> None:
    """S0-37: what history may cost is counted in tokens, and capped."""
    brief, ledger = await _packed(question, texts, answers, budget)
    assert sum(ledger.tokens.values()) <= max(budget, ledger.tokens["question"])
    assert brief.question == question


async def test_history_is_cut_at_turns_and_keeps_the_newest() -> None:
    """S0-12 S0-13 S0-B10: whole turns by counted tokens, so that no cut falls inside a citation."""
    answers = ["old " * 300, "newer " * 100, "newest " * 100]
    brief, ledger = await _packed("why?", ["short"], answers, 500)
    assert [turn.answer for turn in brief.turns] == answers[1:]
    assert ledger.dropped == (Reason("pack.turns_over", {"turns": 1}),)


async def test_each_passage_has_a_label_of_its_own() -> None:
    brief, _ = await _packed("why?", ["one", "two", "three"], [], 500, documents=["a", "b", "a"])
    assert brief.labels == (1, 2, 3)


async def _packed(
    question: str, texts: list[str], answers: list[str], budget: int, documents: list[str] | None = None
) -> tuple[Brief, Ledger]:
    assistant = Assistant(name="a", title="A", pack=PackSection(budget_tokens=budget))
    passages = tuple(
        _passage(text, index, (documents or [f"d{index}" for index in range(len(texts))])[index])
        for index, text in enumerate(texts)
    )
    turns = tuple(
        Turn(f"t{number}", "s", number, None, "completed", "q", NOW, answer=answer)
        for number, answer in enumerate(answers, 1)
    )
    begun = Begun(Turn("t", "s", len(turns) + 1, None, "running", question, NOW), fence=1)
    state = TurnState(begun=begun, route="search", found=passages, kept=passages, recalled=Recalled(turns=turns))
    update = await pack(state, cast(TurnRuntime, Watched(assistant)))
    return update["brief"], update["ledger"]


def _passage(text: str, index: int, document: str) -> Passage:
    chunk = Chunk(f"c{index}", document, 0, text, 0, len(text), (), None, count_tokens(text))
    return Passage(chunk, f"{document}.md", document, "", "en", (), "a", 1.0 / (index + 1))


@pytest.mark.parametrize(
    ("searches", "passages", "noted"), [(2, 1, True), (1, 1, False), (2, 3, False)], ids=["few", "first", "enough"]
)
async def test_few_passages_after_the_last_search_are_admitted(searches: int, passages: int, *, noted: bool) -> None:
    """S0-26: the writer is told; a first search that brings few, or a last one that brings enough, tells nothing."""
    assistant = Assistant(name="a", title="A", grade=GradeSection(keep=3, attempts=2))
    kept = tuple(_passage("text", index, f"d{index}") for index in range(passages))
    begun = Begun(Turn("t", "s", 1, None, "running", "why?", NOW), fence=1)
    state = TurnState(begun=begun, route="search", searches=searches, found=kept, kept=kept)
    brief: Brief = (await pack(state, cast(TurnRuntime, Watched(assistant))))["brief"]
    assert brief.notes == (("Limited sources found. Acknowledge gaps if needed.",) if noted else ())
