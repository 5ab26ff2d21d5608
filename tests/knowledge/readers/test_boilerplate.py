"""Parts of documents that no question asks for: recognised, kept in the text, not split into passages."""

import pytest

from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.blocks import Block
from askwell.knowledge.readers.boilerplate import marked
from askwell.text.chunk import chunk

BODY = "The licence lasts five years and may be renewed once by the same office in the town where it was given. "
LEADERS = "1 Fees . . . . . . . 3 1.1 Refunds........ 4 2 Renewal . . . . . 12"
LEGAL = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software. " * 2
BIBTEX = "@article{smith2020,\n  title = {On fees},\n  author = {Smith},\n  year = 2020\n}"


def passages(data: str, name: str) -> str:
    return "\n".join(piece.text for piece in chunk(read_document(data.encode(), name)))


def dropped(*texts: str) -> list[str]:
    blocks = [Block("Licences", 1), Block(BODY * 8), *map(Block, texts)]
    return [block.text for block in marked(blocks) if block.is_boilerplate]


def test_contents_of_a_document_are_no_passages_but_stay_in_its_text() -> None:
    parts = "".join(
        f"## {number}. {title}\n\n{BODY}\n\n" for number, title in enumerate(("Fees", "Refunds", "Renewal"))
    )
    data = f"# Guide\n\n## Contents\n\n- 1. Fees\n- 2. Refunds\n- 3. Renewal ... 7\n\n{parts}"
    assert "Renewal ... 7" in read_document(data.encode(), "a.md").text
    found = passages(data, "a.md")
    assert "Contents" not in found
    assert "Renewal ... 7" not in found
    assert found.count(BODY.strip()) == 3


@pytest.mark.parametrize("lead", ["You pay for:\n\n", ""])
def test_list_of_what_the_next_sections_explain_is_content(lead: str) -> None:
    titles = ("Fees", "Refunds", "Renewal", "Copies")
    parts = "".join(f"## {title}\n\n{BODY}\n\n" for title in titles)
    items = "\n".join(f"- {title.lower()};" for title in titles)
    assert "- fees;\n\n- refunds;\n\n- renewal;\n\n- copies;" in passages(
        f"# Guide\n\n{lead}{items}\n\n{parts}", "a.md"
    )


def test_numbered_titles_and_links_before_the_text_are_contents() -> None:
    parts = "".join(f"<h2>{title}</h2><p>{BODY}</p>" for title in ("1. Fees", "2. Refunds", "3. Renewal"))
    numbered = "<p>1. Fees</p><p>2. Refunds</p><p>3. Renewal</p>"
    links = "<p><a href='#f'>Fees</a></p><p><a href='#r'>Refunds</a></p><p><a href='#n'>Renewal</a></p>"
    for contents in (f"<p>{BODY}</p>{numbered}", links):
        page = f"<body><main><h1>Guide</h1>{contents}{parts}</main></body>"
        assert passages(page, "a.html").count("Refunds") == 1


def test_two_titles_in_a_row_are_content() -> None:
    parts = "".join(f"## {title}\n\n{BODY}\n\n" for title in ("Fees", "Refunds"))
    assert "You pay:\n\n- Fees\n\n- Refunds" in passages(f"# Guide\n\nYou pay:\n\n- Fees\n- Refunds\n\n{parts}", "a.md")


def test_leaders_to_growing_page_numbers_are_contents_and_other_dots_are_not() -> None:
    assert dropped(LEADERS, "Rooms....... 12 Beds....... 3 Chairs....... 40", "Well..... 3 cheers") == [LEADERS]


@pytest.mark.parametrize("text", [LEGAL, BIBTEX])
def test_legal_texts_and_bibtex_entries_are_recognised(text: str) -> None:
    assert dropped(text, "The software is licensed under the Apache License.", "Write to ann@example.org{home}.") == [
        text
    ]


def test_document_that_is_mostly_a_licence_is_read() -> None:
    assert not any(block.is_boilerplate for block in marked([Block("Licence", 1), Block(LEGAL), Block(BODY)]))


def test_links_before_and_after_the_text_of_a_page_are_navigation() -> None:
    menu = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("Home", "About", "Download"))
    page = f"<body><ul>{menu}</ul><p>{BODY * 5}</p><ul>{menu}</ul></body>"
    assert passages(page, "a.html") == (BODY * 5).strip()


def test_links_within_the_text_and_pages_of_links_are_kept() -> None:
    items = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("Belgium", "France", "Spain"))
    within = f"<body><main><p>{BODY}</p><ul>{items}</ul><p>{BODY}</p></main></body>"
    assert "Belgium\n\nFrance\n\nSpain" in passages(within, "a.html")
    assert passages(f"<body><ul>{items}</ul><p>Members.</p></body>", "a.html").startswith("Belgium")


def test_sections_without_boilerplate_are_the_same_as_before() -> None:
    document = read_document(f"# A\n\n{BODY}\n\n{LEGAL}\n\n{BODY * 4}".encode(), "a.md")
    assert [each.is_boilerplate for each in document.sections] == [False, True, False]
    assert {each.headings for each in document.sections} == {("A",)}


def test_contents_below_a_page_are_none_of_it_however_long() -> None:
    listed = "".join(f"<li><a href='p{at}.html'>{at}. How to renew licence number {at}</a></li>" for at in range(80))
    page = f"<body><h1>Fees</h1><p>{BODY * 3}</p><div><ul>{listed}</ul></div></body>"
    found = passages(page, "a.html")
    assert "five years" in found
    assert "licence number 7" not in found
    bare = f"<body><h1>Fees</h1><p>All pages:</p><div><ul>{listed}</ul></div></body>"
    assert "licence number 7" in passages(bare, "a.html")


def test_a_table_of_links_is_a_menu() -> None:
    menu = (
        "<table><tr><td>[<a href='a'> &lt; Fees </a>]</td><td>[<a href='b'>Top</a>][<a href='c'>Index</a>]</td>"
        "<td>[<a href='d'>Renewal &gt; </a>]</td></tr></table>"
    )
    found = passages(f"<body>{menu}<h1>Refunds</h1><p>{BODY * 3}</p>{menu}</body>", "a.html")
    assert "five years" in found
    assert "Renewal" not in found
    partly = "<table><tr><td><a href='a'>Fees</a></td><td>9 euros for each year that was paid</td></tr></table>"
    assert "9 euros" in passages(f"<body><h1>Refunds</h1><p>{BODY * 3}</p>{partly}</body>", "a.html")
