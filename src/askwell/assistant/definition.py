"""The definition of an assistant: all keys of its YAML file."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from askwell.assistant.base import Name, Section
from askwell.assistant.golden import GoldenSection
from askwell.assistant.privacy import PrivacySection
from askwell.assistant.sections import (
    CacheSection,
    CiteSection,
    GradeSection,
    KnowledgeSection,
    LimitsSection,
    MemorySection,
    PackSection,
    RankSection,
    ResolveSection,
    RouteSection,
    ScopeSection,
    SearchSection,
    StepSection,
    ToolsSection,
    WriteSection,
)
from askwell.assistant.ways import CatalogueSection, WaySection
from askwell.types import Language


class Assistant(Section):
    """A complete definition. `folder` and `prompts` come from the disk, not from the YAML."""

    name: Name
    """Name of the assistant, and of its folder."""
    title: str
    """What people see above a conversation."""
    description: str = ""
    """What it does, for lists of assistants."""
    languages: tuple[Language, ...] = ("en",)
    """The first one is used if the language of a question cannot be detected."""
    starters: tuple[str, ...] = ()
    """Example questions for a new conversation; `askwell demo` uses `demo` instead."""
    demo: tuple[str, ...] = ()
    """A conversation of at least four questions."""
    knowledge: KnowledgeSection = KnowledgeSection()
    """Its documents."""
    memory: MemorySection = MemorySection()
    """How much of a conversation is remembered."""
    resolve: ResolveSection | None = None
    """How follow-ups become complete questions. Without it every question is searched as typed."""
    scope: ScopeSection | None = None
    """Which questions it accepts. Without it, all."""
    route: RouteSection | None = None
    """Which route a question takes. Without it, all are searched."""
    ways: Mapping[Name, WaySection] = Field(default_factory=dict)
    """Routes in addition to the built-in ones, by name."""
    catalogues: Mapping[Name, CatalogueSection] = Field(default_factory=dict)
    """Routes that select rows of a table, by name."""
    golden: GoldenSection | None = None
    """Questions that are answered word for word with a text of the author."""
    search: SearchSection = SearchSection()
    """How passages are searched."""
    rank: RankSection | None = None
    """How passages are ordered. Without it, as the search found them."""
    grade: GradeSection | None = None
    """Which passages are kept. Without it, all that were found."""
    pack: PackSection = PackSection()
    """How a prompt is filled."""
    write: WriteSection = WriteSection()
    """How answers are written."""
    cite: CiteSection = CiteSection()
    """How answers cite and how they are checked."""
    tools: ToolsSection | None = None
    """Tools that a model may call. Without it, none."""
    cache: CacheSection | None = None
    """Without it no answer is given again."""
    limits: LimitsSection = LimitsSection()
    """Limits of a turn."""
    privacy: PrivacySection = PrivacySection()
    """What becomes of personal data."""
    steps: tuple[StepSection, ...] = ()
    """Plugged-in steps. Those with the same position run in the order given."""
    folder: Path | None = None
    prompts: Mapping[str, str] = Field(default_factory=dict)
    """Name of a file in `prompts/` without its suffix to its text: `answer`, `decline`, `chat`, `resolve`, ..."""

    @property
    def collections(self) -> tuple[str, ...]:
        """Collections it searches; its own collection comes first."""
        return self.knowledge.collections or (self.name,)

    @property
    def subject(self) -> str:
        """What it is about, in the words of its author; may be empty."""
        return self.scope.about if self.scope else self.description

    @property
    def own_ways(self) -> tuple[str, ...]:
        """Names of the routes that are answered from tables."""
        return (*self.ways, *self.catalogues)

    @property
    def knowledge_folder(self) -> Path | None:
        """Folder of the documents of its own collection; None if it has none."""
        if self.folder is None or self.knowledge.path is None:
            return None
        return self.folder / self.knowledge.path


def root_of(assistant: str) -> str:
    """Name for the folder of an assistant's own documents, whose path may change with the installation."""
    return f"assistant:{assistant}"
