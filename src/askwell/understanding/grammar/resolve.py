"""Understanding a question in its conversation, without a model."""

from dataclasses import dataclass

from askwell.languages import patterns
from askwell.text.aside import aside
from askwell.text.bounds import ANALYSED_CHARS
from askwell.text.pieces import split
from askwell.types import Kind, Language, Reason, Recalled, Resolution, SearchTerm
from askwell.understanding.grammar.acting import thing_of
from askwell.understanding.grammar.actions import action_of
from askwell.understanding.grammar.amending import UNCLEAR, amended
from askwell.understanding.grammar.context import Context, survey
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.counting import only_counts, pick_item, with_ordinal
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.evidence import THINGS, by_things, by_words
from askwell.understanding.grammar.excluding import exclude
from askwell.understanding.grammar.frames import match
from askwell.understanding.grammar.phrasing import tidy, without_opener
from askwell.understanding.grammar.pointed import point
from askwell.understanding.grammar.remaining import name_the_rest, rest_of
from askwell.understanding.grammar.replies import answers_us, replied
from askwell.understanding.grammar.rewrite import go_on, rewrite
from askwell.understanding.grammar.substitute import names_its_subject
from askwell.understanding.grammar.topics import back_to
from askwell.understanding.grammar.weights import Weights, at_most, learnt_weights, score
from askwell.understanding.texts import content_words

QUESTION_CHARS = ANALYSED_CHARS
"""What lies beyond in a question is kept, but not analysed."""

LEAST_CHANCE = 0.5
"""Below it a question stands alone."""


class RulesResolver:
    """Port `Resolver` by features with learnt weights and a shallow grammar; about a millisecond a question."""

    def __init__(self, weights: Weights | None = None) -> None:
        """`weights` replace the learnt ones."""
        self._weights = weights or learnt_weights()

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        chars = len(question) + sum(len(turn.question) + len(turn.answer) for turn in recalled.turns[-6:])
        return await aside(chars, resolve, question, recalled, language, self._weights)


@dataclass(frozen=True, slots=True)
class Draft:
    """A resolution, and what it was made from if the question was compared with earlier turns."""

    resolution: Resolution
    reading: Reading | None = None
    context: Context | None = None


def resolve(question: str, recalled: Recalled, language: Language, weights: Weights | None = None) -> Resolution:
    """The resolution of a question, see `draft`."""
    return draft(question, recalled, language, weights).resolution


def draft(question: str, recalled: Recalled, language: Language, weights: Weights | None = None) -> Draft:
    """The resolution of a question. Never fails on any text; looks at a bounded part of question and history.

    `weights` replace the learnt ones.
    """
    if not recalled.turns or not question.strip():
        return Draft(_as_typed(question, "standalone", "first"))
    reading = read(question[:QUESTION_CHARS], language)
    if match(reading, patterns(language).courtesy):
        return Draft(_as_typed(question, "standalone", "talk"))
    if match(reading, patterns(language).meta):
        return Draft(_as_typed(question, "meta", "meta", {"about_the_conversation": 1.0}))
    context = survey(recalled.turns, language, weights)
    if context.last is None:
        return Draft(_as_typed(question, "standalone", "first"))
    return Draft(_compared(question, reading, context, language), reading, context)


def _compared(  # noqa: PLR0911
    question: str, reading: Reading, context: Context, language: Language
) -> Resolution:
    """The resolution of a question after at least one turn."""
    assert context.last is not None
    is_whole = len(question) <= QUESTION_CHARS
    left = name_the_rest(reading, context) if is_whole else None
    if left is not None:
        like = question if question.rstrip().endswith("?") else context.last.question
        return _rewritten(question, left, "follow_up", language, 1.0, {"ordinal": 1.0}, like=like)
    fixed = _corrected(question, reading, context, language) or _excluding(question, reading, context, language)
    if fixed is not None and is_whole:
        return fixed
    returned = back_to(reading, context) if is_whole else None
    if returned is not None and returned.question == question:
        return searched_with(question, returned.antecedents[0].refers_to, language, {"returns": 1.0})
    if returned is not None:
        return _rewritten(question, returned, "follow_up", language, 1.0, {"returns": 1.0})
    if is_whole and answers_us(reading, context):
        made = replied(reading, context.last, context)
        like = context.last.question if "?" in context.last.question else question
        return _rewritten(question, made, "clarification", language, 1.0, {"pending_question": 1.0}, like=like)
    pointed = point(reading, context)
    if pointed is not None and is_whole:
        return _rewritten(question, pointed, "follow_up", language, 1.0, {"names_from_tables": 1.0})
    if (item := _counting(question, reading, context, language)) is not None and is_whole:
        return item
    chance, features = _leaning(reading, context)
    if chance < LEAST_CHANCE and is_whole and without_opener(question, language) != question:
        return _rewritten(question, go_on(reading, context), "follow_up", language, LEAST_CHANCE, features)
    if chance < LEAST_CHANCE:
        kind: Kind = "topic_switch" if _is_new(reading, context) else "standalone"
        return _as_typed(question, kind, kind, features, 1 - chance)
    if not is_whole or rest_of(reading) is not None:
        return _as_typed(question, "follow_up", "none", features, chance)
    made = rewrite(reading, context)
    if not made.antecedents and names_its_subject(reading, context):
        return _as_typed(question, "standalone", "standalone", features, LEAST_CHANCE)
    return _rewritten(question, made, "follow_up", language, chance, features)


