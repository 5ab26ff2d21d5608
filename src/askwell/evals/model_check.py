"""Checks with built-in follow-ups whether a model resolves questions, copies them, or spoils them."""

import tomllib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Literal

from askwell.errors import ModelFailed
from askwell.ports import Resolver
from askwell.text.words import words
from askwell.types import Language, Recalled, Resolution, Turn

Verdict = Literal["resolved", "copied", "spoiled", "failed"]
"""The wording is right; the question was repeated although it depends on the conversation; the wording is wrong, was
vetoed twice, or changes a complete question; the reply contains no wording."""

ENOUGH = 0.7
"""Minimum share of resolved cases from which a model is worth its calls; a convention."""

_MALFORMED = "upstream_malformed"


@dataclass(frozen=True, slots=True)
class Case:
    """A question in a short conversation, and what its right wording contains."""

    language: Language
    talk: Sequence[str]
    """Questions and answers in turn."""
    question: str
    wanted: Sequence[str] = ()
    """Parts of the right wording, alternatives separated by bars; empty if the question is complete as typed."""
    unwanted: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A case with its result."""

    case: Case
    verdict: Verdict
    question: str
    """The question as the assistant would search it."""
    refused: str
    """Code of the veto or the failure; empty if there was none."""


@cache
def cases() -> tuple[Case, ...]:
    """The built-in cases: 20, in English, Dutch and Italian; four are complete as typed."""
    text = Path(__file__).with_name("model_check.toml").read_text(encoding="utf-8")
    return tuple(Case(**case) for case in tomllib.loads(text)["case"])


ABOUT = "anything that people ask a town hall, a shop or a museum"
"""What the cases are about, for the prompt of a model."""


async def check_model(resolver: Resolver) -> AsyncIterator[Checked]:
    """The result of each case in order, of a resolver that asks a model and shows it no draft.

    A copied draft might be right. Raises ModelFailed at the first case to which the model does not reply.
    """
    for case in cases():
        resolution = await resolver.resolve(case.question, Recalled(_turns(case)), case.language)
        if resolution.refused.startswith("upstream_") and resolution.refused != _MALFORMED:
            raise ModelFailed(f"The model gave no reply to {case.question!r}", code=resolution.refused)
        yield Checked(case, _verdict(case, resolution), resolution.question, resolution.refused)


def _turns(case: Case) -> tuple[Turn, ...]:
    pairs = zip(case.talk[::2], case.talk[1::2], strict=True)
    return tuple(
        Turn(
            id=str(number),
            session_id="check",
            number=number,
            parent_id=str(number - 1) if number > 1 else None,
            status="completed",
            question=question,
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
            standalone_question=question,
            answer=answer,
            outcome="asked" if answer.endswith("?") else "answered",
            language=case.language,
        )
        for number, (question, answer) in enumerate(pairs, 1)
    )


def _verdict(case: Case, resolution: Resolution) -> Verdict:
    if resolution.refused:
        return "failed" if resolution.refused == _MALFORMED else "spoiled"
    if words(resolution.question) == words(case.question):
        return "copied" if case.wanted else "resolved"
    low = resolution.question.lower()
    is_right = all(any(part in low for part in each.split("|")) for each in case.wanted)
    is_wrong = not case.wanted or any(part in low for part in case.unwanted)
    return "resolved" if is_right and not is_wrong else "spoiled"
