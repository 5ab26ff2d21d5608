"""A conversation that the rules remember without a store: ids are given in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from askwell.rules.summarise import RulesSummariser
from askwell.types import Digest, Language, Memory, Outcome, Status, Topic, Turn

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def a_turn(number: int, question: str, answer: str = "", language: Language = "en", **fields: object) -> Turn:
    """A finished turn."""
    turn = Turn(f"t{number}", "s", number, None, "completed", question, NOW, outcome="answered", language=language)
    fields = {"standalone_question": question, **fields}
    return replace(turn, answer=answer, **fields)  # type: ignore[arg-type]


@dataclass
class Remembered:
    """What is remembered so far."""

    language: Language = "en"
    memory: Memory = Memory()
    topics: list[Topic] = field(default_factory=list)
    rules: RulesSummariser = field(default_factory=RulesSummariser)

    async def hear(
        self,
        question: str,
        answer: str = "",
        *,
        status: Status = "completed",
        outcome: Outcome = "answered",
        **fields: object,
    ) -> Digest:
        """Add a turn to memory; `fields` are further fields of the turn."""
        turn = a_turn(self.memory.up_to + 1, question, answer, self.language, status=status, outcome=outcome, **fields)
        made = await self.rules.digest(turn, self.memory, self.topics, self.language)
        given = [replace(item, id=f"{turn.number}.{at}") for at, item in enumerate(made.items)]
        self.topics.append(Topic(turn.id, turn.number, made.line, made.topics, ()))
        items = self.memory.items_with(given)
        self.memory = Memory(made.summary or self.memory.summary, made.summary_by, turn.number, items)
        return made

    @property
    def texts(self) -> Sequence[str]:
        """Texts of the items in force."""
        return [item.text for item in self.memory.items]

    @property
    def remembered(self) -> str:
        """All that is in force: the items and the summary."""
        return "\n".join((*self.texts, self.memory.summary))
