import pytest

from askwell.languages import LANGUAGES, wording
from askwell.text.lookback import look_back
from askwell.text.talk import talk_act


@pytest.mark.parametrize(
    ("message", "language", "expected"),
    [
        ("Hello!", "en", "greeting"),
        ("Good morning everyone", "en", "greeting"),
        ("Thanks, that helps a lot!", "en", "thanks"),
        ("Ok great, thank you so much for your help!", "en", "thanks"),
        ("Hi, what can you do?", "en", "about_us"),
        ("help", "en", "about_us"),
        ("Bye, thanks!", "en", "goodbye"),
        ("Goedemorgen", "nl", "greeting"),
        ("Bedankt voor uw hulp!", "nl", "thanks"),
        ("Wat kunt u voor mij doen?", "nl", "about_us"),
        ("Perfetto, grazie mille", "it", "thanks"),
        ("Ciao, chi è Lei?", "it", "about_us"),
        ("Arrivederci", "it", "goodbye"),
        ("Thanks!", "nl", "thanks"),
        ("thanks, and how do I apply?", "en", ""),
        ("Hello, is there a waiting list?", "en", ""),
        ("help with the rent", "en", ""),
        ("the way you can help", "en", ""),
        ("so you can ask me another question", "en", ""),
        ("no", "en", ""),
        ("ok", "en", ""),
        ("", "en", ""),
        ("Grazie, ma quanto costa?", "it", ""),
    ],
)
def test_only_a_message_of_nothing_but_talk_is_talk(message: str, language: str, expected: str) -> None:
    assert talk_act(message, language) == expected


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("What did I ask first?", "en", "first_question"),
        ("What was my first question?", "en", "first_question"),
        ("What was my last question?", "en", "last_question"),
        ("What did you just say?", "en", "last_answer"),
        ("What have we discussed so far?", "en", "discussed"),
        ("Wat was mijn eerste vraag?", "nl", "first_question"),
        ("Wat hebben we tot nu toe besproken?", "nl", "discussed"),
        ("Qual è stata la mia prima domanda?", "it", "first_question"),
        ("Puoi riassumere la conversazione?", "it", "discussed"),
        ("How do I apply?", "en", ""),
    ],
)
def test_a_question_about_the_conversation_says_which_part(question: str, language: str, expected: str) -> None:
    assert look_back(question, language) == expected


def test_every_language_has_phrases_that_take_the_same_names() -> None:
    for phrases in map(wording, LANGUAGES):
        assert "{about}" in phrases.decline
        assert "{question}" in phrases.first_question
        assert {code for code, _ in phrases.language_names} == set(LANGUAGES)
