"""The reader of answers, with the real weights."""

from pathlib import Path

import pytest

from askwell.errors import BadConfig
from askwell.models.e5 import FILE
from askwell.models.read_e5 import LOWEST, E5Reader
from tests.models.test_embed_e5 import PULLED

ENGLISH = ["Bicycles are kept in the yard.", "If the lift stops, ring the caretaker.", "Rent is due on the first."]
DUTCH = ["Een kaartje kost vier euro.", "Het bad is open tot negen uur.", "Honden mogen niet naar binnen."]
ITALIAN = ["I libri si rendono entro un mese.", "La tessera è gratuita.", "La sala chiude alle otto di sera."]

real = pytest.mark.skipif(not (PULLED / FILE).is_file(), reason="make setup installs the weights")


@real
@pytest.mark.parametrize(
    ("question", "heading", "sentences", "right"),
    [
        ("who do I call when the lift is stuck", "Building rules", ENGLISH, 1),
        ("wat kost een kaartje?", "Zwembad", DUTCH, 0),
        ("hoe laat gaat het zwembad dicht", "Zwembad", DUTCH, 1),
        ("a che ora chiude la biblioteca?", "Biblioteca", ITALIAN, 2),
        ("quanto costa la tessera", "Biblioteca", ITALIAN, 1),
    ],
)
def test_the_sentence_that_answers_has_the_best_odds(
    question: str, heading: str, sentences: list[str], right: int
) -> None:
    odds = E5Reader(PULLED).read(question, heading, sentences)
    assert len(odds) == 3
    assert max(range(3), key=odds.__getitem__) == right


@real
def test_what_speaks_of_something_else_does_not_answer() -> None:
    reader = E5Reader(PULLED)
    [found] = reader.read("who repairs the lift?", "Building rules", ["The lift was built in 1974."])
    [other] = reader.read("when was the lift built?", "Building rules", ["The lift was built in 1974."])
    assert found < 0 < other


@real
def test_what_is_beyond_the_length_or_empty_has_the_lowest_odds() -> None:
    sentences = ["The lift was built in 1974.", "", *["Bicycles are kept in the yard of the neighbours."] * 60]
    odds = E5Reader(PULLED).read("when was the lift built?", "Building rules", sentences)
    assert len(odds) == len(sentences)
    assert odds[0] > 0 > odds[2] > LOWEST
    assert odds[1] == odds[-1] == LOWEST


def test_weights_that_cannot_be_read_say_what_to_do(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no model")
    with pytest.raises(BadConfig) as raised:
        E5Reader(tmp_path).read("when?", "", ["At noon."])
    assert raised.value.code == "broken_weights"
    assert "models pull e5-small" in raised.value.hint
