"""A phrase without its noun: `and the long one?`, `e quella lunga?`, `en de lange?`.

Its adjective takes the place of the one that a phrase of the last question has (`the short description`), or joins the
only phrase of the question that can have it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from askwell.languages import grammar
from askwell.languages.lexicon import Lexicon
from askwell.text.mentions import Mention
from askwell.text.pieces import DETERMINERS, Token
from askwell.understanding.grammar.context import Said
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.phrasing import bare

_MODIFYING = frozenset({"adj", "noun"})
_SAYING = _MODIFYING | {"verb"}
"""A participle says which, too: `the coloured ones`."""
_BARE = frozenset({"definite", "demonstrative", "possessive", "speaker", "adj"})
"""Tags of the first word of a fragment without a word in the place of its noun."""


class Headless(NamedTuple):
    """A fragment without a noun."""

    preposition: str
    lead: Token | None
    """Its article, possessive or demonstrative."""
    adjective: Token
    is_plural: bool | None
    """None where the language does not tell."""
    is_plain: bool
    """Whether a word in the place of the noun says so: `de keuze` may be a noun, `the chosen one` is not."""


class Place(NamedTuple):
    """Where an adjective goes in the last question: in the place of another one, or next to a noun."""

    start: int
    end: int
    """Equal to the start if nothing gives way."""
    is_after: bool = False
    """Whether it stands after the noun, which ends there."""


def headless(piece: str, question: Reading) -> Headless | None:
    """A fragment that has an adjective in the place of a noun; None for any other."""
    new = read(bare(piece), question.language)
    lex, words = new.lexicon, list(new.words)
    preposition = words.pop(0).low if words and words[0].tag == "prep" else ""
    lead = words.pop(0) if words and _leads(words[0], lex) else None
    closing = words.pop().low if len(words) > 1 and words[-1].low in lex.stand_ins else ""
    stands_in = bool(closing) or (lead is not None and lead.low in lex.stand_ins)
    if len(words) != 1 or _ranks(words[0], new) or words[0].tag not in (_SAYING if stands_in else _MODIFYING):
        return None
    if not stands_in and (not _is_inflected(words[0], new) or (lead or words[0]).tag not in _BARE):
        return None
    plural = closing in grammar(new.language).plural_stand_ins if closing else None
    return Headless(preposition, lead, words[0], plural, stands_in or words[0].tag == "adj")


def _leads(word: Token, lex: Lexicon) -> bool:
    """Whether a word may open a phrase: an article and the like; `my` counts as a word for the speaker."""
    return word.tag in DETERMINERS or word.low in lex.stand_ins or word.tag == "speaker"


def _is_inflected(word: Token, new: Reading) -> bool:
    endings = grammar(new.language).adjective_endings
    return bool(endings) and word.low.endswith(tuple(endings))


def _ranks(word: Token, new: Reading) -> bool:
    """Whether a word picks from several things that were named: `second`, `cheapest`, `other`."""
    lex, endings = new.lexicon, tuple(grammar(new.language).superlative_endings)
    known = word.low in lex.ordinals or word.low in lex.comparing or word.low in lex.again
    return known or (word.tag == "adj" and word.low.endswith(endings))


def places(new: Headless, said: Said) -> Iterator[Place]:
    """The places that its adjective may have: those of other adjectives, else next to the only noun that can have one.

    An adjective that has no word in the place of its noun joins none.
    """
    reading = said.reading
    known = [(each, _agrees(new, each, reading)) for each in _phrases(new, reading)]
    fitting = [each for each, agrees in known if agrees] or [each for each, agrees in known if agrees is None]
    numbered = [each for each in fitting if new.is_plural in {None, each.plural}]
    modifiers = {word.start: word for each in numbered or fitting for word in _modifiers(each, reading)}
    yield from (Place(start, word.end) for start, word in modifiers.items())
    nouns = [each for each in fitting if new.preposition or not each.preposition]
    if modifiers or not new.is_plain or len(nouns) != 1 or nouns[0].head in reading.lexicon.owned:
        return
    noun = nouns[0]
    if grammar(reading.language).adjective_follows:
        yield Place(noun.end, noun.end, is_after=True)
    else:
        yield Place(noun.end - len(noun.core), noun.end - len(noun.core))


def put(new: Headless, place: Place, said: Said) -> str:
    """The last question with the adjective in a place, after an article like that of the fragment."""
    question, start = said.question, place.start
    written = new.adjective.text
    if place.is_after:
        return f"{question[:start]} {written}{question[start:]}"
    if place.end == start:
        return f"{question[:start]}{written} {question[start:]}"
    before = next((word for word in reversed(said.reading.words) if word.end <= start), None)
    if new.lead is not None and before is not None and new.lead.tag == before.tag == "indefinite":
        start, written = before.start, f"{new.lead.text} {written}"
    return f"{question[:start]}{written}{question[place.end :]}"


def _phrases(new: Headless, said: Reading) -> Iterator[Mention]:
    """The phrases of the last question that have a noun, after the preposition of the fragment if that has one."""
    for each in said.simple:
        before = [token for token in said.tokens if token.end <= each.start]
        governed = before[-1].low if before and before[-1].tag == "prep" else ""
        measured = any(map(str.isdigit, each.core))
        if each.noun and not each.proper and not measured and (not new.preposition or governed == new.preposition):
            yield each


def _agrees(new: Headless, phrase: Mention, said: Reading) -> bool | None:
    """Whether the lead of the fragment can stand for the article of a phrase; None if one of them tells nothing."""
    known = grammar(said.language).agreeing
    before = [token for token in said.tokens if token.end <= phrase.end - len(phrase.core)]
    while before and before[-1].tag in {"possessive", "speaker"}:
        before.pop()
    article = before[-1].low.rstrip("'’") if before else ""
    if new.lead is None or new.lead.low not in known or not any(article in each for each in known.values()):
        return None
    return article in known[new.lead.low]


def _modifiers(phrase: Mention, said: Reading) -> list[Token]:
    """The words of a phrase that say which: its adjectives, else the first of its nouns if there are several."""
    begin = phrase.end - len(phrase.core)
    core = [token for token in said.words if begin <= token.start < phrase.end]
    follows = grammar(said.language).adjective_follows
    if follows:
        core += [token for token in said.words if token.start >= phrase.end][:1]
        core = core if core[-1].tag == "adj" or core[-1].start < phrase.end else core[:-1]
    adjectives = [token for token in core if token.tag == "adj"]
    if adjectives or len(core) < 2:
        return adjectives
    return [core[1] if follows else core[0]]
