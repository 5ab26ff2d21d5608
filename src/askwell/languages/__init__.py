"""Language data, one folder per language; no other room contains words of a language.

A folder has a `lexicon` (word classes), a `grammar` (small sets of words for the rules), `patterns`, `operations`
(requests about the last answer), `attachments` (words for files of a conversation), `tables` (words for questions about
tables), `values` (words for dates, amounts and references), `known_questions` (words that change what a question asks
for), `privacy` (words around personal data), `judging` (words for judging answers), `personas` (sentences of simulated
users), `instructions` (how documents tell what to do), a `wording`, `cases` (samples for tests), and the texts
`page.json` (page), `cli.toml` (terminal) and `decisions.toml`. To add a language, add its folder and its code in
`LANGUAGES`. Each part is loaded at its first use.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from askwell.languages.attachments import AttachmentWords
from askwell.languages.cases import Cases
from askwell.languages.grammar import Grammar
from askwell.languages.instructions import Instructions
from askwell.languages.judging import JudgingWords
from askwell.languages.known_questions import KnownQuestionWords
from askwell.languages.lexicon import Lexicon
from askwell.languages.operations import Operations
from askwell.languages.orders import Orders
from askwell.languages.patterns import Patterns
from askwell.languages.personas import PersonaWords
from askwell.languages.privacy import PersonalWords
from askwell.languages.tables import TableWords
from askwell.languages.values import ValueWords
from askwell.languages.wording import Wording

LANGUAGES: tuple[str, ...] = ("en", "nl", "it")
"""Languages with a folder; all others use the data of the first."""

_CACHED_CODES = 64
"""Size of the caches by language code; callers may pass any code."""


@lru_cache(maxsize=_CACHED_CODES)
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language; English for a language without a folder, as in the functions below."""
    found: Lexicon = _part(language, "lexicon").LEXICON
    return found


@lru_cache(maxsize=_CACHED_CODES)
def grammar(language: str) -> Grammar:
    """The grammar of a language."""
    found: Grammar = _part(language, "grammar").GRAMMAR
    return found


@lru_cache(maxsize=_CACHED_CODES)
def patterns(language: str) -> Patterns:
    """The patterns of a language."""
    found: Patterns = _part(language, "patterns").PATTERNS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def wording(language: str) -> Wording:
    """The wording of a language."""
    found: Wording = _part(language, "wording").WORDING
    return found


@lru_cache(maxsize=_CACHED_CODES)
def operations(language: str) -> Operations:
    """The operations of a language."""
    found: Operations = _part(language, "operations").OPERATIONS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def attachment_words(language: str) -> AttachmentWords:
    """The words of a language for the files of a conversation."""
    found: AttachmentWords = _part(language, "attachments").ATTACHMENTS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def personal_words(language: str) -> PersonalWords:
    """The words of a language around personal data."""
    found: PersonalWords = _part(language, "privacy").PERSONAL
    return found


@lru_cache(maxsize=_CACHED_CODES)
def orders(language: str) -> Orders:
    """The words of a language for instructions to a model."""
    found: Orders = _part(language, "orders").ORDERS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def instructions(language: str) -> Instructions:
    """How documents of a language word the steps of a procedure."""
    found: Instructions = _part(language, "instructions").INSTRUCTIONS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def table_words(language: str) -> TableWords:
    """The words for questions about tables of a language."""
    found: TableWords = _part(language, "tables").TABLES
    return found


@lru_cache(maxsize=_CACHED_CODES)
def value_words(language: str) -> ValueWords:
    """The words of a language for dates, amounts and references."""
    found: ValueWords = _part(language, "values").VALUES
    return found


@lru_cache(maxsize=_CACHED_CODES)
def known_question_words(language: str) -> KnownQuestionWords:
    """The words of a language that change what a question asks for."""
    found: KnownQuestionWords = _part(language, "known_questions").KNOWN_QUESTIONS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def judging_words(language: str) -> JudgingWords:
    """The words of a language for judging answers."""
    found: JudgingWords = _part(language, "judging").JUDGING
    return found


@lru_cache(maxsize=_CACHED_CODES)
def persona_words(language: str) -> PersonaWords:
    """The sentences of simulated users of a language."""
    found: PersonaWords = _part(language, "personas").PERSONAS
    return found


@lru_cache(maxsize=_CACHED_CODES)
def cases(language: str) -> Cases:
    """Samples of a language with expected results, for tests."""
    found: Cases = _part(language, "cases").CASES
    return found


def folder(language: str) -> Path:
    """Folder of a language, with `page.json`, `cli.toml` and `decisions.toml`."""
    return Path(__file__).parent / _code(language)


def every(members: Callable[[Grammar], Iterable[str]]) -> frozenset[str]:
    """The union of a set over all languages, for text of unknown language."""
    return frozenset(member for code in LANGUAGES for member in members(grammar(code)))


def any_of(alternatives: Callable[[Patterns], str]) -> str:
    """The alternatives of all languages, in the order of `LANGUAGES`, joined by `|` without a group."""
    return "|".join(filter(None, (alternatives(patterns(code)) for code in LANGUAGES)))


def _part(language: str, name: str) -> Any:
    return import_module(f"{__name__}.{_code(language)}.{name}")


def _code(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]
