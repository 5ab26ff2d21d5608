"""Steps of others in the line: where they stand, and how one of them ends a turn early.

Such a step is `async (state, runtime) -> Update`, like those of the line: it reads the frozen state and gives back the
fields that it changes, an empty mapping for none. Two updates say more: `reply` answers in place of search and writer,
`veto` keeps an answer from being told, stored and remembered.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal

from askwell.errors import BadConfig, BrokenPlugin
from askwell.events import Cited, Event, Token
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.step import Fork, Step, StepFunction
from askwell.text.characters import clean_text
from askwell.types import Decision, Outcome, decided

__all__ = ["PluginStep", "TurnRuntime", "TurnState", "Update", "check_places", "reply", "veto", "with_plugged"]

TELL = "tell"
"""The step that tells an answer which was held back until all others had seen it."""

FIXED = {"begun", "principal", "stored", "options"}
"""What a turn is begun with; no step changes it."""

CHANGEABLE = {each.name for each in fields(TurnState)} - FIXED


def reply(text: str, *, outcome: Outcome = "chat") -> Update:
    """The update that answers at once: what stands between here and `cite` is left out, all after it goes on.

    The turn is checked, stored and remembered like any other. From a step after `write` it replaces the answer.
    """
    said = decided("plugged.reply")
    return {
        "answer": text,
        "outcome": outcome,
        "route": "reply",
        "sources": (),
        "ended": "replied",
        "decisions": (said,),
    }


def veto(reason: str, *, say: str = "") -> Update:
    """The update that keeps the answer back: the turn ends as `declined`, and says `say`, or the reason."""
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
    """A step of others, and its place."""

    name: str
    run: StepFunction
    package: str
    """Who offers it."""
    place: str
    """Name of a step of the line."""
    side: Literal["before", "after"]

    async def __call__(self, state: TurnState, runtime: TurnRuntime) -> Update:
        """Its update, its decisions under its own name. Raises BrokenPlugin for what is no update."""
        update = await self.run(state, runtime)
        self._check(update)
        if isinstance(update.get("answer"), str):
            update = {**update, "answer": clean_text(update["answer"])}
        return {**update, "decisions": tuple(replace(each, step=self.name) for each in update.get("decisions", ()))}

    def _check(self, update: object) -> None:
        if not isinstance(update, Mapping):
            raise self._broken(f"gave back {type(update).__name__}, not a mapping")
        if unknown := sorted(str(key) for key in update.keys() - CHANGEABLE):
            raise self._broken(f"changes {', '.join(unknown)}, which no step may")
        for key in ("decisions", "warnings"):
            if not isinstance(update.get(key, ()), tuple):
                raise self._broken(f"gave back `{key}` that are no tuple")

    def _broken(self, why: str) -> BrokenPlugin:
        return BrokenPlugin(f"Step `{self.name}` of {self.package} {why}", hint="docs/extend.md shows what it may.")


def check_places(plugged: Sequence[PluginStep], line: Sequence[Step], wanted: Sequence[Step]) -> None:
    """Raise BadConfig for a place where an assistant has no step, for one after its last, and for a taken name.

    `line` holds all steps that there are, `wanted` those of the assistant.
    """
    known, here = [step.name for step in line], [step.name for step in wanted]
    taken = {*known, TELL}
    for step in plugged:
        where = f"`steps`: {step.name!r} stands {step.side} {step.place!r}"
        if step.place not in here:
            why = "a step that this assistant lacks the section for" if step.place in known else "no step of the line"
            raise BadConfig(f"{where}, which is {why}", hint=f"Its steps: {', '.join(here)}.")
        if (step.side, step.place) == ("after", here[-1]):
            raise BadConfig(f"{where}, where the turn is final already", hint=f"Take `before: {here[-1]}`.")
        if step.name in taken:
            raise BadConfig(f"{where}, but another step has that name", hint="Every step has its own.")
        taken.add(step.name)


def with_plugged(
    steps: Sequence[Step], forks: Mapping[str, Fork], plugged: Sequence[PluginStep]
) -> tuple[list[Step], dict[str, Fork]]:
    """A line with the steps of others in their places, and its forks.

    A step before another one stands on every way that leads there; one after it comes before the way parts. Where
    one of them sees an answer that is written, the answer is told when all have seen it, and then whole.
    """
    if not plugged:
        return list(steps), dict(forks)
    names = [step.name for step in steps]
    behind_write = [each for each in plugged if _is_behind_write(each, names)]
    around = {step.name: _around(step, plugged, is_held=bool(behind_write)) for step in steps}
    line = [each for group in around.values() for each in group]
    entries = {name: group[0].name for name, group in around.items()} | {"": ""}
    parted = {
        around[name][-1].name: (choose, {key: entries[path] for key, path in paths.items()})
        for name, (choose, paths) in forks.items()
        if name in around
    }
    seen_first = next((each.name for each in plugged if (each.place, each.side) == ("write", "after")), entries["cite"])
    ends = {"veto": TELL if behind_write else names[-1], "reply": seen_first}
    for each in plugged:
        can = ends if each not in behind_write else {"veto": ends["veto"]}
        parted[each.name] = _ending_early(can, parted.get(each.name))
    return line, parted


def _is_behind_write(step: PluginStep, names: Sequence[str]) -> bool:
    """Whether it sees what a writer wrote; one that calls tools may have written something before."""
    return step.place == "use_tools" or (names.index(step.place), step.side == "after") >= (names.index("write"), True)


def _around(step: Step, plugged: Sequence[PluginStep], *, is_held: bool) -> list[Step]:
    """A step of the line between those of others."""
    before, after = (
        [Step(each.name, each if is_held else _telling(each)) for each in plugged if (each.place, each.side) == place]
        for place in ((step.name, "before"), (step.name, "after"))
    )
    if is_held and step.name == "write":
        step = replace(step, run=_holding(step.run))
    if is_held and step.name == "remember":
        before.append(Step(TELL, _tell))
    return [*before, step, *after]


def _ending_early(ends: Mapping[str, str], fork: Fork | None) -> Fork:
    """The fork after a step of others: it ends the turn early, or the way goes on as it did without it."""
    choose, paths = fork or (_go_on, {"go on": ""})

    def after(state: TurnState) -> str:
        wanted = {"vetoed": "veto", "replied": "reply"}.get(state.ended, "")
        return wanted if wanted in ends else choose(state)

    return after, {**ends, **paths}


def _go_on(state: TurnState) -> str:
    return "go on"


def _telling(step: StepFunction) -> StepFunction:
    """A step whose answer, where it has one, is told at once."""

    async def run(state: TurnState, runtime: TurnRuntime) -> Update:
        update = await step(state, runtime)
        if update.get("ended"):
            emit(runtime, Token(0, update["answer"]))
        return update

    return run


def _holding(step: StepFunction) -> StepFunction:
    """A step that writes, with what it writes kept from those who watch: it may be vetoed yet."""

    async def run(state: TurnState, runtime: TurnRuntime) -> Update:
        tell: Callable[[Event], None] = runtime.context.tell

        def pass_on(event: Event) -> None:
            if not isinstance(event, Token | Cited):
                tell(event)

        return await step(state, replace(runtime, context=replace(runtime.context, tell=pass_on)))

    return run


async def _tell(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer that all steps have seen: its sources, then the whole of it."""
    for source in state.sources:
        emit(runtime, Cited(0, source))
    if state.answer:
        emit(runtime, Token(0, state.answer))
    return {}
