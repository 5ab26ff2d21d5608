"""Approximate inflection of nouns and verbs, for look-ups."""

from functools import cache

from askwell.languages import lexicon
from askwell.languages.en import grammar as english
from askwell.languages.lexicon import Lexicon
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
        hard = {"v": "f", "z": "s"}
        return [word, *cut, *(base[:-1] + hard[base[-1]] for base in cut if base and base[-1] in hard)]
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


def _regular_forms(verb: str, lex: Lexicon) -> set[str]:
    root = verb.removesuffix(next((ending for ending in lex.verb_cut if verb.endswith(ending)), ""))
    forms = {root + ending for ending in lex.verb_endings}
    if lex.language == "nl":
        if len(root) > 2 and root[-1] == root[-2]:
            root = root[:-1]
        elif len(root) > 2 and root[-2] in "aeou" and root[-1] not in "aeiouw" and root[-3] not in "aeiou":
            root = root[:-1] + root[-2:]
        forms |= {root + "t", root, f"ge{root}t", f"ge{root}d", f"ge{root}en"}
    return forms


def _english_forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb + "s", verb + "d", (verb if verb.endswith("ee") else verb[:-1]) + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeou":
        return {verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    doubled = verb + verb[-1]
    return {verb + "s", verb + "es", verb + "ed", verb + "ing", doubled + "ed", doubled + "ing"}
