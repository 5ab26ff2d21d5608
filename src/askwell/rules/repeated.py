"""What an answer would repeat of the last one, and whether it may."""

from collections.abc import Sequence

from askwell.rules.choose import Paragraph
from askwell.rules.units import Unit
from askwell.rules.weigh import Weighed
from askwell.text.citations import strip_marks
from askwell.text.match import in_lines, near_in, stems
from askwell.text.rejecting import rejected_phrases, rejects, reverses, says_how_to_reverse
from askwell.text.words import content_stems
from askwell.types import Brief, Passage, Turn

_SAME = 0.9
"""Share of the words of both answers that they have in common if they are the same answer."""
_REPEATED = 0.5
"""Share of the words of an answer that were said before, from which it repeats what was rejected."""

_LATEST = 2
"""Answers that a message may reject."""


def without_rejected_units(brief: Brief, weighed: Sequence[Weighed]) -> list[Weighed]:
    """The units without those that a message rejects; all of them if there are no others.

    These are sentences of the last answer, unless one has a word that is new in this message, and those that have all
    words of what is said not to be meant, or stand below a title that has them.
    """
    last = _last_answer(brief)
    if last is None or not rejects(brief.asked, brief.language):
        return list(weighed)
    said, new, unwanted = _plain(_latest(brief)), _new_stems(brief, last), _unwanted(brief)
    kept = [
        one
        for one in weighed
        if not any(each <= one.stems or _is_about(each, brief.passages[one.unit.passage]) for each in unwanted)
        and (_plain(one.unit.text) not in said or not new.isdisjoint(one.stems))
    ]
    return kept or list(weighed)


def is_repeat(brief: Brief, paragraphs: Sequence[Paragraph]) -> bool:
    """Whether an answer to another question is no surer than the last one, since it says what that has said.

    It is the same answer as a whole and has no new word of the question, or half of it was rejected, or the question
    asks how to take something back and the repeated answer has no word for that; who asks for the way back and rejects
    the last answer gets no answer without such a word at all. The answer to the same question, or a part of the last
    one, may be repeated.
    """
    last = _last_answer(brief)
    if last is None or _is_same_question(brief, last):
        return False
    said = _plain(last.answer) if last.outcome == "answered" else ""  # several places are shown, all of them unsure
    found = [unit for each in paragraphs for unit in each.units]
    again = [unit for unit in found if _plain(unit.text) in said]
    is_rejected, asks_back = rejects(brief.asked, brief.language), reverses(brief.asked, brief.language)
    if asks_back and (is_rejected or (again and not reverses(last.question, brief.language))):
        spoken = {passage.language for passage in brief.passages}
        return not any(says_how_to_reverse(unit.text, each) for unit in found for each in spoken)
    if not again:
        return False
    if is_rejected:
        again = [unit for unit in found if _plain(unit.text) in _plain(_latest(brief))]
        new = _new_stems(brief, last)
        rejected = [unit for unit in again if new.isdisjoint(content_stems(unit.text, brief.language))]
        return _size(rejected) >= _REPEATED * _size(found)
    is_same = _size(again) >= _SAME * max(_size(found), len(said.split()))
    held = content_stems(" ".join(unit.text for unit in again), brief.language)
    return is_same and _new_stems(brief, last).isdisjoint(held)


def _last_answer(brief: Brief) -> Turn | None:
    """The last turn, if it was answered from documents."""
    last = brief.turns[-1] if brief.turns else None
    return last if last is not None and last.outcome in {"answered", "passages"} and last.sources else None


def _latest(brief: Brief) -> str:
    """The last answers: who rejects one seldom wants the one before it.

    An unsure one shows several places, of which nobody knows which one is rejected.
    """
    return "\n".join(turn.answer for turn in brief.turns[-_LATEST:] if turn.sources and turn.outcome == "answered")


def _is_same_question(brief: Brief, last: Turn) -> bool:
    before = content_stems(last.standalone_question or last.question, brief.language)
    return set(before) == set(content_stems(brief.question, brief.language))


def _new_stems(brief: Brief, last: Turn) -> frozenset[str]:
    """Content stems of the message that the last question has not, without those of what is not meant."""
    before = content_stems(f"{last.question} {last.standalone_question}", brief.language)
    own = frozenset(content_stems(brief.asked, brief.language)).difference(before)
    return own.difference(*_unwanted(brief))


def _unwanted(brief: Brief) -> list[frozenset[str]]:
    phrases = rejected_phrases(brief.asked, brief.language)
    return [own for phrase in phrases if (own := frozenset(content_stems(phrase, brief.language)))]


def _is_about(unwanted: frozenset[str], passage: Passage) -> bool:
    """Whether the title of a passage, or a heading above it, has all these words, be it within a compound."""
    above = stems("\n".join((passage.title, *passage.chunk.headings)), passage.language)
    written = in_lines(above)
    return all(each in above or near_in(each, written) for each in unwanted)


def _size(found: Sequence[Unit]) -> int:
    return sum(len(unit.text.split()) for unit in found)


def _plain(text: str) -> str:
    return " ".join(strip_marks(text).lower().split())
