"""Marks, the support of each sentence, and outcomes that follow from it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from askwell.engine import Engine
from askwell.events import Cited, Packed, Token
from askwell.projections import turn_json
from askwell.settings import Settings
from askwell.text.citations import find_marks
from askwell.types import Answer, Principal, Session
from tests.alpine import COST, alpine, let_write
from tests.fake_endpoint import fake_endpoint

SUBJECTS = "pass skis huts trails buses lessons sleds maps guides lifts tickets parking".split()


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as engine:
        yield engine


@pytest.fixture
async def session(engine: Engine) -> Session:
    return await engine.create_session()


async def said(engine: Engine, text: str, question: str = COST, session: str | None = None) -> Answer:
    let_write(engine, [text])
    return await engine.ask(question, session=session)


async def test_each_sentence_says_what_its_sources_lack(engine: Engine, session: Session) -> None:
    answer = await said(
        engine,
        "The Alpine pass costs 90 euros for adults. [1] The Alpine pass costs 55 euros for children. [1]",
        session=session.id,
    )
    assert [each.lacks for each in answer.support] == ["", "number"]
    assert (answer.outcome, answer.warnings) == ("answered", ())
    stored = await engine.store.turns.get(Principal(), session.id, 1)
    assert stored.support == answer.support


async def test_an_answer_of_which_no_sentence_is_supported_is_kept_and_called_so(
    engine: Engine, session: Session
) -> None:
    text = "The Alpine pass costs 190 euros for adults. [1] Dogs travel free of charge on all trains. [1]"
    answer = await said(engine, text, session=session.id)
    assert (answer.answer, answer.outcome, answer.warnings) == (text, "unsupported", ("unsupported",))
    assert answer.sources
    stored = await engine.store.turns.get(Principal(), session.id, 1)
    assert (stored.answer, stored.outcome) == (text, "unsupported")
    assert [one.number for one in stored.sources] == [1]


async def test_what_the_user_said_is_no_claim_of_the_answer(engine: Engine) -> None:
    answer = await said(
        engine,
        "For 14 adults of Velmora, the Alpine pass costs 90 euros each. [1]",
        "What do 14 adults of Velmora pay?",
    )
    assert [each.lacks for each in answer.support] == [""]


async def test_an_answer_without_marks_gets_those_of_what_supports_it(engine: Engine) -> None:
    answer = await said(engine, "The Alpine pass costs 90 euros for adults. Ski rental costs 30 euros a day.")
    assert answer.outcome == "answered"
    assert answer.answer.startswith("The Alpine pass costs 90 euros for adults. Ski rental costs 30 euros a day. [")
    assert {mark.number for mark in answer.marks} == {source.number for source in answer.sources}
    assert all(not each.lacks for each in answer.support)


async def test_an_answer_that_nothing_supports_shows_the_nearest_passages(engine: Engine) -> None:
    session = (await engine.create_session()).id
    let_write(engine, ["It was built by the king of Velmora in 1788."])
    run = await engine.start(COST, session=session)
    events = [event async for event in run.follow()]
    answer = await run.answer()
    assert (answer.answer, answer.outcome) == ("It was built by the king of Velmora in 1788.", "unsupported")
    assert (answer.marks, answer.support) == ((), ())
    assert "".join(each.text for each in events if isinstance(each, Token)) == answer.answer
    assert [each.source.number for each in events if isinstance(each, Cited)] == [one.number for one in answer.sources]


async def test_that_the_documents_do_not_say_it_is_not_found(engine: Engine) -> None:
    answer = await said(engine, "The documents do not say this.")
    assert (answer.outcome, answer.warnings) == ("not_found", ("nothing_cited",))


async def test_our_sentence_that_nothing_was_found_is_no_claim_of_a_model_either(engine: Engine) -> None:
    half = await said(engine, "The Alpine pass costs 90 euros for adults. [1] I did not find this in the documents.")
    assert [each.lacks for each in half.support] == [""]
    assert (half.outcome, half.warnings) == ("answered", ())
    alone = await said(engine, "I did not find this in the documents. [1]")
    assert (alone.outcome, alone.support) == ("not_found", ())
    assert "unsupported" not in alone.warnings


async def test_words_of_another_language_are_not_held_against_an_answer(engine: Engine) -> None:
    """Only its numbers are checked."""
    right = await said(engine, "Le forfait alpin coûte 90 euros pour les adultes toute la saison. [1]")
    wrong = await said(engine, "Le forfait alpin coûte 190 euros pour les adultes toute la saison. [1]")
    assert (right.outcome, right.support) == ("answered", ())
    assert [each.lacks for each in wrong.support] == ["number"]


async def test_an_unsupported_answer_is_no_source_for_later_ones(engine: Engine) -> None:
    session = (await engine.create_session()).id
    await said(engine, "The pass was invented by Ottoline Vashti in Velmora.", session=session)
    answer = await said(engine, "Ottoline Vashti invented it in Velmora.", "Who invented the pass?", session=session)
    assert answer.outcome == "unsupported"


async def test_no_mark_of_a_model_that_cites_at_random_points_elsewhere(tmp_path: Path) -> None:
    """S2-B7: in 90 turns no mark points to nothing, to a source that was not packed, or to another conversation."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for at, subject in enumerate(SUBJECTS):
        text = f"# The {subject}\n\nThe {subject} cost {at + 11} euros. The {subject} are sold at gate {at + 40}.\n"
        (folder / f"{subject}.md").write_text(text)
    marks = removed = 0
    with fake_endpoint() as endpoint:
        home = Settings(home=tmp_path, embedder="none", model="random-marks", model_url=endpoint.url)
        async with await Engine.open(home) as engine:
            async for _ in engine.knowledge.ingest(folder, "documents"):
                pass
            sessions = [(await engine.create_session()).id for _ in range(3)]
            numbers: dict[str, dict[int, str]] = {session: {} for session in sessions}
            for at in range(90):
                session = sessions[at % 3]
                one, other = SUBJECTS[at % 12], SUBJECTS[(at * 5 + 1) % 12]
                run = await engine.start(f"What do the {one} and the {other} cost?", session=session)
                events = [event async for event in run.follow()]
                answer = await run.answer()
                packed = {p.chunk.document_id for e in events if isinstance(e, Packed) for p in e.passages}
                sources = {source.number: source.document_id for source in answer.sources}
                assert set(sources.values()) <= packed
                assert {mark.number for mark in find_marks(answer.answer)} <= set(sources)
                assert "".join(each.text for each in events if isinstance(each, Token)).strip() == answer.answer
                for number, document in sources.items():
                    assert numbers[session].setdefault(number, document) == document, "a number keeps its document"
                marks += len(answer.marks)
                removed += "marks_removed" in answer.warnings
    assert marks > 60
    assert removed > 40, "the model did cite what it was not given"


