"""What is found of personal data in a text."""

import re
from itertools import pairwise

import pytest
from bench.identifiers import TEMPLATES, cases, clean_sentences

from askwell.privacy.addresses import addresses
from askwell.privacy.find import EVERY_KIND, find
from askwell.privacy.introduced import introduced
from askwell.privacy.spans import STRUCTURED_KINDS, Kind, Span


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
        ("Mijn BSN is 848 625 195.", "NL_BSN"),
        ("1112.22.333 staat als burgerservicenummer in de brief", "NL_BSN"),
        ("partita iva 00743110157", "IT_VAT"),
        ("codice fiscale RSS MRA 85T10 A562 S", "IT_FISCAL_CODE"),
        ("codice fiscale RSSMRA85T1LA562Q", "IT_FISCAL_CODE"),
        ("codice fiscale RSSM RA85 T10A 562S", "IT_FISCAL_CODE"),
        ("codice fiscale BNCLRAURDQNHRLSV", "IT_FISCAL_CODE"),
        ("da correggere bnclraurdqnhrlsv", "IT_FISCAL_CODE"),
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


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("tel:0612345678", "PHONE"),
        ("cell.333/1234567", "PHONE"),
        ("TEL:+31 6 12345678", "PHONE"),
        ("BSN111222333", "NL_BSN"),
        ("bsn:1112.22.333", "NL_BSN"),
        ("P.IVA:00743110157", "IT_VAT"),
        ("IP:84.12.3.4", "IP_ADDRESS"),
        ("c.f.:RSSMRA85T10A562S", "IT_FISCAL_CODE"),
    ],
)
def test_a_label_may_be_joined_to_its_number(text: str, kind: Kind) -> None:
    label = re.match(r"(?:c\.f\.|P\.IVA|[a-zA-Z]+)[:.]?", text)
    assert label is not None
    assert found(text) == [(kind, text[label.end() :].strip())]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("4111.1111.1111.1111", "CARD"),
        ("333 123 45 67", "PHONE"),
        ("31612345678", "PHONE"),
        ("393331234567", "PHONE"),
        ("0816624190", "PHONE"),
        ("NL91/ABNA/0417164300", "IBAN"),
        ("NL.91.ABNA.0417.1643.00", "IBAN"),
        ("RSS/MRA/85T10/A562/S", "IT_FISCAL_CODE"),
        ("RSS  MRA  85T10  A562S", "IT_FISCAL_CODE"),
        ("nl123456782b01", "EU_VAT"),
        ("123456782B01", "EU_VAT"),
        ("it 00743110157", "IT_VAT"),
        ("jan.peeters @ example.org", "EMAIL"),
        ("jan.peeters [at] example [dot] org", "EMAIL"),
        ("jan.peeters apenstaartje example punt org", "EMAIL"),
        ("jan.peeters chiocciola example punto org", "EMAIL"),
    ],
)
def test_a_number_is_found_with_other_marks_between_its_parts(text: str, kind: Kind) -> None:
    assert found(f"scritto: {text}, grazie") == [(kind, text)]


@pytest.mark.parametrize(
    "text",
    [
        "versie 10.4.112.8 van de app",
        "de kassabon nr. 0093-2211-04",
        "certificato n. 341829304",
        "dossier 4471920, ik heb al drie keer gebeld",
        "cadeaubon 6006 4912 0087 3341 258",
        "een paspoort van 03-2021",
        "container met nummer 30-2281",
    ],
)
def test_a_number_with_the_name_of_another_is_no_phone(text: str) -> None:
    assert find(text, STRUCTURED_KINDS) == ()


@pytest.mark.parametrize(
    "text", ["ons nr is 0546 57 21 90", "nr. 06-12345678", "numero 333 1234567", "nummer 201234568"]
)
def test_a_number_of_a_phone_needs_no_better_name(text: str) -> None:
    assert [span.kind for span in find(text)] == ["PHONE"]


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("met Agnieszka Kowalczyk (11-12-2014) naar de tandarts", ["11-12-2014"]),
        ("Agnieszka Kowalczyk, 11-12-1994", ["11-12-1994"]),
        ("Agnieszka Kowalczyk, 11-12-2024", []),
        ("datum: 17-10-2004\ngeboortedatum: 17-10-1988", ["17-10-1988"]),
        ("nata il 19 giugno del 1938", ["19 giugno del 1938"]),
        ("data di nascita 310776", ["310776"]),
        ("gebdatum 19 okt 2015", ["19 okt 2015"]),
    ],
)
def test_a_date_after_a_name_or_a_word_for_a_birth_is_one_of_birth(text: str, born: list[str]) -> None:
    assert [value for kind, value in found(text) if kind == "BIRTH_DATE"] == born


