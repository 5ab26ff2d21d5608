"""Which web addresses name a person."""

import pytest

from askwell.privacy.find import find


def profiles(text: str) -> list[str]:
    return [text[span.start : span.end] for span in find(text) if span.kind == "PROFILE"]


@pytest.mark.parametrize(
    "address",
    [
        "https://nl.linkedin.com/in/qwerty-12a",
        "nl.linkedin.com/in/qwerty-12a",
        "https://example.social/@qwerty",
        "https://orcid.org/0000-0002-1825-0097",
        "https://jan-jansen.nl",
        "jan-jansen.example.nl",
        "www.pietervandenberg.nl",
        "https://mariorossi.example.org/cv.pdf",
        "https://www.jan-jansen-fotografie.nl/tarieven",
        "https://www.example.it/team/mario-rossi?lang=it",
        "https://www.example.nl/over-mij",
        "https://www.example.it/chi-sono.html",
    ],
)
def test_an_address_with_a_person_is_a_profile(address: str) -> None:
    assert profiles(f"Kijk op {address}.") == [address]


@pytest.mark.parametrize("before", ["Mijn persoonlijke site", "Il mio sito personale è", "My website:"])
def test_the_site_of_the_writer_is_a_profile(before: str) -> None:
    assert profiles(f"{before} https://qwertz.example is nieuw") == ["https://qwertz.example"]


@pytest.mark.parametrize(
    "address",
    [
        "https://www.example.nl/nieuws/jan-jansen-wint-prijs",
        "https://albertheijn.example/winkels",
        "https://www.example.it/chi-siamo",
        "example.nl",
        "https://www.example.com/my-account",
        "S.p.A",
        "node.js",
    ],
)
def test_an_address_of_a_firm_or_an_article_is_none(address: str) -> None:
    assert profiles(f"Kijk op {address}.") == []
