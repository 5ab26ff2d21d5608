"""One of several things named before, or all of them: `which of them`, `the second one`, `the cheaper one`."""

from collections.abc import Iterator, Sequence

from askwell.languages import every, wording
from askwell.languages.en import grammar as english
from askwell.text.numbers import numbers
from askwell.text.pieces import NOMINAL, Token
from askwell.types import Antecedent
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.edits import Edit, Rewrite
from askwell.understanding.grammar.phrasing import bare, without_opener
from askwell.understanding.grammar.things import Thing, Things, edit_for, joined, named_in, names_of, words_of

WHICH = every(lambda grammar: grammar.which) | every(lambda grammar: grammar.which_plural)
_BY = every(lambda grammar: grammar.of_kind)
_ALL = every(lambda grammar: grammar.all_words)


def choice(question: Reading, things: Things) -> Rewrite | None:
    """`Which of them is lighter?` with what there is to choose from after it."""
    plain = without_opener(question.text, question.language)
    reading = read(plain, question.language)
    words = reading.words
    if len(things.pair) < 2 or len(words) < 3 or words[0].low not in WHICH or named_in(plain, names_of(things.known)):
        return None
    at, start = 1, words[0].end
    if words[at].tag == "stand_in" or words[at].low in english.ONES:
        at, start = at + 1, words[at].end
    following = start
    if at + 1 < len(words) and words[at].low.removesuffix("'") in reading.lexicon.of_words | _PARTITIVES:
        at += 1
        while at < len(words) and words[at].tag not in {"aux", "verb"}:
            at += 1
        following = words[at - 1].end
    if at >= len(words) or not (words[at].tag in {"aux", "verb"} or _is_kind_compared(reading, at)):
        return None
    if any(cue.kind in {"pronoun", "possessive"} for cue in read(plain[following:], question.language).cues):
        return None
    or_ = joined(things.pair, reading.lexicon.joiners[1])
    text = f"{bare(plain[:start] + plain[following:])}, {or_}?"
    return Rewrite(text, "pronoun", (Antecedent(bare(question.text), or_, things.pair[0].turn),))


def _is_kind_compared(question: Reading, at: int) -> bool:
    """Whether a noun after `which` is the kind of what is compared: `which phone is cheaper?`."""
    words = question.words
    if at + 1 >= len(words) or words[at].tag != "noun" or words[at + 1].tag not in {"aux", "verb"}:
        return False
    if any(mention.name or any(char.isdigit() for char in mention.core) for mention in question.simple):
        return False
    return any(cue.kind == "comparing" for cue in question.cues) or words[-1].low.endswith("er")


def counted(question: Reading, things: Things) -> Iterator[Edit]:
    """Items by their number: `the second one`, `the first two`, `the last option`."""
    lex = question.lexicon
    tokens, group = question.tokens, things.group
    for at, token in enumerate(tokens):
        if token.low not in lex.ordinals or not group or not at or tokens[at - 1].tag != "definite":
            continue
        place = lex.ordinals[token.low]
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        count = _number(following, question)
        if following is not None and count and place in {0, -1}:
            picked = group[:count] if place == 0 else group[-count:]
            if count <= len(group):
                yield edit_for(question, tokens[at - 1].start, following.end, picked, "ordinal")
        elif -len(group) <= place < len(group) and not _owned(following, question):
            noun = following is not None and following.tag in {"noun", "stand_in"}
            end = following.end if following is not None and noun else token.end
            yield edit_for(question, tokens[at - 1].start, end, [group[place]], "ordinal")


_ITEMS = every(lambda grammar: grammar.options)
"""Nouns for a member of a list, whatever is listed."""


def _owned(noun: Token | None, question: Reading) -> bool:
    """Whether an ordinal counts sides of a thing rather than things: `the second generation`."""
    return noun is not None and noun.low not in _ITEMS and noun.low in question.lexicon.owned


def _number(token: Token | None, question: Reading) -> int:
    found = numbers(token.low, question.language) if token is not None else []
    return int(found[0][0]) if found and found[0][0].isdigit() else 0


