"""What a question asks for, judged by its form: a definition, a number, a person, steps, a comparison."""

import re
from dataclasses import dataclass
from functools import cache

from askwell.languages import instructions, lexicon, patterns
from askwell.languages.patterns import AskedFor
from askwell.text.words import content_words, fold
from askwell.types import Language

_SIDES_CHARS = 1_000
"""Of a question, in which the two sides of a comparison are looked for: the pattern takes quadratic time."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The form of a question."""

    for_: AskedFor
    subject: str = ""
    """The term to define, the noun counted by "how many", or the kind asked for by "which"; otherwise empty."""
    sides: tuple[str, ...] = ()
    """The two things to compare; otherwise empty."""


def asked(question: str, language: Language) -> Asked:
    """The form of a question by the patterns of its language; `other` if none matches."""
    plain = _plain(question)
    for for_, pattern in patterns(language).questions.forms:
        if _compiled(pattern).search(plain):
            if for_ == "comparison":
                sides = _sides(question, language)
                return Asked("comparison", sides=sides) if sides else Asked("other")
            return Asked(for_, subject=_subject(for_, plain, pattern, language))
    return Asked("other")


def compared(question: str, language: Language) -> tuple[str, ...]:
    """Only the `sides` of a question, which is faster than `asked`; empty if it is no comparison."""
    for_, pattern = patterns(language).questions.forms[0]
    assert for_ == "comparison", "it comes before all other forms"
    return _sides(question, language) if _compiled(pattern).search(_plain(question)) else ()


def asks_how(question: str, language: Language) -> bool:
    """Whether a question asks how something is done, in any of its clauses."""
    return bool(_compiled(instructions(language).asks).search(_plain(question)))


def _plain(question: str) -> str:
    return " ".join(fold(question.replace("’", "'")).split()).strip(" ?!.")


def scaffold(language: Language) -> frozenset[str]:
    """Words that belong to the form of a question, not to its subject: "difference", "mean", "explain"."""
    return lexicon(language).scaffold


def _sides(question: str, language: Language) -> tuple[str, ...]:
    question = question[:_SIDES_CHARS]
    found = _compiled(patterns(language).questions.sides).search(question.strip(" ?!."))
    parts = [part.strip() for part in found.groups() if part] if found else []
    if len(parts) == 1 and found:
        parts.insert(0, question[: found.start()].strip())
    return tuple(part for part in parts if part) if len(parts) == 2 else ()


def _subject(for_: AskedFor, plain: str, pattern: str, language: Language) -> str:
    if for_ == "definition":
        found = _compiled(pattern).search(plain)
        rest = plain[found.end() :] if found else ""
        framing = scaffold(language)
        return " ".join(word for word in content_words(rest, language) if word not in framing)
    kind = _compiled(patterns(language).questions.kind).search(plain)
    return kind.group(1) if kind else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
