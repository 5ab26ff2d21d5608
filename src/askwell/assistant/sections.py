"""Sections of a definition, one a step of the line."""

from typing import Literal

from pydantic import Field

from askwell.assistant.base import By, Name, Section
from askwell.types import BusyPolicy, Composition


class KnowledgeSection(Section):
    """Where the assistant's documents come from and which collections it may search."""

    path: str | None = "knowledge"
    """Folder below the assistant's own that `askwell` keeps the first collection in line with; null for none."""
    collections: tuple[Name, ...] = ()
    """Collections to search; empty means the one named like the assistant."""
    labels: tuple[str, ...] = ()
    """Only documents that carry all of these."""


class MemorySection(Section):
    """What is recalled of the conversation."""

    window_turns: int = Field(5, ge=1, le=10)


class ResolveSection(Section):
    """How a question is understood in its conversation."""

    by: By = "auto"


class ScopeSection(Section):
    """Which questions the assistant takes on."""

    by: By = "auto"
    about: str
    """The speciality, as it reads behind "I specialise in ..."."""
    threshold: int = Field(75, ge=0, le=100)
    """Least score of a question in scope."""
    examples: tuple[str, ...] = ()
    """Questions in scope, for the rules to compare with."""
    foreign: tuple[str, ...] = ()
    """Questions out of scope, likewise."""
    message: str = ""
    """Refusal for when no model writes; empty takes the language's own with `about`."""


class IntentSection(Section):
    """One intent: what it means, how people say it, where it leads."""

    name: Name
    description: str = ""
    examples: tuple[str, ...] = Field(min_length=1)
    way: str = "search"


class KeywordSection(Section):
    """Whole words or phrases that decide the way at once."""

    words: tuple[str, ...] = Field(min_length=1)
    way: str


class RouteSection(Section):
    """Rules in the order keywords, names, intents, otherwise; the first that decides wins."""

    by: By = "auto"
    keywords: tuple[KeywordSection, ...] = ()
    named: tuple[str, ...] = ()
    """Catalogues that a question goes to when it holds a name of theirs."""
    intents: tuple[IntentSection, ...] = ()
    otherwise: str = "search"


class SearchSection(Section):
    """How passages are looked for."""

    k: int = Field(24, ge=1, le=200)
    """Candidates kept after fusion."""


class RankSection(Section):
    """How candidates are ordered."""

    by: Literal["features", "fused"] = "features"
    """By what a search knows of a passage and how it holds the question's words, or as the search fused them."""
    candidates: int = Field(80, ge=1, le=200)
    """Passages to rank by features; of them `search.k` are kept."""


class GradeSection(Section):
    """Which candidates are kept."""

    by: By = "auto"
    keep: int = Field(6, ge=1, le=50)
    attempts: int = Field(2, ge=1, le=5)
    """Searches at most, the first included."""


class PackSection(Section):
    """How a prompt is filled."""

    composition: Composition = "pure_kb"
    budget_tokens: int = Field(3500, ge=500, le=200_000)
    """For everything but the answer."""


class WriteSection(Section):
    """How an answer is written."""

    by: By = "auto"
    temperature: float = Field(0.3, ge=0, le=2)
    max_tokens: int = Field(1000, ge=16)
    decline_temperature: float = Field(0.7, ge=0, le=2)
    decline_max_tokens: int = Field(300, ge=16)


class LimitsSection(Section):
    """Caps of a turn."""

    question_bytes: int = Field(65_536, ge=1)
    """UTF-8 bytes of a question."""
    busy: BusyPolicy | None = None
    """What becomes of a question while another one is answered; null takes the setting `busy`."""
