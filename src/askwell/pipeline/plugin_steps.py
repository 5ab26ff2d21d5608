"""Steps of plug-ins: their positions between the built-in steps, and how they end a turn early.

A plug-in step is `async (state, runtime) -> Update`, like a built-in one: it reads the frozen state and returns the
fields that it changes, an empty mapping for none. Two updates end a turn early: `reply` answers without search and
writer, `veto` prevents an answer from being sent, stored and remembered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal

from askwell.errors import BadConfig, BrokenPlugin
from askwell.events import Cited, Event, Packed, Token
from askwell.pipeline.purpose import FROM_PASSAGES
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.step import Fork, Step, StepFunction
from askwell.text.characters import clean_text
from askwell.types import Decision, Outcome, decided

__all__ = ["PluginStep", "TurnRuntime", "TurnState", "Update", "check_places", "reply", "veto", "with_plugged"]

TELL = "tell"
"""Name of the step that sends an answer which was held until all plug-in steps had run."""

FIXED = {"begun", "principal", "stored", "options"}
"""Fields set when a turn begins; no step may change them."""

CHANGEABLE = {each.name for each in fields(TurnState)} - FIXED


def reply(text: str, *, outcome: Outcome = "chat") -> Update:
    """The update that answers at once: skips the steps up to `cite` and runs those from there on.

    The turn is checked, stored and remembered like any other. In a step after `write` it replaces the answer.
    """
    return {
        "answer": text,
        "outcome": outcome,
        "route": "reply",
        "sources": (),
        "ended": "replied",
        "decisions": (decided("plugged.reply"),),
    }


def veto(reason: str, *, say: str = "") -> Update:
    """The update that withholds the answer: the turn ends as `declined` with the text `say`, or the reason."""
    return {
        "answer": say or reason,
        "outcome": "declined",
        "route": "decline",
        "sources": (),
        "marks": (),
        "support": (),
        "ended": "vetoed",
        "decisions": (Decision("", "veto", reason),),
    }


@dataclass(frozen=True)
class PluginStep:
    """A plug-in step and its position."""

    name: str
    run: StepFunction
    package: str
    """Package that provides the step."""
    place: str
    """Name of a built-in step."""
    side: Literal["before", "after"]

    async def __call__(self, state: TurnState, runtime: TurnRuntime) -> Update:
        """The update of the step, with its name in its decisions. Raises BrokenPlugin if it is not a valid update."""
        update = await self.run(state, runtime)
        self._check(update)
        if isinstance(update.get("answer"), str):
            update = {**update, "answer": clean_text(update["answer"])}
        return {**update, "decisions": tuple(replace(each, step=self.name) for each in update.get("decisions", ()))}

    def _check(self, update: object) -> None:
        if not isinstance(update, Mapping):
            raise self._broken(f"returned {type(update).__name__}, not a mapping")
        if unknown := sorted(str(key) for key in update.keys() - CHANGEABLE):
            raise self._broken(f"changes {', '.join(unknown)}, which steps may not change")
        for key in ("decisions", "warnings"):
            if not isinstance(update.get(key, ()), tuple):
                raise self._broken(f"returned `{key}` that are not a tuple")

    def _broken(self, why: str) -> BrokenPlugin:
        return BrokenPlugin(
            f"Step `{self.name}` of {self.package} {why}",
            hint="See docs/extend.md for the fields that a step may change.",
        )


def check_places(plugged: Sequence[PluginStep], line: Sequence[Step], wanted: Sequence[Step]) -> None:
    """Raise BadConfig for a position at a step that the assistant does not have, after its last step, or a used name.

    `line` contains all built-in steps, `wanted` those of the assistant.
    """
    known, here = [step.name for step in line], [step.name for step in wanted]
    used_names = {*known, TELL}
    for step in plugged:
        where = f"`steps`: {step.name!r} is placed {step.side} {step.place!r}"
        if step.place not in here:
            why = "a step that this assistant has no section for" if step.place in known else "not a built-in step"
            raise BadConfig(f"{where}, which is {why}", hint=f"Its steps: {', '.join(here)}.")
        if (step.side, step.place) == ("after", here[-1]):
            raise BadConfig(f"{where}, when the turn is already final", hint=f"Use `before: {here[-1]}`.")
        if step.name in used_names:
            raise BadConfig(f"{where}, but another step has that name", hint="Step names must be unique.")
        used_names.add(step.name)


def with_plugged(
    steps: Sequence[Step], forks: Mapping[str, Fork], plugged: Sequence[PluginStep]
) -> tuple[list[Step], dict[str, Fork]]:
    """The built-in steps with the plug-in steps at their positions, and the forks.

    A step before another one runs on every path to it; a step after another one runs before its fork. If a plug-in
    step runs after the answer is written, the answer is held and sent in one piece after all steps have run.
    """
    if not plugged:
        return list(steps), dict(forks)
    names = [step.name for step in steps]
    after_write = [each for each in plugged if _is_after_write(each, names)]
    between = any((each.place, each.side) in {("pack", "after"), ("write", "before")} for each in plugged)
    if between and not after_write:
        steps = [_telling_passages_late(step) for step in steps]
    around = {step.name: _around(step, plugged, is_held=bool(after_write)) for step in steps}
    line = [each for group in around.values() for each in group]
    entries = {name: group[0].name for name, group in around.items()} | {"": ""}
    new_forks = {
        around[name][-1].name: (choose, {key: entries[path] for key, path in paths.items()})
        for name, (choose, paths) in forks.items()
        if name in around
    }
    first_after_write = next(
        (each.name for each in plugged if (each.place, each.side) == ("write", "after")), entries["cite"]
    )
    ends = {"veto": TELL if after_write else names[-1], "reply": first_after_write}
    for each in plugged:
        allowed_ends = ends if each not in after_write else {"veto": ends["veto"]}
        new_forks[each.name] = _early_end_fork(allowed_ends, new_forks.get(each.name))
    return line, new_forks


def _is_after_write(step: PluginStep, names: Sequence[str]) -> bool:
    """Whether a step can run after the writer. A writer that calls tools may have written text before them."""
    return step.place == "use_tools" or (names.index(step.place), step.side == "after") >= (names.index("write"), True)


def _around(step: Step, plugged: Sequence[PluginStep], *, is_held: bool) -> list[Step]:
    """A built-in step with the plug-in steps before and after it."""
    before, after = (
        [
            Step(each.name, each if is_held else _with_event(each))
            for each in plugged
            if (each.place, each.side) == place
        ]
        for place in ((step.name, "before"), (step.name, "after"))
    )
    if is_held and step.name in {"pack", "use_tools", "write"}:
        step = replace(step, run=_without_answer_events(step.run))
    if is_held and step.name == "remember":
        before.append(Step(TELL, _send_answer))
    return [*before, step, *after]


def _early_end_fork(ends: Mapping[str, str], fork: Fork | None) -> Fork:
    """The fork after a plug-in step: it ends the turn early, or continues as without the step."""
    choose, paths = fork or (_continue, {"go on": ""})

    def after(state: TurnState) -> str:
        wanted = {"vetoed": "veto", "replied": "reply"}.get(state.ended, "")
        return wanted if wanted in ends else choose(state)

    return after, {**ends, **paths}


def _continue(state: TurnState) -> str:
    return "go on"


def _with_event(step: StepFunction) -> StepFunction:
    """A step whose answer, if any, is sent at once."""

    async def run(state: TurnState, runtime: TurnRuntime) -> Update:
        update = await step(state, runtime)
        if update.get("ended"):
            emit(runtime, Token(0, update["answer"]))
        return update

    return run


def _without_answer_events(step: StepFunction) -> StepFunction:
    """A step without its events for passages, text and sources, because the answer may still be vetoed."""

    async def run(state: TurnState, runtime: TurnRuntime) -> Update:
        tell: Callable[[Event], None] = runtime.context.tell

        def pass_on(event: Event) -> None:
            if not isinstance(event, Packed | Token | Cited):
                tell(event)

        return await step(state, replace(runtime, context=replace(runtime.context, tell=pass_on)))

    return run


def _telling_passages_late(step: Step) -> Step:
    """`pack` without its passages, and `write` with them first: a step between the two may veto the answer."""
    run = step.run
    if step.name == "pack":
        return replace(step, run=_without_answer_events(run))
    if step.name != "write":
        return step

    async def write(state: TurnState, runtime: TurnRuntime) -> Update:
        _send_passages(state, runtime)
        return await run(state, runtime)

    return replace(step, run=write)


def _send_passages(state: TurnState, runtime: TurnRuntime) -> None:
    """Send the passages that the answer may cite; none of a vetoed answer."""
    brief = state.brief
    if state.ended != "vetoed" and brief and brief.passages and brief.purpose in FROM_PASSAGES:
        emit(runtime, Packed(0, brief.passages))


async def _send_answer(state: TurnState, runtime: TurnRuntime) -> Update:
    """Send the held answer: its passages unless it was vetoed, its sources, then its text in one piece."""
    _send_passages(state, runtime)
    for source in state.sources:
        emit(runtime, Cited(0, source))
    if state.answer:
        emit(runtime, Token(0, state.answer))
    return {}
