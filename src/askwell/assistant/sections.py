"""Sections of a definition, one a step of the line."""

from typing import Literal, Self

from pydantic import Field, model_validator

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
    """What is recalled of the conversation, and what is remembered of it beside its turns."""

    window_turns: int = Field(5, ge=1, le=10)
    digest: By | Literal["none"] = "auto"
    """What makes the summary, the items and the topic index behind each answer; `none` keeps none of them. `auto` is
    rules: a model takes a call for each turn, and its summary is held to what the rules found."""


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
    parts: tuple[Name, ...] = ()
    """Parts of the prompt that are plugged in, by name."""


class WriteSection(Section):
    """How an answer is written."""

    by: By = "auto"
    temperature: float = Field(0.3, ge=0, le=2)
    max_tokens: int = Field(1000, ge=16)
    decline_temperature: float = Field(0.7, ge=0, le=2)
    decline_max_tokens: int = Field(300, ge=16)


class ToolsSection(Section):
    """What a writer may call while it writes; without this section it calls nothing."""

    use: tuple[Name, ...] = Field(min_length=1)
    """Names: `search_knowledge_base`, `lookup_past_conversation`, `retrieve_past_answer`, ways of the assistant's own
    that are answered from tables, and tools that are plugged in."""
    rounds: int = Field(4, ge=1, le=8)
    """How often it may call before it has to answer."""
    timeout_s: float = Field(10.0, gt=0, le=120)
    """For one call."""
    total_s: float = Field(30.0, gt=0, le=600)
    """For all calls of a turn."""
    budget_tokens: int = Field(1500, ge=100, le=100_000)
    """Of the prompt, for calls and what they give; within `pack.budget_tokens`."""


class LimitsSection(Section):
    """Caps of a turn."""

    question_bytes: int = Field(65_536, ge=1)
    """UTF-8 bytes of a question."""
    busy: BusyPolicy | None = None
    """What becomes of a question while another one is answered; null takes the setting `busy`."""


class StepSection(Section):
    """A step that is plugged in, and where it stands in the line."""

    use: Name
    before: str = ""
    """The step of the line that it runs before, whatever way leads there."""
    after: str = ""
    """The step of the line that it runs behind, before the way parts."""

    @model_validator(mode="after")
    def _has_one_place(self) -> Self:
        if bool(self.before) == bool(self.after):
            raise ValueError("give either `before` or `after`, with the name of a step")
        return self
