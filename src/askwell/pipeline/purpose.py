"""Decides what is written in a turn."""

from askwell.pipeline.grade import helping, is_judged, surely_answers
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.types import Purpose

FROM_PASSAGES: tuple[Purpose, ...] = ("answer", "passages", "operation")
"""Purposes that are written from the kept passages."""


def purpose_of(state: TurnState, runtime: TurnRuntime) -> Purpose:
    """What to write. Without a model that writes, passages that do not answer by a model's grades are only shown."""
    if state.route == "decline":
        return "decline"
    if state.operation and state.operation.answers:
        return "operation"
    if state.route == "chat" or state.ask_back or state.operation:
        return "chat"
    if state.route == "recall":
        return "recall"
    return _from_kept(state, runtime)


def _from_kept(state: TurnState, runtime: TurnRuntime) -> Purpose:
    """What to write from the kept passages."""
    table = state.table_answer
    if state.is_unsure_of_rows or (table is not None and not table.is_sure):
        return "passages"
    if not state.kept:
        return "not_found"
    if not runtime.context.writer.name and not helping(state):
        return "passages"
    if (
        table is not None
        or state.reused is not None
        or runtime.context.writer.name
        or not is_judged(runtime.context.assistant)
    ):
        return "answer"
    return "answer" if surely_answers(state.kept, state.grades) else "passages"
