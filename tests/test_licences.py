"""What askwell is installed with may be used in a service without publishing its code."""

import pytest

from tests.licences import PAGE, is_forbidden, licences


def test_every_package_states_a_licence_that_can_be_kept() -> None:
    found = licences()
    assert len(found) > 80
    assert [each for each in found if is_forbidden(each.licence)] == []


def test_the_page_lists_them() -> None:
    """By name: versions, and with them the words of a licence, may differ from machine to machine."""
    listed = {line.split(" | ")[0].removeprefix("| ") for line in PAGE.read_text(encoding="utf-8").splitlines()}
    assert {each.package for each in licences()} <= listed, "run `python -m tests.licences --write`"


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("", True),
        ("AGPL-3.0-only", True),
        ("GNU Affero General Public License v3", True),
        ("GPL-3.0-or-later", True),
        ("GNU General Public License v2 (GPLv2)", True),
        ("SSPL-1.0", True),
        ("MIT", False),
        ("LGPL-3.0-only", False),
        ("GNU Lesser General Public License v2 or later (LGPLv2+)", False),
        ("MPL-1.1 OR GPL-2.0-only", False),
        ("Apache-2.0 AND MIT", False),
    ],
)
def test_what_is_forbidden(licence: str, expected: bool) -> None:
    assert is_forbidden(licence) == expected
