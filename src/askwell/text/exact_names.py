"""Exact names in a question: tokens that look like code, combinations of keys, codes with digits, and quoted terms."""

import re
import unicodedata
from functools import cache

from askwell.languages import LANGUAGES
from askwell.text.bounds import text_cache
from askwell.text.words import function_words

_MOST_CHARS = 60
"""Characters of a name at most."""
_MOST_WORDS = 4
"""Words of a quoted term at most; more are a sentence."""
_PLACEHOLDER = re.compile(r"\[\[[^\[\]\n]{1,60}\]\]")
"""What stands for personal data."""
_QUOTED = re.compile(
    r"`{1,2}(?P<code>[^`\n]{1,60})`"
    r"|\"(?P<straight>[^\"\n]{1,60})\""
    r"|“(?P<high>[^“”\n]{1,60})”|„(?P<low>[^„“”\n]{1,60})[“”]|«(?P<angle>[^«»\n]{1,60})»"
    r"|(?<![^\s(])['‘](?P<single>[^'‘’\n]{1,60})['’](?=[\s?!.,;:)]|\Z)"
)
_SPACED_PLUS = re.compile(r"(?<=[^\W\d_]) ?\+ ?(?=(?:[^\W\d_]|[Ff]\d{1,2})\b|[^\W\d_]{1,12} ?\+)")
_BEFORE, _AFTER = "\"'“”‘’„«»([{<¿¡,;:*", "?!.,;:\"'“”‘’«»]}>*…"
_ELIDED = re.compile(r"[^\W\d_]{1,6}['’](?=\w|[-$@#/.])")
_POSSESSIVE = re.compile(r"['’]s\Z")
_LETTER = r"[^\W\d_]"
_CODE = re.compile(
    rf"(?:--?|[$@#/]|\.(?=\w)){_LETTER}[\w.:/=+-]{{0,58}}"  # an option, a variable, a path
    r"|[\w.$:-]{0,40}[^\W_]_+[^\W_][\w.$:-]{0,40}"  # words joined by underscores
    r"|[\w.$:]{1,50}\(\)"  # a call
    r"|[\w$]{1,30}(?:::|->)[\w$:>-]{1,30}"
    rf"|{_LETTER}[^\W_]{{1,20}}(?:\+[^\W_]{{1,20}}){{1,4}}"  # keys pressed together
    rf"|(?=[^\W_]{{0,20}}(?:[A-Z]|\d\d)){_LETTER}{{1,20}}\d[^\W_]{{0,30}}|(?i:0x[0-9a-f]{{2,16}})"  # a code
    r"|(?=[\w.-]{0,20}[A-Z])[^\W\d_]{1,10}(?:[.-][^\W_]{1,12}){0,2}[.-]?\d[\w.-]{0,30}"  # a model, a numbered code
    rf"|[a-z]{{2,20}}[A-Z]{_LETTER}{{1,30}}"  # small letters, then a capital
)
_DOTTED = re.compile(rf"{_LETTER}[\w-]{{1,30}}(?:\.[a-z][\w-]{{1,30}}){{1,4}}")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


@text_cache(100_000)
def exact_names(question: str) -> tuple[str, ...]:
    """The names that a question has as they are written elsewhere: `--amend`, `Ctrl+K`, `E07`, "first come"; in order.

    A quoted term is one whatever it looks like. Another token is one by its signs, digits and capitals alone, so that
    no word of a language is one. An amount (`30min`, `$5`), a short form, also with a digit (`v2`), and a word with a
    capital are none.
    """
    found: list[str] = []
    rest = _PLACEHOLDER.sub(" ", question)
    for quoted in _QUOTED.finditer(rest):
        name = next(each for each in quoted.groups() if each is not None).strip()
        is_code = quoted.group("code") is not None
        if any(map(str.isalnum, name)) and (is_code or len(name.split()) <= _MOST_WORDS):
            found.append(name.rstrip(".,;:?!"))
    rest = _SPACED_PLUS.sub("+", _QUOTED.sub(" ", rest))
    found += [name for token in rest.split() if len(token) <= _MOST_CHARS and _is_code(name := _bare(token))]
    return tuple(dict.fromkeys(found))


def holds_name(text: str, name: str) -> bool:
    """Whether a text has a name as a whole, whatever the case: `--exclude-larger` does not hold `--exclude`.

    Dashes and the spaces of a combination of keys may be typeset otherwise, and letters and digits be set apart.
    """
    return bool(_pattern(name).search(_plain(text)))


def _bare(token: str) -> str:
    """A token without the punctuation around it, an elided word before it and a possessive ending."""
    bare = _ELIDED.sub("", token.lstrip(_BEFORE), count=1).lstrip(_BEFORE)
    bare = bare.rstrip(_AFTER)
    while bare.endswith(")") and bare.count("(") < bare.count(")"):
        bare = bare[:-1].rstrip(_AFTER)
    return _POSSESSIVE.sub("", bare)


def _is_code(token: str) -> bool:
    if _CODE.fullmatch(token):
        return True
    return bool(_DOTTED.fullmatch(token)) and _all_function_words().isdisjoint(token.lower().split("."))


@cache
def _all_function_words() -> frozenset[str]:
    return frozenset[str]().union(*(function_words(code) for code in LANGUAGES))


@text_cache(750_000)  # passages come back in turn after turn
def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().translate(_DASHES)


_PARTS = re.compile(r"\s+|\s?\+\s?|-+|\d+|[^\W\d_]+|\W|_")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    parts = _PARTS.findall(_plain(name.removesuffix("()")))
    said = ""
    for at, part in enumerate(parts):
        before = parts[at - 1] if at else ""
        after = parts[at + 1] if at + 1 < len(parts) else ""
        if part.isspace():
            said += r"\s{1,3}"
        elif "+" in part and before and after:
            said += r"\s?[+-]\s?"
        elif part[0] == "-":
            said += "-{1,2}" if not at else r"[-\s]?" if before.isalpha() and after.isdigit() else "-"
        else:
            set_apart = before.isalpha() and part.isdigit()
            said += (r"[-\s]?" if set_apart else "") + re.escape(part)
    end = r"\(" if name.endswith("()") else r"(?![\w])(?![-+]\w)(?! \+)(?!\.\w)"
    return re.compile(rf"(?<![\w$@#+-])(?<!\+ ){said}{end}")
