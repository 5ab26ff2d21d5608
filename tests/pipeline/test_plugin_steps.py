"""Steps of others in the line: where they stand, what they may change, and how they end a turn early."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from askwell.assistant import Assistant, GradeSection, RouteSection, ToolsSection
from askwell.engine import LOCAL, Engine
from askwell.errors import AskwellError, BrokenPlugin
from askwell.events import Cited, Event, Packed, Stepped, Token
from askwell.pipeline.graph import draw
from askwell.pipeline.plugin_steps import PluginStep, TurnRuntime, TurnState, Update, reply, veto
from askwell.settings import Settings
from askwell.types import Decision
from tests.alpine import COST
from tests.installed import at_desk

FORKED = Assistant(name="forked", title="Forked", route=RouteSection(), grade=GradeSection())


async def nothing(state: TurnState, runtime: TurnRuntime) -> Update:
    return {}


def at(side: Literal["before", "after"], place: str) -> PluginStep:
    return PluginStep("mine", nothing, "a test", place, side)


def edges(assistant: Assistant, plugged: Sequence[PluginStep]) -> list[tuple[str, str, str]]:
    """Here, choice, there; the choice is empty where the way does not part."""
    found = []
    for line in draw(assistant, plugged).splitlines():
        plain = line.strip().replace("&nbsp;", "").rstrip(";")
        if "-->" in plain:
            here, there = plain.split(" --> ")
            found.append((here, "", there))
        elif "-." in plain:
            here, choice, there = plain.replace("-.->", "-.  .->").replace(" .-> ", " -. ").split(" -. ")
            found.append((here, choice.strip(), there))
    return found


def ways_in(name: str, plugged: Sequence[PluginStep]) -> set[str]:
    return {here for here, _, there in edges(FORKED, plugged) if there == name}


def ways_out(name: str, plugged: Sequence[PluginStep]) -> set[str]:
    return {there for here, _, there in edges(FORKED, plugged) if here == name}


@pytest.mark.parametrize("place", ["recall", "route", "search", "grade", "pack", "write", "cite", "remember"])
def test_a_step_before_another_stands_on_every_way_there(place: str) -> None:
    assert ways_in("mine", [at("before", place)]) == ways_in(place, [])
    assert ways_in(place, [at("before", place)]) - {"tell"} <= {"mine"}


@pytest.mark.parametrize("place", ["screen", "recall", "route", "search", "grade", "pack", "write", "cite"])
def test_a_step_behind_another_comes_before_the_way_parts(place: str) -> None:
    assert ways_out(place, [at("after", place)]) == {"mine"}
    assert ways_out("mine", [at("after", place)]) >= ways_out(place, []) - {"remember"}


def test_a_step_before_the_writer_may_answer_in_its_place_or_keep_the_turn_from_an_answer() -> None:
    assert ways_out("mine", [at("before", "search")]) == {"search", "cite", "remember"}


def test_a_step_that_sees_the_answer_may_only_keep_it_back() -> None:
    assert ways_out("mine", [at("after", "write")]) == {"cite", "tell"}


@pytest.mark.parametrize(("side", "place"), [("after", "write"), ("before", "use_tools"), ("after", "use_tools")])
def test_an_answer_is_held_where_a_step_stands_between_a_writer_and_its_tools(
    side: Literal["before", "after"], place: str
) -> None:
    tooled = FORKED.model_copy(update={"tools": ToolsSection(use=("search_knowledge_base",))})
    assert ("tell", "", "remember") in edges(tooled, [at(side, place)])
    assert {there for here, _, there in edges(tooled, [at(side, place)]) if here == "mine"} & {"use_tools", "write"}


def test_steps_of_one_place_run_in_the_order_given() -> None:
    one, two = (PluginStep(name, nothing, "a test", "search", "before") for name in ("one", "two"))
    assert ways_in("two", [one, two]) == {"one"}
    assert ways_in("search", [one, two]) == {"two"}


async def events(engine: Engine, question: str = COST) -> list[Event]:
    return [event async for event in engine.stream(question, session="talk")]


def written(log: Sequence[Event]) -> str:
    return "".join(event.text for event in log if isinstance(event, Token))


async def test_a_step_reads_the_state_and_changes_it_under_its_own_name(settings: Settings, tmp_path: Path) -> None:
    async def note(state: TurnState, runtime: TurnRuntime) -> Update:
        return {"decisions": (Decision("", "noted", f"{len(state.found)} found"),), "warnings": ("noted",)}

    async with at_desk(settings, tmp_path, "steps: [{use: note, after: search}]", {"steps": {"note": note}}) as engine:
        answer = await engine.ask(COST, session="talk")
        turn = await engine.store.turns.get(LOCAL, "talk", 1)
    (noted,) = (each for each in turn.decisions if each.step == "note")
    assert noted.choice == "noted"
    assert noted.reason != "0 found"
    assert turn.warnings == answer.warnings == ("noted",)


async def test_a_step_before_search_runs_before_every_search(settings: Settings, tmp_path: Path) -> None:
    async def count(state: TurnState, runtime: TurnRuntime) -> Update:
        return {"decisions": (Decision("", f"search {state.searches + 1}", ""),)}

    yaml = "grade: {attempts: 2}\nsteps: [{use: count, before: search}]"
    async with at_desk(settings, tmp_path, yaml, {"steps": {"count": count}}) as engine:
        answer = await engine.ask("What is the difference between a helicopter and a zeppelin?", session="talk")
    assert [each.choice for each in answer.decisions if each.step == "count"] == ["search 1", "search 2"]


async def test_a_reply_leaves_search_and_writer_out_and_is_told_at_once(settings: Settings, tmp_path: Path) -> None:
    async def hello(state: TurnState, runtime: TurnRuntime) -> Update:
        return reply("Good day.")

    async with at_desk(
        settings, tmp_path, "steps: [{use: hello, after: recall}]", {"steps": {"hello": hello}}
    ) as engine:
        log = await events(engine, "Hello")
        turn = await engine.store.turns.get(LOCAL, "talk", 1)
    steps = [event.step for event in log if isinstance(event, Stepped)]
    assert steps == ["screen", "recall", "hello", "cite", "remember"]
    assert written(log) == turn.answer == "Good day."
    assert (turn.status, turn.outcome, turn.route) == ("completed", "chat", "reply")


async def test_a_veto_keeps_the_answer_from_being_told_stored_and_recalled(settings: Settings, tmp_path: Path) -> None:
    """S2-B5: what a compliance check blocks never gets into the conversation."""
    seen: list[str] = []

    async def check(state: TurnState, runtime: TurnRuntime) -> Update:
        seen.append(state.answer)
        return veto("It tells a price.", say="I may not say.") if "90" in state.answer else {}

    yaml = "resolve: {}\nsteps: [{use: check, before: remember}]"
    async with at_desk(settings, tmp_path, yaml, {"steps": {"check": check}}) as engine:
        log = await events(engine)
        turn = await engine.store.turns.get(LOCAL, "talk", 1)
        numbers = await engine.store.turns.source_numbers(
            "talk", [each.id for each in await engine.knowledge.documents("desk")]
        )
        recalled = await engine.store.turns.recall(LOCAL, "talk", before=2, window_turns=5)
    assert "90 euros" in seen[0]
    assert written(log) == turn.answer == "I may not say."
    assert not [event for event in log if isinstance(event, Cited)]
    assert (turn.status, turn.outcome, turn.sources, turn.support) == ("declined", "declined", (), ())
    assert ("check", "veto", "It tells a price.") in [(each.step, each.choice, each.reason) for each in turn.decisions]
    assert not numbers
    assert "90 euros" not in repr(turn.decisions) + repr(recalled.turns)


@pytest.mark.parametrize("place", ["before: write", "after: write", "before: remember"])
async def test_a_vetoed_answer_shows_none_of_its_passages(settings: Settings, tmp_path: Path, place: str) -> None:
    async def check(state: TurnState, runtime: TurnRuntime) -> Update:
        return veto("Not this.") if "Alpine" in state.asked else {}

    yaml = f"resolve: {{}}\nsteps: [{{use: check, {place}}}]"
    async with at_desk(settings, tmp_path, yaml, {"steps": {"check": check}}) as engine:
        log = await events(engine)
        other = await events(engine, "What does ski rental cost a day?")
    assert "90 euros" not in repr(log)
    assert written(log) == "Not this."
    assert [event for event in other if isinstance(event, Packed)]


async def test_an_answer_that_may_be_vetoed_yet_is_told_whole_when_all_have_seen_it(
    settings: Settings, tmp_path: Path
) -> None:
    async def look(state: TurnState, runtime: TurnRuntime) -> Update:
        return {}

    async with at_desk(settings, tmp_path, "steps: [{use: look, after: write}]", {"steps": {"look": look}}) as engine:
        log = await events(engine)
    names = [event.step if isinstance(event, Stepped) else event.name for event in log]
    assert names[names.index("cite") :] == ["cite", "sources", "citation", "token", "tell", "remember", "done"]
    assert "90 euros" in written(log)


async def test_an_answer_streams_where_no_step_sees_it_written(settings: Settings, tmp_path: Path) -> None:
    async def look(state: TurnState, runtime: TurnRuntime) -> Update:
        return {}

    async with at_desk(settings, tmp_path, "steps: [{use: look, before: write}]", {"steps": {"look": look}}) as engine:
        log = await events(engine)
    names = [event.step if isinstance(event, Stepped) else event.name for event in log]
    assert names.index("token") < names.index("write")


async def test_a_veto_before_the_answer_ends_the_turn_without_one(settings: Settings, tmp_path: Path) -> None:
    async def forbid(state: TurnState, runtime: TurnRuntime) -> Update:
        return veto("Not on Sundays.")

    yaml = "steps: [{use: forbid, before: search}]"
    async with at_desk(settings, tmp_path, yaml, {"steps": {"forbid": forbid}}) as engine:
        log = await events(engine)
        turn = await engine.store.turns.get(LOCAL, "talk", 1)
    assert written(log) == turn.answer == "Not on Sundays."
    assert turn.status == "declined"
    assert "search" not in [event.step for event in log if isinstance(event, Stepped)]


async def test_the_first_veto_is_the_last_word(settings: Settings, tmp_path: Path) -> None:
    async def first(state: TurnState, runtime: TurnRuntime) -> Update:
        return veto("First.")

    async def second(state: TurnState, runtime: TurnRuntime) -> Update:
        return veto("Second.")

    yaml = "steps: [{use: first, before: remember}, {use: second, before: remember}]"
    async with at_desk(settings, tmp_path, yaml, {"steps": {"first": first, "second": second}}) as engine:
        assert (await engine.ask(COST, session="talk")).answer == "First."


async def test_a_reply_is_checked_like_any_answer(settings: Settings, tmp_path: Path) -> None:
    async def hello(state: TurnState, runtime: TurnRuntime) -> Update:
        return reply("Call +39 06 1234.")

    async def check(state: TurnState, runtime: TurnRuntime) -> Update:
        return veto("It tells a number.") if "+39" in state.answer else {}

    yaml = "steps: [{use: hello, after: recall}, {use: check, before: remember}]"
    async with at_desk(settings, tmp_path, yaml, {"steps": {"hello": hello, "check": check}}) as engine:
        log = await events(engine, "Hello")
    assert written(log) == "It tells a number."


@pytest.mark.parametrize(
    ("update", "why"),
    [
        (None, "returned NoneType, not a mapping"),
        ({"anwser": "x"}, "changes anwser, which steps may not change"),
        ({"begun": None}, "changes begun, which steps may not change"),
        ({"decisions": []}, "returned `decisions` that are not a tuple"),
    ],
)
async def test_what_is_no_update_fails_the_turn_by_the_name_of_its_step(
    settings: Settings, tmp_path: Path, update: object, why: str
) -> None:
    async def odd(state: TurnState, runtime: TurnRuntime) -> object:
        return update

    async with at_desk(settings, tmp_path, "steps: [{use: odd, before: search}]", {"steps": {"odd": odd}}) as engine:
        with pytest.raises(BrokenPlugin, match=f"Step `odd` of the program {why}"):
            await engine.ask(COST, session="talk")
        assert (await engine.store.turns.get(LOCAL, "talk", 1)).status == "failed"


async def test_what_a_step_raises_fails_its_turn_and_no_other(settings: Settings, tmp_path: Path) -> None:
    async def odd(state: TurnState, runtime: TurnRuntime) -> Update:
        if "children" in state.asked:
            raise KeyError("children")
        return {}

    async with at_desk(settings, tmp_path, "steps: [{use: odd, before: search}]", {"steps": {"odd": odd}}) as engine:
        with pytest.raises(AskwellError, match="unexpected error"):
            await engine.ask("What does the Alpine pass cost for children?", session="talk")
        assert (await engine.ask(COST, session="talk")).outcome == "answered"
