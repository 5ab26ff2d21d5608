"""Which passages help, by a model."""

from collections.abc import Sequence

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, complete, objects
from askwell.ports import ChatModel, Grader
from askwell.prompts import grade_messages
from askwell.types import Grade, Language, Passage, Reason, Usage

BATCH = 12
"""Passages in one prompt; a small model loses count of more."""
MOST_TOKENS = 10
"""For each passage."""
BEST = 3
RELEVANT = 2
"""Least grade, 0 to 3, of a passage that helps."""


class LlmGrader:
    """Grades by a model; the passages it says nothing of, or all when it fails, by `fallback`."""

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: Grader, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def grade(self, question: str, passages: Sequence[Passage], language: Language) -> Sequence[Grade]:
        """One grade a passage, in the order given."""
        by_model: dict[int, Grade] = {}
        for start in range(0, len(passages), BATCH):
            batch = passages[start : start + BATCH]
            by_model |= {start + index: grade for index, grade in (await self._ask(question, batch)).items()}
        left = [index for index in range(len(passages)) if index not in by_model]
        by_rules = await self._fallback.grade(question, [passages[index] for index in left], language) if left else ()
        grades = by_model | dict(zip(left, by_rules, strict=True))
        return [grades[index] for index in range(len(passages))]

    async def _ask(self, question: str, batch: Sequence[Passage]) -> dict[int, Grade]:
        """Index in the batch to grade, for the passages that the model graded."""
        messages = grade_messages(question, batch, self._assistant.prompts.get("grade", ""))
        try:
            text, usage = await complete(
                self._model,
                messages,
                max_tokens=MOST_TOKENS * len(batch) + 50,
                schema=_schema(len(batch)),
                patience_s=self._patience_s,
            )
        except ModelFailed:
            return {}
        named = read_grades(text, len(batch))
        return {
            index: Grade(
                batch[index].chunk.id,
                grade >= RELEVANT,
                grade / BEST,
                Reason("grade.by_model", {"model": self._model.name, "grade": grade, "best": BEST}),
                usage if at == 0 else Usage(),
            )
            for at, (index, grade) in enumerate(named.items())
        }


def read_grades(text: str, passages: int) -> dict[int, int]:
    """Index of a passage to its grade, from the first JSON object of a reply; what is neither label nor grade is left.

    A grade may stand alone or in an object with `grade`, as models like to add their reasons.
    """
    found = next(objects(text), {})
    named: dict[int, int] = {}
    for index in range(passages):
        grade = found.get(str(index + 1))
        grade = grade.get("grade") if isinstance(grade, dict) else grade
        if isinstance(grade, int) and 0 <= grade <= BEST:
            named[index] = int(grade)
    return named


def _schema(passages: int) -> dict[str, object]:
    """One required grade a label: a list would let a model leave passages out."""
    labels = [str(label) for label in range(1, passages + 1)]
    grade = {"type": "integer", "minimum": 0, "maximum": BEST}
    properties = dict.fromkeys(labels, grade)
    return {"type": "object", "properties": properties, "required": labels, "additionalProperties": False}
