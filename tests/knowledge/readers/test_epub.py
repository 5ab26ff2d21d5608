"""E-books: chapters in the order of the spine, each read as a page."""

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from tests.hostile.office_files import epub, packed
from tests.knowledge.readers.parts import parts_of

FINES = "<tr><th>What</th><th>Fine</th></tr>" + "".join(f"<tr><td>Noise {n}</td><td>ten</td></tr>" for n in range(60))


def test_chapters_are_read_in_order_with_title_and_author() -> None:
    metadata = "<dc:title>House rules</dc:title><dc:creator>Ann</dc:creator>"
    book = epub("<h1>Rules</h1><p>No noise.</p><h2>Fines</h2><p>Forty.</p>", "<h1>Visitors</h1>", metadata=metadata)
    document = read_document(book, "a.epub")
    assert parts_of(document) == [
        (("Rules",), None, "Rules\n\nNo noise."),
        (("Rules", "Fines"), None, "Fines\n\nForty."),
        (("Visitors",), None, "Visitors"),
    ]
    assert (document.title, document.origin, document.media_type) == ("House rules", "Ann", "application/epub+zip")


def test_lists_code_and_tables_of_a_chapter_are_kept() -> None:
    chapter = f"<ul><li>one</li><li>two</li></ul><pre>git add .\n  git commit</pre><table>{FINES}</table>"
    text = read_document(epub(chapter), "a.epub").text
    assert text.startswith("- one\n\n- two\n\ngit add .\n  git commit\n\nWhat | Fine\nNoise 0 | ten\n")
    assert text.count("What | Fine\n") == len(text.split("\n\n")) - 3 > 2


def test_order_is_that_of_the_spine_and_the_contents_are_left_out() -> None:
    def item(key: str, properties: str = "") -> str:
        return f'<item id="{key}" href="{key}%20x.xhtml" media-type="application/xhtml+xml" properties="{properties}"/>'

    book = packed(
        {
            "META-INF/container.xml": '<c><rootfile full-path="b.opf"/></c>',
            "b.opf": f"<package><manifest>{item('two')}{item('toc', 'nav')}{item('one')}</manifest><spine>"
            '<itemref idref="toc"/><itemref idref="one"/><itemref idref="gone"/><itemref idref="two"/>'
            "</spine></package>",
            "one x.xhtml": "<p>First.</p>",
            "two x.xhtml": "<p>Second.</p>",
            "toc x.xhtml": "<p>Contents</p>",
        }
    )
    assert read_document(book, "a.epub").text == "First.\n\nSecond."


def test_chapter_without_a_page_is_left_out() -> None:
    assert read_document(epub("<p>First.</p>", "", "<p>Third.</p>"), "a.epub").text == "First.\n\nThird."


def test_book_with_encrypted_chapters_is_refused_and_one_with_encrypted_fonts_is_not() -> None:
    def book(path: str) -> bytes:
        return epub("<p>a</p>", **{"META-INF/encryption.xml": f'<e><CipherReference URI="{path}"/></e>'})

    assert read_document(book("EPUB/font.otf"), "a.epub").text == "a"
    with pytest.raises(BadInput) as raised:
        read_document(book("EPUB/0.xhtml"), "a.epub")
    assert raised.value.code == "encrypted_document"
