"""The page as text: what it shows, that texts are data, and that colours can be read."""

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from askwell.evals.reports import page
from askwell.evals.reports.compare import compare
from askwell.evals.reports.page import as_html
from askwell.evals.reports.report import report_of
from askwell.evals.reports.svg import Point, Series, line_chart, number
from tests.evals.reports.results import UNJUDGED, conversation, judged, marks, report, turn

CSS = Path(page.__file__).with_name("page.css").read_text(encoding="utf-8")
PAIRS = (
    *((ink, ground) for ink in ("ink", "quiet", "first") for ground in ("ground", "card")),
    ("bad", "ground"),
    ("good", "good-ground"),
    ("bad", "bad-ground"),
    ("second", "card"),
)
"""Text and what it stands on."""


class Tags(HTMLParser):
    """Names, attributes and texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_turn_shows_asked_resolved_sources_answer_scores_and_why() -> None:
    read = Tags(as_html(report(talk=(judged(1, passed=False),))))
    shown = " ".join(" ".join(read.texts).split())
    assert "Asked question 1 Resolved full question 1 Answer answer 1. [1] Sources other.md rates.md" in shown
    assert "Factual accuracy 1.5 of 5 spread 1 Completeness 4 of 5 Context 0 of 1 Coherence 3 of 3" in shown
    assert "Why sources expected income.md got other.md" in shown
    assert "Factual accuracy : The limit is in passage 1." in shown


def test_texts_are_data() -> None:
    evil = "<script>alert(1)</script><img src=http://x.example/a.png>\"'"
    hostile = replace(judged(1), user_query=evil, reformulated_query=evil, response=evil, sources=(evil,))
    hostile = replace(hostile, why={evil: evil}, checks=(replace(turn(1).checks[0], name=evil, came=evil),))
    read = Tags(as_html(report(**{evil: (hostile,)})))
    assert [name for name, _ in read.tags if name in {"script", "img"}] == ["script"]
    assert not any(name.startswith("on") or name == "style" for _, attributes in read.tags for name in attributes)
    assert sum(text == evil for text in read.texts) >= 5


def test_nothing_points_outside_the_page() -> None:
    read = Tags(as_html(report(talk=(judged(1), turn(2))), compare(marks({"talk": "+-"}), report(talk=(turn(1),)))))
    links = [value for _, each in read.tags for name, value in each.items() if name in {"href", "src", "action"}]
    assert links
    assert all(link and link.startswith("#") for link in links)
    targets = {each["id"] for _, each in read.tags if "id" in each}
    assert {link[1:] for link in links if link} <= targets


def test_the_policy_allows_this_style_and_script_alone() -> None:
    html = as_html(report(talk=(turn(1),)))
    policy = next(each["content"] for name, each in Tags(html).tags if each.get("http-equiv")) or ""
    assert policy.startswith("default-src 'none'; ")
    for kind, found in (
        ("style-src", re.search(r"<style>(.*?)</style>", html, re.S)),
        ("script-src", re.search(r"<script>(.*?)</script>", html, re.S)),
    ):
        assert found is not None
        digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy


def test_flips_link_to_their_turns() -> None:
    before, after = marks({"a": "++", "b": "-+"}), marks({"a": "++", "b": "+-"})
    html = as_html(after, compare(before, after))
    assert '<a href="#c2t2">b, turn 2</a>' in html
    assert html.count("since the old run</span>") == 2
    assert "mean, old run" in html
    assert "since the old run" not in as_html(after)


def test_what_does_not_apply_is_said() -> None:
    html = as_html(report(talk=(turn(1),)))
    assert "No model was called." in html
    assert "No turn needs context." in html
    assert "There are no turns." in as_html(report_of([]))


def test_a_chart_has_a_dot_for_each_point_and_whiskers_where_there_are_ends() -> None:
    points = {1: Point(0.5, 0.25, 1.0), 2: Point(1.0), 4: Point(0.0)}
    svg = line_chart("rate", [Series("rate", "first", points)], top=1)
    assert svg.count("<circle") == 3
    assert svg.count('class="whisker') == 1
    heights = [float(y) for y in re.findall(r'cy="([\d.]+)"', svg)]
    assert heights[1] < heights[0] < heights[2]  # y grows downwards
    assert heights[0] == pytest.approx((heights[1] + heights[2]) / 2)


@pytest.mark.parametrize(("value", "shown"), [(0.5, "0.5"), (74.0, "74"), (1500.0, "1.5k"), (0.0, "0")])
def test_numbers_of_axes_are_short(value: float, shown: str) -> None:
    assert number(value) == shown


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_colours_have_a_contrast_of_4_5(scheme: int, pair: tuple[str, str]) -> None:
    lights = sorted(_luminance(dict(_variables())[name][scheme]) for name in pair)
    assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5


def _variables() -> Iterator[tuple[str, list[str]]]:
    for name in dict.fromkeys(re.findall(r"--([\w-]+):", CSS)):
        yield name, re.findall(rf"--{name}: (#\w+)", CSS)


def _luminance(color: str) -> float:
    """Relative luminance by WCAG 2.2."""
    digits = color[1:] if len(color) == 7 else "".join(2 * each for each in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_known_fault_is_no_failure_of_the_page() -> None:
    known = replace(judged(1, passed=False), known_fault="a < b", unchecked=("way",))
    html = as_html(report(talk=(known,)))
    assert "known fault: a &lt; b" in html
    assert "known faults that do not count: 1" in html
    assert "not checked: way" in html
    assert 'class="turn known"' in html
    assert "failed" not in "".join(Tags(html).texts).split("use strict")[0].split("@media print")[1]


def test_a_page_can_be_filtered_by_domain_and_shows_descriptions() -> None:
    talk = replace(conversation("tides", turn(1)), domain="harbour", description="High & low water.")
    read = Tags(as_html(report_of([talk, conversation("hello", turn(1))])))
    assert ("option", {"value": "harbour"}) in read.tags
    assert [each.get("data-domain") for name, each in read.tags if name == "article"] == ["harbour", ""]
    assert "High & low water." in read.texts


def test_a_turn_that_was_not_judged_is_neither_passed_nor_failed() -> None:
    read = Tags(as_html(report(talk=(turn(1), UNJUDGED))))
    assert [each["class"] for name, each in read.tags if name == "section" and each.get("id") == "c1t2"] == [
        "turn unjudged"
    ]
    assert any("Not judged (upstream_timeout: too slow)" in text for text in read.texts)


def test_a_flip_leads_to_its_own_conversation_of_two_with_one_name() -> None:
    before = report_of([conversation("a", turn(1)), conversation("a", turn(1))])
    after = report_of([conversation("a", turn(1)), conversation("a", turn(1, passed=False))])
    read = Tags(as_html(after, compare(before, after)))
    assert "#c2t1" in [each.get("href") for name, each in read.tags if name == "a" and not each.get("class")]
    assert [each.get("id") for _, each in read.tags if "data-flipped" in each] == ["c2t1"]
