"""Judges answered turns by rules: support by sources, expected topics and texts, and the expected question."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from statistics import mean

from askwell.rules.turn_claims import Claim, Measure, claims, denies, measure_installed
from askwell.rules.turn_signs import Unanswered, unanswered
from askwell.rules.turn_topics import Part, answered, covered, has_texts, sources_text
from askwell.text.aside import aside
from askwell.text.detect import is_in_another
from askwell.text.same_question import ENOUGH_CONTEXT, asks_opposite, carrying, carrying_all, compare, lacking
from askwell.text.sentences import each_sentence
from askwell.text.support import cover
from askwell.types import JudgedTurn, TurnVerdict

_DENIED = 0.5
"""Share of factual accuracy of an answer that only says that its sources do not answer, which people rate so."""
_ANSWERING = 0.7
"""Share of a question's words that a passage has if it probably answers it."""
_REPEATED = 0.9
"""Similarity of two answers from which on one repeats the other."""
_LEAST_FOCUS = 0.2
"""Share of a question's words in answer and sources below which the answer is about something else."""

_KEPT = 0.2
"""Least share of a complete question's words in a rewording of it: another register has few of them."""
_ADDED = 0.3
"""Share of a rewording that comes from earlier turns, from which on the question was joined to another one."""

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
    """Scores turns without a model. The same turn always has the same scores."""

    name = "rules"

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        """The scores of a turn."""
        passages = [passage.chunk.text for held in turn.sources.values() for passage in held]
        return await aside(10 * len(turn.answer) + sum(map(len, passages)), judge, turn)


def judge(turn: JudgedTurn, measuring: Measure = measure_installed) -> TurnVerdict:
    """The scores of a turn."""
    made = claims(turn, measuring)
    lacking = "" if has_texts(turn) else unanswered(turn)
    factual, completeness, coherence = _factual(turn, made), _complete(turn, made, lacking), _coherent(turn, lacking)
    faults = [f"{each.fault}: {each.text}" for each in made if each.fault]
    if lacking in _DIFFERS and not faults:
        faults.append(f"{lacking}: {_DIFFERS[lacking]} {turn.answer[:_SHOWN]!r}")
    context = _resolved(turn)
    why = {"factual_accuracy": factual[1], "completeness": completeness[1], "coherence": coherence[1]}
    if context is not None:
        why["context_resolution"] = context[1]
    return TurnVerdict(
        factual_accuracy=1 + 4 * factual[0],
        completeness=1 + 4 * completeness[0],
        context_resolution=None if context is None else context[0],
        coherence=1 + 2 * coherence[0],
        faults=tuple(faults),
        why=why,
    )


def _factual(turn: JudgedTurn, made: Sequence[Claim]) -> Part:
    """The mean support of the claims, which is what people's ratings follow; a fault fails the turn by itself."""
    if _is_expected(turn) and _denies_all(turn, made) and turn.outcome is None and not _answering(turn):
        return 1.0, "says that its sources do not answer, and they do not"
    if not made:
        denied = bool(turn.sources) and denies(turn.answer, turn.language) and turn.outcome is None
        return (_DENIED, "says that its sources do not answer") if denied else (1.0, "no claims")
    support = mean(each.measured.score for each in made)
    faults = "; ".join(f"{each.fault}: {each.text}" for each in made if each.fault)
    return support, faults or f"support {support:.2f} of {len(made)} claims"


def _complete(turn: JudgedTurn, made: Sequence[Claim], lacking: Unanswered) -> Part:
    if turn.outcome is not None and turn.outcome in turn.expected_outcomes and not _wanted(turn):
        return 1.0, f"ended as expected: {turn.outcome}"
    if _denies_all(turn, made):
        found = _answering(turn)
        return (0.0, f"says that nothing was found, although {found} answers") if found else (1.0, "nothing answers")
    if lacking in _MISSES:
        return 0.0, _MISSES[lacking]
    if _wanted(turn):
        return covered(turn)
    if not made:
        return 1.0, "nothing is expected and nothing claimed"
    # People's ratings of completeness follow support better than any words of the question in the answer.
    support = mean(each.measured.score for each in made)
    return support, f"nothing is expected; support {support:.2f}"


def _denies_all(turn: JudgedTurn, made: Sequence[Claim]) -> bool:
    """Whether an answer says that nothing was found, and at most what was found instead or who may know."""
    if not denies(turn.answer, turn.language):
        return False
    # Without an expectation nobody knows whether the rest is an answer.
    first = turn.answer[: next(each_sentence(turn.answer))[1]]
    return not made or (_is_expected(turn) and denies(first, turn.language))


def _is_expected(turn: JudgedTurn) -> bool:
    return bool(turn.expected_questions or _wanted(turn))


def _wanted(turn: JudgedTurn) -> bool:
    return bool(turn.expected_topics or turn.expected_texts)


def _coherent(turn: JudgedTurn, lacking: Unanswered) -> Part:
    """Half less for each: another language, the same answer as before, nothing of the question."""
    faults = []
    if is_in_another(turn.answer, [turn.language]):
        faults.append(f"not in {turn.language}")
    if any(_repeats(turn, each.question, each.answer) for each in turn.earlier):
        faults.append("repeats an earlier answer to another question")
    if lacking in {"elsewhere", "unrelated"} or (turn.sources and _focus(turn) < _LEAST_FOCUS):
        faults.append("is about something else")
    return max(0.0, 1 - len(faults) / 2), "; ".join(faults) or "fits the conversation"


def _repeats(turn: JudgedTurn, question: str, answer: str) -> bool:
    if len(answer) < 40 or question.casefold() == turn.question.casefold():
        return False
    # Of words: of characters it takes half of the time of all that is judged.
    likeness = SequenceMatcher(None, answer.split(), turn.answer.split(), autojunk=False)
    # The first two are upper bounds of the third, which takes quadratic time.
    measures = (likeness.real_quick_ratio, likeness.quick_ratio, likeness.ratio)
    return all(measure() >= _REPEATED for measure in measures)


def _resolved(turn: JudgedTurn) -> Part | None:
    """Whether the question was understood; None if it depends on nothing and was not changed."""
    if turn.expected_questions:
        if turn.resolved is None:
            return _by_answer(turn, f"{turn.answer}\n{sources_text(turn)}")
        results = [
            compare(
                each,
                turn.resolved,
                turn.question,
                turn.language,
                terms=turn.terms,
                answer=turn.answer,
                answered=answered(turn, each),
            )
            for each in turn.expected_questions
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


def _focus(turn: JudgedTurn) -> float:
    """The share of the question's words in answer and sources."""
    asked = (*turn.expected_questions, turn.resolved or turn.question)[0]
    wanted = carrying(asked, turn.language)
    passages = [passage for held in turn.sources.values() for passage in held]
    known = [text for passage in passages for text in (passage.title, passage.chunk.text)]
    missing = lacking(
        wanted, carrying_all([turn.answer, *known, *(each.answer for each in turn.earlier)], turn.language)
    )
    return 1 - sum(wanted[stem] for stem in missing) / (sum(wanted.values()) or 1.0)


def _answering(turn: JudgedTurn) -> str:
    """The title of a source that probably answers the question; empty if there is none."""
    asked = (*turn.expected_questions, turn.resolved or turn.question)[0]
    for passages in turn.sources.values():
        for passage in passages:
            topics = [max(cover(name, turn.language, passage) for name in names) for names in turn.expected_topics]
            if (min(topics) if topics else cover(asked, turn.language, passage)) >= _ANSWERING:
                return passage.title or passage.document_name
    return ""
