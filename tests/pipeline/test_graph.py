"""The graph that an assistant makes of the line."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from askwell.assistant import (
    Assistant,
    GradeSection,
    RankSection,
    ResolveSection,
    RouteSection,
    ToolsSection,
    WaySection,
)
from askwell.pipeline.graph import Carried, build_graph, draw
from askwell.pipeline.state import TurnState
from askwell.settings import Settings
from askwell.types import Begun, Turn
from tests.alpine import COST, alpine

WHOLE = Assistant(
    name="whole",
    title="Whole",
    resolve=ResolveSection(),
    route=RouteSection(),
    rank=RankSection(),
    grade=GradeSection(),
)
WITH_A_WAY = Assistant(
    name="with-a-way",
    title="With a way",
    route=RouteSection(otherwise="boards"),
    ways={"boards": WaySection(table="boards.csv", match={"county": ("{}",)}, row=("{board}.",))},
)
BARE = Assistant(name="bare", title="Bare")


def test_every_section_makes_its_step_and_its_forks() -> None:
    assert _edges(WHOLE) == snapshot(
        [
            "__start__ --> screen;",
            "cite --> remember;",
            "facts --> route;",
            "grade -.-> remind;",
            "grade -. search again .-> search;",
            "operate --> resolve;",
            "pack --> write;",
            "query_tables -. no query .-> rank;",
            "query_tables -.-> remind;",
            "rank --> grade;",
            "recall --> operate;",
            "remind --> pack;",
            "resolve --> facts;",
            "route -.-> remind;",
            "route -.-> search;",
            "screen --> recall;",
            "search --> query_tables;",
            "write --> cite;",
            "remember --> __end__;",
        ]
    )


def test_a_missing_section_is_a_missing_step() -> None:
    assert _edges(BARE) == snapshot(
        [
            "__start__ --> screen;",
            "cite --> remember;",
            "facts -.-> remind;",
            "facts -.-> search;",
            "operate --> facts;",
            "pack --> write;",
            "query_tables -. no query .-> remind;",
            "recall --> operate;",
            "remind --> pack;",
            "screen --> recall;",
            "search --> query_tables;",
            "write --> cite;",
            "remember --> __end__;",
        ]
    )


def test_a_way_of_its_own_is_looked_up_before_anything_is_searched() -> None:
    assert _edges(WITH_A_WAY) == snapshot(
        [
            "__start__ --> screen;",
            "cite --> remember;",
            "facts --> route;",
            "look_up -.-> remind;",
            "look_up -.-> search;",
            "operate --> facts;",
            "pack --> write;",
            "query_tables -. no query .-> remind;",
            "recall --> operate;",
            "remind --> pack;",
            "route -. look up .-> look_up;",
            "route -.-> remind;",
            "route -.-> search;",
            "screen --> recall;",
            "search --> query_tables;",
            "write --> cite;",
            "remember --> __end__;",
        ]
    )


def test_s2_01_a_writer_with_tools_goes_back_and_forth_to_them() -> None:
    """S2-01: the model and its tools by turns, then what is cited is settled and remembered."""
    with_tools = BARE.model_copy(update={"tools": ToolsSection(use=("search_knowledge_base",))})
    assert [edge for edge in _edges(with_tools) if edge not in _edges(BARE)] == snapshot(
        ["pack -.-> write;", "use_tools --> write;", "write -.-> cite;", "write -. use tools .-> use_tools;"]
    )


def test_there_is_no_checkpointer() -> None:
    assert build_graph(WHOLE).checkpointer is None


@pytest.mark.parametrize(
    ("question", "visited"),
    [
        (COST, ["screen"]),
        ("Thanks!", ["screen", "remind"]),
        ("What is the difference between a zeppelin and a balloon?", ["screen", "search"]),
    ],
)
async def test_a_node_is_left_only_where_the_way_leads_elsewhere(
    settings: Settings, tmp_path: Path, question: str, visited: list[str]
) -> None:
    async with alpine(settings, tmp_path) as engine:
        runtime = engine.container.runtimes["documents"]
        turn = Turn("t", "", 0, None, "running", question, datetime.now(UTC))
        carried = Carried(TurnState(begun=Begun(turn, fence=0), stored=False))
        shown = runtime.graph.astream(carried, context=runtime.services, stream_mode="updates")
        nodes = [name async for update in shown for name in update]
    assert nodes == visited


def test_what_no_turn_has_is_refused() -> None:
    turn = TurnState(begun=Begun(Turn("t", "", 0, None, "running", "Who?", datetime.now(UTC)), fence=0))
    assert turn.after({"answer": "Me.", "warnings": ("a",)}).after({"warnings": ("b",)}).warnings == ("a", "b")
    with pytest.raises(TypeError, match="a turn has no anser, mark"):
        turn.after({"anser": "Me.", "mark": ()})


def _edges(assistant: Assistant) -> list[str]:
    """The drawn edges, without LangGraph's styling."""
    lines = (line.strip().replace("&nbsp;", "") for line in draw(assistant).splitlines())
    return [line for line in lines if "-->" in line or "-." in line]
