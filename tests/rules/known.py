"""Known questions of the tests, and what the rules say of a question."""

from datetime import date
from pathlib import Path
from typing import Any

import yaml

from askwell.assistant import Assistant, GoldenPair, GoldenSection
from askwell.ports import Embedder
from askwell.rules.golden import RulesGoldenJudge
from askwell.text.facts import find_facts
from askwell.types import GoldenVerdict, Language, Reason

TODAY = date(2025, 2, 12)
KINDS = ("number", "negation", "entity", "tense", "person")
FOLDER = Path(__file__).parent / "known_questions"


def read(language: Language) -> list[dict[str, Any]]:
    """The known questions of a language with their variants."""
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{language}.yaml").read_text(encoding="utf-8"))
    return found


def judge(*pairs: GoldenPair, language: Language = "en", embedder: Embedder | None = None) -> RulesGoldenJudge:
    section = GoldenSection(file="golden.yaml")
    return RulesGoldenJudge(Assistant(name="a", title="A", languages=(language,), golden=section), pairs, embedder)


async def verdict(judge: RulesGoldenJudge, question: str, language: Language = "en") -> GoldenVerdict:
    return await judge.match(question, language, find_facts(question, language, TODAY), TODAY)


def reason_of(found: GoldenVerdict) -> str:
    return found.reason.code if isinstance(found.reason, Reason) else found.reason
