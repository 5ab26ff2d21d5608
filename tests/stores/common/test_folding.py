"""Text is folded as every server folds it."""

import sys

import pytest

from askwell.stores.common.folding import fold_case


@pytest.mark.parametrize(("text", "folded"), [("ΣΤΑΣΙΣ", "στασισ"), ("στασις", "στασισ"), ("İzmir", "izmir")])
def test_both_ways_to_lowercase_give_the_same(text: str, folded: str) -> None:
    assert fold_case(text) == fold_case(text.lower()) == "".join(map(fold_case, text)) == folded


def test_every_character_has_one_lower_case() -> None:
    longer = [each for each in map(chr, range(sys.maxunicode)) if len(fold_case(each)) != 1]
    assert longer == []
