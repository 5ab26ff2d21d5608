"""Whose a Dutch expression is, where that is not the thing it stands for: an item's list, the owner of several."""

from askwell.languages.nl import grammar as dutch
from askwell.types import Antecedent
from askwell.understanding.grammar.context import Context
from askwell.understanding.grammar.cues import Cue, Reading
from askwell.understanding.grammar.edits import Edit
from askwell.understanding.grammar.phrasing import genitive


def of_last_subject(cue: Cue, context: Context, said: Antecedent) -> Edit:
    """`Die gegevens` as those of the first phrase of the last question, with all that completes it."""
    assert cue.mention is not None
    phrases = context.last.reading.mentions if context.last else ()
    first = min((each.start for each in phrases), default=0)
    whole = max((each for each in phrases if each.start == first), key=lambda each: each.end, default=None)
    if whole is not None and context.last is not None:
        said = Antecedent(cue.expression, whole.text, context.last.number)
    return Edit(cue.start, cue.end, genitive(said.refers_to, cue.mention.core, "nl"), said, "definite")


def has_singular_verb(question: Reading, cue: Cue) -> bool:
    """Whether the Dutch verb after an expression is in the singular: `welke past`."""
    verb = next((token for token in question.tokens if token.start >= cue.end), None)
    return verb is not None and (verb.low.endswith("t") or verb.low in dutch.SINGULAR_VERBS)
