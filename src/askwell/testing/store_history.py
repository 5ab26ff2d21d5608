"""Conformance tests: sources, and reading turns."""

from dataclasses import replace

import pytest

from askwell.errors import BadInput, NotFound
from askwell.ports import Store
from askwell.testing.store_kit import ANNA, HeldClock, complete, refused, source


class HistoryTests:
    """Conformance tests: sources, and reading turns."""

    async def test_what_is_recalled_with_a_question_is_what_recall_gives(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        for number in range(1, 5):
            await complete(store, made.id, f"Question {number}?", sources=(source(number, f"d{number}"),))
        plain = await store.turns.begin(ANNA, made.id, "Who?", key="k", lease_s=1)
        assert plain.recalled is None
        await store.turns.finish(plain, replace(plain.turn, status="completed", answer="Me."))
        begun = await store.turns.begin(ANNA, made.id, "And who else?", window_turns=3)
        assert begun.recalled == await store.turns.recall(ANNA, made.id, before=begun.turn.number, window_turns=3)
        assert [turn.number for turn in begun.recalled.turns] == [3, 4, 5]
        ask_instead = await store.turns.finish(begun, replace(begun.turn, status="completed", answer="You."))
        edited = await store.turns.begin(ANNA, made.id, "And he?", instead_of=ask_instead.number, window_turns=2)
        assert edited.recalled == await store.turns.recall(ANNA, made.id, before=edited.turn.number, window_turns=2)
        assert [turn.number for turn in edited.recalled.turns] == [4, 5]
        await store.turns.finish(edited, replace(edited.turn, status="completed", answer="He."))
        assert (await store.turns.begin(ANNA, made.id, "Who?", key="k", window_turns=3)).recalled is None

    async def test_sources_keep_their_numbers_over_turns(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?", sources=(source(1, "a"), source(2, "b")))
        await complete(store, made.id, "What?", sources=(source(3, "c"), source(2, "b")))
        assert await store.turns.source_numbers(made.id, ["a", "b", "c", "d"]) == {"a": 1, "b": 2, "c": 3}
        assert (await store.sessions.get(ANNA, made.id)).sources_count == 3
        turns = await store.turns.page(ANNA, made.id)
        assert [[each.number for each in turn.sources] for turn in turns] == [[1, 2], [3, 2]]

    async def test_source_is_named_as_when_it_was_first_cited(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        first = source(1, "a")
        await complete(store, made.id, "Who?", sources=(first,))
        renamed = replace(first, title="Renamed", url="new", date="2026-02")
        stored = await complete(store, made.id, "What?", sources=(renamed,))
        assert stored.sources == (first,)

    async def test_source_keeps_the_date_of_its_document(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        dated, undated = replace(source(1, "a"), date="2026-02"), replace(source(2, "b"), date="")
        await complete(store, made.id, "Who?", sources=(dated, undated))
        (read,) = await store.turns.page(ANNA, made.id)
        assert [each.date for each in read.sources] == ["2026-02", ""]

    @pytest.mark.parametrize("wrong", [(1, "b"), (2, "a"), (0, "c")])
    async def test_number_that_does_not_agree_with_the_conversation_is_refused(
        self, store: Store, wrong: tuple[int, str]
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?", sources=(source(1, "a"),))
        begun = await store.turns.begin(ANNA, made.id, "What?")
        turn = replace(begun.turn, status="completed", answer="x", sources=(source(*wrong),))
        await refused(store.turns.finish(begun, turn), BadInput, "source_renumbered")
        assert (await store.turns.get(ANNA, made.id, 2)).status == "running"
        assert await store.turns.source_numbers(made.id, ["a", "b", "c"]) == {"a": 1}

    async def test_numbers_of_two_sessions_do_not_meet(self, store: Store) -> None:
        first = await store.sessions.create(ANNA, "papers")
        second = await store.sessions.create(ANNA, "papers")
        await complete(store, first.id, "Who?", sources=(source(1, "a"),))
        await complete(store, second.id, "Who?", sources=(source(1, "b"),))
        assert await store.turns.source_numbers(second.id, ["a", "b"]) == {"b": 1}

    # --- reading

    async def test_recall_gives_the_last_turns_below_a_number(self, store: Store) -> None:
        """S0-27 S1-B7: history comes in order, counted in turns."""
        made = await store.sessions.create(ANNA, "papers")
        done = [
            await complete(store, made.id, f"Question {number}?", sources=(source(number, f"d{number}"),))
            for number in range(1, 8)
        ]
        recalled = await store.turns.recall(ANNA, made.id, before=8, window_turns=3)
        assert recalled.turns == tuple(done[4:])
        assert recalled.first_question == "Question 1?"
        assert recalled.sources_count == 7
        assert (await store.turns.recall(ANNA, made.id, before=4, window_turns=2)).turns == tuple(done[1:3])

    async def test_recall_of_a_first_turn_is_empty(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await store.turns.begin(ANNA, made.id, "Who?")
        recalled = await store.turns.recall(ANNA, made.id, before=1, window_turns=5)
        assert (recalled.turns, recalled.first_question, recalled.memory.summary) == ((), "", "")

    async def test_recall_leaves_out_what_failed_or_runs_and_says_what_was_broken_off(
        self, store: Store, clock: HeldClock
    ) -> None:
        made = await store.sessions.create(ANNA, "papers")
        for status in ("completed", "failed", "declined", "stopped"):
            await complete(store, made.id, "Which?", status=status)
        await complete(store, made.id, "")
        await store.turns.begin(ANNA, made.id, "Who?", lease_s=1)
        clock.advance(2)
        await store.turns.begin(ANNA, made.id, "Who?")
        recalled = await store.turns.recall(ANNA, made.id, before=100, window_turns=10)
        expected = [(1, "completed"), (3, "declined"), (4, "stopped"), (6, "interrupted")]
        assert [(turn.number, turn.status) for turn in recalled.turns] == expected

    async def test_recall_looks_back_only_so_far(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?")
        for _ in range(200):
            await complete(store, made.id, "And?", status="failed")
        near = await store.turns.recall(ANNA, made.id, before=201, window_turns=5)
        assert [turn.number for turn in near.turns] == [1]
        far = await store.turns.recall(ANNA, made.id, before=202, window_turns=5)
        assert (far.turns, far.first_question) == ((), "Who?")

    async def test_pages_of_turns_join_without_gap_or_repeat(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        for number in range(5):
            await complete(store, made.id, f"Question {number}?")
        first = await store.turns.page(ANNA, made.id, limit=2)
        rest = await store.turns.page(ANNA, made.id, after=first[-1].number, limit=50)
        assert [turn.number for turn in first + rest] == [1, 2, 3, 4, 5]
        assert await store.turns.page(ANNA, made.id, after=5) == []

    @pytest.mark.parametrize("number", [0, -1, 2])
    async def test_turn_that_never_was_is_not_found(self, store: Store, number: int) -> None:
        """S1-B6: a missing object raises; the result is never None."""
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?")
        await refused(store.turns.get(ANNA, made.id, number), NotFound, "turn_not_found")
