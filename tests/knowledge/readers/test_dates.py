"""Dates that documents state of themselves."""

import pytest

from askwell.knowledge.readers.dates import day_of
from askwell.knowledge.readers.reading import read_document


@pytest.mark.parametrize(
    ("stated", "day"),
    [
        ("2019-03-01", "2019-03-01"),
        (" 2025-01-06T10:00:00Z", "2025-01-06"),
        ("2024-07", "2024-07"),
        ("2024", "2024"),
        ("Tue, 24 Nov 2026 09:00:00 +0100", "2026-11-24"),
        ("2024-13-01", ""),
        ("01/02/2024", ""),
        ("last spring", ""),
        ("", ""),
    ],
)
def test_date_in_iso_form_or_of_an_e_mail_is_read(stated: str, day: str) -> None:
    assert day_of(stated) == day


def test_front_matter_meta_and_header_state_a_date() -> None:
    page = b"<html><head><meta name='date' content='2025-09-15'></head><body><main><p>Fees are due.</p></main></body>"
    mail = b"From: a@example.org\nSubject: Fees\nDate: Mon, 15 Sep 2025 10:00:00 +0000\n\nFees are due.\n"
    assert read_document(b"---\ntitle: Fees\ndate: 2025-09-15\n---\n\nFees are due.\n", "a.md").date == "2025-09-15"
    assert read_document(page, "a.html").date == "2025-09-15"
    assert read_document(mail, "a.eml").date == "2025-09-15"
    assert read_document(b"Fees are due.\n", "a.md").date == ""


def test_date_that_a_person_has_written_comes_before_that_of_a_program() -> None:
    names = b"<meta property='article:published_time' content='2020-01-01'><meta name='date' content='2025-09-15'>"
    page = b"<html><head>" + names + b"</head><body><main><p>Fees are due.</p></main></body></html>"
    assert read_document(page, "a.html").date == "2025-09-15"
