"""Features of a question in its conversation and of each word of earlier turns. None of them knows a language.

Word classes come from the tagger, frequencies from `texts.zipf`. `QUESTION` and `WORD` name the columns in order; the
learnt models depend on that order.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from askwell.types import Language, Resolution
from askwell.understanding.history import History, Word
from askwell.understanding.texts import Text, Use, zipf

Matrix = npt.NDArray[np.float32]
Shape = Literal["year", "number", "name", "plain"]

NEVER = 20.0
"""Stands for the distance to something that was not said."""
COMMON = 8.0
"""Stands for the frequency of a word that is not there: the top of the Zipf scale."""
_SHAPES: tuple[Shape, ...] = ("year", "number", "name", "plain")
_KINDS = ("follow_up", "clarification", "standalone", "topic_switch", "meta")
_REASONS = ("pronoun", "possessive", "definite", "ellipsis", "frame", "ordinal")

QUESTION = (
    "words", "content", "pronouns", "possessives", "demonstratives", "stand_ins", "definites", "speakers", "verbs",
    "wh", "expletives", "first_pronoun", "first_conjunction", "first_wh", "first_aux", "first_verb", "first_prep",
    "first_interjection", "asks", "rarest", "commonest", "mean_zipf", "names", "numbers", "turns", "known", "new",
    "in_last_question", "in_last_answer", "last_answered", "last_answer_asks", "last_words", "last_content",
    "last_pronouns", "last_first_conjunction", "last_rarest", "before_words", "before_content", "before_pronouns",
    "before_rarest", "new_year", "new_number", "new_name", "new_plain", "mean_question", "last_answer_words",
    *(f"draft_{kind}" for kind in _KINDS), *(f"draft_{reason}" for reason in _REASONS),
    "draft_leans", "draft_added",
)  # fmt: skip
"""Features of the question; also part of the features of each word."""

WORD = (
    "zipf", "length", "is_year", "is_number", "is_name", "asked", "answered", "asked_turns", "answered_turns",
    "since_asked", "since_answered", "first_asked", "first_answered", "in_last_q", "in_last_a", "in_first_q",
    "place_in_answer", "words_before_in_answer", "place_in_question", "words_after_in_question", "capital",
    "after_article", "after_prep", "after_verb", "after_noun", "before_prep", "before_noun", "before_end",
    "shares_turn", "next_to_question", "same_shape", "same_shape_new", "new_since", "asked_share", "question_size",
    "asked_before_last", "rarer_in_question", "resolved", "neighbour_zipf", "in_draft",
    "is_noun", "is_adj", "is_verb", "is_counted", "resembles", "resolved_last", "since_resolved", "asked_at_opening",
    "since_opening", "occurrences", "in_last_wording",
)  # fmt: skip
"""Features of a candidate word."""


@dataclass(frozen=True, slots=True)
class Described:
    """A question and its candidates as numbers."""

    question: Matrix
    """One row of `QUESTION`."""
    words: tuple[Word, ...]
    """Candidates: content words of earlier turns that the question does not have."""
    features: Matrix
    """One row per candidate, `WORD` then `QUESTION`."""


def describe(question: Text, history: History, draft: Resolution, drafted: Text, language: Language) -> Described:
    """The features of a question after at least one turn; `drafted` is the draft's wording taken apart."""
    added = frozenset(drafted.uses) - frozenset(question.uses)
    about = _question(question, history, draft, added, language)
    words = tuple([word for low, word in history.words.items() if low not in question.uses])
    own = _Asking.of(question, history, language)
    rows = [_word(word, history, own, added, language) for word in words]
    features = np.empty((len(words), len(WORD) + len(QUESTION)), dtype=np.float32)
    if rows:
        features[:, : len(WORD)] = rows
        features[:, len(WORD) :] = about
    return Described(np.asarray([about], dtype=np.float32), words, features)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What the features of all words need of a question and its history."""

    content: frozenset[str]
    shapes: Counter[Shape]
    """Of its content words."""
    new_shapes: Counter[Shape]
    """Of those that were not said before."""
    sharing: tuple[frozenset[str], ...]
    """Words of each text of the history that also has a content word of the question."""
    new_in_turn: tuple[int, ...]
    """Content words that each turn's question said first."""
    zipfs: tuple[tuple[float, ...], ...]
    """Of the content words of each question."""

    @classmethod
    def of(cls, question: Text, history: History, language: Language) -> "_Asking":
        content = frozenset(question.uses)
        seen: set[str] = set()
        new_in_turn = []
        for asked in history.questions:
            new_in_turn.append(len(asked.uses.keys() - seen))
            seen |= asked.uses.keys()
        texts = (*history.questions, *history.answers)
        return cls(
            content,
            Counter(_shape(use) for use in question.uses.values()),
            _new_shapes(question, history),
            tuple([frozenset(text.uses) for text in texts if content & text.uses.keys()]),
            tuple(new_in_turn),
            tuple([tuple([zipf(low, language) for low in asked.uses]) for asked in history.questions]),
        )


