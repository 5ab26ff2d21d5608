"""What an ordinal counts: the items of lists and enumerations in answers, titles and questions."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from askwell.languages import any_of, every, grammar, lexicon
from askwell.languages.en import grammar as english
from askwell.text.grammar import tag
from askwell.text.inflection import singular
from askwell.text.mentions import find_mentions
from askwell.text.pieces import NOMINAL, Token
from askwell.types import Language

ITEM_WORDS = 8
"""Longest item of an enumeration."""

_LIST_ITEM = re.compile(r"(?m)^\s*(?:[-*•]|\(?\d{1,2}[.):])\s+(?P<item>\S[^\n]{0,200})")
_INLINE_ITEM = re.compile(r"(?:^|(?<=\s))\(?(?P<number>\d{1,2})[.)]\s+")
_COLON = re.compile(r":\s+(?P<rest>[^:;\n]{3,300}?)(?:[.;!?](?=\s|$)|\n|$)")
_MARK = re.compile(r"\s*\[\d+\]")
_AGAINST = re.compile(rf"^\s*(?:{any_of(lambda each: each.notations.versus)})\s*$")


class _Joins(NamedTuple):
    """What stands between items that a language joins."""

    words: frozenset[str]
    within: re.Pattern[str]
    between: re.Pattern[str]


@cache
def _joins(language: Language) -> _Joins:
    """Those of one language: `of` is `or` in Dutch and joins nothing in English."""
    words = grammar(language).and_words | grammar(language).or_words
    either = "|".join(sorted(words))
    within = re.compile(rf",\s*(?:{either})?\s+|\s+(?:{either})\s+")
    return _Joins(words, within, re.compile(rf"^\s*(?:,|,?\s*(?:{either}))\s*$"))


def listed(question: str, answer: str, titles: Sequence[str], language: Language) -> list[str]:
    """What a turn enumerates, in order; empty when it enumerates nothing.

    Looked for in this order: a list in the answer, items after a colon, what the question sets side by side, modifiers
    that share a noun in a title or in the answer, a series of three or more in the answer.
    """
    plain = _MARK.sub("", answer)
    for found in (
        items(plain, language),
        _announced(plain, language),
        side_by_side(question, language),
        *(_shared(title, language) for title in titles),
        _shared(plain, language),
        _series(plain, language, least=3),
    ):
        if found:
            return found
    return []


def items(answer: str, language: Language) -> list[str]:
    """The items that an answer lists, in order; empty when it lists nothing."""
    plain = _MARK.sub("", answer)
    found = [match.group("item") for match in _LIST_ITEM.finditer(plain)]
    if len(found) < 2:
        found = _numbered(plain)
    if len(found) < 2:
        return []
    return [_short(item, language) for item in found]


def _short(item: str, language: Language) -> str:
    """What an item is called, without what is said of it: `Rascal 20, 9.8 kg` is `Rascal 20`."""
    quoted = _QUOTED.match(item)
    if quoted:
        return quoted.group("title")
    plain = re.split(r"\s[-–—(]|:(?!\d)|\.\s|\*\*:?", item.replace("**", ""))[0].strip(" .,;:*_")
    plain = _LIMIT.split(plain)[0]
    first, *rest = plain.split(", ")
    goes_on = rest and any(word.lower() in _joins(language).words for word in rest[0].split())
    return plain if goes_on or not first else first


_QUOTED = re.compile(r"[\"“«](?P<title>[^\"“”«»]{2,60})[\"”»]")
_LIMIT = re.compile(rf",?\s(?:{'|'.join(sorted(every(lambda grammar: grammar.at_most)))})\s\S*\d")


def _numbered(text: str) -> list[str]:
    """Items of a list within a line, `1. this 2. that`; other numbers in it are passed over."""
    marks: list[re.Match[str]] = []
    for mark in _INLINE_ITEM.finditer(text):
        if int(mark.group("number")) == len(marks) + 1:
            marks.append(mark)
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)] if marks else []


def _announced(text: str, language: Language) -> list[str]:
    """Items after a colon: `three ideas: this, that and another`."""
    for match in _COLON.finditer(text):
        found = [piece.strip(" ,.") for piece in _joins(language).within.split(match.group("rest"))]
        if len(found) > 1 and all(0 < len(piece.split()) <= ITEM_WORDS for piece in found):
            return found
    return []


def side_by_side(question: str, language: Language) -> list[str]:
    """What a question sets side by side, two or more: `compare this and that`; empty when nothing."""
    return _series(question, language, least=2)


def _series(text: str, language: Language, *, least: int) -> list[str]:
    """The first phrases that stand side by side, at least so many: `compare this and that`."""
    phrases = [mention for mention in find_mentions(text, language) if not (mention.joined or mention.inside)]
    joins = _joins(language)
    run: list[str] = []
    end = -1
    for mention in phrases:
        gap = text[end : mention.start]
        if run and not (joins.between.match(gap) or (least == 2 and _AGAINST.match(gap))):
            if len(run) >= least:
                return run
            run = []
        run += joins.within.split(mention.core) if mention.name else [mention.core]
        end = mention.end
    return run if len(run) >= least else []


def _shared(text: str, language: Language) -> list[str]:
    """Modifiers that share a noun, each with it: `two, three and four star levels`."""
    tokens = tag(text, language)
    joins = lexicon(language).conjunctions
    at = 0
    while at < len(tokens):
        run = [at] if _modifies(tokens[at]) else []
        while run:
            step = run[-1] + 1
            while step < len(tokens) and (tokens[step].low == "," or tokens[step].low in joins):
                step += 1
            if step == run[-1] + 1 or step >= len(tokens) or not _modifies(tokens[step]):
                break
            run.append(step)
        if len(run) > 1:
            found = _spread(tokens, run, language)
            if found:
                return found
        at = run[-1] + 1 if run else at + 1
    return []


def _modifies(token: Token) -> bool:
    return token.tag in {"adj", "number"} or token.low in english.COUNTS


def _spread(tokens: Sequence[Token], run: Sequence[int], language: Language) -> list[str]:
    end = run[-1] + 1
    while end < len(tokens) and tokens[end].tag in NOMINAL:
        end += 1
    nouns = [token.text for token in tokens[run[-1] + 1 : end]]
    if not nouns or tokens[end - 1].tag != "noun":
        return []
    if language != "en":
        return [" ".join([tokens[at].text, *nouns]) for at in run]
    numbers = all(tokens[at].low in english.COUNTS or tokens[at].tag == "number" for at in run)
    head = singular(nouns[-1].lower(), "en") if numbers else nouns[-1]
    if numbers and len(nouns) == 1:
        return []
    joint = "-" if numbers else " "
    return [f"the {tokens[at].text.lower()}{joint}{' '.join([*nouns[:-1], head])}" for at in run]
