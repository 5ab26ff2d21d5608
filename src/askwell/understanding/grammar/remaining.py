"""What is left of several things once one was spoken of: `the other two`, `not that, the other`, `gli altri due`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from askwell.languages import every
from askwell.languages.nl import grammar as dutch
from askwell.text.inflection import is_plural, plural_verb
from askwell.text.numbers import numbers
from askwell.text.pieces import NOMINAL, Token
from askwell.text.words import content_stems, stem
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.edits import Edit, Rewrite, applied
from askwell.understanding.grammar.frames import fragment
from askwell.understanding.grammar.listed import side_by_side
from askwell.understanding.grammar.options import RECENT, Options, is_the_other, options_of
from askwell.understanding.grammar.phrasing import bare

_MOST = 5
"""Things that are left at most."""


@dataclass(frozen=True, slots=True)
class Rest:
    """An expression for what is left."""

    start: int
    end: int
    count: int
    noun: str = ""
    """Stem of the noun that is counted, if it has one: `the other two bikes`."""
    rejected: str = ""
    """What is said not to be meant: `docker` of `not docker, the other`."""


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left of a list."""

    items: tuple[str, ...]
    spoken: tuple[str, ...]
    options: Options


def rest_of(question: Reading) -> Rest | None:
    """The expression of a question for what is left; None if it has none, or counts something else.

    That is a number after `the other`, or the other of two that a correction means and asks nothing else of.
    """
    tokens = question.tokens
    for at, token in enumerate(tokens[:-2]):
        if token.tag != "definite" and token.low not in _FUSED:
            continue
        count = _count(tokens[at + 2], question)
        if tokens[at + 1].low in _OTHERS and 1 < count <= _MOST:
            return _counted(question, at, count)
    found = correction(question.text, question.language)
    if found is not None and not found.rest and is_the_other(found.meant, question.language):
        return (
            Rest(0, len(question.text), 1, rejected=found.rejected)
            if len(found.meant.split()) <= _OTHER_WORDS
            else None
        )
    return None


_OTHERS = every(lambda grammar: grammar.others)
_FUSED = every(lambda grammar: grammar.fused)
_OTHER_WORDS = 3
"""Words of `the other one`."""


def _count(token: Token, question: Reading) -> int:
    found = numbers(token.low, question.language)
    return int(found[0][0]) if found and found[0][0].isdigit() else 0


def _counted(question: Reading, at: int, count: int) -> Rest:
    """The expression with the noun that is counted, if it has one."""
    tokens = question.tokens
    start, end = tokens[at].start, tokens[at + 2].end
    after = tokens[at + 3] if at + 3 < len(tokens) else None
    if after is None or after.tag in {"punct", "aux", "prep", "conj"}:
        return Rest(start, end, count)
    if after.tag == "stand_in" or after.low in question.lexicon.stand_ins:
        return Rest(start, after.end, count)
    is_noun = _may_be_counted(after, question)
    return Rest(start, after.end, count, stem(after.low, question.language)) if is_noun else Rest(start, end, count)


def _may_be_counted(token: Token, question: Reading) -> bool:
    """Whether a word after a number may be a noun in the plural, and no predicate: `are the other two vegan?`.

    In Dutch a predicate ends the question: `gaan de andere twee open?`.
    """
    if question.language == "nl":
        ends = token.end == question.words[-1].end and not question.fragmentary
        return token.low.endswith(dutch.PLURAL) and not ends
    return token.tag in NOMINAL and (question.language == "it" or is_plural(token.low, question.language))


def name_the_rest(question: Reading, context: Context) -> Rewrite | None:
    """The question with the names of what is left, a fragment within the last question; None if it is not known."""
    rest, last = rest_of(question), context.last
    if rest is None or last is None:
        return None
    left = next(_left(rest, context), None)
    if left is None:
        return None
    is_fragment = rest.count == 1 or (question.fragmentary and bool(fragment(question)))
    text = _listed(left, question)
    said = Antecedent(bare(question.text[rest.start : rest.end]), text, left.options.turn.number)
    if not is_fragment:
        return applied(question, [Edit(rest.start, rest.end, text, said, "ordinal")])
    span = _place(left, last)
    if span is None:
        return None
    around = last.question[: span.start], last.question[span.end :]
    agreed = _agreeing(span, last) if len(left.items) > 1 else around
    if agreed is None:
        return None
    before, after = agreed
    lead = before.split()[-1].lower() if before.split() else ""
    if len(left.items) == 1 and lead in _FUSED | last.reading.lexicon.definite:
        text = left.items[0]
    return Rewrite(f"{before}{text}{after}", "ordinal", (said,))


def _left(rest: Rest, context: Context) -> Iterator[_Left]:
    """The members of a list that were not spoken of, if they are as many as are asked for."""
    last, language = context.last, context.language
    assert last is not None
    for options in (*options_of(context, language), *(_pairs(context) if rest.count == 1 else ())):
        if rest.noun and rest.noun not in options.turn.asked_stems:
            continue
        own = [each - options.turn.asked_stems or each for each in _own_stems(options.items, language)]
        since = [turn.question for turn in context.turns if turn.number > options.turn.number]
        for said in (rest.rejected, last.question, last.answer, " ".join(since)):
            stems = frozenset(content_stems(said, language))
            spoken = [bool(each & stems) for each in own]
            if len(spoken) - sum(spoken) == rest.count and any(spoken):
                pairs = list(zip(options.items, spoken, strict=True))
                items = tuple([item for item, taken in pairs if not taken])
                yield _Left(items, tuple([item for item, taken in pairs if taken]), options)


