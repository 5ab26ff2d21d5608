"""Names cut short: `Emmy` for Emmy Noether, `the College` for the Electoral College. Names in small letters."""

from dataclasses import dataclass

from askwell.text.mentions import Mention
from askwell.understanding.grammar.context import Candidate, Context
from askwell.understanding.grammar.cues import Reading, read

LONGEST = 4
"""Words of a name that is cut short."""


@dataclass(frozen=True, slots=True)
class ShortName:
    """A name in a question with the thing whose longer name it is a part of."""

    mention: Mention
    whole: Candidate


def short_names(question: Reading, context: Context) -> tuple[ShortName, ...]:
    """Names of a question that are parts of longer ones in the conversation, where no two of these fit.

    A person is called by the first or the last name, anything else by its last word after the article, as in
    `the Commission`; so `Mexico` never means New Mexico.
    """
    found: list[ShortName] = []
    for mention in question.mentions:
        if mention.joined or len(mention.core.split()) != 1 or not mention.noun:
            continue
        wholes = [each for each in context.candidates if _is_short_for(mention, each)]
        longest = [each for each in wholes if not any(each.stems < other.stems for other in wholes)]
        if len(longest) == 1 and not longest[0].stems <= question.stems:
            found.append(ShortName(mention, longest[0]))
    return tuple(found)


def is_said_name(phrase: str, context: Context) -> bool:
    """Whether a phrase in small letters was written like a name before: `the dahon` after `the Dahon costs 800`."""
    said = read(phrase, context.language).simple
    if len(said) != 1 or said[0].name:
        return False
    words = said[0].core.lower().split()
    named = [each.mention.core for each in context.candidates if each.mention.name]
    return any(name[:1].isupper() and name.lower().split()[: len(words)] == words for name in named)


def _is_short_for(mention: Mention, candidate: Candidate) -> bool:
    whole = candidate.mention
    words = whole.core.split()
    if not whole.name or whole.joined or not 2 <= len(words) <= LONGEST or not mention.stems < whole.stems:
        return False
    if not all(word[:1].isupper() for word in words):
        return False
    low = mention.core.lower()
    if candidate.traits["person"]:
        return low in {words[0].lower(), words[-1].lower()}
    return mention.name and mention.determiner == "definite" and low == words[-1].lower()
