"""Complete wordings that a question may mean: its references replaced, or its words put into an earlier question."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Literal

from askwell.languages import every, grammar
from askwell.text.fixed import fixed_words
from askwell.text.mentions import Mention
from askwell.types import Antecedent
from askwell.understanding.grammar.amending import chosen, differing, in_place_of, with_adjunct, with_noun, with_phrase
from askwell.understanding.grammar.among import WHICH
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.cues import Cue, Reading, after_opening, read
from askwell.understanding.grammar.edits import Edit, applied
from askwell.understanding.grammar.frames import ask_again, fragment, one_of_several, put_in_frame
from askwell.understanding.grammar.names import is_said_name
from askwell.understanding.grammar.options import options_of
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.remaining import rest_of
from askwell.understanding.grammar.replacing import replacement
from askwell.understanding.grammar.replies import answers_us, phrase_of_reply
from askwell.understanding.grammar.salience import rank
from askwell.understanding.texts import content_words

Source = Literal["typed", "draft", "referent", "referents", "frame", "again", "meant", "among", "placed"]
"""How a wording was made: as typed, the grammar's draft, one or two references replaced, a part of an earlier question
replaced, an earlier question with another question word, or with what a correction or a reply says was meant, and what
there is to choose from in the place of a reference or after the question."""

MAX_CUES = 3
"""References of a question that are replaced."""
MAX_REFERENTS = 6
"""Things that each of them may mean."""
MAX_FRAME_WORDS = 12
"""Words of a question that may be put into an earlier one."""
FRAMES = 2
"""Earlier questions that it may be put into."""
MAX_WORDINGS = 60
MAX_PLACES = 5
"""Phrases of a question that what was meant may stand for."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A wording that a question may mean."""

    question: str
    source: Source
    reason: str = ""
    """Name of the reason in the language's wording."""
    antecedents: tuple[Antecedent, ...] = ()
    back: int = -1
    """For a frame, how many questions before the last one it is; otherwise -1."""


def candidates(question: Reading, context: Context) -> tuple[Wording, ...]:
    """The wordings, without repeats and without the question as typed; at most `MAX_WORDINGS`.

    None for a question of what is left of several things (`the other two`), which have no other name.
    """
    if rest_of(question) is not None:
        return ()
    made = (
        *_as_meant(question, context),
        *_with_referents(question, context),
        *_among(question, context),
        *_in_frames(question, context),
    )
    distinct = {each.question: each for each in reversed(made) if each.question != question.text}
    return tuple(islice(reversed(distinct.values()), MAX_WORDINGS))


def _as_meant(question: Reading, context: Context) -> Iterator[Wording]:
    """One of the last questions with what a correction or a reply says was meant in the place of each phrase of it.

    The questions are taken as they were understood and as they were typed: what is corrected may be how they were
    understood. No wording keeps what the correction rejects.
    """
    pieces, reason = _meant(question, context)
    found = correction(question.text, context.language)
    rejected = content_words(found.rejected, context.language) if found is not None else frozenset()
    rejected -= frozenset().union(*[content_words(piece, context.language) for piece in pieces])
    for back, turn in enumerate(reversed(context.turns[-FRAMES:])):
        typed = replace(turn, question=turn.asked, reading=read(turn.asked, context.language))
        for said in (turn, typed) if turn.asked != turn.question else (turn,):
            for piece in pieces:
                antecedents = (Antecedent(piece, said.question, said.number),)
                for text in _with_phrase(piece, said, reason):
                    if not rejected & content_words(text, context.language):
                        yield Wording(text, "meant", reason, antecedents, back)


def _meant(question: Reading, context: Context) -> tuple[list[str], str]:
    """The phrases that may be meant, and how: by a correction, or by a reply to our question; none otherwise."""
    found = correction(question.text, context.language)
    if found is not None and not found.rest:
        whole = chosen(found, context, context.language)
        return _distinct([whole, *_last_phrases(read(whole, context.language))]), "correction"
    if answers_us(question, context):
        piece = phrase_of_reply(question, context)
        return _distinct([piece, *_last_phrases(read(piece, context.language))]), "clarification"
    return [], ""


