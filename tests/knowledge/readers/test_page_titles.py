"""Titles of web pages that are no heading elements, and labels of notes."""

import pytest

from askwell.knowledge.readers import read_document

SENTENCE = "The sauna is heated for three hours before the first guest comes."


def headings_of(body: str) -> list[tuple[str, ...]]:
    page = f"<body><main>{body}</main></body>"
    return [section.headings for section in read_document(page.encode(), "sauna.html").sections]


@pytest.mark.parametrize(
    "title",
    [
        "<p class='bold' id='7'><a name='7'></a>Lighting the stove</p>",
        "<p><b>Lighting</b> <strong>the stove</strong></p>",
        "<p><font size='+1'><b>Lighting the stove</b></font></p>",
        "<p style='font-weight: bold'>Lighting the stove</p>",
        "<div class='subtitle title'>Lighting the stove</div>",
    ],
)
def test_a_paragraph_that_is_a_title_is_a_heading_below_the_one_above(title: str) -> None:
    found = headings_of(f"<h2>Sauna</h2><p>{SENTENCE}</p>{title}<p>{SENTENCE}</p>")
    assert found == [("Sauna",), ("Sauna", "Lighting the stove")]


def test_titles_with_numbers_stand_at_the_depth_of_their_number() -> None:
    """Some programs write all headings but that of the page as paragraphs."""
    titles = ("4.2 The stove", "4.2.1 Lighting it", "4.2.2 Ashes", "4.3 The bench")
    body = "".join(f"<p class='bold'>{title}</p><p>{SENTENCE}</p>" for title in titles)
    assert headings_of(f"<h1>4. The sauna</h1>{body}")[1:] == [
        ("4. The sauna", "4.2 The stove"),
        ("4. The sauna", "4.2 The stove", "4.2.1 Lighting it"),
        ("4. The sauna", "4.2 The stove", "4.2.2 Ashes"),
        ("4. The sauna", "4.3 The bench"),
    ]


def test_a_title_right_above_one_with_a_deeper_number_is_a_heading() -> None:
    body = f"<p class='bold'>4.2 The stove</p><p class='bold'>4.2.1 Lighting it</p><p>{SENTENCE}</p>"
    assert headings_of(f"<h1>Sauna</h1>{body}")[-1] == ("Sauna", "4.2 The stove", "4.2.1 Lighting it")


@pytest.mark.parametrize(
    "note",
    [
        "<p><b>Warning</b></p>",
        "<p><b>Mind the stove:</b></p>",
        "<p><b>Nobody pours water on a cold stove.</b></p>",
        "<p><b>Mind the stove</b> at all times</p>",
        "<p><b><code>heat --hours 3</code></b></p>",
        "<ul><li><p><b>Towels and robes</b></p></li></ul>",
        "<div class='figure'><p class='title'><b>Figure 3. The stove</b></p></div>",
        "<table><tr><td>Stove</td><td><p><b>Never cold here</b></p></td></tr></table>",
    ],
)
def test_other_bold_text_is_no_heading(note: str) -> None:
    assert headings_of(f"<h1>Sauna</h1><p>{SENTENCE}</p>{note}<p>{SENTENCE}</p>") == [("Sauna",)]


def test_a_title_that_only_a_heading_follows_is_no_heading() -> None:
    body = f"<p><b>Bath house of Ulm</b></p><h2>Sauna</h2><p>{SENTENCE}</p><p><b>Printed in 1990</b></p>"
    assert headings_of(f"<h1>Guide</h1>{body}") == [("Guide",), ("Guide", "Sauna")]


@pytest.mark.parametrize("name", ["note", "admonition warning"])
def test_the_heading_of_a_note_is_its_label(name: str) -> None:
    note = f"<div class='{name}'><h3 class='title'>Mind</h3><p>The stove is hot.</p></div>"
    page = f"<body><main><h1>Guide</h1><h2>Sauna</h2><p>{SENTENCE}</p>{note}<p>It cools.</p></main></body>"
    document = read_document(page.encode(), "sauna.html")
    assert document.text.endswith("\n\nMind: The stove is hot.\n\nIt cools.")
    assert document.sections[-1].headings == ("Guide", "Sauna")
