"""A judge of conversations with the signature of another system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askwell.composition.judges import turn_judge
from askwell.evals.scores import PASSED, composite
from askwell.languages import LANGUAGES
from askwell.ports import TurnJudge
from askwell.text.detect import detect_language
from askwell.types import RESOLVED, EarlierTurn, JudgedTurn, Language, Passage


@dataclass(frozen=True, slots=True)
class TurnScores:
    """The scores of a turn."""

    factual_accuracy: float
    """1 to 5."""
    completeness: float
    """1 to 5."""
    context_resolution: float | None
    """0 to 1; None if the question neither depends on its conversation nor was changed."""
    coherence: float
    """1 to 3."""
    composite: float
    """0 to 100: the weighted mean of the scores, each counted from its least to its best value."""
    passed: bool
    """Whether the composite is at least `min_score`, no fact is wrong, and required context was understood."""
    reasons: Mapping[str, str]
    """Score to the reason for it."""


class MultiTurnJudge:
    """Scores turns of conversations, by rules or by the judge that is given."""

    def __init__(self, judge: TurnJudge | None = None, *, min_score: float = PASSED) -> None:
        self._judge = judge or turn_judge("rules", None)
        self._min_score = min_score

    async def score_turn(  # noqa: PLR0917 - the signature of the other system
        self,
        query: str,
        reformulated_query: str | None,
        response: str,
        expected_topics: Sequence[str],
        requires_context: bool,
        previous_turns: Sequence[Mapping[str, str | None]],
        *,
        sources: Mapping[int, Sequence[Passage]] | None = None,
        expected_question: str = "",
        language: Language | None = None,
    ) -> TurnScores:
        """The scores of an answer in its conversation.

        `previous_turns`, oldest first, have `user_query` and `response`, and may have `reformulated_query`. Without
        `sources`, by number as in the marks of the response, no statement of it can be checked. Rules tell
        whether a question that requires context was understood by its `expected_question`; without one it counts as not
        understood. The language is detected unless it is given. Raises ModelFailed if a model judges and fails.
        """
        earlier = [
            EarlierTurn(turn["user_query"] or "", turn["response"] or "", turn.get("reformulated_query") or "")
            for turn in previous_turns
        ]
        verdict = await self._judge.score_turn(
            JudgedTurn(
                query,
                response,
                reformulated_query or query,
                language or detect_language(query, allowed=LANGUAGES, default=LANGUAGES[0]),
                {number: tuple(held) for number, held in (sources or {}).items()},
                tuple(earlier),
                requires_context=requires_context,
                expected_questions=(expected_question,) if expected_question else (),
                expected_topics=tuple((topic,) for topic in expected_topics),
            )
        )
        score = composite(verdict)
        resolved = verdict.context_resolution
        understood = not requires_context or (resolved is not None and resolved >= RESOLVED)
        return TurnScores(
            verdict.factual_accuracy,
            verdict.completeness,
            resolved,
            verdict.coherence,
            score,
            passed=score >= self._min_score and not verdict.faults and understood,
            reasons=verdict.why,
        )
