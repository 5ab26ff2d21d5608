"""Requests about the last answer by rules: which of its statements stay, what goes on, what is quoted as evidence."""

from dataclasses import replace

import pytest

from askwell.languages import wording
from askwell.rules.operations import operation_pieces
from askwell.types import Operation, OperationKind, Outcome, Passage
from tests.passages import brief, passage
from tests.rules.test_chat import turn

SAID = wording("en").about_last_answer


def asked(kind: OperationKind, question: str, last: str, passages: list[Passage], outcome: Outcome = "answered") -> str:
    given = Operation(kind, (turn(1, question, last, outcome=outcome),))
    return "".join(operation_pieces(replace(brief(question, passages), purpose="operation", operation=given)))


def as_answer(text: str) -> str:
    """Sentences of a text, each with a mark."""
    return " ".join(f"{each.strip()}. [1]" for each in text.split(".") if each.strip())


MOORING = (
    "The mooring rules date from 1 May 1911. A mooring can also be swapped with a neighbour of the quay."
    " The mooring of a barge lasts 45 days at most."
)
LOCK = "The keeper rings the bell for each barge. It wakes the mill at once."


@pytest.mark.parametrize("kind", ["shorter", "sentence"])
def test_a_shorter_answer_keeps_the_sentence_that_answers(kind: OperationKind) -> None:
    said = asked(kind, "How long does the mooring of a barge last?", as_answer(MOORING), [passage(MOORING)])
    assert said == "The mooring of a barge lasts 45 days at most. [1]"


@pytest.mark.parametrize("kind", ["shorter", "sentence"])
def test_a_shorter_answer_leans_on_nothing_that_it_leaves_out(kind: OperationKind) -> None:
    last = "It wakes the mill at once. [1] The keeper rings the bell for each barge. [1]"
    said = asked(kind, "What wakes the mill at once?", last, [passage(LOCK)])
    assert said.removeprefix(f"{SAID.shortest}\n\n").startswith("The keeper rings the bell for each barge. [1]")


def test_what_leans_on_a_sentence_that_was_not_quoted_is_left_out() -> None:
    text = f"{LOCK} A barge pays at the mill."
    last = "It wakes the mill at once. [1] A barge pays at the mill. [1]"
    assert asked("shorter", "What wakes the mill?", last, [passage(text)]) == "A barge pays at the mill. [1]"


TOOLS = [f"Tool number {number} of the keeper" for number in range(1, 13)]
KEEPER = "The keeper carries:\n\n" + "\n".join(f"- {each};" for each in TOOLS)
FIRST_EIGHT = "The keeper carries:\n" + "\n".join(f"- {each}; [1]" for each in TOOLS[:8])
QUESTION = "What does the keeper carry?"


def test_of_a_list_that_was_cut_the_lines_of_the_document_are_counted() -> None:
    lines = asked("shorter", QUESTION, FIRST_EIGHT, [passage(KEEPER)]).splitlines()
    assert lines[:2] == ["The keeper carries:", f"- {TOOLS[0]}; [1]"]
    assert lines[-1] == f"({len(lines) - 2} of 12)"
    assert asked("sentence", QUESTION, FIRST_EIGHT, [passage(KEEPER)]).endswith("[1] (8 of 12)")


def test_a_question_for_a_figure_keeps_the_line_that_has_it() -> None:
    fees = ["rowing boats stay for free;", "the fee of a barge is 12 euros;", "swans pay nothing."]
    text = "The fees of the quay are:\n\n" + "\n".join(f"- {each}" for each in fees)
    last = "The fees of the quay are:\n" + "\n".join(f"- {each} [1]" for each in fees)
    said = asked("shorter", "How much is the fee of a barge?", last, [passage(text)])
    assert said == "The fees of the quay are:\n- the fee of a barge is 12 euros; [1]\n(1 of 3)"


def test_a_list_that_was_cut_goes_on_below_its_lead() -> None:
    other = passage("The mill needs:\n\n- grain of the keeper;\n- wind for the keeper.", document="mill")
    said = asked("continue", QUESTION, FIRST_EIGHT, [passage(KEEPER), other])
    assert said.splitlines() == ["The keeper carries:", *(f"- {each}; [1]" for each in TOOLS[8:])]


