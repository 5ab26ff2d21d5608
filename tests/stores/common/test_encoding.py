"""JSON as it is stored."""

import json
import zlib
from decimal import Decimal
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.stores.common.encoding import dump, is_plain, pack


def test_json_has_no_blanks_and_no_escapes() -> None:
    assert dump({"a": [1, "é"], "b": None}) == '{"a":[1,"é"],"b":null}'


def test_what_json_does_not_know_becomes_what_comes_nearest() -> None:
    value = {"a": np.float32(0.5), "b": np.arange(2), "c": {2, 1}, "d": Decimal("1.5"), "e": MappingProxyType({1: 2})}
    assert json.loads(dump(value)) == {"a": 0.5, "b": [0, 1], "c": [1, 2], "d": 1.5, "e": {"1": 2}}


def test_lone_surrogate_is_escaped() -> None:
    assert dump("é\ud800") == '"\\u00e9\\ud800"'


@pytest.mark.parametrize("value", [None, True, 1, 0.1, "é", [], {}, {"a": [1, {"b": None}]}])
def test_plain_values_read_back_as_they_are(value: object) -> None:
    assert is_plain(value)
    assert json.loads(dump(value)) == value


@pytest.mark.parametrize("value", [(1, 2), {1: 2}, {"a": {2}}, [np.float32(0.5)], {"a": [(1,)]}, MappingProxyType({})])
def test_other_values_are_not_plain(value: object) -> None:
    assert not is_plain(value)


@given(
    st.binary(max_size=200) | st.builds(lambda text, times: text * times, st.binary(max_size=40), st.integers(1, 5_000))
)
def test_packed_text_reads_back_and_is_no_longer_than_usual(text: bytes) -> None:
    packed = pack(text)
    assert zlib.decompress(packed) == text
    assert len(packed) <= len(zlib.compress(text)) * 1.05 + 16
