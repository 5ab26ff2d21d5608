"""The bench of answers over a made-up conversation in the layout it reads, and its measures."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from bench.answer_examples import load_examples
from bench.answer_runs import cited_passages
from bench.answer_scores import METRICS, Reply, count_reply, figures_of, is_sure_wrong, word_overlap
from bench.answer_tasks import Task, corpus
from bench.cast import turns_of
from bench.options import Options, parse
from bench.report import Row
from bench.text_vectors import TextVectors

from askwell.pipeline.state import TurnState
from askwell.ports import Vectors
from askwell.text.citations import find_marks
from askwell.types import Begun, CitedPassage, Source
from bench import answers
from tests.fake_endpoint import fake_endpoint
from tests.passages import brief, passage

TEXTS = {
    "p1-0-40": "The ferry to the island leaves at noon.",
    "p1-40-90": "A ticket for the ferry costs four euro.",
    "p2-0-40": "The museum opens at nine and shows old boats.",
    "p3-0-40": "A ticket for the museum costs six euro.",
    "p4-0-40": "Bread is baked in the village every morning.",
}
TURNS = (
    ("When does the ferry leave?", "It leaves at noon.", "ANSWERABLE", "p1-0-40", "When does the ferry leave?"),
    ("What does it cost?", "Four euro.", "ANSWERABLE", "p1-40-90", "What does the ferry cost?"),
    ("Who designed the old lighthouse at Marmora?", "I have no information.", "UNANSWERABLE", "", ""),
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "mtrag"
    (folder / "corpus").mkdir(parents=True)
    queries, talks, qrels = [], [], ["qid\tdomain\tdocid\trel"]
    for domain in ("clapnq", "fiqa", "cloud"):
        with gzip.open(folder / "corpus" / f"{domain}.jsonl.gz", "wt", encoding="utf-8") as file:
            rows = [{"_id": key, "title": "", "text": text, "url": ""} for key, text in TEXTS.items()]
            file.writelines(json.dumps(row) + "\n" for row in rows)
        messages = []
        for turn, (question, reference, answerability, gold, rewrite) in enumerate(TURNS, 1):
            messages.append({"speaker": "user", "text": question, "answerability": [answerability]})
            messages.append({"speaker": "agent", "text": reference})
            if gold:
                row = {"qid": f"{domain}<::>{turn}", "domain": domain, "conv": domain, "turn": turn}
                queries.append(row | {"lastturn": question, "rewrite_mixtral": rewrite})
                qrels.append(f"{domain}<::>{turn}\t{domain}\t{gold}\t1")
        talks.append({"conv": domain, "domain": domain, "messages": messages})
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    (folder / "conversations.jsonl").write_text("".join(json.dumps(row) + "\n" for row in talks))
    (folder / "qrels.tsv").write_text("\n".join(qrels) + "\n")
    faq = tmp_path / "debian_faq_multilingual"
    faq.mkdir()
    (faq / "query_ids_half.json").write_text('["p#a"]')
    for language, question, answer in (
        ("en", "What is tar?", "The program tar packs files."),
        ("it", "Che cosa è tar?", "Il programma tar archivia i file."),
        ("nl", "Wat is tar?", "Het programma tar pakt bestanden in."),
    ):
        rows = [{"id": "p#a", "page": "p", "question": question, "answer": answer}]
        rows.append({"id": "p#b", "page": "p", "question": "Nothing?", "answer": "1234"})
        (faq / f"faq_{language}.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return tmp_path


def options(data: Path, *more: str) -> Options:
    return parse(["answers", "--data", str(data), "--embedder", "none", *more], ["answers"])


def by_system(rows: tuple[Row, ...], name: str) -> dict[str, Row]:
    return {str(row["system"]): row for row in rows if row["set"] == name}


def test_a_domain_has_the_figures_of_the_engine_and_of_the_plain_answers(data: Path) -> None:
    rows = by_system(answers.run(options(data, "--set", "clapnq")).rows, "clapnq")
    assert set(rows) == {"askwell", "first-passage", "lead-3"}
    # The best passage is the relevant one for both answerable questions, and it is one sentence.
    # Question 1: 3 of the reference's 4 words, and of the text's 8. Question 2: 2 of 2, and of 8.
    figures = {"recall": (3 / 4 + 1) / 2, "precision": (3 / 8 + 2 / 8) / 2, "F1": (0.5 + 0.4) / 2}
    assert {name: rows["first-passage"][name] for name in figures} == pytest.approx(figures, abs=1e-4)
    # The engine quotes both passages, 16 words.
    ours = {"recall": (3 / 4 + 1) / 2, "precision": (3 / 16 + 2 / 16) / 2, "F1": (3 / 10 + 2 / 9) / 2}
    assert {name: rows["askwell"][name] for name in figures} == pytest.approx(ours, abs=1e-4)
    shares = ("n", "context_recall", "answered", "cited_gold", "sure_wrong", "honest", "passages")
    assert [rows["first-passage"][name] for name in shares] == [3, 1, 1, 1, 0.3333, 0, 0]
    assert [rows["askwell"][name] for name in shares] == [3, 1, 0.6667, 1, 0, 1, 0]
    assert "interval" in rows["askwell"]
    assert "difference" in rows["lead-3"]
    assert isinstance(rows["askwell"]["ms"], float)


def test_every_set_has_rows_and_so_have_the_pools(data: Path) -> None:
    report = answers.run(options(data))
    ours = {row["set"]: row["n"] for row in report.rows if row["system"] == "askwell"}
    assert ours == {"clapnq": 3, "fiqa": 3, "cloud": 3, "en": 1, "it": 1, "nl": 1, "gold": 6, "mtrag": 9, "all": 12}
    assert set(METRICS) < set(report.metrics)


def test_gold_counts_what_the_grader_throws_away(data: Path) -> None:
    row = by_system(answers.run(options(data, "--set", "gold")).rows, "gold")["askwell"]
    assert (row["n"], row["gold_lost"], row["gold_lost_all"]) == (6, 0, 0)
    assert row["F1"] == pytest.approx(0.45)
    assert "honest" not in row


def test_a_relevant_passage_dropped_as_a_duplicate_of_a_kept_one_is_not_lost(data: Path) -> None:
    with gzip.open(data / "mtrag" / "corpus" / "clapnq.jsonl.gz", "at", encoding="utf-8") as file:
        file.write(json.dumps({"_id": "p5-0-40", "title": "", "text": TEXTS["p1-0-40"], "url": ""}) + "\n")
    with (data / "mtrag" / "qrels.tsv").open("a") as lines:
        lines.write("clapnq<::>1\tclapnq\tp5-0-40\t1\n")
    row = by_system(answers.run(options(data, "--set", "gold")).rows, "gold")["askwell"]
    assert (row["gold_lost"], row["gold_lost_all"]) == (0, 0)


def test_a_model_that_writes_has_rows_before_those_of_the_rules(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_endpoint() as endpoint:
        for name, value in {"HOME": str(data / "home"), "MODEL": "ok", "MODEL_URL": endpoint.url}.items():
            monkeypatch.setenv(f"ASKWELL_{name}", value)
        report = answers.run(options(data, "--set", "clapnq", "--writer", "llm", "--sample", "2"))
    model, rules = [row for row in report.rows if row["system"] == "askwell"]
    assert [(row["writer"], row.get("model"), row["n"]) for row in (model, rules)] == [
        ("llm", "ok", 2),
        ("rules", None, 2),
    ]
    assert isinstance(model["s_turn"], float)
    assert "difference" in rules


def test_tasks_are_all_turns_with_a_reference_and_carry_the_turns_before_them(data: Path) -> None:
    first, second, third = corpus(data, "fiqa").tasks
    assert (first.exchanges, first.gold) == ((), frozenset({"p1-0-40"}))
    assert first.reference == "It leaves at noon."
    assert second.exchanges == (("When does the ferry leave?", "It leaves at noon."),)
    assert second.rewrite == "What does the ferry cost?"
    assert (third.gold, third.answerability, len(third.exchanges)) == (frozenset(), "UNANSWERABLE", 2)


def test_examples_are_tasks_after_ranking_and_kept_for_the_next_call(data: Path) -> None:
    found = asyncio.run(load_examples(data, ["cloud", "it"], embedder="none"))
    assert [each.task.set for each in found] == ["cloud", "cloud", "cloud", "it"]
    second = found[1]
    assert second.found[0] == "p1-40-90"
    assert second.relevant == tuple(entry == "p1-40-90" for entry in second.found)
    assert set(second.found) == set(second.candidates)
    assert [each.chunk.text for each in second.gold] == [TEXTS["p1-40-90"]]
    files = list((data / "cache").rglob("examples-*.pkl"))
    made = [file.stat().st_mtime_ns for file in files]
    assert asyncio.run(load_examples(data, ["cloud", "it"], embedder="none")) == found
    assert (len(files), [file.stat().st_mtime_ns for file in files]) == (2, made)


def test_collected_tasks_have_the_state_of_their_turn(data: Path) -> None:
    collected = asyncio.run(answers.collect(options(data, "--set", "clapnq", "--limit", "1")))
    (measured,) = collected["rules"]
    assert measured.played.state.grades
    assert measured.reply.cited == (frozenset({"p1-0-40"}), frozenset({"p1-40-90"}))
    assert set(measured.plain) == {"first-passage", "lead-3"}


TASK = Task("1", "made", "talk", "When?", (), frozenset({"a", "b"}), "It leaves at noon.")


def test_word_overlap_counts_words_as_often_as_both_have_them() -> None:
    assert word_overlap("Noon, noon!", "It leaves at noon") == pytest.approx((1 / 3, 0.25, 0.5))
    assert word_overlap("", "noon") == (0, 0, 0)
    assert word_overlap("perché è così", "Perché è così?") == (1, 1, 1)


def test_only_a_sure_answer_without_a_relevant_passage_and_words_of_the_reference_is_wrong() -> None:
    wrong = Reply(TASK, "Bread is baked.", "answered", (frozenset({"c"}),))
    assert is_sure_wrong(wrong)
    assert not is_sure_wrong(replace(wrong, outcome="passages"))
    assert not is_sure_wrong(replace(wrong, text="It leaves at noon."))
    assert not is_sure_wrong(replace(wrong, cited=(frozenset({"c"}), frozenset({"a"}))))


def test_figures_are_shares_of_what_each_metric_counts() -> None:
    replies = [
        Reply(TASK, "At noon.", "answered", (frozenset({"a"}),), ("x", "a"), frozenset({"a"}), frozenset({"b"})),
        Reply(TASK, "Nothing.", "passages", (), ("b",), frozenset({"c"}), frozenset({"a", "b"})),
        Reply(TASK, "Bread.", "answered", (frozenset({"c"}),), (*"0123456789", "a"), frozenset({"a"}), frozenset()),
        Reply(replace(TASK, gold=frozenset(), answerability="UNANSWERABLE"), "Nothing.", "not_found"),
    ]
    totals = np.sum([count_reply(each) for each in replies], axis=0)
    assert figures_of(totals)(totals) == {
        "context_recall": 1 / 2,  # the third was not among the first ten of the search
        "answered": 2 / 4,
        "cited_gold": 1 / 2,
        "F1": pytest.approx((2 / 3) / 3),
        "recall": pytest.approx(0.5 / 3),
        "precision": pytest.approx(1 / 3),
        "sure_wrong": 1 / 4,
        "honest": 1,
        "passages": 1 / 4,
        "gold_lost": 3 / 6,
        "gold_lost_all": 1 / 3,
    }


def test_a_mark_points_to_the_passage_of_its_document_that_holds_the_sentence() -> None:
    ferry = passage("The ferry leaves at noon.", document="p", ordinal=0)
    bread = passage("Bread is baked every day.", document="p", ordinal=1)
    cited = tuple(CitedPassage(each.chunk.id, each.chunk.text, (), None, 0, 1, 1.0) for each in (ferry, bread))
    answer = "Bread is baked every day. [1] The ferry leaves at noon. [1]"
    given = brief("When?", [ferry, bread])
    state = TurnState(
        Begun(turns_of([("When?", "")])[0], 0),
        brief=given,
        answer=answer,
        sources=(Source(1, "p", "p.md", "", "", cited),),
        marks=tuple(find_marks(answer)),
    )
    assert list(cited_passages(state)) == [[bread], [ferry]]


class CountingEmbedder:
    """Embeds a text as its length; counts the texts."""

    name = "counting"
    dimension = 1
    texts = 0

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        self.texts += len(texts)
        return np.array([[float(len(text))] for text in texts], dtype=np.float32)


def test_a_text_is_embedded_once_also_for_a_later_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    embedder = CountingEmbedder()
    for _ in range(2):
        vectors = TextVectors(embedder)
        assert asyncio.run(vectors.embed(["a", "bc"], kind="passage")).tolist() == [[1], [2]]
        vectors.keep()
    assert embedder.texts == 2
    asyncio.run(TextVectors(embedder).embed(["a"], kind="query"))
    assert embedder.texts == 3
