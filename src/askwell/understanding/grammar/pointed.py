"""Which of the things named before an expression refers to: `it`, `both`, `the second one`, `the S24`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from askwell.languages.it import grammar as italian
from askwell.languages.nl import grammar as dutch
from askwell.text.mentions import Mention
from askwell.text.words import stem
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.among import WHICH, choice, counted, stood_for, together
from askwell.understanding.grammar.context import Context
from askwell.understanding.grammar.cues import Cue, Reading, read
from askwell.understanding.grammar.edits import Edit, Rewrite, applied
from askwell.understanding.grammar.events import take_up
from askwell.understanding.grammar.frames import put_in_frame
from askwell.understanding.grammar.phrasing import bare, genitive, italian_article
from askwell.understanding.grammar.things import (
    Thing,
    Things,
    edit_for,
    joined,
    named_in,
    names_of,
    things_of,
    words_of,
)


def point(question: Reading, context: Context) -> Rewrite | None:
    """The question with what points to a thing replaced by its name; None where nothing in it points to one."""
    last = context.last
    things = things_of(context)
    if last is None or not things.known or take_up(question, context) is not None:
        return None
    chosen = choice(question, things)
    if chosen is not None:
        return chosen
    edits = _edits(question, things, context)
    made = applied(question, edits)
    if not made.antecedents:
        return None
    if not question.fragmentary or (any(token.tag == "wh" for token in question.words[:2]) and not _opens(question)):
        return made
    piece = _piece(read(made.question, question.language))
    spoken = named_in(last.question, (*last.things, *last.among))
    if _is_whole(edits) or not spoken or (len(spoken) > 1 and last.reading.words[0].low in WHICH):
        # It fits no frame of a question that chose or asked for a list; alone it is a wish to know of it.
        return Rewrite(piece, made.reason, made.antecedents)
    framed = put_in_frame(piece, last, question.language, named=True)
    return Rewrite(framed, made.reason, made.antecedents)


def _opens(question: Reading) -> bool:
    """Whether a fragment begins like `what about`."""
    return question.text.lower().startswith(tuple(f"{each} " for each in question.lexicon.about))


def _is_whole(edits: Sequence[Edit]) -> bool:
    """Whether a fragment became a question of its own, which no earlier frame fits: `the cheaper one of A and B`."""
    return any(edit.start == edit.end for edit in edits)


def _piece(question: Reading) -> str:
    """A fragment without its connectives: `and the A?`."""
    lex = question.lexicon
    text = bare(question.text)
    opening = next((each for each in sorted(lex.about, key=len, reverse=True) if text.lower().startswith(each)), "")
    if opening:
        return text[len(opening) :].strip()
    words = list(question.words)
    while len(words) > 1 and (words[0].low in lex.openers or words[0].tag in {"interjection", "conj"}):
        words = words[1:]
    return text[words[0].start :] if words else text


def _edits(question: Reading, things: Things, context: Context) -> list[Edit]:
    """One edit for each expression, those that say most first; what overlaps an earlier one is left out."""
    found: list[Edit] = []
    for edit in (
        *counted(question, things),
        *together(question, things),
        *stood_for(question, things),
        *_cut_short(question, things),
        *_pronouns(question, things, context),
    ):
        if not any(edit.start < other.end and other.start < edit.end for other in found):
            found.append(edit)
    return found


def _cut_short(question: Reading, things: Things) -> Iterator[Edit]:
    """Names cut short after an article: `the S24`."""
    whole = [(start, end) for start, end, _ in named_in(question.text, names_of(things.known))]
    for mention in question.simple:
        if any(mention.start < end and start < mention.end for start, end in whole) or mention.determiner != "definite":
            continue
        thing = short_for(mention, things) if mention.name else None
        longer = _longer(mention, things) if mention.name and thing is None else ""
        if thing is not None:
            yield edit_for(question, mention.start, mention.end, [thing], "definite")
        elif longer and things.one is not None:
            said = Antecedent(mention.text, longer, things.one.turn)
            yield Edit(mention.start, mention.end, longer, said, "definite")


def short_for(mention: Mention, things: Things) -> Thing | None:
    """The one thing that a name is a part of; one that ends with it comes before one that holds it."""
    said = words_of(mention.core)
    if not said:
        return None
    holding = [thing for thing in things.known if _run(said, words_of(thing.name)) and said != words_of(thing.name)]
    ending = [thing for thing in holding if words_of(thing.name)[-len(said) :] == said]
    fitting = ending or holding
    return fitting[0] if len(fitting) == 1 else None


def meant_name(meant: str, context: Context, language: Language) -> str:
    """The whole name of what a correction names in part; empty where it names something else.

    A single word after an article that no known name contains continues the name of the last thing: `no, the Pro`.
    """
    things = things_of(context)
    mention = next(iter(read(meant, language).simple), None)
    if mention is None or things.one is None or mention.determiner != "definite" or not mention.name:
        return ""
    if bare(meant) != mention.text or named_in(meant, names_of(things.known)):
        return ""
    thing = short_for(mention, things)
    if thing is not None:
        return thing.text
    longer = _longer(mention, things)
    if longer:
        return longer
    extends = mention.words == 1 and len(things.active) == 1 and not any(char.isdigit() for char in mention.core)
    return f"{things.one.text} {mention.core}" if extends else ""


def _longer(mention: Mention, things: Things) -> str:
    """The name of the last thing gone on with, where a phrase takes up its end: `the Pro Max` after a `Pro`."""
    if things.one is None or len(things.active) > 1:
        return ""
    words, said = things.one.text.split(), mention.core.split()
    for size in range(min(len(words), len(said)) - 1, 0, -1):
        if [word.lower() for word in words[-size:]] == [word.lower() for word in said[:size]]:
            return " ".join([*words, *said[size:]])
    return ""


def _run(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(list(whole[at : at + len(part)]) == list(part) for at in range(len(whole) - len(part) + 1))


def _pronouns(question: Reading, things: Things, context: Context) -> Iterator[Edit]:
    """`it`, `its`, `they`, `their`, `that one`, `the phone`; each but the first of a kind is left as it is."""
    done: set[str] = set()
    if not things.active:
        return
    for cue in question.cues:
        meant = () if cue.inner else _meant(cue, question, things, context)
        if not meant or cue.refers in done:
            continue
        done.add(cue.refers)
        if cue.kind == "possessive":
            yield _possessive(question, cue, meant)
        elif question.language == "it" and cue.kind == "pronoun":
            done.discard(cue.refers)  # clitics move after their verb: the general way knows how
        else:
            yield _replaced(question, cue, meant)


def _replaced(question: Reading, cue: Cue, meant: Sequence[Thing]) -> Edit:
    edit = edit_for(question, cue.start, cue.end, meant, "pronoun")
    clitic = next((token for token in question.tokens if token.start == cue.end and token.low == "'s"), None)
    return edit if clitic is None else replace(edit, end=clitic.end, text=f"{edit.text} is")


def _meant(cue: Cue, question: Reading, things: Things, context: Context) -> Sequence[Thing]:
    one = [things.one] if things.one is not None else []
    if cue.kind in {"pronoun", "possessive"}:
        if cue.refers == "plural":
            return things.several
        masculine = question.language == "nl" and cue.refers == "person"
        return one if masculine or (cue.refers in {"thing", "any"} and _is_plain(cue, question)) else ()
    if cue.kind == "demonstrative" and cue.mention is None:
        return things.several if cue.refers == "plural" else one
    if cue.kind in {"demonstrative", "definite"} and cue.mention is not None and not cue.mention.complement:
        if cue.mention.words > 1 or cue.head in question.lexicon.owned or not _is_kind(cue, question, context):
            return ()
        return things.several if cue.mention.plural else one
    return ()


def _is_plain(cue: Cue, question: Reading) -> bool:
    """Whether an expression can be replaced by a name as it stands; adverbs like `daarvan` bring a preposition."""
    return question.language != "nl" or not cue.expression.lower().startswith(dutch.ADVERBS)


def _is_kind(cue: Cue, question: Reading, context: Context) -> bool:
    """Whether a noun is the kind of these things: a word of their names, or of the question that they answered."""
    head = stem(cue.head, question.language)
    if cue.kind == "demonstrative" or cue.head in question.lexicon.kinds:
        return True
    return any(
        head in {stem(word, question.language) for thing in turn.things for word in words_of(thing)}
        or any(head == stem(m.head, question.language) and not m.preposition for m in turn.reading.simple)
        for turn in context.turns
        if turn.things
    )


def _possessive(question: Reading, cue: Cue, meant: Sequence[Thing]) -> Edit:
    text = joined(meant, question.lexicon.joiners[0])
    said = Antecedent(cue.expression, text, meant[0].turn)
    phrase = next((m for m in question.mentions if m.start <= cue.start < m.end and not m.joined), None)
    if phrase is None:
        return Edit(cue.start, cue.end, text, said, "possessive")
    noun = question.text[cue.end : phrase.end].strip()
    if question.language == "it":
        before = question.text[phrase.start : cue.start].strip()
        article = italian_article(before, noun) if before else ""
        return Edit(phrase.start, phrase.end, f"{article}{noun} {italian.OF} {text}", said, "possessive")
    return Edit(
        phrase.start, phrase.end, genitive(text, noun, question.language, whole=len(meant) > 1), said, "possessive"
    )
