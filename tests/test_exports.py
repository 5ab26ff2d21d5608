"""Conversations written out: all of them in JSON, what is shown in Markdown and as a page."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

from askwell.exports import Told, export
from askwell.testing.stores import source
from askwell.types import Session, Source, Turn

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
    told = Told(replace(SESSION, title=EVIL, assistant=EVIL), [turn(1, EVIL, EVIL, evil)])
    tags = parsed(export([told], "html"))
    assert "script" not in tags.tags
    assert tags.text.count("alert(1)") == 7


def test_a_page_needs_nothing_else_and_links_only_to_the_web() -> None:
    sources = [replace(source(number, str(number)), url=url) for number, url in enumerate(BAD_URLS, 1)]
    tags = parsed(export([Told(SESSION, [turn(1, "Q", "A", *sources, source(9, "good"))])], "html"))
    assert tags.links == ["https://example.org/good"]
    assert not tags.tags & {"script", "link", "img", "iframe"}


BAD_URLS = ("javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//elsewhere", "http://[", "")


def test_sources_stand_under_their_answer_with_their_numbers() -> None:
    told = Told(SESSION, [turn(1, "Q?", "A [2].", source(2, "b"))])
    assert '<li value="2"><a href="https://example.org/b"' in export([told], "html")
    assert "A [2].\n\n2. [About b](<https://example.org/b>): Text 0 é\n" in export([told], "markdown")


def test_a_question_in_markdown_stays_a_quote() -> None:
    told = Told(replace(SESSION, title="# A *title*"), [turn(1, "One\n# Two\n\nThree", "A")])
    written = export([told], "markdown")
    assert "\n> One\n> # Two\n>\n> Three\n" in written
    assert written.startswith("# \\# A \\*title\\*\n")


def test_only_json_holds_the_other_branches() -> None:
    turns = [turn(1, "First?", "1"), turn(2, "Second?", "2", parent="t1"), turn(3, "Instead?", "3", branch=1)]
    told = Told(replace(SESSION, branch=1, head=3), turns)
    assert [each["question"] for each in json.loads(export([told], "json"))["turns"]] == [
        *("First?", "Second?", "Instead?")
    ]
    for form in ("markdown", "html"):
        written = export([told], "markdown" if form == "markdown" else "html")
        assert "Instead?" in written
        assert "First?" not in written


def test_several_conversations_are_one_text() -> None:
    several = [Told(replace(SESSION, id=name, title=name), []) for name in ("a", "b")]
    assert [each["session"]["id"] for each in json.loads(export(several, "json"))["conversations"]] == ["a", "b"]
    assert export(several, "markdown").count("\n# ") == 1
    assert parsed(export(several, "html")).text.count("papers") == 2
