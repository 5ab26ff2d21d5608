"""Members of a list by their number: `the second one`, `the first two`, `step 3`, `dat laatste`, `il numero 2`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from askwell.languages import LANGUAGES, every, wording
from askwell.text.numbers import numbers
from askwell.text.pieces import NOMINAL, Token
from askwell.text.words import content_stems, stem
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.clauses import fills_sentence
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.edits import Edit, Rewrite, applied
from askwell.understanding.grammar.frames import fragment, put_in_frame
from askwell.understanding.grammar.listed import side_by_side
from askwell.understanding.grammar.options import Options, options_of

MOST = 5
"""Members that are named together at most."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An expression that counts members of a list."""

    start: int
    end: int
    place: int
    """Of the first member from 0; negative counts from the end."""
    count: int = 1
    """How many: `the first two`."""
    middle: bool = False
    noun: str = ""
    """The noun that is counted, if it has one of its own: `the second class`."""

    def of(self, items: Sequence[str]) -> Sequence[str]:
        """The members of a list; empty if it is too short."""
        size = len(items)
        if self.middle:
            return items[size // 2 : size // 2 + 1] if size % 2 else ()
        if self.count > 1:
            fits = self.count <= size and self.place in {0, -1}
            return (items[: self.count] if self.place == 0 else items[-self.count :]) if fits else ()
        return (items[self.place],) if -size <= self.place < size else ()


def pick_item(question: Reading, context: Context) -> Rewrite | None:
    """The question with the members of a list that it counts by their name; None if it counts none."""
    made = applied(question, counted_items(question, context))
    if not made.antecedents or context.last is None:
        return None
    piece = fragment(read(made.question, question.language)) if question.fragmentary else ""
    if not piece or _is_answer(made.antecedents[0], context.last):
        return made
    return Rewrite(put_in_frame(piece, context.last, question.language), "ordinal", made.antecedents)


def _is_answer(said: Antecedent, last: Said) -> bool:
    """Whether an item answers the last question, which asked which ones there are: it is no part of that question."""
    words = last.reading.words[:3]
    asks = any(first.tag == "wh" and second.tag in NOMINAL for first, second in pairwise(words))
    return said.turn == last.number and (asks or (bool(words) and words[0].low in _WHICH))


_WHICH = every(lambda grammar: grammar.which | grammar.which_plural)


def only_counts(question: Reading) -> bool:
    """Whether a fragment is nothing but the number of a member of a list: `second one`, `what about the last?`."""
    alone = next(counted(question), None)
    if alone is None or alone.noun:
        return False
    lex = question.lexicon
    others = [word for word in question.words if not alone.start <= word.start < alone.end]
    leads = all(word.low in lex.openers | lex.again or word.tag == "interjection" for word in others)
    return leads or fragment(question) == question.text[alone.start : alone.end]


def with_ordinal(question: Reading, last: Said) -> Rewrite | None:
    """The last question with an ordinal in the place of its own: `when is the first lesson` and `the second?`."""
    ordinals = question.lexicon.ordinals
    new = next((word for word in question.words if word.low in ordinals), None)
    old = [word for word in last.reading.words if word.low in ordinals]
    if new is None or len(old) != 1:
        return None
    text = f"{last.question[: old[0].start]}{new.text}{last.question[old[0].end :]}"
    return Rewrite(text, "frame", (Antecedent(new.text, last.question, last.number),))


def counted_items(question: Reading, context: Context) -> list[Edit]:
    """The members of the latest fitting list in the place of what counts them."""
    edits: list[Edit] = []
    for each in counted(question):
        if not each.noun and _is_of_own(each, question):
            continue
        there = (o for o in options_of(context, question.language) if not _asks_for_items(o, question.language))
        options = next((o for o in there if each.of(o.items) and _fits(each, o)), None)
        if options is None or any(edit.start < each.end and each.start < edit.end for edit in edits):
            continue
        if any(_states(item, options.turn) for item in each.of(options.items)):
            continue
        text = _named(each.of(options.items), options.turn, question)
        expression = question.text[each.start : each.end]
        edits.append(Edit(each.start, each.end, text, Antecedent(expression, text, options.turn.number), "ordinal"))
    return edits


def counted(question: Reading) -> Iterator[Counted]:
    """The expressions of a question that count members of a list."""
    tokens = question.tokens
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else None
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        number = tokens[at + 2] if after is not None and after.low == "." and at + 2 < len(tokens) else after
        if token.low in _ITEMS and number is not None and _figure(number, question):
            start = before.start if before is not None and before.tag in _POINTS else token.start
            yield Counted(start, number.end, _figure(number, question) - 1)
        elif before is not None and before.tag in _POINTS:
            yield from _by_ordinal(question, at)
            if question.language != "en" and before.tag == "definite" and _digit(token) and _ends(after):
                yield Counted(before.start, token.end, int(token.low) - 1)
        elif token.low in question.lexicon.ordinals and (
            (before is not None and before.low in _FUSED) or _is_bare(question, at)
        ):
            yield from _by_ordinal(question, at, start=token.start)


def _is_bare(question: Reading, at: int) -> bool:
    """Whether an ordinal without an article is all that a fragment names: `second one`."""
    lex, words = question.lexicon, question.words
    others = [word for word in words if word.start != question.tokens[at].start]
    return all(
        word.tag == "stand_in" or word.low in lex.openers | lex.again or word.tag == "interjection" for word in others
    )


def _by_ordinal(question: Reading, at: int, *, start: int | None = None) -> Iterator[Counted]:
    tokens, lex = question.tokens, question.lexicon
    token = tokens[at]
    middle = token.low in _MIDDLE
    counted_nouns = [each for each in tokens[at + 1 : at + 3] if not _figure(each, question)][:1]
    counts_time = any(each.low in lex.time_words for each in counted_nouns)
    if counts_time or (token.low not in lex.ordinals and not middle):
        return
    place = 0 if middle else lex.ordinals[token.low]
    start = tokens[at - 1].start if start is None else start
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    count = _figure(after, question) if after is not None and place in {0, -1} else 0
    if after is not None and 1 < count <= MOST:
        third = tokens[at + 2] if at + 2 < len(tokens) else None
        noun = third.low if third is not None and third.tag == "noun" and third.low not in _ITEMS else ""
        end = third.end if third is not None and noun else after.end
        yield Counted(start, end, place, count, noun=stem(noun, question.language) if noun else "")
    elif after is not None and (after.low in lex.stand_ins or after.low in _ITEMS):
        yield Counted(start, after.end, place, middle=middle)
    elif after is not None and after.tag == "noun" and after.low not in lex.owned:
        following = tokens[at + 2] if at + 2 < len(tokens) else None
        if following is None or following.tag not in NOMINAL | {"prep"}:
            yield Counted(start, after.end, place, middle=middle, noun=stem(after.low, question.language))
        if _may_be_verb(after, tokens[at - 1], following, question.language):
            yield Counted(start, token.end, place, middle=middle)
    elif after is None or not (after.tag in NOMINAL or after.low in _OF):
        yield Counted(start, token.end, place, middle=middle)


def _may_be_verb(token: Token, before: Token, following: Token | None, language: Language) -> bool:
    """Whether a word after an ordinal may be a verb that the lexicon lacks: `il secondo serve la`, `de 2e trainen`."""
    if language == "it":
        return before.tag == "definite" and following is not None and following.tag in {"definite", "indefinite"}
    return language == "nl" and token.low.endswith("en")


_OF = every(lambda grammar: grammar.of_forms)
_POINTS = frozenset({"definite", "demonstrative"})
_ITEMS = every(lambda grammar: grammar.items)
_MIDDLE = every(lambda grammar: grammar.middle)
_AND = every(lambda grammar: grammar.and_words)
_FUSED = every(lambda grammar: grammar.fused)


def _ends(token: Token | None) -> bool:
    return token is None or token.tag in {"punct", "verb", "aux"}


def _digit(token: Token) -> bool:
    return token.low.isdigit() and 0 < int(token.low) <= 2 * MOST


def _figure(token: Token, question: Reading) -> int:
    """The small number that a token is; 0 for another one."""
    if _digit(token):
        return int(token.low)
    found = numbers(token.low, question.language)
    return int(found[0][0]) if found and found[0][0].isdigit() and int(found[0][0]) <= 2 * MOST else 0


def _is_of_own(each: Counted, question: Reading) -> bool:
    """Whether the question itself names what is counted: `when was the pier built and where is the second?`."""
    return any(
        mention.end <= token.start < each.start and token.low in _AND
        for mention in question.simple
        for token in question.tokens
    )


def _fits(each: Counted, options: Options) -> bool:
    """Whether the noun that is counted is one for the members of a list: a word of its question or its answer."""
    return not each.noun or each.noun in options.turn.asked_stems


def _asks_for_items(options: Options, language: Language) -> bool:
    """Whether things stand side by side in a question that asks which ones there are, and so lists none itself."""
    asked = options.turn.question
    return options.turn.reading.fronted and list(options.items) == side_by_side(asked, language)


def _states(item: str, turn: Said) -> bool:
    """Whether a member of a list is a whole sentence, like a step of instructions: it has no name."""
    start = turn.answer_text.find(item)
    return start >= 0 and fills_sentence(start, start + len(item), turn.answer_text)


def _named(items: Sequence[str], turn: Said, question: Reading) -> str:
    """Members of a list, with the name that its question asked of: `Plus of Meander`."""
    text = f" {question.lexicon.joiners[0]} ".join(items)
    own = frozenset(content_stems(text, question.language)) | question.stems
    names = [m for m in turn.reading.simple if m.proper and not m.stems & own and m.words <= _SHORT]
    names = [m for m in names if m.core.lower() not in text.lower()]
    if not names or any(len(item.split()) > 1 for item in items) or question.language not in LANGUAGES:
        return text
    return wording(question.language).rewriting.owner.format(noun=text, x=names[-1].text)


_SHORT = 4
"""Words of a name that is added to an item."""
