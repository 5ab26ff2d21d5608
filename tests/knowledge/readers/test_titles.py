"""Titles that say something."""

import pytest

from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.blocks import Block
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.titles import best_title


@pytest.mark.parametrize(
    "title",
    ["NAME", "Untitled", "untitled document 2", "Document1", "Index", "Inhoud", "Senza titolo", "12", "***", "Slide 1",
     "PowerPoint Presentation", "RX_114_A4_sheet", "o", "thesis.dvi", "Microsoft Word - fees 2024 final.doc"],
)  # fmt: skip
def test_title_that_says_nothing_gives_way(title: str) -> None:
    assert best_title((title, "Fees")) == "Fees"


@pytest.mark.parametrize("title", ["Fees", "Index of fees", "Name of a child", "Python 3", "Introduction", "1984 fees"])
def test_other_title_stays(title: str) -> None:
    assert best_title((title, "Other")) == title


@pytest.mark.parametrize(
    ("title", "found"),
    [("Ferry fees 2024", "Ferry fees 2024"), ("Annual report of the museum", "Fees for the ferry")],
)
def test_title_in_the_properties_of_another_file_gives_way(title: str, found: str) -> None:
    blocks = [Block("Fees for the ferry", 1), Block("From 2024 on a crossing costs five euros.")]
    assert join_blocks(blocks, file_title=title, media_type="application/pdf").title == found


def test_without_a_heading_the_title_of_the_properties_stays() -> None:
    read = join_blocks([Block("A crossing costs five euros.")], file_title="Museum", media_type="application/pdf")
    assert read.title == "Museum"


def test_first_title_stays_if_all_say_nothing() -> None:
    assert best_title(("", "NAME", "node438")) == "NAME"
    assert best_title(("", "")) == ""


@pytest.mark.parametrize(
    ("data", "name", "title"),
    [
        (b"# NAME\n\ngit-add - add files", "git-add.md", "git-add"),
        (b"<title>Untitled</title><h1>Fees</h1><p>Ten euro.", "a.html", "Fees"),
        (b"<title>Name</title><p>Ten euro.", "node12.html", "Name"),
        (b"---\ntitle: House rules\n---\n# NAME\n", "a.md", "House rules"),
    ],
)
def test_heading_or_file_name_replaces_a_title_that_says_nothing(data: bytes, name: str, title: str) -> None:
    assert read_document(data, name).title == title
