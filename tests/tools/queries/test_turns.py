"""Questions of a conversation, as typed and as resolved, over the museums and a table of kites."""

import pytest

from askwell.tools.queries.schema import Schema
from askwell.tools.queries.turns import query_of
from askwell.tools.queries.wording import answer_lines
from askwell.types import EarlierQuestion, TableQuestion
from tests.tools.queries.tables import SCHEMAS, schema_of

KITES = """Kite | Type | Price | Sail (dm²) | Weight (g)
Barn Owl | delta | 35 | 120 | 210
Kestrel | delta | 60 | 160 | 340
Gannet | box | 85 | 140 | 620
Merlin | stunt | 130 | 90 | 180
Osprey | stunt | 190 | 150 | 260
"""
FLYING = schema_of(KITES, subject="kites")
DOCUMENT = "document"


def _rows(schema: Schema, *turns: str | tuple[str, str]) -> list[str]:
    """The names of the rows that answer the last of these turns, which are typed, and resolved if they depend."""
    pairs = [(each, each, False) if isinstance(each, str) else (*each, True) for each in turns]
    earlier = [EarlierQuestion(typed, (DOCUMENT,), is_dependent, resolved) for typed, resolved, is_dependent in pairs]
    typed, resolved, is_dependent = pairs[-1]
    query = query_of(TableQuestion(typed, resolved, "en", tuple(earlier[:-1]), is_dependent), schema, DOCUMENT)
    return [schema.name_of(row) for row in answer_lines(query, schema, "en")[1]] if query.is_sure else []


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (
            ["how heavy is the Kestrel?", "what does the Merlin cost?", ("which of them is lighter?", "{lighter}")],
            "Merlin,Kestrel",
        ),
        (
            ["can the Kestrel be repaired?", "is the Merlin in red?", ("which of them is lighter?", "{lighter}")],
            "Merlin,Kestrel",
        ),
        (
            [
                "is the Kestrel in red?",
                "what does the Barn Owl cost?",
                ("which of them is over 40?", "Which of the Kestrel and the Barn Owl has a price over 40?"),
            ],
            "Kestrel",
        ),
        (
            [
                "which delta kites are there?",
                "is the Kestrel in red?",
                ("which of them has the larger sail?", "Which delta kite has the larger sail?"),
            ],
            "Kestrel",
        ),
        (["kites of at most 500 g", ("and under 80?", "Kites of at most 500 g and under 80?")], "Barn Owl,Kestrel"),
        (["kites of at most 500 g", ("and under 250?", "Kites under 250 g?")], "Barn Owl,Merlin"),
        (["delta kites", ("which of them is lighter?", "Which of them is lighter?")], "Barn Owl"),
        (["stunt kites", ("and box?", "Stunt and box kites?")], "Gannet"),
    ],
)
def test_a_resolved_wording_counts_where_it_selects_by_more(turns: list[str | tuple[str, str]], expected: str) -> None:
    wording = "Which is lighter, the Kestrel or the Merlin?"
    filled = [each if isinstance(each, str) else (each[0], each[1].format(lighter=wording)) for each in turns]
    assert _rows(FLYING, *filled) == expected.split(",")


@pytest.mark.parametrize(
    "turns",
    [
        ["is the Kestrel in red?", ("which of them is lighter?", "Which of them is lighter?")],
        ["is the Kestrel in red?", ("which of those are under 80?", "which of those are under 80?")],
        ["kites of at most 500 g", ("and under 80?", "and under 80?")],
    ],
)
def test_a_pronoun_for_rows_that_nobody_knows_selects_none(turns: list[str | tuple[str, str]]) -> None:
    assert _rows(FLYING, *turns) == []


def test_the_unit_of_one_limit_names_no_column_of_another() -> None:
    assert _rows(FLYING, "kites of at most 500 g and under 80") == ["Barn Owl", "Kestrel"]


def test_a_typed_follow_up_keeps_what_its_resolved_wording_lost() -> None:
    for lost in ("Museums under 10 dollars?", "Museums with a café under 10 dollars?"):
        assert _rows(SCHEMAS["en"], "museums in Corfield", ("and under 10 dollars?", lost)) == ["Salt Works"]
