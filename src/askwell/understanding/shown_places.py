"""Places that the last answer has shown, counted by a message: `the third one, can it send me a mail?`."""

from collections.abc import Sequence
from itertools import islice

from askwell.text.quotations import PLACE_SEPARATOR, quoted_places
from askwell.types import Language, Turn
from askwell.understanding.grammar.counting import counted
from askwell.understanding.grammar.cues import read
from askwell.understanding.grammar.options import offers
from askwell.understanding.history import QUESTION_CHARS


def place_meant(question: str, turns: Sequence[Turn], language: Language) -> str:
    """The name of the place that a question counts, of those that the last turn has shown as unsure; empty if none.

    Its name is that of its heading. What the last question itself lets choose from comes before the places: `the wool
    or the silk?` and `the first one`, but not `the third one`.
    """
    last = turns[-1] if turns else None
    if last is None or last.outcome != "passages":
        return ""
    choice = offers(last.question, language)
    places = quoted_places(last.answer)
    found = list(islice(counted(read(question[:QUESTION_CHARS], language)), 2))
    if len(found) != 1 or found[0].count > 1 or found[0].noun or found[0].middle:
        return ""
    if choice and found[0].of(choice):
        return ""
    return next((place.rpartition(PLACE_SEPARATOR)[2] for place in found[0].of(places)), "")