def _last_phrases(said: Reading) -> list[str]:
    """The last phrase of a text with its preposition and without it."""
    if not said.simple:
        return []
    last = said.simple[-1]
    before = [token for token in said.tokens if token.end <= last.start]
    with_preposition = said.text[before[-1].start : last.end] if before and before[-1].tag == "prep" else ""
    return [with_preposition, said.text[last.start : last.end]]


def _with_phrase(piece: str, said: Said, reason: str) -> Iterator[str]:
    """A question with a phrase in the place of each of its phrases and numbers, of several at once, and after it.

    What a correction meant comes after a question only if it needs no preposition: its words replace others.
    """
    if several := one_of_several(read(piece, said.reading.language), said):
        yield several
    yield from _in_places(piece, said)
    yield from _with_number(piece, said)
    if after := with_adjunct(piece, said) if reason == "correction" else with_phrase(piece, said):
        yield after


def _with_number(piece: str, said: Said) -> Iterator[str]:
    """A question with the first number of a phrase in the place of each of its numbers."""
    for number in _NUMBER.findall(piece)[:1]:
        for other in _NUMBER.finditer(said.question):
            yield said.question[: other.start()] + number + said.question[other.end() :]


def _in_places(piece: str, said: Said) -> Iterator[str]:
    """A question with a phrase in the place of each of its phrases; `the early one` takes the noun of each."""
    language = said.reading.language
    for target in said.reading.simple[:MAX_PLACES]:
        noun = target.core.split()[0 if language == "it" else -1]
        if phrase := with_noun(piece, noun, language):
            yield in_place_of(target.end - len(target.core), target.end, phrase, said)
        else:
            yield in_place_of(target.start, target.end, piece, said)


def _distinct(phrases: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([each for each in phrases if each]))


def _with_referents(question: Reading, context: Context) -> Iterator[Wording]:
    """The question with one reference, or the first two, replaced by what they may mean."""
    edits = [_edits(question, context, cue) for cue in question.cues if _is_replaceable(cue, question)][:MAX_CUES]
    for edit in [edit for each in edits for edit in each]:
        yield _edited(question, [edit], "referent")
    if len(edits) > 1:
        for first in edits[0][:3]:
            for second in edits[1][:3]:
                yield _edited(question, [first, second], "referents")


def _among(question: Reading, context: Context) -> Iterator[Wording]:
    """The question with what it asks to choose from: in the place of a plural reference, or after a choice."""
    lex, either_or = question.lexicon, min(grammar(question.language).or_words)
    plural = next((cue for cue in question.cues if cue.refers == "plural" and cue.kind in _REPLACEABLE), None)
    chooses = any(token.low in _WHICH or token.tag == "wh" for token in question.words[:2])
    if plural is None and not chooses:
        return
    for items, turn in _sets(question, context):
        several = ", ".join(items[:-1])
        both, either = (f"{several} {join} {items[-1]}" for join in (lex.joiners[0], either_or))
        if plural is not None:
            text = f"{question.text[: plural.start]}{both}{question.text[plural.end :]}"
            yield Wording(text, "among", "pronoun", (Antecedent(plural.expression, both, turn),))
        elif not any(cue.kind in {"pronoun", "possessive"} for cue in question.cues):
            said = Antecedent(bare(question.text), either, turn)
            yield Wording(f"{bare(question.text)}, {either}", "among", "ellipsis", (said,))


_WHICH = every(lambda grammar: grammar.which_of_two)


def _sets(question: Reading, context: Context) -> Iterator[tuple[Sequence[str], int]]:
    """Things to choose from with the number of their turn: what two like questions asked about, and what was listed."""
    for first, second in pairwise(context.turns[-3:]):
        old, new = differing(first.reading, second.reading)
        if old and new:
            pair = (said.question[words[0].start : words[-1].end] for said, words in ((first, old), (second, new)))
            yield tuple(pair), second.number
    for options in islice(options_of(context, question.language), FRAMES):
        if len(options.items) <= MAX_REFERENTS:
            yield options.items, options.turn.number


