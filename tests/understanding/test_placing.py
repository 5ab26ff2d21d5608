"""A fragment in the place of the phrase that is used like it, with the real reader. The conversations are made up."""

from collections.abc import Sequence

import numpy as np
import pytest
from bench.cast import turns_of

from askwell.models.e5 import FILE
from askwell.models.read_turns import E5ConversationReader
from askwell.ports import Spans, Vectors
from askwell.text.pieces import split
from askwell.types import Language, Recalled
from askwell.understanding.grammar.context import survey
from askwell.understanding.grammar.cues import read
from askwell.understanding.placing import in_its_place
from askwell.understanding.resolver import LearntResolver
from tests.models.test_embed_e5 import PULLED

real = pytest.mark.skipif(not (PULLED / FILE).is_file(), reason="make setup installs the weights")


class Marks:
    """Says that the marked words of all texts are used alike, to the degree given, and all others differently."""

    def __init__(self, degrees: dict[str, float]) -> None:
        self._degrees = degrees
        self._own: dict[str, int] = {}

    def word_vectors(self, text: str) -> tuple[Spans, Vectors]:
        tokens = [token for token in split(text, "en") if token.low[0].isalnum()]
        return [(token.start, token.end) for token in tokens], np.stack([self._row(token.low) for token in tokens])

    def _row(self, word: str) -> Vectors:
        row = np.zeros(64, dtype=np.float32)
        degree = self._degrees.get(word, 0.0)
        row[0] = degree
        row[1 + self._own.setdefault(word, len(self._own))] = np.sqrt(1 - degree**2)
        return row


def placed(question: str, earlier: str, reader: Marks, language: Language = "en") -> str:
    context = survey(turns_of([(earlier, "Yes.")]), language)
    found = in_its_place(read(question, language), context, reader)
    return "" if found is None else found.question


@real
@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        ("en", "can i moor at the jetty in April?", "and in October?", "Can i moor at the jetty in October?"),
        ("en", "is the mill open in spring?", "and in autumn?", "Is the mill open in autumn?"),
        ("en", "how often is the ferry on friday?", "what about sunday?", "How often is the ferry on sunday?"),
        ("nl", "hoe ontkalk ik de ketel met azijn?", "en met citroenzuur?", "Hoe ontkalk ik de ketel met citroenzuur?"),
        ("nl", "vaart het veer op maandag?", "en op zaterdag?", "Vaart het veer op zaterdag?"),
        ("it", "il traghetto parte di lunedì?", "e di sabato?", "Il traghetto parte di sabato?"),
    ],
)
async def test_a_phrase_gives_its_place_to_one_of_its_kind(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    resolver = LearntResolver(E5ConversationReader(PULLED))
    made = await resolver.resolve(question, Recalled(turns_of([(earlier, "Yes, it is.")])), language)
    assert made.question == expected
    assert made.antecedents[0].refers_to == earlier


@pytest.mark.parametrize(
    ("degrees", "question", "expected"),
    [
        ({"harp": 0.9, "lyre": 0.9}, "and lyre", "who tunes lyre with pegs on stage"),
        ({"pegs": 0.9, "lyre": 0.9}, "and lyre", "who tunes harp with lyre on stage"),
        ({"stage": 0.75, "lyre": 0.75}, "and lyre", ""),
        ({"pegs": 0.6, "lyre": 0.6}, "and with lyre", "who tunes harp with lyre on stage"),
        ({"harp": 0.9, "lyre": 0.9}, "lyre", ""),
        ({"harp": 0.9, "lyre": 0.9}, "and is lyre tuned", ""),
        ({"harp": 0.9, "lyre": 0.9}, "and lyre zither lute drum gong", ""),
    ],
    ids=["one word", "another", "too different", "same preposition", "no opening", "a verb", "too long"],
)
def test_likeness_and_prepositions_decide(degrees: dict[str, float], question: str, expected: str) -> None:
    assert placed(question, "who tunes harp with pegs on stage", Marks(degrees)) == expected


def test_a_phrase_with_an_article_takes_the_place_of_a_whole_one() -> None:
    reader = Marks({"lyre": 0.95, "harp": 0.95, "old": 0.5})
    assert placed("and the lyre", "who tunes the old harp well", reader) == "who tunes the lyre well"


@real
def test_words_have_their_places_and_rows_of_length_one() -> None:
    spans, rows = E5ConversationReader(PULLED).word_vectors("Who tunes the harp?")
    words: Sequence[str] = ["Who tunes the harp?"[start:end] for start, end in spans]
    assert words == ["Who", "tunes", "the", "harp"]
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)


@real
def test_a_text_that_is_read_otherwise_has_no_places() -> None:
    spans, rows = E5ConversationReader(PULLED).word_vectors("Ｗho tunes it")
    assert not spans
    assert not len(rows)


def test_a_fragment_with_an_article_leaves_no_half_of_a_phrase() -> None:
    asked, earlier = "what about for a crew?", "What are the rules for boat trips?"
    assert placed(asked, earlier, Marks({"boat": 0.6, "crew": 0.9})) == ""
    assert placed(asked, earlier, Marks({"boat": 0.9, "trips": 0.9, "crew": 0.9})) == "What are the rules for a crew?"
