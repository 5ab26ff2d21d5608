import json
import random
from pathlib import Path

import numpy as np
import pytest
from bench.bootstrap import resampled
from bench.grounding_data import Claim, Rated
from bench.mutations import claim_mutations, names_in
from bench.ranked import spearman
from bench.support_learning import learn, read_data, scores

from askwell.text.support.score import weights
from tests.passages import passage

SAID = "On 3 March 2021 the board of Velda Quarry raised the fee to 48 euros and it is due on Monday."


def test_a_statement_is_changed_in_one_way() -> None:
    made = dict(claim_mutations(SAID, ["Ostra Mill"], random.Random(1)))
    assert sorted(made) == ["date", "entity", "moved", "negation", "number"]
    assert "Ostra Mill" in made["moved"]
    assert " is not due" in made["negation"]
    assert all(text != SAID for text in made.values())
    assert "2021" in made["number"], "a year is a date"
    assert made == dict(claim_mutations(SAID, ["Ostra Mill"], random.Random(1)))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Water boils.", []),
        ("No, water boils.", []),
        ("It is never open.", ["negation"]),
        ("See No. 5.", ["number", "entity"]),
    ],
)
def test_only_changes_that_apply_are_made(text: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in claim_mutations(text, [], random.Random(1))] == kinds


def test_names_are_capitals_inside_sentences_without_dates() -> None:
    assert names_in("The board met in March at Velda Quarry on Monday with Ann Lee.") == ["Ann Lee", "Velda Quarry"]


def test_rank_correlation_shares_the_ranks_of_equal_values() -> None:
    assert spearman(np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0])) == pytest.approx(1.0)
    assert spearman(np.array([1.0, 2.0, 2.0, 3.0]), np.array([4.0, 3.0, 3.0, 1.0])) == pytest.approx(-1.0)


def test_conversations_are_drawn_whole() -> None:
    for at in list(resampled(["a", "b", "a"]))[:20]:
        assert np.count_nonzero(at == 0) == np.count_nonzero(at == 2)


def test_weights_are_learnt_from_ratings_and_changes() -> None:
    held = (passage("The board of Velda Quarry raised the fee to 48 euros on 3 March. It is due on Monday."),)
    rated = [
        Rated(f"c{at}", "", answer, held, (4, 4, rating), {})
        for at, (answer, rating) in enumerate(
            [("The board raised the fee to 48 euros.", 4), ("Penguins breed in the south of Norway.", 1)] * 6
        )
    ]
    right = "The board of Velda Quarry raised the fee to 48 euros."
    wrong = "The board of Velda Quarry raised the fee to 97 euros."
    claims = [
        Claim("quoted", f"c{at}", kind, text, "", held)
        for at in range(12)
        for kind, text in (("", right), ("number", wrong))
    ]
    data = read_data(rated, claims)
    everything = np.ones(len(rated), dtype=np.bool_), np.ones(len(claims), dtype=np.bool_)
    tables = learn(data, *everything)
    score, clash = scores(tables, data.claim_signs)
    assert clash[data.is_right].max() < 0.5 < clash[~data.is_right].min()
    answers = [scores(tables, rows)[0].mean() for rows in data.answer_signs]
    assert min(answers[::2]) > max(answers[1::2])
    assert tables == learn(data, *everything), "the same data gives the same weights"
    assert tables.keys() == weights().keys()
    assert all(tables[name].keys() == weights()[name].keys() for name in tables)
    assert score.shape == clash.shape


def test_the_weights_are_listed_with_their_data() -> None:
    folder = Path(__file__).parents[2] / "src" / "askwell" / "text" / "support"
    assert json.loads((folder / "weights.json").read_text()) == weights()
    assert "MTRAG (Apache-2.0)" in (folder / "weights.md").read_text()
