import random

import pytest

from askwell.evals.simulate.goals import Goals
from askwell.evals.simulate.personas import HABITS, PERSONAS, Message, Persona, first_message, next_message
from askwell.languages import LANGUAGES, persona_words


def goals(language: str = "en") -> Goals:
    return Goals(language, (language,), ("Who repairs the bikes?",), ("Brakes", "Electric bikes"), ("Who won?",))


def talk(persona: Persona, seed: int, language: str = "en") -> list[Message]:
    rng = random.Random(seed)
    first = first_message(persona, goals(language), rng)
    return [first, *(next_message(persona, goals(language), rng, "Marijke") for _ in range(12))]


@pytest.mark.parametrize("persona", PERSONAS)
def test_the_same_seed_writes_the_same_messages(persona: Persona) -> None:
    assert talk(persona, 3) == talk(persona, 3)
    assert talk(persona, 3) != talk(persona, 4)


def test_every_persona_has_habits() -> None:
    assert set(HABITS) == set(PERSONAS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("persona", PERSONAS)
def test_every_name_in_braces_is_filled_and_no_asterisk_is_left(persona: Persona, language: str) -> None:
    texts = [message.text for seed in range(20) for message in talk(persona, seed, language)]
    assert not [text for text in texts if any(char in text for char in "{}*")]


def test_the_words_that_must_be_kept_are_in_the_message() -> None:
    kept = [(message.text, word) for message in talk("vague", 1) for word in message.kept]
    assert kept
    assert all(word in text for text, word in kept)


def test_someone_who_types_badly_makes_errors_and_is_not_held_to_a_wording() -> None:
    texts = {message.text for seed in range(30) for message in talk("types_badly", seed)}
    assert "Who repairs the bikes?" in texts
    assert any("repairs" not in text and text.startswith("Who") and text.endswith("bikes?") for text in texts)


def test_someone_bilingual_changes_the_language_and_is_not_judged_by_it() -> None:
    dutch = set(persona_words("nl").vague)
    assert any(message.text in {text.replace("*", "") for text in dutch} for message in talk("bilingual", 2))
    assert {message.language for seed in range(9) for message in talk("bilingual", seed)} <= {"en", None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_as_many_kinds_of_sentences(language: str) -> None:
    own, english = persona_words(language), persona_words("en")
    names = list(type(english).__slots__)
    assert {name: len(getattr(own, name)) for name in names} == {name: len(getattr(english, name)) for name in names}


def test_a_question_that_points_at_something_is_not_complete() -> None:
    pointing = Goals("en", ("en",), ("Is it cheaper there?",), (), ())
    assert not first_message("vague", pointing, random.Random(1)).is_complete
    assert first_message("vague", goals(), random.Random(1)).is_complete