async def test_retrieved_packed_and_cited_passages_are_stored_apart(engine: Engine, session: Session) -> None:
    let_write(engine, ["The Alpine pass costs 90 euros for adults. [1]"])
    run = await engine.start(COST, session=session.id)
    (packed,) = [event.passages async for event in run.follow() if isinstance(event, Packed)]
    stored = await engine.store.turns.get(Principal(), session.id, 1)
    assert stored.packed == tuple(passage.chunk.id for passage in packed)
    assert set(stored.packed) <= set(stored.retrieved)
    assert {passage.chunk_id for source in stored.sources for passage in source.passages} <= set(stored.packed)
    assert len(stored.packed) > 1, "not only what is cited"


CLOSED = "The bridge was closed for repairs."
REPAIRS = "\n\n".join(
    f"## Part {at}\n\n{text}"
    for at, text in enumerate(
        [
            f"{CLOSED} Snow lay on the fields in March.",
            *[f"Children sang {count} songs at school. " * 50 for count in (20, 30, 40, 50, 60, 70)],
            f"{CLOSED} Boats were painted in the yard in August.",
        ]
    )
)


async def test_a_mark_opens_the_passage_that_its_label_means(settings: Settings, tmp_path: Path) -> None:
    """Each label of the prompt is one passage of the same document; the turn says which one a mark is from."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "repairs.md").write_text(f"# Repairs\n\n{REPAIRS}\n")
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(tmp_path / "docs", "documents"):
            pass
        session = await engine.create_session()
        opened = []
        for label in (1, 2):
            let_write(engine, [f"The bridge was closed for repairs. [{label}]"])
            await engine.ask("When was the bridge closed for repairs?", session=session.id)
            turn = await engine.store.turns.get(Principal(), session.id, label)
            (support,) = cast("list[Any]", turn_json(turn)["support"])
            opened.append(support["places"][0]["chunk_id"])
            assert support["places"][0]["chunk_id"] == turn.packed[label - 1]
        assert len(set(opened)) == 2


async def test_a_sentence_that_the_passage_does_not_have_opens_the_passage(engine: Engine, session: Session) -> None:
    answer = await said(engine, "Marmots whistle loudly at dawn. [1]", session=session.id)
    (support,) = answer.support
    (place,) = support.places
    passage = place.passage_in(answer.sources)
    assert support.lacks
    assert passage is not None
    assert (place.start, place.end) == (passage.start, passage.end)
