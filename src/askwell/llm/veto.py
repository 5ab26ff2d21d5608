"""Checks a model's rewrite of a question."""

from collections.abc import Sequence

from askwell.languages import LANGUAGES, lexicon
from askwell.text.detect import detect_language
from askwell.text.numbers import numbers
from askwell.text.words import content_stems, stem, words
from askwell.types import Language, Recalled

MAX_ADDED_WORDS = 30
"""Maximum words that a rewrite may add; antecedents and conditions need fewer."""
MIN_LETTERS = 40
"""Minimum letters for detecting the language of a rewrite."""


def veto(
    question: str,
    rewrite: str,
    recalled: Recalled,
    language: Language,
    *,
    about: str = "",
    pointing: Sequence[str] = (),
) -> str:
    """Why a rewrite must not be used, as a stable code; empty if it may be used.

    `empty`, `longer`, `answers` (a statement or several sentences instead of a question), `still_leans` (keeps one of
    the `pointing` expressions, whose antecedents are known), `drops_words`, `drops_numbers`, `invents_numbers`,
    `invents_words` (most added words occur neither in the conversation nor in `about`), `other_language`.
    """
    if not rewrite.strip():
        return "empty"
    if len(words(rewrite)) > len(words(question)) + MAX_ADDED_WORDS:
        return "longer"
    if _answers(question, rewrite):
        return "answers"
    context = f"{about} \n{_context(recalled)}"
    return (
        _numbers(question, rewrite, context, language)
        or _drops(question, rewrite, language)
        or _language(question, rewrite, language)
        or _still_leans(question, rewrite, _contentless(pointing, language))
        or _invents(question, rewrite, context, language)
    )


def _drops(question: str, rewrite: str, language: Language) -> str:
    if not missing_stems(question, rewrite, language):
        return ""
    return _language(question, rewrite, language) or "drops_words"


def missing_stems(question: str, rewrite: str, language: Language) -> set[str]:
    """Stems of content words of the question that the rewrite lacks; words that a rewrite may replace are ignored."""
    own = set(content_stems(_without_numbers(question, language), language)) - _replaceable(language)
    return own - {stem(word, language) for word in words(rewrite)}


def _without_numbers(text: str, language: Language) -> str:
    for _, start, end in reversed(numbers(text, language)):
        text = f"{text[:start]} {text[end:]}"
    return text


def _replaceable(language: Language) -> set[str]:
    """Stems that a rewrite may replace by a name or drop: pronouns, ordinals, openers, words of assent."""
    known = lexicon(language)
    groups = (
        known.pronouns,
        known.possessives,
        known.demonstratives,
        known.stand_ins,
        known.speakers,
        known.ordinals,
        known.openers,
        known.interjections,
        known.again,
        known.question_words,
        known.comparing,
    )
    pointing = {word for group in groups for word in group}
    about = {word for phrase in known.about for word in words(phrase)}
    return {stem(word, language) for word in pointing | about}


def _answers(question: str, rewrite: str) -> bool:
    if "?" in question and "?" not in rewrite:
        return True
    return "\n" in rewrite.strip() or rewrite.count("?") > max(1, question.count("?"))


def _numbers(question: str, rewrite: str, context: str, language: Language) -> str:
    asked = {value for value, _, _ in numbers(question, language)}
    written = {value for value, _, _ in numbers(rewrite, language)}
    if asked - written:
        return "drops_numbers"
    known = asked | {value for value, _, _ in numbers(context, language)}
    return "invents_numbers" if written - known else ""


def _context(recalled: Recalled) -> str:
    turns = (f"{turn.question} \n{turn.standalone_question} \n{turn.answer}" for turn in recalled.turns)
    return " \n".join([recalled.memory.summary, recalled.first_question, *turns])


def _contentless(expressions: Sequence[str], language: Language) -> list[str]:
    """The expressions without content words. A rewrite may keep the others, such as `the results`, and add to them."""
    return [each for each in expressions if not set(content_stems(each, language)) - _replaceable(language)]


def _still_leans(question: str, rewrite: str, pointing: Sequence[str]) -> str:
    """`still_leans` if one of the expressions occurs as often in the rewrite as in the question, else empty."""
    keeps_one = any(_count(each, rewrite) >= _count(each, question) > 0 for each in pointing)
    return "still_leans" if keeps_one else ""


def _count(expression: str, text: str) -> int:
    return f" {' '.join(words(text))} ".count(f" {' '.join(words(expression))} ")


def adds(question: str, rewrite: str, language: Language) -> set[str]:
    """Stems of content words in the rewrite that are not in the question."""
    return set(content_stems(rewrite, language)) - {stem(word, language) for word in words(question)}


def _invents(question: str, rewrite: str, context: str, language: Language) -> str:
    added = adds(question, rewrite, language)
    unknown = added - {stem(word, language) for word in words(context)}
    return "invents_words" if 2 * len(unknown) > len(added) else ""


def _language(question: str, rewrite: str, language: Language) -> str:
    if rewrite == question or sum(char.isalpha() for char in rewrite) < MIN_LETTERS:
        return ""
    detected = detect_language(rewrite, allowed=LANGUAGES, default=language)
    return "" if detected == language else "other_language"
