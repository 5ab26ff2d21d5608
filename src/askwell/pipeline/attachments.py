"""Which attachments of its conversation a turn searches, and what it says of those that it cannot search."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askwell.assistant import Assistant
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.attached import is_about_all
from askwell.types import AttachedSearch, Attachment, Decision, Passage, attached_collection, decided

NOT_READY = "attachments_not_ready"
"""Code of the warning of an answer while attachments that it would search are being read."""

FAILED = "attachments_failed"
"""Code of the warning of an answer to a question about attachments that cannot be read."""


@dataclass(frozen=True, slots=True)
class SearchScope:
    """What a turn searches."""

    collections: tuple[str, ...]
    """Collections of the assistant; empty if only attachments are searched."""
    attached: AttachedSearch | None
    """None for no attachments."""
    warnings: Mapping[str, Decision]
    """What it would search and cannot, by code of the warning."""

    @property
    def all_collections(self) -> tuple[str, ...]:
        """The collections, and that of the attachments."""
        return (*self.collections, self.attached.collection) if self.attached else self.collections


async def attachments_of(state: TurnState, runtime: TurnRuntime) -> tuple[Attachment, ...]:
    """The attachments of the turn's conversation by number, including removed ones."""
    session, attachments = state.begun.turn.session_id, runtime.context.attachments
    if attachments is None or not session:
        return ()
    return tuple(await attachments.of(state.principal, session))


def search_scope(state: TurnState, assistant: Assistant) -> SearchScope:
    """The attachments that the question names, alone; else the only one; else all active ones and the collections."""
    chosen = chosen_alone(state)
    wanted = chosen or [each for each in state.attachments if each.is_active and not each.is_removed]
    ready = [each for each in wanted if each.is_searchable]
    attached = None
    if ready:
        documents = tuple(each.document_id for each in ready)
        attached = AttachedSearch(attached_collection(ready[0].session_id), documents, ready[0].embedder_of)
    return SearchScope(() if chosen else assistant.collections, attached, _warnings(wanted, chosen))


async def excerpt(state: TurnState, runtime: TurnRuntime, scope: SearchScope) -> Sequence[Passage]:
    """The page of an attachment that the question asks about, or the beginning of one that it asks about as a whole.

    Empty for any other question, and for a page that does not exist.
    """
    mention = state.mention
    if mention is None or scope.attached is None:
        return ()
    if mention.page is None and not is_about_all(mention.rest, state.language):
        return ()
    most = runtime.context.assistant.search.k
    return await runtime.context.searcher.excerpt(scope.attached.documents, page=mention.page, k=most)


def with_attached(state: TurnState, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages by rank, but every second one of an attachment; all of these first if one has just been added.

    In 40 dialogues of other people about files nearly every question that came with a file was about it. Of the others
    half were, and neither their scores nor the turn before said which.
    """
    attached = deque([place for place, each in enumerate(passages) if each.is_attached])
    others = deque([place for place, each in enumerate(passages) if not each.is_attached])
    if not attached or not others:
        return tuple(passages)
    places: list[int] = []
    total = len(attached)
    is_new = _is_new(state)
    while attached or others:
        are_few = 2 * (total - len(attached)) < len(places)
        is_next = bool(attached) and (is_new or not others or are_few or attached[0] < others[0])
        places.append((attached if is_next else others).popleft())
    return tuple([passages[place] for place in places])


def _is_new(state: TurnState) -> bool:
    """Whether an attachment was added after the last turn."""
    added = [each.added_at for each in state.attachments if each.is_active and not each.is_removed]
    if state.recalled.turns:
        return max(added) > state.recalled.turns[-1].created_at
    return state.begun.turn.number == 1


def is_excerpt(state: TurnState) -> bool:
    """Whether the passages are an excerpt, which is in order and answers whatever its words are."""
    return state.mention is not None and bool(state.found) and not any(each.scores for each in state.found)


def chosen_alone(state: TurnState) -> list[Attachment]:
    """The attachments that are searched without the collections: those that are named, or the only one."""
    present = present_attachments(state)
    if state.mention is not None:
        return [each for each in present if each.number in state.mention.numbers]
    return [each for each in present if each.is_only]


def present_attachments(state: TurnState) -> list[Attachment]:
    """The attachments of the conversation that are not removed."""
    return [each for each in state.attachments if not each.is_removed]


def are_searched(state: TurnState) -> bool:
    """Whether the turn searches an attachment, so that it is not for the assistant's subject alone to decide."""
    return any(each.is_active and not each.is_removed for each in state.attachments) or state.mention is not None


def _warnings(wanted: Sequence[Attachment], chosen: Sequence[Attachment]) -> dict[str, Decision]:
    found: dict[str, Decision] = {}
    if names := [each.name for each in wanted if each.is_pending]:
        found[NOT_READY] = decided("attachments.not_ready", {"names": names})
    if failed := [each for each in chosen if each.state == "failed"]:
        names, reasons = [each.name for each in failed], [each.error for each in failed]
        found[FAILED] = decided("attachments.failed", {"names": names, "reasons": reasons})
    return found
