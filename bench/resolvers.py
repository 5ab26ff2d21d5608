"""Resolvers by name, and conversations played through them as the engine would."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from askwell.errors import BadInput
from askwell.ports import Resolver
from askwell.rules.resolve import RulesResolver
from askwell.types import Language, Recalled, Resolution
from bench.cast import Sample, turns_of


class NoResolver:
    """Takes every question as typed."""

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The question itself."""
        del recalled, language
        return Resolution("standalone", question, by="none")


def resolver(name: str) -> Resolver:
    """A resolver by name: `rules` or `none`. Raises BadInput."""
    known: dict[str, type[RulesResolver] | type[NoResolver]] = {"rules": RulesResolver, "none": NoResolver}
    if name not in known:
        raise BadInput(f"No resolver {name!r}; known: {', '.join(known)}", code="unknown_resolver")
    return known[name]()


@dataclass(frozen=True, slots=True)
class Resolved:
    """A sample and what a resolver made of it."""

    sample: Sample
    recalled: Recalled
    resolution: Resolution
    cpu_ms: float


def play(samples: Iterable[Sample], name: str, *, language: Language = "en") -> list[Resolved]:
    """Every sample resolved, the turns before it resolved first so that each sees what was understood earlier.

    `cpu_ms` is processor time of the last call alone.
    """
    return asyncio.run(_play(list(samples), resolver(name), language))


async def _play(samples: Sequence[Sample], by: Resolver, language: Language) -> list[Resolved]:
    known: dict[tuple[tuple[str, str], ...], str] = {}
    found: list[Resolved] = []
    for sample in samples:
        standalone: list[str] = []
        for at in range(len(sample.exchanges)):
            key = (*sample.exchanges[:at], (sample.exchanges[at][0], ""))
            if key not in known:
                before = Recalled(turns_of(sample.exchanges[:at], standalone))
                known[key] = (await by.resolve(sample.exchanges[at][0], before, language)).question
            standalone.append(known[key])
        recalled = Recalled(turns_of(sample.exchanges, standalone))
        began = time.process_time()
        resolution = await by.resolve(sample.utterance, recalled, language)
        found.append(Resolved(sample, recalled, resolution, (time.process_time() - began) * 1000))
    return found
