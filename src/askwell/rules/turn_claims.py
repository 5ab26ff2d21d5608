"""The claims of an answered turn, and how well its sources and the turns before it support them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from askwell.languages import judging_words
from askwell.text.computed import are_computed
from askwell.text.detect import is_in_another
from askwell.text.numbers import numbers
from askwell.text.support import Measured, measure, statements
from askwell.text.support.reading import read, read_passage
from askwell.text.support.signs import shared_words
from askwell.text.talk import talk_act
from askwell.text.words import content_words
from askwell.types import Chunk, JudgedTurn, Language, Passage

INVENTED = 0.2
"""Support below which a claim is invented: its words are not in the sources."""
_ALARMS = 0.3
"""A claim contradicts its sources from a chance of 1 - .3 / n on, for an answer of n claims.

So the chance of a false alarm does not grow with the length of the answer.
"""
_ABOUT_THE_SAME = (0.55, 0.3)
"""Least share of the claim's words in three sentences of a source, and of its pairs of words, if it contradicts them.

A claim with other words says something new, which its support measures.
"""
_PLAINLY_THE_SAME = (0.7, 0.5)
"""The same if the chance of a contradiction is only `_LIKELY`, as for numbers in letters."""
_LIKELY = 0.55
_NEGATED = 0.96
"""Least chance for a negation, which right answers often add ("unless", "and not the other one")."""
_CERTAIN = 0.95
"""Least chance of a contradiction that no other sign outweighs."""
_SAME_WORDS: Mapping[str, tuple[float, float]] = {"negation": (0.9, 0.8)}
_SAME_WORDS_OF_VALUES = (0.75, 0.6)
"""Like `_ABOUT_THE_SAME` for such a contradiction; a wrong number, date or name is a word that differs."""
_COMPUTED = 0.75
"""Least support of a claim whose numbers follow from those that are known, or repeat them."""
_LEAST_NEW = 5
"""Number from which on one that nobody has said is wrong; smaller ones may be in other words ("quarterly")."""
_LEAST_WORDS = 3
"""Content words of a claim from which on it can be invented."""

Measure = Callable[[str, Language, Sequence[Passage], str], Measured]
"""Measures a statement in a language against passages, with the question."""

_ROW = re.compile(r" – .*: |: .*; ")
_NO_CLAIMS = frozenset({"chat", "declined", "asked", "not_found"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of an answer with its support."""

    text: str
    measured: Measured
    """By the sources, or by sources and earlier turns together if these support it better."""
    fault: str = ""
    """Empty for one without; `number`, `date`, `name` or `negation` for what differs, `invented` for what is new."""
    is_certain: bool = False
    """Whether a passage says the same in the same words but for what differs."""


def measure_installed(text: str, language: Language, passages: Sequence[Passage], asked: str) -> Measured:
    """The support by the installed weights."""
    return measure(text, language, passages, asked=asked)


def claims(turn: JudgedTurn, measuring: Measure = measure_installed) -> list[Claim]:
    """The claims of an answer. Small talk, refusals, questions back and what denies an answer claim nothing."""
    if turn.outcome in _NO_CLAIMS or is_talk(turn):
        return []
    said = [each.text for each in statements(turn.answer) if not denies(each.text, turn.language)]
    sources = [passage for held in turn.sources.values() for passage in held]
    earlier = list(_earlier(turn))
    known = [*sources, *earlier]
    languages = [passage.language for passage in known]
    asked = "\n".join([turn.question, turn.resolved or "", *(each.question for each in turn.earlier)])

    def best(text: str) -> Measured:
        own = measuring(text, turn.language, sources, asked)
        if not own.lacks:
            return own
        together = measuring(text, turn.language, known, asked)
        plain = max(own, together, key=lambda each: (not each.lacks, each.score * (1 - each.clash)))
        is_new = plain.score < INVENTED and len(content_words(text, turn.language)) >= _LEAST_WORDS
        if plain.lacks != "words" or is_new:
            return plain
        # "Yes, with both" says what the question asks; so does a claim in other words.
        whole = measuring(f"{turn.resolved or turn.question} {text}", turn.language, known, "")
        return plain._replace(score=max(plain.score, whole.score))

    found = [(text, best(text)) for text in said if not (sources and is_in_another(text, languages))]
    return [_claim(text, measured, turn, known, len(found)) for text, measured in found]


def denies(text: str, language: Language) -> bool:
    """Whether a text says that the documents do not answer."""
    plain = " ".join(text.replace("’", "'").lower().split())
    return bool(_denial(language).search(plain))


def is_talk(turn: JudgedTurn) -> bool:
    """Whether a turn is small talk, or a question back."""
    if turn.sources or turn.outcome not in {None, "chat", "asked"}:
        return False
    return bool(talk_act(turn.question, turn.language)) or "?" in turn.answer


