"""How well code is recognised by its look: `bench code-blocks --data DIR`, `DIR/<manual>/**/*.html`.

Pages say what is code: `<pre>`. The others are paragraphs, list items and headings. Each manual is judged with weights
that were fitted to the others; the row `fit` has the weights over all. `false_sentences` is the share of whole
sentences of six words or more that are taken for code, which would then be lost as sentences.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from lxml import html

from askwell.text.code import LEAST, SIGNS, look
from bench.options import Options
from bench.report import Report, Row
from bench.sureness import Numbers, newton

METRICS = ("precision", "recall", "false_sentences", *SIGNS, "constant")
_MOST_CHARS = 3_000
_SENTENCE_WORDS = 6
_WEIGHT_OF_CODE = 4.0
"""There are twelve times as many others."""
_TAGS = ("pre", "p", "li", "h1", "h2", "h3", "h4")
_INNER = {"p", "pre", "ul", "ol", "table", "dl"}


def run(options: Options) -> Report:
    """A row for each manual, and the weights over all."""
    folders = [each for each in sorted(options.data.iterdir()) if any(each.rglob("*.html"))]
    blocks = {folder.name: dict(_blocks(folder)) for folder in folders}
    texts = [(name, text, is_code) for name, own in blocks.items() for text, is_code in own.items()]
    signs = np.array([look(text) for _, text, _ in texts])
    code = np.array([is_code for *_, is_code in texts], dtype=np.float64)
    of = np.array([name for name, *_ in texts])
    whole = np.array([len(text.split()) >= _SENTENCE_WORDS and text[-1] in ".!?" for _, text, _ in texts]) & (code == 0)
    rows: list[Row] = []
    for name in blocks:
        own = of == name
        found = _chances(signs[own], _fit(signs[~own], code[~own])) >= LEAST
        hits = float((found & (code[own] == 1)).sum())
        figures = {
            "precision": hits / max(found.sum(), 1),
            "recall": hits / max(code[own].sum(), 1),
            "false_sentences": float((found & whole[own]).sum()) / max(whole[own].sum(), 1),
        }
        rows.append({"system": "left out", "set": name, "n": int(own.sum()), **_rounded(figures)})
    weights = dict(zip((*SIGNS, "constant"), map(float, _fit(signs, code)), strict=True))
    rows.append({"system": "fit", "set": "all", "n": len(texts), **{key: round(at, 2) for key, at in weights.items()}})
    return Report("code-blocks", METRICS, tuple(rows))


def _blocks(folder: Path) -> Iterator[tuple[str, bool]]:
    """The texts of a manual, each with whether it is code."""
    for file in sorted(folder.rglob("*.html")):
        for element in html.document_fromstring(file.read_bytes()).iter(*_TAGS):
            if element.tag == "pre":
                lines = [line.rstrip() for line in element.text_content().strip().split("\n")]
                yield from ((part, True) for part in re.split(r"\n{2,}", "\n".join(lines)) if _fits(part))
            elif not _holds_others(element) and _fits(text := " ".join(element.text_content().split())):
                yield text, False


def _fits(text: str) -> bool:
    return 0 < len(text.strip()) <= _MOST_CHARS


def _holds_others(element: html.HtmlElement) -> bool:
    """Whether an element is part of code, or has blocks of its own."""
    return next(element.iterancestors("pre"), None) is not None or any(
        each.tag in _INNER for each in element.iter() if each is not element
    )


def _fit(signs: Numbers, code: Numbers) -> Numbers:
    rows = np.column_stack([signs, np.ones(len(signs))])
    return newton(rows, code, np.where(code == 1, _WEIGHT_OF_CODE, 1.0), ridge=1.0)


def _chances(signs: Numbers, weights: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-(signs @ weights[:-1] + weights[-1]))), dtype=np.float64)


def _rounded(figures: dict[str, float]) -> dict[str, float]:
    return {name: round(figure, 4) for name, figure in figures.items()}
