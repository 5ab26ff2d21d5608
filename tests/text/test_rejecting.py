"""Messages that reject the last answer, or ask how to take something back."""

import pytest

from askwell.text.rejecting import rejected_phrases, rejects, reverses, says_how_to_reverse, without_rejected
from askwell.types import Language


@pytest.mark.parametrize(
    ("message", "language", "phrases", "rest"),
    [
        ("no, the ferry, not the night bus", "en", ("the night bus",), "no, the ferry"),
        ("no i don't want it to send a letter, only print one", "en", ("send a letter",), "only print one"),
        ("nee, niet de veerboot, de bus", "nl", ("de veerboot",), "nee, de bus"),
        ("sorry, ik bedoel de kaart, geen abonnement", "nl", ("abonnement",), "sorry, ik bedoel de kaart"),
        ("intendo il traghetto, non il treno", "it", ("il treno",), "intendo il traghetto"),
        ("not the ferry, the other one", "en", ("the ferry",), "the other one"),
        ("niet met de bus, de andere", "nl", ("met de bus",), "de andere"),
        ("non il treno, l'altro", "it", ("il treno",), "l'altro"),
        ("that's not what I asked, when does it leave", "en", (), "that's not what I asked, when does it leave"),
        ("dat is niet wat ik wilde", "nl", (), "dat is niet wat ik wilde"),
        ("non è quello che ho chiesto", "it", (), "non è quello che ho chiesto"),
    ],
)
def test_what_is_rejected_is_taken_out_of_a_message(
    message: str, language: Language, phrases: tuple[str, ...], rest: str
) -> None:
    assert rejects(message, language)
    assert rejected_phrases(message, language) == phrases
    assert without_rejected(message, language) == rest


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("why does the ferry not sail in winter?", "en"),
        ("waarom vaart de boot niet?", "nl"),
        ("perché il traghetto non parte?", "it"),
        ("and what does it cost?", "en"),
        ("not on sundays?", "en"),
    ],
)
def test_a_question_with_a_negation_rejects_nothing(message: str, language: Language) -> None:
    assert not rejects(message, language)
    assert without_rejected(message, language) == message


@pytest.mark.parametrize(
    ("message", "text", "language"),
    [
        ("how can I switch the alarm off again?", "To disable the alarm, hold the button.", "en"),
        ("hoe haal ik de ketting er weer af?", "U verwijdert de ketting met een tang.", "nl"),
        ("e come la tolgo?", "Per rimuovere la catena serve una pinza.", "it"),
    ],
)
def test_taking_back_is_asked_for_and_said(message: str, text: str, language: Language) -> None:
    assert reverses(message, language)
    assert says_how_to_reverse(text, language)
    assert not reverses("what is that?", language)
    assert not reverses("can they turn a guest away?", language)
    assert not says_how_to_reverse("The alarm chain 12", language)
