"""Sections of a definition, one per step of a turn."""

import re
from typing import Literal, Self

from pydantic import Field, model_validator

from askwell.assistant.base import By, Name, Section
from askwell.types import BusyPolicy, Composition, IdField, MarkKind, MarkStyle


class KnowledgeSection(Section):
    """Source of the assistant's documents, and the collections it searches."""

    path: str | None = "knowledge"
    """Folder, relative to the assistant's, with the documents of its first collection; null for none."""
    collections: tuple[Name, ...] = ()
    """Collections to search; empty means the one with the assistant's name."""
    labels: tuple[str, ...] = ()
    """Search only documents with all of these labels."""


class MemorySection(Section):
    """How many turns are recalled, and how memory is built."""

    window_turns: int = Field(5, ge=1, le=10)
    """Number of recent turns that are recalled."""
    digest: By | Literal["none"] = "auto"
    """What builds summary, items and topic index after each answer; `none` builds none. `auto` means rules, because a
    model needs one call per turn, and its summary is checked against the rules anyway."""


class ResolveSection(Section):
    """How a question is resolved in its conversation."""

    by: By = "auto"
    """What resolves."""
    draft: bool = True
    """Whether the rules' wording is shown to the model. Without it, a small model has nothing to copy but the question;
    a large one is not led to a wrong wording."""


class ScopeSection(Section):
    """Which questions the assistant accepts."""

    by: By = "auto"
    """What judges."""
    about: str
    """The subject, worded to follow "I specialise in ..."."""
    threshold: int = Field(75, ge=0, le=100)
    """Minimum score of a question in scope."""
    examples: tuple[str, ...] = ()
    """Example questions in scope, used by the rules."""
    foreign: tuple[str, ...] = ()
    """Example questions out of scope, used by the rules."""
    message: str = ""
    """Refusal if no model writes; empty means the default text of the language, with `about`."""


class IntentSection(Section):
    """One intent: its meaning, example questions, and the route it selects."""

    name: Name
    """Name of the intent."""
    description: str = ""
    """What it means, for a model."""
    examples: tuple[str, ...] = Field(min_length=1)
    """Example questions."""
    way: str = "search"
    """Route that it selects."""


class KeywordSection(Section):
    """Whole words or phrases that select a route directly."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words and phrases."""
    way: str
    """Route that they select."""


class RouteSection(Section):
    """Rules in the order keywords, names, intents, otherwise; the first match wins."""

    by: By = "auto"
    """What recognises intents."""
    keywords: tuple[KeywordSection, ...] = ()
    """Words that select a route directly."""
    named: tuple[str, ...] = ()
    """Catalogues that are selected if the question contains one of their names."""
    intents: tuple[IntentSection, ...] = ()
    """Intents by their meaning."""
    otherwise: str = "search"
    """Route of all other questions."""


class SearchSection(Section):
    """How passages are searched."""

    k: int = Field(24, ge=1, le=200)
    """Candidates kept after fusion."""
    reword: By = "auto"
    """What words a search that follows one without an answer (`grade.attempts`); `auto` means rules, because a model
    needs one more call for each of them."""
    tables: By = "auto"
    """What writes a question as a query of a table in the documents if rules leave a word of it over; `rules`: nothing
    does. `auto` means the model, which is asked only if a part of a table was found first."""


class RankSection(Section):
    """How candidates are ordered."""

    by: Literal["features", "fused"] = "features"
    """`features`: scores of the search and overlap with the question's words; `fused`: order of the search."""
    candidates: int = Field(80, ge=1, le=200)
    """Passages to rank by features; `search.k` of them are kept."""


class GradeSection(Section):
    """Which candidates are kept."""

    by: By = "auto"
    """What grades; `auto` means rules here."""
    keep: int = Field(6, ge=1, le=50)
    """Maximum number of passages that are kept."""
    attempts: int = Field(2, ge=1, le=5)
    """Maximum number of searches, including the first."""
    precision: float = Field(0.7, ge=0, le=1)
    """Least estimated chance of being right from which rules give an answer as sure; less is shown as places.

    The higher, the fewer answers and the fewer wrong ones: docs/quality.md shows what values do.
    """


