"""An answer that only shows places says how likely they answer."""

from pathlib import Path

from askwell.engine import Engine
from askwell.languages import wording
from askwell.projections import choice_and_reason
from askwell.rules.sureness import UNLIKELY
from askwell.settings import Settings


async def test_why_tells_the_chance_that_the_shown_places_answer(settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    things = "valve gate pump sluice lamp bridge tower engine cabin rope wheel mast".split()
    for at, thing in enumerate(things):
        (folder / f"{thing}.md").write_text(f"# {thing.title()}\n\nThe {thing} was repaired for {at + 3} crowns.\n")
    async with await Engine.open(settings.model_copy(update={"embedder": "minilm"})) as engine:
        async for _ in engine.knowledge.ingest(folder, "documents"):
            pass
        session = (await engine.create_session()).id
        answer = await engine.ask("Why was the old pump not bought?", session=session)
    assert answer.outcome == "passages"
    (unsure,) = [each for each in answer.decisions if each.code == "write.unsure"]
    assert unsure.score is not None
    assert answer.answer.startswith(wording("en").nothing_clear) == (unsure.score < UNLIKELY)
    assert f"{round(100 * unsure.score)}%" in choice_and_reason(unsure, "en")[1]
