"""What an evaluated system has answered, whichever interface it was asked over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from askwell.types import Answer, Chunk, Composition, Kind, Language, Outcome, Passage, Usage


@dataclass(frozen=True, slots=True)
class Observation:
    """An answered turn. A field that an interface does not report is None."""

    answer: str
    language: Language
    """The language that the question was recognised as, or was taken for here if that is not reported."""
    sources: Mapping[int, tuple[Passage, ...]] = field(default_factory=dict)
    """Number of a source to its passages; empty texts if the interface gives only names."""
    resolved: str | None = None
    """The question as understood."""
    kind: Kind | None = None
    way: str | None = None
    ending: Outcome | None = None
    composition: Composition | None = None
    tools: tuple[str, ...] | None = None
    """Names of the tools that were called."""
    tokens: Usage = Usage()
    reports_language: bool = True
    """Whether `language` is what the system recognised."""
    took_ms: float = 0.0

    @property
    def cited(self) -> tuple[str, ...]:
        """Names of the cited documents, in order."""
        return tuple(passages[0].document_name for passages in self.sources.values() if passages)


def observe(answer: Answer) -> Observation:
    """The observation of an answer of the engine."""
    return Observation(
        answer=answer.answer,
        language=answer.language,
        sources={
            source.number: tuple(
                passage(source.document, source.title, each.text, answer.language, each.headings)
                for each in source.passages
            )
            for source in answer.sources
        },
        resolved=answer.standalone_question,
        kind=answer.kind,
        way=answer.route,
        ending=answer.outcome,
        composition=answer.ledger.composition if answer.ledger else None,
        tools=tuple(str(each.params["tool"]) for each in answer.decisions if each.code == "use_tools.called"),
        tokens=answer.usage,
        took_ms=answer.took_ms,
    )


def passage(document: str, title: str, text: str, language: Language, headings: tuple[str, ...] = ()) -> Passage:
    """A text of a source as a passage."""
    chunk = Chunk(document, document, 0, text, 0, len(text), headings, None, 0)
    return Passage(chunk, document, title, "", language, (), "", 1.0)


def file_name(document: str) -> str:
    """The name of a document without its folders."""
    return PurePosixPath(document).name