def _leaning(reading: Reading, context: Context) -> tuple[float, dict[str, float]]:
    """The chance that a question leans on earlier turns, and what contributed to it.

    What was spoken of is looked through only where it can still make a difference.
    """
    evidence = by_words(reading, context)
    weights = context.weights["lean"]
    if at_most(evidence, weights, THINGS) >= LEAST_CHANCE:
        evidence |= by_things(reading, context)
    return score(evidence, weights)


def _corrected(question: str, reading: Reading, context: Context, language: Language) -> Resolution | None:
    """The last question with what a correction says was meant; None where it corrects nothing.

    As typed where its role is not clear.
    """
    found = correction(reading.text, language)
    made = amended(found, context, language) if found is not None and rest_of(reading) is None else None
    if made is None or context.last is None:
        return None
    last, features = context.last, {"correction": 1.0}
    if made.question == UNCLEAR:
        does = found is not None and action_of(found.meant, language)
        about = (does and thing_of(last)) or last.question  # another action has no use for the verb of the question
        return searched_with(question, about, language, features, "clarification")
    return _rewritten(question, made, "clarification", language, 1.0, features, like=last.question)


def _excluding(question: str, reading: Reading, context: Context, language: Language) -> Resolution | None:
    """The last question without what a message only excludes; None for another message."""
    made = exclude(reading, context)
    if made is None or context.last is None:
        return None
    return _rewritten(question, made, "follow_up", language, 1.0, {"excludes": 1.0}, like=context.last.question)


def _counting(question: str, reading: Reading, context: Context, language: Language) -> Resolution | None:
    """The question with the members of a list that it counts; as typed if it says no more and nothing was listed."""
    made = pick_item(reading, context)
    if context.last is None or (made is None and not only_counts(reading)):
        return None
    made = made or with_ordinal(reading, context.last)
    if made is None:
        return searched_with(question, context.last.question, language, {"ordinal": 1.0})
    return _rewritten(question, made, "follow_up", language, 1.0, {"ordinal": 1.0})


def _is_new(reading: Reading, context: Context) -> bool:
    """Whether it asks of nothing that was asked before; what an answer mentions in passing is no subject yet."""
    return bool(reading.stems) and not reading.stems & context.asked_stems


def _as_typed(
    question: str,
    kind: Kind,
    reason: str,
    features: dict[str, float] | None = None,
    confidence: float = 1.0,
) -> Resolution:
    return Resolution(kind, question, round(confidence, 4), Reason(f"resolve.{reason}"), features or {})


def searched_with(
    question: str, subject: str, language: Language, features: dict[str, float], kind: Kind = "follow_up"
) -> Resolution:
    """The question as typed, searched with the words of the subject that it is about."""
    has = content_words(subject, language)
    terms = tuple([SearchTerm(word.text, 1.0) for word in split(subject, language) if word.low in has])
    reason = Reason("resolve.terms", {"x": ", ".join(term.text for term in terms)})
    return Resolution(kind, question, 1.0, reason, features, terms=terms)


def _rewritten(  # noqa: PLR0917
    question: str,
    made: Rewrite,
    kind: Kind,
    language: Language,
    confidence: float,
    features: dict[str, float],
    *,
    like: str = "",
) -> Resolution:
    if made.question == question or not made.antecedents:
        return _as_typed(question, kind, "none", features, confidence)
    first = made.antecedents[0]
    params = {"expression": first.expression, "x": first.refers_to, "turn": first.turn}
    reason = Reason(f"resolve.{made.reason}", params)
    text = tidy(without_opener(made.question, language), like or question, language)
    return Resolution(kind, text, round(confidence, 4), reason, features, made.antecedents)
