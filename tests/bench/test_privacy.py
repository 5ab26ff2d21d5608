"""The bench of personal data: its measure of spans, and its rows."""

import gzip
import json
from pathlib import Path

import pytest
from bench.options import parse
from bench.privacy import Counts, Gold, count
from bench.report import Row

from bench import privacy

TEXT = "Ada Lovelace, 12 Harbour Street; and the mail is ada@lace.example"


def counted(*ours: Gold) -> tuple[int, int, int]:
    counts = Counts()
    person, street = Gold(0, 12, "PERSON"), Gold(14, 31, "STREET_ADDRESS")
    mail = Gold(TEXT.index("ada@"), len(TEXT), "EMAIL_ADDRESS")
    count(counts, TEXT, [person, street, mail], ours)
    return counts.gold, counts.ours, counts.right


@pytest.mark.parametrize(
    ("ours", "expected"),
    [
        ((Gold(0, 31, "ADDRESS"),), (2, 1, 1)),  # neighbours are one span, whatever their types
        ((Gold(0, 12, "PERSON"),), (2, 1, 0)),  # less than nine tenths of the two
        ((Gold(0, 32, "ADDRESS"), Gold(49, 65, "EMAIL")), (2, 2, 2)),  # a mark at the end does not count
        ((Gold(41, 45, "PERSON"),), (2, 1, 0)),
    ],
)
def test_a_span_is_right_that_has_nine_tenths_of_a_gold_one(
    ours: tuple[Gold, ...], expected: tuple[int, int, int]
) -> None:
    assert counted(*ours) == expected


def test_a_run_has_all_spans_types_identifiers_and_clean_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "CASES", 20)
    monkeypatch.setattr(privacy, "SENTENCES", 20)
    item = {
        "full_text": "Write to ada@lace.example",
        "spans": [{"entity_type": "EMAIL_ADDRESS", "start_position": 9, "end_position": 25}],
    }
    (tmp_path / "presidio_pii").mkdir()
    (tmp_path / "presidio_pii" / "made.json.gz").write_bytes(gzip.compress(json.dumps([item]).encode()))
    report = privacy.run(parse(["privacy", "--data", str(tmp_path)], ["privacy"]))
    rows = {row["set"]: row for row in report.rows if row["system"] == "askwell"}
    assert rows["all"]["F2"] == 1
    assert rows["EMAIL_ADDRESS"]["recall"] == 1
    assert rows["identifiers it"]["recall"] == 1
    assert rows["clean structured"]["false_alarms"] == 0
    assert (rows["written it formed"]["n"], rows["written nl formed"]["n"]) == (66, 70)
    assert figure(rows["written nl formed"], "recall") >= 0.85
    assert 0 < figure(rows["written nl"], "leaked") < 0.2


def figure(row: Row, name: str) -> float:
    value = row[name]
    assert isinstance(value, float)
    return value
