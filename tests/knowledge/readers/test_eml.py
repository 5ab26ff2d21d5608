"""E-mail messages: headers, body, names of attachments."""

from email.message import EmailMessage

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from tests.hostile.office_files import mail
from tests.knowledge.readers.parts import parts_of


def message(body: str = "We meet at ten.\n\nBring the papers.\n") -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Ann López <ann@example.org>"
    made["To"] = "bob@example.org"
    made["Subject"] = "Réunion on Friday"
    made.set_content(body)
    return made


def test_headers_come_first_then_the_paragraphs() -> None:
    document = read_document(bytes(message()), "a.eml")
    assert parts_of(document) == [
        (
            (),
            None,
            "From: Ann López <ann@example.org>\nTo: bob@example.org\nSubject: Réunion on Friday\n\n"
            "We meet at ten.\n\nBring the papers.",
        )
    ]
    assert (document.title, document.origin) == ("Réunion on Friday", "Ann López <ann@example.org>")
    assert document.media_type == "message/rfc822"


def test_plain_text_is_preferred_to_html() -> None:
    made = message()
    made.add_alternative("<p>We meet at <b>ten</b>.</p>", subtype="html")
    assert read_document(bytes(made), "a.eml").text.count("We meet") == 1


def test_message_in_html_keeps_headings_lists_and_tables() -> None:
    made = message()
    made.set_content(
        "<h2>Fines</h2><ul><li>one</li></ul><table><tr><th>What</th><th>Fine</th></tr><tr><td>Noise</td><td>40</td></tr>",
        subtype="html",
    )
    assert parts_of(read_document(bytes(made), "a.eml"))[1] == (
        ("Fines",),
        None,
        "Fines\n\n- one\n\nWhat | Fine\nNoise | 40",
    )


def test_attachments_are_named_and_not_read() -> None:
    made = message()
    made.add_attachment("secret", filename="Überblick.txt")
    inner = message("an older message")
    made.add_attachment(inner)
    text = read_document(bytes(made), "a.eml").text
    assert "Attachments: Überblick.txt\n" in text
    assert "secret" not in text
    assert "older" not in text


def test_body_in_an_unknown_encoding_is_read() -> None:
    headers = "Subject: a\nContent-Type: text/plain; charset=x-nothing\n"
    assert read_document(mail("Perché no?", headers), "a.eml").text.endswith("Perché no?")


def test_file_without_headers_is_refused() -> None:
    with pytest.raises(BadInput, match="none of the headers") as raised:
        read_document(b"just text\n\nwithout headers", "a.eml")
    assert raised.value.code == "broken_document"
