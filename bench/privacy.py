"""Personal data in text: spans found, by the measure of Presidio's evaluator, and the time that finding takes.

A span is found if it and one of ours share at least nine tenths of their characters together. Spans that follow one
another with only punctuation and small words between them count as one, whatever their types; words of that sort at the
ends of a span do not count.
"""

import gzip
import json
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from askwell.privacy.find import EVERY_KIND, Recognise, find
from askwell.privacy.presidio import BLANK, presidio
from askwell.privacy.spans import PERSONAL_KINDS, STRUCTURED_KINDS
from bench.clean import sentences_of_others
from bench.identifiers import TEMPLATES, cases, clean_sentences
from bench.options import Options
from bench.report import Report, Row
from bench.written_personal import FORMED, GENERATED, HALVES, SECOND, WRITTEN, Gold, Written, generated, written

METRICS = ("precision", "recall", "F2", "leaked", "false_alarms", "cpu_ms")
ANCHORS = (
    {"system": "Presidio, default", "set": "all", "n": 750, "precision": 0.685, "recall": 0.603, "F2": 0.618},
    {"system": "Presidio, tuned", "set": "all", "n": 750, "precision": 0.870, "recall": 0.839, "F2": 0.845},
)
LEAST_SHARED = 0.9
QUESTION_CHARS = 2_000
CASES = 2_000
"""Generated sentences of a language."""
SENTENCES = 1_000

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|\S", re.UNICODE)
_SKIPPED = frozenset(
    "a an and are as at be by for from in is it its of on or s that the this to was were will with 's".split()
)
"""Function words that the evaluator leaves out, besides punctuation."""


@dataclass(slots=True)
class Counts:
    """How many spans are gold, found by us, and both."""

    gold: int = 0
    ours: int = 0
    right: int = 0
    characters: int = 0
    left: int = 0
    """Characters of gold spans that no span of ours covers."""

    def figures(self) -> dict[str, float]:
        """Precision, recall, F2 and the share of characters left."""
        precision = self.right / self.ours if self.ours else 0.0
        recall = self.right / self.gold if self.gold else 0.0
        below = 4 * precision + recall
        return {
            "precision": round(precision, 3),
            "recall": round(recall, 3),
            "F2": round(5 * precision * recall / below, 3) if below else 0.0,
            "leaked": round(self.left / self.characters, 3) if self.characters else 0.0,
        }


def run(options: Options) -> Report:
    """A row for all spans together, one for each type of the data, and published figures."""
    items = [
        item
        for file in sorted((options.data / "presidio_pii").glob("*.json.gz"))
        for item in json.loads(gzip.decompress(file.read_bytes()))
    ][: options.limit]
    total = Counts()
    by_kind: defaultdict[str, Counts] = defaultdict(Counts)
    for item in items:
        text = item["full_text"]
        gold = [Gold(each["start_position"], each["end_position"], each["entity_type"]) for each in item["spans"]]
        ours = [Gold(*span) for span in find(text, EVERY_KIND)]
        count(total, text, gold, ours)
        for kind in {span.kind for span in gold}:
            # By type only recall can be said: our types are others.
            count(by_kind[kind], text, [span for span in gold if span.kind == kind], ours)
    milliseconds = _median_ms([item["full_text"] for item in items])
    rows: list[Row] = [{"system": "askwell", "set": "all", "n": total.gold, **total.figures(), "cpu_ms": milliseconds}]
    for kind, counts in sorted(by_kind.items()):
        figures = counts.figures()
        rows.append(
            {"system": "askwell", "set": kind, "n": counts.gold} | {k: figures[k] for k in ("recall", "leaked")}
        )
    rows += _with_presidio(items)
    rows += [_identifiers(language) for language in TEMPLATES]
    rows += [row for file in sorted(WRITTEN.glob("*.jsonl")) for row in _written(f"written {file.stem}", written(file))]
    for language in ("it", "nl"):
        rows += _in_halves(f"second {language}", written(SECOND / f"{language}.jsonl"))
        rows += _in_halves(f"made {language}", list(generated(language, GENERATED)))
    rows += _clean()
    for name, sentences in sentences_of_others(options.data, SENTENCES).items():
        alarms = sum(bool(find(each, STRUCTURED_KINDS)) for each in sentences) / len(sentences)
        rows.append(
            {"system": "askwell", "set": f"clean {name}", "n": len(sentences), "false_alarms": round(alarms, 4)}
        )
    notes = (
        f"cpu_ms: median for {QUESTION_CHARS:,} characters. leaked: share of the characters of personal data.",
        "identifiers: generated, one in a sentence. clean: sentences of documents; false_alarms: share with a span.",
        "written: by hand; false_alarms: of sentences with nothing personal, most of which look as if they had.",
    )
    return Report("privacy", METRICS, (*rows, *ANCHORS), notes)


