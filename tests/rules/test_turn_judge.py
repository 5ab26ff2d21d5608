"""Scores of answered turns by rules."""

from dataclasses import replace

import pytest

from askwell.evals.observation import passage
from askwell.evals.run import passes
from askwell.rules.turn_claims import claims, denies
from askwell.rules.turn_judge import judge
from askwell.types import EarlierTurn, JudgedTurn, Language

MUSEUM = passage(
    "museum.md",
    "The glass museum",
    "The glass museum opens at ten and closes at five. A ticket costs 12 euros for adults and 4 euros for children. "
    "Photographs are allowed without flash. Dogs are not allowed.",
    "en",
)
ASKED = JudgedTurn(
    "What does a ticket cost?", "", "What does a ticket for the glass museum cost?", "en", {1: (MUSEUM,)}
)


def asked(answer: str, **changes: object) -> JudgedTurn:
    return replace(ASKED, answer=answer, **changes)  # type: ignore[arg-type]  # the tests pass fields of the turn


def faults(turn: JudgedTurn) -> list[str]:
    return [claim.fault for claim in claims(turn)]


def test_a_statement_of_the_source_is_supported() -> None:
    verdict = judge(asked("A ticket costs 12 euros for adults. [1]", expected_questions=("ticket cost glass museum",)))
    assert verdict.factual_accuracy > 4.5
    assert (verdict.context_resolution, verdict.coherence, verdict.faults) == (1, 3, ())
    assert passes(verdict)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("A ticket costs 14 euros for adults. [1]", "number"),
        ("Sailors from Brennfeld repaired 11 copper bells on Friday. [1]", "invented"),
    ],
)
def test_a_wrong_or_invented_statement_fails_whatever_the_other_scores(answer: str, fault: str) -> None:
    verdict = judge(asked(answer, expected_topics=(("ticket",),)))
    assert faults(asked(answer)) == [fault]
    assert verdict.faults == (f"{fault}: {answer.removesuffix(' [1]')}",)
    assert not passes(replace(verdict, factual_accuracy=5, completeness=5, context_resolution=1))


FERRY = EarlierTurn("What does the ferry cost?", "The ferry to Ilvermoy costs 28 euros per car and sails at nine.")


@pytest.mark.parametrize(
    "answer", ["The ferry costs 28 euros per car.", "It sails at nine.", "Two cars cost 56 euros."]
)
def test_an_answer_that_rests_on_an_earlier_turn_is_faithful(answer: str) -> None:
    turn = JudgedTurn("And for two cars?", answer, "What does the ferry cost for two cars?", "en", earlier=(FERRY,))
    assert faults(turn) == [""]
    assert judge(turn).factual_accuracy >= 3.5
    alone = replace(turn, earlier=())
    assert judge(alone).factual_accuracy < 2.5


def test_a_wrong_number_does_not_pass_as_computed() -> None:
    turn = JudgedTurn("And for two cars?", "Two cars cost 61 euros.", "Ferry for two cars?", "en", earlier=(FERRY,))
    assert faults(turn) == ["number"]


def test_words_of_the_question_need_not_be_repeated() -> None:
    topics = (("ticket",), ("glass museum",))
    assert judge(asked("12 euros for adults, 4 for children. [1]", expected_topics=topics)).completeness == 5
    missed = judge(asked("12 euros for adults. [1]", expected_topics=(("photographs",),)))
    assert missed.completeness == 1
    assert missed.why["completeness"] == "the answer has nothing of what is expected of it"


@pytest.mark.parametrize("topics", [(("photographs",),), (("submarines",), ("iron ore", "coal"))])
def test_an_answer_with_nothing_that_is_expected_fails_however_well_its_sources_support_it(
    topics: tuple[tuple[str, ...], ...],
) -> None:
    answer = "A ticket costs 12 euros for adults and 4 euros for children. [1]"
    turn = asked(answer, expected_topics=topics, expected_questions=(ASKED.resolved,))
    verdict = judge(turn)
    assert (verdict.completeness, verdict.coherence) == (1, 2)
    assert verdict.factual_accuracy > 4.5
    assert not passes(verdict)
    assert passes(judge(replace(turn, expected_topics=(*topics, ("adults",)))))


@pytest.mark.parametrize("topic", ["children's fares", "the museum"])
def test_a_topic_that_is_a_label_of_what_an_answer_says_does_not_fail_it(topic: str) -> None:
    answer = "12 euros for adults, 4 for children. [1]"
    assert passes(judge(asked(answer, expected_topics=((topic,),), expected_questions=(ASKED.resolved,))))


def test_a_denial_need_not_name_what_is_expected() -> None:
    turn = asked("The documents do not say this.", question="Is it old?", resolved="Is the Ostmarn tower old?")
    assert judge(replace(turn, expected_topics=(("year of the foundation",),))).completeness == 5


