"""The graph that an assistant makes of the line."""

from inline_snapshot import snapshot

from askwell.assistant import Assistant, GradeSection, RankSection, ResolveSection, RouteSection, WaySection
from askwell.pipeline.graph import build_graph, draw

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
            "grade -.-> pack;",
            "grade -. search again .-> search;",
            "pack --> write;",
            "rank --> grade;",
            "recall --> resolve;",
            "resolve --> route;",
            "route -.-> pack;",
            "route -.-> search;",
            "route -. decline .-> write;",
            "screen -. go on .-> recall;",
            "screen -. decline .-> write;",
            "search --> rank;",
            "write --> cite;",
            "remember --> __end__;",
        ]
    )


def test_a_missing_section_is_a_missing_step() -> None:
    assert _edges(BARE) == snapshot(
        [
            "__start__ --> screen;",
            "cite --> remember;",
            "pack --> write;",
            "recall --> search;",
            "screen -. go on .-> recall;",
            "screen -. decline .-> write;",
            "search --> pack;",
            "write --> cite;",
            "remember --> __end__;",
        ]
    )


def test_a_way_of_its_own_is_looked_up_before_anything_is_searched() -> None:
    assert _edges(WITH_A_WAY) == snapshot(
        [
            "__start__ --> screen;",
            "cite --> remember;",
            "look_up -.-> pack;",
            "look_up -.-> search;",
            "pack --> write;",
            "recall --> route;",
            "route -. look up .-> look_up;",
            "route -.-> pack;",
            "route -.-> search;",
            "route -. decline .-> write;",
            "screen -. go on .-> recall;",
            "screen -. decline .-> write;",
            "search --> pack;",
            "write --> cite;",
            "remember --> __end__;",
        ]
    )


def test_there_is_no_checkpointer() -> None:
    assert build_graph(WHOLE).checkpointer is None


def _edges(assistant: Assistant) -> list[str]:
    """The drawn edges, without LangGraph's styling."""
    lines = (line.strip().replace("&nbsp;", "") for line in draw(assistant).splitlines())
    return [line for line in lines if "-->" in line or "-." in line]
