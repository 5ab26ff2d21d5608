"""Writes the report of a run to the files that were asked for."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from askwell.errors import NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.evals.reports.compare import Comparison
    from askwell.evals.reports.report import Report


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files to write; None is not written."""

    json: Path | None = None
    html: Path | None = None
    junit: Path | None = None
    csv: Path | None = None
    markdown: Path | None = None

    def check(self) -> None:
        """Raise NotFound (`folder_not_found`) for a file in a folder that does not exist; a run takes minutes."""
        for each in fields(self):
            file: Path | None = getattr(self, each.name)
            if file is not None and not file.absolute().parent.is_dir():
                raise NotFound(
                    f"The folder of {str(file)!r} does not exist", code="folder_not_found", hint="Create it first."
                )


async def write_outputs(
    terminal: "Terminal", outputs: Outputs, report: "Report", compared: "Comparison | None" = None
) -> None:
    """Write each file, and say so."""
    from askwell.evals.reports.files import as_csv, as_junit, as_markdown
    from askwell.evals.reports.page import as_html
    from askwell.evals.reports.report import as_json

    written: tuple[tuple[Path | None, Callable[[], str]], ...] = (
        (outputs.json, lambda: as_json(report)),
        (outputs.html, lambda: as_html(report, compared)),
        (outputs.junit, lambda: as_junit(report)),
        (outputs.csv, lambda: as_csv(report)),
        (outputs.markdown, lambda: as_markdown(report, compared)),
    )
    for file, text in written:
        if file is not None:
            await asyncio.to_thread(file.write_bytes, text().encode("utf-8", "replace"))
            terminal.info(f"written: {file}")
