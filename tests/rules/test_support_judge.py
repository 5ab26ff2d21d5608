"""The judge of support without a model: a score for each sentence, as measured."""

import pytest

from askwell.rules.support import RulesSupportJudge
from askwell.text.support import measure
from tests.passages import passage

PASS = passage("The Alpine pass costs 90 euros for adults. The lifts open at 8 in the morning.")
QUOTED = "The Alpine pass costs 90 euros for adults. [1]"
REWORDED = "An adult pays 90 euros for the whole Alpine pass here. [1]"
FOREIGN = "Dogs travel free of charge on all trains. [1]"


async def test_each_sentence_has_its_own_score() -> None:
    verdict = await RulesSupportJudge().judge(f"{QUOTED} {REWORDED} {FOREIGN}", {1: [PASS]}, "en")
    quoted, reworded, foreign = (each.score for each in verdict.support)
    assert quoted > reworded > foreign
    assert [bool(each.lacks) for each in verdict.support] == [False, False, True]


@pytest.mark.parametrize("sentence", [QUOTED, REWORDED, FOREIGN])
async def test_the_score_is_that_of_the_measure(sentence: str) -> None:
    [support] = (await RulesSupportJudge().judge(sentence, {1: [PASS]}, "en")).support
    assert support.score == pytest.approx(measure(sentence.removesuffix(" [1]"), "en", [PASS]).score, abs=1e-4)
