"""A reply to our own question, put into the question that we asked about."""

import re

from askwell.languages import LANGUAGES, patterns, wording
from askwell.text.words import content_stems
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.amending import in_place_of_like, with_phrase
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.counting import counted
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.edits import Rewrite
from askwell.understanding.grammar.options import options_of
from askwell.understanding.grammar.phrasing import append, bare
from askwell.understanding.grammar.swaps import swap_number

REPLY_WORDS = 12
"""Longest reply."""


def answers_us(reading: Reading, context: Context) -> bool:
    """Whether the last answer ended with a question and this is a short reply to it, not a question."""
    last = context.last
    if last is None or not last.asks:
        return False
    words = [token for token in reading.words if token.tag != "interjection"]
    if len(words) > REPLY_WORDS or "?" in reading.text:
        return False
    return not words or (words[0].tag not in {"wh", "aux"} and not (words[0].tag == "verb" and len(words) > 2))


def replied(reading: Reading, last: Said, context: Context) -> Rewrite:
    """The last question with what a reply to our question tells."""
    language = reading.language
    said = (Antecedent(bare(reading.text), last.asks, last.number),)
    if _assents(reading):
        embedded = _embedded(last.asks, language)
        return Rewrite(embedded or _with(offered(last.asks, language), last), "clarification", said)
    if _denies(reading) and language in LANGUAGES:
        offer = offered(last.asks, language)
        without = wording(language).rewriting.without.format(x=_core(offer, language)) if offer else ""
        return Rewrite(append(last.question, without) if without else last.question, "clarification", said)
    piece = phrase_of_reply(reading, context)
    text = _with(piece, last) if piece else last.question
    return Rewrite(text, "clarification", said)


def phrase_of_reply(reading: Reading, context: Context) -> str:
    """The phrase that a reply tells: the option that it chooses, or its own."""
    return _chosen(reading, context) or _without_hedges(_statement(reading), reading.language)


def _with(piece: str, last: Said) -> str:
    """The last question with a phrase in the place of one with the same noun, or after it."""
    if not piece:
        return last.question
    return in_place_of_like(piece, last) or swap_number(piece, last) or with_phrase(piece, last)


def _assents(reading: Reading) -> bool:
    """Whether a reply only says yes: `yes please`, `ja graag`, `sì, grazie`."""
    return _says_only(patterns(reading.language).repairs.assent, reading)


def _denies(reading: Reading) -> bool:
    """Whether a reply only says no."""
    return _says_only(patterns(reading.language).repairs.denial, reading)


def _says_only(words: str, reading: Reading) -> bool:
    return bool(re.fullmatch(rf"(?:(?:{words})[\s,.!]*)+", reading.text.strip().lower()))


def _embedded(asked: str, language: Language) -> str:
    """The question that our question offers to answer: `Shall I look up how you apply?`."""
    words = read(asked, language).words
    start = next((token.start for token in words[2:] if token.tag == "wh"), None)
    return bare(asked[start:]) if start is not None else ""


def offered(asked: str, language: Language) -> str:
    """What a question of ours offers, for an answer that only says yes: its last phrase."""
    phrases = [mention for mention in read(asked, language).mentions if not mention.inside]
    return phrases[-1].text if phrases else ""


def _core(phrase: str, language: Language) -> str:
    """A phrase without its article."""
    mention = next(iter(read(phrase, language).simple), None)
    return phrase[mention.end - len(mention.core) :] if mention is not None else phrase


def _chosen(reading: Reading, context: Context) -> str:
    """The option that a reply chooses, by its number or by a word of its own; empty if it chooses none."""
    last = context.last
    options = next((each for each in options_of(context, reading.language) if each.turn is last), None)
    if options is None:
        return ""
    by_number = next((each.of(options.items) for each in counted(reading)), ())
    if by_number:
        return by_number[0]
    stems = [frozenset(content_stems(item, reading.language)) for item in options.items]
    said = reading.stems
    shared = [item for item, own in zip(options.items, stems, strict=True) if own & said]
    return shared[0] if len(shared) == 1 and len(said) <= _FEW else ""


_FEW = 3
"""Content words of a reply that chooses an option."""


def _without_hedges(text: str, language: Language) -> str:
    """A phrase without words of doubt and assent around it: `city i think`."""
    hedge = patterns(language).repairs.hedges
    plain = re.sub(rf"^(?:(?:{hedge})[\s,.]+)+|(?:[\s,.]+(?:{hedge}))+$", "", text.strip(), flags=re.IGNORECASE)
    return bare(plain) or bare(text)


def _statement(reading: Reading) -> str:
    """What a reply tells: of a whole sentence (`I live in Waco`) its last phrase with its preposition."""
    words = [token for token in reading.words if token.tag != "interjection"]
    if (
        not words
        or words[0].tag not in {"speaker", "pronoun", "expletive", "demonstrative"}
        or not any(token.tag in {"verb", "aux"} for token in words)
    ):
        return bare(reading.text)
    phrases = [mention for mention in reading.mentions if not mention.inside]
    if not phrases:
        return bare(reading.text)
    last = max(phrases, key=lambda each: (each.end, -each.start))
    before = [token for token in reading.tokens if token.end <= last.start]
    start = before[-1].start if before and before[-1].tag == "prep" else last.start
    return bare(reading.text[start : last.end])
