"""Judges answered turns by rules and learnt chances: support by sources, expectations, and the expected question."""

import logging
from collections.abc import Mapping, Sequence
from statistics import mean

from askwell.errors import BrokenWeights
from askwell.ports import Embedder
from askwell.rules.turn_chances import (
    ANSWERING,
    FAITHFUL,
    Chances,
    answering_source,
    chances,
    focus,
    is_expected,
    is_wanted,
    repeats_earlier,
    says_nothing_found,
)
from askwell.rules.turn_claims import Claim, Measure, claims, denies, measure_installed
from askwell.rules.turn_meaning import Meaning, read_meaning
from askwell.rules.turn_signs import Unanswered
from askwell.rules.turn_topics import Part, answered, covered, names_none, sources_text
from askwell.rules.turn_weights import BY_MEANING, BY_WORDS, Weights
from askwell.text.aside import aside
from askwell.text.detect import is_in_another
from askwell.text.same_question import ENOUGH_CONTEXT, asks_opposite, carrying, compare
from askwell.types import JudgedTurn, TurnVerdict

LOG = logging.getLogger("askwell")

_DENIED = 0.5
"""Share of factual accuracy of an answer that only says that its sources do not answer, which people rate so."""
_LEAST_FOCUS = 0.2
"""Share of a question's words in answer and sources below which the answer is about something else."""
_SURE = 0.6
"""Least share of a score whose learnt chance is high enough; a lower one has less than it."""

_KEPT = 0.2
"""Least share of a complete question's words in a rewording of it: another register has few of them."""
_ADDED = 0.3
"""Share of a rewording that comes from earlier turns, from which on the question was joined to another one."""

_EMPTY = "the answer has nothing of what is expected of it"
_SHOWN = 60
"""Characters of an answer in a message."""
_MISSES: Mapping[Unanswered, str] = {
    "elsewhere": "other sentences of its sources answer the question",
    "unrelated": "neither the answer nor what it is taken from is about the question",
    "missing": "the answer lacks what is expected of it",
    "other_number": "other numbers than expected",
    "no_value": "the question asks for a number, its sources have one and the answer none",
}
_DIFFERS: Mapping[Unanswered, str] = {
    "opposite": "its sources say the opposite of",
    "other_value": "what answers the question has another value than",
}


class RulesTurnJudge:
    """Scores turns without a chat model. The same turn always has the same scores.

    With an embedder, vectors help to tell what was asked; where it cannot be loaded, words alone do.
    """

    name = "rules"

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        """The scores of a turn."""
        passages = [passage.chunk.text for held in turn.sources.values() for passage in held]
        meaning = await self._meaning(turn)
        return await aside(10 * len(turn.answer) + sum(map(len, passages)), judge, turn, meaning=meaning)

    async def _meaning(self, turn: JudgedTurn) -> Meaning | None:
        resolved = (turn.resolved or "").casefold()
        if self._embedder is None or not resolved or resolved in {each.casefold() for each in turn.expected_questions}:
            return None
        if not turn.expected_questions:
            return None
        try:
            return await read_meaning(turn, self._embedder)
        except BrokenWeights as error:
            LOG.warning("turns are judged by words alone: %s", error)
            self._embedder = None
            return None


def judge(
    turn: JudgedTurn,
    measuring: Measure = measure_installed,
    *,
    meaning: Meaning | None = None,
    weights: Weights | None = None,
) -> TurnVerdict:
    """The scores of a turn, with vectors if there is a meaning; by the learnt weights if no others are given."""
    made = claims(turn, measuring)
    known = weights or (BY_MEANING if meaning else BY_WORDS)
    learnt = chances(turn, made, known)
    is_empty = names_none(turn) and not says_nothing_found(turn, made)
    factual = _factual(turn, made)
    completeness = (0.0, _EMPTY) if is_empty else _complete(turn, made, learnt.lacks)
    if learnt.apply:
        factual = _graded(factual, learnt.faithful, FAITHFUL, "is probably not faithful to what is known")
    if learnt.apply and not is_empty:
        completeness = _graded(completeness, learnt.answers, ANSWERING, "probably does not answer")
    coherence = _coherent(turn, is_off=is_empty or learnt.lacks in {"elsewhere", "unrelated"})
    context = _resolved(turn, meaning, known)
    why = {"factual_accuracy": factual[1], "completeness": completeness[1], "coherence": coherence[1]}
    if context is not None:
        why["context_resolution"] = context[1]
    return TurnVerdict(
        factual_accuracy=1 + 4 * factual[0],
        completeness=1 + 4 * completeness[0],
        context_resolution=None if context is None else context[0],
        coherence=1 + 2 * coherence[0],
        faults=tuple(_faults(turn, made, learnt)),
        why=why,
    )


def _graded(part: Part, chance: float, least: float, doubt: str) -> Part:
    """A score in the upper part of its scale if its chance is high enough, else in the lower part."""
    if chance >= least:
        return _SURE + (1 - _SURE) * part[0], part[1]
    reason = part[1] if part[0] < _SURE else f"{doubt} ({chance:.0%}): {part[1]}"
    return _SURE * part[0] * chance / least, reason


def _faults(turn: JudgedTurn, made: Sequence[Claim], learnt: Chances) -> list[str]:
    """What is wrong whatever the scores are: what differs from the sources, and an answer that is hardly faithful."""
    is_faithful = learnt.apply and learnt.faithful >= FAITHFUL
    found = [f"{each.fault}: {each.text}" for each in made if each.fault and (each.is_certain or not is_faithful)]
    differs = next((each for each in (learnt.lacks, learnt.differs) if each in _DIFFERS), None)
    if differs is not None and not found:
        found.append(f"{differs}: {_DIFFERS[differs]} {turn.answer[:_SHOWN]!r}")
    if learnt.faithful < FAITHFUL and not found:
        least = min(made, key=lambda each: each.measured.score, default=None)
        found.append(f"doubtful: {least.text if least else turn.answer[:_SHOWN]}")
    return found


