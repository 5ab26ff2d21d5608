"""When a question is incomplete, which wording is used, and what is searched for. The conversations are made up."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bench.cast import turns_of

from askwell.types import Antecedent, Kind, Language, Reason, Recalled, Resolution, SearchTerm
from askwell.understanding.candidates import Wording
from askwell.understanding.features import QUESTION, WORD
from askwell.understanding.grammar.resolve import Draft, draft
from askwell.understanding.judging import (
    SURE,
    Compared,
    Judged,
    compare,
    incomplete_chance,
    is_incomplete,
    wordings_of,
)
from askwell.understanding.models import learnt_dependence, learnt_wordings, learnt_words
from askwell.understanding.resolver import (
    MARGIN,
    MAX_TERMS,
    SURE_QUALITY,
    WORD_CHANCE,
    WORDED_CHANCE,
    WORDING_QUALITY,
    LearntResolver,
    decide,
    is_clear,
)  # fmt: skip
from askwell.understanding.wording_features import WORDING

FERRY = (
    "When does the ferry to Texel leave?",
    "The ferry to Texel leaves every hour. A return ticket costs 2.50 euros.",
)
ASKED = "and with a bike?"


def compared(question: str = ASKED, *exchanges: tuple[str, str], **changes: Any) -> Compared:
    """A question after exchanges, its draft changed."""
    recalled = Recalled(turns_of(exchanges or (FERRY,)))
    found = compare(question, draft(question, recalled, "en"), recalled, "en")
    assert found is not None
    return replace(found, draft=replace(found.draft, **{"kind": "follow_up", "score": 0.8, **changes}))


def judged(one: Compared, qualities: dict[str, float], dependence: float = 0.9, **by_word: float) -> Judged:
    """The wordings with their qualities, and the words with their chances; 0 for all others."""
    chances = np.array([by_word.get(word.low, 0.0) for word in one.described.words], dtype=np.float32)
    wordings = tuple([_wording(question) for question in (one.question, *qualities)])
    return Judged(one.described, chances, dependence, wordings, np.array([0.5, *qualities.values()], dtype=np.float32))


def _wording(question: str) -> Wording:
    antecedents = decided(one=compared()).antecedents
    return Wording(question, "typed" if question == ASKED else "frame", "frame", antecedents)


def decided(one: Compared) -> Resolution:
    """The draft of the grammar for the same question."""
    return replace(one.draft)


def test_the_best_wording_is_used() -> None:
    one = compared()
    made = decide(one, judged(one, {"when does the ferry leave with a bike": 0.9, "the ticket with a bike": 0.8}))
    assert made.question == "When does the ferry leave with a bike?"
    assert made.terms == ()
    assert made.kind == "follow_up"


def test_a_draft_is_searched_with_the_likely_words_that_it_lacks() -> None:
    one = compared()
    found = judged(one, {"a": 0.1}, ferry=0.95, texel=WORD_CHANCE, hour=WORD_CHANCE - 0.01)
    draft_of = Wording("When does the ferry leave with a bike?", "draft", "frame", one.draft.antecedents)
    made = decide(
        one, found._replace(wordings=(found.wordings[0], draft_of), qualities=np.array([0.5, 0.9], dtype=np.float32))
    )
    assert (made.question, made.terms) == (one.draft.question, (SearchTerm("Texel", WORD_CHANCE),))
    other = replace(draft_of, source="frame")
    made = decide(
        one, found._replace(wordings=(found.wordings[0], other), qualities=np.array([0.5, 0.9], dtype=np.float32))
    )
    assert (made.question, made.terms) == (draft_of.question, ())


@pytest.mark.parametrize(
    ("language", "exchange", "question", "replaced"),
    [
        ("en", ("When do I prune tomatoes?", "In June."), "And roses?", "tomatoes"),
        ("en", ("Is the pool open on Monday?", "From nine to noon."), "and on Sunday?", "Monday"),
        ("nl", ("Wanneer snoei ik tomaten?", "In juni."), "En rozen?", "tomaten"),
        ("it", ("Quando devo potare i pomodori?", "A giugno."), "E le rose?", "pomodori"),
    ],
)
def test_what_a_wording_replaces_is_not_searched_for(
    language: Language, exchange: tuple[str, str], question: str, replaced: str
) -> None:
    recalled = Recalled(turns_of([exchange]))
    one = compare(question, draft(question, recalled, language), recalled, language)
    assert one is not None
    drafted = next(each for each in wordings_of(one) if each.source == "draft")
    likely = np.ones(len(one.described.words), dtype=np.float32)
    made = decide(one, Judged(one.described, likely, 0.9, (drafted,), np.array([0.9], dtype=np.float32)))
    said = [term.text for term in made.terms]
    assert made.question == drafted.question
    assert replaced in {word.text for word in one.described.words}
    assert replaced not in said
    assert said


def test_the_rest_of_a_phrase_that_a_shorter_one_replaces_is_searched_for() -> None:
    one = compared("and sunday", ("when does the river pool open on monday", "At nine."))
    said = Antecedent("sunday", "when does the river pool open on monday", 1)
    too_much = Wording("when does the sunday open on monday", "draft", "frame", (said,))
    one = replace(one, draft=replace(one.draft, question=too_much.question))
    found = judged(one, {}, river=0.9, pool=0.9)
    made = decide(one, found._replace(wordings=(too_much,), qualities=np.array([0.9], dtype=np.float32)))
    assert [term.text for term in made.terms] == ["river", "pool"]


async def test_that_may_mean_what_the_question_names_before() -> None:
    question = "my landlord raised the rent, can i refuse that?"
    recalled = Recalled(turns_of([("When does the ferry leave?", "The ferry leaves at nine from the north pier.")]))
    made = await LearntResolver().resolve(question, recalled, "en")
    assert made.question == question


def test_an_unsure_wording_gives_way_to_the_question_with_the_likely_words() -> None:
    one = compared()
    made = decide(one, judged(one, {"When does the ticket leave?": 0.4}, ferry=0.7, texel=0.4, ticket=0.02))
    assert made.question == ASKED
    assert made.terms == (SearchTerm("ferry", 0.7), SearchTerm("Texel", 0.4))
    assert made.reason == Reason("resolve.terms", {"x": "ferry, Texel"})
    assert made.searched == "and with a bike? ferry Texel"
    assert made.antecedents == ()


def test_where_nothing_is_likely_the_question_is_left_alone() -> None:
    one = compared()
    made = decide(one, judged(one, {"When does the ticket leave?": 0.4}))
    assert (made.question, made.terms, made.reason) == (ASKED, (), Reason("resolve.unsure"))


def test_another_wording_must_be_clearly_better_than_the_draft() -> None:
    one = compared()
    draft_of = Wording("The ferry with a bike?", "draft", "frame", one.draft.antecedents)
    for better, expected in ((MARGIN - 0.02, one.draft.question), (MARGIN + 0.02, "When does the barge leave?")):
        found = judged(one, {"When does the barge leave?": 0.8 + better})
        with_draft = found._replace(
            wordings=(*found.wordings, draft_of), qualities=np.append(found.qualities, np.float32(0.8))
        )
        assert decide(one, with_draft).question == expected


def test_words_of_the_best_wording_need_less_to_be_searched_for() -> None:
    one = compared()
    for quality, expected in ((0.6, ["Texel"]), (0.1, [])):
        found = judged(one, {"When does the ferry to Texel leave?": quality}, texel=WORDED_CHANCE)
        assert [term.text for term in decide(one, found).terms] == expected


def test_the_bounds_are_where_they_are_said_to_be() -> None:
    one = compared()
    wording = "When does the ferry leave with a bike?"
    assert decide(one, judged(one, {wording: WORDING_QUALITY - 0.01})).question == ASKED
    assert decide(one, judged(one, {wording: WORDING_QUALITY + 0.01})).question == wording
    made = decide(one, judged(one, {}, texel=WORD_CHANCE, hour=WORD_CHANCE - 0.01))
    assert [term.text for term in made.terms] == ["Texel"]


def test_less_is_enough_for_a_wording_if_the_question_is_surely_incomplete() -> None:
    wording = "When does the ferry leave with a bike?"
    for score, expected in ((SURE, wording), (SURE - 0.01, ASKED)):
        one = compared(score=score)
        assert decide(one, judged(one, {wording: SURE_QUALITY + 0.01})).question == expected


def test_terms_are_bounded() -> None:
    names = " ".join(f"Harbour{number}" for number in range(40))
    one = compared(ASKED, (f"Which of {names} are open?", "All."))
    everything = np.ones(len(one.described.words), dtype=np.float32)
    made = decide(one, judged(one, {})._replace(chances=everything))
    assert len(made.terms) == MAX_TERMS


@pytest.mark.parametrize(
    ("kind", "score", "dependence", "expected"),
    [
        ("standalone", 0.95, 0.95, True),
        ("standalone", 0.95, 0.5, False),
        ("standalone", 0.5, 0.95, True),
        ("follow_up", SURE, 0.01, True),
        ("follow_up", SURE - 0.01, 0.3, False),
        ("follow_up", SURE - 0.01, 0.65, True),
        ("follow_up", 0.5, 0.4, False),
    ],
)
def test_a_question_is_incomplete_as_the_grammar_and_the_learnt_model_say_together(
    kind: Kind, score: float, dependence: float, expected: bool
) -> None:
    assert is_incomplete(Resolution(kind, ASKED, score), dependence) is expected


@pytest.mark.parametrize("dependence", [0.0, 1.0])
@pytest.mark.parametrize("kind", ["standalone", "follow_up"])
def test_neither_the_grammar_nor_the_model_is_taken_for_certain(kind: Kind, dependence: float) -> None:
    assert 0 < incomplete_chance(Resolution(kind, ASKED, 0.6), dependence) < 1


def test_a_question_that_is_overruled_stays_as_typed() -> None:
    one = compared("When does the ferry leave?")
    made = decide(one, judged(one, {}, dependence=0.1))
    assert (made.kind, made.question, made.terms) == ("standalone", "When does the ferry leave?", ())


def test_a_complete_question_that_is_overruled_gets_terms() -> None:
    one = compared("Are dogs allowed?", kind="topic_switch", score=0.9)
    made = decide(one, judged(one, {"Are dogs allowed on the ferry?": 1.0}, dependence=0.97, ferry=0.8))
    assert (made.kind, made.question, made.terms) == ("follow_up", "Are dogs allowed?", (SearchTerm("ferry", 0.8),))


@pytest.mark.parametrize("name", ["names_from_tables", "returns"])
def test_what_follows_from_facts_is_not_judged(name: str) -> None:
    one = compared(features={name: 1.0})
    assert is_clear(Draft(one.draft, one.reading, one.context))


@pytest.mark.parametrize("name", ["correction", "pending_question"])
def test_what_a_correction_or_a_reply_asks_is_judged(name: str) -> None:
    one = compared(features={name: 1.0}, score=1.0)
    assert not is_clear(Draft(one.draft, one.reading, one.context))


def test_a_wording_adds_a_word_of_the_conversation() -> None:
    one = compared("And SPLADE?")
    one = replace(one, draft=replace(one.draft, question="SPLADE?"))
    texts = [each.question for each in wordings_of(one)]
    assert texts[0] == "And SPLADE?"
    assert "SPLADE?" not in texts
    assert len(texts) > 1


def test_a_correction_only_goes_into_an_earlier_question() -> None:
    one = compared("no, I meant the barge")
    assert {each.source for each in wordings_of(one)} == {"typed", "draft", "meant"}
    texts = [each.question for each in wordings_of(one) if each.source == "meant"]
    assert "When does the barge to Texel leave?" in texts
    assert {each.source for each in wordings_of(compared())} - {"typed", "draft", "frame", "referent"} == set()


def test_a_reply_may_go_into_each_place_of_the_question_that_we_asked_about() -> None:
    asked = ("When does the ferry to Texel leave on Monday?", "Do you mean from Den Helder or from Makkum?")
    texts = [each.question for each in wordings_of(compared("from Makkum I think", asked)) if each.source == "meant"]
    assert any("leave on Monday" in each and "from Makkum" in each for each in texts)


def test_a_question_that_was_not_compared_with_earlier_turns_is_not_judged() -> None:
    one = compared()
    complete = replace(one.draft, kind="standalone", score=0.99)
    assert not is_clear(Draft(complete, one.reading, one.context))
    assert is_clear(Draft(replace(complete, features={}), one.reading, one.context))


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", ("What does the Brightwater pass cost?", "It costs 40 pounds."), "and for students", "brightwater"),
        ("nl", ("Wat kost de Veluwekaart?", "Die kost 40 euro per jaar."), "en voor studenten", "veluwekaart"),
        ("it", ("Quanto costa la tessera Belmonte?", "Costa 40 euro all'anno."), "e per gli studenti", "belmonte"),
    ],
)
async def test_what_is_left_out_is_searched_with(
    language: Language, exchange: tuple[str, str], question: str, expected: str
) -> None:
    made = await LearntResolver().resolve(question, Recalled(turns_of((exchange,))), language)
    assert made.is_dependent
    assert expected in made.searched.lower()


def test_a_question_too_long_to_reword_has_one_wording() -> None:
    assert [each.source for each in wordings_of(compared("it " * 2_000))] == ["typed"]


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (learnt_words, len(WORD) + len(QUESTION)),
        (learnt_dependence, len(QUESTION) + 4),
        (learnt_wordings, len(WORDING)),
    ],
)
def test_the_learnt_models_have_the_columns_of_their_features(model: Any, columns: int) -> None:
    found = model().predict(np.zeros((3, columns), dtype=np.float32))
    assert found.shape == (3,)
    assert ((found >= -0.1) & (found <= 1.1)).all()
    assert model().predict(np.zeros((0, columns), dtype=np.float32)).shape == (0,)


@pytest.mark.parametrize("question", ["", " ", "?", "\ud800", "\x00", "a" * 70_000, "it " * 30_000, "東京は？", "🙂"])
async def test_no_text_fails(question: str) -> None:
    turns = turns_of((FERRY, ("it?", ""), ("\ud800 \x00", "🙂" * 5_000)))
    made = await LearntResolver().resolve(question, Recalled(turns), "en")
    assert len(made.terms) <= MAX_TERMS


async def test_that_means_the_condition_of_the_last_question() -> None:
    asked = ("What happens to my berth if I sell my boat?", "A berth ends a month after the sale of the boat.")
    made = await LearntResolver().resolve("Do I have to report that?", Recalled(turns_of([asked])), "en")
    assert made.question == "Do I have to report it if I sell my boat?"