def _question(
    question: Text, history: History, draft: Resolution, added: frozenset[str], language: Language
) -> list[float]:
    content = question.uses
    zipfs = [zipf(low, language) for low in content]
    known = sum(low in history.words for low in content)
    last_q, last_a = history.questions[-1], history.answers[-1]
    before = history.questions[-2] if history.last else Text((), {}, asks=False)
    first = question.tags[0] if question.tags else None
    new = _new_shapes(question, history)
    return [
        len(question.tags),
        len(content),
        question.count_tags("pronoun"),
        question.count_tags("possessive"),
        question.count_tags("demonstrative"),
        question.count_tags("stand_in"),
        question.count_tags("definite"),
        question.count_tags("speaker"),
        question.count_tags("verb", "aux"),
        question.count_tags("wh"),
        question.count_tags("expletive"),
        first in {"pronoun", "demonstrative"},
        first == "conj",
        first == "wh",
        first == "aux",
        first == "verb",
        first == "prep",
        first == "interjection",
        question.asks,
        min(zipfs, default=COMMON),
        max(zipfs, default=0.0),
        sum(zipfs) / len(zipfs) if zipfs else COMMON,
        sum(_shape(use) == "name" for use in content.values()),
        sum(_shape(use) in {"year", "number"} for use in content.values()),
        history.last + 1,
        known,
        len(content) - known,
        len(content.keys() & last_q.uses.keys()),
        len(content.keys() & last_a.uses.keys()),
        bool(last_a.tags),
        last_a.asks,
        *_size(last_q),
        last_q.tags[:1] == ("conj",),
        min((zipf(low, language) for low in last_q.uses), default=COMMON),
        *_size(before),
        min((zipf(low, language) for low in before.uses), default=COMMON),
        *(new[shape] for shape in _SHAPES),
        sum(len(asked.tags) for asked in history.questions) / len(history.questions),
        len(last_a.tags),
        *(draft.kind == kind for kind in _KINDS),
        *(draft.reason_code == f"resolve.{reason}" for reason in _REASONS),
        draft.score if draft.is_dependent else 1 - draft.score,
        len(added),
    ]


def _size(asked: Text) -> tuple[int, int, int]:
    return len(asked.tags), len(asked.uses), asked.count_tags("pronoun", "possessive", "demonstrative")


def _word(word: Word, history: History, asking: _Asking, added: frozenset[str], language: Language) -> list[float]:
    """The features of one candidate, in the order of `WORD`."""
    last = history.last
    asked, answered = word.asked, word.answered
    in_last_q = next((use for at, use in asked if at == last), None)
    in_last_a = next((use for at, use in answered if at == last), None)
    latest_asked = asked[0][0] if asked else -1
    said = (*asked, *answered)
    _, use = max(said, key=lambda each: each[0])
    shapes = [_shape(each) for _, each in said]
    shape: Shape = next((each for each in shapes if each != "plain"), "plain")
    own_zipf = zipf(word.low, language)
    neighbours = {low for _, each in said for low in each.neighbours}
    return [
        own_zipf,
        len(word.low),
        shape == "year",
        shape in {"year", "number"},
        shape == "name",
        sum(each.count for _, each in asked),
        sum(each.count for _, each in answered),
        len(asked),
        len(answered),
        last - latest_asked if asked else NEVER,
        last - answered[0][0] if answered else NEVER,
        asked[-1][0] if asked else NEVER,
        answered[-1][0] if answered else NEVER,
        in_last_q.count if in_last_q else 0,
        in_last_a.count if in_last_a else 0,
        bool(asked) and asked[-1][0] == 0,
        _place(in_last_a, history.answers[-1]),
        in_last_a.position if in_last_a else 99,
        _place(in_last_q, history.questions[-1]),
        len(history.questions[-1].tags) - in_last_q.position if in_last_q else 99,
        sum([each.capital for _, each in said]) / len(said),
        use.before in {"definite", "indefinite", "possessive", "demonstrative"},
        use.before == "prep",
        use.before in {"verb", "aux"},
        use.before in {"noun", "adj", "number"},
        use.after == "prep",
        use.after in {"noun", "adj", "number"},
        use.after is None,
        sum([word.low in text for text in asking.sharing]),
        len(neighbours & asking.content),
        asking.shapes[shape],
        asking.new_shapes[shape],
        sum(asking.new_in_turn[latest_asked + 1 :]) if asked else NEVER,
        len(asked) / (last + 1),
        max((len(history.questions[at].uses) for at, _ in asked), default=0),
        in_last_q is not None and len(asked) > 1,
        sum(each < own_zipf for each in asking.zipfs[latest_asked]) if asked else 0,
        len(word.resolved),
        min((zipf(low, language) for low in neighbours), default=COMMON),
        word.low in added,
        use.tag == "noun",
        use.tag == "adj",
        use.tag in {"verb", "aux"},
        use.tag == "number",
        any(_resemble(word.low, each) for each in asking.content),
        last in word.resolved,
        last - word.resolved[-1] if word.resolved else NEVER,
        any(at == history.opened for at, _ in asked),
        latest_asked - history.opened if asked else -NEVER,
        sum([each.count for _, each in said]),
        in_last_q is not None or last in word.resolved,
    ]


def _resemble(first: str, second: str) -> bool:
    """Whether two words may be forms of one: the longer one begins with most of the shorter one."""
    size = min(len(first), len(second)) - 1
    return size >= 3 and first[:size] == second[:size]


def _place(use: Use | None, text: Text) -> float:
    """Place in a text, 0 to 1; 2 if it is not there."""
    return use.position / len(text.tags) if use else 2.0


def _shape(use: Use) -> Shape:
    """The kind of a word by its letters."""
    if use.text[0].isdigit():
        return "year" if len(use.text) == 4 and use.text.isdigit() and use.text[:2] in {"19", "20"} else "number"
    return "name" if use.capital else "plain"


def _new_shapes(question: Text, history: History) -> Counter[Shape]:
    return Counter(_shape(use) for low, use in question.uses.items() if low not in history.words)
