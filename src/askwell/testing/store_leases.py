"""Conformance tests: leases, fences and final turns."""

from dataclasses import replace

from askwell.errors import Conflict
from askwell.ports import Store
from askwell.testing.store_kit import ANNA, HeldClock, complete, refused, source


class LeaseTests:
    """Conformance tests: leases, fences and final turns."""

    async def test_heartbeat_keeps_the_lease_and_the_partial_answer(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=10)
        for partial in ("It", "It is", None):
            clock.advance(9)
            assert await store.turns.heartbeat(begun, partial=partial, lease_s=10) == "mine"
        running = await store.turns.get(ANNA, made.id, 1)
        assert (running.status, running.answer) == ("running", "It is")
        assert (await store.turns.page(ANNA, made.id))[0] == running
        assert await store.turns.sweep() == 0

    async def test_partial_answer_does_not_outlive_its_turn(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.turns.heartbeat(begun, partial="It is")
        await store.turns.finish(begun, replace(begun.turn, status="failed"))
        assert (await store.turns.get(ANNA, made.id, 1)).answer == ""
        await store.turns.begin(ANNA, made.id, "Who?")
        assert (await store.turns.get(ANNA, made.id, 2)).answer == ""

    async def test_expired_turn_is_interrupted_with_its_partial_answer(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=30)
        await store.turns.heartbeat(begun, partial="It is", lease_s=30)
        clock.advance(29.999999)
        assert await store.turns.sweep() == 0
        clock.advance(0.000001)
        assert await store.turns.sweep() == 1
        assert await store.turns.sweep() == 0
        turn = await store.turns.get(ANNA, made.id, 1)
        assert (turn.status, turn.answer, turn.finished_at) == ("interrupted", "It is", clock.now())

    async def test_next_question_sweeps_an_expired_one_and_takes_the_next_number(
        self, store: Store, clock: HeldClock
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=30)
        await store.turns.heartbeat(begun, partial="It is", lease_s=30)
        clock.advance(29.999999)
        await refused(store.turns.begin(ANNA, made.id, "What?"), Conflict, "session_busy")
        clock.advance(0.000001)
        following = await store.turns.begin(ANNA, made.id, "What?")
        assert (following.turn.number, following.turn.parent_id) == (2, begun.turn.id)
        turns = await store.turns.page(ANNA, made.id)
        assert [(turn.status, turn.answer) for turn in turns] == [("interrupted", "It is"), ("running", "")]

    async def test_lease_of_a_turn_that_began_in_the_future_has_expired(self, store: Store, clock: HeldClock) -> None:
        made = [await store.sessions.create(ANNA, "papers") for _ in range(2)]
        for session in made:
            await store.turns.begin(ANNA, session.id, "Who?", key=session.id, lease_s=30)
        clock.advance(-4)
        await refused(store.turns.begin(ANNA, made[0].id, "What?"), Conflict, "session_busy")
        assert await store.turns.sweep() == 0
        clock.advance(-3600)
        assert (await store.turns.begin(ANNA, made[0].id, "What?")).turn.number == 2
        assert (await store.turns.begin(ANNA, made[1].id, "Who?", key=made[1].id)).turn.status == "interrupted"
        await store.turns.begin(ANNA, made[1].id, "What?")
        clock.advance(-3600)
        assert await store.turns.sweep() == 2

    async def test_owner_that_was_swept_can_write_nothing_more(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=30)
        clock.advance(31)
        await store.turns.sweep()
        late = replace(begun.turn, status="completed", answer="Late.", sources=(source(1, "a"),))
        assert await store.turns.heartbeat(begun, partial="Late") == "lost"
        await refused(store.turns.finish(begun, late), Conflict, "turn_fenced")
        following = await store.turns.begin(ANNA, made.id, "What?")
        assert await store.turns.heartbeat(begun, partial="Late") == "lost"
        await refused(store.turns.finish(begun, late), Conflict, "turn_fenced")
        await store.turns.finish(following, replace(following.turn, status="completed", answer="Yes."))
        await refused(store.turns.finish(begun, late), Conflict, "turn_fenced")
        turns = await store.turns.page(ANNA, made.id)
        assert [(turn.status, turn.answer) for turn in turns] == [("interrupted", ""), ("completed", "Yes.")]
        assert await store.turns.source_numbers(made.id, ["a"]) == {}

    async def test_older_fence_can_write_nothing(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        older = replace(begun, fence=begun.fence - 1)
        assert await store.turns.heartbeat(older, partial="It is") == "lost"
        await refused(store.turns.finish(older, replace(begun.turn, status="completed")), Conflict, "turn_fenced")
        assert await store.turns.get(ANNA, made.id, 1) == begun.turn

    async def test_owner_is_asked_to_stop_at_its_next_heartbeat_and_may_finish(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        assert not await store.turns.ask_to_stop(ANNA, made.id)
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=10)
        assert await store.turns.heartbeat(begun, partial="It") == "mine"
        assert await store.turns.ask_to_stop(ANNA, made.id)
        assert await store.turns.ask_to_stop(ANNA, made.id)
        assert [await store.turns.heartbeat(begun, partial="It is") for _ in range(2)] == ["stop", "stop"]
        assert (await store.turns.get(ANNA, made.id, 1)).answer == "It is"
        stopped = await store.turns.finish(begun, replace(begun.turn, status="stopped", answer="It is"))
        assert stopped.status == "stopped"
        assert not await store.turns.ask_to_stop(ANNA, made.id)
        following = await store.turns.begin(ANNA, made.id, "What?")
        assert await store.turns.heartbeat(following) == "mine"

    async def test_heartbeat_of_a_turn_that_is_to_stop_still_renews_its_lease(
        self, store: Store, clock: HeldClock
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=10)
        await store.turns.ask_to_stop(ANNA, made.id)
        for _ in range(3):
            clock.advance(9)
            assert await store.turns.heartbeat(begun, lease_s=10) == "stop"
        assert await store.turns.sweep() == 0

    async def test_stop_of_a_turn_that_died_is_not_asked_of_the_next_one(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await store.turns.begin(ANNA, made.id, "Who?", lease_s=10)
        assert await store.turns.ask_to_stop(ANNA, made.id)
        clock.advance(11)
        following = await store.turns.begin(ANNA, made.id, "What?", lease_s=10)
        assert await store.turns.heartbeat(following) == "mine"
        await store.turns.ask_to_stop(ANNA, made.id)
        clock.advance(31)
        assert await store.turns.sweep() == 1
        assert await store.turns.heartbeat(await store.turns.begin(ANNA, made.id, "And?")) == "mine"

    async def test_late_owner_that_nobody_swept_may_still_finish(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=30)
        clock.advance(31)
        assert (await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me."))).answer == "Me."

    async def test_final_turn_stays_as_it_is(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        first = await store.turns.finish(
            begun, replace(begun.turn, status="completed", answer="Me.", sources=(source(1, "a"),))
        )
        other = replace(begun.turn, status="failed", answer="You.", sources=(source(2, "b"),))
        assert await store.turns.finish(begun, other) == first
        await complete(store, made.id, "And then?")
        assert await store.turns.finish(begun, other) == first
        assert await store.turns.get(ANNA, made.id, 1) == first

    async def test_finishing_cannot_change_what_was_asked(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        forged = replace(begun.turn, status="completed", answer="Me.", question="What?", number=9, parent_id="x")
        stored = await store.turns.finish(begun, forged)
        assert (stored.question, stored.number, stored.parent_id) == ("Who?", 1, None)

    async def test_owner_of_a_deleted_session_has_no_lease_in_one_of_the_same_id(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers", session_id="again")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.sessions.delete(ANNA, made.id)
        await store.sessions.create(ANNA, "papers", session_id="again")
        await store.turns.begin(ANNA, made.id, "What?")
        assert await store.turns.heartbeat(begun, partial="It is") == "lost"
        assert (await store.turns.get(ANNA, made.id, 1)).answer == ""

    async def test_turn_of_a_deleted_session_is_fenced(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.sessions.delete(ANNA, made.id)
        assert await store.turns.heartbeat(begun, partial="It is") == "lost"
        await refused(store.turns.finish(begun, replace(begun.turn, status="completed")), Conflict, "turn_fenced")
