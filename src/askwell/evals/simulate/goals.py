"""What simulated users want to know: questions and subjects that an assistant's author and documents give."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from askwell.errors import AskwellError
from askwell.evals.scenario import Scenario
from askwell.text.wanted import asks
from askwell.text.words import content_words, words
from askwell.types import Document, Language

if TYPE_CHECKING:
    from askwell.assistant import Assistant
    from askwell.engine import Engine

MOST_DOCUMENTS = 500
"""Documents whose titles are read."""
MOST_THING_WORDS = 6
"""Words of a title that is the name of a subject; a longer one is a sentence."""
_SMALLEST_NAME = 4


@dataclass(frozen=True, slots=True)
class Goals:
    """What may be asked of one assistant."""

    language: Language
    languages: tuple[Language, ...]
    """Those of the assistant, the first one first."""
    questions: tuple[str, ...]
    """Complete questions, in the assistant's first language."""
    things: tuple[str, ...]
    """Subjects: titles of documents."""
    foreign: tuple[str, ...]
    """Questions that the assistant must refuse."""


async def goals_of(engine: "Engine", assistant: "Assistant", scenarios: Sequence[Scenario] = ()) -> Goals:
    """The goals of an assistant: from its starters, examples, scenarios and the titles of its documents."""
    language = assistant.languages[0]
    documents: list[Document] = []
    for collection in assistant.collections:
        documents += await engine.knowledge.documents(collection, limit=MOST_DOCUMENTS)
    questions = dict.fromkeys([*_of_author(assistant), *_of_scenarios(scenarios)])
    things = dict.fromkeys(each.title.strip() for each in documents if _is_thing(each.title, language))
    if not questions and not things:
        raise AskwellError(
            f"Assistant {assistant.name!r} has no questions and no titles to simulate users with",
            code="nothing_to_simulate",
            hint="Add documents, `starters` or scenarios.",
        )
    foreign = assistant.scope.foreign if assistant.scope else ()
    return Goals(language, assistant.languages, tuple(questions), tuple(things), foreign)


def _of_author(assistant: "Assistant") -> Iterator[str]:
    yield from assistant.starters
    yield from assistant.demo[:1]
    yield from assistant.scope.examples if assistant.scope else ()


def _of_scenarios(scenarios: Sequence[Scenario]) -> Iterator[str]:
    """First questions, which depend on nothing."""
    yield from (each.conversation[0].user for each in scenarios if not each.conversation[0].requires_context)


def _is_thing(title: str, language: Language) -> bool:
    found = words(title)
    named = content_words(title, language)
    return (
        0 < len(found) <= MOST_THING_WORDS
        and any(len(word) >= _SMALLEST_NAME for word in named)
        and not any(char in title for char in "?:,.;/()|_")
        and not asks(title, language)
    )
