"""What every store must do: a class of tests to inherit, over a `store` that a fixture makes.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        async def store(self, clock: HeldClock, ids: CountedIds) -> AsyncIterator[Store]:
            store = MyStore(clock, ids)
            yield store
            await store.close()

The store takes its time from `clock` and its ids from `ids`. The tests are `async`: run them with anyio, automatically.
"""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from askwell.errors import AskwellError, BadInput, Conflict, NotFound
from askwell.ports import Store
from askwell.types import (
    Begun,
    CitedPassage,
    Decision,
    Ledger,
    Principal,
    Source,
    Status,
    Turn,
    Usage,
)

ANNA = Principal("acme", "anna")
"""Who asks in these tests."""
OTHERS = (Principal("acme", "bob"), Principal("umbra", "anna"))
"""Whose business it is not: another user, and a user of that name at another tenant."""

HARD_TEXTS = (
    "  leading, trailing and\r\nbroken lines\t ",
    "e\u0301 is not \u00e9, \ufb01 is not fi, K is not \u212a",
    "zero\u200bwidth, joined \U0001f469\u200d\U0001f52c, \ufeffmark",
    "\u202eright to left\u202c and \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "tags \U000e0041\U000e0042, not a character \uffff, \u0001 control \x7f",
    '\'; DROP TABLE turns; -- %s {} $1 \\ "quoted"',
)
"""Questions that must come back byte for byte."""


class HeldClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 9, 30, 0, 123456, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        """Move on, microseconds included."""
        self._now += timedelta(seconds=seconds)


