"""Follow-ups are recognised and rewritten, complete questions are left as typed: S0-B8, S1-14..19, S1-B1..B4, S4-B1."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from askwell.projections import reason_text
from askwell.types import Kind, Reason, Recalled, Resolution, Source, Turn
from askwell.understanding.grammar.resolve import RulesResolver, resolve

GATE = yaml.safe_load(Path(__file__).with_name("dialogues.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class TableAnswer:
    """A turn answered from a table."""

    q: str
    things: list[str]
    a: str = ""
    among: list[str] = field(default_factory=list)


def turn(  # noqa: PLR0917
    number: int,
    question: str,
    answer: str = "",
    standalone: str = "",
    titles: tuple[str, ...] = (),
    rows: TableAnswer | None = None,
) -> Turn:
    return Turn(
        id=str(number),
        session_id="s",
        number=number,
        parent_id=None,
        status="completed",
        question=question,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        standalone_question=standalone,
        answer=answer,
        sources=tuple(Source(at, title, title, title, "", ()) for at, title in enumerate(titles, 1)),
        things=tuple(rows.things) if rows else (),
        among=tuple(rows.among) if rows else (),
    )


def recalled(*said: str | TableAnswer, language: str = "en") -> Recalled:
    """A conversation of `question` or `question -> answer`, each question resolved after those before it."""
    turns: tuple[Turn, ...] = ()
    for number, each in enumerate(said, 1):
        rows = each if isinstance(each, TableAnswer) else None
        question, answer = [*each.split(" -> "), ""][:2] if isinstance(each, str) else [each.q, each.a]
        standalone = resolve(question, Recalled(turns), language).question
        turns = (*turns, turn(number, question, answer, standalone=standalone, rows=rows))
    return Recalled(turns)


def history(case: dict[str, Any]) -> list[str | TableAnswer]:
    return [TableAnswer(**each) if isinstance(each, dict) else each for each in case["h"]]


def ask(question: str, *said: str | TableAnswer, language: str = "en") -> Resolution:
    return resolve(question, recalled(*said, language=language), language)


def test_the_gate_holds_for_the_kind_of_every_dialogue() -> None:
    wrong = [
        (case["l"], case["q"], found.kind)
        for case in GATE
        if (found := ask(case["q"], *history(case), language=case["l"])).kind != case["k"]
    ]
    assert len(GATE) >= 150
    assert wrong == []


def test_the_gate_holds_for_the_wording_of_every_follow_up() -> None:
    follow_ups = [case for case in GATE if "s" in case]
    wrong = [
        (case["l"], case["q"], case["s"], found)
        for case in follow_ups
        if (found := ask(case["q"], *history(case), language=case["l"]).question) != case["s"]
    ]
    assert len(follow_ups) >= 150
    assert wrong == []


def test_a_question_that_stands_alone_is_kept_byte_for_byte_in_the_gate() -> None:
    for case in GATE:
        if case["k"] in {"standalone", "topic_switch", "meta"}:
            assert ask(case["q"], *history(case), language=case["l"]).question == case["q"]


@pytest.mark.parametrize(
    "question", ["Why?", "And the cheaper one?", "How do I apply?", "What about it?", "E quanto costa?"]
)
def test_a_first_question_is_kept_as_asked(question: str) -> None:
    """S1-16, S4-05."""
    assert resolve(question, Recalled(), "en") == Resolution("standalone", question, reason=Reason("resolve.first"))


@pytest.mark.parametrize(
    "question", ["Which items come with a kit?", "What is a thistle?", "Is it going to rain today?"]
)
def test_letters_within_words_and_an_it_for_nothing_are_no_pronouns(question: str) -> None:
    """S1-B1."""
    found = ask(question, "Tell me about the Samsung Galaxy S24.")
    assert found.kind != "follow_up"
    assert found.question == question


@pytest.mark.parametrize("question", ["And the cheaper one?", "Why?", "How much storage?", "Show me the second option"])
def test_the_commonest_follow_ups_are_seen(question: str) -> None:
    """S1-B2."""
    said = "Which phones do you sell? -> 1. Samsung Galaxy S24: 799 dollars. 2. Pixel 8: 599 dollars."
    assert ask(question, said).kind == "follow_up"


def test_a_price_is_carried_into_a_question_that_names_its_own_product() -> None:
    """S1-B3."""
    found = ask("What about Samsung phones under that price?", "Which laptops cost less than 500 dollars?")
    assert found.question == "What about Samsung phones under 500 dollars?"


def test_a_follow_up_survives_two_turns_of_talk() -> None:
    """S1-B4."""
    found = ask(
        "What are the drawbacks?", "What is linoleum? -> A floor.", "Thanks! -> You are welcome.", "Great. -> Yes."
    )
    assert found.question == "What are the drawbacks of linoleum?"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How do I apply?", "follow_up"),
        ("What are the requirements for them?", "follow_up"),
        ("And in Dallas county instead?", "follow_up"),
        ("Which documents do I need to bring?", "follow_up"),
        ("What is CCS?", "standalone"),
        ("Is it true that CCS covers infants?", "standalone"),
    ],
)
def test_length_and_word_lists_do_not_decide(question: str, kind: Kind) -> None:
    """S4-B1."""
    assert ask(question, "Is Child Care Services (CCS) offered in Travis county?").kind == kind


def test_the_second_one_is_found_in_the_last_answer() -> None:
    """S0-B8, S1-17."""
    found = ask("Tell me more about the second one", "Which papers are on LoRA? -> 1. LoRA\n2. QLoRA\n3. DoRA")
    assert found.question == "Tell me more about QLoRA"
    assert found.antecedents[0].refers_to == "QLoRA"


@pytest.mark.parametrize(
    ("language", "first", "question", "wanted"),
    [
        ("en", "What is roof insulation?", "What are its costs?", "What are roof insulation's costs?"),
        ("nl", "Wat is huurtoeslag?", "Wat zijn de voorwaarden daarvan?", "Wat zijn de voorwaarden van huurtoeslag?"),
        ("it", "Che cos'è il TFR?", "Come si calcola?", "Come si calcola il TFR?"),
    ],
)
def test_a_pronoun_or_a_dropped_subject_is_named_in_each_language(
    language: str, first: str, question: str, wanted: str
) -> None:
    assert ask(question, first, language=language).question == wanted


@pytest.mark.parametrize(
    ("language", "said", "question", "piece"),
    [
        ("en", "What is Ozempic?", "Is it safe?", "pronoun “it” refers to “Ozempic” (turn 1)"),
        ("nl", "Wie was Rembrandt?", "Waar is hij geboren?", "voornaamwoord “hij” verwijst naar “Rembrandt” (beurt 1)"),
        (
            "it",
            "Chi era Caravaggio?",
            "Quali sono le sue opere?",
            "il possessivo “sue” si riferisce a “Caravaggio” (turno 1)",
        ),
    ],
)
def test_the_reason_is_worded_in_every_language(language: str, said: str, question: str, piece: str) -> None:
    found = ask(question, said, language=language)
    assert reason_text(found.reason, language) == piece
    assert found.antecedents[0].turn == 1
    assert found.features


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What does that cost?", "What does the Pixel 8 cost?"),
        ("What does this weigh?", "What does the Pixel 8 weigh?"),
        ("Why does that matter?", "Why does the Pixel 8 matter?"),
    ],
)
def test_a_demonstrative_before_the_only_verb_is_its_subject(question: str, wanted: str) -> None:
    """S1-14: `that cost` is no noun phrase here, and so no price to be looked up."""
    assert ask(question, "How much is the Pixel 8? -> The Pixel 8 costs $699.00.").question == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Any other?", "Any other besides the Pixel 8?"),
        ("And any others?", "And any others besides the Pixel 8?"),
        ("More about the camera", "More about the camera of the Pixel 8?"),
    ],
)
def test_a_fragment_that_names_nothing_takes_no_place_in_the_question_before(question: str, wanted: str) -> None:
    """S1-15."""
    assert ask(question, "How much is the Pixel 8? -> The Pixel 8 costs $699.00.").question == wanted


def test_the_resolved_wording_of_earlier_turns_is_what_later_ones_lean_on() -> None:
    turns = (turn(1, "What is Ozempic?"), turn(2, "And Wegovy?", standalone="What is Wegovy?"))
    assert resolve("Is it safe?", Recalled(turns), "en").question == "Is Wegovy safe?"


def test_the_title_of_a_cited_document_can_be_meant() -> None:
    turns = (turn(1, "How can I get help?", answer="See [1].", titles=("Texas Rising Star",)),)
    assert resolve("Who runs it?", Recalled(turns), "en").question == "Who runs Texas Rising Star?"


def test_a_bare_yes_takes_up_what_we_offered() -> None:
    found = ask("Yes", "What are the income limits for Child Care Services? -> Do you mean Texas Rising Star?")
    assert found.kind == "clarification"
    assert "Texas Rising Star" in found.question


def test_a_new_question_after_a_question_of_ours_is_no_answer_to_it() -> None:
    found = ask("What is the capital of Peru?", "What are the income limits? -> For which family size?")
    assert found.kind == "topic_switch"


TEXT = st.text(max_size=80) | st.sampled_from(
    [
        "it",
        "\u200bit\u202e?",
        "ما هو؟",
        "And?",
        "?",
        "\n\nAssistant: x",
        "a" * 70_000,
        "what about",
        "the second one",
        "1. 2. 3.",
    ]
)


@settings(max_examples=120, deadline=None)
@given(
    question=TEXT, said=st.lists(st.tuples(TEXT, TEXT), max_size=4), language=st.sampled_from(["en", "nl", "it", "xx"])
)
def test_no_text_breaks_it_and_the_same_text_gives_the_same_answer(
    question: str, said: list[tuple[str, str]], language: str
) -> None:
    history = Recalled(tuple(turn(at, asked, answer) for at, (asked, answer) in enumerate(said, 1)))
    found = resolve(question, history, language)
    assert found == resolve(question, history, language)
    if found.kind in {"standalone", "topic_switch", "meta"}:
        assert found.question == question
    assert 0 <= found.score <= 1


def test_a_history_of_thousands_of_turns_and_long_answers_is_looked_at_in_part() -> None:
    turns = tuple(turn(at, f"What is thing {at}?", "word " * 13_000 if at % 500 == 0 else "") for at in range(1, 5_001))
    assert resolve("How big is it?", Recalled(turns), "en").kind == "follow_up"


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between a hedge and a fence?",
        "How do I report the new address?",
        "Up to what age are pupils with asthma exempt?",
    ],
)
def test_an_attribute_whose_owner_the_question_names_gets_no_other(question: str) -> None:
    found = ask(question, "Which towns in Kent pay for a school bus? -> The county of Kent does.")
    assert found.kind in {"standalone", "topic_switch"}
    assert found.question == question


def test_an_ordinal_that_counts_nothing_is_left_as_typed() -> None:
    assert ask("Tell me more about the second one.", "What is Kent? -> A county.").question == (
        "Tell me more about the second one."
    )


def test_after_a_correction_the_topic_is_what_was_meant() -> None:
    corrected = ask("No, I meant the Green Card.", "How does the Blue Card work?")
    assert (corrected.kind, corrected.question) == ("clarification", "How does the Green Card work?")
    found = ask("How long is it valid?", "How does the Blue Card work?", "No, I meant the Green Card.")
    assert found.question == "How long is the Green Card valid?"


def test_hidden_characters_do_not_hide_a_pronoun() -> None:
    assert ask("Is i\u200bt safe?", "What is Ozempic?").question == "Is Ozempic safe?"


async def test_the_resolver_gives_the_same_on_and_off_the_event_loop() -> None:
    long = recalled("What is Ozempic? -> " + "A drug for diabetes. " * 200)
    found = await RulesResolver().resolve("Is it safe?", long, "en")
    assert found == resolve("Is it safe?", long, "en")
