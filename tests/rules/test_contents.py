"""Tables of contents among the passages: no answer is quoted from them."""

from askwell.languages import wording
from askwell.rules.contents import contents
from tests.passages import brief, passage
from tests.rules.test_chat import written

LISTED = passage(
    "1. Boats\n\n2. Mooring a boat at night: 2.1. Ropes and knots, 2.2. Lamps\n\n3. Fees of mooring",
    title="Harbour guide",
    headings=("Harbour guide", "Table of Contents"),
    document="index",
)
STATED = passage(
    "A boat that is moored at night shows one white lamp. The lamp hangs two metres above the deck.",
    title="Lamps",
    headings=("Lamps",),
    document="lamps",
)
ASKED = "What does mooring a boat at night need?"


def test_a_table_of_contents_is_known_by_its_heading_or_by_its_numbers() -> None:
    bare = passage("2.1. Ropes and knots\n\n2.2. Lamps\n\n2.3. Fees of mooring", document="parts")
    asks = passage("2.1. May I use my own ropes?\n\n2.2. Who lights the lamps?\n\n2.3. What if it rains?", document="q")
    assert contents([STATED, LISTED, bare, asks]) == {1, 2, 3}


def test_a_section_with_sentences_is_none_whatever_its_heading() -> None:
    kept = passage("The index lists every boat of the harbour by name.", headings=("Guide", "Index"), document="a")
    numbered = passage(
        "As 2.1 Ropes says, a rope is ten metres long. See 2.2 Lamps for the lamp of a boat. 2.3 Fees has the prices.",
        document="b",
    )
    assert contents([kept, numbered]) == frozenset()


async def test_an_answer_is_quoted_from_what_states_something() -> None:
    answer = await written(brief(ASKED, [LISTED, STATED]))
    assert "one white lamp" in answer
    assert "Ropes and knots" not in answer


async def test_a_table_of_contents_alone_is_shown_as_a_place() -> None:
    answer = await written(brief(ASKED, [LISTED]))
    assert wording("en").passages in answer
    assert "Harbour guide" in answer


def test_times_of_day_are_no_numbers_of_sections() -> None:
    hours = "- Monday: 10.00 to 17.00 h\n\n- Tuesday: 9.30 to 12.00 h\n\n- Friday: 10.00 to 22.00 h"
    assert contents([passage(hours, document="hours")]) == frozenset()
