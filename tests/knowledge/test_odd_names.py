"""Names with odd characters, links, pipes, a sparse file and what cannot be read, in a folder that is added."""

from pathlib import Path

from askwell.knowledge.search import LocalKnowledge
from tests.hostile.files import ODD_NAMES, write_odd_entries
from tests.knowledge.kit import drain


async def test_odd_entries_do_not_stop_a_batch(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    write_odd_entries(folder)
    (folder / "zz last.md").write_text("# Last\n\nIt is read after all others.\n")
    progress = await drain(knowledge.ingest(folder, "rules"))
    assert progress.done
    assert progress.read_files == progress.total_files
    names = [document.name for document in await knowledge.documents("rules")]
    assert "zz last.md" in names
    assert len(names) >= len(ODD_NAMES) - 2
