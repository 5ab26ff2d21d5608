"""Exact names of a question: what has them comes first, and an answer without them is not sure."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.rules.rank import STANDING, rerank
from askwell.rules.write import RulesWriter, answer_pieces
from askwell.types import Passage, Unsure
from tests.passages import brief, passage
from tests.rules.test_chat import ASSISTANT

SIZES = passage(
    "Leave out files that match a pattern. It can leave out files larger than a size.",
    title="Shipcrate",
    document="sizes",
)


def sureness(question: str, found: Sequence[Passage]) -> bool:
    given = brief(question, found)
    writer = RulesWriter(ASSISTANT)
    return not any(isinstance(piece, Unsure) for piece in writer._pieces(replace(given, is_sure=False)))


def embedded(found: Passage, cosine: float) -> Passage:
    """A passage as a search ranks it, whose sentences all have a cosine with the question."""
    near = replace(found, sentences=(cosine,) * 40, scores={**found.scores, "near": cosine})
    return near.scored(0.9, **{STANDING: 4.0})


def test_a_passage_with_the_name_is_ranked_first() -> None:
    other = passage("The drain pump of the washer is blocked. Clean the filter of the drain pump.", document="pump")
    named = passage("F13: too much in the drum.", document="code")
    question = "The washer says F13, is the drain pump blocked?"
    assert rerank(question, [other, named], "en")[0].chunk.document_id == "code"
    assert rerank(question.replace("F13", "stop"), [other, named], "en")[0].chunk.document_id == "pump"


def test_a_sentence_with_the_name_is_said_first() -> None:
    pages = [
        passage("The option sorts the lines of a file. It keeps their case.", document="a"),
        passage("With --unique repeated lines are left out.", document="b"),
    ]
    said = "".join(answer_pieces(brief("What does the option --unique do with lines of a file?", pages)))
    assert said.startswith("With --unique")


def test_an_answer_without_the_name_that_was_typed_is_not_sure() -> None:
    near = embedded(SIZES, 0.9)
    assert sureness("Does it leave out files larger than a size?", [near])
    assert not sureness("Does --compress leave out files larger than a size?", [near])


def test_a_name_in_the_title_is_enough() -> None:
    near = embedded(replace(SIZES, title="Shipcrate SC-40"), 0.9)
    assert sureness("Does the SC-40 leave out files larger than a size?", [near])
