"""Files that are built to do harm, of every format, made from a seed: at least three hundred of them."""

import os
import random
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from tests.hostile.office_files import office_files
from tests.hostile.pdf_files import archive, mutated, pdf_files

SENTINEL = "The quick brown fox {number} jumps over the lazy dog near the river."
"""Text of a plain file that must be read, whatever lies next to it."""
SENTINELS = 20
_MUTATIONS = 14


def write_files(folder: Path, seed: int) -> int:
    """Write the hostile files, and `SENTINELS` plain ones among them, into a folder; how many are hostile."""
    random_ = random.Random(seed)
    count = 0
    for number, (name, data) in enumerate(hostile_files(random_)):
        (folder / f"{number:03} {name}").write_bytes(data)
        count += 1
    count += write_odd_entries(folder)
    for number in range(SENTINELS):
        (folder / f"{number * 17:03} sentinel.md").write_text(f"# Fox {number}\n\n{SENTINEL.format(number=number)}\n")
    return count


def hostile_files(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    """Names and contents."""
    yield from _texts(random_)
    yield from markdown_files()
    yield from html_files()
    yield from _word_files(random_)
    yield from pdf_files(random_)
    yield from office_files(random_)


def _texts(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    big = 2_000_000
    yield from {
        "nul.txt": b"a\0b" * 1000,
        "one line.txt": b"word " * (big // 5),
        "one word.txt": b"a" * big,
        "lines.txt": b"\n" * big,
        "lines of letters.txt": b"a\n" * (big // 2),
        "blank lines.txt": b"a\n \n" * (big // 4),
        "returns.txt": b"\r" * big,
        "tabs.txt": b"\t" * big + b"a",
        "blanks before breaks.txt": (b" " * 1000 + b"\n") * 2000 + b"a",
        "spaces.txt": "\u3000\u00a0".encode() * 200_000 + b"a",
        "separators.txt": "a\u2028b\u2029c\x85".encode() * 100_000,
        "bom only.txt": b"\xef\xbb\xbf",
        "half utf-16.txt": b"\xff\xfe" + "odd".encode("utf-16-le") + b"\x00",
        "utf-16 noise.txt": b"\xfe\xff" + random_.randbytes(200_000),
        "utf-32.txt": "text in four bytes ".encode("utf-32") * 1000,
        "utf-7.txt": b"+AGE- " * 1000,
        "latin.txt": "caff\xe8 perch\xe9 ".encode("latin-1") * 20_000,
        "cp1251.txt": "\u043f\u0440\u0438\u0432\u0435\u0442 ".encode("cp1251") * 20_000,
        "shift-jis.txt": "\u65e5\u672c\u8a9e".encode("shift-jis") * 20_000,
        "gb18030.txt": "\u4f60\u597d".encode("gb18030") * 20_000,
        "ebcdic.txt": "hello world ".encode("cp500") * 5_000,
        "mixed encodings.txt": ("caff\xe8 ".encode() + b"caff\xe8 ") * 20_000,
        "damaged.txt": b"text \xc3 " * 50_000,
        "surrogates.txt": b"\xed\xa0\x80 text " * 5_000,
        "overlong.txt": b"\xc0\xaf text " * 5_000,
        "noise.txt": random_.randbytes(100_000),
        "high noise.txt": bytes(random_.choices(range(128, 256), k=300_000)),
        "marks.txt": b"a" + "\u0316\u0301".encode() * 200_000,
        "marks on each letter.txt": "e\u0301".encode() * 200_000,
        "ligatures.txt": "\ufdfa".encode() * 100_000,
        "emoji.txt": "\U0001f468\u200d\U0001f469".encode() * 50_000,
        "tag characters.txt": "\U000e0041".encode() * 100_000,
        "direction.txt": "\u202eabc\u202c".encode() * 50_000,
        "invisible.txt": "\u200b".encode() * 100_000,
        "sentences.txt": b"A. " * (big // 3),
        "initials.txt": b"A.B.C. " * 200_000,
        "ellipses.txt": b"." * big,
        "signs.txt": b"!?;:,-" * 200_000,
        "quotes.txt": b'"' * big,
        "brackets.txt": b"(" * big,
        "digits.txt": b"7" * big,
        "numbers.txt": b"1,000." * 200_000,
        "addresses.txt": b"http://" * 200_000,
        "mail.txt": b"a@" * 500_000,
        "hyphens.txt": b"a-" * 500_000,
        "cjk.txt": "\u5b83\u591a\u5c11\u94b1".encode() * 100_000,
        "thai.txt": "\u0e23\u0e32\u0e04\u0e32".encode() * 100_000,
        "capitals.txt": b"A " * 500_000,
        "html in text.txt": b"<p>" * 300_000,
        "pdf in text.txt": b"%PDF-1.7\n" + b"x" * 1000,
        "zip in text.txt": b"PK\x03\x04" + random_.randbytes(1000),
        "form feeds.txt": b"a\f" * 500_000,
        "controls.txt": bytes(range(1, 32)) * 30_000,
        "Dutch.txt": b"De aanvraag, die hij het haar dat zij hem gaf, is verschoven. " * 20_000,
        "Dutch compounds.txt": b"huurtoeslagaanvraagformulier" * 40_000,
        "Italian.txt": "L'indennit\u00e0 dell'anno d'oro, gliel'ho detto: perch\u00e9? ".encode() * 20_000,
        "Italian elisions.txt": b"l'un'dell'" * 100_000,
        "English.txt": b"Dr. Smith, i.e. the U.S. one, didn't. " * 30_000,
        "three languages.txt": "The law. De wet. La legge \u00e8. ".encode() * 30_000,
        "large.txt": b"A sentence of a large file, which is repeated. " * 900_000,
        "large of letters.txt": b"a@" * 4_000_000,
        "empty.txt": b"",
        "blank.txt": b" \n\t" * 1000,
    }.items()


def markdown_files() -> Iterator[tuple[str, bytes]]:
    """Names and contents of Markdown files."""
    big = 600_000
    for name, part in {
        "comments": "<!--", "open tags": "<a", "tags": "<b>", "stars": "*", "stars and letters": "*a **b ",
        "underscores": "_a__b", "links": "[a](", "open brackets": "[", "nested links": "[a[b", "images": "![a](b",
        "references": "[a]: b\n", "used references": "[a][b]\n\n", "quotes": ">", "nested quotes": "> " * 50 + "a\n",
        "lists": "- ", "numbered": "1. a\n", "headings": "# a\n", "long rules": "---\n", "underlined": "a\n===\n",
        "code": "`", "code of growing length": "`a``b```c", "fences": "```\n", "open fences": "~~~~\na\n",
        "tables": "|a|b|\n|-|-|\n|c|d|\n\n", "cells": "|", "escapes": "\\", "entities": "&amp;", "numeric": "&#x41;",
        "autolinks": "<http://a>", "html blocks": "<div>\n\n", "processing": "<?", "cdata": "<![CDATA[",
        "declarations": "<!A ", "strikes": "~~a", "breaks": "a  \n", "tabs": "\t", "indented": "    a\n",
        "front matters": "---\na: b\n---\n",
    }.items():  # fmt: skip
        yield f"{name}.md", (part * (big // len(part))).encode()
    yield "wide table.md", b"|a" * 20_000 + b"|\n" + b"|-" * 20_000 + b"|\n" + (b"|b" * 20_000 + b"|\n") * 5
    yield "deep list.md", "".join(" " * (2 * n) + "- a\n" for n in range(1000)).encode()
    yield "deep quote.md", b">" * 100_000 + b" a"
    yield "long heading.md", b"# " + b"a " * 500_000
    yield "long title.md", b"---\ntitle: " + b"a" * 15_000 + b"\n---\ntext"
    aliases = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
    )
    yield "aliases.md", f"---\n{aliases}title: *a11\n---\ntext".encode()
    yield "recursive alias.md", b"---\na: &a [*a]\n---\ntext"
    yield "deep yaml.md", b"---\na: " + b"[" * 9_000 + b"\n---\ntext"
    yield "yaml tags.md", b"---\na: !!python/object/apply:os.system ['echo']\n---\ntext"
    yield "yaml merge.md", b"---\nx: &x {a: b}\ny: {<<: *x, <<: *x}\n---\ntext"
    yield "yaml keys.md", b"---\n" + b"".join(b"k%d: v\n" % n for n in range(1500)) + b"---\ntext"
    yield "yaml dates.md", b"---\ntitle: 9999-99-99\nurl: 1e999999\norigin: 0x" + b"f" * 5000 + b"\n---\ntext"
    yield "labels.md", b"---\nlabels: [" + b"a," * 6_000 + b"]\n---\ntext"
    yield "large.md", b"## A part\n\nA sentence of a large file, which is repeated.\n\n" * 150_000
    yield "open front.md", b"---\na: b\n" * 100_000
    yield "growing code.md", "".join("`" * n + "a" for n in range(1, 800)).encode()


def html_files() -> Iterator[tuple[str, bytes]]:
    """Names and contents of web pages."""
    big = 600_000
    for name, part in {
        "comments": "<!--", "open tags": "<a ", "divs": "<div>", "spans": "<span>", "bold": "<b>", "paragraphs": "<p>a",
        "tables": "<table><tr><td>a", "small tables": "<table><tr><td>a</td></tr></table>", "cells": "<td>a",
        "rows": "<tr><td>a</td></tr>", "lists": "<ul><li>", "quotes": "<blockquote>", "forms": "<form>",
        "scripts": "<script>", "styles": "<style>a{}", "entities": "&amp;", "numeric": "&#1114112;",
        "headings": "<h1>a",
        "breaks": "<br>", "links": "<a href=b>c</a>", "fonts": "<font>", "mains": "<main>", "articles": "<article>a",
        "titles": "<title>a", "metas": "<meta name=labels content=a>", "bases": "<base href=a>", "frames": "<iframe>",
        "svg": "<svg><g>", "templates": "<template>", "declared": "<?xml version='1.0' encoding='utf-16'?>",
        "cdata": "<![CDATA[", "closing": "</div>", "select": "<select><option>", "pre": "<pre>\n", "xhtml": "<x:p>a",
        "doctypes": "<!DOCTYPE html>", "lower than": "<", "misnested": "<b><p></b></p>", "anchors": "<a><a>",
    }.items():  # fmt: skip
        yield f"{name}.html", (part * (big // len(part))).encode()
    attributes = "".join(f" a{n}=b" for n in range(60_000))
    yield "attributes.html", f"<p{attributes}>text</p>".encode()
    yield "long attribute.html", b"<p class='" + b"a " * 400_000 + b"'>text</p>"
    yield "long title.html", b"<title>" + b"a" * 800_000 + b"</title><p>text"
    entities = '<!ENTITY a0 "aaaaaaaaaa">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    yield "entities declared.xhtml", f"<?xml version='1.0'?><!DOCTYPE x [{entities}]><html><p>&a11;</p></html>".encode()
    yield "external.xhtml", b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><html><p>&e; text</p></html>'
    yield "spans over.html", b"<table>" + b"<tr><td colspan=100000 rowspan=100000>a</td></tr>" * 2000 + b"</table>"
    yield "wide table.html", b"<table>" + (b"<tr>" + b"<td>a" * 2000) * 30 + b"</table>"
    yield "utf-16.html", "<p>text</p>".encode("utf-16") * 3
    yield "wrong charset.html", b"<meta charset=utf-16><p>text \xe8</p>"
    yield "tag without end.html", b"<p " + b"a" * 800_000
    yield "large.html", b"<p>A sentence of a large file, which is repeated." * 200_000
    yield "over the limit.html", b"<p>A sentence of a large file, which is repeated." * 900_000
    yield "nested tables.html", b"<table><tr><td>" * 5_000 + b"a"


def _plain_word() -> dict[str, bytes]:
    import docx

    document = docx.Document()
    document.add_heading("Rules", 1)
    document.add_paragraph("The licence lasts five years.")
    document.add_table(2, 2).cell(0, 0).text = "a"
    made = BytesIO()
    document.save(made)
    with zipfile.ZipFile(made) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def _word_files(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    plain = _plain_word()
    main = "word/document.xml"
    body = plain[main]

    def with_body(part: bytes) -> bytes:
        return archive({**plain, main: body.replace(b"<w:sectPr", part + b"<w:sectPr", 1)})

    paragraph = b"<w:p><w:r><w:t>a</w:t></w:r></w:p>"
    yield "zip bomb.docx", archive({**plain, "word/media/a.bin": b"\0" * 250_000_000})
    yield "bomb of text.docx", with_body(b"<w:p><w:r><w:t>" + b"a" * 100_000_000 + b"</w:t></w:r></w:p>")
    yield "bomb of paragraphs.docx", with_body(paragraph * 300_000)
    yield "paragraphs.docx", with_body(paragraph * 20_000)
    yield "runs.docx", with_body(b"<w:p>" + b"<w:r><w:t>a</w:t></w:r>" * 50_000 + b"</w:p>")
    yield "deep.docx", with_body(b"<w:p>" * 5_000 + b"</w:p>" * 5_000)
    yield "deep table.docx", with_body(b"<w:tbl><w:tr><w:tc>" * 300 + paragraph + b"</w:tc></w:tr></w:tbl>" * 300)
    row = b"<w:tr>" + b"<w:tc>" + paragraph + b"</w:tc></w:tr>"
    yield "long table.docx", with_body(b"<w:tbl>" + row * 3_000 + b"</w:tbl>")
    cell = b"<w:tc>" + paragraph + b"</w:tc>"
    yield "wide table.docx", with_body(b"<w:tbl><w:tr>" + cell * 3_000 + b"</w:tr></w:tbl>")
    span = b"<w:tc><w:tcPr><w:gridSpan w:val='100000000'/></w:tcPr>" + paragraph + b"</w:tc>"
    yield "spans.docx", with_body(b"<w:tbl><w:tr>" + span + b"</w:tr></w:tbl>")
    merge = b"<w:tc><w:tcPr><w:vMerge/></w:tcPr>" + paragraph + b"</w:tc>"
    yield "merged.docx", with_body(b"<w:tbl>" + (b"<w:tr>" + merge + b"</w:tr>") * 2_000 + b"</w:tbl>")
    entities = b'<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 12)
    )
    yield "entities.docx", archive({**plain, main: entities + b"]>" + body.replace(b"five", b"&a11;")})
    external = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    yield "external.docx", archive({**plain, main: external + body.replace(b"five", b"&e;")})
    yield "many entries.docx", archive({**plain, **{f"x{n}": b"" for n in range(6_000)}}, zipfile.ZIP_STORED)
    yield "paths.docx", archive({**plain, "../../evil": b"a", "/etc/evil": b"a"})
    yield "no document.docx", archive({name: data for name, data in plain.items() if name != main})
    yield "no types.docx", archive({name: data for name, data in plain.items() if "Content_Types" not in name})
    yield "broken xml.docx", archive({**plain, main: body[: len(body) // 2]})
    yield "empty zip.docx", archive({})
    yield "old word.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + random_.randbytes(5_000)
    locked = "EncryptedPackage".encode("utf-16-le")
    yield "password.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500 + locked
    yield "page.docx", b"<html><p>text</p></html>"
    loop = b'<Relationship Id="rId1" Type="x" Target="document.xml"/>' * 5_000
    rels = plain["word/_rels/document.xml.rels"].replace(b"</Relationships>", loop + b"</Relationships>")
    yield "loop.docx", archive({**plain, "word/_rels/document.xml.rels": rels})
    styles = b"".join(b"<w:style w:styleId='s%d'><w:basedOn w:val='s%d'/></w:style>" % (n, n + 1) for n in range(3_000))
    yield (
        "styles.docx",
        archive(
            {**plain, "word/styles.xml": plain["word/styles.xml"].replace(b"</w:styles>", styles + b"</w:styles>")}
        ),
    )
    short = b"<w:p><w:r><w:t/></w:r></w:p>"
    yield (
        "short paragraphs.docx",
        archive({**plain, main: body.replace(b"<w:sectPr", short * 1_500_000 + b"<w:sectPr", 1)}),
    )
    yield "many runs.docx", with_body(b"<w:p>" + b"<w:r><w:t>a</w:t></w:r>" * 1_000_000 + b"</w:p>")
    longest = (
        b"<w:tc><w:tcPr><w:vMerge w:val='restart'/></w:tcPr><w:p><w:r><w:t>"
        + b"a " * 50_000
        + b"</w:t></w:r></w:p></w:tc>"
    )
    yield (
        "long merged cell.docx",
        with_body(b"<w:tbl><w:tr>" + longest + b"</w:tr>" + (b"<w:tr>" + merge + b"</w:tr>") * 50_000 + b"</w:tbl>"),
    )
    inserted = b"<w:ins>" * 2_000 + b"<w:r><w:t>a</w:t></w:r>" + b"</w:ins>" * 2_000
    yield "deep insertions.docx", with_body(b"<w:p>" + inserted + b"</w:p>")
    yield (
        "odd spans.docx",
        with_body(
            b"<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='-1'/><w:gridSpan w:val='"
            + b"9" * 5_000
            + b"'/></w:tcPr>"
            + paragraph
            + b"</w:tc></w:tr></w:tbl>"
        ),
    )
    yield "no end of runs.docx", with_body(b"<w:p><w:r><w:t>a</w:t>")
    yield "utf-16.docx", archive({**plain, main: body.decode().replace("UTF-8", "UTF-16").encode("utf-16")})
    yield (
        "relations of relations.docx",
        archive({**plain, "_rels/.rels": plain["_rels/.rels"].replace(b"word/document.xml", b"_rels/.rels")}),
    )
    yield (
        "relation outside.docx",
        archive({**plain, "_rels/.rels": plain["_rels/.rels"].replace(b"word/document.xml", b"../../etc/passwd")}),
    )
    whole = archive(plain)
    yield "prefixed.docx", b"x" * 1000 + whole
    yield "twice.docx", whole + whole
    yield "bzip2.docx", archive(plain, zipfile.ZIP_BZIP2)
    yield "lzma.docx", archive(plain, zipfile.ZIP_LZMA)
    yield from (mutated("docx", whole, random_, number) for number in range(_MUTATIONS))


ODD_NAMES: tuple[bytes, ...] = (
    b"\xff\xfe.md", b"a\nb.md", b"a\tb.md", b"-rf.md", b"$(id).md", b"`id`.md", b"a'b\".md", "\u202egnp.md".encode(),
    "e\u0301.md".encode(), "\u00e9.md".encode(), b"%s%n.md", b"..md", b"a..md", b"CON.md", b"a" * 240 + b".md",
    "\U0001f468\u200d\U0001f469.md".encode(), b"a;b|c&d.md", b"*.md", b"a\\b.md", b" .md", b"\x7f.md", b"<b>.md",
)  # fmt: skip


def write_odd_entries(folder: Path) -> int:
    """Names with odd characters, links, pipes, and what cannot be read; how many."""
    root = os.fsencode(folder)
    for name in ODD_NAMES:
        with open(root + b"/odd " + name, "wb") as file:  # noqa: PTH123 - bytes, no text
            file.write(b"# Odd\n\nThe name of this file is odd.\n")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "nowhere.md").symlink_to("does not exist.md")
    (folder / "outside.md").symlink_to("/etc/passwd")
    (folder / "device.txt").symlink_to("/dev/zero")
    (folder / "parent").symlink_to("..")
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    (folder / "unreadable.md").write_text("text")
    (folder / "unreadable.md").chmod(0)
    deep = folder
    for _ in range(60):
        deep /= "deep"
    deep.mkdir(parents=True)
    (deep / "deep.md").write_text("# Deep\n\nFar below.\n")
    with (folder / "sparse.txt").open("wb") as file:
        file.truncate(10_000_000_000)
    return len(ODD_NAMES) + 10
