"""The benches of retrieval over a few made-up corpora in the layout they read."""

import gzip
import json
from pathlib import Path

import pytest
from bench.options import parse

from bench import languages, retrieval
from tests.fake_endpoint import fake_endpoint

TEXTS = {
    "p1-0-40": "The ferry to the island leaves at noon.",
    "p1-40-90": "A ticket for the ferry costs four euro.",
    "p2-0-40": "The museum opens at nine and shows old boats.",
    "p3-0-40": "A ticket for the museum costs six euro.",
    "p4-0-40": "Bread is baked in the village every morning.",
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "mtrag"
    (folder / "corpus").mkdir(parents=True)
    queries, messages, qrels = [], [], ["qid\tdomain\tdocid\trel"]
    for domain in ("clapnq", "fiqa", "cloud"):
        with gzip.open(folder / "corpus" / f"{domain}.jsonl.gz", "wt", encoding="utf-8") as file:
            rows = [{"_id": key, "title": "", "text": text, "url": ""} for key, text in TEXTS.items()]
            file.writelines(json.dumps(row) + "\n" for row in rows)
        asked = ("When does the ferry leave?", "What does it cost?")
        for turn, (question, rewrite, gold) in enumerate(
            [(asked[0], asked[0], "p1-0-40"), (asked[1], "What does the ferry cost?", "p1-40-90")], 1
        ):
            key = f"{domain}<::>{turn}"
            queries.append(
                {"qid": key, "domain": domain, "conv": domain, "turn": turn, "lastturn": question}
                | {"rewrite_mixtral": rewrite}
            )
            qrels.append(f"{key}\t{domain}\t{gold}\t1")
        said = [("user", asked[0]), ("agent", "It leaves at noon."), ("user", asked[1]), ("agent", "Four euro.")]
        messages.append({"conv": domain, "messages": [{"speaker": who, "text": text} for who, text in said]})
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    (folder / "conversations.jsonl").write_text("".join(json.dumps(row) + "\n" for row in messages))
    (folder / "qrels.tsv").write_text("\n".join(qrels) + "\n")
    faq = tmp_path / "debian_faq_multilingual"
    faq.mkdir()
    (faq / "query_ids_half.json").write_text('["p#a"]')
    for language, question, answer in (
        ("en", "What is apt?", "The program apt installs packages."),
        ("it", "Che cosa è apt?", "Il programma apt installa i pacchetti."),
        ("nl", "Wat is apt?", "Het programma apt installeert pakketten."),
    ):
        rows = [{"id": "p#a", "page": "p", "question": question, "answer": answer}]
        rows.append({"id": "p#b", "page": "p", "question": "Nothing?", "answer": "1234"})
        (faq / f"faq_{language}.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return tmp_path


def test_every_way_to_word_a_question_has_a_row_a_domain_and_one_for_all(data: Path) -> None:
    report = retrieval.run(parse(["retrieval", "--data", str(data), "--embedder", "none"], ["retrieval"]))
    ours = [row for row in report.rows if row["system"] == "askwell"]
    assert {(row["set"], row["resolver"]) for row in ours} == {
        (name, by) for name in ("clapnq", "fiqa", "cloud", "all") for by in ("rules", "typed", "none", "mixtral")
    }
    pooled = {row["resolver"]: row for row in ours if row["set"] == "all"}
    assert pooled["rules"]["n"] == 6
    assert pooled["mixtral"]["R@5"] == 1.0
    assert set(report.metrics) <= set(pooled["rules"])
    assert "interval" in pooled["rules"]
    assert "difference" in pooled["none"]


def test_a_model_has_rows_beside_the_rules_on_the_same_sample(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_endpoint() as endpoint:
        for name, value in {"HOME": str(data / "home"), "MODEL": "json", "MODEL_URL": endpoint.url}.items():
            monkeypatch.setenv(f"ASKWELL_{name}", value)
        arguments = ["retrieval", "--data", str(data), "--embedder", "none", "--resolver", "llm", "--sample", "1"]
        report = retrieval.run(parse(arguments, ["retrieval"]))
    pooled = {row["resolver"]: row for row in report.rows if row["set"] == "all"}
    assert {by: row["n"] for by, row in pooled.items()} == {"llm": 3, "rules": 3, "typed": 3, "none": 3, "mixtral": 3}
    assert pooled["llm"]["model"] == "json"
    assert "s_turn" in pooled["llm"]
    assert "difference" in pooled["rules"]
    assert any(note.startswith("note: the model was asked about") for note in report.notes)


def test_a_second_run_opens_what_the_first_has_made(data: Path) -> None:
    options = parse(["retrieval", "--data", str(data), "--embedder", "none", "--set", "fiqa"], ["retrieval"])
    first = retrieval.run(options).rows
    made = {file: file.stat().st_mtime_ns for file in (data / "cache").rglob("whole")}
    second = retrieval.run(options).rows
    assert len(made) == 1
    assert {file: file.stat().st_mtime_ns for file in (data / "cache").rglob("whole")} == made
    assert [row["nDCG@5"] for row in first] == [row["nDCG@5"] for row in second]


def test_a_question_is_asked_of_its_own_and_of_every_other_language(data: Path) -> None:
    report = languages.run(parse(["languages", "--data", str(data), "--embedder", "none"], ["languages"]))
    ours = {str(row["set"]): row for row in report.rows if row["system"] == "askwell"}
    pairs = {"en->it", "en->nl", "it->en", "it->nl", "nl->en", "nl->it"}
    assert set(ours) == {"en", "it", "nl", *pairs, "across"}
    assert {name: row["n"] for name, row in ours.items() if row["n"] != 1} == {"across": 6}
    assert ours["across"]["R@5"] == round(sum(float(str(ours[pair]["R@5"])) for pair in pairs) / 6, 4)
    assert ours["nl"]["R@5"] == ours["nl"]["MRR@10"] == 1.0
