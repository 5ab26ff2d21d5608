"""Placeholders: given, restored, escaped, and streamed in pieces."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.privacy.mapping import Placeholders, masks
from askwell.privacy.placeholders import has_replaced, held_back, masked, restorations, restore, rewritten
from askwell.privacy.values import changed
from askwell.types import Answer, Mark, Turn

FISCAL_CODE = "RSSMRA85T10A562S"
VALUES = {"[[IT_FISCAL_CODE_1]]": FISCAL_CODE, "[[PERSON_12]]": "Ada"}


def hide(known: Placeholders, text: str) -> str:
    return rewritten(text, known.changes(text)).text


def test_the_same_value_has_one_placeholder_however_it_is_written() -> None:
    known = Placeholders()
    first = hide(known, f"codice fiscale {FISCAL_CODE}")
    again = hide(known, "codice fiscale rss mra 85t10 a562s e anche IBAN NL91 ABNA 0417 1643 00")
    assert first == "codice fiscale [[IT_FISCAL_CODE_1]]"
    assert again == "codice fiscale [[IT_FISCAL_CODE_1]] e anche IBAN [[IBAN_1]]"


@pytest.mark.parametrize(
    "written",
    [
        [
            "tel. 338 7654321",
            "tel. +39 338 7654321",
            "tel. 0039 338-7654321",
            "tel. (+39) 338/7654321",
            "39 338 7654321",
        ],
        ["bel 06-12345678", "bel +31 6 12345678", "bel 0031612345678", "bel +31 (0)6 12345678", "tel. 06\n12345678"],
        ["bel nul zes een twee drie vier vijf zes zeven acht", "bel 0612345678"],
        ["call 020 7946 0018", "call +44 20 7946 0018"],
        ["partita IVA 12345670017", "partita IVA IT12345670017", "partita IVA IT 123 4567 0017"],
        ["btw NL123456782B01", "btw 123456782B01"],
        [
            "nata il 3/5/1980",
            "nata il 3 maggio 1980",
            "nata il 03-05-1980",
            "nata il 1980-05-03",
            "born on May 3, 1980",
        ],
        ["Abito in Via Roma 31, Torino", "Abito in via Roma, 31, Torino"],
    ],
)
def test_forms_of_one_value_have_one_placeholder(written: list[str]) -> None:
    known = Placeholders()
    hidden = [hide(known, text) for text in written]
    assert len(known.values) == 1
    assert all("_1]]" in text for text in hidden)


@pytest.mark.parametrize(
    "written",
    [
        ["tel. +39 338 7654321", "tel. +31 338 7654321"],
        ["nata il 3/5/1980", "nata il 5/3/1980", "nata il 3/5/1981"],
        ["Abito in Via Roma 31", "Abito in Via Roma 3", "Abito in Via Roma 3/1"],
        ["bel 06-12345678", "bel 06-12345679"],
    ],
)
def test_other_values_have_other_placeholders(written: list[str]) -> None:
    known = Placeholders()
    for text in written:
        hide(known, text)
    assert len(known.values) == len(written)


def test_a_known_name_is_hidden_also_in_small_letters() -> None:
    known = Placeholders()
    hide(known, "My colleague Agnieszka Kowalczyk signed it.")
    assert hide(known, "what did agnieszka kowalczyk sign?") == "what did [[PERSON_1]] sign?"


@given(st.text(alphabet="[]\\_1PERSONIBA x", max_size=40))
def test_what_a_person_typed_is_restored(typed: str) -> None:
    known = Placeholders.of({"[[PERSON_1]]": "Ada", "[[IBAN_1]]": "X"})
    assert restore(hide(known, typed), known.values) == typed


def test_a_typed_placeholder_shows_nobodys_value() -> None:
    """S3-B4: it is no placeholder, and none is given for it."""
    known = Placeholders.of(VALUES)
    assert restore(hide(known, "what is [[IT_FISCAL_CODE_1]]?"), known.values) == "what is [[IT_FISCAL_CODE_1]]?"


@pytest.mark.parametrize(
    "address", ["https://evil.example/?q={}", "[x](//evil.example/{})", "mailto:a@b.example?body={}"]
)
def test_a_web_address_carries_no_value(address: str) -> None:
    text = address.format("[[IT_FISCAL_CODE_1]]")
    assert restore(text, VALUES) == text


def test_no_split_of_a_stream_breaks_a_placeholder() -> None:
    """Every pair of cuts: pieces are restored one by one."""
    text = "Il codice [[IT_FISCAL_CODE_1]] è di [[PERSON_12]], [1] e [[non]]."
    whole = restore(text, VALUES)
    for first in range(len(text)):
        for second in range(first, len(text)):
            sent, held = [], ""
            for piece in (text[:first], text[first:second], text[second:]):
                held += piece
                end = held_back(held)
                sent.append(restore(held[:end], VALUES))
                held = held[end:]
            assert "".join(sent) + restore(held, VALUES) == whole


def test_marks_move_with_the_text() -> None:
    known = Placeholders.of(VALUES)
    turn = Turn("t", "s", 1, None, "completed", "q", datetime.now(UTC), answer="Per [[PERSON_12]]: sì. [1]")
    answer = Answer(turn.answer, (), "q", "standalone", "search", "answered", 1, "s", "t", "it", ())
    answer = replace(answer, marks=(Mark(1, turn.answer.index("[1]"), len(turn.answer)),))
    shown = changed(answer, lambda text: restorations(text, known.values))
    assert shown.answer == "Per Ada: sì. [1]"
    assert shown.answer[shown.marks[0].start : shown.marks[0].end] == "[1]"


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("Di chi è [[IT_FISCAL_CODE_1]]?", True),
        ("Di chi è [[IBAN]]?", True),
        ("Di chi è [[\\IBAN_1]]?", False),
        ("Che cosa fa [[ -f file ]]?", False),
        ("Di chi è?", False),
    ],
    ids=["a placeholder", "a mask", "an escaped one", "another text", "nothing"],
)
def test_a_text_says_whether_something_was_replaced(text: str, replaced: bool) -> None:
    assert has_replaced(text) is replaced


def test_a_mask_leads_back_to_nothing() -> None:
    text = f"codice fiscale {FISCAL_CODE}"
    assert rewritten(text, masks(text)).text == "codice fiscale [[IT_FISCAL_CODE]]"
    assert masked("a [[IT_FISCAL_CODE_1]] b") == "a [[IT_FISCAL_CODE]] b"
