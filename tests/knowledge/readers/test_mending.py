"""Words that layout has torn."""

import pytest

from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.mending import Mender, with_accents


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["every infor-", "mation about it"], "every information about it"),
        (["a well-", "known rule", "the well-known one"], "a well-known rule"),
        (["the user-", "defined type", "a user and defined"], "the user-defined type"),
        (["we sit to-", "gether here", "to gether"], "we sit together here"),
        (["the every\u2010", "thing store", "every thing"], "the everything store"),
        (["the inter-", "national one", "inter and national", "international"], "the international one"),
    ],
)
def test_words_of_the_document_decide_whether_the_hyphen_stays(lines: list[str], joined: str) -> None:
    assert Mender(lines).join(*lines[:2]) == joined


@pytest.mark.parametrize(("text", "line"), [("no hyphen", "here"), ("pages 3-", "4"), ("Jean-", "Paul"), ("a -", "b")])
def test_other_lines_are_not_joined(text: str, line: str) -> None:
    assert Mender([text, line]).join(text, line) is None


def test_torn_words_of_a_text_file_are_joined_and_its_lines_stay() -> None:
    data = b"It has every infor-\nmation about\nthe well-\nknown rules.\n\nThey are well-known."
    assert (
        read_document(data, "a.txt").text
        == "It has every information about\nthe well-known rules.\n\nThey are well-known."
    )


def test_accents_before_their_letters_are_put_on_them() -> None:
    assert (
        with_accents("Br\u00a8oker, Andr\u00b4e, na\u00a8\u0131ve, \u00b8c")
        == "Br\u00f6ker, Andr\u00e9, na\u00efve, \u00e7"
    )
    assert with_accents("don\u00b4t 3\u00b4 \u00a8 a") == "don\u00b4t 3\u00b4 \u00a8 a"
