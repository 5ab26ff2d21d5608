"""Two things named before that a question speaks of together: `both of them`, `the two`, `which is older?`."""

from collections.abc import Sequence
from dataclasses import dataclass

from askwell.languages import every
from askwell.text.mentions import Mention
from askwell.text.pieces import NOMINAL, Token
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.listed import listed, side_by_side

RECENT = 3
"""Turns in which a pair is looked for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things as they were named, and the turn of the later one."""

    first: str
    second: str
    turn: int


@dataclass(frozen=True, slots=True)
class PairSpan:
    """Where a question speaks of two things at once."""

    start: int
    end: int
    chooses: bool = False
    """Asks for one of the two, so that they are named after it: `which is older?`."""


def pair_span(question: Reading) -> PairSpan | None:
    """The expression of a question for two things; None where it has none."""
    tokens, lex = question.tokens, question.lexicon
    for at, token in enumerate(tokens):
        if token.low in lex.both:
            if any(each.low in lex.joiners for each in tokens[at + 1 : at + 5]):
                return None
            return PairSpan(token.start, _end_of_both(tokens, at))
        if token.low == lex.two and at and tokens[at - 1].tag in {"definite", "demonstrative"}:
            end = at + 1
            while end < len(tokens) and tokens[end].tag in NOMINAL and tokens[end].low not in lex.auxiliaries:
                end += 1
            return PairSpan(tokens[at - 1].start, tokens[end - 1].end)
    between = [m for m in question.simple if m.preposition in lex.pairing and m.plural and not m.complement]
    if len(between) == 1 and between[0].determiner in {"definite", "demonstrative"}:
        return PairSpan(between[0].start, between[0].end)
    return _choice(question)


def _end_of_both(tokens: Sequence[Token], at: int) -> int:
    """`both of them`, `both`, `both methods`."""
    end = at + 1
    if end + 1 < len(tokens) and tokens[end].tag == "prep" and tokens[end + 1].tag in {"pronoun", "demonstrative"}:
        end += 2
    while end < len(tokens) and tokens[end].tag == "noun":
        end += 1
    return tokens[end - 1].end


def _choice(question: Reading) -> PairSpan | None:
    words = question.words
    if len(words) < 3 or words[0].low not in _WHICH or any(not _is_comparative(each) for each in question.simple):
        return None
    at = 2 if words[1].tag == "stand_in" else 1
    if words[at].tag not in {"aux", "verb"}:
        return None
    return PairSpan(words[-1].end, words[-1].end, chooses=True)


def _is_comparative(mention: Mention) -> bool:
    """Whether what looks like a noun is a quality: `welke is harder?`."""
    return not mention.noun or (mention.determiner is None and mention.words == 1 and mention.head.endswith("er"))


_WHICH = every(lambda grammar: grammar.which_of_two)


def pair_of(context: Context) -> Pair | None:
    """The two things that the last turns set side by side; None where there are no such two."""
    for turn in reversed(context.turns[-RECENT:]):
        found = _set_apart(turn)
        if len(found) == 2:
            return Pair(found[0], found[1], turn.number)
        named = listed("", turn.answer_text, (), turn.reading.language)
        if len(named) == 2:
            return Pair(named[0], named[1], turn.number)
        if len(found) > 2 or len(named) > 2:
            return None
    return _two_subjects(context)


def _set_apart(turn: Said) -> list[str]:
    """What a question sets side by side or compares."""
    found = side_by_side(turn.question, turn.reading.language)
    if found:
        return found
    lex = turn.reading.lexicon
    if not any(token.low in lex.comparing | lex.pairing for token in turn.reading.tokens):
        return []
    things = [m for m in turn.reading.simple if m.noun and m.head not in lex.owned and not m.inside]
    return [_named(things[0]), _named(things[1])] if len(things) == 2 else []


def _two_subjects(context: Context) -> Pair | None:
    """What the last two different questions were about, where they are of a kind: two names, or two of one noun."""
    subjects: list[tuple[Mention, int]] = []
    for turn in reversed(context.turns):
        lex = turn.reading.lexicon
        things = [m for m in turn.reading.simple if m.noun and m.head not in lex.owned and not m.preposition]
        if not things or any(things[0].stems & known.stems == things[0].stems for known, _ in subjects):
            continue
        subjects.append((things[0], turn.number))
        if len(subjects) == 2:
            (second, number), (first, _) = subjects
            alike = (first.name and second.name) or first.head == second.head
            return Pair(_named(first), _named(second), number) if alike else None
    return None


def _named(mention: Mention) -> str:
    return mention.text if mention.determiner in {"definite", "speaker"} else mention.core


def named_both(pair: Pair, question: Reading, span: PairSpan) -> str:
    """The two things in the place of the expression."""
    and_, or_ = question.lexicon.joiners
    if span.chooses:
        return f", {pair.first} {or_} {pair.second}"
    return f"{pair.first} {and_} {pair.second}"