class CountedIds:
    """Ids that count from 1 in the shape of UUIDv7."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> str:
        self._last += 1
        return f"01900000-0000-7000-8000-{self._last:012d}"


class StoreConformance:
    """The tests. Inherit, and give the fixture `store`."""

    @pytest.fixture
    def clock(self) -> HeldClock:
        return HeldClock()

    @pytest.fixture
    def ids(self) -> CountedIds:
        return CountedIds()

    # --- sessions

    async def test_new_session_is_empty_and_comes_back_the_same(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers", title="Mine", metadata={"deep": {"list": [1, None, "é"]}})
        assert (made.head, made.sources_count, made.title, made.created_at) == (0, 0, "Mine", clock.now())
        assert made.metadata == {"deep": {"list": [1, None, "é"]}}
        assert await store.session(ANNA, made.id) == made

    async def test_given_session_id_is_kept_and_taken_once(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers", session_id="my_own-ID")
        assert made.id == "my_own-ID"
        await refused(store.create_session(ANNA, "papers", session_id="my_own-ID"), Conflict, "session_exists")

    @pytest.mark.parametrize("session_id", ["../up", "a/b", "a b", "é", "a\n", "a\0", "\ud800", "x" * 129])
    async def test_session_id_of_another_form_is_refused_and_never_found(self, store: Store, session_id: str) -> None:
        await refused(store.create_session(ANNA, "papers", session_id=session_id), BadInput, "bad_session_id")
        await refused(store.session(ANNA, session_id), NotFound, "session_not_found")
        await refused(store.begin(ANNA, session_id, "Who?"), NotFound, "session_not_found")
        await refused(store.turns(ANNA, session_id), NotFound, "session_not_found")
        await refused(store.sessions(ANNA, before=session_id), NotFound, "session_not_found")

    async def test_first_question_titles_an_untitled_session(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        question = "What do the authors\n say about the cost of long contexts in production systems?"
        await complete(store, made.id, question)
        await complete(store, made.id, "And then?")
        title = (await store.session(ANNA, made.id)).title
        assert title == "What do the authors say about the cost of long contexts in…"
        assert len(title) <= 60

    async def test_title_of_one_long_word_is_cut_within_it(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        await complete(store, made.id, "x" * 200)
        assert (await store.session(ANNA, made.id)).title == "x" * 59 + "…"

    async def test_given_title_stays(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers", title="Mine")
        await complete(store, made.id, "What is it?")
        assert (await store.session(ANNA, made.id)).title == "Mine"

    async def test_renaming_changes_the_title_and_not_the_order(self, store: Store, clock: HeldClock) -> None:
        first = await store.create_session(ANNA, "papers")
        clock.advance(1)
        second = await store.create_session(ANNA, "papers")
        clock.advance(1)
        renamed = await store.rename_session(ANNA, first.id, "New name")
        assert renamed == replace(first, title="New name")
        assert await store.sessions(ANNA) == [second, renamed]

    async def test_sessions_come_by_last_activity(self, store: Store, clock: HeldClock) -> None:
        made = []
        for _ in range(3):
            made.append((await store.create_session(ANNA, "papers")).id)
            clock.advance(0.000001)
        await complete(store, made[0], "Who?")
        assert [each.id for each in await store.sessions(ANNA)] == [made[0], made[2], made[1]]

    async def test_pages_of_sessions_join_without_gap_or_repeat(self, store: Store, clock: HeldClock) -> None:
        for number in range(7):
            await store.create_session(ANNA, "papers")
            clock.advance(number % 2)  # some share their moment
        everything = [each.id for each in await store.sessions(ANNA)]
        paged: list[str] = []
        while page := await store.sessions(ANNA, limit=2, before=paged[-1] if paged else ""):
            paged += [each.id for each in page]
        assert len(everything) == 7
        assert paged == everything

    async def test_sessions_of_one_assistant(self, store: Store) -> None:
        await store.create_session(ANNA, "papers")
        shop = await store.create_session(ANNA, "shop")
        assert await store.sessions(ANNA, assistant="shop") == [shop]

    @pytest.mark.parametrize(
        ("search", "found"),
        [("übersicht", True), ("ÜBERSICHT", True), ("naïve", True), ("100%", True), ("100_", False), ("bayes", False)],
    )
    async def test_search_looks_into_titles_and_questions_literally(
        self, store: Store, search: str, found: bool
    ) -> None:
        made = await store.create_session(ANNA, "papers", title="Eine Übersicht")
        await complete(store, made.id, "Is the NAÏVE way right in 100% of cases?")
        assert bool(await store.sessions(ANNA, search=search)) is found

    async def test_search_finds_a_session_once(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers", title="Rates")
        await complete(store, made.id, "Which rates?")
        await complete(store, made.id, "More rates?")
        assert [each.id for each in await store.sessions(ANNA, search="rates")] == [made.id]

    async def test_deleted_session_is_gone_and_its_id_free(self, store: Store) -> None:
        """S0-09 S1-04: a session goes with all its turns."""
        made = await store.create_session(ANNA, "papers")
        await complete(store, made.id, "Who?", key="k")
        await store.delete_session(ANNA, made.id)
        await refused(store.session(ANNA, made.id), NotFound, "session_not_found")
        await refused(store.delete_session(ANNA, made.id), NotFound, "session_not_found")
        again = await store.create_session(ANNA, "papers", session_id=made.id)
        assert (await store.begin(ANNA, again.id, "Who?", key="k")).turn.number == 1

    @pytest.mark.parametrize("stranger", OTHERS)
    async def test_what_is_somebody_elses_is_as_good_as_none(self, store: Store, stranger: Principal) -> None:
        """S0-B12 S1-B8: who does not own a session cannot tell that it is there."""
        made = await store.create_session(ANNA, "papers", title="Secret")
        await complete(store, made.id, "Who?", key="k")
        for call in (
            store.session(stranger, made.id),
            store.rename_session(stranger, made.id, "Mine now"),
            store.delete_session(stranger, made.id),
            store.begin(stranger, made.id, "Who?"),
            store.begin(stranger, made.id, "Who?", key="k"),
            store.recall(stranger, made.id, before=2, window_turns=5),
            store.turn(stranger, made.id, 1),
            store.turns(stranger, made.id),
            store.sessions(stranger, before=made.id),
        ):
            await refused(call, NotFound, "session_not_found")
        assert await store.sessions(stranger) == []
        assert await store.sessions(stranger, search="Secret") == []
        assert (await store.session(ANNA, made.id)).title == "Secret"

    # --- the life of a turn

    async def test_turns_count_from_one_without_gap_and_hang_together(self, store: Store, clock: HeldClock) -> None:
        """S0-28 S0-29 S0-B1: turns count from 1, one question and one answer each."""
        made = await store.create_session(ANNA, "papers")
        ends: tuple[Status, ...] = ("completed", "failed", "stopped", "declined", "completed")
        for status in ends:
            clock.advance(1)
            await complete(store, made.id, f"Is it {status}?", status=status)
        turns = await store.turns(ANNA, made.id)
        assert [turn.number for turn in turns] == [1, 2, 3, 4, 5]
        assert [turn.status for turn in turns] == list(ends)
        assert [turn.parent_id for turn in turns] == [None, *(turn.id for turn in turns[:-1])]
        session = await store.session(ANNA, made.id)
        assert (session.head, session.updated_at) == (5, clock.now())

    async def test_begun_turn_is_stored_and_running(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        assert begun.turn == Turn(begun.turn.id, made.id, 1, None, "running", "Who?", clock.now())
        assert not begun.replayed
        assert await store.turn(ANNA, made.id, 1) == begun.turn

    async def test_finished_turn_comes_back_whole(self, store: Store, clock: HeldClock) -> None:
        """S0-30: what was decided, cited and rewritten is stored with the turn."""
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "And for 2025?")
        clock.advance(2.5)
        turn = replace(
            begun.turn,
            status="completed",
            standalone_question="What is the rate for 2025?",
            kind="follow_up",
            way="search",
            ending="answered",
            answer="Twelve [1]. More [2].",
            language="nl",
            sources=(source(1, "a", passages=2), source(2, "b")),
            decisions=(
                Decision("resolve", "follow_up", "ellipsis", 0.875, 1.25, {"features": {"and": 0.5}, "list": [1]}),
                Decision("search", "24", "two wordings"),
            ),
            ledger=Ledger("pure_kb", 3500, {"system": 120, "question": 9}, ("2 passages: budget",)),
            usage=Usage(1200, 80, 2),
            model="a-model",
            finished_at=clock.now(),
            took_ms=2500.125,
        )
        stored = await store.finish(begun, turn)
        assert stored == turn
        assert await store.turn(ANNA, made.id, 1) == turn
        assert await store.turns(ANNA, made.id) == [turn]

    async def test_failed_turn_keeps_its_reason(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        clock.advance(1)
        await store.finish(begun, replace(begun.turn, status="failed", error_code="upstream_timeout", answer="Tw"))
        stored = await store.turn(ANNA, made.id, 1)
        assert (stored.status, stored.error_code, stored.answer) == ("failed", "upstream_timeout", "Tw")
        assert stored.finished_at == clock.now()

    @pytest.mark.parametrize("question", HARD_TEXTS)
    async def test_question_and_answer_are_kept_byte_for_byte(self, store: Store, question: str) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, question)
        await store.finish(
            begun, replace(begun.turn, status="completed", standalone_question=question, answer=question)
        )
        turn = await store.turn(ANNA, made.id, 1)
        assert (turn.question, turn.standalone_question, turn.answer) == (question, question, question)

    @pytest.mark.parametrize("question", ["a\0b", "\ud83d alone", "\udfff"])
    async def test_what_is_no_text_is_refused(self, store: Store, question: str) -> None:
        made = await store.create_session(ANNA, "papers")
        await refused(store.begin(ANNA, made.id, question), BadInput, "bad_character")
        await refused(store.begin(ANNA, made.id, "Who?", key=question), BadInput, "bad_character")
        await refused(store.rename_session(ANNA, made.id, question), BadInput, "bad_character")
        await refused(store.sessions(ANNA, search=question), BadInput, "bad_character")
        assert await store.turns(ANNA, made.id) == []

    async def test_answer_that_is_no_text_is_kept_with_its_faults_shown(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        assert await store.heartbeat(begun, partial="a\0")
        stored = await store.finish(begun, replace(begun.turn, status="completed", answer="a\0b\ud800c"))
        assert stored.answer == "a\ufffdb\ufffdc"
        assert await store.turn(ANNA, made.id, 1) == stored

    async def test_second_question_waits_for_the_first(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        await store.begin(ANNA, made.id, "Who?", lease_s=30)
        clock.advance(10.5)
        error = await refused(store.begin(ANNA, made.id, "What?"), Conflict, "session_busy")
        assert error.hint == "Try again in 20 s."
        assert len(await store.turns(ANNA, made.id)) == 1

    async def test_of_eight_questions_at_once_one_runs(self, store: Store) -> None:
        """S0-B2: of a race one wins and the others are told."""
        made = await store.create_session(ANNA, "papers")
        outcomes = await asyncio.gather(
            *(store.begin(ANNA, made.id, f"Question {number}?") for number in range(8)), return_exceptions=True
        )
        begun = [each for each in outcomes if isinstance(each, Begun)]
        refusals = [each.code for each in outcomes if isinstance(each, Conflict)]
        assert len(begun) == 1
        assert refusals == ["session_busy"] * 7
        assert await store.turns(ANNA, made.id) == [begun[0].turn]

    async def test_of_eight_submits_with_one_key_one_runs(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        outcomes = await asyncio.gather(
            *(store.begin(ANNA, made.id, "Who?", key="k") for _ in range(8)), return_exceptions=True
        )
        assert sum(isinstance(each, Begun) for each in outcomes) == 1
        refusals = [each.code for each in outcomes if isinstance(each, Conflict)]
        assert refusals == ["turn_in_progress"] * 7

    async def test_key_of_a_final_turn_gives_that_turn_back(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        done = await complete(store, made.id, "Who?", key="k", sources=(source(1, "a"),))
        await complete(store, made.id, "Then?")
        again = await store.begin(ANNA, made.id, "Who?", key="k")
        assert again.replayed
        assert again.turn == done
        assert len(await store.turns(ANNA, made.id)) == 2

    async def test_key_with_another_body_is_refused(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        await complete(store, made.id, "Who?", key="plain")
        await refused(store.begin(ANNA, made.id, "What?", key="plain"), BadInput, "key_reused")
        begun = await store.begin(ANNA, made.id, "Who?", key="hashed", body_hash="1")
        await refused(store.begin(ANNA, made.id, "Who?", key="hashed", body_hash="2"), BadInput, "key_reused")
        await store.finish(begun, replace(begun.turn, status="completed", answer="Me."))

    async def test_key_of_another_session_is_refused(self, store: Store) -> None:
        first = await store.create_session(ANNA, "papers")
        second = await store.create_session(ANNA, "papers")
        await complete(store, first.id, "Who?", key="k")
        await refused(store.begin(ANNA, second.id, "Who?", key="k"), BadInput, "key_reused")

    async def test_keys_of_two_users_do_not_meet(self, store: Store) -> None:
        mine = await store.create_session(ANNA, "papers")
        theirs = await store.create_session(OTHERS[0], "papers")
        await complete(store, mine.id, "Who?", key="k")
        begun = await store.begin(OTHERS[0], theirs.id, "Who?", key="k")
        assert not begun.replayed

    async def test_key_of_a_turn_whose_owner_died_gives_it_interrupted(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?", key="k", lease_s=30)
        await store.heartbeat(begun, partial="It is", lease_s=30)
        clock.advance(30)
        again = await store.begin(ANNA, made.id, "Who?", key="k")
        assert again.replayed
        assert (again.turn.id, again.turn.status, again.turn.answer) == (begun.turn.id, "interrupted", "It is")

    async def test_heartbeat_keeps_the_lease_and_the_partial_answer(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?", lease_s=10)
        for partial in ("It", "It is", None):
            clock.advance(9)
            assert await store.heartbeat(begun, partial=partial, lease_s=10)
        running = await store.turn(ANNA, made.id, 1)
        assert (running.status, running.answer) == ("running", "It is")
        assert (await store.turns(ANNA, made.id))[0] == running
        assert await store.sweep() == 0

    async def test_partial_answer_does_not_outlive_its_turn(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        await store.heartbeat(begun, partial="It is")
        await store.finish(begun, replace(begun.turn, status="failed"))
        assert (await store.turn(ANNA, made.id, 1)).answer == ""
        await store.begin(ANNA, made.id, "Who?")
        assert (await store.turn(ANNA, made.id, 2)).answer == ""

    async def test_expired_turn_is_interrupted_with_its_partial_answer(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?", lease_s=30)
        await store.heartbeat(begun, partial="It is", lease_s=30)
        clock.advance(29.999999)
        assert await store.sweep() == 0
        clock.advance(0.000001)
        assert await store.sweep() == 1
        assert await store.sweep() == 0
        turn = await store.turn(ANNA, made.id, 1)
        assert (turn.status, turn.answer, turn.finished_at) == ("interrupted", "It is", clock.now())

    async def test_next_question_sweeps_an_expired_one_and_takes_the_next_number(
        self, store: Store, clock: HeldClock
    ) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?", lease_s=30)
        await store.heartbeat(begun, partial="It is", lease_s=30)
        clock.advance(29.999999)
        await refused(store.begin(ANNA, made.id, "What?"), Conflict, "session_busy")
        clock.advance(0.000001)
        following = await store.begin(ANNA, made.id, "What?")
        assert (following.turn.number, following.turn.parent_id) == (2, begun.turn.id)
        turns = await store.turns(ANNA, made.id)
        assert [(turn.status, turn.answer) for turn in turns] == [("interrupted", "It is"), ("running", "")]

    async def test_owner_that_was_swept_can_write_nothing_more(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?", lease_s=30)
        clock.advance(31)
        await store.sweep()
        late = replace(begun.turn, status="completed", answer="Late.", sources=(source(1, "a"),))
        assert not await store.heartbeat(begun, partial="Late")
        await refused(store.finish(begun, late), Conflict, "turn_fenced")
        following = await store.begin(ANNA, made.id, "What?")
        assert not await store.heartbeat(begun, partial="Late")
        await refused(store.finish(begun, late), Conflict, "turn_fenced")
        await store.finish(following, replace(following.turn, status="completed", answer="Yes."))
        await refused(store.finish(begun, late), Conflict, "turn_fenced")
        turns = await store.turns(ANNA, made.id)
        assert [(turn.status, turn.answer) for turn in turns] == [("interrupted", ""), ("completed", "Yes.")]
        assert await store.source_numbers(made.id, ["a"]) == {}

    async def test_older_fence_can_write_nothing(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        older = replace(begun, fence=begun.fence - 1)
        assert not await store.heartbeat(older, partial="It is")
        await refused(store.finish(older, replace(begun.turn, status="completed")), Conflict, "turn_fenced")
        assert await store.turn(ANNA, made.id, 1) == begun.turn

    async def test_late_owner_that_nobody_swept_may_still_finish(self, store: Store, clock: HeldClock) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?", lease_s=30)
        clock.advance(31)
        assert (await store.finish(begun, replace(begun.turn, status="completed", answer="Me."))).answer == "Me."

    async def test_final_turn_stays_as_it_is(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        first = await store.finish(
            begun, replace(begun.turn, status="completed", answer="Me.", sources=(source(1, "a"),))
        )
        other = replace(begun.turn, status="failed", answer="You.", sources=(source(2, "b"),))
        assert await store.finish(begun, other) == first
        await complete(store, made.id, "And then?")
        assert await store.finish(begun, other) == first
        assert await store.turn(ANNA, made.id, 1) == first

    async def test_finishing_cannot_change_what_was_asked(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        forged = replace(begun.turn, status="completed", answer="Me.", question="What?", number=9, parent_id="x")
        stored = await store.finish(begun, forged)
        assert (stored.question, stored.number, stored.parent_id) == ("Who?", 1, None)

    async def test_turn_of_a_deleted_session_is_fenced(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        begun = await store.begin(ANNA, made.id, "Who?")
        await store.delete_session(ANNA, made.id)
        assert not await store.heartbeat(begun, partial="It is")
        await refused(store.finish(begun, replace(begun.turn, status="completed")), Conflict, "turn_fenced")

    # --- sources

    async def test_sources_keep_their_numbers_over_turns(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        await complete(store, made.id, "Who?", sources=(source(1, "a"), source(2, "b")))
        await complete(store, made.id, "What?", sources=(source(3, "c"), source(2, "b")))
        assert await store.source_numbers(made.id, ["a", "b", "c", "d"]) == {"a": 1, "b": 2, "c": 3}
        assert (await store.session(ANNA, made.id)).sources_count == 3
        turns = await store.turns(ANNA, made.id)
        assert [[each.number for each in turn.sources] for turn in turns] == [[1, 2], [3, 2]]

    async def test_source_is_named_as_when_it_was_first_cited(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        first = source(1, "a")
        await complete(store, made.id, "Who?", sources=(first,))
        stored = await complete(store, made.id, "What?", sources=(replace(first, title="Renamed", url="new"),))
        assert stored.sources == (first,)

    @pytest.mark.parametrize("wrong", [(1, "b"), (2, "a"), (0, "c")])
    async def test_number_that_does_not_agree_with_the_conversation_is_refused(
        self, store: Store, wrong: tuple[int, str]
    ) -> None:
        made = await store.create_session(ANNA, "papers")
        await complete(store, made.id, "Who?", sources=(source(1, "a"),))
        begun = await store.begin(ANNA, made.id, "What?")
        turn = replace(begun.turn, status="completed", answer="x", sources=(source(*wrong),))
        await refused(store.finish(begun, turn), BadInput, "source_renumbered")
        assert (await store.turn(ANNA, made.id, 2)).status == "running"
        assert await store.source_numbers(made.id, ["a", "b", "c"]) == {"a": 1}

    async def test_numbers_of_two_sessions_do_not_meet(self, store: Store) -> None:
        first = await store.create_session(ANNA, "papers")
        second = await store.create_session(ANNA, "papers")
        await complete(store, first.id, "Who?", sources=(source(1, "a"),))
        await complete(store, second.id, "Who?", sources=(source(1, "b"),))
        assert await store.source_numbers(second.id, ["a", "b"]) == {"b": 1}

    # --- reading

    async def test_recall_gives_the_last_turns_below_a_number(self, store: Store) -> None:
        """S0-27 S1-B7: history comes in order, counted in turns."""
        made = await store.create_session(ANNA, "papers")
        done = [
            await complete(store, made.id, f"Question {number}?", sources=(source(number, f"d{number}"),))
            for number in range(1, 8)
        ]
        recalled = await store.recall(ANNA, made.id, before=8, window_turns=3)
        assert recalled.turns == tuple(done[4:])
        assert recalled.first_question == "Question 1?"
        assert recalled.sources_count == 7
        assert (await store.recall(ANNA, made.id, before=4, window_turns=2)).turns == tuple(done[1:3])

    async def test_recall_of_a_first_turn_is_empty(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        await store.begin(ANNA, made.id, "Who?")
        recalled = await store.recall(ANNA, made.id, before=1, window_turns=5)
        assert (recalled.turns, recalled.first_question, recalled.summary) == ((), "", "")

    async def test_recall_leaves_out_what_failed_or_runs_and_says_what_was_broken_off(
        self, store: Store, clock: HeldClock
    ) -> None:
        made = await store.create_session(ANNA, "papers")
        for status in ("completed", "failed", "declined", "stopped"):
            await complete(store, made.id, "Which?", status=status)
        await complete(store, made.id, "")
        await store.begin(ANNA, made.id, "Who?", lease_s=1)
        clock.advance(2)
        await store.begin(ANNA, made.id, "Who?")
        recalled = await store.recall(ANNA, made.id, before=100, window_turns=10)
        expected = [(1, "completed"), (3, "declined"), (4, "stopped"), (6, "interrupted")]
        assert [(turn.number, turn.status) for turn in recalled.turns] == expected

    async def test_pages_of_turns_join_without_gap_or_repeat(self, store: Store) -> None:
        made = await store.create_session(ANNA, "papers")
        for number in range(5):
            await complete(store, made.id, f"Question {number}?")
        first = await store.turns(ANNA, made.id, limit=2)
        rest = await store.turns(ANNA, made.id, after=first[-1].number, limit=50)
        assert [turn.number for turn in first + rest] == [1, 2, 3, 4, 5]
        assert await store.turns(ANNA, made.id, after=5) == []

    @pytest.mark.parametrize("number", [0, -1, 2])
    async def test_turn_that_never_was_is_not_found(self, store: Store, number: int) -> None:
        """S1-B6: what is not there raises, and never gives None."""
        made = await store.create_session(ANNA, "papers")
        await complete(store, made.id, "Who?")
        await refused(store.turn(ANNA, made.id, number), NotFound, "turn_not_found")


async def complete(
    store: Store,
    session_id: str,
    question: str,
    *,
    status: Status = "completed",
    key: str = "",
    sources: tuple[Source, ...] = (),
) -> Turn:
    """A turn of Anna's, begun and finished."""
    begun = await store.begin(ANNA, session_id, question, key=key)
    return await store.finish(begun, replace(begun.turn, status=status, answer="So it is.", sources=sources))


def source(number: int, document_id: str, *, passages: int = 1) -> Source:
    """A source with passages whose parts all differ."""
    return Source(
        number,
        document_id,
        f"folder/{document_id}.md",
        f"About {document_id}",
        f"https://example.org/{document_id}",
        tuple(
            CitedPassage(f"{document_id}-{place}", f"Text {place} é", ("Top", "Sub"), place or None, place, 9, 0.5)
            for place in range(passages)
        ),
    )


async def refused(call: Awaitable[object], kind: type[AskwellError], code: str) -> AskwellError:
    """The error that a call raised, of this kind and code."""
    with pytest.raises(kind) as caught:
        await call
    assert caught.value.code == code
    return caught.value