def test_expected_texts_are_literal_and_have_alternatives() -> None:
    assert judge(asked("It is $5.", expected_texts=(("€", "$"),))).completeness == 5
    assert judge(asked("It is 5.", expected_texts=(("€", "$"),))).completeness == 1


def test_a_denial_is_right_unless_a_source_answers() -> None:
    denial = "The documents do not say what a ticket costs."
    answered = judge(asked(denial, expected_topics=(("ticket",), ("euros",))))
    assert answered.completeness == 1
    assert "The glass museum answers" in answered.why["completeness"]
    other = asked(
        "The documents do not mention lockers.",
        question="Are there lockers?",
        resolved="Are there lockers in the tower of Brenn?",
    )
    assert judge(other).completeness == 5


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I did not find this in the documents.", "en"),
        ("The sources don't mention parking.", "en"),
        ("There is no information about this in the guide.", "en"),
        ("In de documenten staat niets over parkeren.", "nl"),
        ("Dat heb ik niet gevonden.", "nl"),
        ("Daar staat niets over: ik heb hier geen gegevens van.", "nl"),
        ("My pages say nothing about lockers.", "en"),
        ("Per il 2031 non ho importi.", "it"),
        ("Su questo le pagine non si pronunciano.", "it"),
        ("I documenti non dicono nulla dei parcheggi.", "it"),
        ("Non ho trovato informazioni su questo.", "it"),
    ],
)
def test_denials_are_recognised(text: str, language: Language) -> None:
    assert denies(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Dogs are not allowed in the museum.", "en"),
        ("You do not need a ticket on Sunday.", "en"),
        ("Honden mogen niet naar binnen.", "nl"),
        ("I cani non sono ammessi.", "it"),
    ],
)
def test_a_statement_with_a_negation_is_no_denial(text: str, language: Language) -> None:
    assert not denies(text, language)


@pytest.mark.parametrize(
    ("resolved", "is_right"),
    [
        ("What does a ticket for the glass museum cost for children?", 1),
        ("What do tickets of the glass museum cost for a child?", 1),
        ("And for children?", 0),
        ("What does the ferry cost for children?", 0),
        ("When does the glass museum close for children?", 0),
    ],
)
def test_a_question_is_understood_if_it_asks_the_expected_one(resolved: str, is_right: float) -> None:
    turn = asked(
        "4 euros. [1]",
        question="And what would it cost for children?",
        resolved=resolved,
        requires_context=True,
        expected_questions=("What does a ticket for the glass museum cost for children?",),
    )
    assert judge(turn).context_resolution == is_right


@pytest.mark.parametrize("before", [EarlierTurn("And on Sunday?", ""), EarlierTurn("Then?", "", "On Sunday?")])
def test_what_earlier_questions_were_about_is_not_added(before: EarlierTurn) -> None:
    expected = "What does a ticket for the glass museum cost for children?"
    turn = asked("4 euros. [1]", question="And for children?", requires_context=True, expected_questions=(expected,))
    joined = replace(turn, resolved="What does a ticket for the glass museum cost on Sunday for children?")
    assert judge(joined).context_resolution == 1
    assert judge(replace(joined, earlier=(before,))).context_resolution == 0
    assert judge(replace(turn, resolved=expected, earlier=(before,))).context_resolution == 1


def test_a_word_of_an_earlier_answer_is_not_replaced() -> None:
    expected, before = "What does a ticket for the glass museum cost?", EarlierTurn("What is sold?", "A ticket.")
    turn = asked("12 euros. [1]", question="What does it cost?", requires_context=True, earlier=(before,))
    swapped = replace(turn, resolved="What does a poster for the glass museum cost?", expected_questions=(expected,))
    assert judge(swapped).context_resolution == 0


def test_without_an_expected_question_required_context_is_not_resolved() -> None:
    verdict = judge(asked("4 euros. [1]", requires_context=True))
    assert (verdict.context_resolution, passes(verdict)) == (0, False)


def test_a_complete_question_must_not_be_changed() -> None:
    kept = asked("At ten. [1]", question="When does the museum open?", resolved="When does the museum open?")
    assert judge(kept).context_resolution is None
    assert judge(replace(kept, resolved="When does the glass ferry museum of Brenn open?")).context_resolution == 0


@pytest.mark.parametrize(
    ("typed", "resolved", "is_right"),
    [
        ("what are the opening hours on sundays", "At what time does the museum open on Sundays?", True),
        ("And dogs, are they OK?", "Are dogs allowed in the tower of Brenn?", False),
        ("Are dogs allowed?", "Are dogs not allowed?", False),
    ],
)
def test_a_complete_question_may_be_asked_in_other_words(typed: str, resolved: str, is_right: bool) -> None:
    """But not together with what earlier turns were about, and not as its opposite."""
    before = EarlierTurn("How high is the tower of Brenn?", "The tower of Brenn is 40 metres high.")
    turn = asked("They are. [1]", question=typed, resolved=resolved, earlier=(before,))
    assert judge(turn).context_resolution == float(is_right)


