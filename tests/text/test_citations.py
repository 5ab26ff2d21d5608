import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.citations import MarkRelay, find_marks, strip_marks


def relayed(pieces: list[str], numbers: dict[int, int]) -> tuple[str, int]:
    relay = MarkRelay(numbers.get)
    text = "".join([*(relay.feed(piece) for piece in pieces), relay.flush()])
    return text, relay.removed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a [2]", [2]),
        ("a [1, 3]", [1, 3]),
        ("a [1][2]", [1, 2]),
        ("a [1-3]", [1, 2, 3]),
        ("a [1–2; 5]", [1, 2, 5]),
        ("[see note] [x] [] [", []),
        ("in [2024] and [0, 1] and [3-1] and [1-900]", []),
        ("[1](https://example.org) and [2]", [2]),
        ("`a[1]` [2] ``b`[3]`` [4] ` [5]", [2, 4, 5]),
        ("[1]\n```py\na[2]\n``\n```\n[3]\n  ```\nb[4]", [1, 3]),
    ],
)
def test_marks_are_told_from_other_brackets(text: str, expected: list[int]) -> None:
    assert [mark.number for mark in find_marks(text)] == expected


def test_a_mark_says_where_it_stands() -> None:
    text = "Yes. [1, 2] No."
    assert {text[mark.start : mark.end] for mark in find_marks(text)} == {"[1, 2]"}


def test_stripping_takes_the_blank_before_a_mark() -> None:
    assert strip_marks("One [1]. Two. [2][3] [see]") == "One. Two. [see]"


def test_labels_become_numbers_in_order_of_first_citation() -> None:
    given: dict[int, int] = {}
    relay = MarkRelay(lambda label: given.setdefault(label, len(given) + 1))
    assert relay.feed("a [3]. b [1, 3]. c [2]") + relay.flush() == "a [1]. b [2, 1]. c [3]"
    assert list(given) == [3, 1, 2]


def test_a_number_is_asked_for_once() -> None:
    asked: list[int] = []

    def number_of(label: int) -> None:
        asked.append(label)

    relay = MarkRelay(number_of)
    relay.feed("a [1] b [1] c [1]")
    relay.flush()
    assert (asked, relay.removed) == ([1], 3)


@pytest.mark.parametrize(
    ("text", "expected", "removed"),
    [
        ("word [9].", "word.", 1),
        ("word [9] [1].", "word [7].", 1),
        ("word [1, 9].", "word [7].", 1),
        ("[9] Word", "Word", 1),
        ("a\n[9] b", "a\nb", 1),
        ("a [see note] [ [1](x) b[", "a [see note] [ [1](x) b[", 0),
        ("a [1-9] b", "a [7] b", 8),
        ("`a[9]` [9] `b[1]`", "`a[9]` `b[1]`", 1),
        ("[1]\n```py\na[9]\n```\n`` b[1] `c[9]`", "[7]\n```py\na[9]\n```\n`` b[7] `c[9]`", 0),
        ("```\na[9]\n  b[1]", "```\na[9]\n  b[1]", 0),
    ],
)
def test_marks_that_point_nowhere_leave_no_trace(text: str, expected: str, removed: int) -> None:
    assert relayed([text], {1: 7}) == (expected, removed)


def test_text_is_passed_on_as_soon_as_it_is_certain() -> None:
    relay = MarkRelay({1: 4}.get)
    assert relay.feed("One. ") == "One."
    assert relay.feed("[") == ""
    assert relay.feed("1]") == ""
    assert relay.feed(" Two [s") == " [4] Two [s"


@given(
    st.lists(
        st.sampled_from(
            ["[", "]", "1", "2", "9", ", ", "-", " ", "\n", "word", ".", "(", "[1]", " [9]", "[2, 9]", "`", "```\n"]
        )
    ),
    st.data(),
)
def test_how_the_text_is_cut_changes_nothing(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert relayed(pieces, {1: 2, 2: 1}) == relayed([text], {1: 2, 2: 1})
    assert relayed(list(text), {1: 2, 2: 1}) == relayed([text], {1: 2, 2: 1})
    assert relayed([text], {each: each for each in range(2000)})[0].count("`") == text.count("`")


def test_code_is_passed_on_line_by_line() -> None:
    relay = MarkRelay({1: 4}.get)
    fed = [relay.feed(piece) for piece in ("See [1]", ":\n``", "`py\n", "a[", "1]\n", "``", "`\n", "b[1] ", "c")]
    assert fed == ["See", " [4]:\n", "```py\n", "", "a[1]\n", "", "```\n", "b[4]", " c"]


def test_no_mark_of_the_result_points_nowhere() -> None:
    text, _ = relayed(["a [1][2] b [5] [6, 1] [7-8]"], {1: 3, 2: 4})
    assert {mark.number for mark in find_marks(text)} == {3, 4}


def test_each_number_has_the_label_that_it_stands_for() -> None:
    relay = MarkRelay({1: 1, 2: 1, 3: 2}.get)
    text = relay.feed("A [2]. B [1, 3]. C [9]. D [1-3].") + relay.flush()
    assert [mark.number for mark in find_marks(text)] == [1, 1, 2, 1, 2]
    assert relay.labels == [2, 1, 3, 1, 3]
