"""Conformance tests: editing an earlier question, or answering it again."""

from dataclasses import replace

import pytest

from askwell.errors import BadInput, Conflict, NotFound
from askwell.ports import Store
from askwell.testing.store_kit import ANNA, HeldClock, complete, refused, source
from askwell.types import Turn


async def shown(store: Store, session_id: str) -> list[int]:
    """Numbers of the turns of the active line."""
    return [turn.number for turn in await store.turns.page(ANNA, session_id)]


async def talk(store: Store, questions: int) -> str:
    """Create a session with this number of turns; returns its id."""
    made = await store.sessions.create(ANNA, "papers")
    for number in range(1, questions + 1):
        await complete(store, made.id, f"Question {number}?")
    return made.id


async def ask_instead(store: Store, session_id: str, number: int, question: str = "") -> Turn:
    """A finished sibling of a turn, with another question or the same one."""
    asked = question or (await store.turns.get(ANNA, session_id, number)).question
    return await complete(store, session_id, asked, instead_of=number)


class BranchTests:
    """Conformance tests: editing an earlier question, or answering it again."""

    async def test_question_asked_again_is_a_sibling_that_supersedes_and_is_shown_instead(self, store: Store) -> None:
        talked = await talk(store, 2)
        first, second = await store.turns.page(ANNA, talked)
        begun = await store.turns.begin(ANNA, talked, "Question 2?", instead_of=2)
        assert begun.turn.siblings == (2, 3)
        assert (begun.turn.number, begun.turn.branch) == (3, 1)
        assert (begun.turn.parent_id, begun.turn.supersedes_id) == (first.id, second.id)
        assert await store.turns.get(ANNA, talked, 3) == begun.turn
        done = await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Better."))
        assert done.siblings == (2, 3)
        assert await store.turns.page(ANNA, talked) == [first, done]
        assert await store.turns.get(ANNA, talked, 2) == replace(second, siblings=(2, 3))
        session = await store.sessions.get(ANNA, talked)
        assert (session.head, session.branch) == (3, 1)

    async def test_other_question_instead_is_an_edit_that_supersedes_nothing(self, store: Store) -> None:
        talked = await talk(store, 2)
        edited = await ask_instead(store, talked, 1, "Another?")
        assert (edited.supersedes_id, edited.parent_id, edited.siblings) == (None, None, (1, 3))
        assert await shown(store, talked) == [3]
        following = await complete(store, talked, "And then?")
        assert (following.number, following.parent_id, following.branch) == (4, edited.id, 1)
        assert following.siblings == ()
        assert await shown(store, talked) == [3, 4]

    async def test_every_sibling_opens_the_next_branch(self, store: Store) -> None:
        talked = await talk(store, 1)
        made = [await ask_instead(store, talked, number) for number in (1, 2, 1)]
        assert [turn.branch for turn in made] == [1, 2, 3]
        assert [(await store.turns.get(ANNA, talked, n)).supersedes_id for n in (2, 3, 4)] == [
            (await store.turns.get(ANNA, talked, n)).id for n in (1, 2, 1)
        ]
        assert [turn.siblings for turn in await store.turns.page(ANNA, talked, every_branch=True)] == [(1, 2, 3, 4)] * 4
        assert await shown(store, talked) == [4]

    async def test_turns_of_every_branch_come_in_the_order_they_were_asked(self, store: Store) -> None:
        talked = await talk(store, 3)
        await ask_instead(store, talked, 2)
        await complete(store, talked, "More?")
        everything = await store.turns.page(ANNA, talked, every_branch=True)
        assert [turn.number for turn in everything] == [1, 2, 3, 4, 5]
        assert [turn.siblings for turn in everything] == [(), (2, 4), (), (2, 4), ()]
        page = await store.turns.page(ANNA, talked, after=2, limit=2, every_branch=True)
        assert [turn.number for turn in page] == [3, 4]
        assert await shown(store, talked) == [1, 4, 5]

    @pytest.mark.parametrize("number", [-1, 3, 2**40])
    async def test_nothing_stands_beside_a_turn_that_never_was(self, store: Store, number: int) -> None:
        talked = await talk(store, 2)
        await refused(store.turns.begin(ANNA, talked, "Who?", instead_of=number), NotFound, "turn_not_found")
        await refused(store.sessions.choose_branch(ANNA, talked, number), NotFound, "turn_not_found")
        await refused(store.turns.give_feedback(ANNA, talked, number, 1), NotFound, "turn_not_found")
        assert (await store.sessions.get(ANNA, talked)).head == 2

    async def test_recall_follows_the_line_of_its_turn(self, store: Store) -> None:
        talked = await talk(store, 4)
        edited = await store.turns.begin(ANNA, talked, "Edited?", instead_of=3)
        recalled = await store.turns.recall(ANNA, talked, before=5, window_turns=10)
        assert [turn.number for turn in recalled.turns] == [1, 2]
        await store.turns.finish(edited, replace(edited.turn, status="completed", answer="Yes."))
        await complete(store, talked, "More?")
        numbers = {
            before: [
                turn.number for turn in (await store.turns.recall(ANNA, talked, before=before, window_turns=10)).turns
            ]
            for before in (0, 1, 3, 4, 5, 6, 7, 1000)
        }
        active = [1, 2, 5, 6]
        assert numbers == {0: [], 1: [], 3: [1, 2], 4: [1, 2, 3], 5: [1, 2], 6: [1, 2, 5], 7: active, 1000: active}
        assert [turn.number for turn in (await store.turns.recall(ANNA, talked, before=7, window_turns=3)).turns] == [
            2,
            5,
            6,
        ]

    async def test_first_question_of_recall_is_that_of_the_line(self, store: Store) -> None:
        talked = await talk(store, 2)
        await ask_instead(store, talked, 1, "Another?")
        await complete(store, talked, "And then?")
        await ask_instead(store, talked, 4, "And now?")
        first = {
            before: (await store.turns.recall(ANNA, talked, before=before, window_turns=1)).first_question
            for before in (1, 2, 3, 4, 5, 6)
        }
        assert first == {1: "", 2: "Question 1?", 3: "", 4: "Another?", 5: "Another?", 6: "Another?"}

    async def test_recalled_turn_brings_its_siblings_and_feedback(self, store: Store) -> None:
        talked = await talk(store, 1)
        await ask_instead(store, talked, 1)
        rated = await store.turns.give_feedback(ANNA, talked, 2, -1, "No.")
        recalled = await store.turns.recall(ANNA, talked, before=3, window_turns=5)
        assert recalled.turns == (rated,)
        assert rated.siblings == (1, 2)

    async def test_chosen_branch_is_shown_and_continued(self, store: Store) -> None:
        talked = await talk(store, 3)
        await ask_instead(store, talked, 2)
        await complete(store, talked, "More?")
        chosen = await store.sessions.choose_branch(ANNA, talked, 2)
        assert chosen == await store.sessions.get(ANNA, talked)
        assert (chosen.branch, chosen.head) == (0, 5)
        assert await shown(store, talked) == [1, 2, 3]
        following = await complete(store, talked, "Back here?")
        assert (following.number, following.branch) == (6, 0)
        assert following.parent_id == (await store.turns.get(ANNA, talked, 3)).id
        assert following.siblings == ()
        assert await shown(store, talked) == [1, 2, 3, 6]
        await store.sessions.choose_branch(ANNA, talked, 5)
        assert await shown(store, talked) == [1, 4, 5]

    async def test_of_the_lines_through_a_turn_the_one_asked_last_is_chosen(self, store: Store) -> None:
        talked = await talk(store, 3)  # 1 2 3
        await ask_instead(store, talked, 2)  # 1 4
        await ask_instead(store, talked, 3)  # 1 2 5
        await store.sessions.choose_branch(ANNA, talked, 4)
        assert await shown(store, talked) == [1, 4]
        await store.sessions.choose_branch(ANNA, talked, 1)
        assert await shown(store, talked) == [1, 2, 5]
        await store.sessions.choose_branch(ANNA, talked, 3)
        assert await shown(store, talked) == [1, 2, 3]
        await complete(store, talked, "More?")
        await store.sessions.choose_branch(ANNA, talked, 4)
        assert (await store.sessions.choose_branch(ANNA, talked, 1)).branch == 0
        assert await shown(store, talked) == [1, 2, 3, 6]
        assert (await store.sessions.choose_branch(ANNA, talked, 5)).branch == 2

    async def test_line_that_turns_off_at_the_chosen_turn_is_through_it(self, store: Store) -> None:
        talked = await talk(store, 2)
        await ask_instead(store, talked, 2)
        await store.sessions.choose_branch(ANNA, talked, 2)
        await store.sessions.choose_branch(ANNA, talked, 1)
        assert await shown(store, talked) == [1, 3]

    async def test_choosing_is_no_activity(self, store: Store, clock: HeldClock) -> None:
        talked = await talk(store, 2)
        last = await ask_instead(store, talked, 2)
        clock.advance(5)
        chosen = await store.sessions.choose_branch(ANNA, talked, 2)
        assert chosen.updated_at == last.finished_at

    async def test_branch_is_not_chosen_while_a_turn_runs(self, store: Store, clock: HeldClock) -> None:
        talked = await talk(store, 2)
        begun = await store.turns.begin(ANNA, talked, "Question 2?", instead_of=2, lease_s=10)
        await refused(store.sessions.choose_branch(ANNA, talked, 2), Conflict, "session_busy")
        await refused(store.turns.begin(ANNA, talked, "Question 2?", instead_of=2), Conflict, "session_busy")
        assert await shown(store, talked) == [1, 3]
        clock.advance(11)
        await store.sessions.choose_branch(ANNA, talked, 2)
        assert (await store.turns.by_id(ANNA, begun.turn.id)).status == "interrupted"
        assert await shown(store, talked) == [1, 2]

    async def test_running_turn_whose_owner_died_can_be_asked_again(self, store: Store, clock: HeldClock) -> None:
        talked = await talk(store, 1)
        died = await store.turns.begin(ANNA, talked, "Who?", lease_s=10)
        await store.turns.heartbeat(died, partial="It is", lease_s=10)
        clock.advance(11)
        again = await store.turns.begin(ANNA, talked, "Who?", instead_of=2)
        assert (again.turn.supersedes_id, again.turn.siblings) == (died.turn.id, (2, 3))
        assert (await store.turns.get(ANNA, talked, 2)).answer == "It is"
        assert await shown(store, talked) == [1, 3]

    async def test_key_of_a_question_asked_again_gives_that_turn_back(self, store: Store) -> None:
        talked = await talk(store, 1)
        done = await complete(store, talked, "Question 1?", instead_of=1, key="k")
        again = await store.turns.begin(ANNA, talked, "Question 1?", instead_of=1, key="k")
        assert (again.replayed, again.turn) == (True, done)
        await refused(store.turns.begin(ANNA, talked, "Question 1?", key="k"), BadInput, "key_reused")
        await refused(store.turns.begin(ANNA, talked, "Question 1?", instead_of=2, key="k"), BadInput, "key_reused")

    async def test_sources_keep_their_numbers_over_branches(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        await complete(store, made.id, "Who?", sources=(source(1, "a"),))
        await complete(store, made.id, "Who?", instead_of=1, sources=(source(2, "b"), source(1, "a")))
        assert await store.turns.source_numbers(made.id, ["a", "b"]) == {"a": 1, "b": 2}
        assert (await store.sessions.get(ANNA, made.id)).sources_count == 2

    async def test_pages_of_a_line_join_whatever_their_size(self, store: Store) -> None:
        talked = await talk(store, 3)
        for number in (3, 4, 2):
            await ask_instead(store, talked, number)
            await complete(store, talked, "More?")
            await complete(store, talked, "Still more?")
        await store.sessions.choose_branch(ANNA, talked, 7)
        await complete(store, talked, "Back?")
        line = await shown(store, talked)
        assert line == [1, 2, 7, 8, 9, 13]
        for size in (1, 2, 4, 100):
            paged: list[int] = []
            while page := await store.turns.page(ANNA, talked, after=paged[-1] if paged else 0, limit=size):
                paged += [turn.number for turn in page]
            assert paged == line

    async def test_many_turns_off_the_line_leave_it_whole(self, store: Store) -> None:
        talked = await talk(store, 1)
        line = [1]
        for _ in range(12):
            await complete(store, talked, "Wrong?")
            head = (await store.sessions.get(ANNA, talked)).head
            line.append((await ask_instead(store, talked, head, "Right?")).number)
        assert await shown(store, talked) == line
        recalled = await store.turns.recall(ANNA, talked, before=1000, window_turns=10)
        assert [turn.number for turn in recalled.turns] == line[-10:]
        assert recalled.first_question == "Question 1?"

    # --- feedback

    async def test_feedback_stands_with_its_turn(self, store: Store, clock: HeldClock) -> None:
        talked = await talk(store, 2)
        before = await store.sessions.get(ANNA, talked)
        clock.advance(5)
        rated = await store.turns.give_feedback(ANNA, talked, 1, -1, "naïve\n[1] is wrong")
        assert rated.feedback is not None
        assert (rated.feedback.rating, rated.feedback.comment) == (-1, "naïve\n[1] is wrong")
        assert rated.feedback.given_at == clock.now()
        assert [turn.feedback for turn in await store.turns.page(ANNA, talked)] == [rated.feedback, None]
        assert await store.turns.by_id(ANNA, rated.id) == rated
        assert await store.sessions.get(ANNA, talked) == before

    async def test_later_feedback_replaces_an_earlier_one_and_none_takes_it_back(
        self, store: Store, clock: HeldClock
    ) -> None:
        talked = await talk(store, 1)
        await store.turns.give_feedback(ANNA, talked, 1, -1, "No.")
        clock.advance(5)
        second = await store.turns.give_feedback(ANNA, talked, 1, 1)
        assert second.feedback is not None
        assert (second.feedback.rating, second.feedback.comment) == (1, "")
        assert second.feedback.given_at == clock.now()
        assert (await store.turns.give_feedback(ANNA, talked, 1, 0)).feedback is None
        assert (await store.turns.give_feedback(ANNA, talked, 1, 0)).feedback is None
        assert (await store.turns.get(ANNA, talked, 1)).feedback is None

    async def test_feedback_given_while_a_turn_runs_stays_with_it(self, store: Store) -> None:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.turns.give_feedback(ANNA, made.id, 1, 1, "Quick.")
        done = await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me."))
        assert done.feedback is not None
        assert (await store.turns.get(ANNA, made.id, 1)) == done
