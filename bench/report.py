"""A table on standard output and the same as JSON."""

import json
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

Row = Mapping[str, object]
"""One system on one set: `system`, `resolver` where it applies, `set`, `n`, the metrics, `interval`."""

_WIDTH = 34
_CELL = 18


@dataclass(frozen=True, slots=True)
class Report:
    """All rows of one bench, and which of their keys are the metrics."""

    bench: str
    metrics: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def write(report: Report, data: Path | None, json_file: Path | None) -> None:
    """Print the table; write the JSON where a file is given."""
    sys.stdout.write(table(report) + "\n")
    if json_file is not None:
        written = {
            "bench": report.bench,
            "data": data.name if data else "",
            "versions": {"askwell": version("askwell"), "python": platform.python_version()},
            "rows": list(report.rows),
        }
        json_file.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


def table(report: Report) -> str:
    """The rows as text, a set after the other; the interval of our own rows below their figures."""
    heads = "".join(f"{name:>{_CELL}}" for name in report.metrics)
    lines = [report.bench, f"{'set':23}{'system':{_WIDTH}}{'n':>6}{heads}"]
    for row in report.rows:
        lines.append(f"{row['set']!s:23}{_label(row):{_WIDTH}}{row['n']!s:>6}" + _cells(row, report.metrics))
        for key, label in (("interval", "  95 % interval"), ("difference", "  askwell minus this, 95 %")):
            span = row.get(key)
            if isinstance(span, Mapping):
                lines.append(f"{'':23}{label:{_WIDTH}}{'':>6}" + _spans(span, report.metrics))
    return "\n".join([*lines, *report.notes])


def _label(row: Row) -> str:
    parts = (row.get("resolver") or row.get("judge") or row.get("writer"), row.get("model"), row.get("embedder"))
    detail = " ".join(str(part) for part in parts if part)
    return f"{row['system']} ({detail})" if detail else str(row["system"])


def _cells(row: Row, metrics: Sequence[str]) -> str:
    return "".join(
        f"{value:>{_CELL}.3f}" if isinstance(value := row.get(name), int | float) else f"{'':>{_CELL}}"
        for name in metrics
    )


def _spans(span: Mapping[str, Sequence[float]], metrics: Sequence[str]) -> str:
    return "".join(
        f"{f'{span[name][0]:+.3f} {span[name][1]:+.3f}' if name in span else '':>{_CELL}}" for name in metrics
    )
