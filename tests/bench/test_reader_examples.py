"""Examples for the reader of answers."""

import json
import random
from pathlib import Path

import pytest
from bench.reader_examples import Item, Text, example, headings, own, squad, stream

from askwell.models.e5 import FILE, E5Model, load_e5
from askwell.text.sentences import sentences
from tests.knowledge.kit import HashingEmbedder
from tests.models.quantised_kit import write_packed

TEXT = Text((7,), ((10, 11), (20,), (30, 31, 32)))
OTHER = Text((8,), ((90,), (91,)))
ITEM = Item(((5,), (6,)), TEXT, frozenset({1}), (OTHER,))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> E5Model:
    folder = tmp_path_factory.mktemp("tiny")
    write_packed(folder / FILE)
    return load_e5(folder)


def test_an_example_has_the_sentence_that_answers_among_its_neighbours(model: E5Model) -> None:
    made = example(ITEM, model, random.Random(1), answered=True, varied=False)
    assert made is not None
    assert [made.ids[start:end] for start, end in made.spans] == list(TEXT.sentences)
    assert made.answers == (False, True, False)
    assert made.ids[1] == 5


def test_an_example_without_an_answer_is_of_a_near_text_or_of_other_sentences(model: E5Model) -> None:
    made = example(ITEM, model, random.Random(1), answered=False, varied=False)
    assert made is not None
    assert [made.ids[start:end] for start, end in made.spans] == list(OTHER.sentences)
    alone = example(Item(((5,),), TEXT, frozenset({1})), model, random.Random(1), answered=False, varied=False)
    assert alone is not None
    assert not any(alone.answers)
    assert 20 not in alone.ids
    whole = Item(((5,),), OTHER, frozenset({0, 1}))
    assert example(whole, model, random.Random(1), answered=False, varied=False) is None


def test_batches_are_of_similar_length_and_the_same_for_a_seed(model: E5Model) -> None:
    first, again = [next(stream([ITEM] * 9, model, random.Random(3), 4)) for _ in range(2)]
    assert first == again
    assert len(first) in {1, 4}


def test_paragraphs_that_hold_the_answer_do_not_count_as_wrong_ones(model: E5Model, tmp_path: Path) -> None:
    contexts = ["The tower is old. It has 90 steps.", "It was painted once.", "The 90 steps are steep."]
    asked = {"question": "How many steps?", "answers": [{"text": "90 steps", "answer_start": 25}]}
    paragraphs = [{"context": each, "qas": [asked] if at == 0 else []} for at, each in enumerate(contexts)]
    file = tmp_path / "set.json"
    file.write_text(json.dumps({"data": [{"title": "Tower", "paragraphs": paragraphs}]}), encoding="utf-8")
    [item] = squad(file, model)
    assert item.answering == {1}
    assert len(item.others) == 1


def test_documents_that_are_held_out_are_not_learnt_from(model: E5Model) -> None:
    held, learnt = [own(model, HashingEmbedder(), held=held) for held in (True, False)]
    assert len(held) + len(learnt) > 2_700
    assert {id(each.text) for each in held}.isdisjoint(id(each.text) for each in learnt)
    assert 3 * len(held) < len(learnt)
    assert any(not each.answering for each in held)


def test_sentences_that_come_near_stand_together_wherever_they_are(model: E5Model) -> None:
    item = Item(((5,),), TEXT, frozenset({1}), nearest=(2, 0, 1))
    drawn = [example(item, model, random.Random(seed), answered=True, varied=True) for seed in range(40)]
    orders = {tuple(each.ids[start] for start, _ in each.spans) for each in drawn if each}
    assert (20, 10, 30) in orders or (30, 20, 10) in orders, "not only as neighbours"
    without = [example(item, model, random.Random(seed), answered=False, varied=True) for seed in range(20)]
    assert not any(20 in each.ids for each in without if each)


def test_a_heading_is_read_with_what_stands_below_it() -> None:
    written = "It is old.\n\nOpening\n\n1. Turn the key.\n2. Push.\n\nClosing\n\nPull."
    assert headings(written, sentences(written)) == ["", None, "Opening", "Opening", None, "Closing"]
