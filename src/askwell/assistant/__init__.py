"""Definitions of assistants: the sections of the YAML file, and how it is read.

An assistant is a folder with `assistant.yaml`, `prompts/*.md`, `knowledge/` and `scenarios/`. If a section is missing
from the YAML, its step is missing from the graph. An unknown key is an error that names the path, the value and the
nearest known key.
"""

from askwell.assistant.base import By, Name, Section
from askwell.assistant.definition import Assistant, root_of
from askwell.assistant.golden import GoldenPair, GoldenProblem, GoldenSection, golden_problems, load_golden
from askwell.assistant.load import (
    BUILT_IN_WAYS,
    DefinitionProblem,
    definition_problems,
    find_assistants,
    load_assistant,
)
from askwell.assistant.mirrors import refuse_mirrored
from askwell.assistant.sections import (
    CiteSection,
    GradeSection,
    IntentSection,
    KeywordSection,
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
from askwell.assistant.ways import (
    AbsentSection,
    AskSection,
    AspectSection,
    CatalogueSection,
    FigureSection,
    FlagSection,
    NearestSection,
    PlacesSection,
    WaySection,
)

__all__ = [
    "BUILT_IN_WAYS",
    "AbsentSection",
    "AskSection",
    "AspectSection",
    "Assistant",
    "By",
    "CatalogueSection",
    "CiteSection",
    "DefinitionProblem",
    "FigureSection",
    "FlagSection",
    "GoldenPair",
    "GoldenProblem",
    "GoldenSection",
    "GradeSection",
    "IntentSection",
    "KeywordSection",
    "KnowledgeSection",
    "LimitsSection",
    "MemorySection",
    "Name",
    "NearestSection",
    "PackSection",
    "PlacesSection",
    "RankSection",
    "ResolveSection",
    "RouteSection",
    "ScopeSection",
    "SearchSection",
    "Section",
    "StepSection",
    "ToolsSection",
    "WaySection",
    "WriteSection",
    "definition_problems",
    "find_assistants",
    "golden_problems",
    "load_assistant",
    "load_golden",
    "refuse_mirrored",
    "root_of",
]
