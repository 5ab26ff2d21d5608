"""What the vetoes on a model's reply let through: human rewrites handed in as the reply, and the same made wrong.

`loss`: share of turns where the model was asked and the resolved question is not the human rewrite; the row has the
reasons. `never_asked`: share of turns that people completed with content words and the model was not asked. `caught`:
share of the mutations of asked turns that were not used, also by kind. The rules resolve the turns before.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from askwell.composition.assistants import documents_assistant
from askwell.llm.resolve import LlmResolver
from askwell.types import ChatPiece, Item, Language, Memory, Message, Recalled, Resolution, ToolSpec
from bench.bootstrap import intervals
from bench.cast import load
from bench.mutations import KINDS, answers_of, mutations
from bench.options import Options
from bench.report import Report, Row
from bench.resolvers import Resolved, play
from bench.scores import Counts, terms
from bench.sets import by_set, follow_ups

METRICS = ("loss", "never_asked", "caught")

_SEED = 13
_LANGUAGE: Language = "en"


@dataclass(frozen=True, slots=True)
class Gated:
    """One turn at the gate."""

    turn: Resolved
    asked: bool
    lost: str
    """Reason why the human rewrite was not used; empty if it was, or if the model was not asked."""
    mutated: Mapping[str, bool] = field(default_factory=dict)
    """Kind of a mutation to whether it was caught; empty if the model was not asked."""

    @property
    def is_completed(self) -> bool:
        """Whether the human rewrite has other content terms than the question."""
        return terms(self.turn.sample.rewrite) != terms(self.turn.sample.utterance)


def run(options: Options) -> Report:
    """Rows of every set and of their pool."""
    answers = answers_of(load(options.data))
    turns = play(follow_ups(options), "rules")
    gated = {id(each.turn): each for each in asyncio.run(_gate(turns, answers))}
    rows = [_row(name, [gated[id(each)] for each in sides["rules"]]) for name, sides in _sets(options, turns)]
    return Report("gate", METRICS, tuple(rows), tuple(_note(row) for row in rows))


def _sets(options: Options, turns: Sequence[Resolved]) -> list[tuple[str, Mapping[str, Sequence[Resolved]]]]:
    return list(by_set(options, {"rules": turns}))


async def _gate(turns: Sequence[Resolved], answers: Mapping[tuple[str, int], str]) -> list[Gated]:
    draws = {turn.sample.set: random.Random(_SEED) for turn in turns}
    return [await _gate_one(turn, answers, draws[turn.sample.set]) for turn in turns]


async def _gate_one(turn: Resolved, answers: Mapping[tuple[str, int], str], draw: random.Random) -> Gated:
    sample = turn.sample
    made = list(mutations(sample, answers, draw))
    kind = "follow_up" if sample.rewrite != sample.utterance else "standalone"
    resolution, asked = await _resolve(turn, kind, sample.rewrite)
    if not asked:
        return Gated(turn, asked=False, lost="")
    lost = "" if resolution.question.strip() == sample.rewrite.strip() else resolution.refused or "reworded"
    caught = {
        kind: (await _resolve(turn, "follow_up", text))[0].question.strip() != text.strip() for kind, text in made
    }
    return Gated(turn, asked=True, lost=lost, mutated=caught)


async def _resolve(turn: Resolved, kind: str, question: str) -> tuple[Resolution, bool]:
    """The resolution with a model that always replies this, and whether it was asked."""
    model = _Replying(json.dumps({"kind": kind, "question": question}))
    resolver = LlmResolver(model, documents_assistant(), _Drafted(turn.resolution))
    facts = tuple(Item("", "", 0, text) for text in turn.sample.facts)
    recalled = replace(turn.recalled, memory=Memory(items=facts))
    return await resolver.resolve(turn.sample.utterance, recalled, _LANGUAGE), model.calls > 0


class _Drafted:
    """Port `Resolver`: the resolution that the rules made of this turn before."""

    def __init__(self, resolution: Resolution) -> None:
        self._resolution = resolution

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The known resolution."""
        del question, recalled, language
        return self._resolution


class _Replying:
    """Port `ChatModel`: the same reply to every prompt."""

    name = "fake"

    def __init__(self, reply: str) -> None:
        self._reply = reply
        self.calls = 0

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float,
        schema: Mapping[str, object] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> AsyncGenerator[ChatPiece]:
        """The reply in one piece."""
        del messages, max_tokens, temperature, schema, tools
        self.calls += 1
        yield ChatPiece(self._reply, finished=True)


def _row(name: str, turns: Sequence[Gated]) -> Row:
    counts = np.array([_count(each) for each in turns])
    conversations = [each.turn.sample.conversation for each in turns]
    reasons = Counter(each.lost for each in turns if each.lost)
    by_kind: dict[str, object] = {}
    for kind in KINDS:
        made = [each.mutated[kind] for each in turns if kind in each.mutated]
        by_kind |= {f"caught_{kind}": round(sum(made) / len(made), 4), f"n_{kind}": len(made)} if made else {}
    return {
        "system": "askwell",
        "set": name,
        "n": len(turns),
        **{key: round(value, 4) for key, value in _figures(counts.sum(axis=0)).items()},
        "asked": round(sum(each.asked for each in turns) / len(turns), 4),
        "reasons": dict(reasons.most_common()),
        **by_kind,
        "interval": intervals(counts, conversations, _figures),
    }


def _count(turn: Gated) -> Counts:
    """Turn 1, lost, completed by people without asking the model, mutations, caught ones."""
    never = turn.is_completed and not turn.asked
    return np.array(
        [1, bool(turn.lost), never, len(turn.mutated), sum(turn.mutated.values())],
        dtype=np.float64,
    )


def _figures(sums: Counts) -> dict[str, float]:
    n, lost, never, made, caught = (float(value) for value in sums)
    return {"loss": lost / n, "never_asked": never / n, "caught": caught / made if made else 0.0}


def _note(row: Row) -> str:
    reasons = row["reasons"]
    assert isinstance(reasons, dict)
    lost = ", ".join(f"{reason} {count}" for reason, count in reasons.items()) or "none"
    kinds = ", ".join(f"{kind} {row[f'caught_{kind}']:.3f}" for kind in KINDS if f"caught_{kind}" in row)
    return f"note: {row['set']}: asked {row['asked']:.3f}; lost: {lost}; caught: {kinds}"
