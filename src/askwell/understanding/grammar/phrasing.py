"""Putting phrases into a question so that it reads as if typed: articles, genitives, signs, capitals."""

import re

from askwell.languages import LANGUAGES, grammar, lexicon, wording
from askwell.text.grammar import tag
from askwell.types import Language

_SPACES = re.compile(r"\s+")
_SIGNS = re.compile(r"\s+([?.!,;:])")
_CAPITAL_WITHIN = re.compile(r"(?<=[\w,] )([A-Z][a-z]+)(?= (\w))")
"""A word with a capital after another word, and the first letter of the next one."""
_END = re.compile(r"[\s?.!,;:]+$")


def tidy(question: str, like: str, language: Language) -> str:
    """The question with a capital at the start and one sign at the end: that of the question it was made from."""
    text = _SIGNS.sub(r"\1", _SPACES.sub(" ", question)).strip()
    for apart, fused in wording(language).rewriting.contractions:
        text = re.sub(rf"\b{re.escape(apart)}", fused, text)
    sign = like.rstrip()[-1:] if like.rstrip()[-1:] in {".", "!", "?"} else _missing_sign(like, language)
    body = _with_small_articles(_END.sub("", text), language)
    return body[:1].upper() + body[1:] + sign


def _with_small_articles(text: str, language: Language) -> str:
    """The text with the articles of phrases that began a sentence where they are from ("Een pont") in small letters.

    "The" before a capital begins a name, "a" of one letter may be one.
    """
    known = grammar(language)

    def small(found: re.Match[str]) -> str:
        article = found[1].lower()
        is_article = article in known.one_articles or (article in known.own_articles and found[2].islower())
        return found[0].lower() if is_article and len(article) > 1 else found[0]

    return _CAPITAL_WITHIN.sub(small, text)


def _missing_sign(like: str, language: Language) -> str:
    """A question mark where none was typed, unless it is a request."""
    words = [token for token in tag(like, language) if token.tag not in {"punct", "interjection"}]
    return "" if words and words[0].tag == "verb" else "?"


def without_opener(question: str, language: Language) -> str:
    """The question without the connective it opens with, where a full question follows: `and how long is it?`."""
    words = [token for token in tag(question, language) if token.tag != "punct"]
    openers = lexicon(language).openers
    at = 0
    while at < len(words) - 1 and words[at].low in openers:
        at += 1
    if at == 0 or (at == len(words) - 1):
        return question
    asks = words[at].tag in {"wh", "aux"} or (words[at].tag == "prep" and words[at + 1].tag == "wh")
    asks = asks or (words[at].tag == "verb" and any(token.tag != "noun" for token in words[at + 1 :]))
    return question[words[at].start :] if asks else question


def bare(question: str) -> str:
    """The question without the signs at its end."""
    return _END.sub("", question.strip())


def insert(text: str, at: int, addition: str) -> str:
    """The text with words put in at a place."""
    return f"{text[:at].rstrip()} {addition} {text[at:].lstrip()}"


def append(question: str, addition: str) -> str:
    """The question with words put before its closing sign."""
    return f"{bare(question)} {addition}"


def genitive(owner: str, noun: str, language: Language, *, whole: bool = False) -> str:
    """A noun with its owner: `the bridge's toll`, `de tol van de brug`; `whole`: `the city of Oslo`."""
    if language == "en" and not whole and len(owner.split()) <= 4 and " of " not in owner and " and " not in owner:
        return f"{owner}{chr(39) if owner.endswith('s') else chr(39) + 's'} {noun}"
    article = wording(language).rewriting.the if language in LANGUAGES else ""
    return article + wording(language).rewriting.owner.format(noun=noun, x=owner)


def lower_start(text: str) -> str:
    """A phrase for the middle of a sentence: its first letter small unless it begins a name."""
    first = text.split(" ", 1)[0] if text else ""
    return text if first[1:] != first[1:].lower() or first in {"I"} else text[:1].lower() + text[1:]


def italian_article(article: str, noun: str) -> str:
    """A definite article in the form that a noun wants, a space after it: `l'autore`, `lo studio`."""
    low = article.lower()
    vowel = bool(re.match(r"h?[aeiouàèéìòù]", noun.lower()))
    impure = bool(re.match(r"s[^aeiou]|z|gn|ps|x|y", noun.lower()))
    if low in {"il", "lo", "la"} and vowel:
        form = "l'"
    elif low == "il" and impure:
        form = "lo"
    elif low == "i" and (vowel or impure):
        form = "gli"
    else:
        form = article
    return form if form.endswith("'") else f"{form} "
