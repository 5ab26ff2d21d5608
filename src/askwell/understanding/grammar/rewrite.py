"""From a question that leans on earlier turns to one that stands alone."""

from askwell.languages import patterns, wording
from askwell.types import Antecedent
from askwell.understanding.grammar.among import WHICH
from askwell.understanding.grammar.context import Context
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.events import take_up
from askwell.understanding.grammar.frames import adjunct, ask_again, asked_with, fragment, match, put_in_frame
from askwell.understanding.grammar.names import is_said_name
from askwell.understanding.grammar.phrasing import bare, without_opener
from askwell.understanding.grammar.propositions import of_all_that
from askwell.understanding.grammar.salience import rank
from askwell.understanding.grammar.substitute import STRONG, substitute


def rewrite(question: Reading, context: Context) -> Rewrite:  # noqa: PLR0911
    """The question as it would have been asked first; the question as it is where nothing fits."""
    last = context.last
    if last is None:
        return Rewrite(question.text)
    if match(question, patterns(question.language).more):
        return _more(question, context)
    words = question.words
    is_bare = words and words[0].tag == "wh" and words[0].low not in WHICH and not question.stems and len(words) <= 2
    if is_bare and not question.cues:
        return Rewrite(ask_again(question, last), "why", (Antecedent(bare(question.text), last.question, last.number),))
    event = take_up(question, context) or of_all_that(question, context)
    if event is not None:
        return event
    phrase = adjunct(question)
    again = asked_with(phrase, last) if phrase else ""
    if again:
        return Rewrite(again, "why", (Antecedent(bare(question.text), last.question, last.number),))
    piece = "" if any(cue.kind in STRONG and not cue.inner for cue in question.cues) else fragment(question)
    if piece and not (_owned_only(piece, question) and not _named_before(question, context)):
        typed = question.text.find(piece)
        named = (piece[:1].isupper() and typed > 0) or is_said_name(piece, context)
        text = put_in_frame(piece, last, question.language, named=named)
        return Rewrite(text, "frame", (Antecedent(piece, last.question, last.number),))
    return substitute(question, context)


def go_on(question: Reading, context: Context) -> Rewrite:
    """A complete question that a connective ties to the one before: without it, and under the same condition."""
    last = context.last
    if last is None:
        return Rewrite(question.text)
    plain = without_opener(question.text, question.language)
    tied = Antecedent(question.words[0].text, last.question, last.number)
    return take_up(question, context) or Rewrite(plain, "ellipsis", (tied,))


def _more(question: Reading, context: Context) -> Rewrite:
    ranked = rank(question, context, None)
    if not ranked:
        return Rewrite(question.text)
    about = wording(question.language).rewriting.about_word
    text = f"{bare(question.text)} {about} {ranked[0].text}"
    said = Antecedent(bare(question.text), ranked[0].text, ranked[0].turn)
    return Rewrite(text, "ellipsis", (said,))


def _named_before(question: Reading, context: Context) -> bool:
    """Whether all that a fragment names was just named, so that it is one thing among others: `and the basic plan?`."""
    last = context.last
    assert last is not None
    phrase = question.simple[0]
    same = any(each.head == phrase.head for each in last.reading.simple)
    return len(phrase.stems) > 1 and (phrase.stems <= context.last_stems or same)


def _owned_only(piece: str, question: Reading) -> bool:
    """Whether a fragment only names an attribute, which then wants an owner rather than a frame."""
    simple = question.simple
    return (
        len(simple) == 1
        and not simple[0].name
        and simple[0].head in question.lexicon.owned
        and not any(c.isdigit() for c in piece)
    )
