"""Training depends on its data alone."""

import pytest
from bench.cast import Sample
from bench.dialogues import own
from bench.train_followup import as_text, learn, taught


def samples() -> dict[str, list[Sample]]:
    return {"en": own("en")[:60]}


def test_the_same_data_teach_the_same_bytes_whatever_weights_are_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    here = as_text(learn(samples(), rounds=2))
    odd = {"lean": {"bias": -3.0, "pronoun": 4.0}, "salience": {"name": -2.0, "recency": 9.0}}
    monkeypatch.setattr("askwell.understanding.grammar.context.learnt_weights", lambda: odd)
    assert as_text(learn(samples(), rounds=2)) == here


def test_a_turn_is_first_learnt_from_behind_what_a_person_made_of_those_before() -> None:
    posed = taught(samples()["en"])
    second = next(each for each in posed if each.sample.utterance == "What are the main stages?")
    assert [turn.standalone_question for turn in second.recalled.turns] == [
        "What is photosynthesis?",
        "Where in the cell does photosynthesis take place?",
    ]
    assert second.sample.rewrite == "What are the main stages of photosynthesis?"