@pytest.mark.parametrize(
    ("resolved", "topics", "is_right"),
    [
        ("What must children pay for a day at the glass museum?", (("4 euros",),), True),
        ("What must children pay for a day at the ferry?", (("4 euros",),), False),
    ],
)
def test_an_answer_with_what_is_expected_shows_that_the_question_was_understood(
    resolved: str, topics: tuple[tuple[str, ...], ...], is_right: bool
) -> None:
    """In other words than expected, if the subject of the conversation is kept."""
    turn = asked(
        "It is 4 euros for children. [1]",
        question="And for children?",
        resolved=resolved,
        requires_context=True,
        expected_questions=("What does a ticket for the glass museum cost for children?",),
        expected_topics=topics,
        earlier=(EarlierTurn("What is in the glass museum?", "The glass museum shows bottles."),),
    )
    assert judge(turn).context_resolution == float(is_right)


def test_a_number_that_nobody_has_said_is_wrong() -> None:
    assert faults(asked("Adults pay 12 euros, and groups of any kind are guided for 85 euros.")) == ["number"]
    two = asked("Two adults pay 24 euros.", question="And for two adults?", resolved="What do two adults pay?")
    assert faults(two) == [""]


def test_a_negation_whose_verb_is_left_out_contradicts_nothing() -> None:
    said = "Only photographs without flash are allowed in the museum; dogs are not."
    assert faults(asked(said, question="What is allowed?", resolved="What is allowed in the museum?")) == [""]


def test_talk_that_cites_nothing_needs_no_support() -> None:
    talk = JudgedTurn(
        "pff, all this paper", "That is a lot at once. Tell me where to begin.", "pff, all this paper", "en"
    )
    assert passes(judge(talk))
    assert not passes(judge(replace(talk, requires_context=True)))


def test_a_denial_with_a_word_about_what_there_is_claims_that_nothing_was_found() -> None:
    question = "Are there lockers?"
    answer = "The pages say nothing about lockers. Tickets are sold at the desk, and the staff will know."
    denial = asked(answer, question=question, resolved=question, expected_topics=(("lockers in the cellar",),))
    assert judge(denial).why["completeness"] == "nothing answers"
    cellar = passage("lockers.md", "Lockers", "There are lockers in the cellar.", "en")
    assert judge(replace(denial, sources={1: (cellar,)})).completeness == 1


def test_a_system_that_does_not_tell_how_it_understood_is_judged_by_its_answer() -> None:
    expected = ("What does a ticket for the glass museum cost?",)
    turn = asked("A ticket for the glass museum costs 12 euros.", resolved=None, expected_questions=expected)
    assert judge(replace(turn, requires_context=True)).context_resolution == 1
    other = replace(turn, answer="The tower is red.", sources={}, requires_context=True)
    assert judge(other).context_resolution == 0


def test_an_answer_in_another_language_or_given_before_is_less_coherent() -> None:
    said = "A ticket costs 12 euros for adults and 4 euros for children, and photographs are allowed."
    again = asked(said, earlier=(EarlierTurn("Are photographs allowed?", said),))
    assert judge(asked(said)).coherence == 3
    assert judge(again).coherence == 2
    italian = "Il biglietto costa dodici euro per gli adulti e quattro euro per i bambini, e le foto sono permesse."
    assert judge(asked(italian)).coherence == 2


def test_small_talk_and_declined_turns_claim_nothing() -> None:
    talk = JudgedTurn("Thank you!", "You are welcome. Feel free to ask another question.", "Thank you!", "en")
    assert claims(talk) == []
    declined = asked("I specialise in glass.", outcome="declined", expected_outcomes=("declined",), sources={})
    assert (judge(declined).factual_accuracy, judge(declined).completeness) == (5, 5)


@pytest.mark.parametrize(
    "answer",
    [
        "A ticket costs 12 euros for adults. The glass museum does not open at ten and close at five. [1]",
        "The glass museum does not open at ten, and a ticket costs 12 euros for adults. [1]",
        "A ticket does not cost 12 euros for adults and 4 euros for children. [1]",
    ],
)
def test_a_statement_turned_into_its_negation_is_a_fault_beside_what_is_right(answer: str) -> None:
    verdict = judge(asked(answer, expected_questions=(ASKED.resolved,)))
    assert [each.split(":")[0] for each in verdict.faults] == ["negation"]
    assert not passes(verdict)
    plain = (
        answer.replace("does not open", "opens").replace("and close", "and closes").replace("does not cost", "costs")
    )
    assert judge(asked(plain, expected_questions=(ASKED.resolved,))).faults == ()
