"""Raised text: exponents are kept apart from marks of footnotes, and neither sticks to what is before it."""

import time
from io import BytesIO
from pathlib import Path

import docx
import pytest

from askwell.knowledge import intake
from askwell.knowledge.readers import html, read_document
from askwell.knowledge.readers.blocks import clean
from askwell.knowledge.readers.raised import raised
from askwell.knowledge.search import LocalKnowledge
from askwell.types import ParsedDocument
from tests.knowledge.kit import drain
from tests.knowledge.readers.parts import parts_of


def page(body: str) -> ParsedDocument:
    return read_document(f"<html><body><main>{body}</main></body></html>".encode(), "page.html")


@pytest.mark.parametrize(
    ("before", "text", "written"),
    [
        ("about 7×10", "9", "^9"),
        ("10", "\u22126", "^-6"),
        ("2", "k", "^k"),
        ("2", "k+1", "^(k+1)"),
        ("(p + q)", "4", "^4"),
        ("60 m", "2", "\u00b2"),
        ("40 dm", "3", "\u00b3"),
        ("5 m s", "-2", "^-2"),
        ("y", "5", "^5"),
        ("the 22", "nd", "nd"),
        ("de 3", "e", "e"),
        ("M", "lle", "lle"),
        ("the tariff", "2", ""),
        ("the tariff.", "2,3", ""),
        ("8 %", "*", ""),
        ("the tariff", "(a)", " (a)"),
        ("Boards", "TM", " TM"),
        ("", "2", "2"),
        ("row ", "2", "2"),
    ],
)
def test_exponents_ordinals_and_marks_are_told_apart(before: str, text: str, written: str) -> None:
    assert raised(before, text) == written


def test_exponents_of_web_pages_stand_in_text_headings_tables_and_code() -> None:
    document = page(
        "<h2>Up to 10<sup>7</sup> lines</h2><p>At most <b>2</b><sup>20</sup>-1 lines<sup>4</sup> in 5<sup>k</sup>y.</p>"
        "<table><tr><th>Part</th><th>Lines</th></tr><tr><td>head</td><td>3·10<sup>5</sup></td></tr></table>"
        "<pre>n = 10<sup>-6</sup></pre>"
    )
    assert document.text == (
        "Up to 10^7 lines\n\nAt most 2^20-1 lines in 5^k y.\n\nPart | Lines\nhead | 3·10^5\n\nn = 10^-6"
    )
    assert len(parts_of(document)) == 1


@pytest.mark.parametrize(
    "mark", ["<sup><a href='#n3'>3</a></sup>", "<a href='#n3'><sup>3</sup></a>", "<sup><a href='#n3'>[3]</a></sup>"]
)
def test_marks_that_are_links_are_left_out_after_a_number_too(mark: str) -> None:
    assert page(f"<p>Paid since 2021{mark} by the board.</p>").text == "Paid since 2021 by the board."


def test_footnote_keeps_the_number_that_it_begins_with() -> None:
    assert page("<p><sup>3</sup> Only for members.</p>").text == "3 Only for members."


def test_raised_text_of_markdown_is_read_like_that_of_pages() -> None:
    text = b"At most 10<sup>7</sup> lines<sup>4</sup>, the 22<sup>nd</sup> first.\n\n<p>In 10<sup>8</sup> parts.</p>\n"
    document = read_document(text, "notes.md")
    assert document.text == "At most 10^7 lines, the 22nd first.\n\nIn 10^8 parts."


def test_superscript_of_word_is_read_over_the_borders_of_runs() -> None:
    made = docx.Document()
    paragraph = made.add_paragraph("At most 10")
    for text in ("1", "4"):
        paragraph.add_run(text).font.superscript = True
    paragraph.add_run(" lines of the tar")
    paragraph.add_run("iff")
    paragraph.add_run("4").font.superscript = True
    paragraph.add_run(" and C")
    paragraph.add_run("6").font.subscript = True
    out = BytesIO()
    made.save(out)
    assert read_document(out.getvalue(), "rules.docx").text == "At most 10^14 lines of the tariff and C6"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("7 × 10\u2079 lines", "7 × 10^9 lines"),
        ("2\u2076\u00b3-1 and 10\u207b\u2076", "2^63-1 and 10^-6"),
        ("10\u2079m", "10^9 m"),
        ("60 m\u00b2, tariff\u00b2", "60 m\u00b2, tariff\u00b2"),
        ("1\u00b9\u2044\u2082", "1\u00b9\u2044\u2082"),
    ],
)
def test_raised_characters_after_a_number_become_an_exponent_once(text: str, cleaned: str) -> None:
    assert clean(text) == clean(clean(text)) == cleaned


@pytest.mark.parametrize(("version", "changed"), [(6, ("noted.md", "raised.md", "raised.txt")), (7, ("noted.md",))])
async def test_only_files_that_an_earlier_version_read_otherwise_are_read_again(
    knowledge: LocalKnowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, changed: tuple[str, ...]
) -> None:
    (tmp_path / "noted.md").write_text("!!! tip\n    At most 90 lines.")
    (tmp_path / "plain.md").write_text("At most 100 lines.")
    (tmp_path / "raised.md").write_text("At most 10<sup>7</sup> lines.")
    (tmp_path / "plain.txt").write_text("At most 60 m\u00b2.", encoding="utf-8")
    (tmp_path / "raised.txt").write_text("At most 10\u2077 lines.", encoding="utf-8")
    with monkeypatch.context() as before:
        for suffix in (".md", ".txt"):
            before.setitem(intake._RECIPE_OF, suffix, version)
        await drain(knowledge.ingest(tmp_path, "rules"))
    assert (await knowledge.plan(tmp_path, "rules")).changed == changed
    last = await drain(knowledge.ingest(tmp_path, "rules"))
    assert (last.changed, last.unchanged) == (len(changed), 5 - len(changed))
    assert (await knowledge.plan(tmp_path, "rules")).changed == ()


def test_many_raised_texts_take_linear_time() -> None:
    began = time.monotonic()
    for body in ("<p>" + "1<sup>2</sup>" * 5_000, "<p><a href='x'>" + "1<sup>2</sup>" * 5_000):
        html.blocks_of(body.encode(), "page.html")
    assert time.monotonic() - began < 20
