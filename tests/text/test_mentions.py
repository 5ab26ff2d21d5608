"""Noun phrases and the tags they are found by."""

import pytest

from askwell.text.grammar import tag
from askwell.text.mentions import find_mentions


def tags(text: str, language: str = "en") -> dict[str, str]:
    return {token.low: token.tag for token in tag(text, language)}


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "What were the costs of the Miller and Sons refit?", "the Miller and Sons refit"),
        ("en", "How does night cooling affect comfort?", "night cooling"),
        ("en", "What are linoleum's weak points?", "linoleum"),
        ("nl", "Welke voorwaarden gelden er voor de huurtoeslag?", "de huurtoeslag"),
        ("it", "Quanto costa l'abbonamento annuale?", "l'abbonamento annuale"),
    ],
)
def test_a_phrase_is_found_as_written(language: str, text: str, wanted: str) -> None:
    assert wanted in [mention.text for mention in find_mentions(text, language)]


def test_a_joined_phrase_comes_behind_its_parts() -> None:
    found = [mention.text for mention in find_mentions("What is the price of Bergen linen?", "en")]
    assert found == ["the price", "the price of Bergen linen", "Bergen linen"]


@pytest.mark.parametrize(
    "text",
    [
        "Is it true that cork floats?",
        "Is it going to rain?",
        "Is it wise to sell now?",
        "How long does it take to learn chess?",
    ],
)
def test_an_it_that_refers_to_nothing_is_an_expletive(text: str) -> None:
    assert tags(text)["it"] == "expletive"


def test_an_it_that_refers_is_a_pronoun() -> None:
    assert tags("Is it lighter than cork?")["it"] == "pronoun"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Is it true that cork floats?", "conj"),
        ("Why is that?", "demonstrative"),
        ("What about that glue?", "demonstrative"),
        ("What hinges are there that lock?", "conj"),
    ],
)
def test_that_is_told_apart_by_its_neighbours(text: str, wanted: str) -> None:
    assert tags(text)["that"] == wanted


def test_offsets_point_into_the_text_as_given() -> None:
    text = "Wha\u200bt is the\u00a0café?"
    assert all(text[token.start : token.end] == token.text for token in tag(text, "en"))


def test_a_phrase_knows_what_completes_it() -> None:
    complements = {
        mention.head: mention.complement for mention in find_mentions("the price of tea and the impact on health", "en")
    }
    assert complements["price"] == "owner"
    assert complements["impact"] == "other"


@pytest.mark.parametrize("word", ["MRR@10", "C++", "C#", "60-month", "GPT-3.5"])
def test_a_term_with_signs_in_it_is_one_word(word: str) -> None:
    assert word.lower() in tags(f"What {word} did it reach?")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Hoe kan ik het installeren?", "pronoun"),
        ("Hoe lang wordt het ondersteund?", "pronoun"),
        ("Kun je het gratis gebruiken?", "pronoun"),
        ("Wat is het resultaat?", "definite"),
        ("Wordt het gebied beheerd?", "definite"),
        ("Wat is het weer in Utrecht?", "definite"),
    ],
)
def test_dutch_het_before_a_closing_verb_is_a_pronoun(text: str, wanted: str) -> None:
    assert tags(text, "nl")["het"] == wanted


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        ("Come posso ottenerla?", "la", "pronoun"),
        ("Chi lo ha creato?", "lo", "pronoun"),
        ("Dove la compro?", "la", "pronoun"),
        ("Quanto costa la carta?", "la", "definite"),
    ],
)
def test_an_italian_clitic_is_a_pronoun(text: str, word: str, wanted: str) -> None:
    assert tags(text, "it")[word] == wanted


def test_adjectives_joined_before_a_noun_stay_in_one_phrase() -> None:
    found = [mention.text for mention in find_mentions("How do licensed and registered homes differ?", "en")]
    assert "licensed and registered homes" in found
