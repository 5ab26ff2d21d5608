"""The built-in steps in order, which of them an assistant has, and the forks between them."""

from collections.abc import Sequence

from askwell.assistant import Assistant
from askwell.pipeline.answer_from_history import answer_from_history
from askwell.pipeline.cite import cite
from askwell.pipeline.facts import read_facts
from askwell.pipeline.golden import GOLDEN, answer_known_question
from askwell.pipeline.grade import grade
from askwell.pipeline.operate import ROUTE, operate
from askwell.pipeline.pack import pack
from askwell.pipeline.plugin_steps import PluginStep, check_places, with_plugged
from askwell.pipeline.query_tables import query_tables
from askwell.pipeline.rank import rank
from askwell.pipeline.recall import recall
from askwell.pipeline.remember import remember
from askwell.pipeline.resolve import resolve
from askwell.pipeline.reuse import reuse
from askwell.pipeline.route import route
from askwell.pipeline.screen import screen
from askwell.pipeline.search import search
from askwell.pipeline.state import TurnState
from askwell.pipeline.step import Fork, Step
from askwell.pipeline.table_lookup import look_up
from askwell.pipeline.use_tools import use_tools
from askwell.pipeline.write import write

LINE = (
    Step("screen", screen),
    Step("recall", recall),
    Step("operate", operate),
    Step("resolve", resolve, lambda assistant: assistant.resolve is not None),
    Step("facts", read_facts),
    Step("golden", answer_known_question, lambda assistant: assistant.golden is not None),
    Step("route", route, lambda assistant: assistant.route is not None or assistant.scope is not None),
    Step("look_up", look_up, lambda assistant: bool(assistant.own_ways)),
    Step("reuse", reuse, lambda assistant: assistant.cache is not None),
    Step("search", search),
    Step("query_tables", query_tables),
    Step("rank", rank, lambda assistant: assistant.rank is not None),
    Step("grade", grade, lambda assistant: assistant.grade is not None),
    Step("remind", answer_from_history),
    Step("pack", pack),
    Step("use_tools", use_tools, lambda assistant: assistant.tools is not None),
    Step("write", write),
    Step("cite", cite),
    Step("remember", remember),
)


def line_of(assistant: Assistant, plugged: Sequence[PluginStep] = ()) -> tuple[list[Step], dict[str, Fork]]:
    """The steps of an assistant in order, including those of plug-ins, and the fork after each step that has one."""
    return with_plugged(_steps(assistant), _forks(assistant), plugged)


def check_plugged(assistant: Assistant, plugged: Sequence[PluginStep]) -> None:
    """Raise BadConfig if plug-in steps do not fit between the assistant's steps."""
    check_places(plugged, LINE, _steps(assistant))


def _steps(assistant: Assistant) -> list[Step]:
    return [step for step in LINE if step.wanted(assistant)]


def _forks(assistant: Assistant) -> dict[str, Fork]:
    """Step to its fork; an empty step name is the next step."""
    tables = {"look up": "look_up"} if assistant.own_ways else {}
    last_before_fork = [step.name for step in _steps(assistant) if step.name in {"facts", "golden", "route"}][-1]

    def after_route(state: TurnState) -> str:
        if state.route in assistant.own_ways:
            return "look up"
        return "remind" if state.route in {"decline", "recall", "chat", ROUTE, GOLDEN} else "search"

    def after_look_up(state: TurnState) -> str:
        return "remind" if state.kept or state.ask_back else "search"

    def after_reuse(state: TurnState) -> str:
        return "remind" if state.reused is not None else "search"

    def after_query(state: TurnState) -> str:
        return "remind" if state.table_answer is not None else "no query"

    def after_grade(state: TurnState) -> str:
        return "search again" if state.next_wordings else "remind"

    def after_write(state: TurnState) -> str:
        return "use tools" if state.calls else "cite"

    tool_forks: dict[str, Fork] = {
        "pack": (lambda _: "write", {"write": "write"}),
        "write": (after_write, {"use tools": "use_tools", "cite": ""}),
    }
    return {
        last_before_fork: (
            after_route,
            {"search": "reuse" if assistant.cache else "search", "remind": "remind"} | tables,
        ),
        "look_up": (after_look_up, {"remind": "remind", "search": ""}),
        **({"reuse": (after_reuse, {"remind": "remind", "search": ""})} if assistant.cache else {}),
        "query_tables": (after_query, {"remind": "remind", "no query": ""}),
        "grade": (after_grade, {"search again": "search", "remind": ""}),
        **(tool_forks if assistant.tools is not None else {}),
    }
