"""An assistant: what a YAML file may say, and how it is read.

An assistant is a folder with `assistant.yaml`, `prompts/*.md`, `knowledge/` and `scenarios/`. A section that is missing
from the YAML is a step missing from its graph. A key that is not known is an error that names the path, the value and
the nearest known key.
"""

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from askwell.errors import BadConfig, NotFound
from askwell.types import Composition, Language

By = Literal["auto", "rules", "llm"]
"""Who judges: `auto` is a model where one is configured, else rules."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""A name that is safe as a folder, a collection and a part of a URL."""

BUILT_IN_WAYS = ("search", "chat", "decline")
"""Ways every assistant has."""


class Section(BaseModel):
    """Base of all sections: frozen, and strict about keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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
    """Rules in the order keywords, intents, otherwise; the first that decides wins."""

    by: By = "auto"
    keywords: tuple[KeywordSection, ...] = ()
    intents: tuple[IntentSection, ...] = ()
    otherwise: str = "search"


class PlacesSection(Section):
    """A second table: names that lead to rows of a way's own table, and where on the earth they are."""

    table: str
    """CSV file below the assistant's folder."""
    names: Mapping[str, str] = Field(min_length=1)
    """Column looked for in questions to how one of its names is said: `"{city} in {county} County"`."""
    column: str
    """Its column with values of the way's own table."""
    joins: str
    """The own table's column that holds those values; all of them must be in it."""
    latitude: str = ""
    longitude: str = ""
    """Columns in degrees, for a way with `nearest`."""


class NearestSection(Section):
    """How a question for the row nearest to a place is known and answered."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such a question."""
    place: str
    """The table's column with the place of a row, a name of `places`."""
    row: tuple[str, ...] = Field(min_length=1)
    """Like the way's own `row`, with {miles} and {km} besides."""


class AskSection(Section):
    """When a question names nothing of the table and a name is to be asked for."""

    words: tuple[str, ...] = Field(min_length=1)
    """Words or phrases of such a question; those of `nearest` count too."""
    question: str


class WaySection(Section):
    """A way that is answered from the rows of a table. Its cells may hold several values, separated by `;`."""

    table: str
    """CSV file with a header, below the assistant's folder."""
    title: str = ""
    """Title of the table as a source; empty takes the file's name."""
    match: Mapping[str, tuple[str, ...]] = Field(min_length=1)
    """Column to how its values stand in questions, `{}` for the value; the first one is how they are said."""
    row: tuple[str, ...] = Field(min_length=1)
    """Sentences made of a row, with {column} and {matched}; one with an empty cell is left out."""
    places: PlacesSection | None = None
    nearest: NearestSection | None = None
    ask: AskSection | None = None
    ordinary: tuple[str, ...] = ()
    """Words and phrases that are no names when they are spelt like this, capitals included."""
    most_rows: int = Field(3, ge=1, le=20)


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


class Assistant(Section):
    """A whole definition. `folder` and `prompts` come from the disk, not from the YAML."""

    name: Name
    title: str
    description: str = ""
    languages: tuple[Language, ...] = ("en",)
    """The first one is used when a question's own cannot be told."""
    starters: tuple[str, ...] = ()
    """Questions to begin with; `askwell demo` plays `demo` instead."""
    demo: tuple[str, ...] = ()
    """A conversation of at least four questions."""
    knowledge: KnowledgeSection = KnowledgeSection()
    memory: MemorySection = MemorySection()
    resolve: ResolveSection | None = None
    scope: ScopeSection | None = None
    route: RouteSection | None = None
    ways: Mapping[Name, WaySection] = Field(default_factory=dict)
    """Ways besides the built-in ones, by name."""
    search: SearchSection = SearchSection()
    rank: RankSection | None = None
    grade: GradeSection | None = None
    pack: PackSection = PackSection()
    write: WriteSection = WriteSection()
    limits: LimitsSection = LimitsSection()
    folder: Path | None = None
    prompts: Mapping[str, str] = Field(default_factory=dict)
    """Name of a file in `prompts/` without its ending to its text: `answer`, `decline`, `chat`, `resolve`, ..."""

    @property
    def collections(self) -> tuple[str, ...]:
        """Collections it searches, the one it keeps itself first."""
        return self.knowledge.collections or (self.name,)

    @property
    def knowledge_folder(self) -> Path | None:
        """Folder its own collection is kept in line with, if there is one."""
        if self.folder is None or self.knowledge.path is None:
            return None
        return self.folder / self.knowledge.path


