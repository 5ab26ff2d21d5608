"""Operations on the last answer: whether a message asks for nothing else, and which sentences give what it asks for."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import dropwhile
from typing import cast, get_args

from askwell.languages import LANGUAGES, every, lexicon, operations, patterns
from askwell.text.bounds import text_cache
from askwell.text.citations import strip_marks
from askwell.text.words import content_stems, fold, function_words, words
from askwell.types import Language, Operation, OperationKind

_LONGEST_CHARS = 120
_PRECEDENCE: tuple[OperationKind, ...] = (
    "transform", "example", "check", "sentence", "list", "shorter", "reword", "reason", "repeat", "continue",
)  # fmt: skip
"""Of several operations in one message, the first is meant, unless another one has a longer phrase."""
_ALSO_SUBJECTS: frozenset[OperationKind] = frozenset({"example", "list", "transform"})
"""Operations that a single word asks for which may also be the subject of a first question."""
_SHORTEST_MISSPELT = 6
_LEAST_SHARED: Mapping[OperationKind, int] = {"reason": 2}
"""Stems that a sentence has in common with the subject, if not one."""
LEAST_SHARED_IF_UNSURE = 2
"""The same for an example of an answer that was not sure."""


@text_cache(200_000)
def asked_operation(message: str, language: Language) -> OperationKind | None:
    """The operation that a message asks for; None if it asks for something else, or for more than that.

    It asks for an operation if it has a phrase for it and no other word with content; a phrase of ordered words allows
    only one other word. Phrases of the language come
    first, then those of the other languages. A word of six letters or more may have one letter missing, doubled or
    exchanged with the next one. A question that begins with a form of "to be" is about the subject (`is it longer?`),
    unless it asks whether the answer is right; in a language that leaves out subjects, one without a question mark is a
    remark on the answer. One that begins with another auxiliary and a demonstrative asks for no
    more of the answer either (`can that be longer?`).
    """
    if len(message) > _LONGEST_CHARS:
        return None
    typed = words(fold(message.replace("’", "'")))
    is_question = message.rstrip().endswith("?")
    codes = dict.fromkeys((language, *LANGUAGES))
    for code in codes:
        if found := _asked_in_order(typed, code):
            return found
    not_meant = _not_meant(words(message), typed, language)
    for code in codes:
        is_remark = lexicon(code).drops_subject and not is_question
        if found := _asked(typed, code, is_question=is_question, not_meant=frozenset() if is_remark else not_meant):
            return found
    return None


def without_check(message: str, language: Language) -> str:
    """The message without a first sentence that only asks whether the answer is right: `are you sure? it has no key`.

    As typed if there is no such sentence, or nothing with content after it.
    """
    first, sign, rest = message.partition("?")
    if not sign or asked_operation(f"{first}?", language) != "check" or not content_stems(rest, language):
        return message
    return rest.strip()


def may_be_subject(message: str, kind: OperationKind) -> bool:
    """Whether a message may be a search for the word itself, as `list` is in a manual."""
    return kind in _ALSO_SUBJECTS and len(words(message)) == 1


def _not_meant(message: Sequence[str], typed: Sequence[str], language: Language) -> frozenset[OperationKind]:
    """The operations that a question about the subject is none of, from its first two words."""
    if _copulas().intersection(message[:1]) and not _there() & set(typed):
        return frozenset(_PRECEDENCE) - {"check"}
    forms = lexicon(language)
    is_about_that = bool(forms.auxiliaries & set(message[:1]) and forms.demonstratives & set(message[1:2]))
    return frozenset({"continue"} if is_about_that else ())


def _asked(
    typed: Sequence[str], language: Language, *, is_question: bool, not_meant: frozenset[OperationKind]
) -> OperationKind | None:
    known = _known_words(language)
    spelt: set[str] = set()
    for word in typed:
        spelt.add(word if word in known else _spelt(word, language))
        if not spelt <= known:
            return None
    held = frozenset(spelt)
    matched = [(kind, phrase) for kind, phrase in _phrases(language) if phrase <= held]
    covered = frozenset[str]().union(*[phrase for _, phrase in matched])
    if held - covered - _frame(language):
        return None
    is_thing = is_question and _is_about_thing(typed, language)
    fitting = [
        (kind, phrase)
        for kind, phrase in matched
        if kind not in not_meant
        and (kind != "check" or is_question or len(phrase) > 1)
        and not (kind == "transform" and len(phrase) == 1 and is_thing)
    ]
    return min(fitting, key=lambda pair: (-len(pair[1]), _PRECEDENCE.index(pair[0])), default=(None,))[0]


def _is_about_thing(typed: Sequence[str], language: Language) -> bool:
    """Whether a question is a thing that was spoken of, after an "and" perhaps: `and the text of the song?`."""
    forms = lexicon(language)
    rest = [*dropwhile(lambda word: word in forms.conjunctions, typed)]
    return bool(rest) and rest[0] in forms.definite


def _asked_in_order(typed: Sequence[str], language: Language) -> OperationKind | None:
    """The operation of the longest phrase whose words the message has in order, with one other word at most."""
    said = [word for word in typed if word not in _polite(language)]
    for kind, phrase in _ordered_phrases(language):
        for held in (typed, said):
            others = Counter(held) - Counter(phrase)
            if len(held) <= len(phrase) + 1 and others.keys() <= _known_words(language) and _in_order(phrase, held):
                return kind
    return None


def _in_order(phrase: Sequence[str], held: Sequence[str]) -> bool:
    left = iter(held)
    return all(word in left for word in phrase)


@cache
def _ordered_phrases(language: Language) -> tuple[tuple[OperationKind, tuple[str, ...]], ...]:
    """Longest first."""
    known = operations(language).ordered
    found = [(cast("OperationKind", kind), tuple(words(phrase))) for kind, all_ in known.items() for phrase in all_]
    return tuple(sorted(found, key=lambda pair: -len(pair[1])))


@cache
def _phrases(language: Language) -> tuple[tuple[OperationKind, frozenset[str]], ...]:
    known = operations(language).phrases
    assert known.keys() == set(get_args(OperationKind)), "each language has phrases for each operation"
    return tuple(
        (cast("OperationKind", kind), frozenset(words(phrase))) for kind, all_ in known.items() for phrase in all_
    )


@cache
def _known_words(language: Language) -> frozenset[str]:
    """All words that a message with an operation may have."""
    return _frame(language).union(*[phrase for _, phrase in _phrases(language)])


@cache
def _frame(language: Language) -> frozenset[str]:
    """Words that ask for nothing by themselves."""
    own = operations(language)
    return frozenset(map(fold, function_words(language))).union(_polite(language), own.frame) - own.no_frame


@cache
def _polite(language: Language) -> frozenset[str]:
    """Words of small talk."""
    talk = patterns(language).talk
    return frozenset(f"{talk.greeting}|{talk.thanks}|{talk.fillers}".replace("|", " ").split())


@cache
def _copulas() -> frozenset[str]:
    return every(lambda grammar: grammar.copulas)


@cache
def _there() -> frozenset[str]:
    return frozenset(map(fold, every(lambda grammar: grammar.there_words)))


def _spelt(word: str, language: Language) -> str:
    """The word of a phrase that this one misspells, or the word itself."""
    known = _misspellings(language)
    extra = (known.get(each) for each in _shortened(word) if len(each) >= _SHORTEST_MISSPELT)
    return known.get(word) or next((each for each in extra if each in set(_shortened(word))), word)


@cache
def _misspellings(language: Language) -> dict[str, str]:
    """Words of phrases by themselves, without one letter, and with two neighbours exchanged; the first letter stays."""
    long = {each for _, phrase in _phrases(language) for each in phrase if len(each) >= _SHORTEST_MISSPELT}
    found = {each: each for each in sorted(long)}
    for word in sorted(long):
        exchanged = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1))
        for each in (*_shortened(word), *exchanged):
            found.setdefault(each, word)
    return found


def _shortened(word: str) -> Iterator[str]:
    """The word without one of its letters, except for the first."""
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def fits(
    kind: OperationKind, sentence: str, language: Language, subject: frozenset[str], *, is_sure: bool = True
) -> bool:
    """Whether a sentence of a passage gives what is asked for; see `subject_of` for the stems of the subject.

    An example or a reason needs a sign of one; a reason two stems of the subject, and more of the same, one. If the
    answer was not sure, its passages may be about something else, and an example needs two as well.
    """
    shared = len(subject.intersection(content_stems(sentence, language)))
    if kind == "example":
        return gives_example(sentence) and (is_sure or shared >= min(LEAST_SHARED_IF_UNSURE, len(subject)))
    return (kind != "reason" or gives_reason(sentence)) and shared >= min(_LEAST_SHARED.get(kind, 1), len(subject))


def subject_of(operation: Operation, language: Language) -> frozenset[str]:
    """Content stems of what an operation is about: of the question, and for more of the same also of its answers."""
    texts = [operation.question]
    if operation.kind == "continue":
        texts += [strip_marks(turn.answer) for turn in operation.answers]
    return frozenset(content_stems(" ".join(texts), language))


def gives_example(sentence: str) -> bool:
    """Whether a sentence of any language gives an example."""
    return bool(_sign("examples").search(fold(sentence)))


def gives_reason(sentence: str) -> bool:
    """Whether a sentence of any language gives a reason."""
    return bool(_sign("reasons").search(fold(sentence)))


@cache
def _sign(name: str) -> re.Pattern[str]:
    signs = "|".join(getattr(operations(code), name) for code in LANGUAGES)
    return re.compile(rf"(?<!\w)(?:{signs})(?!\w)")
