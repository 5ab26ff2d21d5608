"""The assistants of the settings, and the built-in one."""

from askwell.assistant import (
    Assistant,
    GradeSection,
    RankSection,
    ResolveSection,
    RouteSection,
    find_assistants,
    load_assistant,
)
from askwell.composition.models import DOCUMENTS
from askwell.languages import LANGUAGES
from askwell.settings import Settings


def load_assistants(settings: Settings) -> list[Assistant]:
    """All assistants of the settings, the built-in one over `documents` last."""
    found = find_assistants(folder for folder in settings.assistant_folders if folder.is_dir())
    named = [load_assistant(folder) for _, folder in sorted(found.items())]
    return [*named, *([] if DOCUMENTS in found else [documents_assistant()])]


def documents_assistant() -> Assistant:
    """The built-in assistant for `askwell add`: every step with its defaults."""
    return Assistant(
        name=DOCUMENTS,
        title="Your documents",
        description="Answers from the documents that were added.",
        languages=LANGUAGES,
        resolve=ResolveSection(),
        route=RouteSection(),
        rank=RankSection(),
        grade=GradeSection(),
    )
