"""Prompts within their budget: random inputs, what a prompt shares with the next, and the time of packing.

It needs no data: the inputs are random and seeded, and the conversation is about the documentation of this project.
Nothing is sent to a model; the prompts are counted as they would be sent.
"""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from operator import eq
from pathlib import Path
from statistics import mean, median
from typing import cast

from askwell.assistant import Assistant, PackSection
from askwell.engine import Engine
from askwell.errors import ContextTooSmall
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.pipeline.history import MESSAGE_TOKENS
from askwell.pipeline.pack import pack
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.pipeline.use_tools import use_tools
from askwell.settings import Settings
from askwell.text.tokens import count_tokens
from askwell.types import Brief, Ledger, Message
from bench.budget_inputs import MODEL, REPLY, RandomTurns, described_tokens
from bench.options import Options
from bench.report import Report

INPUTS = 100_000
PACKED = 200
"""Candidates of the timed prompt."""
ROUNDS = 200
SEED = 7
MAX_PROMPTS = 10
"""Maximum prompts of a turn; no assistant may have more than eight rounds of calls."""
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
    """Prompts over their budget, prompts without their question, and inputs refused for lack of room.

    Each prompt is looked at, also those after a round of calls of tools.
    """
    source = RandomTurns(random.Random(seed))
    overflows = lost = refused = 0
    for _ in range(inputs):
        runtime, state = source.turn()
        try:
            state = replace(state, **await pack(state, runtime))
        except ContextTooSmall:
            refused += 1
            continue
        prompts = [prompt async for prompt in _prompts(source, runtime, state)]
        overflows += any(tokens > budget for _, tokens, budget in prompts)
        lost += not all(has_question for has_question, _, _ in prompts)
    return overflows, lost, refused


async def _prompts(source: RandomTurns, runtime: TurnRuntime, state: TurnState) -> AsyncIterator[tuple[bool, int, int]]:
    """For each prompt of a turn: whether it has the question, its tokens (counted and recorded), and its budget."""
    for round_number in range(MAX_PROMPTS):
        brief, ledger = cast("Brief", state.brief), cast("Ledger", state.ledger)
        messages = LlmWriter(MODEL, runtime.context.assistant).messages(brief)
        sent = tokens_of(messages) + (described_tokens(runtime) if brief.tools else 0)
        has_question = state.asked in [each.content for each in messages if each.role == "user"][-1]
        yield has_question, max(sent, sum(ledger.tokens.values())), ledger.budget
        if not brief.tools:
            return
        state = replace(state, calls=source.calls(round_number), round_text=source.round_text())
        state = replace(state, **await use_tools(state, runtime))


def tokens_of(messages: Sequence[Message]) -> int:
    """Tokens of a prompt, with those around its messages and of its calls, whose arguments are sent unescaped."""
    called = [[call.name, dict(call.arguments)] for message in messages for call in message.calls]
    arguments = count_tokens(json.dumps(called, ensure_ascii=False)) if called else 0
    return arguments + sum(count_tokens(message.content) + MESSAGE_TOKENS for message in messages)


async def timed() -> float:
    """CPU milliseconds of packing, p50, after a first round that fills the caches of token counts."""
    source = RandomTurns(random.Random(SEED))
    passages = tuple(
        source.passage_of("".join(f"w{source.drawn(4_000)} " for _ in range(80)), at, at // 4, at * 2_000)
        for at in range(PACKED)
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
