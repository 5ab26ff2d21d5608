"""People in news text, without a downloaded model: precision and recall of their names by the learnt labels.

Reads `DIR/people_news/LANGUAGE*.tsv`: on each line a word and, last, its label (`PER`, `B-PER`, `I-PER` or another
one); sentences are apart by an empty line. Words are put together as they are printed, and a name is found if a span
of ours is exactly it. `recall@.7` is the recall where people are labelled so cautiously that precision is at least .7.
Public data of this form are CoNLL-2002 (Dutch; research only) and the chapter Wikinews of KIND (Italian; CC BY-NC 4.0).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from askwell.privacy.names import named
from bench.options import Options
from bench.report import Report, Row

METRICS = ("precision", "recall", "F1", "covered", "recall@.7", "caution")
LEAST_PRECISION = 0.7
CAUTIONS = tuple(each / 2 for each in range(31))
"""How far the score of a person is lowered."""
_NO_SPACE_BEFORE = frozenset([*",.;:!?)]}%»”’", "'s", "..."])
_NO_SPACE_AFTER = frozenset("([{«“")

Names = frozenset[tuple[int, int]]
Sentence = tuple[str, Names]


def run(options: Options) -> Report:
    """A row for each file."""
    rows: list[Row] = []
    for file in sorted((options.data / "people_news").glob("*.tsv")):
        sentences = list(read(file))[: options.limit]
        rows.append({"system": "askwell", "set": file.stem, "n": _count(sentences), **measure(sentences)})
    return Report("people", METRICS, tuple(rows), ("covered: share of the names that are replaced whole.",))


def read(file: Path) -> Iterator[Sentence]:
    """The sentences of a file, each with the places of the people in it."""
    words: list[tuple[str, str]] = []
    for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
        parts = line.split()
        if parts and parts[0] != "-DOCSTART-":
            words.append((parts[0], parts[-1]))
        elif words:
            yield together(words)
            words = []


def together(words: Sequence[tuple[str, str]]) -> Sentence:
    """Words with labels as a text, and the places of the people in it."""
    text, spans, before, is_quoted = "", list[list[int]](), "O", False
    for word, label in words:
        elided = text[-1:] in {"'", "’"} and text[-2:-1].isalpha()
        joined = word in _NO_SPACE_BEFORE or text[-1:] in _NO_SPACE_AFTER or elided
        joined |= is_quoted and text.endswith('"')
        if word == '"':
            joined, is_quoted = is_quoted, not is_quoted
        text += word if joined or not text else f" {word}"
        if label.endswith("PER"):
            if label.startswith("B-") or not before.endswith("PER"):
                spans.append([len(text) - len(word), len(text)])
            spans[-1][1] = len(text)
        before = label
    return text, frozenset((start, end) for start, end in spans)


def measure(sentences: Sequence[Sentence]) -> dict[str, float]:
    """Precision and recall as installed, and the recall at a precision of `LEAST_PRECISION`."""
    precision, recall, covered = _figures(sentences, 0.0)
    figures = {"precision": precision, "recall": recall, "covered": covered}
    figures["F1"] = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    for caution in CAUTIONS:
        precision, recall, _ = _figures(sentences, caution)
        if precision >= LEAST_PRECISION:
            figures |= {"recall@.7": recall, "caution": caution}
            break
    return {name: round(value, 3) for name, value in figures.items()}


def _figures(sentences: Sequence[Sentence], caution: float) -> tuple[float, float, float]:
    """Precision, recall, and the share of names that are covered whole."""
    ours, right, covered = 0, 0, 0
    for text, gold in sentences:
        found = {(span.start, span.end) for span in named(text, caution) if span.kind == "PERSON"}
        ours, right = ours + len(found), right + len(found & gold)
        inside = {at for start, end in found for at in range(start, end)}
        covered += sum(all(at in inside or text[at].isspace() for at in range(*span)) for span in gold)
    count = max(1, _count(sentences))
    return right / max(1, ours), right / count, covered / count


def _count(sentences: Sequence[Sentence]) -> int:
    return sum(len(gold) for _, gold in sentences)
