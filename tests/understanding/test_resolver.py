"""What a question is searched with, and when a draft's wording is used. The conversations are made up."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bench.cast import turns_of

from askwell.types import Language, Reason, Recalled, Resolution, SearchTerm
from askwell.understanding.features import QUESTION, WORD, Described, describe
from askwell.understanding.grammar.resolve import RulesResolver
from askwell.understanding.history import read_history
from askwell.understanding.models import learnt_words
from askwell.understanding.resolver import MAX_TERMS, WORD_CHANCE, WORDING_CHANCE, LearntResolver, decide
from askwell.understanding.texts import read

FERRY = (
    "When does the ferry to Texel leave?",
    "The ferry to Texel leaves every hour. A return ticket costs 2.50 euros.",
)
ASKED = "and with a bike?"


class Drafter:
    """Always returns the same draft."""

    def __init__(self, draft: Resolution) -> None:
        self.draft = draft

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The draft."""
        return self.draft


def described(draft: Resolution, question: str = ASKED, *exchanges: tuple[str, str]) -> Described:
    history = read_history(turns_of(exchanges or (FERRY,)), "en")
    return describe(read(question, "en"), history, draft, read(draft.question, "en"), "en")


def draft_of(question: str, **values: Any) -> Resolution:
    return Resolution("follow_up", question, 0.9, Reason("resolve.frame"), {"no_verb": 1.0}, **values)


def chances_of(found: Described, **by_word: float) -> Any:
    return np.array([by_word.get(word.low, 0.0) for word in found.words], dtype=np.float32)


def test_a_sure_wording_is_used_as_it_is() -> None:
    draft = draft_of("When does the ferry leave with a bike?")
    found = described(draft)
    assert decide(ASKED, draft, found, chances_of(found, ferry=0.9, leave=0.8)) is draft


def test_an_unsure_wording_gives_way_to_the_question_with_the_likely_words() -> None:
    draft = draft_of("When does the return ticket leave with a bike?")
    found = described(draft)
    made = decide(ASKED, draft, found, chances_of(found, ferry=0.7, texel=0.4, ticket=0.02))
    assert made.question == ASKED
    assert made.terms == (SearchTerm("ferry", 0.7), SearchTerm("Texel", 0.4))
    assert made.reason == Reason("resolve.terms", {"x": "ferry, Texel"})
    assert made.searched == "and with a bike? ferry Texel"
    assert made.antecedents == ()


def test_where_no_word_is_likely_the_question_is_left_alone() -> None:
    draft = draft_of("When does the return ticket leave with a bike?")
    found = described(draft)
    made = decide(ASKED, draft, found, chances_of(found))
    assert (made.question, made.terms, made.reason) == (ASKED, (), Reason("resolve.unsure"))


def test_the_bounds_are_where_they_are_said_to_be() -> None:
    draft = draft_of("When does the ferry leave with a bike?")
    found = described(draft)
    below = decide(ASKED, draft, found, chances_of(found, ferry=WORDING_CHANCE - 0.01, leave=WORDING_CHANCE - 0.01))
    assert below.question == ASKED
    at = decide(ASKED, draft_of(ASKED), found, chances_of(found, texel=WORD_CHANCE, hour=WORD_CHANCE - 0.01))
    assert [term.text for term in at.terms] == ["Texel"]


def test_terms_are_bounded() -> None:
    names = " ".join(f"Harbour{number}" for number in range(40))
    found = described(draft_of(ASKED), ASKED, (f"Which of {names} are open?", "All."))
    made = decide(ASKED, draft_of(ASKED), found, np.ones(len(found.words), dtype=np.float32))
    assert len(made.terms) == MAX_TERMS


@pytest.mark.parametrize("kind", ["standalone", "topic_switch", "meta"])
def test_a_complete_question_has_no_terms(kind: Any) -> None:
    draft = replace(draft_of("Where is the museum?"), kind=kind)
    found = described(draft)
    assert decide("Where is the museum?", draft, found, chances_of(found, ferry=0.99)) is draft


async def test_what_follows_from_facts_is_not_judged() -> None:
    for name in ("names_from_tables", "correction", "pending_question"):
        draft = replace(draft_of("When does the barge leave?"), features={name: 1.0})
        resolver = LearntResolver(Drafter(draft))
        assert await resolver.resolve(ASKED, Recalled(turns_of((FERRY,))), "en") is draft


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        (
            "en",
            ("What does the Brightwater pass cost?", "It costs 40 pounds."),
            "and for students",
            "brightwater",
        ),
        ("nl", ("Wat kost de Veluwekaart?", "Die kost 40 euro per jaar."), "en voor studenten", "veluwekaart"),
        ("it", ("Quanto costa la tessera Belmonte?", "Costa 40 euro all'anno."), "e per gli studenti", "belmonte"),
    ],
)
async def test_what_is_left_out_is_searched_with(
    language: Language, exchange: tuple[str, str], question: str, expected: str
) -> None:
    made = await LearntResolver(RulesResolver()).resolve(question, Recalled(turns_of((exchange,))), language)
    assert made.is_dependent
    assert expected in made.searched.lower()


def test_the_learnt_model_has_the_columns_of_the_features() -> None:
    rows = np.zeros((3, len(WORD) + len(QUESTION)), dtype=np.float32)
    found = learnt_words().chances(rows)
    assert found.shape == (3,)
    assert ((found >= 0) & (found <= 1)).all()
    assert learnt_words().chances(rows[:0]).shape == (0,)


@pytest.mark.parametrize("question", ["", " ", "?", "\ud800", "\x00", "a" * 70_000, "it " * 30_000, "東京は？", "🙂"])
async def test_no_text_fails(question: str) -> None:
    turns = turns_of((FERRY, ("it?", ""), ("\ud800 \x00", "🙂" * 5_000)))
    made = await LearntResolver(RulesResolver()).resolve(question, Recalled(turns), "en")
    assert len(made.terms) <= MAX_TERMS