class PackSection(Section):
    """How a prompt is filled."""

    composition: Composition | Literal["auto"] = "auto"
    """What a prompt is filled from; `auto` decides for each turn."""
    by: By = "auto"
    """What decides that; `auto` means rules, because a model needs one more call per turn."""
    preset: Literal["fixed", "scaled"] = "fixed"
    """`fixed`: `budget_tokens`; `scaled`: 3,500 tokens and 500 for each passage found, at most 8,000."""
    budget_tokens: int = Field(3500, ge=500, le=200_000)
    """Tokens for everything but the answer."""
    window_tokens: int | None = Field(None, ge=500, le=10_000_000)
    """The model's context window; the prompt leaves `write.max_tokens` of it for the answer. Null: not limited."""
    parts: tuple[Name, ...] = ()
    """Names of plugged-in parts of the prompt."""


class WriteSection(Section):
    """How an answer is written."""

    by: By = "auto"
    """What writes."""
    temperature: float = Field(0.3, ge=0, le=2)
    """Temperature of a model for answers."""
    max_tokens: int = Field(1000, ge=16)
    """Maximum tokens of an answer."""
    decline_temperature: float = Field(0.7, ge=0, le=2)
    """Temperature of a model for refusals."""
    decline_max_tokens: int = Field(300, ge=16)
    """Maximum tokens of a refusal."""


class CiteSection(Section):
    """How an answer cites, and how its sentences are checked against what they cite."""

    by: By = "auto"
    """What says how well a sentence is supported; `auto` means rules here: a learnt score that asks no model."""
    style: MarkKind = "number"
    """What readers get: `[1]`, `[id]` of the source, or `[^1]` with footnotes. Stored answers have numbers."""
    id_field: IdField | None = None
    """With `style: id`: what the id is read from, the `url` or `title` of a document or its name (`document`). A source
    without an id is cited by its number."""
    id_pattern: str = Field("", max_length=300)
    """Regular expression that finds the id in the field: its first group, or all that it matches; empty: all of it."""

    @model_validator(mode="after")
    def _has_an_id_if_it_shows_one(self) -> Self:
        if (self.style == "id") != (self.id_field is not None):
            raise ValueError("give `id_field` with `style: id`, and only with it: `url`, `title` or `document`")
        if self.id_pattern and self.id_field is None:
            raise ValueError("`id_pattern` needs `style: id` and an `id_field`")
        try:
            groups = re.compile(self.id_pattern).groups
        except re.error as error:
            raise ValueError(f"`id_pattern` {self.id_pattern!r} is no regular expression: {error}") from None
        if groups > 1:
            raise ValueError(f"`id_pattern` {self.id_pattern!r} has {groups} groups; write others as `(?:...)`")
        return self

    @property
    def marks(self) -> MarkStyle:
        """How the marks are shown to readers."""
        return MarkStyle(self.style, self.id_field or "url", self.id_pattern)


class ToolsSection(Section):
    """Tools that a writer may call; without this section it calls none."""

    use: tuple[Name, ...] = Field(min_length=1)
    """Names: `search_knowledge_base`, `lookup_past_conversation`, `retrieve_past_answer`, the assistant's own routes
    that are answered from tables, and plugged-in tools."""
    rounds: int = Field(4, ge=1, le=8)
    """Maximum number of rounds of calls before it must answer."""
    timeout_s: float = Field(10.0, gt=0, le=120)
    """Time limit of one call, in seconds."""
    total_s: float = Field(30.0, gt=0, le=600)
    """Time limit of all calls of a turn, in seconds."""
    budget_tokens: int = Field(1500, ge=100, le=100_000)
    """Tokens of the prompt for calls and results; part of `pack.budget_tokens`."""


class CacheSection(Section):
    """Answers that are given again to the same question, while documents and prompts stay the same."""

    answers: int = Field(1000, ge=1, le=100_000)
    """Maximum number of answers that a process keeps."""
    age_s: int = Field(86_400, ge=1)
    """Time for which one is kept, seconds."""


class LimitsSection(Section):
    """Limits of a turn."""

    question_bytes: int = Field(65_536, ge=1)
    """Maximum UTF-8 bytes of a question."""
    busy: BusyPolicy | None = None
    """What to do with a question while another one is answered; null means the setting `busy`."""


class StepSection(Section):
    """A plugged-in step, and its position among the steps of a turn."""

    use: Name
    """Name of the plugged-in step."""
    before: str = ""
    """Name of the step that it runs before, on every path to that step."""
    after: str = ""
    """Name of the step that it runs after, before any fork."""

    @model_validator(mode="after")
    def _has_one_place(self) -> Self:
        if bool(self.before) == bool(self.after):
            raise ValueError("give either `before` or `after`, with the name of a step")
        return self
