"""Conformance tests: turns and idempotency keys."""

import asyncio
from dataclasses import replace

import pytest

from askwell.errors import BadInput, Conflict, NotFound
from askwell.ports import Store
from askwell.testing.store_kit import ANNA, HARD_TEXTS, OTHERS, HeldClock, complete, refused, source
from askwell.types import (
    Antecedent,
    Begun,
    CitedPassage,
    Decision,
    Fact,
    Ledger,
    Place,
    Reason,
    Resolution,
    SearchTerm,
    Status,
    Support,
    Turn,
    TurnOptions,
    Usage,
    decided,
)


class TurnTests:
    """Conformance tests: turns and idempotency keys."""

    async def test_turns_count_from_one_without_gap_and_hang_together(self, store: Store, clock: HeldClock) -> None:
        """S0-28 S0-29 S0-B1: turns count from 1, one question and one answer each."""
        made = await store.sessions.create(ANNA, "papers")
        ends: tuple[Status, ...] = ("completed", "failed", "stopped", "declined", "completed")
        for status in ends:
            clock.advance(1)
            await complete(store, made.id, f"Is it {status}?", status=status)
        turns = await store.turns.page(ANNA, made.id)
        assert [turn.number for turn in turns] == [1, 2, 3, 4, 5]
        assert [turn.status for turn in turns] == list(ends)
        assert [turn.parent_id for turn in turns] == [None, *(turn.id for turn in turns[:-1])]
        session = await store.sessions.get(ANNA, made.id)
        assert (session.head, session.updated_at) == (5, clock.now())

    async def test_begun_turn_is_stored_and_running(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        assert begun.turn == Turn(begun.turn.id, made.id, 1, None, "running", "Who?", clock.now())
        assert not begun.replayed
        assert await store.turns.get(ANNA, made.id, 1) == begun.turn

    async def test_finished_turn_comes_back_whole(self, store: Store, clock: HeldClock) -> None:
        """S0-11 S0-30: decisions, citations and the rewritten question are stored with the turn."""
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "And for 2025?")
        clock.advance(2.5)
        turn = replace(
            begun.turn,
            status="completed",
            standalone_question="What is the rate for 2025?",
            kind="follow_up",
            route="search",
            outcome="answered",
            answer="Twelve [1]. More [2].",
            language="nl",
            sources=(source(1, "a", passages=2), source(2, "b")),
            decisions=(
                Decision("resolve", "follow_up", "ellipsis", 0.875, 1.25, {"features": {"and": 0.5}, "list": [1]}),
                Decision("search", "24", "two wordings"),
                decided("grade.kept", {"kept": 1, "helping": 2, "graded": 20}, score=0.5),
            ),
            ledger=Ledger(
                "pure_kb",
                3500,
                {"system": 120, "question": 9},
                ("2 passages: budget", Reason("pack.turns_over", {"turns": 2})),
                Reason("compose.only_collections"),
                0.75,
                1000,
                "low",
            ),
            usage=Usage(1200, 80, 2),
            model="a-model",
            finished_at=clock.now(),
            took_ms=2500.125,
            support=(
                Support(0, 11, 0.75, (1,), "number", (Place(1, 30, 52), Place(1, 60, 81, 2))),
                Support(12, 21, 0.125, ()),
            ),
            warnings=("mark_removed", "second"),
            resolution=Resolution(
                "follow_up",
                "What is the rate for 2025?",
                0.875,
                Reason("resolve.pronoun", {"expression": "it", "x": "the rate", "turn": 1}),
                features={"pronoun": 1.25},
                antecedents=(Antecedent("it", "the rate", 1),),
                terms=(SearchTerm("rate", 0.5),),
                by="a-model",
            ),
            options=TurnOptions(labels=("public",), window_turns=3, use_memory=False),
            things=("Rate A",),
            among=("Rate A", "Rate B"),
            retrieved=("c1", "c2", "c3"),
            packed=("c2", "c1"),
            facts=(
                Fact("period", "last month", 4, 14, "2026-02", "en", is_relative=True),
                Fact("date", "3/4/2026", 18, 26, "2026-03-04", "en", ("2026-04-03",)),
            ),
        )
        stored = await store.turns.finish(begun, turn)
        assert stored == turn
        assert await store.turns.get(ANNA, made.id, 1) == turn
        assert await store.turns.page(ANNA, made.id) == [turn]

    async def test_what_finishing_gives_is_what_is_read(self, store: Store) -> None:
        """Also if the store keeps less than it was given: numbers are rounded, and texts contain no lone surrogate."""
        made = await store.sessions.create(ANNA, "papers")
        first = source(1, "a")
        await complete(store, made.id, "Who?", sources=(first,))
        begun = await store.turns.begin(ANNA, made.id, "And who else?")
        third = CitedPassage("c", "half \ud800", ("Top",), 3, 0, 4, 1 / 3)
        turn = replace(
            begun.turn,
            status="completed",
            standalone_question="Who else is \x00?",
            answer="Me \udfff [1].",
            sources=(replace(first, title="By another name now"), replace(source(2, "b"), passages=(third,))),
            decisions=(Decision("rank", "6", "", 2 / 3, 1 / 3, {"pair": [1, 2]}),),
            ledger=Ledger("pure_kb", 3500, {"system": 120}),
            took_ms=2 / 3,
            support=(Support(0, 2, 1 / 3, (1,)),),
            warnings=("odd \x00",),
            resolution=Resolution("follow_up", "Who else is \x00?", 2 / 3, "half \ud800", {"a": 1 / 3}),
            things=("odd \x00",),
        )
        stored = await store.turns.finish(begun, turn)
        assert stored == await store.turns.get(ANNA, made.id, 2)
        assert stored.sources[0].title == first.title

    @pytest.mark.parametrize(("retrieved", "packed"), [(("c1",), ()), ((), ("c1",))])
    async def test_retrieved_and_packed_passages_are_kept_apart(
        self, store: Store, retrieved: tuple[str, ...], packed: tuple[str, ...]
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        finished = replace(begun.turn, status="completed", answer="Me.", retrieved=retrieved, packed=packed)
        stored = await store.turns.finish(begun, finished)
        turn = await store.turns.get(ANNA, made.id, 1)
        assert (turn.retrieved, turn.packed) == (stored.retrieved, stored.packed) == (retrieved, packed)

    @pytest.mark.parametrize(("support", "warnings"), [((), ("only",)), ((Support(0, 2, 1.0, ()),), ())])
    async def test_support_and_warnings_are_kept_apart(
        self, store: Store, support: tuple[Support, ...], warnings: tuple[str, ...]
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.turns.finish(
            begun, replace(begun.turn, status="completed", answer="Me.", support=support, warnings=warnings)
        )
        turn = await store.turns.get(ANNA, made.id, 1)
        assert (turn.support, turn.warnings) == (support, warnings)

    async def test_turn_is_found_by_its_id(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        done = await complete(store, made.id, "Who?", sources=(source(1, "a"),))
        running = await store.turns.begin(ANNA, made.id, "What?")
        await store.turns.heartbeat(running, partial="It is")
        assert await store.turns.by_id(ANNA, done.id) == done
        assert (await store.turns.by_id(ANNA, running.turn.id)).answer == "It is"
        for stranger in OTHERS:
            await refused(store.turns.by_id(stranger, done.id), NotFound, "turn_not_found")
        await store.sessions.delete(ANNA, made.id)
        for turn_id in (done.id, "", "x" * 40, "../1", "a\0", "\ud800"):
            await refused(store.turns.by_id(ANNA, turn_id), NotFound, "turn_not_found")

    async def test_text_of_ten_megabytes_is_kept(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        text = "naïve " * 1_500_000
        begun = await store.turns.begin(ANNA, made.id, text)
        await store.turns.finish(begun, replace(begun.turn, status="completed", standalone_question=text, answer=text))
        turn = await store.turns.get(ANNA, made.id, 1)
        assert turn.question == turn.standalone_question == turn.answer == text

    async def test_failed_turn_keeps_its_reason(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        clock.advance(1)
        await store.turns.finish(
            begun, replace(begun.turn, status="failed", error_code="upstream_timeout", answer="Tw")
        )
        stored = await store.turns.get(ANNA, made.id, 1)
        assert (stored.status, stored.error_code, stored.answer) == ("failed", "upstream_timeout", "Tw")
        assert stored.finished_at == clock.now()

    @pytest.mark.parametrize("question", HARD_TEXTS)
    async def test_question_and_answer_are_kept_byte_for_byte(self, store: Store, question: str) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, question)
        await store.turns.finish(
            begun, replace(begun.turn, status="completed", standalone_question=question, answer=question)
        )
        turn = await store.turns.get(ANNA, made.id, 1)
        assert (turn.question, turn.standalone_question, turn.answer) == (question, question, question)

    @pytest.mark.parametrize("question", ["a\0b", "\ud83d alone", "\udfff"])
    async def test_what_is_no_text_is_refused(self, store: Store, question: str) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await refused(store.turns.begin(ANNA, made.id, question), BadInput, "bad_character")
        await refused(store.turns.begin(ANNA, made.id, "Who?", key=question), BadInput, "bad_character")
        await refused(store.sessions.rename(ANNA, made.id, question), BadInput, "bad_character")
        await refused(store.sessions.page(ANNA, search=question), BadInput, "bad_character")
        assert await store.turns.page(ANNA, made.id) == []

    async def test_answer_that_is_no_text_is_kept_with_its_faults_shown(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        assert await store.turns.heartbeat(begun, partial="a\0") == "mine"
        stored = await store.turns.finish(begun, replace(begun.turn, status="completed", answer="a\0b\ud800c"))
        assert stored.answer == "a\ufffdb\ufffdc"
        assert await store.turns.get(ANNA, made.id, 1) == stored

    async def test_second_question_waits_for_the_first(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await store.turns.begin(ANNA, made.id, "Who?", lease_s=30)
        clock.advance(10.5)
        error = await refused(store.turns.begin(ANNA, made.id, "What?"), Conflict, "session_busy")
        assert error.hint == "Try again in 20 s."
        assert len(await store.turns.page(ANNA, made.id)) == 1

    async def test_of_eight_questions_at_once_one_runs(self, store: Store) -> None:
        """S0-B2: one wins a race, the others are rejected."""
        made = await store.sessions.create(ANNA, "papers")
        outcomes = await asyncio.gather(
            *(store.turns.begin(ANNA, made.id, f"Question {number}?") for number in range(8)), return_exceptions=True
        )
        begun = [each for each in outcomes if isinstance(each, Begun)]
        refusals = [each.code for each in outcomes if isinstance(each, Conflict)]
        assert len(begun) == 1
        assert refusals == ["session_busy"] * 7
        assert await store.turns.page(ANNA, made.id) == [begun[0].turn]

    async def test_of_eight_submits_with_one_key_one_runs(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        outcomes = await asyncio.gather(
            *(store.turns.begin(ANNA, made.id, "Who?", key="k") for _ in range(8)), return_exceptions=True
        )
        assert sum(isinstance(each, Begun) for each in outcomes) == 1
        refusals = [each.code for each in outcomes if isinstance(each, Conflict)]
        assert refusals == ["turn_in_progress"] * 7

    async def test_key_of_a_final_turn_gives_that_turn_back(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        done = await complete(store, made.id, "Who?", key="k", sources=(source(1, "a"),))
        await complete(store, made.id, "Then?")
        again = await store.turns.begin(ANNA, made.id, "Who?", key="k")
        assert again.replayed
        assert again.turn == done
        assert len(await store.turns.page(ANNA, made.id)) == 2

    async def test_key_with_another_body_is_refused(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?", key="plain")
        await refused(store.turns.begin(ANNA, made.id, "What?", key="plain"), BadInput, "key_reused")
        begun = await store.turns.begin(ANNA, made.id, "Who?", key="hashed", body_hash="1")
        await refused(store.turns.begin(ANNA, made.id, "Who?", key="hashed", body_hash="2"), BadInput, "key_reused")
        await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me."))

    async def test_key_of_another_session_is_refused(self, store: Store) -> None:
        first = await store.sessions.create(ANNA, "papers")
        second = await store.sessions.create(ANNA, "papers")
        await complete(store, first.id, "Who?", key="k")
        await refused(store.turns.begin(ANNA, second.id, "Who?", key="k"), BadInput, "key_reused")

    async def test_keys_of_two_users_do_not_meet(self, store: Store) -> None:
        mine = await store.sessions.create(ANNA, "papers")
        theirs = await store.sessions.create(OTHERS[0], "papers")
        await complete(store, mine.id, "Who?", key="k")
        begun = await store.turns.begin(OTHERS[0], theirs.id, "Who?", key="k")
        assert not begun.replayed

    async def test_key_is_forgotten_after_three_days(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        done = await complete(store, made.id, "Who?", key="k")
        clock.advance(3 * 86_400)
        assert await store.turns.sweep() == 0
        assert (await store.turns.begin(ANNA, made.id, "Who?", key="k")).turn == done
        clock.advance(0.000001)
        await store.turns.sweep()
        again = await store.turns.begin(ANNA, made.id, "Who?", key="k")
        assert (again.replayed, again.turn.number) == (False, 2)

    async def test_of_fifty_questions_at_once_with_keys_of_their_own_one_runs_and_none_breaks(
        self, store: Store
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        outcomes = await asyncio.gather(
            *(store.turns.begin(ANNA, made.id, f"Question {number}?", key=f"k{number}") for number in range(50)),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Begun) for each in outcomes) == 1
        assert [each.code for each in outcomes if isinstance(each, Conflict)] == ["session_busy"] * 49
        assert [turn.number for turn in await store.turns.page(ANNA, made.id)] == [1]

    async def test_of_two_sessions_that_use_a_key_at_once_one_has_it(self, store: Store) -> None:
        made = [await store.sessions.create(ANNA, "papers") for _ in range(2)]
        outcomes = await asyncio.gather(
            *(store.turns.begin(ANNA, each.id, "Who?", key="k") for each in made), return_exceptions=True
        )
        assert sum(isinstance(each, Begun) for each in outcomes) == 1
        assert [each.code for each in outcomes if isinstance(each, BadInput)] == ["key_reused"]

    async def test_key_of_a_turn_whose_owner_died_gives_it_interrupted(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?", key="k", lease_s=30)
        await store.turns.heartbeat(begun, partial="It is", lease_s=30)
        clock.advance(30)
        again = await store.turns.begin(ANNA, made.id, "Who?", key="k")
        assert again.replayed
        assert (again.turn.id, again.turn.status, again.turn.answer) == (begun.turn.id, "interrupted", "It is")
