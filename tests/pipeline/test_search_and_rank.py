"""What is searched for, and in which order it comes out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest

from askwell.assistant import Assistant, RankSection, SearchSection
from askwell.pipeline.rank import distinct, rank
from askwell.pipeline.reword import reword
from askwell.pipeline.search import search
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.ports import Reranker
from askwell.rules.rank import FeatureReranker
from askwell.rules.reword import RulesReworder
from askwell.types import (
    ATTACHED,
    Begun,
    Decision,
    Earlier,
    Kind,
    Passage,
    Recalled,
    Resolution,
    SearchQuery,
    SearchTerm,
    Turn,
)
from tests.passages import passage

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def _nothing_unread() -> dict[str, Decision]:
    return {}


class Shelf:
    """Gives the same passages for every search and keeps the query."""

    def __init__(self, passages: list[Passage]) -> None:
        self._passages = passages
        self.query = SearchQuery((), ())

    async def search(self, query: SearchQuery) -> list[Passage]:
        self.query = query
        return self._passages[: query.k]

    async def spellings(self, words: Sequence[str], collections: Sequence[str], language: str) -> Mapping[str, str]:
        del words, collections, language
        return {}

    async def absent(self, words: Sequence[str], collections: Sequence[str], language: str) -> frozenset[str] | None:
        del collections, language
        return frozenset(words) & frozenset()

    async def around(self, chunk_ids: Sequence[str], *, labels: Sequence[str] = ()) -> list[Passage]:
        del chunk_ids, labels
        return []


def turn(number: int, question: str, answer: str = "") -> Turn:
    return Turn(str(number), "s", number, None, "completed", question, NOW, answer=answer)


def state(question: str, resolved: str, kind: Kind) -> TurnState:
    said = (turn(7, "When does the ferry leave?", "At noon."), turn(8, "And back?", "At six."))
    return TurnState(
        Begun(turn(9, question), 0),
        recalled=Recalled(said, first_question="Is there an island?"),
        resolution=Resolution(kind, resolved),
    )


def runtime(shelf: Shelf, rank_section: RankSection | None, *, k: int = 3) -> TurnRuntime:
    assistant = Assistant(name="a", title="A", search=SearchSection(k=k), rank=rank_section)
    reranker: Reranker | None = FeatureReranker() if rank_section and rank_section.by == "features" else None
    return cast(
        "TurnRuntime",
        SimpleNamespace(
            context=SimpleNamespace(
                assistant=assistant,
                searcher=shelf,
                reranker=reranker,
                reworder=RulesReworder(),
                lacking=lambda _: (),
                unread=_nothing_unread,
            )
        ),
    )


async def searches_made(question: str, kind: Kind, shelf: Shelf, *, attempts: int) -> list[tuple[str, ...]]:
    """The wordings of each search of a follow-up to "And back?" if none finds a passage that helps."""
    earlier = replace(turn(8, "And back?", "At six."), standalone_question="And back?")
    before = replace(state(question, question, kind), recalled=Recalled((earlier,)))
    services, made = runtime(shelf, None), []
    while not before.searches or before.next_wordings:
        before = before.after(await search(before, services))
        made.append(shelf.query.wordings)
        again = await reword(before, services, has_kept=False, is_sure=False, attempts=attempts)
        before = replace(before, next_wordings=again.wordings)
    return made


async def test_a_follow_up_is_searched_with_what_was_said_before() -> None:
    shelf = Shelf([])
    await search(state("And for dogs?", "What does the ferry cost for dogs?", "follow_up"), runtime(shelf, None))
    assert shelf.query.wordings == ("What does the ferry cost for dogs?", "And for dogs?")
    assert shelf.query.earlier == Earlier("And back?", "Is there an island?", "At six.")


async def test_an_incomplete_question_is_searched_as_typed_with_its_terms_apart() -> None:
    shelf, terms = Shelf([]), (SearchTerm("ferry", 0.7),)
    before = state("And for dogs?", "And for dogs?", "follow_up")
    resolution = Resolution("follow_up", "And for dogs?", terms=terms)
    await search(replace(before, resolution=resolution), runtime(shelf, None))
    assert (shelf.query.wordings, shelf.query.terms) == (("And for dogs?",), terms)


@pytest.mark.parametrize("kind", ["standalone", "topic_switch", "meta"])
async def test_a_question_that_stands_alone_reaches_search_unchanged(kind: Kind) -> None:
    shelf = Shelf([])
    await search(state("What is CCS?", "What is CCS?", kind), runtime(shelf, None))
    assert shelf.query.wordings == ("What is CCS?",)
    assert shelf.query.earlier == Earlier()


@pytest.mark.parametrize(
    ("question", "is_bare"),
    [
        ("Support", True),
        ("filtering messages?", True),
        ("What is CCS?", False),
        ("island ferry winter times day", False),
    ],
)
async def test_a_bare_subject_is_searched_with_what_was_said_before(question: str, is_bare: bool) -> None:
    shelf = Shelf([])
    await search(state(question, question, "topic_switch"), runtime(shelf, None))
    assert shelf.query.wordings == (question,)
    assert shelf.query.earlier == (Earlier("And back?", "Is there an island?", "At six.") if is_bare else Earlier())


@pytest.mark.parametrize(
    ("question", "kind", "searched"),
    [
        ("What is a ferry?", "standalone", [("What is a ferry?",), ("ferry",)]),
        ("ferry", "standalone", [("ferry",)]),
        (
            "What is the difference between a ferry and a raft?",
            "standalone",
            [
                ("What is the difference between a ferry and a raft?",),
                ("difference ferry raft",),
                ("a ferry", "a raft"),
            ],
        ),
        (
            "Which raft is cheaper?",
            "follow_up",
            [("Which raft is cheaper?",), ("raft cheaper", "And back? raft cheaper")],
        ),
    ],
)
async def test_each_search_has_words_that_none_before_it_had(
    question: str, kind: Kind, searched: list[tuple[str, ...]]
) -> None:
    """S0-20: a search that would only repeat is not made."""
    assert await searches_made(question, kind, Shelf([passage("Trains.", dense=0.1)]), attempts=3) == searched


@pytest.mark.parametrize(
    ("question", "kind", "searched"),
    [
        ("What is a ferry?", "standalone", [("What is a ferry?",)]),
        (
            "What is the difference between a ferry and a raft?",
            "standalone",
            [("What is the difference between a ferry and a raft?",), ("a ferry", "a raft")],
        ),
        ("Which raft is cheaper?", "follow_up", [("Which raft is cheaper?",), ("And back? raft cheaper",)]),
    ],
)
async def test_by_words_alone_the_content_words_are_the_same_search(
    question: str, kind: Kind, searched: list[tuple[str, ...]]
) -> None:
    assert await searches_made(question, kind, Shelf([passage("Trains.")]), attempts=2) == searched


@pytest.mark.parametrize(
    ("question", "kind", "first"),
    [
        ("What does it cost?", "follow_up", "island"),
        ("What does a child cost?", "standalone", "island"),
        ("What does a child cost?", "topic_switch", "museum"),
        ("Cost", "topic_switch", "island"),
    ],
)
async def test_the_subject_of_the_talk_helps_to_rank_until_it_changes(question: str, kind: Kind, first: str) -> None:
    found = (
        passage("What a child costs, at the museum.", document="museum", score=0.5),
        passage("What a child costs, on the island.", document="island", score=0.5),
    )
    before = replace(state(question, question, kind), found=found)
    update = await rank(before, runtime(Shelf([]), RankSection()))
    assert update["found"][0].chunk.document_id == first


@pytest.mark.parametrize(
    ("section", "expected"), [(None, 3), (RankSection(by="fused"), 3), (RankSection(candidates=20), 20)]
)
async def test_more_is_brought_where_it_is_ranked_anew(section: RankSection | None, expected: int) -> None:
    shelf = Shelf([])
    await search(state("x", "x", "standalone"), runtime(shelf, section))
    assert shelf.query.k == expected


async def test_ranking_by_features_keeps_the_best_and_each_text_once() -> None:
    found = [passage(f"Word {number} of many.", document=str(number), score=0.1) for number in range(6)]
    found += [passage("The ferry leaves at noon.", document="a", score=0.4)]
    found += [passage("the ferry leaves, at NOON", document="b", score=0.3)]
    shelf = Shelf(found)
    before = state("When does the ferry leave?", "When does the ferry leave?", "standalone")
    update = await rank(
        TurnState(before.begun, resolution=before.resolution, found=tuple(found)), runtime(shelf, RankSection())
    )
    kept = [each.chunk.document_id for each in update["found"]]
    assert len(kept) == 3
    assert kept[0] == "a"
    assert "b" not in kept
    assert update["kept"] == update["found"]


async def test_ranking_by_the_search_keeps_its_order() -> None:
    found = (passage("one", document="1", score=0.2), passage("two", document="2", score=0.9))
    update = await rank(TurnState(Begun(turn(1, "ferry"), 0), found=found), runtime(Shelf([]), RankSection(by="fused")))
    assert [each.chunk.document_id for each in update["found"]] == ["2", "1"]
    assert [each.score for each in update["found"]] == [0.9, 0.2]


def test_of_copies_the_one_nearest_to_the_beginning_of_its_document_is_kept_with_the_best_score() -> None:
    whole = passage("Use the -s option.", document="book", score=0.9)
    whole = replace(whole, chunk=replace(whole.chunk, start=90_000, end=90_018))
    chapter, other = passage("Use the -s option.", document="chapter", score=0.8), passage("More.", score=0.5)
    attached = replace(chapter, collection=f"{ATTACHED}1")
    assert [(each.document_name, each.score) for each in distinct([chapter, other, whole])] == [
        ("chapter.md", 0.9),
        ("doc.md", 0.5),
    ]
    assert [each.document_name for each in distinct([attached, whole])] == ["book.md"]
