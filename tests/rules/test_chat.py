from datetime import UTC, datetime

import pytest

from askwell.assistant import Assistant, ScopeSection
from askwell.rules.write import RulesWriter
from askwell.types import Brief, Outcome, Turn
from tests.passages import brief, passage

ASSISTANT = Assistant(name="papers", title="Paper Guide", scope=ScopeSection(about="machine learning papers"))
PLAIN = Assistant(name="plain", title="Reader")


def turn(number: int, question: str, answer: str, *, standalone: str = "", outcome: Outcome = "answered") -> Turn:
    return Turn(
        id=f"t{number}",
        session_id="s",
        number=number,
        parent_id=None,
        status="completed",
        question=question,
        created_at=datetime(2026, 1, number, tzinfo=UTC),
        standalone_question=standalone,
        outcome=outcome,
        answer=answer,
    )


TURNS = (
    turn(2, "What is LoRA?", "LoRA is a method. [1]"),
    turn(3, "And its rank?", "The rank is small. [1]", standalone="What is the rank of LoRA?"),
    turn(4, "Thanks!", "You are welcome.", outcome="chat"),
)


async def written(asked: Brief, assistant: Assistant = ASSISTANT) -> str:
    return "".join([str(piece) async for piece in RulesWriter(assistant).write(asked)])


async def test_a_greeting_is_answered_with_what_may_be_asked() -> None:
    said = await written(brief("Hello!", purpose="chat"))
    assert said == "Hello! I am Paper Guide. You can ask me about machine learning papers."


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Hello!", "Hello! You can ask me about what is in the documents."),
        ("Who are you?", "I answer questions from the documents and show where each answer comes from."),
    ],
)
async def test_an_assistant_without_a_subject_does_not_give_the_title_of_a_collection_as_its_name(
    asked: str, reply: str
) -> None:
    documents = Assistant(name="documents", title="Your documents")
    assert await written(brief(asked, purpose="chat"), documents) == reply


async def test_talk_is_answered_in_the_language_of_the_question() -> None:
    assert (await written(brief("Bedankt!", purpose="chat", language="nl"))).startswith("Graag gedaan")
    assert (await written(brief("Arrivederci!", purpose="chat", language="it"))).startswith("Arrivederci")
    assert "machine learning papers" in await written(brief("Who are you?", purpose="chat"))


async def test_the_first_question_is_told_also_when_it_is_older_than_the_window() -> None:
    asked = brief("What did I ask first?", purpose="chat", turns=TURNS, first_question="What is BERT?")
    assert await written(asked) == "Your first question was: “What is BERT?”"


async def test_the_last_question_and_answer_are_told_without_old_marks() -> None:
    last = await written(brief("What was your last answer?", purpose="chat", turns=TURNS, first_question="x"))
    assert last == "To “What is the rank of LoRA?” I answered:\n\nThe rank is small."
    assert "Thanks!" in await written(
        brief("What was my last question?", purpose="chat", turns=TURNS, first_question="x")
    )


async def test_what_was_discussed_is_a_list_of_the_questions_as_understood() -> None:
    asked = brief("What have we discussed so far?", purpose="chat", turns=TURNS, first_question="What is BERT?")
    assert await written(asked) == (
        "So far you have asked:\n- What is BERT?\n- What is LoRA?\n- What is the rank of LoRA?"
    )


async def test_a_fresh_conversation_says_that_nothing_was_asked() -> None:
    said = await written(brief("What did I ask first?", purpose="chat"))
    assert said == "You have not asked anything yet in this conversation."


async def test_other_talk_gets_a_pointer() -> None:
    assert await written(brief("Hmm.", purpose="chat")) == "You can ask me about machine learning papers."
    assert await written(brief("Hmm.", purpose="chat"), PLAIN) == "You can ask me about what is in the documents."


async def test_a_refusal_takes_the_assistants_own_words_first() -> None:
    own = Assistant(name="own", title="Own", scope=ScopeSection(about="tax", message="Only tax, please."))
    assert await written(brief("Pizza?", purpose="decline"), own) == "Only tax, please."
    assert "machine learning papers" in await written(brief("Pizza?", purpose="decline"))
    assert await written(brief("Pizza?", purpose="decline", language="nl"), PLAIN) == "Daarmee kan ik niet helpen."


async def test_an_honest_no_names_three_nearest_places_at_most() -> None:
    places = [
        passage("Text.", title=f"Paper {n}", headings=(f"Paper {n}", "Method"), document=f"p{n}") for n in range(5)
    ]
    lines = (await written(brief("What?", [*places, places[0]], purpose="not_found"))).split("\n")
    assert lines[0] == "I did not find this in the documents."
    assert lines[1:] == [f"Nearest: Paper {n} § Method [{n + 1}]" for n in range(3)]


async def test_an_honest_no_without_passages_is_one_sentence() -> None:
    assert (
        await written(brief("Wat?", purpose="not_found", language="nl")) == "Dit heb ik niet in de documenten gevonden."
    )
