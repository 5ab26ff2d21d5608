"""No wording that is shown has a clause that nobody asked: over a third of our dialogues that models learn from.

The trees choose the wordings: they show more of them than with the reader of conversations, in a fraction of the time.
"""

import re
from collections.abc import Iterator

import pytest
from bench.everyday import LANGUAGES
from bench.resolvers import Resolved, play
from bench.typed import dialogues, samples

from askwell.text.grammar import tag
from askwell.text.pieces import DETERMINERS, NOMINAL
from askwell.types import Language

TEMPLATES = {"resolve.frame", "resolve.why", "resolve.correction", "resolve.clarification"}
"""Reasons of wordings that are an earlier question with other words in it."""
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Z][.])\s+|\n")
"""What ends a sentence. An initial does not."""

Shown = tuple[Language, list[Resolved]]


@pytest.fixture(scope="module", params=LANGUAGES)
def shown(request: pytest.FixtureRequest) -> Shown:
    language: Language = request.param
    third = list(dialogues(language, "train"))[::3]
    asked = [sample for each in third for sample in samples(each, language)]
    resolved = play(asked, "trees", language=language)
    return language, [each for each in resolved if each.resolution.question != each.sample.utterance]


def test_no_statement_of_an_answer_is_in_a_wording(shown: Shown) -> None:
    _, worded = shown
    assert len(worded) > 50
    found = [
        (each.resolution.question, statement)
        for each in worded
        for statement in _statements(each)
        if statement in _plain(each.resolution.question) and statement not in _asked(each)
    ]
    assert not found


def test_what_is_put_in_for_a_reference_has_no_subject_and_verb(shown: Shown) -> None:
    language, worded = shown
    found = [
        (each.resolution.question, said.refers_to)
        for each in worded
        if each.resolution.reason_code not in TEMPLATES
        for said in each.resolution.antecedents
        for sentence in _sentences(each)
        if said.refers_to in sentence and _has_predicate(sentence, said.refers_to, language)
    ]
    assert not found


def _has_predicate(sentence: str, phrase: str, language: Language) -> bool:
    """Whether a phrase of a sentence has an auxiliary, or a verb with a noun before it and its object after it."""
    start = sentence.index(phrase)
    tokens = [each for each in tag(sentence, language) if start <= each.start < start + len(phrase)]
    lower = [each.text.islower() for each in tokens]
    return any(
        is_lower
        and (
            token.tag == "aux" or (token.tag == "verb" and before.tag == "noun" and after.tag in NOMINAL | DETERMINERS)
        )
        for before, token, after, is_lower in zip(tokens, tokens[1:], tokens[2:], lower[1:], strict=False)
    )


def _sentences(each: Resolved) -> Iterator[str]:
    for turn in each.recalled.turns:
        for text in (turn.question, turn.answer):
            yield from _SENTENCE.split(text)


def _statements(each: Resolved) -> Iterator[str]:
    """Whole statements of three words or more in earlier answers, without signs."""
    for _, answer in each.sample.exchanges:
        for sentence in _SENTENCE.split(answer):
            if sentence.rstrip().endswith(".") and len(sentence.split()) > 2:
                yield _plain(sentence)


def _asked(each: Resolved) -> str:
    """All that was typed, without signs."""
    return _plain(" ".join([each.sample.utterance, *[question for question, _ in each.sample.exchanges]]))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
