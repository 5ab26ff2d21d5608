"""What is known of each language: one folder a language, and nothing that is bound to a language elsewhere.

A folder has a `lexicon` (word classes), a `grammar` (small sets that rules compare with), `patterns`, a `wording`,
`cases` (samples that tests run), `page.json` and `cli.toml` (words of the page and of the terminal). Adding a language
is adding its folder and naming it in `LANGUAGES`. Each part is loaded when it is first asked for.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from askwell.languages.cases import Cases
from askwell.languages.grammar import Grammar
from askwell.languages.lexicon import Lexicon
from askwell.languages.patterns import Patterns
from askwell.languages.wording import Wording

LANGUAGES: tuple[str, ...] = ("en", "nl", "it")
"""Languages with a folder; all others are read and written as the first."""

_KEPT = 64
"""Codes whose values are found without a look at the folders; a caller may ask for any code."""


@lru_cache(maxsize=_KEPT)
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; the English one for a language without a folder, as below."""
    found: Lexicon = _part(language, "lexicon").LEXICON
    return found


@lru_cache(maxsize=_KEPT)
def grammar(language: str) -> Grammar:
    """The grammar of a language."""
    found: Grammar = _part(language, "grammar").GRAMMAR
    return found


@lru_cache(maxsize=_KEPT)
def patterns(language: str) -> Patterns:
    """The patterns of a language."""
    found: Patterns = _part(language, "patterns").PATTERNS
    return found


@lru_cache(maxsize=_KEPT)
def wording(language: str) -> Wording:
    """The wording of a language."""
    found: Wording = _part(language, "wording").WORDING
    return found


def cases(language: str) -> Cases:
    """Samples of a language with what is to be read in them, for tests."""
    found: Cases = _part(language, "cases").CASES
    return found


def folder(language: str) -> Path:
    """Where the files of a language lie: `page.json` with the words of the page, `cli.toml` with the terminal's."""
    return Path(__file__).parent / _code(language)


def every(members: Callable[[Grammar], Iterable[str]]) -> frozenset[str]:
    """The members of a set over all languages, for text that is read whatever its language."""
    return frozenset(member for code in LANGUAGES for member in members(grammar(code)))


def any_of(alternatives: Callable[[Patterns], str]) -> str:
    """The alternatives of all languages as one alternation, in the order of `LANGUAGES`, without a group around it."""
    return "|".join(filter(None, (alternatives(patterns(code)) for code in LANGUAGES)))


def _part(language: str, name: str) -> Any:
    return import_module(f"{__name__}.{_code(language)}.{name}")


def _code(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]
