"""A way that is answered from a table, over real CSV files."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from askwell.assistant import Assistant, load_assistant
from askwell.errors import BadConfig
from askwell.tools.tables import Tables, open_tables
from askwell.types import OPERATOR, LookedUp, Principal

OFFICES = """office,town,districts,phone
North Office,Upton,Hill;Lake,100
South Office,Sands,Sea;Dune,
"""
PLACES = """code,town,district,lat,lon
1001,Upton,Hill,50.0,5.0
1002,Upton,Hill,50.2,5.0
1003,Upton,Lake,50.4,5.0
2001,Sands,Sea,40.0,5.0
2002,Lake,Dune,41.0,5.0
"""
WAY = """
    table: offices.csv
    title: Offices
    match:
      districts: ["{} District", "{}"]
    row:
      - "{office} serves {matched}."
      - "Call {phone}."
    places:
      table: places.csv
      names: {code: "code {code} in {district} District", town: "{town} in {district} District"}
      column: district
      joins: districts
      latitude: lat
      longitude: lon
    nearest:
      words: [nearest]
      place: town
      row: ["{office} is nearest to {matched}: {km} km."]
    ask:
      words: [my district]
      question: Which district?
"""


def test_a_row_is_said_in_sentences_and_one_with_an_empty_cell_is_left_out(tmp_path: Path) -> None:
    assert _texts(tmp_path, "Which office serves Hill District?") == ["North Office serves Hill District. Call 100."]
    assert _texts(tmp_path, "Which office serves Sea District?") == ["South Office serves Sea District."]


def test_what_only_an_empty_cell_would_say_is_named(tmp_path: Path) -> None:
    found = _look_up(tmp_path, "Which phone has the office of Sea District?")
    assert found.unknown == ("phone",)
    assert found.passages[0].chunk.text.endswith(":\nSouth Office serves Sea District.")
    assert _look_up(tmp_path, "Which phone has the office of Hill District?").unknown == ()


def test_a_name_alone_is_the_town_before_the_district(tmp_path: Path) -> None:
    assert _texts(tmp_path, "Which office serves Lake?") == ["South Office serves Lake in Dune District."]
    assert _texts(tmp_path, "Lake District?") == ["North Office serves Lake District. Call 100."]


def test_a_town_in_several_districts_is_in_the_one_of_most_of_its_codes(tmp_path: Path) -> None:
    assert _texts(tmp_path, "Upton?") == ["North Office serves Upton in Hill District. Call 100."]


def test_two_names_of_one_row_are_one_passage(tmp_path: Path) -> None:
    assert _texts(tmp_path, "Hill District and 1003?") == [
        "North Office serves Hill District and code 1003 in Lake District. Call 100."
    ]


def test_the_nearest_row_comes_before_the_one_that_serves(tmp_path: Path) -> None:
    # Lake is a degree of latitude, 111 km, from Sands, and ten times that from Upton.
    assert _texts(tmp_path, "Which office is nearest to Lake?") == [
        "South Office is nearest to Lake in Dune District: 111 km.",
        "South Office serves Lake in Dune District.",
    ]


def test_the_nearest_of_nowhere_asks_back(tmp_path: Path) -> None:
    assert _look_up(tmp_path, "Where is the nearest one?") == LookedUp(ask_back="Which district?")
    assert _look_up(tmp_path, "Which office serves my district?") == LookedUp(ask_back="Which district?")


def test_an_unknown_name_finds_nothing(tmp_path: Path) -> None:
    assert _look_up(tmp_path, "Which office serves Atlantis?") == LookedUp()


def test_all_rows_are_passages_of_one_document(tmp_path: Path) -> None:
    passages = _look_up(tmp_path, "Hill District and Sea District").passages
    assert {(each.document_name, each.title) for each in passages} == {("offices.csv", "Offices")}
    assert len({each.chunk.document_id for each in passages}) == 1
    assert [each.chunk.id for each in passages] == [
        "table:desk/offices.csv#1",
        "table:desk/offices.csv#2",
    ]


async def test_tables_answer_by_way(tmp_path: Path) -> None:
    found = await _open(tmp_path).look_up("office", "Dune District", OPERATOR)
    assert found.matched == ("Dune District",)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("table: offices.csv", "table: office.csv", "office.csv"),
        ("table: offices.csv", "table: ../secret.csv", "is outside"),
        ("districts: [", "district: [", "'district'"),
        ("{phone}", "{fone}", "'fone'"),
        ("table: places.csv", "table: place.csv", "place.csv"),
        ("column: district", "column: distrikt", "'distrikt'"),
        ("joins: districts", "joins: district", "'district'"),
        ("latitude: lat", "latitude: north", "'north'"),
        ("place: town", "place: city", "'city'"),
        ("place: town", "place: phone", "matches no place"),
        ("{km}", "{yards}", "'yards'"),
    ],
)
def test_a_slip_in_the_section_names_what_is_wrong(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(BadConfig, match=named):
        _open(tmp_path, WAY.replace(old, new, 1))


def test_a_place_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="'Moor' is unknown"):
        _open(tmp_path, places=PLACES + "3001,Fen,Moor,1,1\n")


def test_a_point_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="is not a point on the earth"):
        _open(tmp_path, places=PLACES.replace("41.0", "north"))


def test_a_line_of_another_length_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="line 3: 3 cells"):
        _open(tmp_path, offices=OFFICES.replace("Sea;Dune,", "Sea;Dune"))


def test_an_unknown_key_of_a_way_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"`ways.office.tabel`.*Did you mean `table`"):
        _load(tmp_path, WAY.replace("table: offices.csv", "tabel: offices.csv"))


def test_a_way_that_nothing_leads_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"`route` never uses `ways.office`"):
        _load(tmp_path, otherwise="search")


def test_an_unknown_way_names_the_ones_there_are(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as caught:
        _load(tmp_path, otherwise="offise")
    assert caught.value.hint == "Known ways: search, chat, decline, office. Did you mean `office`?"


OWNED = WAY.replace("    match:", "    owner: {column: phone, tenant: acme}\n    match:", 1)


async def test_rows_of_others_are_like_none(tmp_path: Path) -> None:
    before, _, after = OWNED.partition("    nearest:")
    tables = _open(tmp_path, before + after[after.index("    ask:") :])
    own, other, elsewhere = Principal("acme", "100"), Principal("acme", "200"), Principal("globex", "100")
    for principal, seen in ((own, True), (OPERATOR, True), (other, False), (elsewhere, False)):
        for question in ("Hill District", "Who serves Hill?"):
            found = await tables.look_up("office", question, principal)
            assert bool(found.passages) == seen, (principal, question)
            assert bool(await tables.names("office", question, principal)) == seen
            if not seen:
                assert found == await tables.look_up("office", "Atlantis District", principal)


def test_an_owner_that_is_no_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="'customer'"):
        _open(tmp_path, OWNED.replace("column: phone", "column: customer"))
    with pytest.raises(BadConfig, match="nearest"):
        _open(tmp_path, OWNED)


def _look_up(folder: Path, question: str) -> LookedUp:
    return asyncio.run(_open(folder).look_up("office", question, OPERATOR))


def _texts(folder: Path, question: str) -> list[str]:
    return [passage.chunk.text for passage in _look_up(folder, question).passages]


def _open(folder: Path, way: str = WAY, *, offices: str = OFFICES, places: str = PLACES) -> Tables:
    assistant = _load(folder, way)
    (folder / "offices.csv").write_text(offices)
    (folder / "places.csv").write_text(places)
    tables = open_tables(assistant)
    for fault in tables.faults:
        raise fault
    return tables


def _load(folder: Path, way: str = WAY, **route: Any) -> Assistant:
    otherwise = route.get("otherwise", "office")
    written = f"name: desk\ntitle: AssistantRuntime\nroute: {{otherwise: {otherwise}}}\nways:\n  office:{way}"
    (folder / "assistant.yaml").write_text(written)
    return load_assistant(folder)
