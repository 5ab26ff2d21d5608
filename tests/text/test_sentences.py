from itertools import pairwise

import pytest

from askwell.text.sentences import each_sentence, sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works. It does!", ["It works.", "It does!"]),
        ("Dr. Smith came, e.g. Later. Then he left.", ["Dr. Smith came, e.g. Later.", "Then he left."]),
        (
            "The U.S. Department pays 3.5 percent. The rest follows.",
            ["The U.S. Department pays 3.5 percent.", "The rest follows."],
        ),
        ("He moved to the U.S. The rest stayed.", ["He moved to the U.S.", "The rest stayed."]),
        ("See art. 3 and no. 5. No. That is all.", ["See art. 3 and no. 5.", "No.", "That is all."]),
        ("J. K. Rowling wrote it. We read it.", ["J. K. Rowling wrote it.", "We read it."]),
        (
            "Bread, milk etc. are food. Bread, milk etc. We eat.",
            ["Bread, milk etc. are food.", "Bread, milk etc.", "We eat."],
        ),
        (
            "Zie bijv. art. 5 lid 2. Dhr. Jansen krijgt ca. 5.000 euro.",
            ["Zie bijv. art. 5 lid 2.", "Dhr. Jansen krijgt ca. 5.000 euro."],
        ),
        (
            "Il sig. Rossi paga il 19 %, cfr. art. 12. L'importo è 3,5 euro.",
            ["Il sig. Rossi paga il 19 %, cfr. art. 12.", "L'importo è 3,5 euro."],
        ),
        ("Go to https://x.org/a.b?c=d. Then stop.", ["Go to https://x.org/a.b?c=d.", "Then stop."]),
        ("It ends. word2vec is a model. fastText too.", ["It ends.", "word2vec is a model.", "fastText too."]),
        ("He said “Stop.” She did.", ["He said “Stop.”", "She did."]),
    ],
)
def test_prose_is_split_where_sentences_end(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_marks_behind_a_full_stop_belong_to_the_sentence_before() -> None:
    assert split("One. [1] Two. [1][2] Three [1, 3].") == ["One. [1]", "Two. [1][2]", "Three [1, 3]."]


def test_headings_list_lines_and_table_rows_are_sentences_of_their_own() -> None:
    text = (
        "# Limits\nA line\ngoes on. It ends.\n- first item. Still first\n  and its end\n- second\n"
        "Size | Limit\n4 | 7,311\n1. step"
    )
    assert split(text) == [
        "# Limits",
        "A line\ngoes on.",
        "It ends.",
        "- first item. Still first\n  and its end",
        "- second",
        "Size | Limit",
        "4 | 7,311",
        "1. step",
    ]


def test_an_empty_line_ends_a_sentence_without_a_full_stop() -> None:
    assert split("A title\n\nSome words\n\n\nMore") == ["A title", "Some words", "More"]


@pytest.mark.parametrize("unit", ["a. B", ". ", "x [1]. ", "\n", "| ", "[1", "- a\n", " \t"])
def test_a_megabyte_of_anything_is_split_into_ordered_spans(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_those_who_need_the_first_sentences_only_get_the_same() -> None:
    text = "# Ferry\n\nIt leaves at six. It comes back at nine.\n- bread\n- milk\n"
    assert list(each_sentence(text)) == sentences(text)
    assert next(iter(each_sentence(text))) == sentences(text)[0]