def passage_of(name: str, title: str, text: str, language: Language) -> Passage:
    """A text as a passage."""
    chunk = Chunk(name, name, 0, text, 0, len(text), (), None, 0)
    return Passage(chunk, name, title, "", language, (), "", 1.0)


def _earlier(turn: JudgedTurn) -> Iterator[Passage]:
    """The turns before, as passages. What a user has said is known too."""
    for number, each in enumerate(turn.earlier, 1):
        yield passage_of(f"turn {number}", str(number), f"{each.question}\n{each.answer}", turn.language)


def _claim(text: str, measured: Measured, turn: JudgedTurn, known: Sequence[Passage], count: int) -> Claim:
    if measured.lacks in {"number", "date", "name", "negation"}:
        others = "\n".join(
            [turn.question, turn.resolved or "", *(f"{each.question}\n{each.answer}" for each in turn.earlier)]
        )
        before = "\n".join(each.answer for each in turn.earlier)
        texts = [each.chunk.text for each in known]
        # The second one for a result that the user has computed: it is in the question too.
        follows = measured.lacks in {"number", "date"} and (
            are_computed(text, others, texts, turn.language) or are_computed(text, before, [before], turn.language)
        )
        if follows or _repeats_earlier(text, turn):
            return Claim(text, measured._replace(score=max(measured.score, _COMPUTED)))
        if _contradicts(text, measured, turn, known, count):
            return Claim(text, measured, measured.lacks, _is_certain(text, measured, turn, known))
        if measured.lacks == "number" and turn.sources and _has_new(text, turn, known, least=_LEAST_NEW):
            return Claim(text, measured, "number")
    if _is_free(turn) and not _has_new(text, turn, known):
        return Claim(text, measured._replace(score=max(measured.score, _COMPUTED)))
    is_new = measured.score < INVENTED and len(content_words(text, turn.language)) >= _LEAST_WORDS
    return Claim(text, measured, "invented" if is_new else "")


def _is_free(turn: JudgedTurn) -> bool:
    """Whether nothing is cited and nothing expected, as in small talk: only a number could be checked."""
    expects = turn.expected_questions or turn.expected_topics or turn.expected_texts
    return turn.outcome is None and not (turn.sources or expects or turn.requires_context)


def _repeats_earlier(text: str, turn: JudgedTurn) -> bool:
    """Whether a claim is little more than numbers that earlier answers have: "No, fewer: 189"."""
    own = {value for value, _, _ in numbers(text, turn.language)}
    held = {value for each in turn.earlier for value, _, _ in numbers(each.answer, turn.language)}
    return bool(own) and own <= held and len(content_words(text, turn.language)) - len(own) < _LEAST_WORDS


def _contradicts(text: str, measured: Measured, turn: JudgedTurn, known: Sequence[Passage], count: int) -> bool:
    """Whether passages say the same with another number, date or name, or the opposite.

    The numbers of a row of a table, and of a list of earlier questions, have other words around them than in their
    passage, so only a new number contradicts it.
    """
    if not known:
        return False
    if measured.lacks == "negation":
        # What is concluded from earlier turns ("Not by that rule: ...") negates words that they do not.
        is_sure = turn.sources and measured.clash >= _NEGATED
        if not is_sure or _ends_negated(text, turn.language):
            return False
    if measured.lacks == "number" and (not turn.sources or _ROW.search(text)) and not _has_new(text, turn, known):
        return False
    words = shared_words(read(text, turn.language), [read_passage(each) for each in known])
    if measured.clash >= 1 - _ALARMS / count:
        return words.window >= _ABOUT_THE_SAME[0] and words.pairs >= _ABOUT_THE_SAME[1]
    return measured.clash >= _LIKELY and words.window >= _PLAINLY_THE_SAME[0] and words.pairs >= _PLAINLY_THE_SAME[1]


def _is_certain(text: str, measured: Measured, turn: JudgedTurn, known: Sequence[Passage]) -> bool:
    window, pairs = _SAME_WORDS.get(measured.lacks, _SAME_WORDS_OF_VALUES)
    words = shared_words(read(text, turn.language), [read_passage(each) for each in known])
    return measured.clash >= _CERTAIN and words.window >= window and words.pairs >= pairs


def _ends_negated(text: str, language: Language) -> bool:
    """Whether a statement ends with a negation whose verb it leaves out: "neighbours do not"."""
    tokens = read(text, language).tokens
    return bool(tokens) and tokens[-1].kind == "negation"


def _has_new(text: str, turn: JudgedTurn, known: Sequence[Passage], *, least: float = 0.0) -> bool:
    """Whether a text has a number, from `least` on, that neither the passages nor the question have."""
    texts = [turn.question, turn.resolved or "", *(f"{each.title}\n{each.chunk.text}" for each in known)]
    held = {value for each in texts for value, _, _ in numbers(each, turn.language)}
    return any(value not in held and float(value) >= least for value, _, _ in numbers(text, turn.language))


@cache
def _denial(language: Language) -> re.Pattern[str]:
    return re.compile(judging_words(language).denial)
