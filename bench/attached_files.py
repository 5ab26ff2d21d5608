"""Files that people attach, as they come: a part of the Markdown ones is made into PDF and DOCX."""

import io
from pathlib import Path

import docx
from fpdf import FPDF
from markdown_it import MarkdownIt
from markdown_it.token import Token

_MARKDOWN = MarkdownIt("commonmark").enable("table")


def file_of(folder: Path, name: str, kind: str) -> tuple[str, bytes]:
    """Name and content of a file of the folder; `kind` says what its Markdown becomes, `pdf` or `docx`, if anything."""
    content = (folder / name).read_bytes()
    if not kind:
        return name, content
    made = {"pdf": as_pdf, "docx": as_docx}[kind](content.decode())
    return f"{name.rpartition('.')[0]}.{kind}", made


def as_pdf(markdown: str) -> bytes:
    """A4 pages with headings, lists and tables in Helvetica."""
    made = FPDF()
    made.core_fonts_encoding = "cp1252"
    made.add_page()
    made.set_font("Helvetica", size=11)
    made.write_html(_MARKDOWN.render(markdown.encode("cp1252", "replace").decode("cp1252")), ul_bullet_char="-")
    return bytes(made.output())


def as_docx(markdown: str) -> bytes:
    """A document with headings, paragraphs, list items and tables."""
    made = docx.Document()
    style, level = "", 0
    row: list[str] = []
    rows: list[list[str]] = []
    for token in _MARKDOWN.parse(markdown):
        if token.type == "heading_open":
            level = int(token.tag[1])
        elif token.type in {"bullet_list_open", "ordered_list_open"}:
            style = "List Bullet" if token.type.startswith("bullet") else "List Number"
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            style = ""
        elif token.type == "tr_open":
            row = []
            rows.append(row)
        elif token.type == "table_close":
            _table(made, rows)
            rows = []
        elif token.type == "inline" and rows:
            row.append(_words(token))
        elif token.type == "inline" and level:
            made.add_heading(_words(token), level)
            level = 0
        elif token.type == "inline":
            made.add_paragraph(_words(token), style or None)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def _words(token: Token) -> str:
    breaks = {"softbreak": " ", "hardbreak": "\n"}
    return "".join(breaks.get(each.type, each.content) for each in token.children or ())


def _table(made: "docx.document.Document", rows: list[list[str]]) -> None:
    table = made.add_table(len(rows), max(map(len, rows)))
    for at, row in enumerate(rows):
        for column, words in enumerate(row):
            table.cell(at, column).text = words
