"""Telling languages apart."""

import pytest

from askwell.text.detect import detect_language, is_in_another

ALLOWED = ("en", "nl", "it")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What does the warranty of this bicycle cover?", "en"),
        ("Wat dekt de garantie van deze fiets precies?", "nl"),
        ("Che cosa copre la garanzia di questa bicicletta?", "it"),
    ],
)
def test_language_of_a_sentence_is_told(text: str, language: str) -> None:
    assert detect_language(text, allowed=ALLOWED, default="xx") == language


@pytest.mark.parametrize("text", ["", "ok", "1 234 567 890 123 456 789 000", "*** --- === +++ *** --- === +++"])
def test_too_little_to_tell_is_the_default(text: str) -> None:
    assert detect_language(text, allowed=ALLOWED, default="nl") == "nl"


def test_language_that_is_not_allowed_is_never_told() -> None:
    text = "Was deckt die Garantie für dieses Fahrrad eigentlich genau ab?"
    assert detect_language(text, allowed=ALLOWED, default="en") in ALLOWED


def test_one_allowed_language_needs_no_guess() -> None:
    assert detect_language("Che cosa copre la garanzia di questa bici?", allowed=("en",), default="en") == "en"


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wat is Debian?", "nl"),
        ("Cos'è Debian?", "it"),
        ("Come posso ottenerla?", "it"),
        ("What is LoRA?", "en"),
        ("How do I apply?", "en"),
        ("Waarom?", "nl"),
        ("E quanto costa?", "it"),
    ],
)
def test_a_short_question_is_told_by_its_function_words(question: str, language: str) -> None:
    assert detect_language(question, allowed=("en", "nl", "it"), default="en") == language


@pytest.mark.parametrize(
    ("text", "languages", "is_another"),
    [
        ("Le forfait alpin coûte 90 euros pour les adultes.", ("en",), True),
        ("Der Skipass kostet neunzig Euro für Erwachsene und gilt bis April.", ("en", "nl"), True),
        ("De pas kost 90 euro voor een volwassene.", ("en",), True),
        ("De pas kost 90 euro voor een volwassene.", ("en", "nl"), False),
        ("The pass costs 90 euros for adults.", ("en",), False),
        ("Alpine pass, 90 euros", ("en",), False),
        ("Le forfait", ("en",), False),
        ("Le forfait alpin coûte 90 euros pour les adultes.", (), False),
    ],
)
def test_a_text_is_surely_in_another_language(text: str, languages: tuple[str, ...], is_another: bool) -> None:
    assert is_in_another(text, languages) is is_another
