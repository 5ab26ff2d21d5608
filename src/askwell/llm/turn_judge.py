"""Judges answered turns with a model, by several votes."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Annotated

from pydantic import Field

from askwell.errors import BadInput, ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, ask
from askwell.ports import ChatModel
from askwell.prompts.turn_judge import judge_messages, prompt_id, reading_messages
from askwell.types import RESOLVED, JudgedTurn, ScoreName, TurnVerdict, Usage

MAX_TOKENS = 800
MAX_VOTES = 15
_READING_TOKENS = 200
_SCORES: tuple[ScoreName, ...] = ("factual_accuracy", "completeness", "context_resolution", "coherence")

Reason = Annotated[str, Field(max_length=1_000)]


class Reading(Reply):
    """The question, complete."""

    question: str


class Vote(Reply):
    """Reasons and scores."""

    why_factual_accuracy: Reason
    why_completeness: Reason
    why_context_resolution: Reason
    why_coherence: Reason
    wrong: tuple[str, ...]
    factual_accuracy: int = Field(ge=1, le=5)
    completeness: int = Field(ge=1, le=5)
    same_question: bool
    coherence: int = Field(ge=1, le=3)


class LlmTurnJudge:
    """Asks a model `votes` times for the scores of a turn, each time with passages and readings in another order.

    The scores are means. A question is understood if most votes say so, and a statement is wrong if most votes find
    one. The expected wording of the question is compared with the system's; without one, the model first writes its own
    reading, which has not seen the system's. Raises BadInput for votes outside 1 to `MAX_VOTES`.
    """

    def __init__(self, model: ChatModel, *, votes: int = 3, patience_s: float = PATIENCE_S) -> None:
        if not 1 <= votes <= MAX_VOTES:
            raise BadInput(f"{votes} votes; 1 to {MAX_VOTES} are possible", code="bad_votes", hint="Use 3 or 5.")
        self.name = f"llm:{model.name}"
        self._model = model
        self._votes = votes
        self._patience_s = patience_s

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        """The scores of a turn. Votes that the model does not give are left out.

        Raises ModelFailed if there is none, or no reading to compare with.
        """
        readings, usage = await self._readings(turn)
        votes: list[Vote] = []
        failure: ModelFailed | None = None
        for rotation in range(self._votes):
            messages = judge_messages(turn, readings, rotation=rotation)
            try:
                vote, used = await ask(self._model, messages, Vote, max_tokens=MAX_TOKENS, patience_s=self._patience_s)
            except ModelFailed as error:
                failure = error
                continue
            votes.append(vote)
            usage += used
        if not votes:
            assert failure is not None, "there is at least one vote to give"
            raise failure
        return _verdict(votes, self.name, usage, compares=readings is not None)

    async def _readings(self, turn: JudgedTurn) -> tuple[tuple[str, str] | None, Usage]:
        """The right reading and the system's; None if the question neither depends on others nor was changed."""
        resolved = turn.resolved if turn.resolved is not None else turn.question
        if turn.expected_questions:
            return (" / ".join(turn.expected_questions), resolved), Usage()
        if not turn.requires_context:
            return (None if resolved == turn.question else (turn.question, resolved)), Usage()
        reading, usage = await ask(
            self._model,
            reading_messages(turn),
            Reading,
            max_tokens=_READING_TOKENS,
            patience_s=self._patience_s,
        )
        return (reading.question, resolved), usage


def _verdict(votes: Sequence[Vote], judge: str, usage: Usage, *, compares: bool) -> TurnVerdict:
    values: dict[ScoreName, list[float]] = {
        "factual_accuracy": [vote.factual_accuracy for vote in votes],
        "completeness": [vote.completeness for vote in votes],
        "coherence": [vote.coherence for vote in votes],
    }
    if compares:
        values["context_resolution"] = [float(vote.same_question) for vote in votes]
    wrong = Counter(statement for vote in votes for statement in dict.fromkeys(vote.wrong))
    is_wrong = sum(bool(vote.wrong) for vote in votes) > RESOLVED * len(votes)
    return TurnVerdict(
        factual_accuracy=mean(values["factual_accuracy"]),
        completeness=mean(values["completeness"]),
        context_resolution=mean(values["context_resolution"]) if compares else None,
        coherence=mean(values["coherence"]),
        faults=tuple(statement for statement, _ in wrong.most_common(3)) if is_wrong else (),
        why={name: _reason(votes, name) for name in _SCORES if name in values},
        judge=judge,
        votes=len(votes),
        spread={name: max(held) - min(held) for name, held in values.items()} if len(votes) > 1 else {},
        prompt=prompt_id(),
        usage=usage,
    )


def _reason(votes: Sequence[Vote], name: ScoreName) -> str:
    """The reason of the first vote."""
    return str(getattr(votes[0], f"why_{name}"))
