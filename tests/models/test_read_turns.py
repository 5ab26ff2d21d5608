"""The reader of conversations, with the real weights, and how it puts question and turns together."""

from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from askwell.errors import BadConfig
from askwell.models.e5 import FILE
from askwell.models.e5_session import E5Session
from askwell.models.read_turns import (
    ANSWER_PIECES,
    EARLIER_PIECES,
    LOWEST,
    MAX_PIECES,
    MAX_TURNS,
    QUESTION_PIECES,
    STATES,
    E5ConversationReader,
    ReadText,
    join,
)
from tests.models.test_embed_e5 import PULLED

real = pytest.mark.skipif(not (PULLED / FILE).is_file(), reason="make setup installs the weights")


def by_word(text: str, pieces: int) -> ReadText:
    """A text with a piece for each word after its prefix; the state of each is the number of pieces that were asked."""
    whole = f"query: {text}"
    ends = [(0, 0)]
    at = 0
    for word in whole.split(" "):
        ends.append((at, at + len(word)))
        at += len(word) + 1
    ends = [*ends[: pieces + 1], (0, 0)]
    return ReadText(whole, np.array(ends, dtype=np.intp), np.full((len(ends), STATES), pieces, dtype=np.float32))


def test_the_question_comes_first_then_the_latest_turn() -> None:
    turns = [("where is the pool", "By the lake."), ("is it deep", "Two metres.")]
    joined = join("and warm", turns, ["lake", "deep", "metres"], by_word)
    assert joined.roles.tolist() == [0] * 5 + [1] * 6 + [2] * 5 + [1] * 7 + [2] * 6
    assert joined.back.tolist() == [0] * 16 + [1] * 13
    asked = joined.states[:, 0].tolist()
    assert asked[0] == QUESTION_PIECES
    assert asked[5] == EARLIER_PIECES
    assert asked[-1] == ANSWER_PIECES
    assert joined.places == {"deep": [9], "metres": [14], "lake": [27]}


def test_a_word_has_the_pieces_of_all_its_uses_and_of_compounds_but_not_of_the_question_or_the_prefix() -> None:
    turns = [("is the query slow", ""), ("a slow-burning log", "Slow fires.")]
    joined = join("how slow", turns, ["slow", "query"], by_word)
    texts = ["how slow", "a slow-burning log", "Slow fires.", "is the query slow"]
    pieces = [piece for text in texts for piece in ("<s>", "query:", *text.split(), "</s>")]
    assert [pieces[at] for at in joined.places["slow"]] == ["slow-burning", "Slow", "slow"]
    assert [pieces[at] for at in joined.places["query"]] == ["query"]


def test_no_more_pieces_and_turns_than_the_layers_learnt_with() -> None:
    turns = [("word " * 20, "word " * 20)] * 9
    joined = join("how", turns, ["word"], by_word)
    assert len(joined.roles) == MAX_PIECES
    assert len(joined.states) == MAX_PIECES
    assert max(joined.places["word"]) < MAX_PIECES
    assert set(join("how", [("a", "b")] * 9, [], by_word).back.tolist()) == set(range(MAX_TURNS))


def test_an_answer_that_is_empty_is_left_out() -> None:
    assert 2 not in join("how", [("where", " ")], [], by_word).roles


@real
@pytest.mark.parametrize(
    ("asked", "answer", "questions", "words"),
    [
        (
            "how much is a berth at Northpier",
            "A berth at Northpier costs 40 pounds a night, with water.",
            ("and for a week", "Where can I buy stamps in the old town?"),
            ("berth", "water"),
        ),
        (
            "wat kost een ligplaats in Noordhaven",
            "Een ligplaats kost 40 euro per nacht, met water.",
            ("en voor een week", "waar kan ik postzegels kopen in de oude stad"),
            ("ligplaats", "water"),
        ),
        (
            "quanto costa un ormeggio a Portonuovo",
            "Un ormeggio costa 40 euro a notte, con acqua.",
            ("e per una settimana", "dove posso comprare francobolli nel centro storico"),
            ("ormeggio", "acqua"),
        ),
    ],
)
def test_what_is_left_out_has_better_odds(
    asked: str, answer: str, questions: tuple[str, str], words: tuple[str, str]
) -> None:
    incomplete, complete = [
        E5ConversationReader(PULLED).read(each, [(asked, answer)], [*words, "elsewhere"]) for each in questions
    ]
    assert incomplete.words[0] > incomplete.words[1] > incomplete.words[2] == LOWEST
    assert incomplete.incomplete > 0 > complete.incomplete


@real
@pytest.mark.parametrize(("asked", "again"), [("is the sauna of Kestrel Hall open", 0), ("is the sauna open " * 14, 1)])
def test_a_question_is_read_again_as_an_earlier_one_only_if_it_is_long(asked: str, again: int) -> None:
    reader = E5ConversationReader(PULLED)
    with patch.object(E5Session, "run", autospec=True, side_effect=E5Session.run) as run:
        reader.read(asked, [], [])
        assert run.call_count == 1
        reader.read(f"and the pool number {again}", [(asked, f"The sauna opens at {9 + again}.")], ["sauna"])
    assert run.call_count == 3 + again


@real
def test_any_text_can_be_read() -> None:
    reader = E5ConversationReader(PULLED)
    for question in ("", "?", "\ud800", "\x00", "東京は？", "🙂", "it " * 900):
        found = reader.read(question or " ", [("\ud800 \x00", "🙂" * 900), ("it?", "")], ["it"])
        assert np.isfinite([*found.words, found.incomplete]).all()


def test_weights_that_cannot_be_read_say_what_to_do(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no model")
    with pytest.raises(BadConfig) as raised:
        E5ConversationReader(tmp_path).read("when?", [("where?", "There.")], ["where"])
    assert raised.value.code == "broken_weights"
