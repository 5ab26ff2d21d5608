from dataclasses import replace
from datetime import UTC, datetime

from askwell.evals.simulate.personas import Message
from askwell.evals.simulate.promises import Exchange, Observed, Promise, broken_promises
from askwell.types import Answer, Kind, Mark, Outcome, Resolution, Turn
from tests.evals.answers import an_answer

WHAT = "What is the income limit?"


def answered(
    asked_as: str = WHAT,
    *,
    text: str = "The limit is $2,000 a month. [1]",
    outcome: Outcome = "answered",
    number: int = 1,
) -> Answer:
    """An answer whose wording was resolved as a follow-up unless it is the default."""
    kind: Kind = "standalone" if asked_as == WHAT else "follow_up"
    plain = an_answer(text, question=asked_as, kind=kind, outcome=outcome)
    marks = tuple(Mark(1, at, at + 3) for at in [text.find("[1]")] if at >= 0)
    return replace(plain, turn_number=number, marks=marks, resolution=Resolution(kind, asked_as))


def observed(*exchanges: tuple[Message, Answer]) -> Observed:
    """A conversation whose turns are stored as they were answered."""
    turns = tuple(
        Turn(
            id=str(at),
            session_id="s",
            number=at,
            parent_id=None,
            status="completed",
            question=message.text,
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
            standalone_question=answer.standalone_question,
            answer=answer.answer,
            outcome=answer.outcome,
            sources=answer.sources,
        )
        for at, (message, answer) in enumerate(exchanges, 1)
    )
    return Observed(tuple(Exchange(message, answer) for message, answer in exchanges), turns)


FIRST = (Message(WHAT, "en", is_complete=True), answered())


def broken(*exchanges: tuple[Message, Answer]) -> list[tuple[Promise, int]]:
    return [(each.promise, each.turn) for each in broken_promises(observed(*exchanges))]


def second(message: Message, asked_as: str, **others: object) -> list[tuple[Promise, int]]:
    """The promises that a second turn breaks, after a first one that keeps all."""
    answer = replace(answered(asked_as, text="It is $40 a day. [1]", number=2), **others)  # type: ignore[arg-type]
    return broken(FIRST, (message, answer))


def test_a_good_conversation_breaks_none() -> None:
    assert second(Message("Who pays it?", "en", kept=("pays",)), "Who pays the income limit?") == []


def test_a_complete_question_must_not_be_changed() -> None:
    message = Message("Who won the game?", "en", is_complete=True)
    assert second(message, "Who won the game of the limit?") == [("complete_question_kept", 2)]


def test_a_wording_must_keep_the_words_that_count() -> None:
    message = Message("Who does not pay?", kept=("not", "pay"))
    assert second(message, "Who does pay the income limit?") == [("words_kept", 2)]


def test_a_kept_word_may_be_inflected() -> None:
    assert second(Message("Who pays it?", kept=("pays",)), "Who paid or will pay the income limit?") == []


def test_a_wording_must_not_invent_a_number() -> None:
    assert second(Message("And a day?"), "What is the income limit of 77 a day?") == [("wording_invents_nothing", 2)]


def test_a_wording_must_not_lose_a_number() -> None:
    assert second(Message("And with 12?"), "And the income limit?") == [("wording_invents_nothing", 2)]


def test_our_own_texts_are_no_subject() -> None:
    nothing = answered(text="I did not find this in the documents.", outcome="not_found")
    follow_up = answered("Where is it in the documents?", text="It is $40 a day. [1]", number=2)
    assert broken((FIRST[0], nothing), (Message("Where is it?"), follow_up)) == [("own_text_is_no_subject", 2)]


def test_words_of_an_answer_from_documents_may_be_a_subject() -> None:
    assert second(Message("Who sets it?"), "Who sets the limit a month?") == []


def test_a_message_must_be_recognised_in_its_language() -> None:
    message = Message("Wat kost dat per dag?", "nl")
    assert second(message, message.text, kind="standalone") == [("language_followed", 2)]


def test_an_answer_from_documents_needs_a_mark() -> None:
    assert second(Message("And a day?"), "And a day?", answer="It is $40.", marks=()) == [("answer_has_marks", 2)]


def test_a_mark_needs_a_source() -> None:
    assert second(Message("And a day?"), "And a day?", answer="It is $40. [1] [7]") == [("marks_have_sources", 2)]


def test_a_document_keeps_its_number() -> None:
    [source] = answered().sources
    assert ("source_numbers_stay", 2) in second(
        Message("And a day?"), "And a day?", sources=(replace(source, number=2),)
    )


def test_an_empty_answer_is_none() -> None:
    assert second(Message("And a day?"), "And a day?", answer=" ") == [("has_an_answer", 2)]


def test_what_was_shown_as_unsure_stays_unsure_when_it_is_repeated() -> None:
    shown = answered(text="I am not sure. The limit is $2,000 a month for two. [1]", outcome="passages")
    repeated = replace(
        answered("Shorter.", text="The limit is $2,000 a month for two. [1]", number=2), route="last_answer"
    )
    assert broken((FIRST[0], shown), (Message("Shorter."), repeated)) == [("unsure_stays_unsure", 2)]


def test_two_questions_must_not_get_one_answer() -> None:
    message = Message("asdf qwer", is_complete=True)
    same = replace(answered("asdf qwer", number=2), kind="standalone")
    assert broken(FIRST, (message, same)) == [("answers_differ", 2)]


def test_the_same_question_may_get_the_same_answer() -> None:
    again = replace(answered("What is the limit of income?", number=2), kind="standalone")
    assert broken(FIRST, (Message("What is the limit of income?"), again)) == []


def test_a_failed_turn_breaks_a_promise() -> None:
    seen = Observed((Exchange(FIRST[0], None, "internal: no"),), ())
    assert [(each.promise, each.detail) for each in broken_promises(seen)] == [("no_error", "internal: no")]


def test_turns_are_numbered_without_gaps_and_stored_as_answered() -> None:
    seen = observed(FIRST)
    other = replace(seen, turns=(replace(seen.turns[0], answer="another"),))
    assert [each.promise for each in broken_promises(other)] == ["stored_as_answered"]
    gap = replace(seen, turns=(*seen.turns, replace(seen.turns[0], number=3)))
    assert [each.promise for each in broken_promises(gap)] == ["turns_without_gaps"]
