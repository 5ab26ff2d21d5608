"""Grades the relevance of passages with a model."""

from collections.abc import Sequence

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, complete, objects
from askwell.ports import ChatModel, Grader
from askwell.prompts import QuestionContext, grade_messages
from askwell.types import Grade, Language, Passage, Reason, Recalled, SearchTerm, Usage

BATCH = 12
"""Maximum passages in one prompt; small models miscount more."""
MAX_TOKENS = 10
"""Maximum tokens of the reply for each passage."""
MAX_GRADE = 3
RELEVANT = 2
"""Minimum grade, 0 to 3, of a relevant passage."""


class LlmGrader:
    """Grades with a model; passages that it does not grade, or all if it fails, are graded by `fallback`."""

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: Grader, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def grade(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        terms: Sequence[SearchTerm] = (),
        recalled: Recalled = Recalled(),
        *,
        asked: str = "",
    ) -> Sequence[Grade]:
        """One grade per passage, in the same order."""
        context = QuestionContext(asked, terms, recalled)
        by_model: dict[int, Grade] = {}
        for start in range(0, len(passages), BATCH):
            batch = passages[start : start + BATCH]
            by_model |= {start + index: grade for index, grade in (await self._ask(question, batch, context)).items()}
        ungraded = [index for index in range(len(passages)) if index not in by_model]
        by_rules = (
            await self._fallback.grade(
                question, [passages[index] for index in ungraded], language, terms, recalled, asked=asked
            )
            if ungraded
            else ()
        )
        grades = by_model | dict(zip(ungraded, by_rules, strict=True))
        return [grades[index] for index in range(len(passages))]

    async def _ask(self, question: str, batch: Sequence[Passage], context: QuestionContext) -> dict[int, Grade]:
        """Index in the batch to grade, for the passages that the model has graded."""
        messages = grade_messages(question, batch, context, system=self._assistant.prompts.get("grade", ""))
        try:
            text, usage = await complete(
                self._model,
                messages,
                max_tokens=MAX_TOKENS * len(batch) + 50,
                schema=_schema(len(batch)),
                patience_s=self._patience_s,
            )
        except ModelFailed:
            return {}
        graded = read_grades(text, len(batch))
        return {
            index: Grade(
                batch[index].chunk.id,
                grade >= RELEVANT,
                grade / MAX_GRADE,
                Reason("grade.by_model", {"model": self._model.name, "grade": grade, "best": MAX_GRADE}),
                usage if at == 0 else Usage(),
            )
            for at, (index, grade) in enumerate(graded.items())
        }


def read_grades(text: str, passages: int) -> dict[int, int]:
    """Index of a passage to its grade, from the first JSON object of a reply. Invalid labels and grades are ignored.

    A grade may be a number or an object with `grade`, because models often add their reasons.
    """
    found = next(objects(text), {})
    graded: dict[int, int] = {}
    for index in range(passages):
        grade = found.get(str(index + 1))
        grade = grade.get("grade") if isinstance(grade, dict) else grade
        if isinstance(grade, int) and 0 <= grade <= MAX_GRADE:
            graded[index] = int(grade)
    return graded


def _schema(passages: int) -> dict[str, object]:
    """JSON Schema with one required grade per label; with a list, a model could leave passages out."""
    labels = [str(label) for label in range(1, passages + 1)]
    grade = {"type": "integer", "minimum": 0, "maximum": MAX_GRADE}
    properties = dict.fromkeys(labels, grade)
    return {"type": "object", "properties": properties, "required": labels, "additionalProperties": False}