def _with_presidio(items: Sequence[Mapping[str, Any]]) -> list[Row]:
    """All spans with the extra `pii`, without a model and with each English one that is installed."""
    if find_spec("presidio_analyzer") is None:
        return []
    import spacy

    rows: list[Row] = []
    for model in (BLANK, *(each for each in spacy.util.get_installed_models() if each.startswith("en"))):
        recognise, total = presidio(f"en={model}"), Counts()
        for item in items:
            gold = [Gold(each["start_position"], each["end_position"], each["entity_type"]) for each in item["spans"]]
            count(total, item["full_text"], gold, [Gold(*span) for span in recognise(item["full_text"], EVERY_KIND)])
        alarms = sum(bool(recognise(each, PERSONAL_KINDS)) for each in clean_sentences(SENTENCES)) / SENTENCES
        milliseconds = _median_ms([item["full_text"] for item in items], recognise)
        figures = total.figures() | {"false_alarms": round(alarms, 4), "cpu_ms": milliseconds}
        rows.append({"system": f"askwell, pii, {model}", "set": "all", "n": total.gold, **figures})
    return rows


def _identifiers(language: str) -> Row:
    """Generated identifiers of a language; one is found if a span of its kind covers it."""
    found, left, characters = 0, 0, 0
    for case in cases(language, CASES):
        spans = find(case.text)
        found += any(span.kind == case.kind and span.start <= case.start and span.end >= case.end for span in spans)
        covered = {at for span in spans for at in range(span.start, span.end)}
        left += sum(at not in covered for at in range(case.start, case.end))
        characters += case.end - case.start
    figures = {"recall": round(found / CASES, 4), "leaked": round(left / characters, 4)}
    return {"system": "askwell", "set": f"identifiers {language}", "n": CASES} | figures


def _in_halves(name: str, items: Sequence[Written]) -> list[Row]:
    """Rows of all sentences and of each half."""
    rows = _written(name, items)
    for half in HALVES:
        rows += _written(f"{name} {half}", [each for each in items if each.half == half])
    return rows


def _written(name: str, items: Sequence[Written]) -> list[Row]:
    """All spans; then those with a form: the share that is covered whole, and false alarms of such kinds."""
    total, formed, covered, alarms, formed_alarms, empty = Counts(), 0, 0, 0, 0, 0
    for item in items:
        spans = find(item.text)
        count(total, item.text, item.gold, [Gold(*span) for span in spans])
        inside = {at for span in spans for at in range(span.start, span.end)}
        for each in item.gold:
            if each.kind in FORMED:
                formed += 1
                covered += all(at in inside or item.text[at].isspace() for at in range(each.start, each.end))
        empty += not item.gold
        alarms += not item.gold and bool(spans)
        formed_alarms += not item.gold and any(span.kind in STRUCTURED_KINDS for span in spans)
    figures = total.figures() | {"false_alarms": round(alarms / empty, 4)}
    of_formed = {"recall": round(covered / formed, 4), "false_alarms": round(formed_alarms / empty, 4)}
    return [
        {"system": "askwell", "set": name, "n": total.gold, **figures},
        {"system": "askwell", "set": f"{name} formed", "n": formed} | of_formed,
    ]


def _clean() -> list[Row]:
    sentences = clean_sentences(SENTENCES)
    text = "\n".join(sentences)
    rows: list[Row] = []
    for name, kinds in (("structured", STRUCTURED_KINDS), ("all", PERSONAL_KINDS)):
        share = sum(bool(find(each, kinds)) for each in sentences) / len(sentences)
        rows.append(
            {
                "system": "askwell",
                "set": f"clean {name}",
                "n": len(sentences),
                "false_alarms": round(share, 4),
                "cpu_ms": _median_ms([text]),
            }
        )
    return rows


def count(into: Counts, text: str, gold: Sequence[Gold], ours: Sequence[Gold]) -> None:
    """Add one text."""
    covered = {at for span in ours for at in range(span.start, span.end)}
    for span in gold:
        places = [at for at in range(span.start, span.end) if not text[at].isspace()]
        into.characters += len(places)
        into.left += sum(at not in covered for at in places)
    words = [(found.start(), found.end()) for found in _WORD.finditer(text)]
    wanted, given = _merged(text, words, gold), _merged(text, words, ours)
    into.gold += len(wanted)
    into.ours += len(given)
    for each in wanted:
        near = [other for other in given if each & other]
        together = frozenset().union(*near)
        if near and len(each & together) / len(each | together) >= LEAST_SHARED:
            into.right += 1
            into.ours -= len(near) - 1


def _merged(text: str, words: Sequence[tuple[int, int]], spans: Iterable[Gold]) -> list[frozenset[int]]:
    """Characters of the words of each span, neighbours as one."""
    inside: set[int] = set()
    for span in spans:
        inside.update(range(span.start, span.end))
    groups: list[set[int]] = []
    is_open = False
    for start, end in words:
        word = text[start:end].lower()
        if not word[0].isalnum() or word in _SKIPPED:
            continue
        if any(at in inside for at in range(start, end)):
            if not is_open:
                groups.append(set())
            groups[-1].update(range(start, end))
            is_open = True
        else:
            is_open = False
    return [frozenset(group) for group in groups]


def _median_ms(texts: Sequence[str], recognise: Recognise = find) -> float:
    """CPU time for a question of 2,000 characters, made of texts of the data; milliseconds."""
    joined = "\n".join(texts)
    questions = [joined[at : at + QUESTION_CHARS] for at in range(0, len(joined) - QUESTION_CHARS, QUESTION_CHARS)]
    taken = []
    for question in questions[:100] * 2:
        before = time.process_time()
        recognise(question, PERSONAL_KINDS)
        taken.append((time.process_time() - before) * 1000)
    return round(statistics.median(taken), 2) if taken else 0.0
