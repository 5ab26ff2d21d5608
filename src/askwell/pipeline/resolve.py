"""The `resolve` step: makes the question standalone before it is routed and searched."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.events import Resolved
from askwell.pipeline.attachments import present_attachments
from askwell.pipeline.operate import ROUTE, asked_about, resolution_of
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.attached import find_mention, is_overview
from askwell.text.operations import without_check
from askwell.text.rejecting import rejected_phrases, rejects, without_rejected
from askwell.text.words import content_stems, content_words
from askwell.types import (
    Attachment,
    AttachmentMention,
    Decision,
    Language,
    Operation,
    Reason,
    Resolution,
    as_param,
    decided,
)

_MOST_MENTIONS = 3
"""Mentions of attachments that are cut out of a question."""


async def resolve(state: TurnState, runtime: TurnRuntime) -> Update:
    """The standalone question: as typed if that is complete, the caller's wording if given.

    For an operation it is the question that the last answer answers; "reason" is worded like any question. An operation
    without a route becomes a question if there is a complete wording of it.
    """
    if state.route == "decline":
        return {}  # the question contains no word
    resolution = await _resolution(state, runtime)
    changes: Update = {}
    if state.operation is not None and not state.route:
        if _is_question(state.operation, resolution, state.language):
            changes = {"operation": None, "found": (), "kept": ()}
        else:
            changes = {"route": ROUTE}
            resolution = resolution_of(state.operation, state.asked)
    elif state.operation is not None and not content_words(resolution.question, state.language):
        resolution = resolution_of(state.operation, state.asked)
    mention, by_mention = _mention(state, resolution)
    if mention is not None:
        resolution = replace(resolution, question=mention.question)
    emit(runtime, Resolved(0, state.asked, resolution))
    params = {"kind": resolution.kind, "reason": as_param(resolution.reason)}
    rated = " · ".join([f"{each.question} ({each.quality:.2f})" for each in resolution.considered])
    detail = {"considered": rated} if rated else {}
    decision = decided("resolve.understood", params, score=resolution.score, detail=detail)
    return {
        **changes,
        "resolution": resolution,
        "mention": mention,
        "decisions": (decision, *by_mention),
        "usage": resolution.usage,
    }


def without_rejections(resolution: Resolution, asked: str, language: Language) -> Resolution:
    """The resolution without the terms that the message says are not meant, and as typed without that clause."""
    phrases = rejected_phrases(asked, language) if resolution.is_dependent and rejects(asked, language) else ()
    if not phrases:
        return resolution
    unwanted = frozenset(content_stems(" ".join(phrases), language))
    terms = tuple(each for each in resolution.terms if unwanted.isdisjoint(content_stems(each.text, language)))
    question = resolution.question
    rest = without_rejected(asked, language)
    if question == asked and content_words(rest, language):
        question = rest
    return replace(resolution, question=question, terms=terms)


def _mention(state: TurnState, resolution: Resolution) -> tuple[AttachmentMention | None, tuple[Decision, ...]]:
    """The attachments that the resolved question names, or that the question before named if this one depends on it."""
    present = present_attachments(state)
    if not present or resolution.kind == "meta" or state.route:
        return None, ()
    before = _named_before(state, present)
    last = max((turn.created_at for turn in state.recalled.turns), default=None)
    fresh = [each.number for each in present if last is None or each.added_at > last]
    typed = find_mention(state.asked, present, state.language, before, fresh)
    found = find_mention(resolution.question, present, state.language, before)
    if typed is not None and found is None:
        names = ", ".join(each.name for each in present if each.number in typed.numbers)
        shown = f"{resolution.question} ({names})"
        chosen = replace(typed, question=shown, rest=resolution.question, asked=typed.rest)
    elif typed is not None and found is not None:
        chosen = _as_typed(typed, found, present)
    elif found is not None:
        chosen = replace(found, asked=state.asked)
    elif before and resolution.is_dependent:
        chosen = AttachmentMention(before, "", resolution.question, resolution.question, asked=state.asked)
    else:
        return None, ()
    chosen = replace(chosen, rest=_without_mentions(chosen.rest, present, state.language))
    params = {"names": [each.name for each in present if each.number in chosen.numbers]}
    if typed is None:
        return chosen, (decided("attachments.named_before", params),)
    return chosen, (decided("attachments.named", {**params, "expression": typed.expression}),)


def _named_before(state: TurnState, present: Sequence[Attachment]) -> tuple[int, ...]:
    """The numbers of the files that the last question named, or the one that it follows up; none if they named none."""
    for turn in reversed(state.recalled.turns):
        if turn.outcome == "chat":
            continue
        if named := find_mention(turn.standalone_question, present, state.language):
            return named.numbers
        if turn.resolution is None or not turn.resolution.is_dependent:
            break
    return ()


def _as_typed(typed: AttachmentMention, found: AttachmentMention, present: Sequence[Attachment]) -> AttachmentMention:
    """The mention in the resolved question, with the files and the page of the question as typed.

    The resolved question may also name the file of the question before: "What does lease.pdf say about dogs in the
    second file?".
    """
    question, page = found.question, found.page if typed.page is None else typed.page
    if found.numbers != typed.numbers:
        names = {each.number: each.name for each in present}
        others = [names[number] for number in found.numbers if number not in typed.numbers]
        question = typed.question if not others else question.replace(others[0], names[typed.numbers[0]], 1)
    return replace(found, numbers=typed.numbers, question=question, page=page, asked=typed.rest)


def _without_mentions(question: str, present: Sequence[Attachment], language: Language) -> str:
    """The question without any words that name attachments."""
    for _ in range(_MOST_MENTIONS):
        named = find_mention(question, present, language)
        if named is None or named.rest == question:
            break
        question = named.rest
    return question


def _is_question(operation: Operation, resolution: Resolution, language: Language) -> bool:
    """Whether a request that the last answer cannot meet is a question by itself.

    For a reason, search terms are enough. More of the same needs a subject, and must not become one itself, in an
    earlier question: "Which board serves more?".
    """
    if operation.kind == "reason":
        return bool(content_words(resolution.searched, language))
    return bool(resolution.antecedents) and resolution.reason_code != "resolve.frame"


async def _resolution(state: TurnState, runtime: TurnRuntime) -> Resolution:
    operation = state.operation
    if operation is not None and state.route and not (operation.kind == "reason" and operation.answers):
        return resolution_of(operation, state.asked)
    if wording := state.options.standalone_question:
        return Resolution("follow_up", wording, reason=Reason("resolve.by_user"), by="user")
    turns = [replace(turn, answer="") if turn.is_withheld else turn for turn in state.recalled.turns]
    recalled = replace(state.recalled, turns=asked_about(turns))
    named = find_mention(state.asked, present_attachments(state), state.language)
    if named is None or not named.expression or not content_words(named.rest, state.language):
        asked = without_check(state.asked, state.language) if recalled.turns else state.asked
        found = await runtime.context.resolver.resolve(asked, recalled, state.language)
        return without_rejections(found, asked, state.language)
    if is_overview(named.rest, state.language):
        return Resolution("standalone", state.asked, reason=Reason("resolve.standalone"))
    # With the name of the file in place of "the document", which would be given an owner: "the document of the pass".
    found = await runtime.context.resolver.resolve(named.question, recalled, state.language)
    return replace(found, question=state.asked) if found.question == named.question else found
