"""Conformance tests: sessions."""

from dataclasses import replace

import pytest

from askwell.errors import BadInput, Conflict, NotFound
from askwell.ports import Store
from askwell.testing.store_kit import ANNA, OTHERS, HeldClock, complete, refused
from askwell.types import Principal


class SessionTests:
    """Conformance tests: sessions."""

    async def test_new_session_is_empty_and_comes_back_the_same(self, store: Store, clock: HeldClock) -> None:
        made = await store.sessions.create(ANNA, "papers", title="Mine", metadata={"deep": {"list": [1, None, "é"]}})
        assert (made.head, made.sources_count, made.title, made.created_at) == (0, 0, "Mine", clock.now())
        assert made.metadata == {"deep": {"list": [1, None, "é"]}}
        assert await store.sessions.get(ANNA, made.id) == made

    async def test_given_session_id_is_kept_and_taken_once(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers", session_id="my_own-ID")
        assert made.id == "my_own-ID"
        await refused(store.sessions.create(ANNA, "papers", session_id="my_own-ID"), Conflict, "session_exists")

    @pytest.mark.parametrize("session_id", ["../up", "a/b", "a b", "é", "a\n", "a\0", "\ud800", "x" * 129])
    async def test_session_id_of_another_form_is_refused_and_never_found(self, store: Store, session_id: str) -> None:
        await refused(store.sessions.create(ANNA, "papers", session_id=session_id), BadInput, "bad_session_id")
        await refused(store.sessions.get(ANNA, session_id), NotFound, "session_not_found")
        await refused(store.turns.begin(ANNA, session_id, "Who?"), NotFound, "session_not_found")
        await refused(store.turns.page(ANNA, session_id), NotFound, "session_not_found")
        await refused(store.sessions.page(ANNA, before=session_id), NotFound, "session_not_found")

    async def test_first_question_titles_an_untitled_session(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        question = "What do the authors\n say about the cost of long contexts in production systems?"
        await complete(store, made.id, question)
        await complete(store, made.id, "And then?")
        title = (await store.sessions.get(ANNA, made.id)).title
        assert title == "What do the authors say about the cost of long contexts in…"
        assert len(title) <= 60

    async def test_title_of_one_long_word_is_cut_within_it(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "x" * 200)
        assert (await store.sessions.get(ANNA, made.id)).title == "x" * 59 + "…"

    async def test_given_title_stays(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers", title="Mine")
        await complete(store, made.id, "What is it?")
        assert (await store.sessions.get(ANNA, made.id)).title == "Mine"

    async def test_sessions_of_all_owners_are_found_by_their_last_activity(
        self, store: Store, clock: HeldClock
    ) -> None:
        owners = (ANNA, *OTHERS, ANNA)
        made = [
            (await store.sessions.create(owner, "papers", session_id=f"s{at}")).id for at, owner in enumerate(owners)
        ]
        began = clock.now()
        clock.advance(60)
        await complete(store, made[-1], "What is it?")
        assert await store.sessions.unused_since(began) == []
        found = await store.sessions.unused_since(clock.now())
        assert [each.id for each in found] == made[:-1]
        assert [Principal(each.tenant, each.user) for each in found] == list(owners[:-1])
        assert found[0] == await store.sessions.get(ANNA, made[0])
        clock.advance(1)
        everything = await store.sessions.unused_since(clock.now(), limit=2)
        everything += await store.sessions.unused_since(clock.now(), after=everything[-1].id)
        assert [each.id for each in everything] == made

    async def test_renaming_changes_the_title_and_not_the_order(self, store: Store, clock: HeldClock) -> None:
        first = await store.sessions.create(ANNA, "papers")
        clock.advance(1)
        second = await store.sessions.create(ANNA, "papers")
        clock.advance(1)
        renamed = await store.sessions.rename(ANNA, first.id, "New name")
        assert renamed == replace(first, title="New name")
        assert await store.sessions.page(ANNA) == [second, renamed]

    async def test_pinning_changes_neither_the_order_nor_the_last_activity(
        self, store: Store, clock: HeldClock
    ) -> None:
        first = await store.sessions.create(ANNA, "papers")
        clock.advance(1)
        second = await store.sessions.create(ANNA, "papers")
        clock.advance(1)
        pinned = await store.sessions.pin(ANNA, first.id, True)
        assert pinned == replace(first, pinned=True)
        assert await store.sessions.get(ANNA, first.id) == pinned
        assert await store.sessions.page(ANNA) == [second, pinned]
        assert await store.sessions.page(ANNA, pinned=True) == [pinned]
        assert await store.sessions.page(ANNA, pinned=False) == [second]
        assert await store.sessions.pin(ANNA, first.id, False) == first
        assert await store.sessions.page(ANNA, pinned=True) == []

    async def test_ids_of_one_moment_are_ordered_by_their_bytes(self, store: Store) -> None:
        ids = ["a", "B", "_", "-", "1", "b", "A", "aa", "a-", "aB"]
        for session_id in ids:
            await store.sessions.create(ANNA, "papers", session_id=session_id)
        assert [each.id for each in await store.sessions.page(ANNA)] == sorted(ids, reverse=True)

    async def test_sessions_come_by_last_activity(self, store: Store, clock: HeldClock) -> None:
        """S1-04: sessions are listed newest first."""
        made = []
        for _ in range(3):
            made.append((await store.sessions.create(ANNA, "papers")).id)
            clock.advance(0.000001)
        await complete(store, made[0], "Who?")
        assert [each.id for each in await store.sessions.page(ANNA)] == [made[0], made[2], made[1]]

    async def test_pages_of_sessions_join_without_gap_or_repeat(self, store: Store, clock: HeldClock) -> None:
        for number in range(7):
            await store.sessions.create(ANNA, "papers")
            clock.advance(number % 2)  # some have the same time
        everything = [each.id for each in await store.sessions.page(ANNA)]
        paged: list[str] = []
        while page := await store.sessions.page(ANNA, limit=2, before=paged[-1] if paged else ""):
            paged += [each.id for each in page]
        assert len(everything) == 7
        assert paged == everything

    async def test_sessions_of_one_assistant(self, store: Store) -> None:
        await store.sessions.create(ANNA, "papers")
        shop = await store.sessions.create(ANNA, "shop")
        assert await store.sessions.page(ANNA, assistant="shop") == [shop]

    @pytest.mark.parametrize(
        ("search", "found"),
        [
            *(("übersicht", True), ("ÜBERSICHT", True), ("naïve", True), ("100%", True), ("100_", False)),
            *(("bayes", False), ("ΣΤΑΣΙΣ", True), ("στασις", True), ("\\", False), ("'", False)),
            *(("στασισ", True), ("ΣΤΑΣ", True), ("İZMİR", True), ("izmir", True), ("i\u0307zmi\u0307r", True)),
        ],
    )
    async def test_search_looks_into_titles_and_questions_literally(
        self, store: Store, search: str, found: bool
    ) -> None:
        made = await store.sessions.create(ANNA, "papers", title="Eine Übersicht")
        await complete(store, made.id, "Is the NAÏVE ΣΤΑΣΙΣ of İZMİR right in 100% of cases?")
        assert bool(await store.sessions.page(ANNA, search=search)) is found

    async def test_search_finds_a_session_once(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers", title="Rates")
        await complete(store, made.id, "Which rates?")
        await complete(store, made.id, "More rates?")
        assert [each.id for each in await store.sessions.page(ANNA, search="rates")] == [made.id]

    async def test_deleted_session_is_gone_and_its_id_free(self, store: Store) -> None:
        """S0-09 S1-04: a session is removed with all its turns."""
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?", key="k")
        await store.sessions.delete(ANNA, made.id)
        await refused(store.sessions.get(ANNA, made.id), NotFound, "session_not_found")
        await refused(store.sessions.delete(ANNA, made.id), NotFound, "session_not_found")
        again = await store.sessions.create(ANNA, "papers", session_id=made.id)
        assert (await store.turns.begin(ANNA, again.id, "Who?", key="k")).turn.number == 1

    @pytest.mark.parametrize("stranger", OTHERS)
    async def test_what_is_somebody_elses_is_as_good_as_none(self, store: Store, stranger: Principal) -> None:
        """S0-B12 S1-B8: other principals cannot detect that a session exists."""
        made = await store.sessions.create(ANNA, "papers", title="Secret")
        await complete(store, made.id, "Who?", key="k")
        for call in (
            store.sessions.get(stranger, made.id),
            store.sessions.rename(stranger, made.id, "Mine now"),
            store.sessions.pin(stranger, made.id, True),
            store.sessions.delete(stranger, made.id),
            store.turns.ask_to_stop(stranger, made.id),
            store.sessions.choose_branch(stranger, made.id, 1),
            store.turns.give_feedback(stranger, made.id, 1, 1),
            store.turns.begin(stranger, made.id, "Who?", instead_of=1),
            store.turns.begin(stranger, made.id, "Who?"),
            store.turns.begin(stranger, made.id, "Who?", key="k"),
            store.turns.recall(stranger, made.id, before=2, window_turns=5),
            store.turns.get(stranger, made.id, 1),
            store.turns.page(stranger, made.id),
            store.sessions.page(stranger, before=made.id),
        ):
            await refused(call, NotFound, "session_not_found")
        assert await store.sessions.page(stranger) == []
        assert await store.sessions.page(stranger, search="Secret") == []
        assert (await store.sessions.get(ANNA, made.id)).title == "Secret"
        assert (await store.turns.get(ANNA, made.id, 1)).feedback is None
