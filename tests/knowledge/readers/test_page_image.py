"""Images of pages, drawn in a child process."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from fpdf import FPDF
from PIL import Image
from pypdfium2 import PdfDocument

from askwell.errors import BadInput
from askwell.knowledge.readers.page_image import MAX_SIDE, draw
from askwell.knowledge.readers.pool import ReaderPool
from tests.knowledge.readers.test_pdf import BODY, encrypted, make_pdf


@pytest.fixture(scope="module")
def pool() -> Iterator[ReaderPool]:
    made = ReaderPool()
    yield made
    made.close()


def image_of(png: bytes) -> Image.Image:
    found = Image.open(BytesIO(png))
    found.load()
    return found


def coloured(*, turn: int = 0, width: float = 200, height: float = 100) -> bytes:
    """A page with a red rectangle in its top left corner."""
    made = FPDF(unit="pt", format=(width, height))
    made.add_page()
    made.set_fill_color(255, 0, 0)
    made.rect(0, 0, 20, 20, style="F")
    with PdfDocument(bytes(made.output())) as document:
        document[0].set_rotation(turn)
        file = BytesIO()
        document.save(file)
    return file.getvalue()


def test_a_page_is_drawn_with_two_pixels_a_point_on_white(pool: ReaderPool) -> None:
    image = image_of(pool.draw(coloured(), "a.pdf", 1))
    assert (image.format, image.mode, image.size) == ("PNG", "RGB", (400, 200))
    assert image.getpixel((10, 10)) == (255, 0, 0)
    assert image.getpixel((390, 190)) == (255, 255, 255)


def test_a_turned_page_is_drawn_as_viewers_show_it(pool: ReaderPool) -> None:
    image = image_of(pool.draw(coloured(turn=90), "a.pdf", 1))
    assert image.size == (200, 400)
    assert image.getpixel((190, 10)) == (255, 0, 0)


def test_a_large_page_is_drawn_smaller() -> None:
    assert max(image_of(draw(coloured(width=5_000, height=9_000), "a.pdf", (), 1)).size) == MAX_SIDE


@pytest.mark.parametrize("page", [0, 2, -1, 10**12])
def test_a_page_that_is_not_there(page: int, pool: ReaderPool) -> None:
    with pytest.raises(BadInput, match="no page") as caught:
        pool.draw(coloured(), "a.pdf", page)
    assert caught.value.code == "page_not_found"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (encrypted("secret", "AES-256"), "encrypted_document"),
        (b"%PDF-1.7 broken", "broken_document"),
        (b"<html></html>", "unsupported_document"),
        (b"", "unsupported_document"),
    ],
)
def test_what_cannot_be_drawn(data: bytes, code: str, pool: ReaderPool) -> None:
    with pytest.raises(BadInput) as caught:
        pool.draw(data, "a.pdf", 1)
    assert caught.value.code == code


def test_one_process_reads_and_draws(pool: ReaderPool) -> None:
    data = make_pdf([(BODY, 12)])
    started = pool.started
    assert pool.read("pdf", data, "a.pdf").text.startswith("The licence")
    assert image_of(pool.draw(data, "a.pdf", 1)).size[0] > 1_000
    assert pool.read("pdf", data, "a.pdf").boxes
    assert pool.started <= max(1, started)
