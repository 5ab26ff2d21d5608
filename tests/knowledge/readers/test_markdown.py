"""Markdown becomes prose."""

import time

import pytest

from askwell.knowledge.readers import markdown, read_document
from askwell.knowledge.readers.markdown import MAX_FRONT_CHARS

FRONT = b"""---
title: "Fees: a guide"
url: https://example.org/fees
origin: The handbook, 2024
labels: [fees, parents]
---
"""


def test_front_matter_says_what_the_document_is() -> None:
    document = read_document(FRONT + b"# Fees\n\nText.", "fees.md")
    assert document.title == "Fees: a guide"
    assert document.url == "https://example.org/fees"
    assert document.origin == "The handbook, 2024"
    assert document.labels == ("fees", "parents")
    assert document.text == "Fees\n\nText."


def test_labels_may_be_a_list_in_one_line() -> None:
    assert read_document(b"---\nlabels: a, b,a\n---\nText.", "a.md").labels == ("a", "b")


def test_front_matter_that_is_no_mapping_stays_in_the_text() -> None:
    assert "key: [broken" in read_document(b"---\nkey: [broken\n---\nText.", "a.md").text


def test_title_is_the_first_heading_without_front_matter() -> None:
    assert read_document(b"# The *real* title\n\nText.", "a.md").title == "The real title"


def test_marks_of_emphasis_links_and_code_are_gone() -> None:
    text = read_document(
        b"It is **very** _easy_: see [the guide](https://x.org/a) or run `make all`.\n\n```sh\nls -la\n```\n", "a.md"
    ).text
    assert text == "It is very easy: see the guide or run make all.\n\nls -la"


def test_soft_line_ends_become_blanks() -> None:
    assert read_document(b"One line\nand the next.", "a.md").text == "One line and the next."


def test_rows_of_a_table_keep_their_cells() -> None:
    text = read_document(b"| Family | Income |\n|---|---|\n| 4 | **$5,430** |\n", "a.md").text
    assert text == "Family | Income\n4 | $5,430"


def test_list_items_are_kept_in_order() -> None:
    text = read_document(b"Bring:\n\n- a card\n- a *form*\n", "a.md").text
    assert text == "Bring:\n\n- a card\n\n- a form"


@pytest.mark.parametrize(
    "front",
    [
        b"a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a]\nlabels: *b",
        b"title: [deep, [deeper]]\n" + b"note: " + b"x" * MAX_FRONT_CHARS,
    ],
)
def test_front_matter_with_aliases_or_without_end_is_left_in_the_body(front: bytes) -> None:
    document = markdown.read(b"---\n" + front + b"\n---\nText.", "a.md")
    assert document.labels == ()
    assert "Text." in document.text
    assert "note" in document.text or "*b" in document.text


def test_scalars_of_front_matter_are_taken_as_they_are_written() -> None:
    front = b"title: 2024-01-05\norigin: yes\nurl: ~\nlabels: [1, {a: b}, null, two]"
    document = markdown.read(b"---\n" + front + b"\n---\nText.", "a.md")
    assert (document.title, document.origin, document.url) == ("2024-01-05", "yes", "")
    assert document.labels == ("1", "two")


def test_comments_that_are_not_closed_are_read_in_linear_time() -> None:
    began = time.process_time()
    document = markdown.read(b"<!-- x\n\n" * 40_000 + b"Text.", "a.md")
    assert time.process_time() - began < 10
    assert document.text == ""
    assert markdown.read(b"<!-- a -->\n<p>One <!-- b\nb --> two</p>\n", "a.md").text == "One two"


def test_a_long_document_is_parsed_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is cut before headings and paragraphs, not within fenced code, lists or short tables."""
    part = (
        "## Fees\n\nThe fee is *low*.\n\n- one\n\n  more of one\n- two\n\n```\nx = 1\n\n# no heading\n```\n\n"
        "~~~~\n```\n\nno paragraph\n~~~~\n\n| a | b |\n|---|---|\n| c | d |\n\nIt is paid once.\n\n"
    )
    whole = markdown.read(part.encode() * 30, "a.md")
    monkeypatch.setattr(markdown, "PART_CHARS", 20)
    assert markdown.read(part.encode() * 30, "a.md") == whole
    assert len(list(markdown._parts(part * 30))) >= 60


def test_a_long_table_is_parsed_in_parts_with_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens of a table of ten million characters would need more memory than the process may use."""
    head = "| year | fee |\n|---|---|\n"
    rows = [f"| {year} | {year} euro |" for year in range(1_000, 1_400)]
    body = f"Fees:\n\n{head}{chr(10).join(rows)}\n\n| other | table |\n|---|---|\n| a | b |\n\n| no table |\n"
    monkeypatch.setattr(markdown, "PART_CHARS", 500)
    parts = list(markdown._parts(body))
    assert len(parts) > 10
    assert max(map(len, parts)) < 2 * 500
    assert all(part.startswith(head) for part in parts[1:])
    lines = markdown.read(body.encode(), "a.md").text.splitlines()
    read = [line for line in lines if "euro" in line]
    assert read == [f"{year} | {year} euro" for year in range(1_000, 1_400)]
    assert lines.count("year | fee") >= len(parts)
    assert "| no table |" in lines


def test_items_keep_bullets_and_numbers_and_nested_ones_follow() -> None:
    text = read_document(b"3. Apply.\n4. Wait:\n   - for a letter\n\n   More on it.\n\nThe end.\n", "a.md").text
    assert text == "3. Apply.\n\n4. Wait:\n\n- for a letter\n\nMore on it.\n\nThe end."


def test_bold_first_line_is_a_heading() -> None:
    document = read_document(b"# Plan\n\n**What does it cost?**\n12 percent.\n\n**I want out**\n\nSay so.\n", "a.md")
    assert [each.headings for each in document.sections] == [
        ("Plan",),
        ("Plan", "What does it cost?"),
        ("Plan", "I want out"),
    ]
    assert document.text.endswith("What does it cost?\n\n12 percent.\n\nI want out\n\nSay so.")


@pytest.mark.parametrize("body", [b"**Two stars.** More than the law asks.", b"**Never pay it.**", b"- **Day 0**"])
def test_bold_beginning_of_a_line_and_bold_sentence_are_text(body: bytes) -> None:
    assert [each.headings for each in read_document(b"# Plan\n\n" + body, "a.md").sections] == [("Plan",)]
