"""Conformance tests: importing a conversation."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from askwell.errors import BadInput, Conflict, NotFound
from askwell.ports import Store
from askwell.testing.store_branches import ask_instead, shown
from askwell.testing.store_kit import ANNA, OTHERS, HeldClock, complete, refused, source
from askwell.types import Session, Support, Turn

BOB = OTHERS[0]

Change = Callable[[Session, list[Turn]], tuple[Session, Sequence[Turn]]]


def turn_changed(place: int, /, **changes: object) -> Change:
    """What makes one turn of a conversation another."""

    def change(session: Session, turns: list[Turn]) -> tuple[Session, Sequence[Turn]]:
        turns[place - 1] = replace(turns[place - 1], **changes)  # type: ignore[arg-type]
        return session, turns

    return change


def session_changed(**changes: object) -> Change:
    """What makes the session another."""
    return lambda session, turns: (replace(session, **changes), turns)  # type: ignore[arg-type]


BROKEN: dict[str, Change] = {
    "a turn too few": lambda session, turns: (session, turns[:-1]),
    "a gap": lambda session, turns: (replace(session, head=2), [turns[0], turns[2]]),
    "a number twice": turn_changed(2, number=1),
    "a turn of another session": turn_changed(2, session_id="other"),
    "an id twice": lambda session, turns: turn_changed(2, id=turns[0].id)(session, turns),
    "an id that is none": turn_changed(3, id="../etc/passwd"),
    "a parent that is not there": turn_changed(2, parent_id="nobody"),
    "a parent after it": lambda session, turns: turn_changed(2, parent_id=turns[2].id)(session, turns),
    "itself as parent": lambda session, turns: turn_changed(2, parent_id=turns[1].id)(session, turns),
    "what it supersedes is not there": turn_changed(3, supersedes_id="nobody"),
    "a branch that is not there": session_changed(branch=2),
    "a head beyond the turns": session_changed(head=9),
    "a source under two numbers": turn_changed(3, sources=(source(2, "a"),)),
    "two sources under a number": turn_changed(3, sources=(source(1, "b"),)),
    "a time without a zone": turn_changed(1, created_at=datetime(2026, 1, 1)),
}


class RestoreTests:
    """Conformance tests: importing a conversation."""

    async def test_conversation_comes_back_as_it_was(self, store: Store, clock: HeldClock) -> None:
        session, turns = await rich(store, clock)
        await store.sessions.delete(ANNA, session.id)
        clock.advance(1000)
        assert await store.sessions.restore(ANNA, session, turns) == session
        assert await store.sessions.get(ANNA, session.id) == session
        assert await store.turns.page(ANNA, session.id, every_branch=True) == turns
        assert await shown(store, session.id) == [1, 2, 3, 6]
        assert await store.turns.source_numbers(session.id, ["a", "b"]) == {"a": 1, "b": 2}
        following = await complete(store, session.id, "And now?", sources=(source(3, "c"), source(1, "a")))
        assert (following.number, following.parent_id) == (7, turns[5].id)
        await store.sessions.choose_branch(ANNA, session.id, 4)
        assert await shown(store, session.id) == [1, 4, 5]

    async def test_conversation_becomes_the_principals(self, store: Store, clock: HeldClock) -> None:
        session, turns = await rich(store, clock)
        await store.sessions.delete(ANNA, session.id)
        taken = await store.sessions.restore(BOB, session, turns)
        assert taken == replace(session, tenant=BOB.tenant, user=BOB.user)
        assert await store.turns.page(BOB, session.id, every_branch=True) == turns
        await refused(store.sessions.get(ANNA, session.id), NotFound, "session_not_found")

    async def test_order_in_which_turns_are_given_does_not_matter(self, store: Store, clock: HeldClock) -> None:
        session, turns = await rich(store, clock)
        await store.sessions.delete(ANNA, session.id)
        await store.sessions.restore(ANNA, session, turns[::-1])
        assert await store.turns.page(ANNA, session.id, every_branch=True) == turns

    async def test_empty_conversation_is_taken_in(self, store: Store) -> None:
        session = replace(await store.sessions.create(ANNA, "papers"), id="another")
        assert await store.sessions.restore(ANNA, session, []) == session
        assert (await complete(store, "another", "Who?")).number == 1

    async def test_running_turn_comes_in_interrupted(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.turns.heartbeat(begun, partial="It is")
        session, turns = await store.sessions.get(ANNA, made.id), await store.turns.page(ANNA, made.id)
        await store.sessions.delete(ANNA, made.id)
        clock.advance(5)
        await store.sessions.restore(ANNA, session, turns)
        turn = await store.turns.get(ANNA, made.id, 1)
        assert (turn.status, turn.answer, turn.finished_at) == ("interrupted", "It is", clock.now())
        assert await store.turns.heartbeat(begun, partial="Late") == "lost"
        assert (await complete(store, made.id, "What?")).number == 2

    async def test_id_that_is_taken_is_refused(self, store: Store, clock: HeldClock) -> None:
        session, turns = await rich(store, clock)
        for principal in (ANNA, BOB):
            await refused(store.sessions.restore(principal, session, turns), Conflict, "session_exists")
        renamed = replace(session, id="copy")
        copied = [replace(turn, session_id="copy") for turn in turns]
        await refused(store.sessions.restore(ANNA, renamed, copied), Conflict, "session_exists")
        await refused(store.sessions.get(ANNA, "copy"), NotFound, "session_not_found")
        assert await store.turns.page(ANNA, session.id, every_branch=True) == turns

    @pytest.mark.parametrize("fault", BROKEN)
    async def test_what_does_not_fit_together_is_refused_whole(self, store: Store, fault: str) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?", sources=(source(1, "a"),))
        await complete(store, made.id, "What?")
        await complete(store, made.id, "When?")
        session, turns = BROKEN[fault](await store.sessions.get(ANNA, made.id), await store.turns.page(ANNA, made.id))
        await store.sessions.delete(ANNA, made.id)
        await refused(store.sessions.restore(ANNA, session, turns), BadInput, "broken_session")
        await refused(store.sessions.get(ANNA, made.id), NotFound, "session_not_found")
        assert await store.turns.source_numbers(made.id, ["a", "b"]) == {}

    @pytest.mark.parametrize("text", ["a\0b", "\ud800"])
    async def test_what_is_no_text_is_not_taken_in(self, store: Store, text: str) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?")
        session, turns = await store.sessions.get(ANNA, made.id), await store.turns.page(ANNA, made.id)
        await store.sessions.delete(ANNA, made.id)
        for wrong in (
            store.sessions.restore(ANNA, replace(session, title=text), turns),
            store.sessions.restore(ANNA, session, [replace(turns[0], question=text)]),
        ):
            await refused(wrong, BadInput, "bad_character")
        await refused(store.sessions.restore(ANNA, replace(session, id="../up"), []), BadInput, "bad_session_id")
        answered = replace(turns[0], answer=text)
        await store.sessions.restore(ANNA, session, [answered])
        assert "\ufffd" in (await store.turns.get(ANNA, made.id, 1)).answer


async def rich(store: Store, clock: HeldClock) -> tuple[Session, list[Turn]]:
    """A complete conversation with branches, sources and feedback."""
    made = await store.sessions.create(ANNA, "papers", title="Mine", metadata={"deep": {"list": [1, None, "é"]}})
    await complete(store, made.id, "Who?", sources=(source(1, "a", passages=2),))
    clock.advance(1)
    await complete(store, made.id, "What?", status="declined")
    await complete(store, made.id, "Which?", status="stopped")
    clock.advance(1.000001)
    await ask_instead(store, made.id, 2)
    begun = await store.turns.begin(ANNA, made.id, "And?")
    clock.advance(1)
    supported = replace(
        begun.turn,
        status="completed",
        answer="So [2].",
        standalone_question="And who?",
        sources=(source(2, "b"), source(1, "a")),
        support=(Support(0, 3, 0.5, (2,)),),
        warnings=("w",),
    )
    await store.turns.finish(begun, supported)
    await store.sessions.choose_branch(ANNA, made.id, 3)
    await complete(store, made.id, "Back?", status="failed")
    await store.turns.give_feedback(ANNA, made.id, 5, 1, "Good.")
    await store.sessions.pin(ANNA, made.id, True)
    return await store.sessions.get(ANNA, made.id), await store.turns.page(ANNA, made.id, every_branch=True)