def test_two_numbers_with_a_slash_between_are_two() -> None:
    assert found("bel 06-12345678/020-1234567") == [("PHONE", "06-12345678"), ("PHONE", "020-1234567")]


@pytest.mark.parametrize("born", ["03 05 1980", "03051980", "3/mei/1980"])
def test_a_date_without_marks_is_one_near_a_birth(born: str) -> None:
    assert found(f"geboren {born} in de winter") == [("BIRTH_DATE", born)]
    assert ("BIRTH_DATE", born) not in found(f"bijlage {born} in de winter")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("verwijder 111222333 uit de brief", "NL_BSN", "111222333"),
        ("op 1112.22.333 en op 123 456 782", "NL_BSN", "123 456 782"),
        ("lavoro con 00743110157 da anni", "IT_VAT", "00743110157"),
    ],
)
def test_a_valid_number_of_a_state_needs_no_label_unless_it_has_another(text: str, kind: Kind, value: str) -> None:
    assert (kind, value) in found(text)
    for label in ("order", "dossiernummer", "protocollo", "fattura n."):
        assert found(f"{label} {value}") == []


@pytest.mark.parametrize(
    "text",
    [
        "bel 0900-8844 of 0800 1205",
        "numero verde 800 123 456",
        "de begroting is 123.456.782 euro",
        "spedizione BRT 0371 9920 4418",
        "ga naar 192.168.1.1 of 127.0.0.1, masker 255.255.255.0",
        "firmware 10.4.0.12",
        "network 192.168.7.0, broadcast 192.168.7.255",
        "doi:10.1016/j.icarus.2012.06.018",
        "every bank would have failed in 2008 if the Fed didn't s",
        "formaat AAABBB00A00A000A",
        "BNCLRAURDQNHRLSA",
        "rekening 000000000000",
        "versie A123456789, AB-1234567890",
    ],
)
def test_numbers_of_services_devices_amounts_and_samples_are_nobodys(text: str) -> None:
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
    ("text", "name"),
    [
        ("een klacht over R. de Haan van de balie", "R. de Haan"),
        ("account sluiten. H. v.d. Meulen", "H. v.d. Meulen"),
        ("me naam is kevin aalbers en ik bel", "kevin aalbers"),
        ("naam op de kaart C A DE GRAAFF", "C A DE GRAAFF"),
        ("mi chiamo maria rossi e scrivo", "maria rossi"),
        ("ik heet jan van der berg en woon hier", "jan van der berg"),
        ("tot morgen, groeten mirko", "mirko"),
        ("Kind regards,\nJohn Smith", "John Smith"),
    ],
)
def test_people_are_found_by_initials_introductions_and_closings(text: str, name: str) -> None:
    assert ("PERSON", name) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "mijn naam is niet belangrijk",
        "groetjes uit het zuiden",
        "saluti a tutti",
        "kind regards from all of us",
        "ik heet u welkom",
    ],
)
def test_words_that_follow_these_and_are_no_names_are_left(text: str) -> None:
    assert found(text) == []


def test_a_sentence_after_a_letter_is_no_surname() -> None:
    assert list(introduced("il bagno è in sala B. Poi si torna da R. Bianchi.")) == [Span(38, 48, "PERSON")]


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
        ("Wij wonen op Beukenlaan 8 te Zwolle.", "Beukenlaan 8 te Zwolle"),
        ("Abita in via Bligny 7, Torino (TO).", "via Bligny 7, Torino (TO)"),
        ("Send it to 12 Harbour Street, Flat 3, Leeds LS1 4AP.", "12 Harbour Street, Flat 3, Leeds LS1 4AP"),
    ],
)
def test_addresses_end_with_their_town(text: str, address: str) -> None:
    assert ("ADDRESS", address) in found(text)


