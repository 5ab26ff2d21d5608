"""Complete wordings that a question may mean: its references replaced, or its words put into an earlier question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from askwell.text.mentions import Mention
from askwell.types import Antecedent
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Cue, Reading, read
from askwell.understanding.grammar.edits import Edit, applied
from askwell.understanding.grammar.frames import ask_again, fragment, put_in_frame
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.replacing import replacement
from askwell.understanding.grammar.salience import rank

Source = Literal["typed", "draft", "referent", "referents", "frame", "again"]
"""How a wording was made: as typed, the grammar's draft, one or two references replaced, a part of an earlier question
replaced, an earlier question with another question word."""

MAX_CUES = 3
"""References of a question that are replaced."""
MAX_REFERENTS = 6
"""Things that each of them may mean."""
MAX_FRAME_WORDS = 12
"""Words of a question that may be put into an earlier one."""
FRAMES = 2
"""Earlier questions that it may be put into."""
MAX_WORDINGS = 60


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
    """The wordings, without repeats and without the question as typed; at most `MAX_WORDINGS`."""
    made = (*_with_referents(question, context), *_in_frames(question, context))
    distinct = {each.question: each for each in reversed(made) if each.question != question.text}
    return tuple(islice(reversed(distinct.values()), MAX_WORDINGS))


def _with_referents(question: Reading, context: Context) -> Iterator[Wording]:
    """The question with one reference, or the first two, replaced by what they may mean."""
    edits = [_edits(question, context, cue) for cue in question.cues if _is_replaceable(cue, question)][:MAX_CUES]
    for edit in [edit for each in edits for edit in each]:
        yield _edited(question, [edit], "referent")
    if len(edits) > 1:
        for first in edits[0][:3]:
            for second in edits[1][:3]:
                yield _edited(question, [first, second], "referents")


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
    pieces = _pieces(question)
    for back, said in enumerate(reversed(context.turns[-FRAMES:])):
        for piece in pieces:
            antecedents = (Antecedent(piece, said.question, said.number),)
            for text in _replaced(piece, said):
                yield Wording(text, "frame", "frame", antecedents, back)
        again = ask_again(question, said) if _is_bare_wh(question) else ""
        if again:
            yield Wording(again, "again", "why", (Antecedent(bare(question.text), said.question, said.number),), back)


def _pieces(question: Reading) -> list[str]:
    """Phrases of a fragment that may go into an earlier question: all after its opener, and its last phrase."""
    text, words = question.text, list(question.words)
    while len(words) > 1 and (words[0].low in question.lexicon.openers or words[0].tag == "interjection"):
        words = words[1:]
    if words and words[0].low in question.lexicon.negations:
        return []  # `no more than 5?` is a bound, and no part of a question
    if len(words) > MAX_FRAME_WORDS or any(word.tag in _OF_CLAUSES for word in words):
        return []
    found = [fragment(question), bare(text[words[0].start :]) if words else ""]
    if question.simple:
        last = question.simple[-1]
        before = [token for token in question.tokens if token.end <= last.start]
        start = before[-1].start if before and before[-1].tag == "prep" else last.start
        found.append(text[start : last.end])
    return list(dict.fromkeys([piece for piece in found if piece]))


_OF_CLAUSES = frozenset({"verb", "aux", "wh", "pronoun", "expletive"})


def _replaced(piece: str, said: Said) -> Iterator[str]:
    """An earlier question with the new phrase in the place of each phrase that is like it."""
    language = said.reading.language
    yield put_in_frame(piece, said, language)
    old, new = said.reading, read(piece, language)
    for number in _NUMBER.findall(piece)[:1]:
        for other in _NUMBER.finditer(said.question):
            yield said.question[: other.start()] + number + said.question[other.end() :]
    if not new.words or not new.simple:
        return
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
    """Whether a question is little more than its question word: `why?`, `since when?`."""
    words = question.words
    return 0 < len(words) <= 3 and words[0].tag == "wh"
