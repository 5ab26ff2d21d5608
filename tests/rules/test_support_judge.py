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


async def test_each_sentence_is_found_in_the_source_that_supports_it_best() -> None:
    near = passage("A pass for the Alpine region costs adults 90 euros.")
    answer = "The Alpine pass costs 90 euros for adults. The lifts open at 8 in the morning. Yes. Dogs travel free."
    lifts = passage("In the morning the lifts open at 8.")
    for sources, numbers in (
        ({1: [near], 2: [PASS]}, (2,)),
        ({1: [PASS], 2: [near]}, (1,)),
        ({1: [near], 2: [lifts]}, (1, 2)),
        ({1: [lifts], 2: [near]}, (2, 1)),
    ):
        assert (await RulesSupportJudge().find(answer, sources, "en")).numbers == numbers


async def test_what_was_asked_counts_only_if_it_is_given() -> None:
    sources = {1: [passage("The Alpine pass costs 90 euros.")]}
    said = "It costs 90 euros for snowboarders in Vellmar."
    alone = (await RulesSupportJudge().judge(said, sources, "en")).support
    asked = (await RulesSupportJudge().judge(said, sources, "en", asked="Alpine pass snowboarders Vellmar?")).support
    assert alone[0].score < asked[0].score
