"""Hostile PDF files, and how files are changed at random."""

import random
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

_MUTATIONS = 42


def archive(parts: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive of these entries."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", how) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return packed.getvalue()


def pdf_files(random_: random.Random) -> Iterator[tuple[str, bytes]]:
    """Names and contents of PDF files."""
    from fpdf import FPDF

    made = FPDF()
    for _ in range(3):
        made.add_page()
        made.set_font("Helvetica", size=12)
        made.multi_cell(0, 6, "The licence lasts five years. " * 20)
    plain = bytes(made.output())
    page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"

    def pdf(*objects: str | bytes, trailer: str = "/Root 1 0 R") -> bytes:
        out = b"%PDF-1.7\n"
        for number, each in enumerate(objects, 1):
            out += b"%d 0 obj\n%s\nendobj\n" % (number, each if isinstance(each, bytes) else each.encode())
        return out + f"trailer<<{trailer}/Size {len(objects) + 1}>>\nstartxref\n0\n%%EOF".encode()

    def stream(data: bytes, extra: str = "") -> bytes:
        return f"<</Length {len(data)}{extra}>>stream\n".encode() + data + b"\nendstream"

    def one_page(content: bytes, page: str = page) -> bytes:
        return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, content, font)

    text = b"BT /F 12 Tf 0 0 Td (text) Tj ET "
    yield "no xref.pdf", one_page(stream(text))
    yield "bomb.pdf", one_page(stream(zlib.compress(b"0 " * 60_000_000, 9), "/Filter/FlateDecode"))
    twice = zlib.compress(zlib.compress(b"0 " * 100_000_000, 9), 9)
    yield "bomb twice.pdf", one_page(stream(twice, "/Filter[/FlateDecode/FlateDecode]"))
    yield "many filters.pdf", one_page(stream(b"00" * 1000, "/Filter[" + "/ASCIIHexDecode" * 5_000 + "]"))
    yield "texts.pdf", one_page(stream(zlib.compress(text * 200_000, 9), "/Filter/FlateDecode"))
    yield "states.pdf", one_page(stream(b"q " * 500_000))
    yield "arrays.pdf", one_page(stream(b"[" * 200_000))
    yield "strings.pdf", one_page(stream(b"(" * 200_000))
    yield "dictionaries.pdf", one_page(stream(b"<<" * 100_000))
    yield "hex.pdf", one_page(stream(b"<41" * 100_000))
    yield "inline images.pdf", one_page(stream(b"BI ID " * 50_000))
    yield "long length.pdf", one_page(b"<</Length 999999999999>>stream\nBT\nendstream")
    yield "negative length.pdf", one_page(b"<</Length -1>>stream\nBT\nendstream")
    yield "own length.pdf", one_page(b"<</Length 4 0 R>>stream\nBT\nendstream")
    yield (
        "huge predictor.pdf",
        one_page(
            stream(zlib.compress(b"a" * 100), "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 999999999>>")
        ),
    )
    yield "lzw.pdf", one_page(stream(random_.randbytes(100_000), "/Filter/LZWDecode"))
    yield "run lengths.pdf", one_page(stream(b"\x81a" * 500_000, "/Filter/RunLengthDecode"))
    yield "ascii 85.pdf", one_page(stream(b"z" * 1_000_000, "/Filter/ASCII85Decode"))
    yield "jbig2.pdf", one_page(stream(b"a" * 1000, "/Filter/JBIG2Decode"))
    itself = "/Resources<</XObject<</X 4 0 R>>>>"
    form = f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]{itself}/Length 5>>stream\n/X Do\nendstream"
    inner = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R{itself}>>"
    yield "form in itself.pdf", one_page(form.encode(), inner)
    yield "pages in themselves.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R]/Count 1>>")
    many = "3 0 R " * 100_000
    yield "one page often.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Kids[{many}]/Count 99999>>", page)
    deep = [f"<</Type/Pages/Kids[{n + 1} 0 R]/Count 1>>" for n in range(2, 3_000)]
    yield "deep pages.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", *deep)
    yield "lying count.pdf", pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 2000000000>>")
    yield "no pages.pdf", pdf("<</Type/Catalog>>")
    yield "no root.pdf", pdf("<<>>", trailer="/Root 99 0 R")
    yield "root of root.pdf", pdf("1 0 R")
    yield "deep arrays.pdf", pdf("[" * 50_000 + "]" * 50_000, trailer="/Root 1 0 R")
    yield "contents often.pdf", one_page(stream(text), page.replace("4 0 R", "[" + "4 0 R " * 50_000 + "]", 1))
    yield "long properties.pdf", plain.replace(b"/Producer", b"/Title (" + b"a" * 500_000 + b")/Producer")
    yield "previous in itself.pdf", plain.replace(b"/Root", b"/Prev 15 /Root")
    yield "only header.pdf", b"%PDF-1.7"
    yield "late header.pdf", b"x" * 900 + plain
    yield "noise.pdf", b"%PDF-1.7\n" + random_.randbytes(200_000)
    yield "half.pdf", plain[: len(plain) // 2]
    yield "no end.pdf", plain[:-50]
    yield "page.pdf", b"<html><p>text</p></html>"
    yield "word.pdf", archive({"a": b"b"})
    yield "encrypted wrong.pdf", plain.replace(b"/Root", b"/Encrypt 1 0 R /Root")
    yield "encrypted odd.pdf", plain.replace(b"/Root", b"/Encrypt<</Filter/Standard/V 9/R 9/O()/U()/P 0>>/Root")
    yield "zeros.pdf", b"%PDF-1.7\n" + b"0" * 3_000_000
    yield "objects.pdf", b"%PDF-1.7\n" + b"1 0 obj\n" * 100_000
    yield "references.pdf", b"%PDF-1.7\ntrailer<</Root 1 0 R>>" + b"startxref\n" * 100_000
    yield "xrefs.pdf", b"%PDF-1.7\n" + b"xref\n0 99999999\n" * 20_000 + b"startxref\n9\n%%EOF"
    yield from (mutated("pdf", plain, random_, number) for number in range(_MUTATIONS))


def mutated(ending: str, data: bytes, random_: random.Random, number: int) -> tuple[str, bytes]:
    """A file with bytes changed, cut out or repeated."""
    changed = bytearray(data)
    for _ in range(random_.randint(1, 40)):
        at = random_.randrange(len(changed))
        match random_.randrange(4):
            case 0:
                changed[at] = random_.randrange(256)
            case 1:
                del changed[at : at + random_.randint(1, 60)]
            case 2:
                changed[at:at] = changed[at : at + random_.randint(1, 60)] * random_.randint(1, 20)
            case _:
                changed[at:at] = str(random_.randint(-1, 10**12)).encode()
    return f"changed {number}.{ending}", bytes(changed)
