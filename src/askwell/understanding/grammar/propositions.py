"""A Dutch `dat` that stands for all that was asked: `sinds wanneer is dat verplicht?`, `waarom is dat verschoven?`."""

from askwell.languages.nl import grammar as dutch
from askwell.text.pieces import Token
from askwell.types import Antecedent
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.phrasing import bare, lower_start


def of_all_that(question: Reading, context: Context) -> Rewrite | None:
    """The question with what the last one asked in the place of `dat`; None where it may mean a thing of it.

    Where the last one asked whether something must or may be done, it is asked again after the question's own first
    words; else `dat` is the whole of what it asked about where that is an attribute with its owner.
    """
    last, words = context.last, question.words
    at = next((index for index, token in enumerate(words) if token.low in dutch.THAT), 0)
    if question.language != "nl" or last is None:
        return None
    if not 1 < at == len(words) - 2:
        return _of_the_doing(question, last)
    verb, that, said_of = words[at - 1], words[at], words[at + 1]
    if verb.low not in dutch.SEVERAL or that.tag != "demonstrative" or said_of.tag not in {"verb", "adverb"}:
        return None
    if said_of.low in dutch.WHETHER and last.reading.words and last.reading.words[0].low in dutch.ASKED_WHETHER:
        text = f"{question.text[: verb.start]}{lower_start(bare(last.question))}"
        return Rewrite(text, "pronoun", (Antecedent(that.text, bare(last.question), last.number),))
    return _of_an_attribute(question, last, verb, that)


def _of_an_attribute(question: Reading, last: Said, verb: Token, that: Token) -> Rewrite | None:
    whole = max(
        (m for m in last.reading.mentions if m.joined and m.head in question.lexicon.owned and m.complement == "owner"),
        key=lambda m: m.end - m.start,
        default=None,
    )
    if whole is None:
        return None
    form = dutch.SEVERAL[verb.low] if whole.plural else verb.text
    text = f"{question.text[: verb.start]}{form} {whole.text}{question.text[that.end :]}"
    return Rewrite(text, "pronoun", (Antecedent(that.text, whole.text, last.number),))


def _of_the_doing(question: Reading, last: Said) -> Rewrite | None:
    """A bare attribute as that of what the last question says somebody does: `uitzonderingen bij het wissen van X`."""
    cues = [cue for cue in question.cues if not cue.inner]
    bare_one = len(cues) == 1 and cues[0].kind == "attribute" and cues[0].mention and not cues[0].mention.determiner
    words = last.reading.words
    if not bare_one or len(words) < 4 or not question.exists or words[-1].tag != "verb":
        return None
    asked = any(token.low in dutch.ASKED_WHETHER for token in words[:2])
    phrases = [m for m in last.reading.simple if not m.preposition]
    if not asked or not words[-1].low.endswith("en") or len(phrases) < 2 or phrases[-1].end > words[-1].start:
        return None
    doing = dutch.DOING.format(verb=words[-1].low, x=phrases[-1].text)
    text = dutch.IN_DOING.format(question=bare(question.text), x=doing)
    return Rewrite(text, "definite", (Antecedent(cues[0].expression, doing, last.number),))
