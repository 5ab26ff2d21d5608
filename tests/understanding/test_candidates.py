"""Which wordings a question may have. The conversations are made up."""

import pytest
from bench.cast import turns_of

from askwell.types import Language
from askwell.understanding.candidates import MAX_WORDINGS, candidates
from askwell.understanding.grammar.context import survey
from askwell.understanding.grammar.cues import read


def wordings(question: str, *exchanges: tuple[str, str], language: Language = "en") -> list[str]:
    context = survey(turns_of(exchanges), language)
    return [each.question for each in candidates(read(question, language), context)]


def test_a_pronoun_may_mean_each_thing_that_was_named() -> None:
    found = wordings("When does it open?", ("Is there a museum near the castle?", "Yes, next to the gate."))
    assert {"When does the castle open?", "When does the museum open?"} & set(found)
    assert len(found) > 1


@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        ("en", "How long is the walk to Brack from Ulm?", "from Hain?", "How long is the walk to Brack from Hain?"),
        (
            "nl",
            "Hoe lang is de wandeling van Brack naar Ulm?",
            "naar Hain?",
            "Hoe lang is de wandeling van Brack naar Hain?",
        ),
        ("it", "Quanto dura la gita da Brack a Ulm?", "a Hain?", "Quanto dura la gita da Brack a Hain?"),
    ],
)
def test_a_fragment_may_take_the_place_of_each_phrase(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    assert expected in wordings(question, (earlier, "Two hours."), language=language)


def test_a_number_may_take_the_place_of_each_number() -> None:
    found = wordings("and with 7?", ("Which hut sleeps 5 people for 2 nights?", "The upper one."))
    assert any("sleeps 7 people for 2 nights" in each for each in found)
    assert any("sleeps 5 people for 7 nights" in each for each in found)


def test_the_question_before_the_last_may_be_the_frame() -> None:
    found = wordings("and the sledge?", ("What does the toboggan cost?", "9 euros."), ("Is it wet?", "Yes."))
    assert any("sledge cost" in each for each in found)


def test_no_wording_comes_twice_or_is_the_question() -> None:
    question = "and that one?"
    found = wordings(question, ("Which is the best hut?", "The upper hut."), ("And the lowest?", "The valley hut."))
    assert len(found) == len(set(found)) <= MAX_WORDINGS
    assert question not in found


def test_a_long_question_fits_no_frame() -> None:
    question = "please tell me whether there might ever be a chance for seven friends to sleep somewhere up there"
    earlier = ("Which hut sleeps 5 people?", "The upper one.")
    assert not any("hut sleeps" in each for each in wordings(question, earlier))


@pytest.mark.parametrize(
    ("question", "language", "answer"),
    [
        ("How long may she stay?", "en", "Relative Care ends on Tue 21 Oct."),
        ("Quando parte lui?", "it", "La linea M5 parte da Via 20 Settembre."),
    ],
)
def test_she_is_no_date_and_no_service(question: str, language: Language, answer: str) -> None:
    found = wordings(question, ("Care?", answer), language=language)
    assert not any(number in each for each in found for number in ("20", "21"))


@pytest.mark.parametrize(("language", "question"), [("en", "no more than 5?"), ("nl", "Niet meer dan 5?")])
def test_a_bound_fits_no_frame(language: Language, question: str) -> None:
    asked = ("How many goats graze in the park?", "Five.")
    assert not any("goats" in each for each in wordings(question, asked, language=language))


@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        (
            "en",
            "Can I rent a canoe near the dam in May?",
            "no, I meant the lock",
            "Can I rent a canoe near the lock in May?",
        ),
        (
            "nl",
            "Kan ik een kano huren bij de dam in mei?",
            "nee, ik bedoel de sluis",
            "Kan ik een kano huren bij de sluis in mei?",
        ),
        (
            "it",
            "Quanto costa la canoa per la diga in maggio?",
            "no, intendevo il kayak",
            "Quanto costa il kayak per la diga in maggio?",
        ),
    ],
)
def test_a_correction_may_take_the_place_of_each_phrase(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    found = wordings(question, (earlier, "9 euros."), language=language)
    assert expected.lower().rstrip("?") in [each.lower().rstrip("?") for each in found]


def test_no_wording_keeps_what_a_correction_rejects() -> None:
    context = survey(turns_of([("What do the canoe and the kayak cost in May?", "9 euros.")]), "en")
    found = candidates(read("no, not the canoe, only the kayak", "en"), context)
    meant = [each.question for each in found if each.source == "meant"]
    assert "What do the kayak cost in May?" in meant
    assert not any("canoe" in each for each in meant)


@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        ("en", "When does the early train to Brack leave?", "and the late one?", "the late train to Brack leave"),
        ("it", "Quando parte il treno lento per Brack?", "e quello rapido?", "treno rapido per Brack"),
    ],
)
def test_a_word_that_stands_for_a_noun_takes_the_noun_of_an_earlier_question(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    assert any(expected in each for each in wordings(question, (earlier, "8:10."), language=language))


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "which is drier?", "which is drier, Hain hut or Brack hut"),
        ("en", "do they have beds?", "do Hain hut and Brack hut have beds?"),
        ("nl", "welke is droger?", "welke is droger, Hain hut of Brack hut"),
        ("it", "quale è più asciutta?", "quale è più asciutta, Hain hut o Brack hut"),
    ],
)
def test_a_choice_may_be_among_what_was_listed(language: Language, question: str, expected: str) -> None:
    listed = ("Huts?", "1. Hain hut\n2. Brack hut")
    assert expected in wordings(question, listed, language=language)


def test_a_choice_may_be_among_what_two_like_questions_asked_about() -> None:
    asked = [("What does the Hain hut cost?", "9 euros."), ("What does the Brack hut cost?", "7 euros.")]
    assert "which is drier, Hain or Brack" in wordings("which is drier?", *asked)