def _pairs(context: Context) -> Iterator[Options]:
    """Two names that an answer sets side by side, the latest first."""
    for turn in reversed(context.turns[-RECENT:]):
        found = side_by_side(turn.answer_text, context.language)
        if len(found) == 2 and all(word[:1].isupper() for item in found for word in item.split()):
            yield Options(tuple(found), turn)


def _own_stems(items: Sequence[str], language: Language) -> list[frozenset[str]]:
    """The stems of each item that no other one has."""
    stems = [frozenset(content_stems(item, language)) for item in items]
    return [
        each - frozenset().union(*[other for place, other in enumerate(stems) if place != at])
        for at, each in enumerate(stems)
    ]


def _listed(left: _Left, question: Reading) -> str:
    """What is left in a row, each as the question wrote it that named it."""
    texts = [_as_written(item, left.options.turn) for item in left.items]
    and_ = question.lexicon.joiners[0]
    return f"{', '.join(texts[:-1])} {and_} {texts[-1]}" if len(texts) > 1 else texts[0]


def _as_written(item: str, said: Said) -> str:
    same = next((mention for mention in said.reading.simple if mention.core == item), None)
    return same.text if same is not None else item


class _Place(NamedTuple):
    """A stretch of the last question."""

    start: int
    end: int
    is_row: bool
    """Whether it names several things."""


def _place(left: _Left, last: Said) -> _Place | None:
    """Where the last question has what it spoke of: one phrase, or the row of all things; None if it has neither."""
    language = last.reading.language
    things = (*left.items, *left.spoken)
    own = _own_stems(things, language)
    spans = [_span(item, each, last) for item, each in zip(things, own, strict=True)]
    named = [(span, at < len(left.items)) for at, span in enumerate(spans)]
    there = [(span, is_left) for span, is_left in named if span is not None]
    if not there or (any(is_left for _, is_left in there) and len(there) < len(named)):
        return None
    start, end = min(span[0] for span, _ in there), max(span[1] for span, _ in there)
    between = last.question[start:end]
    for span, _ in there:
        between = between.replace(last.question[slice(*span)], " ", 1)
    joins = last.reading.lexicon.conjunctions
    is_place = all(word in joins for word in between.replace(",", " ").lower().split())
    return _Place(start, end, len(there) > 1) if is_place else None


def _span(item: str, own: frozenset[str], last: Said) -> tuple[int, int] | None:
    """The phrase of the last question that names an item, without a verb before it that is not known: `pesa Falco`."""
    mention = next((mention for mention in last.reading.simple if mention.stems & own), None)
    if mention is None:
        return None
    start = mention.end - len(item)
    before = [token for token in last.reading.tokens if token.end <= start]
    has_verb = mention.start < start and mention.core.endswith(item) and _opens_clause(before)
    return (start if has_verb else mention.start), mention.end


def _agreeing(place: _Place, last: Said) -> tuple[str, str] | None:
    """The words around several things, the verb next to them in the plural; None if its plural is not known.

    A verb that is not known stands after a question word: `quanto pesa`. What is asked who did it is no subject.
    """
    question, tokens = last.question, last.reading.tokens
    before = [token for token in tokens if token.end <= place.start]
    after = [token for token in tokens if token.start >= place.end]
    around = question[: place.start], question[place.end :]
    verb = _verb_beside(before, after)
    if verb is None:
        return around if any(token.tag in _VERBS for token in (*before, *after)) else None
    if verb.tag != "aux" and before and before[0].low in _WHO:
        return around
    plural = plural_verb(verb.low, last.reading.language) or (verb.low if place.is_row else "")
    written = plural.capitalize() if verb.text[0].isupper() else plural
    if not plural:
        return None
    if verb.end <= place.start:
        return f"{question[: verb.start]}{written}{question[verb.end : place.start]}", around[1]
    return around[0], f"{question[place.end : verb.start]}{written}{question[verb.end :]}"


def _verb_beside(before: Sequence[Token], after: Sequence[Token]) -> Token | None:
    """The verb right before a phrase, or right after one without a preposition."""
    if before and (before[-1].tag in _VERBS or (before[-1].tag == "noun" and _opens_clause(before))):
        return before[-1]
    is_subject = not before or before[-1].tag != "prep"
    return after[0] if is_subject and after and after[0].tag in _VERBS else None


def _opens_clause(words: Sequence[Token]) -> bool:
    """Whether the last of some words is the first of a question, or the first after its question word."""
    return len(words) == 1 or (len(words) > 1 and words[-2].tag == "wh" and words[-2].low not in _WHICH)


_VERBS = frozenset({"verb", "aux"})
_WHO = every(lambda grammar: grammar.who)
_WHICH = every(lambda grammar: grammar.which)