def test_spans_do_not_overlap_and_are_in_order() -> None:
    text = " ".join(case.text for case in cases("it", 40, seed=2))
    spans = find(text, EVERY_KIND)
    assert all(one.end <= other.start for one, other in pairwise(spans))


def test_a_name_after_a_street_is_no_town() -> None:
    text = "Bezorg op Beukenlaan 8, Maria is thuis; of op Beukenlaan 9, Zwolle."
    assert [text[span.start : span.end] for span in addresses(text)] == ["Beukenlaan 8", "Beukenlaan 9, Zwolle"]


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


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("Mi chiami al 338.123.45.67.", "338.123.45.67", "PHONE"),
        ("cell. 02-48.12.77.39", "02-48.12.77.39", "PHONE"),
        ("tel. + 39 338 1234567", "+ 39 338 1234567", "PHONE"),
        ("tel: 338_1234567 (ore pasti)", "338_1234567", "PHONE"),
        ("tel: 338·123·4567", "338·123·4567", "PHONE"),
        ("se serve 39 338 1234567", "39 338 1234567", "PHONE"),
        ("se serve 3 3 8 1 2 3 4 5 6 7", "3 3 8 1 2 3 4 5 6 7", "PHONE"),
        ("se serve (338) 1234567", "(338) 1234567", "PHONE"),
        ("nr 0039 338 1234567", "0039 338 1234567", "PHONE"),
        ("segnalazione da 338 12 34 567", "338 12 34 567", "PHONE"),
        ("(0471) / 88 30 19", "(0471) / 88 30 19", "PHONE"),
        ("chiamate (+39) (02) 4812 7739", "(+39) (02) 4812 7739", "PHONE"),
        ("chiamate 3, 3, 8, 1, 2, 3, 4, 5, 6, 7", "3, 3, 8, 1, 2, 3, 4, 5, 6, 7", "PHONE"),
        (
            "è tre tre otto uno due tre quattro cinque sei sette",
            "tre tre otto uno due tre quattro cinque sei sette",
            "PHONE",
        ),
        ("è tre nove due 123 45 67", "tre nove due 123 45 67", "PHONE"),
        (
            "bel nul zes, een twee drie vier vijf zes zeven acht",
            "nul zes, een twee drie vier vijf zes zeven acht",
            "PHONE",
        ),
        (
            "call oh two oh, seven one two three four five six seven",
            "oh two oh, seven one two three four five six seven",
            "PHONE",
        ),
        ("het b.s.n. 943.218.760", "943.218.760", "NL_BSN"),
        ("bsn#682823302", "682823302", "NL_BSN"),
        ("Het BSN van mijn oudste dochter Fenna is 943218760", "943218760", "NL_BSN"),
        ("mijn bsn staat ook in het contract: 682 823 302", "682 823 302", "NL_BSN"),
        ("Graag 6828-23-302 noteren", "6828-23-302", "NL_BSN"),
        ("Graag 6 8 2 8 2 3 3 0 2 noteren", "6 8 2 8 2 3 3 0 2", "NL_BSN"),
    ],
)
def test_a_number_is_found_in_less_usual_forms(text: str, value: str, kind: Kind) -> None:
    assert (kind, value) in found(text)


def test_two_telephones_beside_each_other_are_two() -> None:
    assert found("cell. 338 1234567 / 339 7654321") == [("PHONE", "338 1234567"), ("PHONE", "339 7654321")]


@pytest.mark.parametrize(
    "text",
    [
        "kaart 4000 1234 5678 9011 is een testkaart",
        "segnalazione n. 338 12 34 567",
        "ticket #682823302",
        "we count one two three four five six seven eight",
        "rooms 1, 2, 3, 4, 5, 6, 7, 8 and 9",
        "At 25% he saved .25 * (9000 + 1200 + 1800 - 6100).",
        "Self-consistency (arXiv:2203.11171) samples several answers.",
    ],
)
def test_a_part_of_another_number_is_no_number_of_a_person(text: str) -> None:
    assert [span for span in find(text, STRUCTURED_KINDS) if span.kind in {"PHONE", "NL_BSN"}] == []
