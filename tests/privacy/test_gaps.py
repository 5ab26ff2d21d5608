"""Values that are broken by a line end, a tab, several blanks or the borders of table cells."""

import textwrap

import pytest
from bench.identifiers import TEMPLATES, cases

from askwell.privacy.find import find
from askwell.privacy.gaps import across_gaps
from askwell.privacy.spans import STRUCTURED_KINDS, Kind

GAPS = ["\n", "\r\n", "\t", "  ", "   ", "\u00a0\u00a0", "\n    ", " \n", " | "]


def found(text: str) -> list[tuple[Kind, str]]:
    return [(span.kind, text[span.start : span.end]) for span in find(text, STRUCTURED_KINDS)]


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("language", TEMPLATES)
def test_a_value_is_found_with_a_gap_in_place_of_a_blank(language: str, gap: str) -> None:
    tried, missed = 0, []
    for case in cases(language, 150, seed=6):
        for at in [at for at in range(case.start, case.end) if case.text[at] == " "]:
            tried += 1
            text, end = case.text[:at] + gap + case.text[at + 1 :], case.end + len(gap) - 1
            if not any(span.kind == case.kind and span.start <= case.start and span.end >= end for span in find(text)):
                missed.append(text)
    assert tried > 30
    assert missed == []


@pytest.mark.parametrize("language", TEMPLATES)
def test_a_value_is_found_in_a_text_that_was_wrapped(language: str) -> None:
    before = "een regel met gewone woorden die steeds een woord langer wordt en daarna nog even door loopt".split()
    broken, missed = 0, []
    for number, case in enumerate(cases(language, 300, seed=8)):
        value = case.text[case.start : case.end]
        text = textwrap.fill(f"{' '.join(before[: 1 + number % len(before)])}. {case.text}", 72)
        if value not in text:
            broken += 1
            characters = "".join(each for kind, each in found(text) if kind == case.kind).split()
            if "".join(value.split()) not in "".join(characters):
                missed.append(text)
    assert broken > 5
    assert missed == []


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("VRDGPP80C15F205P", "IT_FISCAL_CODE"),
        ("NL91ABNA0417164300", "IBAN"),
        ("4111111111111111", "CARD"),
    ],
)
def test_a_value_is_found_with_a_character_in_each_cell(value: str, kind: Kind) -> None:
    row = " | ".join(value)
    assert found(f"| naam | {row} |\n| --- | --- |") == [(kind, row)]


def test_a_telephone_number_in_cells_needs_a_label() -> None:
    digits = " | ".join("0612345678")
    assert found(f"| telefoon | {digits} |") == [("PHONE", digits)]
    assert found("| punten | 3 | 12 | 4 | 1000 | 38 | 7 |") == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Bel 06 12345678\n2024 was druk", ["06 12345678"]),
        ("tel. 055 123456\n2. Oppure per posta", ["055 123456"]),
        ("tel. 338 1234567\n2 volte", ["338 1234567"]),
        ("Bel 06 12345678\n06 87654321", ["06 12345678", "06 87654321"]),
        ("Bel +31\n6 12345678", ["+31\n6 12345678"]),
        ("Bel +39 338 1234567\n1 keer", ["+39 338 1234567"]),
        ("telefono: +39 06 4821\n3377", ["+39 06 4821\n3377"]),
        ("telefono:\n555123\n555124", ["555123"]),
        ("NL91 ABNA 0417 1643 00\n12 euro", ["NL91 ABNA 0417 1643 00"]),
        ("zie anna [at] example.org.\nGroeten", ["anna [at] example.org"]),
        ("zie anna-\nmaria@example.org\nGroeten", ["anna-\nmaria@example.org"]),
        ("nata il 3\nmaggio 1980", ["3\nmaggio 1980"]),
        ("sono nata il\n3 maggio 1980", ["3 maggio 1980"]),
        ("nul zes een\ntwee drie vier vijf zes zeven acht", ["nul zes een\ntwee drie vier vijf zes zeven acht"]),
    ],
)
def test_a_value_ends_where_the_next_thing_begins(text: str, values: list[str]) -> None:
    assert [value for _, value in found(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "NL91 ABNA\n\n0417 1643 00",
        "bedragen:\n4111\n1111\n1111\n1112",
        "338\n123\n4567",
        "123 45 6789 regels\n123\n45\n6789",
        "848 625\n195 stuks",
        "3 mei\n2021",
        "libc   4000   1111   90   0   10000\n17   20",
        "| 4111 | 11 | 11111 | 11111 |",
    ],
)
def test_numbers_of_several_lines_or_cells_are_no_value(text: str) -> None:
    assert [each for each in found(text) if "\n" in each[1] or "|" in each[1] or "  " in each[1]] == []


def test_a_long_text_of_gaps_takes_no_longer_than_its_length_says() -> None:
    for unit in ("1\n", "1 | ", "a\t1", "| ", "NL\n91 ", " \t", "-\n1"):
        list(across_gaps(unit * 20_000))
