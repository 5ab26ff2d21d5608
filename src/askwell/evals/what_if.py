"""Runs the turns of a stored conversation again with a changed assistant, and compares."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pydantic import ValidationError

from askwell.assistant import Assistant, PackSection
from askwell.composition.assistants import load_assistants
from askwell.engine import LOCAL
from askwell.errors import AskwellError, BadConfig, BadInput, ModelFailed, NotFound
from askwell.evals.scratch import scratch_engine
from askwell.pipeline.write import MODEL_FAILED
from askwell.settings import Settings
from askwell.types import Answer, Session, Turn

if TYPE_CHECKING:
    from askwell.engine import Engine

MEMORY = "memory"
"""What is left out so that no turn is recalled."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is different from the conversation as it was stored."""

    without: tuple[str, ...] = ()
    """Sections of the assistant to leave out, or `memory`."""
    budget: int | None = None
    """Tokens of the prompt; None: as the assistant says."""
    model: str | None = None
    """The setting `model`; None: as configured."""


@dataclass(frozen=True, slots=True)
class Side:
    """A turn as it was stored, or as it was run again."""

    asked_as: str
    kind: str
    route: str
    outcome: str
    """The error code if the turn failed."""
    sources: tuple[str, ...]
    """Names of the cited documents."""
    answer: str
    took_ms: float


@dataclass(frozen=True, slots=True)
class Replayed:
    """A turn on both sides."""

    number: int
    question: str
    stored: Side
    replayed: Side

    @property
    def differs(self) -> tuple[str, ...]:
        """Names of the fields of `Side` that differ, in order, except the time."""
        names = ("asked_as", "kind", "route", "outcome", "sources", "answer")
        return tuple(name for name in names if getattr(self.stored, name) != getattr(self.replayed, name))


def changed_assistant(assistant: Assistant, change: Change) -> Assistant:
    """The assistant with the change. Raises BadInput for a section that it does not have, or a budget out of range."""
    removable = [name for name, field in Assistant.model_fields.items() if field.default is None and name != "folder"]
    present = [name for name in removable if getattr(assistant, name) is not None]
    for name in change.without:
        if name not in (*present, MEMORY):
            raise BadInput(
                f"Assistant {assistant.name!r} has no `{name}` to leave out",
                code="usage",
                hint=f"It has: {', '.join((*present, MEMORY))}.",
            )
    changed: dict[str, object] = {name: None for name in change.without if name != MEMORY}
    if change.budget is not None:
        changed["pack"] = _with_budget(assistant.pack, change.budget)
    return assistant.model_copy(update=changed)


async def replay(
    settings: Settings, session: Session, turns: Sequence[Turn], change: Change, only: int | None = None
) -> AsyncIterator[Replayed]:
    """The turns of a branch again, in order; with `only` that turn alone, after the stored turns before it.

    `turns` are complete turns as their store has them. Nothing is written to the conversation. Raises NotFound for a
    turn or an assistant that there is not, BadInput, BadConfig and ModelFailed for a model that cannot be used (that is
    no difference of the turns), and the errors of `scratch_engine`.
    """
    if only is not None and all(turn.number != only for turn in turns):
        known = ", ".join(str(turn.number) for turn in turns) or "none"
        raise NotFound(
            f"The conversation has no turn {only}; it has {known}", code="turn_not_found", hint="Choose one."
        )
    if change.model is not None:
        settings = settings.model_copy(update={"model": change.model})
    assistants = await asyncio.to_thread(load_assistants, settings)
    changed = [changed_assistant(each, change) if each.name == session.assistant else each for each in assistants]
    async with scratch_engine(settings, assistants=changed) as engine:
        engine.assistant(session.assistant)
        before = [turn for turn in turns if only is not None and turn.number < only]
        if before:
            restored = replace(session, head=len(before), branch=0)
            await engine.container.store.sessions.restore(LOCAL, restored, _as_first_branch(before))
        else:
            # The same id, so that the attachments of the conversation are there.
            await engine.create_session(session.assistant, session_id=session.id)
        show = await engine.container.personal.show_of(LOCAL, session.id)
        for turn in turns:
            if only in {None, turn.number}:
                shown: Turn = show(turn)
                replayed = await _again(engine, session.id, shown, change)
                yield Replayed(turn.number, shown.question, _stored(shown), replayed)


def _with_budget(pack: PackSection, tokens: int) -> PackSection:
    try:
        return PackSection.model_validate({**pack.model_dump(), "preset": "fixed", "budget_tokens": tokens})
    except ValidationError as error:
        reason = error.errors(include_url=False)[0]["msg"]
        raise BadInput(f"`--budget` is {tokens}: {reason}", code="usage", hint="Give tokens of the prompt.") from None


def _as_first_branch(turns: Sequence[Turn]) -> list[Turn]:
    """The turns of one branch as the only ones of a conversation."""
    alone = []
    parent = None
    for number, turn in enumerate(turns, 1):
        alone.append(replace(turn, number=number, parent_id=parent, branch=0, siblings=(), supersedes_id=None))
        parent = turn.id
    return alone


async def _again(engine: "Engine", session: str, turn: Turn, change: Change) -> Side:
    options = replace(turn.options, store=True)
    if "resolve" in change.without:
        options = replace(options, standalone_question="")
    if MEMORY in change.without:
        options = replace(options, use_memory=False)
    try:
        answer = await engine.ask(turn.question, session=session, options=options)
    except (BadConfig, ModelFailed) as error:
        if turn.error_code == error.code:
            return Side("", "", "", error.code, (), error.message, 0.0)
        raise
    except AskwellError as error:
        return Side("", "", "", error.code, (), error.message, 0.0)
    if MODEL_FAILED in answer.warnings and MODEL_FAILED not in turn.warnings:
        raise ModelFailed(
            f"The model {engine.settings.model!r} gave no answer to turn {turn.number}; rules wrote it",
            code="upstream_failed",
            hint="Check it with `askwell doctor`, or replay with `--model ''`, without a model.",
        )
    await engine.digested(session)
    return _side_of(answer)


def _stored(turn: Turn) -> Side:
    return Side(
        turn.standalone_question,
        turn.kind,
        turn.route,
        turn.outcome or turn.error_code or turn.status,
        tuple(PurePosixPath(source.document).name for source in turn.sources),
        turn.answer,
        turn.took_ms,
    )


def _side_of(answer: Answer) -> Side:
    return Side(
        answer.standalone_question,
        answer.kind,
        answer.route,
        answer.outcome,
        tuple(PurePosixPath(source.document).name for source in answer.sources),
        answer.answer,
        answer.took_ms,
    )
