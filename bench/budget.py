"""Prompts within their budget: random inputs, what a prompt shares with the next, and the time of packing.

It needs no data: the inputs are random and seeded, and the conversation is about the documentation of this project.
Nothing is sent to a model; the prompts are counted as they would be sent.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise, takewhile
from operator import eq
from pathlib import Path
from statistics import mean, median
from types import SimpleNamespace
from typing import cast

from askwell.assistant import Assistant, PackSection
from askwell.engine import Engine
from askwell.errors import ContextTooSmall
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.pipeline.history import MESSAGE_TOKENS
from askwell.pipeline.pack import pack
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.rules.composition import RulesComposer
from askwell.settings import Settings
from askwell.text.tokens import count_tokens
from askwell.types import (
    ATTACHED,
    Begun,
    Brief,
    Chunk,
    Ledger,
    Memory,
    Message,
    Passage,
    Recalled,
    Source,
    Turn,
    TurnOptions,
)
from bench.options import Options
from bench.report import Report

INPUTS = 100_000
PACKED = 200
"""Candidates of the timed prompt."""
ROUNDS = 200
SEED = 7
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = (
    "the pass costs ninety euros and is valid from December to April unless it is cold; a < b && c | 12,5 % van de"
    " kosten, "
    "che cosa è previsto? [2]"
    " 日本語 naïve https://example.org/x?y=1 \n- item\n| a | b |\n`code()` <question> </passage>"
).split(" ")
QUESTIONS = (
    "How does askwell resolve follow-up questions?",
    "And without a model?",
    "How is memory stored?",
    "What does a summary contain?",
    "How are documents read?",
    "Which formats are there?",
    "How is a plug-in added?",
    "Where are settings read from?",
    "What happens when a process is killed?",
    "Thanks. And how is retrieval measured?",
)
REPLY = (
    "It is decided by small learnt models over features of the whole conversation, and the wording is used only where"
    " it is likely to be right. [1] The question as typed is searched as well, so that nothing is lost. [2] What was"
    " decided is stored with the turn and can be read later. [1]"
)


def run(options: Options) -> Report:
    """A row of random inputs, a row of a conversation, and a row of the time."""
    overflows, lost, refused = asyncio.run(random_inputs(options.limit or INPUTS))
    shared, stable, prompt_tokens = asyncio.run(conversation())
    took_ms = asyncio.run(timed())
    rows = (
        {"system": "askwell", "set": "random", "n": options.limit or INPUTS, "overflows": overflows}
        | {"lost_questions": lost, "refused": refused},
        {"system": "askwell", "set": "ten turns", "n": len(QUESTIONS), "cached_prefix": round(shared, 3)}
        | {"stable_prefix": round(stable, 3), "prompt_tokens": round(prompt_tokens)},
        {"system": "askwell", "set": "packing", "n": ROUNDS, "ms": round(took_ms, 2)},
    )
    notes = (
        "overflows: prompts, counted as they are sent, or ledgers, over the budget. refused: `context_too_small`.",
        "cached_prefix: share of a prompt's tokens with which the next prompt begins; stable_prefix: the same of"
        " what is before its last message. ms: CPU time, p50, of 200 candidates in 8,000 tokens.",
    )
    metrics = ("overflows", "lost_questions", "refused", "cached_prefix", "stable_prefix", "prompt_tokens", "ms")
    return Report("budget", metrics, rows, notes)


async def random_inputs(inputs: int, seed: int = SEED) -> tuple[int, int, int]:
    """Prompts over their budget, prompts without their question, and inputs refused for lack of room."""
    source = _Source(random.Random(seed))
    overflows = lost = refused = 0
    for _ in range(inputs):
        runtime, state = source.turn()
        try:
            update = await pack(state, runtime)
        except ContextTooSmall:
            refused += 1
            continue
        brief: Brief = update["brief"]
        ledger: Ledger = update["ledger"]
        messages = LlmWriter(_MODEL, runtime.context.assistant).messages(brief)
        overflows += max(tokens_of(messages), sum(ledger.tokens.values())) > ledger.budget
        lost += state.asked not in messages[-1].content
    return overflows, lost, refused


def tokens_of(messages: Sequence[Message]) -> int:
    """Tokens of a prompt, with those around its messages."""
    return sum(count_tokens(message.content) + MESSAGE_TOKENS for message in messages)


async def timed() -> float:
    """CPU milliseconds of packing, p50, after a first round that fills the caches of token counts."""
    source = _Source(random.Random(SEED))
    passages = tuple(
        source.passage(at, at // 4, "".join(f"w{source.drawn(4_000)} " for _ in range(80))) for at in range(PACKED)
    )
    assistant = Assistant(name="a", title="A", pack=PackSection(budget_tokens=8_000))
    turns = tuple(source.past(number) for number in range(1, 8))
    took: list[float] = []
    for round_number in range(ROUNDS + 1):
        state = source.state(passages, turns, f"What does pass {round_number} cost in December?", "")
        begun = time.process_time()
        await pack(state, source.runtime(assistant))
        took.append((time.process_time() - begun) * 1000)
    return median(took[1:])


async def conversation() -> tuple[float, float, float]:
    """Shares of a prompt, and of what is before its last message, with which the next begins; mean tokens of a prompt.

    Ten turns with the built-in assistant about the documentation of this project.
    """
    documents = Path(__file__).parents[1] / "docs"
    with tempfile.TemporaryDirectory(prefix="askwell-budget-") as home:
        async with await Engine.open(Settings(home=Path(home), embedder="none")) as engine:
            async for _ in engine.knowledge.ingest(documents, "documents"):
                pass
            model = ScriptedChat([REPLY])
            runtime = engine.container.runtimes["documents"]
            runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
            session = await engine.create_session("documents")
            for question in QUESTIONS:
                await engine.ask(question, session=session.id)
    prompts = [call.messages for call in model.calls]
    pairs = list(pairwise(prompts))
    whole = [_shared(_text(one), _text(other)) for one, other in pairs]
    before_last = [_shared(_text(one[:-1]), _text(other)) for one, other in pairs]
    return mean(whole), mean(before_last), mean(map(tokens_of, prompts))


def _text(messages: Sequence[Message]) -> str:
    return "\x1e".join(f"{message.role}\x1f{message.content}" for message in messages)


def _shared(text: str, following: str) -> float:
    common = sum(1 for _ in takewhile(bool, map(eq, text, following)))
    return count_tokens(text[:common]) / count_tokens(text)


class _Source:
    """Random turns."""

    def __init__(self, random_numbers: random.Random) -> None:
        self._random = random_numbers
        self._texts = [self._text(size) for size in (1, 3, 8, 20, 60, 130, 130, 130, 400, 900) for _ in range(40)]
        self._costs = {text: count_tokens(text) for text in self._texts}

    def turn(self) -> tuple[TurnRuntime, TurnState]:
        """An assistant with random limits, and a turn with random passages, history and memory."""
        draw = self._random
        section = PackSection(
            composition=draw.choice(("auto", "auto", "pure_kb", "pure_doc", "hybrid")),
            preset=draw.choice(("fixed", "scaled")),
            budget_tokens=draw.choice((500, 700, 1_000, 2_000, 3_500, 8_000)),
            window_tokens=draw.choice((None, None, None, 2_000, 4_096, 8_192)),
        )
        assistant = Assistant(name="a", title="A", pack=section)
        passages = tuple(self.passage(at, draw.randrange(6)) for at in range(draw.choice((0, 1, 3, 6, 6, 24))))
        turns = tuple(self.past(number) for number in range(1, draw.choice((1, 2, 4, 6, 9))))
        typed = draw.choice(self._texts)
        resolved = draw.choice((typed, draw.choice(self._texts)))
        state = self.state(passages, turns, typed, resolved)
        about = tuple((f"name{at}", draw.choice(self._texts)[:200]) for at in range(draw.choice((0, 0, 2))))
        return self.runtime(assistant), replace(state, options=TurnOptions(about_user=about))

    def state(self, passages: tuple[Passage, ...], turns: tuple[Turn, ...], typed: str, resolved: str) -> TurnState:
        """A turn after grading."""
        draw = self._random
        summary = draw.choice(("", draw.choice(self._texts)))
        older = tuple(self.past(number) for number in range(1, draw.choice((1, 1, 4))))
        recalled = Recalled(
            turns[-5:],
            turns[:-5],
            older,
            Memory(summary, summary_by=draw.choice(("rules", "model", "user"))),
            first_question=draw.choice(self._texts),
        )
        begun = Begun(Turn("t", "s", len(turns) + 1, None, "running", typed, NOW), fence=1)
        return TurnState(begun, route="search", found=passages, kept=passages, recalled=recalled, respelt=resolved)

    def runtime(self, assistant: Assistant) -> TurnRuntime:
        """Services with a writer by model; the chunks next to a passage are random as well."""
        services = SimpleNamespace(
            assistant=assistant,
            writer=_MODEL,
            composer=RulesComposer(),
            searcher=SimpleNamespace(around=self._around),
            tools={},
            parts={},
            tell=lambda _: None,
        )
        return cast("TurnRuntime", SimpleNamespace(context=services))

    def drawn(self, below: int) -> int:
        """A random number from 0."""
        return self._random.randrange(below)

    def passage(self, at: int, document: int, text: str = "") -> Passage:
        """A passage; its document is an attachment or not."""
        draw = self._random
        text = text or draw.choice(self._texts)
        collection = f"{ATTACHED}s" if document % 3 == 2 else "a"
        chunk = Chunk(
            f"c{document}-{at}",
            f"d{document}",
            at,
            text,
            at * 2_000,
            at * 2_000 + len(text),
            (),
            None,
            count_tokens(text),
        )
        title = draw.choice(self._texts)[:200]
        return Passage(chunk, f"d{document}.md", title, "", "en", (), collection, 1 / (at + 1))

    def past(self, number: int) -> Turn:
        """A finished turn, with sources or not."""
        draw = self._random
        sources = (Source(1, "d1", "d1.md", "", "", ()),) if draw.random() < 0.5 else ()
        question, answer = draw.choice(self._texts), draw.choice(self._texts)
        return Turn(f"t{number}", "s", number, None, "completed", question, NOW, answer=answer, sources=sources)

    async def _around(self, ids: Sequence[str], *, labels: Sequence[str]) -> list[Passage]:  # noqa: ARG002
        return [self.passage(int(each.partition("-")[2]) + 1, int(each[1:].partition("-")[0])) for each in ids[:3]]

    def _text(self, words: int) -> str:
        return " ".join(self._random.choices(WORDS, k=words))


_MODEL = ScriptedChat([REPLY])