def _factual(turn: JudgedTurn, made: Sequence[Claim]) -> Part:
    """The mean support of the claims, which is what people's ratings follow; a fault fails the turn by itself."""
    if is_expected(turn) and says_nothing_found(turn, made) and turn.outcome is None and not answering_source(turn):
        return 1.0, "says that its sources do not answer, and they do not"
    if not made:
        denied = bool(turn.sources) and denies(turn.answer, turn.language) and turn.outcome is None
        return (_DENIED, "says that its sources do not answer") if denied else (1.0, "no claims")
    support = mean(each.measured.score for each in made)
    faults = "; ".join(f"{each.fault}: {each.text}" for each in made if each.fault)
    return support, faults or f"support {support:.2f} of {len(made)} claims"


def _complete(turn: JudgedTurn, made: Sequence[Claim], lacking: Unanswered) -> Part:
    if turn.outcome is not None and turn.outcome in turn.expected_outcomes and not is_wanted(turn):
        return 1.0, f"ended as expected: {turn.outcome}"
    if says_nothing_found(turn, made):
        found = answering_source(turn)
        return (0.0, f"says that nothing was found, although {found} answers") if found else (1.0, "nothing answers")
    if lacking in _MISSES:
        return 0.0, _MISSES[lacking]
    if is_wanted(turn):
        return covered(turn)
    if not made:
        return 1.0, "nothing is expected and nothing claimed"
    # People's ratings of completeness follow support better than any words of the question in the answer.
    support = mean(each.measured.score for each in made)
    return support, f"nothing is expected; support {support:.2f}"


def _coherent(turn: JudgedTurn, *, is_off: bool) -> Part:
    """Half less for each: another language, the same answer as before, nothing of the question."""
    faults = []
    if is_in_another(turn.answer, [turn.language]):
        faults.append(f"not in {turn.language}")
    if repeats_earlier(turn):
        faults.append("repeats an earlier answer to another question")
    if is_off or (turn.sources and focus(turn) < _LEAST_FOCUS):
        faults.append("is about something else")
    return max(0.0, 1 - len(faults) / 2), "; ".join(faults) or "fits the conversation"


def _resolved(turn: JudgedTurn, meaning: Meaning | None, weights: Weights) -> Part | None:
    """Whether the question was understood; None if it depends on nothing and was not changed."""
    if turn.expected_questions:
        if turn.resolved is None:
            return _by_answer(turn, f"{turn.answer}\n{sources_text(turn)}")
        # Passages that are only shown have a little of everything.
        tells = turn.outcome != "passages"
        results = [
            compare(
                each,
                turn.resolved,
                turn.question,
                turn.language,
                asked_before=[text for each in turn.earlier for text in (each.question, each.resolved or "")],
                answered_before=[each.answer for each in turn.earlier],
                answer=turn.answer if tells else "",
                answered=answered(turn, each) if tells else 0.0,
                likeness=meaning.likeness(number, with_answer=tells) if meaning else None,
                depends=turn.requires_context,
                weights=weights.understood,
            )
            for number, each in enumerate(turn.expected_questions)
        ]
        best = min(results, key=lambda each: (not each.is_same, len(each.missing)))
        lacks = f", without {', '.join(best.missing)}" if best.missing else ""
        return float(best.is_same), f"{'asks' if best.is_same else 'does not ask'} the expected question{lacks}"
    if turn.requires_context:
        return 0.0, "there is no expected question to compare with"
    if turn.resolved is None or turn.resolved.strip().casefold() == turn.question.strip().casefold():
        return None
    return _reworded(turn, turn.resolved)


def _reworded(turn: JudgedTurn, resolved: str) -> Part:
    """Whether a complete question is still asked: in other words, but not with what earlier turns were about."""
    language = turn.language
    typed, own = carrying(turn.question, language), carrying(resolved, language)
    changed = compare(resolved, turn.question, turn.question, language)
    kept = compare(turn.question, resolved, turn.question, language)
    if changed.is_same and kept.is_same:
        return 1.0, "asks what was typed"
    about = "\n".join(f"{each.question}\n{each.answer}" for each in turn.earlier)
    before = set(changed.missing) - set(compare(" ".join(changed.missing), about, "", language).missing)
    added = sum(own.get(stem, 0.0) for stem in before) / (sum(own.values()) or 1.0)
    share = 1 - sum(typed[stem] for stem in kept.missing) / (sum(typed.values()) or 1.0)
    is_opposite = share >= 1 - _ADDED and asks_opposite(turn.question, resolved, language)
    more = sum(own.get(stem, 0.0) for stem in changed.missing) / (sum(own.values()) or 1.0)
    is_narrower = not kept.missing and more >= _ADDED
    if added < _ADDED and share >= _KEPT and not (is_opposite or is_narrower):
        return 1.0, "asks what was typed, in other words"
    return 0.0, f"changed a complete question: {', '.join((*changed.missing, *kept.missing))}"


def _by_answer(turn: JudgedTurn, evidence: str) -> Part:
    """For a system that does not tell how it understood a question."""
    shares = []
    for each in turn.expected_questions:
        wanted = carrying(each, turn.language)
        missing = compare(each, evidence, "", turn.language).missing
        shares.append(1 - sum(wanted[stem] for stem in missing) / (sum(wanted.values()) or 1.0))
    share = max(shares)
    return float(share >= ENOUGH_CONTEXT), f"answer and sources have {share:.0%} of the expected question"
