"""What is found of personal data in a text."""

from itertools import pairwise

import pytest
from bench.identifiers import TEMPLATES, cases, clean_sentences

from askwell.privacy.find import EVERY_KIND, find
from askwell.privacy.spans import STRUCTURED_KINDS, Kind


def found(text: str) -> list[tuple[Kind, str]]:
    return [(span.kind, text[span.start : span.end]) for span in find(text)]


@pytest.mark.parametrize("language", TEMPLATES)
def test_an_identifier_is_found_with_its_kind_and_all_of_its_characters(language: str) -> None:
    missed = [
        case
        for case in cases(language, 300, seed=1)
        if not any(
            span.kind == case.kind and span.start <= case.start and span.end >= case.end for span in find(case.text)
        )
    ]
    assert missed == []


def test_sentences_of_documents_hold_no_identifier() -> None:
    wrong = [each for each in clean_sentences(400) if find(each, STRUCTURED_KINDS)]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("mijn bsn is 111222333", "NL_BSN"),
        ("1112.22.333 staat als burgerservicenummer in de brief", "NL_BSN"),
        ("partita iva 00743110157", "IT_VAT"),
        ("codice fiscale RSS MRA 85T10 A562 S", "IT_FISCAL_CODE"),
        ("codice fiscale RSSMRA85T1LA562Q", "IT_FISCAL_CODE"),
        ("codice fiscale RSSM RA85 T10A 562S", "IT_FISCAL_CODE"),
        ("burgerservicenr. 111222333", "NL_BSN"),
        ("factuur met btw NL123.456.708.B01", "EU_VAT"),
        ("nata il 3 maggio 1980 a Bari", "BIRTH_DATE"),
        ("geboren op 9 april ’52", "BIRTH_DATE"),
        ("passport number YA1234567", "DOCUMENT"),
        ("call 5550142", "PHONE"),
    ],
)
def test_a_label_makes_a_number_personal(text: str, kind: Kind) -> None:
    assert [span.kind for span in find(text) if span.kind != "PERSON"] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "order 111222333 has not arrived",
        "protocollo 00743110157 del 2024",
        "article 12 of law 190/2014, 65.000 euro, 15%",
        "version 1.2.3.4 of 12-03-2024",
        "from 2019 to 2021 it cost 1,250,000 dollars",
        "12345678901234567890 is a serial",
        "between 10:30 and 12:45",
    ],
)
def test_a_number_without_a_label_or_a_form_is_none(text: str) -> None:
    assert find(text, STRUCTURED_KINDS) == ()


def test_invisible_and_full_width_characters_hide_nothing() -> None:
    hidden = "IBAN NL91\u200bABNA\u00ad0417164300 en ０６-１２３４５６７８"
    assert found(hidden) == [("IBAN", "NL91\u200bABNA\u00ad0417164300"), ("PHONE", "０６-１２３４５６７８")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My colleague Agnieszka Kowalczyk signed it.", "Agnieszka Kowalczyk"),
        ("Dear Mrs. Featherstone, thank you.", "Featherstone"),
        ("Mijn buurman Sjoerd van der Velde belde gisteren.", "Sjoerd van der Velde"),
        ("La dottoressa Ludovica Sanguineti ha firmato.", "Ludovica Sanguineti"),
    ],
)
def test_people_are_found_in_running_text(text: str, name: str) -> None:
    assert ("PERSON", name) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "What Is the Right to Work?",
        "Which documents do I need for the application?",
        "Quando scade il termine per la dichiarazione?",
        "Hoeveel vakantiedagen heb ik? En wanneer?",
    ],
)
def test_questions_without_people_have_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Abito in Via Giuseppe Verdi 12/B, 20121 Milano (MI).", "Via Giuseppe Verdi 12/B, 20121 Milano (MI)"),
        ("Ik woon op Keizersgracht 214-B, 1016 DZ Amsterdam.", "Keizersgracht 214-B, 1016 DZ Amsterdam"),
        ("Send it to 12 Harbour Street, Flat 3, Leeds LS1 4AP.", "12 Harbour Street, Flat 3, Leeds LS1 4AP"),
    ],
)
def test_addresses_end_with_their_town(text: str, address: str) -> None:
    assert ("ADDRESS", address) in found(text)


def test_spans_do_not_overlap_and_are_in_order() -> None:
    text = " ".join(case.text for case in cases("it", 40, seed=2))
    spans = find(text, EVERY_KIND)
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize("unit", ["1 ", "a@", "1.", "A1 ", "Via ", "[[", "+1(", "x:", "1111 "])
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    """S3-03: a text is read in bounded time whatever it holds."""
    find(unit * 20_000)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("De Volvo-rijder Jan Peeters viel.", ["Jan Peeters"]),
        ("La casa è di Giulia Ferri e Marco Bassi.", ["Giulia Ferri", "Marco Bassi"]),
        ("Siamo andati da Torino a Mosca.", []),
        ("Zij reisden van Straatsburg naar Moskou.", []),
    ],
)
def test_people_are_told_from_what_stands_next_to_them(text: str, people: list[str]) -> None:
    assert [value for kind, value in found(text) if kind == "PERSON"] == people
