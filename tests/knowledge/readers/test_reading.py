"""Which reader takes which bytes, and what no reader takes."""

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import MAX_BYTES, read_document
from askwell.knowledge.readers.blocks import MAX_CHARS, MAX_HEADING_CHARS, MAX_LABELS
from askwell.types import ParsedDocument


def code_of(data: bytes, name: str) -> str:
    with pytest.raises(BadInput) as raised:
        read_document(data, name)
    assert raised.value.message
    assert raised.value.hint
    return raised.value.code


def section_texts(document: ParsedDocument) -> list[str]:
    return [document.text[section.start : section.end] for section in document.sections]


def test_html_named_pdf_is_an_unsupported_document() -> None:
    with pytest.raises(BadInput) as raised:
        read_document(b"<html><body>Hello</body></html>", "page.pdf")
    assert raised.value.code == "unsupported_document"
    assert raised.value.http_status == 415


def test_pdf_named_txt_is_an_unsupported_document() -> None:
    assert code_of(b"%PDF-1.7 ...", "paper.txt") == "unsupported_document"


def test_binary_named_txt_is_an_unsupported_document() -> None:
    assert code_of(b"\x7fELF\x02\x01\x01\x00\x00\x00\x00" * 20, "program.txt") == "unsupported_document"


def test_unknown_ending_is_an_unsupported_document() -> None:
    assert code_of(b"text", "picture.heic") == "unsupported_document"


def test_more_than_fifty_megabytes_are_too_large() -> None:
    assert code_of(b" " * (MAX_BYTES + 1), "big.txt") == "document_too_large"


@pytest.mark.parametrize("name", ["empty.txt", "empty.md", "empty.html", "empty.pdf", "empty.docx"])
def test_file_without_a_byte_is_an_empty_document(name: str) -> None:
    assert code_of(b"", name) == "empty_document"


def test_pdf_without_a_byte_is_not_taken_for_a_scan() -> None:
    with pytest.raises(BadInput) as raised:
        read_document(b"", "empty.pdf")
    assert raised.value.hint == "There is nothing to search."


def test_page_without_text_is_an_empty_document() -> None:
    assert code_of(b"<html><body><script>x()</script></body></html>", "page.html") == "empty_document"


def test_control_characters_and_lone_surrogates_never_reach_the_text() -> None:
    read = read_document(
        b"one\x01two &#0; &#xD800; three\n\n\xed\xa0\x80four" + b" and more of it" * 20, "note.md"
    ).text
    read.encode()
    assert not any(ord(char) < 32 and char != "\n" for char in read)
    assert "onetwo" in read


def test_title_falls_back_to_the_name_without_its_ending() -> None:
    assert read_document(b"Just a line.", "rules/house.txt").title == "house"


def test_text_in_latin_1_is_decoded() -> None:
    document = read_document("Perché la città è più bella così? Già, però né qui né là.".encode("latin-1"), "it.txt")
    assert "Perché la città è più bella" in document.text


def test_text_in_utf_16_is_decoded_by_its_mark() -> None:
    assert read_document("Wat kost dat?".encode("utf-16"), "nl.txt").text == "Wat kost dat?"


def test_sections_lie_in_order_and_within_the_text() -> None:
    document = read_document(b"Intro.\n\n# One\n\nFirst.\n\n## Two\n\nSecond.\n", "a.md")
    assert section_texts(document) == ["Intro.", "One\n\nFirst.", "Two\n\nSecond."]
    assert [section.headings for section in document.sections] == [(), ("One",), ("One", "Two")]


@pytest.mark.parametrize(
    ("name", "data", "kept"),
    [
        ("prefix.html", b"<p><x:>odd</x:> <a:1b>text</a:1b> <svg:title>name</svg:title></p>", "odd\n\ntext\n\nname"),
        ("brackets.md", b"[" * 20000, "[" * 20000),
        ("front.md", b"---\n" + b"[" * 3000 + b"\n---\ntext", "text"),
    ],
)
def test_odd_markup_is_read(name: str, data: bytes, kept: str) -> None:
    assert kept in read_document(data, name).text


@pytest.mark.parametrize(
    ("name", "data"),
    [("deep.html", b"<div>" * 5000 + b"text" + b"</div>" * 5000), ("deep.md", b">" * 5000 + b" text")],
)
def test_markup_nested_without_end_is_refused(name: str, data: bytes) -> None:
    assert code_of(data, name) in {"empty_document", "broken_document"}


def test_what_a_file_says_of_itself_is_bounded() -> None:
    labels = ",".join(f"label{number}" for number in range(1_000))
    front = f"---\ntitle: {'word ' * 300}\nurl: https://example.org/{'x' * 3_000}\nlabels: [{labels}]\n---\n"
    document = read_document(f"{front}Text.".encode(), "a.md")
    assert len(document.title) <= MAX_HEADING_CHARS
    assert document.title.endswith("word…")
    assert (document.url, len(document.labels)) == ("", MAX_LABELS)


def test_heading_of_a_whole_page_is_a_paragraph() -> None:
    document = read_document(f"# {'word ' * 1_000}\n\n## Fees\n\nText.".encode(), "a.md")
    assert [section.headings for section in document.sections] == [(), ("Fees",)]
    assert document.title == "Fees"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html"])
def test_text_over_the_limit_is_refused_with_the_limit(name: str) -> None:
    with pytest.raises(BadInput) as raised:
        # Few paragraphs: the characters are counted, and each paragraph of HTML takes time.
        read_document((b"<p>" + b"word " * 2_000) * (MAX_CHARS // 10_000 + 1), name)
    assert raised.value.code == "document_too_complex"
    assert raised.value.message == f"{name!r} has more than 10,000,000 characters, which is the limit for one document"
    assert raised.value.hint == "Split it into several files."
