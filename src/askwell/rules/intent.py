"""Which of an assistant's intents a question has, by the closest of their samples."""

from collections.abc import Sequence

import numpy as np

from askwell.assistant import RouteSection
from askwell.ports import Embedder
from askwell.rules.nearest import Likeness, Samples, best_mean
from askwell.types import IntentVerdict, Language, Reason, Recalled, SearchTerm

_LEAST_WORDS = 0.45
_LEAST_MEANING = 0.5
"""Least likeness to a sample: by words alone, and where there is an embedder."""
_MARGIN = 0.05
"""How much nearer the best intent must be than the next one."""


class RulesIntentJudge:
    """Takes the intent with the closest samples when one is near enough and it is clearly closer than any other."""

    def __init__(self, route: RouteSection, embedder: Embedder | None = None) -> None:
        names = [intent.name for intent in route.intents for _ in intent.examples]
        self._places = {name: np.array([at for at, each in enumerate(names) if each == name]) for name in names}
        self._samples = Samples([example for intent in route.intents for example in intent.examples], embedder)

    async def classify(
        self,
        question: str,
        language: Language,
        *,
        recalled: Recalled = Recalled(),  # noqa: ARG002
        asked: str = "",  # noqa: ARG002
        terms: Sequence[SearchTerm] = (),
    ) -> IntentVerdict:
        """The intent with its likeness as score; an empty name when none is near, or two are equally close."""
        question = " ".join([question, *[term.text for term in terms]])
        if not self._places:
            return IntentVerdict("", 0.0, Reason("intent.none"))
        likeness = await self._samples.likeness(question, language)
        ranked = self._ranked(likeness)
        name, closeness = ranked[0]
        nearest = max(self._places[name].tolist(), key=likeness.score.__getitem__)
        score = round(min(1.0, float(likeness.score[nearest])), 4)
        if score < (_LEAST_WORDS if likeness.meaning is None else _LEAST_MEANING):
            return IntentVerdict("", score, Reason("intent.far", {"intent": name}))
        if len(ranked) > 1 and closeness - ranked[1][1] < _MARGIN:
            return IntentVerdict("", score, Reason("intent.unclear", {"intent": name, "other": ranked[1][0]}))
        return IntentVerdict(name, score, Reason("intent.like", {"sample": self._samples.texts[nearest]}))

    async def closest(self, question: str, language: Language) -> str:
        """The intent with the closest samples, however far they are; empty without intents."""
        return self._ranked(await self._samples.likeness(question, language))[0][0] if self._places else ""

    def _ranked(self, likeness: Likeness) -> list[tuple[str, float]]:
        """Each intent with the closeness of its samples, the closest first."""
        closeness = likeness.closeness
        found = {name: best_mean(closeness[places]) for name, places in self._places.items()}
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
