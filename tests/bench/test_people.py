"""The bench of people in news: how words become a text, and what is counted."""

from pathlib import Path

import pytest
from bench.options import parse
from bench.people import measure, read, run, together

NEWS = """-DOCSTART- -DOCSTART- O
Minister N O
Anneke N B-PER
Vermeulen N I-PER
sprak V O
met Prep O
Pieter N B-PER
Bakker N I-PER
. Punc O

Het Art O
regent V O
. Punc O
"""


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("L' avvocato ( Rossi ) , disse .", "L'avvocato (Rossi), disse."),
        ('Dice : " Vengo " e va .', 'Dice: "Vengo" e va.'),
        ("« Sì » , dice", "«Sì», dice"),
    ],
)
def test_words_are_put_together_as_they_are_printed(words: str, text: str) -> None:
    assert together([(word, "O") for word in words.split()])[0] == text


def test_people_have_their_places_also_side_by_side() -> None:
    text, people = together([("Ada", "PER"), ("Rossi", "PER"), ("e", "O"), ("Jan", "B-PER"), ("Bo", "B-PER")])
    assert {text[start:end] for start, end in people} == {"Ada Rossi", "Jan", "Bo"}


def test_a_row_counts_the_names_of_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "people_news"
    folder.mkdir()
    (folder / "nl-made.tsv").write_text(NEWS, encoding="utf-8")
    assert len(list(read(folder / "nl-made.tsv"))) == 2
    (row,) = run(parse(["people", "--data", str(tmp_path)], ["people"])).rows
    assert (row["set"], row["n"], row["precision"], row["recall"], row["recall@.7"]) == ("nl-made", 2, 1.0, 1.0, 1.0)


def test_a_span_with_another_border_is_wrong() -> None:
    text, people = "Anneke Vermeulen woont hier.", frozenset({(0, 6)})
    figures = measure([(text, people)])
    assert (figures["precision"], figures["recall"], figures["covered"]) == (0.0, 0.0, 1.0)