def together(question: Reading, things: Things) -> Iterator[Edit]:
    """`both of them`, `the two`, `all three`."""
    tokens, group = question.tokens, things.pair
    for at, token in enumerate(tokens):
        if token.low in question.lexicon.both and len(group) == 2:
            if any(each.low in question.lexicon.joiners for each in tokens[at + 1 : at + 6]):
                return
            yield edit_for(question, token.start, _end_of(tokens, at), group, "pronoun")
        elif token.low in _ALL and group and at + 1 < len(tokens) and tokens[at + 1].tag in {"prep", "number", "noun"}:
            if _number(tokens[at + 1], question) == len(group) or tokens[at + 1].tag == "prep":
                yield edit_for(question, token.start, _end_of(tokens, at), group, "pronoun")
        elif _number(token, question) == len(group) > 1 and at and tokens[at - 1].tag in {"definite", "demonstrative"}:
            fused = tokens[at - 1].start
            yield edit_for(question, fused, _end_of(tokens, at), group, "pronoun")


def _end_of(tokens: Sequence[Token], at: int) -> int:
    """The end of `both of them`, `all three`, `the two phones`."""
    end = at + 1
    if end + 1 < len(tokens) and tokens[end].tag == "prep" and tokens[end + 1].tag in {"pronoun", "demonstrative"}:
        end += 2
    while end < len(tokens) and tokens[end].tag == "noun" and not tokens[end].low.endswith("er"):
        end += 1
    return tokens[end - 1].end


def stood_for(question: Reading, things: Things) -> Iterator[Edit]:
    """One of a kind by what is said of it: `the Samsung one`, `the other one`, `the cheaper one`, `die van Samsung`."""
    tokens = question.tokens
    for start, end, said in _stand_ins(question):
        if question.text[start:end].lower() in english.ONE_OF_THEM:
            continue
        thing = _by_words(said, things)
        if thing is not None:
            yield edit_for(question, tokens[start].start, tokens[end - 1].end, [thing], "pronoun")
        elif len(things.pair) > 1 and said and not any(token.low in question.lexicon.ordinals for token in said):
            among = joined(things.pair, question.lexicon.joiners[0])
            of = wording(question.language).rewriting.owner.format(noun="", x=among).strip()
            at = tokens[end - 1].end
            expression = question.text[tokens[start].start : at]
            yield Edit(at, at, f" {of}", Antecedent(expression, among, things.pair[0].turn), "pronoun")


def _stand_ins(question: Reading) -> Iterator[tuple[int, int, list[Token]]]:
    """Where something stands for a noun, as places of tokens, with the words that tell which one."""
    tokens, lex = question.tokens, question.lexicon
    nounless = {m.start: m.end for m in question.simple if not m.noun and m.determiner == "definite"}
    for at, token in enumerate(tokens):
        if token.tag == "definite":
            end = next((i for i in range(at + 1, min(at + 7, len(tokens))) if tokens[i].tag == "stand_in"), 0)
            if end and all(each.tag in NOMINAL | {"adverb"} for each in tokens[at + 1 : end]):
                yield at, end + 1, list(tokens[at + 1 : end])
            elif token.start in nounless:
                end = next(i for i, each in enumerate(tokens) if each.end >= nounless[token.start]) + 1
                yield at, end, list(tokens[at + 1 : end])
        elif token.tag in {"demonstrative", "stand_in"} and at + 1 < len(tokens) and lex.language != "en":
            end = at + 1
            by = tokens[end].low in _BY or tokens[end].low in _DEGREES
            while by and end < len(tokens) and tokens[end].tag in NOMINAL | {"prep", "adverb"}:
                end += 1
            if end > at + 1:
                yield at, end, [each for each in tokens[at + 1 : end] if each.low not in _BY]


def _by_words(said: Sequence[Token], things: Things) -> Thing | None:
    """The thing whose name holds what is said of it, of several in a list the first.

    Of two, `the other` is the one not just spoken of.
    """
    words = [token.low for token in said]
    if words and words[0] in _OTHER and len(things.pair) == 2:
        others = [thing for thing in things.pair if thing not in things.active]
        return others[0] if len(others) == 1 else None
    if not words:
        return things.one
    listed, known = (
        [thing for thing in among if set(words) <= set(words_of(thing.name))] for among in (things.pair, things.known)
    )
    return listed[0] if listed else known[0] if len(known) == 1 else None


_PARTITIVES = every(lambda grammar: grammar.partitives)
_DEGREES = every(lambda grammar: grammar.degrees)
_OTHER = every(lambda grammar: grammar.other)
