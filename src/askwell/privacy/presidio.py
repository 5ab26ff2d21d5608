"""Presidio as a second reader of texts, with models that the operator has installed: the extra `pii`."""

import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

from askwell.errors import BadConfig
from askwell.languages import LANGUAGES
from askwell.privacy.find import find
from askwell.privacy.spans import PERSONAL_KINDS, Kind, Span

BLANK = "blank"
"""In the place of a model: Presidio's patterns and checksums without one."""
LEAST_SCORE = 0.5
"""Presidio's score of a number by its form alone is lower."""
KINDS: Mapping[str, Kind] = {
    "PERSON": "PERSON",
    "LOCATION": "PLACE",
    "UK_NHS": "DOCUMENT",
    "US_ITIN": "DOCUMENT",
    "US_PASSPORT": "DOCUMENT",
    "US_DRIVER_LICENSE": "DOCUMENT",
    "IT_DRIVER_LICENSE": "DOCUMENT",
    "IT_IDENTITY_CARD": "DOCUMENT",
    "IT_PASSPORT": "DOCUMENT",
}
"""What is taken from Presidio. What our rules recognise as well is left to them."""


class Found(Protocol):
    """A result of Presidio."""

    @property
    def entity_type(self) -> str:
        """What it is, as Presidio calls it."""
        ...

    @property
    def start(self) -> int:
        """Where it begins, characters."""
        ...

    @property
    def end(self) -> int:
        """Where it ends, exclusive."""
        ...

    @property
    def score(self) -> float:
        """How sure it is, 0 to 1."""
        ...


class Analyzer(Protocol):
    """Presidio's `AnalyzerEngine`."""

    def analyze(self, text: str, language: str, entities: Sequence[str] | None = None) -> Sequence[Found]:
        """The entities of a text."""
        ...


class Presidio:
    """Finds what our rules find, and what Presidio finds where they find nothing; like `find`, for any language."""

    def __init__(self, analyzer: Analyzer, languages: Sequence[str]) -> None:
        """`languages` are those that the analyzer has a model for; all of them read each text."""
        self._analyzer = analyzer
        self._languages = languages
        self._lock = threading.Lock()

    def __call__(self, text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS) -> tuple[Span, ...]:
        """The personal data of a text in its order, without overlaps; positions in characters."""
        kept = list(find(text, kinds))
        for span in sorted(self._found(text), key=lambda each: (each.start, -each.end)):
            if span.kind in kinds and all(span.end <= each.start or span.start >= each.end for each in kept):
                kept.append(span)
        return tuple(sorted(kept))

    def _found(self, text: str) -> Iterator[Span]:
        for language in self._languages:
            with self._lock:
                results = self._analyzer.analyze(text, language=language)
            for each in results:
                kind = KINDS.get(each.entity_type)
                if kind is not None and each.score >= LEAST_SCORE and text[each.start : each.end].strip():
                    yield Span(each.start, each.end, kind)


def presidio(models: str) -> Presidio:
    """Presidio with these models: a language and a name for each, such as `en=en_core_web_sm it=blank`.

    Nothing is loaded from a network. Raises BadConfig (`bad_pii_models`, `missing_extra`).
    """
    named = dict(each.partition("=")[::2] for each in models.replace(",", " ").split())
    if not named or not named.keys() <= set(LANGUAGES) or not all(named.values()):
        raise BadConfig(
            f"`pii_models` is {models!r}",
            code="bad_pii_models",
            hint=f"Give a spaCy model for each language, such as en=en_core_web_sm; languages: {', '.join(LANGUAGES)}.",
        )
    try:
        return Presidio(_analyzer(named), tuple(named))
    except ImportError as error:
        raise BadConfig(
            "`pii_models` needs Presidio", code="missing_extra", hint="Install askwell[pii], or remove the setting."
        ) from error


def _analyzer(models: Mapping[str, str]) -> Analyzer:
    import spacy
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    class Loaded(SpacyNlpEngine):  # type: ignore[misc]
        """Models that are installed; the class itself would download others."""

        def __init__(self, loaded: Mapping[str, Any]) -> None:
            super().__init__()
            self.nlp = dict(loaded)

    # It warns of each recogniser of a language that is not wanted.
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    loaded = {code: _model(spacy, code, name) for code, name in models.items()}
    registry = RecognizerRegistry(supported_languages=list(models))
    registry.load_predefined_recognizers(languages=list(models))
    # These two read a list from a network, and our rules find what they do.
    for name in ("EmailRecognizer", "UrlRecognizer"):
        registry.remove_recognizer(name)
    engine: Analyzer = AnalyzerEngine(
        registry=registry, nlp_engine=Loaded(loaded), supported_languages=list(models), log_decision_process=False
    )
    return engine


def _model(spacy: Any, language: str, name: str) -> Any:
    if name == BLANK:
        return spacy.blank(language)
    try:
        return spacy.load(name)
    except OSError as error:
        raise BadConfig(
            f"There is no spaCy model {name!r} for {language}",
            code="bad_pii_models",
            hint="Install its package, or write `blank` for Presidio without a model.",
        ) from error