def load_assistant(folder: Path) -> Assistant:
    """The assistant of a folder. Raises BadConfig with file, path, value and the nearest known key."""
    file = folder / "assistant.yaml"
    try:
        written = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotFound(f"No assistant in {str(folder)!r}: {error.strerror}", code="assistant_not_found") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file} is not YAML: {error}", hint="Check the indentation and the quotes.") from error
    if not isinstance(written, dict):
        raise BadConfig(f"{file} must hold a mapping, not {written!r}", hint="Begin with `name:` and `title:`.")
    reserved = {"folder", "prompts"} & written.keys()
    if reserved:
        raise BadConfig(f"{file}: {sorted(reserved)} cannot be set", hint="Prompts are files in `prompts/`.")
    try:
        assistant = Assistant.model_validate(written | {"folder": folder, "prompts": _read_prompts(folder)})
    except ValidationError as error:
        raise BadConfig(f"{file}: {_say(error)}") from error
    _check_ways(assistant, file)
    return assistant


def find_assistants(folders: Iterable[Path]) -> dict[str, Path]:
    """Name to folder of every assistant below these folders; an earlier folder wins."""
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("*/assistant.yaml")):
            found.setdefault(file.parent.name, file.parent)
    return found


def _read_prompts(folder: Path) -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8").strip() for file in sorted(folder.glob("prompts/*.md"))}


def _check_ways(assistant: Assistant, file: Path) -> None:
    route = assistant.route or RouteSection()
    led_to = [rule.way for rule in route.keywords] + [intent.way for intent in route.intents] + [route.otherwise]
    known = (*BUILT_IN_WAYS, *assistant.ways)
    for way in led_to:
        if way not in known:
            raise BadConfig(
                f"{file}: route leads to the unknown way {way!r}",
                hint=f"Known ways: {', '.join(known)}.{_nearest(way, known)}",
            )
    for way in assistant.ways:
        if way in BUILT_IN_WAYS:
            raise BadConfig(f"{file}: `ways.{way}` has the name of a built-in way", hint="Take another name.")
        if way not in led_to:
            raise BadConfig(f"{file}: nothing in `route` leads to `ways.{way}`", hint="Add an intent or keywords.")


def _say(error: ValidationError) -> str:
    return "; ".join(_say_one(dict(problem)) for problem in error.errors(include_url=False))


def _say_one(problem: Mapping[str, Any]) -> str:
    path = ".".join(str(part) for part in problem["loc"])
    value = repr(problem["input"])
    shown = value if len(value) <= 80 else value[:77] + "..."
    if problem["type"] == "extra_forbidden":
        known = _known_keys(problem["loc"][:-1])
        return f"unknown key `{path}` with value {shown}.{_nearest(str(problem['loc'][-1]), known)}"
    if problem["type"] == "missing":
        return f"`{path}` is missing"
    return f"`{path}` is {shown}: {problem['msg']}"


def _known_keys(path: tuple[str | int, ...]) -> list[str]:
    """Keys of the section at a path of field names and list indexes."""
    section: type[BaseModel] = Assistant
    within_mapping = False
    for part in path:
        if isinstance(part, int) or within_mapping:
            within_mapping = False
            continue
        annotation = section.model_fields[part].annotation if part in section.model_fields else None
        inner = _section_of(annotation)
        if inner is None:
            return []
        section, within_mapping = inner, get_origin(annotation) is Mapping
    return [name for name in section.model_fields if name not in {"folder", "prompts"}]


def _section_of(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _section_of(inner)
        if found is not None:
            return found
    return None


def _nearest(key: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(key, list(known), n=1, cutoff=0.4)
    return f" Did you mean `{near[0]}`?" if near else ""
