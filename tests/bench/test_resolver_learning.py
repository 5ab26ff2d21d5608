"""How the learnt resolver is learnt: what is right, and that no prediction is made by a model that saw the example."""

import pytest
from bench.cast import Sample
from bench.resolver_examples import OURS, example
from bench.resolver_learning import FOLDS, parts_of
from bench.resolvers import play
from bench.scenario_turns import convert, scenario_turns
from bench.train_resolver import _count, _measure

FERRY = ("When does the ferry to Texel leave?", "The ferry to Texel leaves every hour.")


def sample(utterance: str, rewrite: str, conversation: str = "made_up/1") -> Sample:
    return Sample("made_up", f"{conversation}_2", conversation, 2, utterance, rewrite, (FERRY,))


def test_an_example_knows_which_words_and_wordings_are_right() -> None:
    [resolved] = play([sample("And does it take bikes?", "Does the ferry to Texel take bikes?")], "grammar")
    found = example(resolved, "en")
    assert found is not None
    words = [word.low for word in found.compared.described.words]
    right = {word for word, wanted in zip(words, found.wanted, strict=True) if wanted}
    assert right == {"ferry", "texel"}
    assert found.is_incomplete
    qualities = dict(zip([each.question for each in found.wordings], found.qualities, strict=True))
    assert qualities["And does it take bikes?"] == pytest.approx(2 * 2 / (2 + 4))
    assert max(qualities.values()) > qualities["And does it take bikes?"]


def test_turns_of_a_conversation_are_in_one_part() -> None:
    samples = [sample(f"And number {n}?", f"Ferry number {n}?", f"made_up/{n % 5}") for n in range(20)]
    found = [one for each in play(samples, "grammar") if (one := example(each, "en"))]
    parts: dict[str, set[int]] = {}
    for one, part in zip(found, parts_of(found), strict=True):
        parts.setdefault(one.conversation, set()).add(int(part))
    assert all(len(each) == 1 for each in parts.values())
    assert set.union(*parts.values()) <= set(range(FOLDS))


def test_counts_are_of_shown_words_and_of_all_that_is_searched_for() -> None:
    [resolved] = play([sample("Is it big?", "Is the ferry big?")], "grammar")
    one = example(resolved, "en")
    assert one is not None
    figures = _measure(_count(one, one.draft))
    assert figures["shown"] == 1
    assert figures["TERM_R"] == 1
    assert 0 < figures["shown_P"] <= 1
    as_typed = _measure(_count(one, resolved.resolution.__class__("standalone", "Is it big?")))
    assert (as_typed["shown"], as_typed["TERM_F1"]) == (0, 0)


def test_a_scenario_turn_that_failed_has_no_wording() -> None:
    turns = [
        {"user_query": "a?", "response": "b", "reformulated_query": "a?", "passed": True},
        {"user_query": "c?", "response": "d", "reformulated_query": "wrong", "passed": False},
    ]
    [line] = convert({"conversations": [{"name": "x", "assistant": "policy", "turns": turns}]})
    assert '"language": "nl"' in line
    assert "wrong" not in line


def test_scenario_turns_are_our_own_and_have_answers() -> None:
    found = scenario_turns("en")
    assert len(found) > 100
    assert {each.set.split("_", maxsplit=1)[0] for each in found} <= OURS
    assert all(answer for each in found for _, answer in each.exchanges[:1])
