"""Release notes among the passages: what tells how something works comes before what changed in it."""

import pytest

from askwell.rules.changes import changes
from tests.passages import brief, passage
from tests.rules.test_chat import written

NOTES = passage(
    "Backups: make the pages of backups look alike. Backups: show the size of each backup.",
    title="Manual of the box",
    headings=("Manual of the box", "Release Notes", "Box 19.3 (2019-07-29)"),
    document="notes",
)
TOLD = passage(
    "To keep a copy of all data, open System and press Save. The copy is kept on the second disk.",
    title="Keeping copies",
    headings=("Keeping copies",),
    document="copies",
)


@pytest.mark.parametrize(
    "heading", ["Release Notes", "Change log", "What's new in Box 3?", "Box 0.45.0 (2018-12-17)", "2018-12-17: v0.45"]
)
def test_release_notes_are_known_by_a_heading_above(heading: str) -> None:
    below = passage("A page was added.", headings=("Manual", heading, "Highlights"), document="a")
    assert changes("How do I add a page?", [TOLD, below]) == {1}


@pytest.mark.parametrize("heading", ["Notes", "Release of a lock", "News letters", "Section 2.3", "2019-07-29"])
def test_other_headings_are_none(heading: str) -> None:
    below = passage("A page is added with Save.", headings=("Manual", heading), document="a")
    assert changes("How do I add a page?", [below]) == frozenset()


@pytest.mark.parametrize("question", ["What is new?", "What came with 19.3?", "Since when is there a backup page?"])
def test_they_are_read_for_a_question_about_changes(question: str) -> None:
    assert changes(question, [NOTES]) == frozenset()


async def test_what_tells_how_it_works_is_quoted_first() -> None:
    shown = await written(brief("How are backups of the data made?", [NOTES, TOLD], purpose="passages"))
    assert shown.index("press Save") < shown.index("look alike")
