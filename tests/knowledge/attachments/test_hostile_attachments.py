"""Hostile files are refused or fail with a stable code; the process goes on, and its memory stays small."""

import resource
import zipfile
from functools import cache
from io import BytesIO

import pypdf
import pytest

from askwell.errors import BadInput
from askwell.knowledge.attachments.store import LocalAttachments
from askwell.knowledge.readers.recognition import recognise
from askwell.types import Attachment
from tests.knowledge.attachments.test_attachments import ANNA, LEASE
from tests.knowledge.readers.test_docx import make_docx
from tests.knowledge.readers.test_pdf import BODY, encrypted, make_pdf

pytestmark = pytest.mark.anyio


def archive(**parts: bytes) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in parts.items():
            opened.writestr(name.replace("__", "/").replace("_dot_", "."), data)
    return made.getvalue()


@cache
def bomb() -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened, opened.open("word/document.xml", "w") as part:
        for _ in range(300):
            part.write(b" " * 1_000_000)
    return made.getvalue()


@cache
def pages(number: int) -> bytes:
    writer = pypdf.PdfWriter()
    for _ in range(number):
        writer.add_blank_page(10, 10)
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


async def added(attachments: LocalAttachments, name: str, data: bytes) -> Attachment:
    await attachments.add(ANNA, "talk", name, data)
    *_, last = await attachments.settled(ANNA, "talk")
    return last


async def test_hostile_files_fail_with_a_reason_and_the_next_file_is_read(attachments: LocalAttachments) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    harmful = {
        "document_too_complex": ("bomb.docx", bomb()),
        "encrypted_document": ("locked.pdf", encrypted("secret", "AES-256")),
        "page_limit": ("long.pdf", pages(10_000)),
    }
    for code, (name, data) in harmful.items():
        failed = await added(attachments, name, data)
        assert (failed.state, failed.error_code) == ("failed", code), failed
        assert failed.error
        assert failed.hint
        await attachments.remove(ANNA, "talk", failed.number)
    assert (await added(attachments, "lease.md", LEASE)).state == "ready"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 512 << 10


async def test_a_failed_file_is_read_again_when_it_is_added_again(attachments: LocalAttachments) -> None:
    failed = await added(attachments, "broken.pdf", make_pdf([(BODY, 12)])[:300])
    assert failed.state == "failed"
    again = await attachments.add(ANNA, "talk", "broken.pdf", make_pdf([(BODY, 12)])[:300])
    assert (again.number, again.state, again.error_code) == (1, "queued", "")


async def test_a_file_with_a_wrong_suffix_is_read_as_what_it_is(attachments: LocalAttachments) -> None:
    as_text = await added(attachments, "notes.txt", make_pdf([(BODY, 12)]))
    assert (as_text.state, as_text.media_type) == ("ready", "application/pdf")
    as_pdf = await added(attachments, "report.pdf", make_docx())
    assert as_pdf.state == "ready"
    assert "wordprocessingml" in as_pdf.media_type
    page = await added(
        attachments, "page.pdf", b"<!doctype html><script>alert(1)</script><p>Opening hours are short.</p>"
    )
    assert (page.state, page.media_type) == ("ready", "text/html")


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"%PDF-1.7\n", "pdf"),
        ("a.pdf", b"junk\n%PDF-1.7\n", "pdf"),
        ("a.html", b"<p>What %PDF-1.7 means</p>", "html"),
        ("a", b"plain words", "text"),
        ("a.csv", b"a,b\n1,2\n", "csv"),
        ("a.log", b"2026-01-01 started", "text"),
        ("a.doc", b"{\\rtf1 text}", "rtf"),
        ("a.txt", b"\xff\xfet\0e\0x\0t\0", "text"),
        ("mail", b"From: a@b.c\r\nTo: d@e.f\r\nSubject: Hi\r\n\r\nText", "eml"),
        ("a.json", b'{"cells": [], "nbformat": 4}', "ipynb"),
        ("a.zip", archive(mimetype=b"application/epub+zip"), ""),
        ("a.zip", archive(word__document_dot_xml=b"<w/>"), "docx"),
        ("a.zip", archive(readme_dot_txt=b"text"), ""),
        ("a.txt", b"\x7fELF\x02\x01\x01\0", ""),
        ("a.md", b"\x89PNG\r\n\x1a\n\0\0", ""),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "docx"),
    ],
)
def test_content_decides_what_a_file_is(name: str, data: bytes, kind: str) -> None:
    if kind:
        assert recognise(data, name) == kind
        return
    with pytest.raises(BadInput) as refused:
        recognise(data, name)
    assert refused.value.code == "unsupported_document"
