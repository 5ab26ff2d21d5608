"""Plain and hostile files of the formats that are archives of XML, and of RTF, e-mail and notebooks."""

import json
import random
import zipfile
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from xml.sax.saxutils import escape

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{_RELATIONS}"'
)
_OPEN = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
)


def packed(parts: Mapping[str, str | bytes], *, compressed: bool = False) -> bytes:
    """An archive of these parts."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def relations(*targets: tuple[str, str, str]) -> str:
    """Relations by id, kind and target."""
    each = "".join(f'<Relationship Id="{i}" Type="{_RELATIONS}/{kind}" Target="{to}"/>' for i, kind, to in targets)
    return f'<Relationships xmlns="{_PACKAGE}">{each}</Relationships>'


def xlsx(
    sheets: Mapping[str, str],
    *,
    texts: str = "",
    styles: str = "",
    workbook: str = "",
    columns: str = "",
    settings: str = "",
    states: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """A workbook: rows of each sheet as XML by its name, shared texts and cell formats as XML.

    `settings` and `columns` are those of all sheets as XML, `states` say by name which sheets are hidden.
    """
    above = settings + columns
    names, main = list(sheets), f'xmlns="{_SHEET}" xmlns:r="{_RELATIONS}"'
    listed = "".join(
        f'<sheet name="{escape(name)}" state="{states.get(name, "visible")}" r:id="s{at}"/>'
        for at, name in enumerate(names)
    )
    return packed(
        {
            "_rels/.rels": relations(("r", "officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f"<workbook {main}>{workbook}<sheets>{listed}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": relations(
                *((f"s{at}", "worksheet", f"worksheets/{at}.xml") for at in range(len(names))),
                ("t", "sharedStrings", "sharedStrings.xml"),
                ("y", "styles", "/xl/styles.xml"),
            ),
            "xl/sharedStrings.xml": f"<sst {main}>{texts}</sst>",
            "xl/styles.xml": f"<styleSheet {main}>{styles}</styleSheet>",
            **{
                f"xl/worksheets/{at}.xml": f"<worksheet {main}>{above}<sheetData>{rows}</sheetData></worksheet>"
                for at, rows in enumerate(sheets.values())
            },
        }
    )


def row(*cells: str | float, number: int | None = None) -> str:
    """A row of a sheet with inline texts and numbers."""
    made = "".join(
        f"<c><v>{cell}</v></c>" if not isinstance(cell, str) else f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
        for cell in cells
    )
    at = "" if number is None else f'r="{number}"'
    return f"<row {at}>{made}</row>"


def shape(text: str, kind: str = "") -> str:
    """A shape of a slide with a paragraph."""
    placeholder = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>' if kind else ""
    return f"<p:sp>{placeholder}<p:txBody><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>"


def pptx(
    *slides: str, notes: str = "", hidden: Collection[int] = (), parts: Mapping[str, str] = MappingProxyType({})
) -> bytes:
    """A presentation: shapes of each slide as XML, and those of the notes of the first one.

    `hidden` are the positions of slides that are not shown, `parts` further parts.
    """
    count = len(slides)
    listed = "".join(f'<p:sldId id="{at}" r:id="s{at}"/>' for at in range(count))
    return packed(
        {
            "_rels/.rels": relations(("r", "officeDocument", "ppt/presentation.xml")),
            "ppt/presentation.xml": f"<p:presentation {SLIDE}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
            "ppt/_rels/presentation.xml.rels": relations(
                *((f"s{at}", "slide", f"slides/{at}.xml") for at in range(count))
            ),
            "ppt/slides/_rels/0.xml.rels": relations(("n", "notesSlide", "../notes.xml")),
            "ppt/notes.xml": f"<p:notes {SLIDE}>{notes}</p:notes>",
            **{
                f"ppt/slides/{at}.xml": f'<p:sld {SLIDE} show="{int(at not in hidden)}">{slide}</p:sld>'
                for at, slide in enumerate(slides)
            },
            **parts,
        }
    )


def odt(body: str, *, styles: str = "", named_styles: str = "", **parts: str) -> bytes:
    """An OpenDocument text with this body, and its own and the named styles as XML."""
    own = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    content = f"<office:document-content {_OPEN}>{own}<office:body>{body}</office:body></office:document-content>"
    named = f"<office:document-styles {_OPEN}>{named_styles}</office:document-styles>"
    main = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, "styles.xml": named}
    return packed({**main, **parts})


_CONTAINER = '<container><rootfiles><rootfile full-path="EPUB/a.opf"/></rootfiles></container>'


def epub(*chapters: str, metadata: str = "", **parts: str) -> bytes:
    """An e-book of these pages."""
    items = "".join(
        f'<item id="c{at}" href="{at}.xhtml" media-type="application/xhtml+xml"/>' for at in range(len(chapters))
    )
    order = "".join(f'<itemref idref="c{at}"/>' for at in range(len(chapters)))
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": _CONTAINER,
            "EPUB/a.opf": '<package xmlns:dc="http://purl.org/dc/elements/1.1/">'
            f"<metadata>{metadata}</metadata><manifest>{items}</manifest><spine>{order}</spine></package>",
            **{f"EPUB/{at}.xhtml": f"<html><body>{chapter}</body></html>" for at, chapter in enumerate(chapters)},
            **parts,
        }
    )


def notebook(*cells: Mapping[str, object]) -> bytes:
    """A notebook of these cells."""
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": list(cells)}).encode()


def mail(body: str, headers: str = "From: ann@example.org\nSubject: Rules\n") -> bytes:
    """A message."""
    return f"{headers}\n{body}".encode()


_ENTITIES = '<!DOCTYPE a [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
_BOMB = bytes(210_000_000)


def office_files(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    """Names and contents of hostile files."""
    plain = {
        "xlsx": xlsx({"A": row("a", 1)}),
        "pptx": pptx(shape("a")),
        "odt": odt("<text:p>a</text:p>"),
        "epub": epub("<p>a</p>"),
    }
    for ending, data in plain.items():
        yield f"cut.{ending}", data[: len(data) // 2]
        yield f"noise.{ending}", b"PK\x03\x04" + random_.randbytes(50_000)
        yield f"bomb.{ending}", _with(data, "bomb.bin", _BOMB)
        yield f"empty parts.{ending}", packed(dict.fromkeys(zipfile.ZipFile(BytesIO(data)).namelist(), ""))
        for other, content in plain.items():
            if other != ending:
                yield f"a {other}.{ending}", content
    yield from _workbooks()
    yield from _open_texts()
    yield from _slides_and_books()
    yield from _rich_texts(random_)
    yield from _messages(random_)
    yield from _notebooks()


def _with(data: bytes, name: str, content: bytes) -> bytes:
    made = BytesIO(data)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return made.getvalue()


def _workbooks() -> Iterator[tuple[str, bytes]]:
    big = 200_000
    yield from {
        "entities.xlsx": packed({"_rels/.rels": _ENTITIES + relations(("r", "officeDocument", "a.xml"))}),
        "last column.xlsx": xlsx({"A": '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' * 1000}),
        "huge row.xlsx": xlsx({"A": f'<row r="{"9" * 5000}"><c r="{"A" * 5000}1"><v>1</v></c></row>'}),
        "huge text number.xlsx": xlsx({"A": f'<row><c t="s"><v>{"9" * 5000}</v></c></row>'}),
        "huge number.xlsx": xlsx({"A": f"<row><c><v>{'9' * 100_000}.5</v></c><c><v>1e999</v></c></row>"}),
        "bad dates.xlsx": xlsx(
            {"A": "<row><c s='0'><v>1e300</v></c><c s='0'><v>-5</v></c><c s='0'><v>nan</v></c></row>"},
            styles='<cellXfs><xf numFmtId="14"/></cellXfs>',
        ),
        "rows in rows.xlsx": xlsx({"A": "<row>" * 5000 + "</row>" * 5000}),
        "empty cells.xlsx": xlsx({"A": f"<row>{'<c/>' * 16_384}</row>" * 20}),
        "empty rows.xlsx": xlsx({"A": "<row/>" * big}),
        "wide.xlsx": xlsx({"A": row(*(f"name {at}" for at in range(5000))) * 20}),
        "many sheets.xlsx": xlsx({f"S{at}": row("a", 1) for at in range(4_000)}),
        "same sheet.xlsx": xlsx({"A": row("a", "b") * 10_000}, workbook='<sheet name="A" r:id="s0"/>' * 200),
        "texts.xlsx": xlsx({"A": '<row><c t="s"><v>0</v></c></row>' * big}, texts=f"<si><t>{'a' * 60_000}</t></si>"),
    }.items()


def _open_texts() -> Iterator[tuple[str, bytes]]:
    cell = '<table:table-cell table:number-columns-repeated="999999999"><text:p>a</text:p></table:table-cell>'
    nested = "<table:table><table:table-row><table:table-cell>"
    closed = "</table:table-cell></table:table-row></table:table>"
    yield from {
        "entities.odt": packed({"content.xml": _ENTITIES + "<a>&b;</a>"}),
        "repeated.odt": odt(f"<table:table><table:table-row>{cell * 1000}</table:table-row></table:table>"),
        "tables in tables.odt": odt(nested * 20_000 + "<text:p>a</text:p>" + closed * 20_000),
        "paragraphs in paragraphs.odt": odt("<text:p>" * 50_000 + "a" + "</text:p>" * 50_000),
        "cells without a table.odt": odt("<table:table-cell/><table:table-row/>" * 10_000 + "<text:s/>"),
        "huge level.odt": odt(f'<text:h text:outline-level="{"9" * 5000}">a</text:h>'),
        "encrypted.odt": odt("a", **{"META-INF/manifest.xml": "<m><encryption-data/></m>"}),
    }.items()


def _slides_and_books() -> Iterator[tuple[str, bytes]]:
    yield from {
        "many slides.pptx": pptx(*[shape("a")] * 4_000),
        "tables.pptx": pptx("<a:tbl><a:tr><a:tc>" * 20_000 + "</a:tc></a:tr></a:tbl>" * 20_000),
        "fallbacks.pptx": pptx("<p:Fallback>" * 20_000 + "</p:Fallback>" * 20_000),
        "no slides.pptx": pptx(),
        "outside.epub": epub("<p>a</p>", metadata="<dc:title>a</dc:title>" * 10_000),
        "many chapters.epub": epub(*["<p>a</p>"] * 1_500),
        "deep.epub": epub("<div>" * 20_000 + "a"),
        "drm.epub": epub("<p>a</p>", **{"META-INF/encryption.xml": '<e><CipherReference URI="EPUB/0.xhtml"/></e>'}),
        "no package.epub": packed({"META-INF/container.xml": "<container/>"}),
        "binary chapter.epub": epub("\0" * 10_000),
    }.items()


def _rich_texts(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    yield from {
        "open.rtf": b"{\\rtf1 " + b"{" * 100_000,
        "closed.rtf": b"{\\rtf1 a" + b"}" * 100_000,
        "deep.rtf": b"{\\rtf1 " + b"{a" * 900 + b"}" * 900,
        "words.rtf": b"{\\rtf1" + b"\\" + b"a" * 1_000_000,
        "numbers.rtf": b"{\\rtf1\\u" + b"9" * 1_000_000,
        "unicode.rtf": b"{\\rtf1\\uc9999 " + b"\\u-99999 a" * 50_000,
        "surrogates.rtf": b"{\\rtf1 " + b"\\u55357 ?\\u55357 ?" * 20_000,
        "binary.rtf": b"{\\rtf1\\bin999999999 a",
        "negative binary.rtf": b"{\\rtf1" + b"\\bin-9 a" * 10_000,
        "cells.rtf": b"{\\rtf1\\intbl " + b"a\\cell " * 200_000 + b"\\row",
        "rows.rtf": b"{\\rtf1\\intbl " + b"\\cell\\row " * 200_000,
        "backslash.rtf": b"{\\rtf1 a\\",
        "code page.rtf": b"{\\rtf1\\ansicpg99999 \\'e9\\ansicpg932 \\'81",
        "noise.rtf": b"{\\rtf1 " + random_.randbytes(200_000),
        "optional.rtf": b"{\\rtf1 " + b"\\*" * 200_000,
        "styles.rtf": b"{\\rtf1{\\stylesheet" + b"{\\s1 heading 1;}" * 20_000 + b"}\\s1 a",
    }.items()


def _messages(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    multipart = "Content-Type: multipart/mixed; boundary={}\n"
    nested = "".join(f"{multipart.format(at)}\n--{at}\n" for at in range(3_000))
    yield from {
        "no headers.eml": b"just text\n\nwithout headers",
        "nested.eml": f"Subject: a\n{nested}".encode(),
        "parts.eml": mail("--x\n\na\n" * 20_000, "Subject: a\n" + multipart.format("x")),
        "long header.eml": mail("a", f"Subject: {'=?utf-8?q?a?= ' * 50_000}\n"),
        "many headers.eml": mail("a", "Subject: a\n" + "X-A: b\n" * 100_000),
        "folded.eml": mail("a", "Subject: a\n" + " b\n" * 100_000),
        "bad charset.eml": mail("a", "Subject: a\nContent-Type: text/plain; charset=x-nothing\n"),
        "bad base64.eml": mail("=" * 10_000, "Subject: a\nContent-Transfer-Encoding: base64\n"),
        "uuencoded.eml": mail("begin 666 a\n" + "M" * 10_000, "Subject: a\nContent-Transfer-Encoding: x-uuencode\n"),
        "long type.eml": mail("a", f"Subject: a\nContent-Type: text/plain{'; a=b' * 50_000}\n"),
        "encoded name.eml": mail("a", f"Subject: a\nContent-Disposition: attachment; filename*0*={'%41' * 20_000}\n"),
        "noise.eml": b"Subject: a\n\n" + random_.randbytes(200_000),
        "boundary.eml": mail("a", f"Subject: a\nContent-Type: multipart/mixed; boundary={'x' * 100_000}\n"),
    }.items()


def _notebooks() -> Iterator[tuple[str, bytes]]:
    cell = {"cell_type": "code", "source": ["a\n"] * 20_000, "outputs": [{"text": "a" * 50_000}] * 100}
    yield from {
        "deep.ipynb": b"[" * 100_000,
        "deep source.ipynb": b'{"cells": [{"source": ' + b"[" * 900 + b"]" * 900 + b"}]}",
        "numbers.ipynb": b'{"cells": [{"cell_type": "markdown", "source": ' + b"9" * 4_000 + b"}]}",
        "long number.ipynb": b'{"cells": ' + b"9" * 1_000_000 + b"}",
        "no cells.ipynb": b"{}",
        "list.ipynb": b"[1, 2]",
        "wrong kinds.ipynb": b'{"cells": [1, null, "a", {"cell_type": 5, "source": {"a": 1}, "outputs": 7}]}',
        "old.ipynb": b'{"worksheets": [{"cells": [{"cell_type": "code", "input": "a = 1"}]}, 5]}',
        "results.ipynb": notebook(*[cell] * 5),
        "surrogates.ipynb": b'{"cells": [{"cell_type": "raw", "source": "\\ud800a\\u0000"}]}',
    }.items()
