"""Resolvers by name, and conversations played through them as the engine would."""

import asyncio
import functools
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from askwell.composition.assistants import documents_assistant
from askwell.composition.models import make_model, make_readers
from askwell.errors import BadConfig, BadInput
from askwell.llm.resolve import LlmResolver
from askwell.ports import Resolver
from askwell.settings import Settings, load_settings
from askwell.types import Language, Recalled, Resolution
from askwell.understanding.grammar.resolve import RulesResolver
from askwell.understanding.resolver import LearntResolver
from bench.cast import Sample, turns_of

LLM = "llm"

Asked = tuple[tuple[tuple[str, str], ...], str]
"""The exchanges before a question, and the question."""

EARLIER_BY_RULES = "turns before a measured one are resolved by rules, the measured one alone by the model"


class NoResolver:
    """Takes every question as typed."""

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The question itself."""
        del recalled, language
        return Resolution("standalone", question, by="none")


def resolver(name: str) -> Resolver:
    """A resolver by name: `rules`, `llm` with the model that the settings name, or `none`.

    Raises BadInput for another name, BadConfig where `llm` is asked for and no model is configured.
    """
    if name == LLM:
        return _by_model(load_settings().settings)
    known: dict[str, Callable[[], Resolver]] = {
        "rules": _learnt,
        "trees": LearntResolver,
        "grammar": RulesResolver,
        "none": NoResolver,
    }
    if name not in known:
        raise BadInput(f"No resolver {name!r}; known: {', '.join([*known, LLM])}", code="unknown_resolver")
    return known[name]()


def compared(name: str) -> tuple[str, ...]:
    """The resolvers that have a row each: a model stands beside the rules that it falls back to."""
    return (LLM, "rules") if name == LLM else (name,)


def earlier(name: str) -> str:
    """Who resolves the turns before a measured one: a model is too slow for all of them."""
    return "rules" if name == LLM else name


def model_name() -> str:
    """The model that the settings name, as they name it."""
    return load_settings().settings.model


def _learnt() -> LearntResolver:
    """As the settings have it: with the reader of conversations where its weights are installed."""
    return LearntResolver(make_readers(load_settings().settings).conversations)


@functools.cache
def _by_model(settings: Settings) -> LlmResolver:
    model = make_model(settings)
    if model is None:
        raise BadConfig(
            "`--resolver llm` needs a model and none is configured",
            code="no_model",
            hint="Set ASKWELL_MODEL, like `local:qwen-1.5b`, and ASKWELL_MODEL_URL for an endpoint.",
        )
    return LlmResolver(model, documents_assistant(), _learnt())


@dataclass(frozen=True, slots=True)
class Resolved:
    """A sample and what a resolver made of it."""

    sample: Sample
    recalled: Recalled
    resolution: Resolution
    cpu_ms: float
    took_s: float


def play(samples: Iterable[Sample], name: str, *, language: Language = "en") -> list[Resolved]:
    """Every sample resolved, the turns before it resolved first so that each sees what was understood earlier.

    A turn is resolved once, even if it is a sample and comes before others. `cpu_ms` and `took_s` are processor time
    and time on the wall of the last call alone.
    """
    by = resolver(name)
    before = by if earlier(name) == name else resolver(earlier(name))
    return asyncio.run(_play(list(samples), by, before, language))


def play_with(by: Resolver, samples: Iterable[Sample], *, language: Language = "en") -> list[Resolved]:
    """Every sample and the turns before it resolved by one resolver; see `play`."""
    return asyncio.run(_play(list(samples), by, by, language))


def recall(
    samples: Iterable[Sample], known: Mapping[Asked, Resolution], *, language: Language = "en"
) -> list[Resolved]:
    """Every sample as typed, the turns before it as they are known, others resolved by the grammar."""
    return asyncio.run(_play(list(samples), NoResolver(), RulesResolver(), language, known))


async def _play(
    samples: Sequence[Sample],
    by: Resolver,
    before: Resolver,
    language: Language,
    known: Mapping[Asked, Resolution] | None = None,
) -> list[Resolved]:
    earlier_ones = dict(known or {})
    found: list[Resolved] = []
    for sample in samples:
        resolved: list[Resolution] = []
        for at in range(len(sample.exchanges)):
            key = (sample.exchanges[:at], sample.exchanges[at][0])
            if key not in earlier_ones:
                recalled = _recalled(sample.exchanges[:at], resolved)
                earlier_ones[key] = await before.resolve(sample.exchanges[at][0], recalled, language)
            resolved.append(earlier_ones[key])
        recalled = _recalled(sample.exchanges, resolved)
        cpu, wall = time.process_time(), time.perf_counter()
        resolution = await by.resolve(sample.utterance, recalled, language)
        took = time.perf_counter() - wall
        if by is before:
            earlier_ones[sample.exchanges, sample.utterance] = resolution
        found.append(Resolved(sample, recalled, resolution, (time.process_time() - cpu) * 1000, took))
    return found


def _recalled(exchanges: Sequence[tuple[str, str]], resolved: Sequence[Resolution]) -> Recalled:
    """Exchanges as turns that were stored with their resolutions."""
    turns = turns_of(exchanges, [made.question for made in resolved])
    return Recalled(tuple([replace(turn, resolution=made) for turn, made in zip(turns, resolved, strict=True)]))
