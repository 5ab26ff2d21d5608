"""Which answers of an author questions get, and how many of them are right."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from askwell.rules.golden import RulesGoldenJudge
from askwell.text.facts import find_facts
from askwell.types import Language

METRICS = ("found", "shown", "wrong", "false", "near")
TODAY = date(2025, 6, 2)
"""A day on which all answers are valid."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the number of the known one that it asks or looks like, and whether it asks it."""

    question: str
    near: int
    is_same: bool


@dataclass(frozen=True, slots=True)
class Got:
    """Numbers of the known questions whose answer is given and that is shown as the nearest one; None for none."""

    given: int | None = None
    shown: int | None = None


async def judged(
    judge: RulesGoldenJudge, answers: Sequence[str], asked: Sequence[Asked], language: Language
) -> list[Got]:
    """What each question gets of the answers, which differ from one another."""
    found: list[Got] = []
    for each in asked:
        verdict = await judge.match(each.question, language, find_facts(each.question, language, TODAY), TODAY)
        if verdict.passage is not None:
            found.append(Got(given=answers.index(verdict.passage.chunk.text)))
        elif verdict.nearest is not None:
            found.append(Got(shown=answers.index(verdict.nearest.passage.chunk.text)))
        else:
            found.append(Got())
    return found


def measured(asked: Sequence[Asked], answers: Sequence[Got]) -> dict[str, float]:
    """The shares `found`, `shown` and `wrong` of the paraphrases, and `false` and `near` of the near questions."""
    same = [(each.near, got) for each, got in zip(asked, answers, strict=True) if each.is_same]
    near = [got for each, got in zip(asked, answers, strict=True) if not each.is_same]
    return {
        "found": round(sum(got.given == wanted for wanted, got in same) / len(same), 4),
        "shown": round(sum(wanted in {got.given, got.shown} for wanted, got in same) / len(same), 4),
        "wrong": round(sum(got.given not in {None, wanted} for wanted, got in same) / len(same), 4),
        "false": round(sum(got.given is not None for got in near) / len(near), 4),
        "near": round(sum(got.shown is not None for got in near) / len(near), 4),
    }
