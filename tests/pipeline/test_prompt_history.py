"""Turns and summary of a prompt: they begin alike from turn to turn, and nothing is said twice."""

from itertools import pairwise

from askwell.pipeline.history import block_turns, cost_of, cut_to, fitted
from askwell.prompts import summary_before
from askwell.rules.summarise import RulesSummariser
from askwell.types import Item, Memory, Topic
from tests.prompting import turn

WINDOW = 5
BLOCK = block_turns(WINDOW)


def shown_at(number: int) -> list[int]:
    """Numbers of the turns in the prompt of a turn; so many are read that a block begins among them."""
    turns = [turn(at, f"Question {at}?", "Answer.") for at in range(max(1, number - WINDOW - BLOCK + 1), number)]
    return [each.number for each in fitted(turns, len(turns), WINDOW)]


def test_the_window_moves_by_half_of_itself() -> None:
    beginnings = [shown_at(number)[0] for number in range(7, 40)]
    assert sorted(set(beginnings)) == [1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34]
    assert sum(one != other for one, other in pairwise(beginnings)) <= len(beginnings) // BLOCK
    assert all(WINDOW <= len(shown_at(number)) < WINDOW + BLOCK for number in range(7, 40))


def test_turns_that_do_not_fit_are_left_out_by_blocks() -> None:
    turns = [turn(number, "Q?", "A.") for number in range(1, 8)]
    assert [each.number for each in fitted(turns, 5, WINDOW)] == [4, 5, 6, 7]
    assert [each.number for each in fitted(turns, 1, WINDOW)] == [7]
    assert [each.number for each in fitted(turns, 5, 0)] == [3, 4, 5, 6, 7]


def test_a_turn_is_cut_after_a_sentence_and_keeps_its_question() -> None:
    long = turn(1, "What does it cost?", "It costs 90 euros. [1] " * 80)
    short = cut_to(long, 120)
    assert short is not None
    assert cost_of(short) <= 120
    assert short.question == long.question
    assert short.answer.endswith("[1]")


async def test_the_summary_does_not_repeat_turns_that_are_messages() -> None:
    turns = [turn(number, f"What is rule {number} about?", f"It is about number {number}.") for number in range(1, 9)]
    topics = [Topic(each.id, each.number, each.question, (), ()) for each in turns]
    items = (Item("i1", "t2", 2, "We leave on 3 June."), Item("i2", "t7", 7, "We have 900 euros."))
    text = RulesSummariser().render(Memory(items=items), topics, "en")
    memory = Memory(text, items=items, up_to=8)
    assert "900 euros" in text
    before = summary_before(memory, turns[4:][::-1])
    assert "We leave on 3 June." in before
    assert "rule 1" in before
    assert not [part for part in ("900", "rule 5", "rule 8") if part in before]


def test_a_summary_of_turns_that_are_all_shown_is_left_out_unless_a_user_wrote_it() -> None:
    shown = (turn(2, "And dogs?", "Free."), turn(1, "What does it cost?", "90 euros."))
    assert summary_before(Memory("They asked for the price."), shown) == ""
    assert summary_before(Memory("My own words.", summary_by="user"), shown) == "My own words."
    assert summary_before(Memory("A model's words.", summary_by="model"), (turn(4, "Q?", "A."),)) == "A model's words."