def test_a_list_that_was_cut_goes_on_in_the_next_chunk() -> None:
    first = passage("The keeper carries:\n\n" + "\n".join(f"- {each};" for each in TOOLS[:8]))
    rest = "\n".join(f"- {each};" for each in TOOLS[8:])
    start = first.chunk.end + 1
    after = passage(rest, ordinal=1)
    after = replace(after, chunk=replace(after.chunk, start=start, end=start + len(rest)))
    said = asked("continue", QUESTION, FIRST_EIGHT, [first, after])
    assert said.splitlines() == ["The keeper carries:", *(f"- {each}; [1]" for each in TOOLS[8:])]
    assert asked("shorter", QUESTION, FIRST_EIGHT, [first, after]).endswith("of 12)")


def test_a_long_rest_of_a_list_tells_how_much_of_it_is_shown() -> None:
    long = [f"tool {number} of the keeper, {'which is kept dry, ' * 6}and oiled" for number in range(30)]
    text = "The keeper carries:\n\n" + "\n".join(f"- {each};" for each in long)
    last = "The keeper carries:\n" + "\n".join(f"- {each}; [1]" for each in long[:8])
    lines = asked("continue", QUESTION, last, [passage(text)]).splitlines()
    assert lines[1] == f"- {long[8]}; [1]"
    assert lines[-1] == f"({8 + len(lines) - 2} of 30)"


TURBINE = (
    "Good sides of the turbine:\n\n- the turbine is silent;\n- the turbine is cheap.\n\n"
    "Bad sides of the turbine:\n\n- the turbine freezes in winter;\n- the turbine needs a rope."
)


def test_lines_of_another_list_come_with_its_lead_though_it_was_shown() -> None:
    last = (
        "Good sides of the turbine:\n- the turbine is silent; [1]\n- the turbine is cheap. [1]\n"
        "Bad sides of the turbine:"
    )
    said = asked("continue", "What are the good sides of the turbine?", last, [passage(TURBINE)])
    assert said.startswith("Bad sides of the turbine:\n- the turbine freezes in winter; [1]")


def test_lines_of_a_list_without_a_lead_come_with_their_heading() -> None:
    text = (
        "# Gains of the turbine\n\n- the turbine is silent;\n- the turbine is cheap.\n\n"
        "# Costs of the turbine\n\n- the turbine freezes;\n- the turbine needs a rope."
    )
    last = "- the turbine is silent; [1]\n- the turbine is cheap. [1]"
    said = asked("continue", "What are the gains of the turbine?", last, [passage(text)])
    assert said.startswith("Costs of the turbine:\n- the turbine freezes; [1]")


def test_what_goes_on_is_said_with_what_it_leans_on() -> None:
    text = "The weir of the turbine was raised. Hence the turbine of the weir runs in summer."
    last = "The weir of the turbine was raised. [1]"
    said = asked("continue", "What happened to the weir of the turbine?", last, [passage(text)])
    assert said == as_answer(text)


def test_a_line_of_a_list_is_evidence_with_its_lead() -> None:
    last = "- two lamps; [1]\n- a horn. [1]"
    text = "Each boat of the keeper needs:\n\n- two lamps;\n- a horn."
    said = asked("check", "What does each boat need?", last, [passage(text, title="Boats")])
    assert '"Each boat of the keeper needs: two lamps; a horn."' in said


def test_a_lead_is_no_evidence_by_itself() -> None:
    last = 'Boats: "Each boat of the keeper needs:" [1]'
    text = "Each boat of the keeper needs:\n\n- two lamps;\n- a horn."
    said = asked("check", "What does each boat need?", last, [passage(text, title="Boats")], "passages")
    assert '"Each boat of the keeper needs: two lamps; a horn."' in said


def test_evidence_is_quoted_with_what_it_leans_on() -> None:
    said = asked("check", "What wakes the mill?", "It wakes the mill at once. [1]", [passage(LOCK, title="Lock")])
    assert f'"{LOCK}"' in said


def test_the_notice_that_it_cannot_be_shorter_is_not_repeated() -> None:
    last = f"{SAID.shortest}\n\nA barge pays at the mill. [1]"
    given = turn(1, "Where does a barge pay?", last)
    passages = [passage("A barge pays at the mill.")]
    operation = Operation("repeat", (given,))
    pieces = operation_pieces(replace(brief(given.question, passages), purpose="operation", operation=operation))
    assert "".join(pieces).startswith("A barge pays at the mill.")


def test_of_a_long_list_some_lines_are_evidence() -> None:
    said = asked("check", QUESTION, FIRST_EIGHT, [passage(KEEPER, title="Tools")])
    assert f'"The keeper carries: {"; ".join(TOOLS[:4])}; …"' in said
