"""Phrases that say what to do: `adding members`, `leden toevoegen`, `aggiungere membri`, `how to remove it`."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from askwell.languages import grammar
from askwell.languages.en import grammar as english
from askwell.languages.it import grammar as italian
from askwell.languages.nl import grammar as dutch
from askwell.text.bounds import text_cache
from askwell.text.inflection import is_plural, verb_forms
from askwell.text.pieces import DETERMINERS, NOMINAL, Tag, Token
from askwell.types import Language
from askwell.understanding.grammar.cues import read
from askwell.understanding.texts import zipf


class Action(NamedTuple):
    """What a phrase says to do."""

    text: str
    """With its verb in the infinitive: `add members`. The object is left out if it is a pronoun."""
    object_at: int = -1
    """Where the object of another question is to be put in, in characters; -1 if it has its own."""
    asking: str = ""
    """The words before it that ask: `how to`, `hoe ik`."""

    def of(self, thing: str) -> str:
        """The text with a thing in the place of the pronoun."""
        if self.object_at < 0:
            return self.text
        before, after = self.text[: self.object_at].strip(), self.text[self.object_at :].strip()
        return " ".join(part for part in (before, thing, after) if part)


@text_cache(50_000)
def action_of(phrase: str, language: Language) -> Action | None:
    """What a phrase says to do; None if it names a thing, or may name one."""
    words = [word for word in read(phrase, language).words if word.tag != "interjection"]
    if len(words) < _LEAST_WORDS[language]:
        return None
    if words[0].tag != "wh":
        return _acts(phrase, words, language)
    asking, *rest = words
    if rest and rest[0].tag == "speaker":
        is_clause = asking.low in grammar(language).how and len(rest) > _LEAST_WORDS[language]
        return _clause(phrase, rest[1:], language)._replace(asking=phrase[: rest[0].end]) if is_clause else None
    found = _acts(phrase, rest, language) if len(rest) >= _LEAST_WORDS[language] else None
    marker = rest[0] if rest and rest[0].low in grammar(language).infinitive else asking
    return found._replace(asking=phrase[: marker.end]) if found else None


_LEAST_WORDS: Mapping[Language, int] = {"en": 2, "nl": 2, "it": 1}


def _acts(phrase: str, words: Sequence[Token], language: Language) -> Action | None:
    if language == "en":
        return _english(phrase, words)
    return _dutch(phrase, words) if language == "nl" else _italian(phrase, words)


def _clause(phrase: str, words: Sequence[Token], language: Language) -> Action:
    """What somebody does, `remove it` and `het verwijder`, with its pronoun left out."""
    if language == "nl":
        return _with_object_first(phrase, words)
    at = next((word for word in words if word.tag == "pronoun"), None)
    before = phrase[words[0].start : at.start if at else words[-1].end].rstrip()
    return Action(f"{before}{phrase[at.end : words[-1].end]}", len(before)) if at else Action(before)


def _english(phrase: str, words: Sequence[Token]) -> Action | None:
    """`adding members`, `to add members`; a noun is what follows `to` alone, or `parking` before another noun."""
    verb, *rest = words
    if verb.low in grammar("en").infinitive and rest:
        verb, *rest = rest
        is_verb = verb.tag == "verb" or (verb.tag == "noun" and bool(rest) and rest[0].tag in _OBJECTS)
        infinitive = verb.text if is_verb and rest else ""
    else:
        infinitive = infinitive_of(verb.low) if _is_gerund_of(verb, rest) else ""
    if not infinitive:
        return None
    text, taken = infinitive, verb.end
    for before, after in pairwise(rest):
        if before.tag == "conj" and (other := infinitive_of(after.low)):
            text, taken = f"{text}{phrase[taken : after.start]}{other}", after.end
    if rest[0].tag == "pronoun":
        return Action(f"{infinitive}{phrase[rest[0].end : rest[-1].end]}", len(infinitive))
    return Action(f"{text}{phrase[taken : rest[-1].end]}")


_OBJECTS: frozenset[Tag] = DETERMINERS | {"pronoun", "stand_in", "speaker"}


def _is_gerund_of(verb: Token, rest: Sequence[Token]) -> bool:
    """Whether a word is a gerund with an object: before a determiner, a pronoun or a plural."""
    if not rest or not infinitive_of(verb.low):
        return False
    if rest[0].tag in _OBJECTS:
        return True
    if rest[0].tag == "prep":
        return infinitive_of(verb.low) in verb_forms("en") and verb.low not in english.NOMINAL_GERUNDS
    nouns = [word for word in rest if word.tag in NOMINAL]
    return bool(nouns) and verb.low not in english.NOMINAL_GERUNDS and is_plural(nouns[-1].low, "en")


def infinitive_of(gerund: str) -> str:
    """The English verb of a word in -ing; empty for another word."""
    root = gerund.removesuffix("ing")
    if root == gerund or not _SYLLABLE.search(root):
        return ""
    if root in english.IE_ROOTS:
        return f"{root[:-1]}ie"
    if len(root) > 2 and root[-1] == root[-2] and root[-1] not in english.OFTEN_DOUBLE:
        return root[:-1] if zipf(root[:-1], "en") > zipf(root, "en") else root
    if _SHORT.fullmatch(root):
        return f"{root}e"
    forms = {root: zipf(root, "en"), f"{root}e": zipf(f"{root}e", "en")}
    if len(root) > 2 and root[-1] == root[-2] == "l":
        forms[root[:-1]] = zipf(root[:-1], "en")
    return max(forms, key=lambda form: forms[form])


_SYLLABLE = re.compile(english.VOWEL)
_SHORT = re.compile(english.SHORT_SYLLABLE)


def _dutch(phrase: str, words: Sequence[Token]) -> Action | None:
    """`leden toevoegen`: an infinitive after its object, which no word of a noun phrase can follow."""
    *rest, verb = words
    if not rest or not _is_dutch_infinitive(verb, rest[-1]):
        return None
    return _with_object_first(phrase, words)


def _is_dutch_infinitive(verb: Token, before: Token) -> bool:
    if not verb.text.islower() or not verb.low.endswith(dutch.INFINITIVE) or before.tag in _OPENS_PHRASE["nl"]:
        return False
    if before.low in dutch.MATERIALS | grammar("nl").more | grammar("nl").much:
        return False
    is_noun = before.tag == "noun" and not before.low.endswith(dutch.ATTRIBUTIVE)
    is_known = verb.tag == "verb" or {verb.low, _without_prefix(verb.low)} & verb_forms("nl")
    return bool(is_known) or is_noun or before.low in dutch.OBJECTS


def _without_prefix(verb: str) -> str:
    prefix = max((each for each in dutch.SEPARABLE if verb.startswith(each)), key=len, default="")
    return verb.removeprefix(prefix)


_OPENS_PHRASE: Mapping[Language, frozenset[Tag]] = {
    "nl": DETERMINERS | {"prep", "conj", "number", "adj", "speaker", "wh"},
}
"""Words after which a noun follows."""


def _with_object_first(phrase: str, words: Sequence[Token]) -> Action:
    """A Dutch action with its object, or the place of the pronoun that it begins with: `ze terugbrengen`."""
    is_pronoun = words[0].low in dutch.OBJECTS and (len(words) == 2 or words[1].tag not in {"noun", "number"})
    start = words[1].start if is_pronoun else words[0].start
    return Action(phrase[start : words[-1].end], 0 if is_pronoun else -1)


def _italian(phrase: str, words: Sequence[Token]) -> Action | None:
    """`aggiungere membri`, `eliminarla`: an infinitive that begins a phrase."""
    text = phrase[words[0].start : words[-1].end]
    first, _, rest = text.partition(" ")
    if enclitic := _ENCLITIC.match(first):
        verb = f"{enclitic.group(1)}{italian.LAST_VOWEL}"
        return Action(f"{verb} {rest}".rstrip(), len(verb)) if is_italian_infinitive(verb) else None
    return Action(text) if rest and is_italian_infinitive(first) else None


_ENCLITIC = re.compile(italian.ENCLITIC)


def is_italian_infinitive(word: str) -> bool:
    """Whether an Italian word is an infinitive by its ending, and no noun or adjective that ends so."""
    if not word.islower() or not word.endswith(italian.INFINITIVE) or word in italian.LIKE_INFINITIVES:
        return False
    return not word.endswith(italian.NOUN_ENDINGS) or word.endswith(italian.VERB_ENDINGS)
