import pytest

from askwell.cli.call import global_first, read_overrides
from askwell.errors import BadConfig


@pytest.mark.parametrize(
    ("typed", "ordered"),
    [
        (["ask", "hi", "--home", "x"], ["--home", "x", "ask", "hi"]),
        (["ask", "--set", "a=1", "hi", "--set=b=2", "-q"], ["--set", "a=1", "--set=b=2", "-q", "ask", "hi"]),
        (["ask", "--", "--quiet"], ["ask", "--", "--quiet"]),
        (["ask", "--json"], ["ask", "--json"]),
        (["ask", "--home"], ["--home", "ask"]),
        ([], []),
    ],
)
def test_global_options_may_be_given_anywhere_before_two_dashes(typed: list[str], ordered: list[str]) -> None:
    assert global_first(typed) == ordered


def test_settings_are_read_from_pairs() -> None:
    assert read_overrides(["model-url=http://x?a=b", "port=1"], "here") == {
        "home": "here",
        "model_url": "http://x?a=b",
        "port": "1",
    }


def test_a_pair_without_a_value_is_refused() -> None:
    with pytest.raises(BadConfig):
        read_overrides(["port"], None)
