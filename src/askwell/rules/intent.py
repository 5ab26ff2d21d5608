"""Which of an assistant's intents a question has, by the nearest of their samples."""

from collections.abc import Sequence

from askwell.assistant import RouteSection
from askwell.ports import Embedder
from askwell.rules.nearest import Samples
from askwell.types import IntentVerdict, Language, Reason, Recalled, SearchTerm

_LEAST_WORDS = 0.45
_LEAST_MEANING = 0.5
"""Least likeness to a sample: by words alone, and where there is an embedder."""
_MARGIN = 0.05
"""How much nearer the best intent must be than the next one."""


class RulesIntentJudge:
    """Takes the intent of the nearest sample when it is near enough and clearly nearer than any other's."""

    def __init__(self, route: RouteSection, embedder: Embedder | None = None) -> None:
        self._names = tuple(intent.name for intent in route.intents for _ in intent.examples)
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
        """The intent with its likeness as score; an empty name when none is near, or two are equally near."""
        question = " ".join([question, *[term.text for term in terms]])
        best: dict[str, tuple[float, str]] = {}
        likenesses = await self._samples.likeness(question, language)
        for name, text, likeness in zip(self._names, self._samples.texts, likenesses, strict=True):
            best[name] = max(best.get(name, (0.0, "")), (likeness.score, text))
        if not best:
            return IntentVerdict("", 0.0, Reason("intent.none"))
        ranked = sorted(best.items(), key=lambda pair: (-pair[1][0], pair[0]))
        name, (score, sample) = ranked[0]
        runner_up = ranked[1][1][0] if len(ranked) > 1 else 0.0
        rounded = round(min(1.0, score), 4)
        by_words = all(likeness.meaning is None for likeness in likenesses)
        if score < (_LEAST_WORDS if by_words else _LEAST_MEANING):
            return IntentVerdict("", rounded, Reason("intent.far", {"intent": name}))
        if score - runner_up < _MARGIN:
            return IntentVerdict("", rounded, Reason("intent.unclear", {"intent": name, "other": ranked[1][0]}))
        return IntentVerdict(name, rounded, Reason("intent.like", {"sample": sample}))
