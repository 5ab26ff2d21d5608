"""The bench of known questions in other words: its set, and what it counts."""

from bench.known_answers import Asked, Got, measured
from bench.known_questions import answered, questions
from bench.written_personal import half_of


def test_the_set_has_fifteen_paraphrases_of_each_question_and_as_many_near_ones_as_are_said() -> None:
    asked = questions()
    assert [sum(each.is_same and each.near == number for each in asked) for number in range(8)] == [15] * 8
    assert sum(not each.is_same for each in asked) == 200
    assert {half_of(each.question) for each in asked} == {"read", "held"}


def test_a_right_a_wrong_and_a_false_answer_are_counted() -> None:
    asked = [Asked(text, near, is_same) for text, near, is_same in (("a", 0, True), ("b", 1, True), ("c", 1, False))]
    none = {"wrong": 0.0, "false": 0.0, "near": 0.0}
    assert measured(asked, [Got(0), Got(), Got()]) == {**none, "found": 0.5, "shown": 0.5}
    assert measured(asked, [Got(0), Got(shown=1), Got(shown=1)]) == {**none, "found": 0.5, "shown": 1.0, "near": 1.0}
    assert measured(asked, [Got(0), Got(shown=0), Got()]) == {**none, "found": 0.5, "shown": 0.5}
    assert measured(asked, [Got(0), Got(0), Got(1)]) == {**none, "found": 0.5, "shown": 0.5, "wrong": 0.5, "false": 1.0}


async def test_a_known_question_gets_its_own_answer_and_a_near_one_none() -> None:
    asked = [Asked("Quando scade l'ISEE?", 1, True), Asked("Quando scade il 730 nel 2024?", 6, False)]
    assert await answered(asked, "none") == [Got(1), Got()]


async def test_no_near_question_gets_an_answer_by_words() -> None:
    near = [each for each in questions() if not each.is_same]
    assert [got.given for got in await answered(near, "none")] == [None] * 200


async def test_a_quarter_of_the_paraphrases_get_their_answer_by_words_and_others_see_their_question() -> None:
    figures = measured(asked := questions(), await answered(asked, "none"))
    assert figures["wrong"] == 0.0
    assert figures["found"] >= 0.25
    assert figures["shown"] >= 0.5
