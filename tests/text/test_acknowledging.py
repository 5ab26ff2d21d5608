"""Words that only answer what was said before are no part of what is searched."""

import pytest

from askwell.text.acknowledging import without_acknowledgement
from askwell.types import Language


@pytest.mark.parametrize(
    ("message", "left", "language"),
    [
        ("ok, and how do I fold it?", "and how do I fold it?", "en"),
        ("ok how do I fold it?", "how do I fold it?", "en"),
        ("thanks. great! and the lid?", "and the lid?", "en"),
        ("ok, en dan een nieuwe regel", "en dan een nieuwe regel", "nl"),
        ("top. en als ik hem omdraai?", "en als ik hem omdraai?", "nl"),
        ("sì, e quanto pesa?", "e quanto pesa?", "it"),
    ],
)
def test_they_are_left_out(message: str, left: str, language: Language) -> None:
    assert without_acknowledgement(message, language) == left


@pytest.mark.parametrize(
    "message", ["good shoes for rain?", "no shoes at all?", "where is the OK button?", "ok", "Ok.", "right side panel"]
)
def test_what_describes_or_denies_or_is_all_that_is_said_stays(message: str) -> None:
    assert without_acknowledgement(message, "en") == message
