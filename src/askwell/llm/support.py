"""Judges with a model how well passages support the sentences of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, complete, objects
from askwell.ports import ChatModel, SupportJudge
from askwell.prompts.support import find_messages, support_messages
from askwell.text.support import statements
from askwell.types import Language, Message, Passage, SourcesVerdict, Support, SupportVerdict, Usage

MAX_TOKENS = 10
"""Maximum tokens of the reply for each sentence."""
MAX_GRADE = 3
SUPPORTED = 2
"""Minimum grade, 0 to 3, of a supported sentence."""
MAX_SENTENCES = 40
"""Sentences that a model is asked about; later ones have the support of `fallback`."""

Sources = Mapping[int, Sequence[Passage]]


class LlmSupportJudge:
    """Asks a model once for all sentences. Sentences that it does not grade, or all if it fails, are left to rules."""

    def __init__(self, model: ChatModel, fallback: SupportJudge, *, patience_s: float = PATIENCE_S) -> None:
        self._model = model
        self._fallback = fallback
        self._patience_s = patience_s

    async def judge(self, answer: str, sources: Sources, language: Language, *, asked: str = "") -> SupportVerdict:
        """The support of each sentence: its grade as a share of the best one.

        What an unsupported sentence lacks is what rules find, since a grade does not tell.
        """
        verdict = await self._fallback.judge(answer, sources, language, asked=asked)
        said = [(each.text, each.cited) for each in statements(answer)][:MAX_SENTENCES]
        if not said or not any(sources.values()):
            return verdict
        grades, usage = await self._ask(support_messages(said, sources, asked), len(said), (0, MAX_GRADE))
        support = [
            _graded(each, grades[at]) if at in grades else each for at, each in enumerate(verdict.support, start=1)
        ]
        return SupportVerdict(tuple(support), verdict.usage + usage)

    async def find(self, answer: str, sources: Sources, language: Language, *, asked: str = "") -> SourcesVerdict:
        """The source of each sentence as the model names it; what rules find if it fails."""
        said = [each.text for each in statements(answer)][:MAX_SENTENCES]
        if not said or not any(sources.values()):
            return SourcesVerdict()
        found, usage = await self._ask(find_messages(said, sources, asked), len(said), (0, max(sources)))
        if not found:
            by_rules = await self._fallback.find(answer, sources, language, asked=asked)
            return replace(by_rules, usage=by_rules.usage + usage)
        numbers = [found[at] for at in sorted(found) if found[at] in sources]
        return SourcesVerdict(tuple(dict.fromkeys(numbers)), usage)

    async def _ask(
        self, messages: Sequence[Message], sentences: int, bounds: tuple[int, int]
    ) -> tuple[dict[int, int], Usage]:
        """Label of a sentence to the number that the model gives it; empty if it fails."""
        labels = [str(label) for label in range(1, sentences + 1)]
        low, high = bounds
        number = {"type": "integer", "minimum": low, "maximum": high}
        schema: dict[str, object] = {
            "type": "object",
            "properties": dict.fromkeys(labels, number),
            "required": labels,
            "additionalProperties": False,
        }
        try:
            text, usage = await complete(
                self._model,
                messages,
                max_tokens=MAX_TOKENS * sentences + 50,
                schema=schema,
                patience_s=self._patience_s,
            )
        except ModelFailed:
            return {}, Usage()
        found = next(objects(text), {})
        values = {int(label): found.get(label) for label in labels}
        return {at: value for at, value in values.items() if type(value) is int and low <= value <= high}, usage


def _graded(support: Support, grade: int) -> Support:
    lacks = "" if grade >= SUPPORTED else support.lacks or "words"
    return replace(support, score=round(grade / MAX_GRADE, 4), lacks=lacks)
