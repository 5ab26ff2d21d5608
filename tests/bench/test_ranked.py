"""The measures of rankings are those of trec_eval."""

import pytest
import pytrec_eval
from bench.ranked import ndcg, recall, reciprocal_rank
from hypothesis import given
from hypothesis import strategies as st

ENTRIES = [f"e{number}" for number in range(14)]


@given(st.permutations(ENTRIES), st.integers(0, 14), st.sets(st.sampled_from([*ENTRIES, "x", "y"]), min_size=1))
def test_figures_are_those_of_trec_eval(order: list[str], length: int, relevant: set[str]) -> None:
    ranking = order[:length]
    run = {"q": {key: float(len(ranking) - place) for place, key in enumerate(ranking)}}
    judged = pytrec_eval.RelevanceEvaluator(
        {"q": dict.fromkeys(relevant, 1)}, {"ndcg_cut.5,10", "recall.5,10", "recip_rank"}
    )
    found = judged.evaluate(run).get("q", {})
    for k in (5, 10):
        assert ndcg(ranking, relevant, k) == pytest.approx(found.get(f"ndcg_cut_{k}", 0.0))
        assert recall(ranking, relevant, k) == pytest.approx(found.get(f"recall_{k}", 0.0))
    assert reciprocal_rank(ranking, relevant, 14) == pytest.approx(found.get("recip_rank", 0.0))


def test_a_rank_beyond_k_counts_nothing() -> None:
    assert reciprocal_rank(["a", "b", "c"], {"c"}, 2) == 0.0
    assert recall(["a", "b", "c"], {"c"}, 2) == 0.0
