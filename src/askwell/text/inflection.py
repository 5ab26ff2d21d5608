"""Approximate inflection of nouns and verbs, for look-ups."""

import re
from collections.abc import Mapping
from functools import cache

from askwell.languages import lexicon
from askwell.languages.en import grammar as english
from askwell.languages.it import grammar as italian
from askwell.languages.lexicon import Lexicon
from askwell.languages.nl import grammar as dutch
from askwell.types import Language

_SHORTEST_PLURAL = 3
"""Letters of `TVs`; other nouns with a regular plural have more."""


def singular(word: str, language: Language) -> str:
    """The likely singular of a noun, for look-ups."""
    if language == "en":
        if word.endswith("ies") and len(word) > 4:
            return word[:-3] + "y"
        if word.endswith(("sses", "ches", "shes", "xes")):
            return word[:-2]
        if not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) < _SHORTEST_PLURAL:
            return word
        return word[:-1] if len(word) > _SHORTEST_PLURAL or _is_of_letters(word[:-1]) else word
    owned = lexicon(language).owned | lexicon(language).persons
    for candidate in _singulars(word, language):
        if candidate in owned:
            return candidate
    return word


def plural(phrase: str) -> str:
    """The plural of an English noun phrase, for nouns with a regular plural."""
    if is_plural(phrase.rsplit(" ", 1)[-1].lower(), "en"):
        return phrase
    if phrase.endswith("y") and phrase[-2:-1] not in "aeou":
        return phrase[:-1] + "ies"
    return phrase + ("es" if phrase.endswith(("s", "x", "ch", "sh")) else "s")


def is_plural(word: str, language: Language) -> bool:
    """Whether a noun looks like a plural."""
    if language == "en":
        is_short = len(word) <= _SHORTEST_PLURAL  # `gps` is no plural, though it is looked up as `gp`
        return word in english.PLURALS or (not is_short and singular(word, "en") != word)
    if language == "nl":
        return word.endswith(("en", "s")) and len(word) > 4
    return word.endswith(("i", "e")) and len(word) > 3


def _is_of_letters(word: str) -> bool:
    """Whether a word is an abbreviation whose letters are spoken, such as `PC`: without a vowel, and no title."""
    return not set(word.lower()) & set("aeiouy") and word.lower() + "s" not in lexicon("en").titles


def _singulars(word: str, language: Language) -> list[str]:
    if language == "nl":
        cut = [word.removesuffix("en"), word.removesuffix("s"), word.removesuffix("n"), word.removesuffix("'s")]
        root = word.removesuffix("en")
        if len(root) > 3 and root[-1] == root[-2]:
            cut.append(root[:-1])
        if len(root) > 2 and root != word and root[-2] in "aeou":
            cut.append(root[:-1] + root[-2] + root[-1])
        hard = [base[:-1] + _AT_THE_END[base[-1]] for base in cut if base and base[-1] in _AT_THE_END]
        return [word, *cut, *hard]
    if word.endswith("i"):
        return [word, word[:-1] + "o", word[:-1] + "e", word[:-1] + "io", word[:-1] + "a", word + "o"]
    if word.endswith("e"):
        return [word, word[:-1] + "a", word[:-2] + "a", word[:-1] + "ia"]
    return [word]


@cache
def verb_forms(language: Language) -> frozenset[str]:
    """All forms of the lexicon's verbs."""
    lex = lexicon(language)
    forms = set(lex.verb_forms) | set(lex.verbs)
    for verb in lex.verbs:
        forms.update(_english_forms(verb) if language == "en" else _regular_forms(verb, lex))
    return frozenset(form for form in forms if len(form) > 1)


def plural_verb(word: str, language: Language) -> str:
    """The third person plural of a verb in the singular; empty where it is not known."""
    if found := _PLURAL_VERBS[language].get(word):
        return found
    if language == "it":
        endings = (ending for ending in italian.PLURAL_OF_ENDINGS if word.endswith(ending))
        ending = next(endings, "")
        return word.removesuffix(ending) + italian.PLURAL_OF_ENDINGS[ending] if ending else ""
    if language == "nl":
        long_vowel = re.match(dutch.LONG_VOWEL, word)
        return _dutch_infinitives().get(word) or ("{}{}{}en".format(*long_vowel.groups()) if long_vowel else "")
    return "" if word.endswith("s") else word


_PLURAL_VERBS: Mapping[Language, Mapping[str, str]] = {
    "en": english.PLURAL_FORMS,
    "nl": dutch.PLURAL_VERBS,
    "it": italian.PLURAL_VERBS,
}


_AT_THE_END = {"v": "f", "z": "s"}
"""Dutch consonants to those that are written at the end of a syllable."""


@cache
def _dutch_infinitives() -> dict[str, str]:
    """The infinitives of the lexicon's verbs by their third person singular; they are also the plural."""
    found = {}
    for verb in lexicon("nl").verbs:
        root = _dutch_root(verb.removesuffix("en"))
        hard = root[:-1] + _AT_THE_END.get(root[-1:], root[-1:])
        found[hard if hard.endswith("t") else f"{hard}t"] = verb
    return found


def _regular_forms(verb: str, lex: Lexicon) -> set[str]:
    root = verb.removesuffix(next((ending for ending in lex.verb_cut if verb.endswith(ending)), ""))
    forms = {root + ending for ending in lex.verb_endings}
    if lex.language == "nl":
        root = _dutch_root(root)
        forms |= {root + "t", root, f"ge{root}t", f"ge{root}d", f"ge{root}en"}
    return forms


def _dutch_root(root: str) -> str:
    """An infinitive without its ending, spelt as it is without one: `pass` as `pas`, `lop` as `loop`."""
    if len(root) > 2 and root[-1] == root[-2]:
        return root[:-1]
    if len(root) > 2 and root[-2] in "aeou" and root[-1] not in "aeiouw" and root[-3] not in "aeiou":
        return root[:-1] + root[-2:]
    return root


def _english_forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb + "s", verb + "d", (verb if verb.endswith("ee") else verb[:-1]) + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeou":
        return {verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    doubled = verb + verb[-1]
    return {verb + "s", verb + "es", verb + "ed", verb + "ing", doubled + "ed", doubled + "ing"}
