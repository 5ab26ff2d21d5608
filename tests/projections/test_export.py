"""Conversations written out: all of them in JSON, what is shown in Markdown and as a page."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from askwell.projections.export import ExportedConversation, export
from askwell.stores.exchange.importers import read_conversations
from askwell.testing.stores import source
from askwell.types import CarriedMemory, Item, Session, Source, Summary, Topic, Turn, TurnIndexEntry

TIME = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
SESSION = Session("s", "papers", "A title", TIME, TIME, head=2, sources_count=1)
EVIL = "<script>alert(1)</script> & \"quotes\" 'single'"


def turn(number: int, question: str, answer: str, *sources: Source, parent: str | None = None, branch: int = 0) -> Turn:
    return Turn(
        f"t{number}", "s", number, parent, "completed", question, TIME, answer=answer, sources=sources, branch=branch
    )


class Tags(HTMLParser):
    """The tags and addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


def test_a_page_takes_no_text_for_a_tag() -> None:
    evil = replace(source(1, "a"), title=EVIL, passages=(replace(source(1, "a").passages[0], text=EVIL),))
    conversation = ExportedConversation(replace(SESSION, title=EVIL, assistant=EVIL), [turn(1, EVIL, EVIL, evil)])
    tags = parsed(export([conversation], "html"))
    assert "script" not in tags.tags
    assert tags.text.count("alert(1)") == 7


def test_a_page_needs_nothing_else_and_links_only_to_the_web() -> None:
    sources = [replace(source(number, str(number)), url=url) for number, url in enumerate(BAD_URLS, 1)]
    tags = parsed(export([ExportedConversation(SESSION, [turn(1, "Q", "A", *sources, source(9, "good"))])], "html"))
    assert tags.links == ["https://example.org/good"]
    assert not tags.tags & {"script", "link", "img", "iframe"}


BAD_URLS = ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//elsewhere", "http://[", "")


def test_sources_stand_under_their_answer_with_their_numbers() -> None:
    conversation = ExportedConversation(SESSION, [turn(1, "Q?", "A [2].", source(2, "b"))])
    assert '<li value="2"><a href="https://example.org/b"' in export([conversation], "html")
    assert "A [2].\n\n2. [About b](<https://example.org/b>), 2025-01-31: Text 0 é\n" in export(
        [conversation], "markdown"
    )


def test_a_question_in_markdown_stays_a_quote() -> None:
    conversation = ExportedConversation(replace(SESSION, title="# A *title*"), [turn(1, "One\n# Two\n\nThree", "A")])
    written = export([conversation], "markdown")
    assert "\n> One\n> # Two\n>\n> Three\n" in written
    assert written.startswith("# \\# A \\*title\\*\n")


def test_only_json_holds_the_other_branches() -> None:
    turns = [turn(1, "First?", "1"), turn(2, "Second?", "2", parent="t1"), turn(3, "Instead?", "3", branch=1)]
    conversation = ExportedConversation(replace(SESSION, branch=1, head=3), turns)
    assert [each["question"] for each in json.loads(export([conversation], "json"))["turns"]] == [
        *("First?", "Second?", "Instead?")
    ]
    for form in ("markdown", "html"):
        written = export([conversation], "markdown" if form == "markdown" else "html")
        assert "Instead?" in written
        assert "First?" not in written


def test_json_holds_what_is_remembered() -> None:
    memory = CarriedMemory(
        (Summary(0, "So far.", "model", 1),),
        (Topic("t1", 1, "Who", ("who",), ("d",)), Topic("t2", 2, "", (), ())),
        (Item("h", "t1", 1, "A wish", "wish", None, "rules"), Item("i", "t2", 2, "A fact", "wish", "h", "user")),
        (TurnIndexEntry(1, "t1", b"\x00\xff"),),
    )
    conversation = ExportedConversation(SESSION, [turn(1, "Who?", "Me"), turn(2, "What?", "It", parent="t1")], memory)
    whole = json.loads(export([conversation], "json"))
    assert whole["memory"] == {
        "summaries": [{"branch": 0, "text": "So far.", "by": "model", "up_to": 1}],
        "topics": [
            {
                "turn_id": "t1",
                "turn_number": 1,
                "line": "Who",
                "topics": ["who"],
                "source_ids": ["d"],
                "imprint": "AP8=",
            },
            {"turn_id": "t2", "turn_number": 2, "line": "", "topics": [], "source_ids": [], "imprint": None},
        ],
        "items": [
            {
                "id": "h",
                "turn_id": "t1",
                "turn_number": 1,
                "kind": "wish",
                "text": "A wish",
                "by": "rules",
                "supersedes_id": None,
            },
            {
                "id": "i",
                "turn_id": "t2",
                "turn_number": 2,
                "kind": "wish",
                "text": "A fact",
                "by": "user",
                "supersedes_id": "h",
            },
        ],
    }
    (found,) = read_conversations(whole, assistant="documents", at=TIME)
    assert found.memory == memory


def test_json_from_before_memory_is_read_without_any() -> None:
    whole = json.loads(export([ExportedConversation(SESSION, [turn(1, "Who?", "Me")])], "json"))
    del whole["memory"]
    (found,) = read_conversations(whole, assistant="documents", at=TIME)
    assert (len(found.turns), found.memory) == (1, CarriedMemory())


@pytest.mark.parametrize(
    "memory",
    [
        7,
        {"topics": []},
        {"summaries": [], "topics": [{}], "items": []},
        {"summaries": [{"branch": 0, "text": "x", "by": "nobody", "up_to": 1}], "topics": [], "items": []},
        {"summaries": [], "topics": [{"turn_id": "t", "turn_number": 1, "imprint": "?"}], "items": []},
    ],
)
def test_json_whose_memory_is_broken_keeps_its_turns(memory: object) -> None:
    whole = json.loads(export([ExportedConversation(SESSION, [turn(1, "Who?", "Me")])], "json")) | {"memory": memory}
    (found,) = read_conversations(whole, assistant="documents", at=TIME)
    assert (len(found.turns), found.memory.items, found.memory.topics) == (1, (), ())
    assert found.memory_fault


def test_several_conversations_are_one_text() -> None:
    several = [ExportedConversation(replace(SESSION, id=name, title=name), []) for name in ("a", "b")]
    assert [each["session"]["id"] for each in json.loads(export(several, "json"))["conversations"]] == ["a", "b"]
    assert export(several, "markdown").count("\n# ") == 1
    assert parsed(export(several, "html")).text.count("papers") == 2
