"""Checks a model's rewrite of a question. Each veto is proved from the question, the conversation and the rewrite."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from typing import Literal

from askwell.languages import LANGUAGES, lexicon
from askwell.llm.veto_answer import answers
from askwell.llm.veto_names import invents_name
from askwell.llm.veto_negation import drops_negation
from askwell.text.detect import detect_language
from askwell.text.numbers import numbers
from askwell.text.words import words
from askwell.types import Language, Recalled

Veto = Literal[
    "",
    "empty",
    "too_long",
    "answer",
    "language",
    "number_dropped",
    "number_invented",
    "negation_dropped",
    "entity_invented",
    "withheld",
]
"""Why a rewrite must not be used; empty if it may be used. `languages/*/decisions.toml` has a text for each."""

MAX_ADDED_WORDS = 60
"""Maximum words that a rewrite may have in addition to the number of words of the question."""
MIN_LANGUAGE_WORDS = 4
"""Minimum words for detecting the language of a rewrite."""
MAX_COUNT = 20
"""Maximum number of things that a question points at by their number, as in `the two`."""
_DIGITS = re.compile(r"\d+")
_MIXED = re.compile(r"[A-Z][^\W\d_]*-?(\d+)")


def veto(  # noqa: PLR0911
    question: str, rewrite: str, recalled: Recalled, language: Language, *, about: str = ""
) -> Veto:
    """Why a rewrite must not be used.

    `empty`; `too_long`; `answer` (a statement, but the user asked, or a statement about something nobody mentioned);
    `language` (not that of the question nor of the conversation); `number_dropped` (a number of the question);
    `number_invented` and `entity_invented` (a number or a name that occurs neither in the question, nor in the
    conversation with its sources and memory, nor in `about`); `negation_dropped`. Negations and names need a lexicon
    of the language; in German, all nouns have capitals.
    """
    if not words(rewrite):
        return "empty"
    if len(words(rewrite)) > len(words(question)) + MAX_ADDED_WORDS:
        return "too_long"
    texts = [question, about, *_texts(recalled)]
    context = "\n".join(texts)
    known = set(words(context))
    if answers(question, rewrite, context, language):
        return "answer"
    if _is_foreign(question, rewrite, recalled, language, known):
        return "language"
    if _drops_number(question, rewrite, language):
        return "number_dropped"
    if _invents_number(rewrite, context, language):
        return "number_invented"
    if language not in LANGUAGES:
        return ""
    if drops_negation(question, rewrite, language):
        return "negation_dropped"
    return "entity_invented" if invents_name(question, rewrite, texts, language) else ""


def _texts(recalled: Recalled) -> list[str]:
    """What was written in the conversation, in its sources and in its memory."""
    texts = [recalled.memory.summary, recalled.first_question, *(item.text for item in recalled.memory.items)]
    for turn in (*recalled.older, *recalled.turns):
        texts += [turn.question, turn.standalone_question, turn.answer, *turn.things, *turn.among]
        for source in turn.sources:
            texts += [source.document, source.title, *(passage.text for passage in source.passages)]
    return texts


def _is_foreign(question: str, rewrite: str, recalled: Recalled, language: Language, known: Collection[str]) -> bool:
    """Whether the rewrite is in a script or a language that neither the question nor the conversation uses.

    `known` are the words of both: a text without any of them and without a function word is in another language.
    """
    turns = (text for turn in recalled.turns for text in (turn.question, turn.answer))
    script = main_script(rewrite)
    if script and not any(script_of(char) == script for text in (question, *turns) for char in text):
        return True
    if language not in LANGUAGES or len(words(rewrite)) < MIN_LANGUAGE_WORDS:
        return False
    function_words = lexicon(language).stop_words
    if not any(word in function_words or word in known for word in words(rewrite)):
        return True
    used = {language, *(turn.language for turn in recalled.turns)}
    detected = detect_language(rewrite, allowed=LANGUAGES, default=language)
    return detected not in used and detected != detect_language(question, allowed=LANGUAGES, default=language)


def main_script(text: str) -> str:
    """Script of most letters; empty without letters."""
    counts = Counter(map(script_of, text))
    del counts[""]
    return max(counts, key=counts.__getitem__, default="")


def script_of(char: str) -> str:
    """Script of a letter, the first word of its Unicode name; empty for other characters."""
    return unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""


def _drops_number(question: str, rewrite: str, language: Language) -> bool:
    kept = {value for value, _, _ in numbers(rewrite, language)} | set(_DIGITS.findall(rewrite))
    return any(
        value not in kept and not _counts(question, value, start, end, language)
        for value, start, end in numbers(question, language)
    )


def _counts(question: str, value: str, start: int, end: int, language: Language) -> bool:
    """Whether a number says how many known things are meant (`the other two`) or which of them (`the 2nd`).

    A rewrite names these things instead.
    """
    if not value.isdecimal() or int(value) > MAX_COUNT:
        return False
    if question[end : end + 1].isalpha():
        return True
    known = lexicon(language)
    before = [*words(question[:start])[-2:]]
    between = (known.ordinals, known.comparing, known.adjectives, known.adverbs, known.prepositions)
    if len(before) == 2 and any(before[1] in group for group in between):
        before = before[:1] if before[1] not in known.ordinals else before[1:]
    pointing = (known.definite, known.demonstratives, known.possessives, known.ordinals, known.both)
    return bool(before) and any(before[-1] in group for group in pointing)


def _invents_number(rewrite: str, context: str, language: Language) -> bool:
    known = {value for value, _, _ in numbers(context, language)} | set(_DIGITS.findall(context))
    used = {value for value, _, _ in numbers(rewrite, language)} | set(_MIXED.findall(rewrite))
    return not used <= known
