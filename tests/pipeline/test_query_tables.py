"""The step that asks the tables of documents, in whole turns."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.settings import Settings
from askwell.text import table_size
from askwell.tools.queries import document_tables
from tests.alpine import let_write
from tests.statements import statements

HUTS = (
    "Hut,Altitude (m),Beds,Open\nCol Hut,2410,40,June-September\nLake Hut,1980,22,May-October\nRidge Hut,2875,64,July\n"
)
PROSE = """# Walking

Huts are open in summer. Bring a sheet, since the huts have blankets only.

| Season | Buses a day |
|---|---|
| Summer | 12 |
| Winter | 4 |

The bus stops at the church. In winter it leaves from the school, because the square is a skating rink then.
"""


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "huts.csv").write_text(HUTS)
    (folder / "walking.md").write_text(PROSE)
    async with await Engine.open(settings) as opened:
        await _add(opened, folder)
        yield opened


async def _add(engine: Engine, folder: Path) -> None:
    async for progress in engine.knowledge.ingest(folder, "documents"):
        assert not progress.failures


async def test_rows_are_the_answer_and_their_passages_the_sources(engine: Engine) -> None:
    answer = await engine.ask("Which huts are above 2000 metres?")
    assert answer.outcome == "answered"
    assert (
        answer.answer
        == "2 of 3:\n- Col Hut – Altitude (m): 2410. [1]\n- Ridge Hut – Altitude (m): 2875. [1]".replace(
            " – Altitude (m): 2410", " – Altitude (m): 2410; Beds: 40; Open: June-September"
        ).replace(" – Altitude (m): 2875", " – Altitude (m): 2875; Beds: 64; Open: July")
    )
    (source,) = answer.sources
    assert source.document == "huts.csv"
    (passage,) = source.passages
    stored = await engine.knowledge.passage(passage.chunk_id)
    assert "Ridge Hut | 2875" in stored.chunk.text


async def test_what_the_table_does_not_say_is_named_and_the_row_is_unsure(engine: Engine) -> None:
    answer = await engine.ask("Does the Lake Hut have showers?")
    assert answer.outcome == "passages"
    assert "“showers”" in answer.answer
    assert "Lake Hut – Altitude (m): 1980" in answer.answer


async def test_a_question_with_a_name_of_the_table_among_other_words_is_left_to_the_text(
    engine: Engine, tmp_path: Path
) -> None:
    (tmp_path / "docs" / "lost.md").write_text(
        "# Lost\n\nOur mule slipped at the Ridge Hut and broke a wooden saddle.\n"
    )
    await _add(engine, tmp_path / "docs")
    answer = await engine.ask("Which wooden thing broke when our mule slipped at the Ridge Hut?")
    assert [source.document for source in answer.sources][:1] == ["lost.md"]
    assert "says nothing" not in answer.answer


async def test_a_model_gets_the_passages_of_what_is_unsure_and_no_row_to_reword(engine: Engine) -> None:
    model = let_write(engine, ["The list says nothing of showers. [1]"])
    assert "nothing of showers" in (await engine.ask("Does the Lake Hut have showers?")).answer
    assert len(model.calls) == 1
    assert "Lake Hut – Beds: 22" in (await engine.ask("How many beds does the Lake Hut have?")).answer
    assert len(model.calls) == 1


async def test_a_conversation_continues_the_query(engine: Engine) -> None:
    session = await engine.create_session()
    first = await engine.ask("What is the highest hut?", session=session.id)
    second = await engine.ask("and the second highest?", session=session.id)
    third = await engine.ask("how many beds does it have?", session=session.id)
    assert "Ridge Hut" in first.answer
    assert "Col Hut" in second.answer
    assert "Col Hut – Beds: 40" in third.answer


async def test_a_changed_file_is_read_again(engine: Engine, tmp_path: Path) -> None:
    assert "Ridge Hut" in (await engine.ask("What is the highest hut?")).answer
    (tmp_path / "docs" / "huts.csv").write_text(HUTS + "Top Hut,3300,12,August\n")
    await _add(engine, tmp_path / "docs")
    assert "Top Hut" in (await engine.ask("What is the highest hut?")).answer


async def test_a_file_that_another_process_changed_is_read_again(
    engine: Engine, settings: Settings, tmp_path: Path
) -> None:
    assert "Ridge Hut" in (await engine.ask("What is the highest hut?")).answer
    (tmp_path / "docs" / "huts.csv").write_text(HUTS + "Top Hut,3300,12,August\n")
    async with await Engine.open(settings) as another:
        await _add(another, tmp_path / "docs")
    assert "Top Hut" in (await engine.ask("What is the highest hut?")).answer


async def test_a_follow_up_is_not_answered_from_a_table_that_was_removed(engine: Engine) -> None:
    session = await engine.create_session()
    assert "Ridge Hut" in (await engine.ask("What is the highest hut?", session=session.id)).answer
    [huts] = [each for each in await engine.knowledge.documents("documents") if each.name == "huts.csv"]
    await engine.knowledge.remove(huts.id)
    answer = await engine.ask("and the second highest?", session=session.id)
    assert "Col Hut" not in answer.answer
    assert not any(each.step == "query_tables" for each in answer.decisions)


async def test_tables_that_are_known_cost_one_read_for_the_passages(engine: Engine, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / "docs" / f"huts{number}.csv").write_text(HUTS.replace("Hut,", f"Hut {number},"))
    await _add(engine, tmp_path / "docs")
    await engine.ask("What is the highest hut?")
    with statements() as sent:
        assert "Ridge Hut" in (await engine.ask("What is the highest hut?")).answer
    of_documents = [
        statement for statement, _ in sent if "JOIN documents" in statement or "FROM documents" in statement
    ]
    assert len(of_documents) == 1


async def test_a_table_within_prose_leaves_what_sentences_say_to_them(engine: Engine) -> None:
    answer = await engine.ask("Where does the bus stop?")
    assert "church" in answer.answer
    assert not any(each.step == "query_tables" for each in answer.decisions)


async def test_a_table_that_is_too_large_gives_no_sure_list(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows are searched, and the search finds some of those that a question asks for."""
    monkeypatch.setattr(table_size, "MAX_CELLS", 400)
    monkeypatch.setattr(table_size, "MAX_CHARS", 2_000)
    monkeypatch.setattr(document_tables, "MAX_CHARS", 2_000)
    folder = tmp_path / "large"
    folder.mkdir()
    rows = (f"Hut {number},{1500 + 7 * number},{10 + number % 50},open in July" for number in range(150))
    (folder / "huts.csv").write_text("\n".join(["Hut,Altitude (m),Beds,Season", *rows]))
    async with await Engine.open(settings) as engine:
        progress = [each async for each in engine.knowledge.ingest(folder, "documents")]
        assert progress[-1].only_searched == ("huts.csv",)
        answer = await engine.ask("Which huts are open in July and have the most beds?")
    assert answer.outcome != "answered", answer.answer
