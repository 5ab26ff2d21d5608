"""Notes, folding blocks and tabs of documentation generators."""

import pytest

from askwell.knowledge.readers.markdown import read
from askwell.knowledge.readers.notes import may_have_notes, without_notes

FOLDING = """# Questions

??? question "Who may borrow a boat?"

    Members who have sailed for a year.

    - Bring your card.

        ```sh
        boat reserve
        ```

??? question "What does it cost?"
    Nothing.

## Closing

!!! tip "Tip"
    Lock the shed.

Then go home.
"""


def text_of(markdown: str) -> str:
    return read(markdown.encode(), "page.md").text


def test_folding_blocks_are_sections_below_their_titles() -> None:
    found = read(FOLDING.encode(), "page.md")
    below = {found.text[each.start : each.end].strip().split("\n\n")[-1]: each.headings for each in found.sections}
    assert below["boat reserve"] == ("Questions", "Who may borrow a boat?")
    assert below["Nothing."] == ("Questions", "What does it cost?")
    assert "Members who have sailed for a year.\n\n- Bring your card." in found.text
    assert "???" not in found.text


def test_a_title_of_one_word_says_nothing_and_is_left_out() -> None:
    assert text_of(FOLDING).endswith("Closing\n\nLock the shed.\n\nThen go home.")


def test_what_follows_a_note_does_not_stand_below_its_title() -> None:
    found = read(b'# Shed\n\n!!! note "In the winter months"\n    It is closed.\n\nIt opens at nine.\n', "page.md")
    assert [each.headings for each in found.sections] == [("Shed",)]
    assert found.text == "Shed\n\nIn the winter months\n\nIt is closed.\n\nIt opens at nine."


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (
            '=== "Linux"\n\n    Use the script.\n\n=== "Windows"\n\n    Use the installer.\n',
            "Linux:\n\nUse the script.\n\nWindows:\n\nUse the installer.",
        ),
        (":::tip[Before you sail]\nCheck the wind.\n:::\n", "Before you sail\n\nCheck the wind."),
        ("::: warning\nCheck the wind.\n:::\n", "Check the wind."),
        (":::{note} About the wind\nIt turns.\n:::\n", "About the wind\n\nIt turns."),
        ("> [!NOTE]\n> The wind turns.\n", "The wind turns."),
        ("## Wind {#wind .wide}\n\n[Sail](sail.md){ .md-button } :material-sail: now.\n", "Wind\n\nSail now."),
        ("It turns.[^1]\n\n[^1]: At noon.\n", "It turns.\n\nAt noon."),
        ('--8<-- "snippets/wind.md"\n\n[TOC]\n\n{{< figure src="x.png" >}}\n\nIt turns.\n', "It turns."),
        ("- one\n\n    !!! tip\n        Two.\n\n- three\n", "- one\n\nTwo.\n\n- three"),
    ],
)
def test_each_dialect_is_read_as_what_it_shows(markdown: str, text: str) -> None:
    assert may_have_notes(markdown.encode())
    assert text_of(markdown) == text


@pytest.mark.parametrize(
    "markdown",
    [
        "Stop!!! now\n",
        "!!! wow\nThat was all.\n",
        "Title\n=====\n\nText.\n",
        '```\n!!! tip "A tip"\n    of code {#id}\n```\n',
        "Write `{#id}` after a heading.\n",
        "Digits are not [^a-z].\n",
        "    !!! code\n",
    ],
)
def test_other_text_and_code_stay_as_they_are(markdown: str) -> None:
    assert without_notes(markdown) == markdown


def test_a_thousand_open_notes_in_each_other_are_read() -> None:
    nested = "\n".join(f"{' ' * 4 * depth}!!! note" for depth in range(1000)) + f"\n{' ' * 4000}deep"
    assert text_of(nested).endswith("deep")
