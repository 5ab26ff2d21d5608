"""Statements as they are kept: a "no" that negates a noun stays, one that only says no does not."""

import pytest

from askwell.rules.statements import statements, worded
from askwell.types import Language


def kept(message: str, language: Language) -> list[str]:
    return [worded(each, language) for each in statements(message, language)]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "No leeks this year."),
        ("en", "No nuts for me, I am allergic."),
        ("en", "No meeting on Fridays."),
        ("en", "No stairs in the new house, my mother uses a wheelchair."),
        ("nl", "Geen prei dit jaar."),
        ("nl", "Geen noten voor mij."),
        ("nl", "Niet op vrijdag, dan werk ik."),
        ("nl", "Geen trap in het nieuwe huis."),
        ("it", "No porri quest'anno."),
        ("it", "No latticini per mia figlia."),
        ("it", "Niente porri quest'anno."),
        ("it", "Nessuna riunione di venerdì."),
    ],
)
def test_a_no_that_negates_a_noun_is_kept(language: Language, message: str) -> None:
    assert kept(message, language) == [message]


@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        ("en", "No, leeks grow on the north bed.", "Leeks grow on the north bed."),
        ("en", "No I want leeks.", "I want leeks."),
        ("en", "no the shed is blue.", "The shed is blue."),
        ("en", "ok no leeks this year.", "No leeks this year."),
        ("nl", "Nee, de schuur is blauw.", "De schuur is blauw."),
        ("nl", "nee wij willen prei.", "Wij willen prei."),
        ("it", "No, i porri stanno a nord.", "I porri stanno a nord."),
        ("it", "no sono allergica alle noci.", "Sono allergica alle noci."),
    ],
)
def test_a_no_that_only_says_no_is_not_kept(language: Language, message: str, expected: str) -> None:
    assert kept(message, language) == [expected]
