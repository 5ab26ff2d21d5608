"""Grades the relevance of passages with a model."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, complete, objects
from askwell.ports import ChatModel, Grader
from askwell.prompts import QuestionContext, grade_messages
from askwell.text.tokens import count_tokens, count_tokens_once
from askwell.types import Grade, Language, Passage, Reason, Recalled, SearchTerm, Usage

PASSAGE_TOKENS = 4_800
"""Maximum tokens of all passages in a prompt: 200 for each of the 24 that a search returns by default.

With titles, conversation, instructions and the reply the prompt stays below 8,192 tokens, the context of small models.
"""
LEAST_TOKENS = 40
"""Minimum tokens of a passage in a prompt if it has to be cut; about two sentences."""
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
        known: Sequence[Grade] = (),
    ) -> Sequence[Grade]:
        """One grade per passage, in the same order. Only passages without a known grade are sent, in one call."""
        grades = {grade.chunk_id: replace(grade, usage=Usage()) for grade in known}
        new = [passage for passage in passages if passage.chunk.id not in grades]
        if new:
            grades |= await self._ask(question, new, QuestionContext(asked, terms, recalled))
        ungraded = [passage for passage in new if passage.chunk.id not in grades]
        if ungraded:
            by_rules = await self._fallback.grade(question, ungraded, language, terms, recalled, asked=asked)
            grades |= {grade.chunk_id: grade for grade in by_rules}
        return [grades[passage.chunk.id] for passage in passages]

    async def _ask(self, question: str, passages: Sequence[Passage], context: QuestionContext) -> dict[str, Grade]:
        """Id of a chunk to its grade, for the passages that the model has graded."""
        sent = fit(passages, PASSAGE_TOKENS)
        messages = grade_messages(question, sent, context, system=self._assistant.prompts.get("grade", ""))
        try:
            text, usage = await complete(
                self._model,
                messages,
                max_tokens=MAX_TOKENS * len(sent) + 50,
                schema=_schema(len(sent)),
                patience_s=self._patience_s,
            )
        except ModelFailed:
            return {}
        graded = read_grades(text, len(sent))
        return {
            sent[index].chunk.id: Grade(
                sent[index].chunk.id,
                grade >= RELEVANT,
                grade / MAX_GRADE,
                Reason("grade.by_model", {"model": self._model.name, "grade": grade, "best": MAX_GRADE}),
                usage=usage if at == 0 else Usage(),
            )
            for at, (index, grade) in enumerate(graded.items())
        }


def fit(passages: Sequence[Passage], budget: int) -> list[Passage]:
    """The passages, the longest ones cut to an equal number of tokens, so that their texts have `budget` in all.

    If there are so many that each would have fewer than `LEAST_TOKENS`, the last ones are left out.
    """
    kept = passages[: budget // LEAST_TOKENS]
    room, share = budget, budget
    sizes = sorted(count_tokens(passage.chunk.text) for passage in kept)
    for at, size in enumerate(sizes):
        share = room // (len(sizes) - at)
        if size > share:
            break
        room -= size
    else:
        return list(kept)
    return [replace(each, chunk=replace(each.chunk, text=_beginning(each.chunk.text, share))) for each in kept]


def _beginning(text: str, most_tokens: int) -> str:
    """The text, cut between words and with an ellipsis if it has more tokens."""
    if count_tokens(text) <= most_tokens:
        return text
    kept = text
    while (tokens := count_tokens_once(kept)) >= most_tokens:
        kept = kept[: len(kept) * (most_tokens - 1) // tokens]
    return f"{kept[: kept.rfind(' ')] if ' ' in kept else kept} …"


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
