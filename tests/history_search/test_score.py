"""What speaks for a turn, and when nothing does."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from askwell.history_search.branch_index import MIN_RETURNED_PROBABILITY, Line
from askwell.history_search.query import sought
from askwell.history_search.score import evidence, may_matter, order, weighed, weights
from askwell.history_search.turn_index import meant_text, pack, turn_unit, unpack
from askwell.history_search.units import Unit, Units, term
from askwell.pipeline.recall import MIN_PROBABILITY
from askwell.types import Language, Source, Turn, TurnIndexEntry

TURN = Turn(
    "t", "s", 1, None, "completed", "The pension is in Lisbon.", datetime(2026, 5, 1, tzinfo=UTC), answer="Noted."
)


def units(*said: str, language: Language = "en") -> Units:
    return Units([turn_unit(replace(TURN, question=each, language=language)) for each in said])


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What is photosynthesis?", "en"),
        ("Who was Genghis Khan?", "en"),
        ("When did Napoleon reach Lisbon?", "en"),
        ("Hoe werkt een vaccin?", "nl"),
        ("Quanti pianeti ci sono nel sistema solare?", "it"),
    ],
)
def test_a_question_of_the_world_is_unlikely_in_a_talk_that_never_names_its_thing(
    question: str, language: Language
) -> None:
    talk = units("Lisbon in May.", "Hotel Lisboa.", "Hoe werkt de tram?", language=language)
    assert order(talk, sought(question, language))[1].max() < MIN_PROBABILITY


@pytest.mark.parametrize("question", ["What is the pension called?", "Who was the guide we met?", "What is in Lisbon?"])
def test_a_question_in_the_same_form_about_what_was_said_has_one(question: str) -> None:
    talk = units("The pension is in Lisbon.", "The guide was Ana.", "It rains.")
    assert order(talk, sought(question, "en"))[1].any()


@pytest.mark.parametrize(
    ("question", "upto", "may"),
    [
        ("What is the pension called?", 1, True),
        ("Who was the guide?", 1, True),  # told right behind the last turn that may be found, which borrows from it
        ("Does it rain?", 1, False),
        ("Does it rain?", 2, True),
        ("Is the tap water safe?", 3, False),
        ("What is in Lisbon?", 0, False),
    ],
)
def test_nothing_is_compared_where_no_turn_can_have_a_chance(question: str, upto: int, *, may: bool) -> None:
    talk, wanted = units("The pension is in Lisbon.", "The guide was Ana.", "It rains."), sought(question, "en")
    assert may_matter(talk, wanted, upto) is may
    assert may or not order(talk, wanted)[1][:upto].any()


def test_what_no_question_feature_can_say_is_left_out_of_the_sum_without_changing_it() -> None:
    talk = units("The pension is in Lisbon.", "When do we leave?", "We pay 40 euros to Ana.", "It rains in May.")
    for question in ("What is in Lisbon?", "How much do we pay Ana?", "When was it raining in May 2026?"):
        wanted = sought(question, "en")
        features = evidence(talk, wanted).features
        learnt = weights()["none"]["order"]
        assert weighed(talk, wanted, "none")[0] == pytest.approx(
            sum(weight * features[name] for name, weight in learnt.items()), abs=1e-6
        )


def test_a_silence_parts_two_sittings() -> None:
    said = [Unit({term("a"): 1}, at) for at in (0.0, 60.0, 4_000.0, 4_060.0)]
    assert Units(said[:2]).sittings is None
    parted = Units(said).sittings
    assert parted is not None
    assert parted.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("k", [1, 3, 40])
def test_the_best_are_those_of_the_whole_order_also_where_many_are_alike(k: int) -> None:
    said = [turn_unit(replace(TURN, question=f"The {each} is red.")) for each in ("car", "house", "car") * 8]
    line, wanted = Line(), sought("Which car is red?", "en")
    line.take([TurnIndexEntry(number, f"t{number}", pack(unit)) for number, unit in enumerate(said, 1)], "none")
    rows, chances = order(line.units, wanted)
    likely = [row + 1 for row in rows.tolist() if row < 19 and chances[row] >= MIN_RETURNED_PROBABILITY]
    assert [each.number for each in line.best(wanted, "none", 20, k)] == likely[:k]
    assert len(likely) > 3


def test_who_speaks_is_read_from_a_name_before_a_colon() -> None:
    said = ("Anna: I sold the boat.", "Ben: Anna, which boat?", "Anna: The red one.", "Ben: I sold my boat too.")
    talk = units(*said)
    anna, ben = turn_unit(replace(TURN, question=said[0])).speaker, turn_unit(replace(TURN, question=said[1])).speaker
    assert talk.speakers == {anna, ben}
    assert talk.spoken_by(anna).tolist() == [1, 0, 1, 0]
    back = unpack(pack(turn_unit(replace(TURN, question=said[1]))))
    assert back is not None
    assert back.speaker == ben


@pytest.mark.parametrize("text", ["Note that: we leave early.", "anna: hello", "The plan: leave at 9:30.", "No colon."])
def test_other_beginnings_name_no_speaker(text: str) -> None:
    assert turn_unit(replace(TURN, question=text)).speaker == 0


def test_a_name_that_begins_one_message_alone_is_no_speaker() -> None:
    assert units("Reminder: call Anna.", "The boat is red.").speakers == set()


def test_what_the_named_speaker_says_comes_first() -> None:
    talk = units("Ben: I sold the boat.", "Anna: Oh no.", "Anna: I sold the boat.", "Ben: Why?")
    assert order(talk, sought("Which boat did Anna sell?", "en", talk.speakers))[0][0] == 2
    assert order(talk, sought("Which boat did Ben sell?", "en", talk.speakers))[0][0] == 0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is Anna's boat?", "Where is my boat?"),
        ("When did Anna leave?", "When did I leave?"),
        ("Did Anna meet Ben?", "Did Anna meet Ben?"),
        ("Where is the boat?", "Where is the boat?"),
    ],
)
def test_a_question_about_one_speaker_is_embedded_in_the_first_person(question: str, text: str) -> None:
    speakers = {term("anna"), term("ben")}
    assert sought(question, "en", speakers).text == text


def test_the_end_of_a_long_message_is_embedded_too() -> None:
    message = " ".join(["We talked about the weather for a while."] * 11) + " Then Anna sold the boat."
    assert meant_text(replace(TURN, question=message)).startswith(message)


def test_a_turn_that_documents_answered_is_embedded_as_its_resolved_question() -> None:
    source = Source(1, "document", "name", "title", "", ())
    turn = replace(
        TURN, question="And the boat?", standalone_question="Where is the boat?", answer="It was sold in May."
    )
    assert meant_text(turn) == "And the boat? Where is the boat? It was sold in May."
    assert meant_text(replace(turn, sources=(source,))) == "Where is the boat?"


def test_likeness_is_the_cosine_whatever_the_number_of_vectors() -> None:
    drawn = np.random.default_rng(1)
    vectors = drawn.integers(-127, 128, (1_300, 16)).astype(np.int8)
    asked = drawn.normal(size=16).astype(np.float32)
    found, here = Units([Unit({term("a"): 1}, 0.0, each) for each in vectors]).likeness(asked)
    exact = vectors.astype(np.float64)
    assert here.all()
    assert found == pytest.approx(exact @ asked / np.linalg.norm(exact, axis=1), abs=1e-4)


def test_an_index_entry_holds_what_a_search_needs_in_little_room() -> None:
    long = replace(TURN, question=" ".join(f"word{place}" for place in range(300)))
    vector = np.arange(384, dtype=np.int8)
    packed = pack(turn_unit(long, vector), "e5-small")
    back = unpack(packed, "e5-small")
    assert len(packed) <= 700
    assert back is not None
    assert back.vector is not None
    assert back.vector.tolist() == vector.tolist()
    other = unpack(packed, "minilm")
    assert other is not None
    assert other.vector is None
