"""Units of documents as people write them: lists with sentences, questions in paragraphs, tables without a corner."""

from dataclasses import replace

from askwell.rules.units import units
from tests.passages import passage


def test_header_with_a_question_is_no_heading_and_an_empty_corner_is_a_cell() -> None:
    asked = passage("Semester | Hours | Enough?\n9 credits | 27 hours | Yes\n6 credits | 18 hours | No")
    corner = passage("| Basic | Plus\nBattery | 10 hours | 20 hours")
    assert [unit.text for unit in units([asked])] == [
        "9 credits – Hours: 27 hours; Enough?: Yes.",
        "6 credits – Hours: 18 hours; Enough?: No.",
    ]
    assert [unit.text for unit in units([corner])] == ["Battery – Basic: 10 hours; Plus: 20 hours."]


def test_question_in_a_paragraph_is_the_heading_of_what_follows_in_it() -> None:
    found = units([passage("Fees\n\nRead on. Who pays? The owner does.\n\nThe fee is due in May.")])
    assert [(unit.heading, unit.text) for unit in found] == [
        ("Fees", "Read on."),
        ("Who pays?", "The owner does."),
        ("Fees", "The fee is due in May."),
    ]


def test_items_that_ask_are_items() -> None:
    found = units(
        [passage("There are two steps:\n\n1. Is there a reason?\n\n2. Is it needed?\n\nWrite both down. Then go on.")]
    )
    assert [unit.kind for unit in found] == ["lead", "item", "item", "sentence", "sentence"]


def test_item_of_sentences_is_whole_and_a_few_words_are_a_fragment() -> None:
    long, short = units([passage("- Make progress. It is checked once a year.\n\n- A passport")])
    assert (long.is_whole, long.is_fragment, short.is_whole, short.is_fragment) == (True, False, False, True)


def test_the_number_of_a_figure_is_nothing_to_quote() -> None:
    found = units([passage("Press the button. Figure 9.14. The main window\n\nTabel 3. Alle kosten. In 2024. Done.")])
    assert [unit.text for unit in found] == ["Press the button.", "Alle kosten.", "In 2024.", "Done."]


def test_the_number_of_a_heading_is_nothing_to_quote() -> None:
    found = units([passage("A.3. Getting ready B.4.12. Finishing up\n\nB.4.12.\n\nPull the A.3 lever.")])
    assert [each.text for each in found] == ["Pull the A.3 lever."]


def test_lines_that_enclose_code_are_no_part_of_it() -> None:
    [_, code, _] = units([passage("Reserve a berth like this:\n\n```sh\nharbour reserve --berth 7\n```\n\nPay later.")])
    assert (code.kind, code.text) == ("code", "harbour reserve --berth 7")


def test_a_command_after_the_prompt_of_an_administrator_is_code_in_a_web_page() -> None:
    text = "Now start it:\n\n# berth start\n\nThen wait.\n\n# Opening hours of the harbour\n\nFrom nine."
    page = replace(passage(text), document_name="harbour.html")
    assert [(each.kind, each.text) for each in units([page])][:3] == [
        ("lead", "Now start it:"),
        ("code", "# berth start"),
        ("sentence", "Then wait."),
    ]
    assert [each.text for each in units([passage(text)])][:2] == ["Now start it:", "Then wait."]
