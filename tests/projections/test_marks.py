from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.assistant import CiteSection, load_assistant
from askwell.errors import BadConfig
from askwell.events import Cited, Done, Event, Failed, Token
from askwell.projections import NUMBERED, ShownEvents, answer_json, shown, source_json
from askwell.types import Answer, MarkKind, MarkStyle, Source, Support

IDS = MarkStyle("id", "url", r"papers\.example/(?:abs|pdf)/([^?]+)")
FOOTNOTES = MarkStyle("footnote")
SOURCES = (
    Source(1, "a", "lora.md", "LoRA", "https://papers.example/abs/2106.09685", ()),
    Source(2, "b", "note.md", "A [note]", "", ()),
    Source(3, "c", "old.md", "", "https://papers.example/pdf/cs/0112017", ()),
)
TEXT = "Both [1, 2]. Old [3]. Code `a[1]`, year [2020].\n```\nb[2]\n```\nGone [9]. [1](https://x.example)"


def answer(text: str, *support: Support) -> Answer:
    return Answer(text, SOURCES, "q", "standalone", "search", "answered", 1, "s", "t", "en", (), support=support)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (NUMBERED, TEXT),
        (
            IDS,
            TEXT.replace("[1, 2]", "[2106.09685, 2]").replace("[3]", "[cs/0112017]"),
        ),
        (
            FOOTNOTES,
            TEXT.replace("[1, 2]", "[^1][^2]").replace("[3]", "[^3]").replace(" [9]", " [9]")
            + "\n\n[^1]: [LoRA](<https://papers.example/abs/2106.09685>)\n[^2]: A \\[note\\]"
            + "\n[^3]: [old.md](<https://papers.example/pdf/cs/0112017>)",
        ),
    ],
    ids=["number", "id", "footnote"],
)
def test_marks_are_shown_in_a_style(style: MarkStyle, expected: str) -> None:
    assert shown(answer(TEXT), style).answer == expected
    assert answer(TEXT).answer == TEXT


@pytest.mark.parametrize(
    ("style", "marks"),
    [
        (NUMBERED, ["[1]", "[2]", "[3]"]),
        (IDS, ["[2106.09685]", "[2]", "[cs/0112017]"]),
        (MarkStyle("id", "document", r"(.+)\.md"), ["[lora]", "[note]", "[old]"]),
        (MarkStyle("id", "title"), ["[LoRA]", "[2]", "[3]"]),
        (FOOTNOTES, ["[^1]", "[^2]", "[^3]"]),
    ],
)
def test_a_source_says_how_the_text_cites_it(style: MarkStyle, marks: list[str]) -> None:
    assert [source_json(each)["mark"] for each in shown(answer(TEXT), style).sources] == marks


@pytest.mark.parametrize("url", ["https://papers.example/abs/a] b", "https://papers.example/abs/" + "a" * 81, "x"])
def test_an_id_that_cannot_be_a_mark_gives_way_to_the_number(url: str) -> None:
    source = Source(1, "a", "a.md", "A", url, ())
    result = Answer("A [1]", (source,), "q", "standalone", "search", "answered", 1, None, "t", "en", ())
    assert shown(result, IDS).answer == "A [1]"


@pytest.mark.parametrize("style", [IDS, FOOTNOTES])
def test_the_offsets_of_support_move_with_the_text(style: MarkStyle) -> None:
    text = "One is so. [1] Two is so too. [1, 2] Three. [3]"
    spans = [(0, 14), (15, 36), (37, 47)]
    result = answer(text, *(Support(start, end, 0.5, ()) for start, end in spans))
    moved = shown(result, style)
    pieces = [moved.answer[each.start : each.end] for each in moved.support]
    assert [piece.partition("[")[0] for piece in pieces] == ["One is so. ", "Two is so too. ", "Three. "]
    assert all(piece.endswith("]") for piece in pieces)
    assert answer_json(moved)["answer"] == moved.answer


def streamed(style: MarkStyle, pieces: Sequence[str], end: Event) -> list[Event]:
    sent = ShownEvents(style)
    events: list[Event] = [Cited(number, source) for number, source in enumerate(SOURCES, 1)]
    events += [Token(number, piece) for number, piece in enumerate(pieces, 4)]
    return [each for event in [*events, end] for each in sent.next(event)]


def joined(events: Sequence[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, Token))


def test_a_mark_that_is_cut_between_tokens_is_shown_in_the_style() -> None:
    events = streamed(IDS, ["One [", "1", ", 2", "] two"], Done(8, answer("One [1, 2] two")))
    assert [each.text for each in events if isinstance(each, Token)] == ["One ", "", "", "[2106.09685, 2] two"]


def test_footnotes_are_the_last_token_and_do_not_move_the_position_of_a_reader() -> None:
    *_, text, notes, done = streamed(FOOTNOTES, ["One [1]"], Done(5, answer("One [1]")))
    assert isinstance(text, Token)
    assert isinstance(notes, Token)
    assert isinstance(done, Done)
    assert (text.text, text.number, notes.number) == ("One [^1]", 4, 4)
    assert text.text + notes.text == done.answer.answer


def test_the_partial_text_of_a_failed_turn_has_the_style() -> None:
    failed = Failed(5, "code", "", "", 500, "One [1] [", "t", 1, "s")
    events = streamed(IDS, ["One [1]", " ["], failed)
    assert joined(events) == "One [2106.09685] ["
    assert isinstance(events[-1], Failed)
    assert events[-1].partial == "One [2106.09685] ["


@given(
    st.lists(st.sampled_from(["[1]", "[1, 3]", "[2]", " word", ". ", "[", "]", "9", "\n", "é"])),
    st.sampled_from([NUMBERED, IDS, FOOTNOTES]),
    st.data(),
)
def test_the_joined_tokens_are_the_text_of_the_answer(parts: list[str], style: MarkStyle, data: st.DataObject) -> None:
    text = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    events = streamed(style, pieces, Done(99, answer(text)))
    last = events[-1]
    assert isinstance(last, Done)
    assert joined(events) == last.answer.answer == shown(answer(text), style).answer


@pytest.mark.parametrize(
    ("kind", "field", "pattern", "problem"),
    [
        ("id", None, "", "id_field"),
        ("number", "url", "", "id_field"),
        ("number", None, "x", "id_pattern"),
        ("id", "url", "(", "no regular expression"),
        ("id", "url", "(a)(b)", "2 groups"),
    ],
)
def test_a_style_that_cannot_be_shown_is_refused(kind: MarkKind, field: str | None, pattern: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        CiteSection.model_validate({"style": kind, "id_field": field, "id_pattern": pattern})


@pytest.mark.parametrize(
    ("cite", "problem"),
    [
        ("{style: letters}", "`cite.style` is 'letters': Input should be 'number', 'id' or 'footnote'"),
        ("{style: id}", "give `id_field` with `style: id`"),
        ("{style: id, id_field: page}", "`cite.id_field` is 'page': Input should be 'url', 'title' or 'document'"),
    ],
)
def test_the_error_of_an_assistant_names_the_style_and_what_to_give(tmp_path: Path, cite: str, problem: str) -> None:
    (tmp_path / "assistant.yaml").write_text(f"name: garden\ntitle: Garden\ncite: {cite}\n")
    with pytest.raises(BadConfig) as caught:
        load_assistant(tmp_path)
    assert problem in caught.value.message
