"""Plain texts as people send them: letters, forms and statements, whose lines mean something."""

from askwell.knowledge.readers.reading import read_document
from askwell.types import ParsedDocument

LETTER = b"""VELDHOEK LIBRARY

Loan office, second floor

Dear member,

Your card ends on 3 May. You can renew it at the desk or by telephone, and it
then lasts two more years. The fee is nine euros, or four for people with a
city pass.

Opening hours
Monday to Thursday from nine to six, on Friday until eight in the evening.

1. Bring the old card, because its number
   is needed.
2. Bring a letter with your address.
"""
STATEMENT = b"""WATER ACCOUNT                               YEAR 2025
----------------------------------------------------------
Name:      Ada Winter        Meter no.:   7712
----------------------------------------------------------
QUARTER          from        to          used
First            410         422         12
Second           422         431         9
----------------------------------------------------------
BALANCE
Paid so far                              61.20
Still to pay                             18.80
"""


def paragraphs(document: ParsedDocument) -> list[str]:
    return document.text.split("\n\n")


def test_lines_that_were_only_full_stay_together() -> None:
    found = paragraphs(read_document(LETTER, "card.txt"))
    assert found[3].count("\n") == 2
    assert found[3].startswith("Your card ends")
    assert found[3].endswith("city pass.")


def test_short_lines_are_each_for_themselves() -> None:
    found = paragraphs(read_document(STATEMENT, "water.txt"))
    assert found[-2:] == ["Paid so far 61.20", "Still to pay 18.80"]


def test_a_short_line_above_prose_is_a_heading_and_the_first_line_the_title() -> None:
    document = read_document(LETTER, "card.txt")
    assert document.title == "VELDHOEK LIBRARY"
    assert [section.headings[-1] for section in document.sections] == ["VELDHOEK LIBRARY", "Opening hours"]
    headings = [section.headings for section in read_document(STATEMENT, "water.txt").sections]
    assert headings == [(), ("BALANCE",)]


def test_the_items_of_a_list_are_one_block() -> None:
    assert paragraphs(read_document(LETTER, "card.txt"))[-1].split("\n")[0].startswith("1. Bring the old card")
    assert paragraphs(read_document(LETTER, "card.txt"))[-1].split("\n")[-1] == "2. Bring a letter with your address."


def test_columns_become_a_table_and_names_keep_their_values() -> None:
    found = paragraphs(read_document(STATEMENT, "water.txt"))
    assert found[1:3] == ["Name: Ada Winter", "Meter no.: 7712"]
    assert found[3].split("\n") == ["QUARTER | from | to | used", "First | 410 | 422 | 12", "Second | 422 | 431 | 9"]


def test_a_text_with_a_line_for_each_paragraph_keeps_its_lines_apart() -> None:
    data = f"{'First thought. ' * 20}\n{'Second thought. ' * 20}\nThird.".encode()
    assert len(paragraphs(read_document(data, "notes.txt"))) == 3


def test_rules_between_parts_are_left_out() -> None:
    assert "---" not in read_document(STATEMENT, "water.txt").text