def _is_replaceable(cue: Cue, question: Reading) -> bool:
    """Whether a name in the place of a reference makes a sentence: not so for `the second one`."""
    before = [token for token in question.tokens if token.end <= cue.start]
    counts = bool(before) and before[-1].low in question.lexicon.ordinals
    return cue.kind in _REPLACEABLE and not cue.inner and not counts


_REPLACEABLE = frozenset({"pronoun", "possessive", "demonstrative", "stand_in", "definite", "attribute"})


def _edits(question: Reading, context: Context, cue: Cue) -> list[Edit]:
    return [replacement(question, cue, each, context) for each in rank(question, context, cue)[:MAX_REFERENTS]]


def _edited(question: Reading, edits: list[Edit], source: Source) -> Wording:
    made = applied(question, edits)
    return Wording(made.question, source, made.reason, made.antecedents)


def _in_frames(question: Reading, context: Context) -> Iterator[Wording]:
    """One of the last questions with the new phrase in it; none for a question with a verb of its own."""
    pieces = fragments(question)
    for back, said in enumerate(reversed(context.turns[-FRAMES:])):
        for piece in pieces:
            antecedents = (Antecedent(piece, said.question, said.number),)
            for text in _replaced(piece, said, named=is_said_name(piece, context)):
                yield Wording(text, "frame", "frame", antecedents, back)
        again = ask_again(question, said) if _is_bare_wh(question) else ""
        if again:
            yield Wording(again, "again", "why", (Antecedent(bare(question.text), said.question, said.number),), back)


def fragments(question: Reading) -> list[str]:
    """Phrases of a fragment that may go into an earlier question: all after its opener, and its last phrase."""
    text, words = question.text, after_opening(question)
    if words and words[0].low in question.lexicon.negations:
        return []  # `no more than 5?` is a bound, and no part of a question
    if len(words) > MAX_FRAME_WORDS or any(word.tag in _OF_CLAUSES for word in words):
        return []
    fixed = {question.words[at].start for at in fixed_words(question.words, question.lexicon)}
    while words and (words[-1].low in question.lexicon.again or words[-1].start in fixed):
        words = words[:-1]
    found = [fragment(question), bare(text[words[0].start : words[-1].end]) if words else ""]
    return _distinct([*found, *_distinct(_last_phrases(question))[:1]])


_OF_CLAUSES = frozenset({"verb", "aux", "wh", "pronoun", "expletive"})


def _replaced(piece: str, said: Said, *, named: bool) -> Iterator[str]:
    """An earlier question with the new phrase in the place of each phrase that is like it."""
    language = said.reading.language
    yield put_in_frame(piece, said, language, named=named)
    old, new = said.reading, read(piece, language)
    yield from _with_number(piece, said)
    if not new.words or not new.simple:
        return
    yield from _in_places(piece, said)
    first, phrase = new.words[0], new.simple[-1]
    for target in old.simple:
        before = [token for token in old.tokens if token.end <= target.start]
        governed = bool(before) and before[-1].tag == "prep"
        if target.inside or not (_are_alike(phrase, target) or (governed and before[-1].low == first.low)):
            continue
        start = before[-1].start if governed and first.tag == "prep" else target.start
        yield f"{said.question[:start]}{piece}{said.question[target.end :]}"


_NUMBER = re.compile(r"\d[\d.,]*\d|\d")


def _are_alike(new: Mention, old: Mention) -> bool:
    """Whether a phrase can take the place of another: both names, numbers or people, or of the same noun."""
    counted = [any(map(str.isdigit, each.core)) for each in (new, old)]
    if any(counted):
        return all(counted)
    return new.head == old.head or (new.name and old.name) or (new.person and old.person)


def _is_bare_wh(question: Reading) -> bool:
    """Whether a question is little more than its question word: `why?`, `since when?`; not `which one?`."""
    words = question.words
    return 0 < len(words) <= 3 and words[0].tag == "wh" and words[0].low not in WHICH
