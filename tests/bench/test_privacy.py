"""The bench of personal data: its measure of spans, and its rows."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from bench.options import parse
from bench.privacy import Counts, count
from bench.report import Row
from bench.written_personal import SECOND, Gold, generated, half_of, written

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
    monkeypatch.setattr(privacy, "GENERATED", 200)
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
    assert figure(rows["written nl formed"], "recall") >= 0.99
    for half in ("read", "held"):
        for language in ("nl", "it"):
            assert figure(rows[f"second {language} {half} formed"], "recall") >= 0.98
            assert figure(rows[f"made {language} {half} formed"], "recall") >= 0.99
    assert rows["second nl"]["n"] == rows_of(rows, "second nl read", "second nl held")
    assert 0 < figure(rows["written nl"], "leaked") < 0.2


def rows_of(rows: Mapping[object, Row], *names: str) -> float:
    return sum(figure(rows[name], "n") for name in names)


def test_values_of_a_template_are_where_its_gold_says() -> None:
    for language in ("nl", "it"):
        sentences = list(generated(language, 300))
        assert len({each.text for each in sentences}) > 250
        assert {each.kind for sentence in sentences for each in sentence.gold} >= {"PERSON", "ADDRESS", "VAT", "IP"}
        assert not any("{" in sentence.text for sentence in sentences)
        mails = [s.text[g.start : g.end] for s in sentences for g in s.gold if g.kind == "EMAIL"]
        assert mails
        assert all("@" in mail and " " not in mail for mail in mails)


def test_a_template_is_in_one_half() -> None:
    sentences = list(generated("nl", 300))
    assert [each.half for each in sentences[:100]] == [each.half for each in sentences[200:]]
    assert {half_of(str(number)) for number in range(20)} == {"read", "held"}


@pytest.mark.parametrize("language", ["nl", "it"])
def test_spans_of_the_second_author_are_whole_words(language: str) -> None:
    for item in written(SECOND / f"{language}.jsonl"):
        for each in item.gold:
            value = item.text[each.start : each.end]
            assert value == value.strip()
            assert value


def figure(row: Row, name: str) -> float:
    value = row[name]
    assert isinstance(value, int | float)
    return value
