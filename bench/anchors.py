"""Published systems to compare with: their figures, and their outputs where those are public."""

import csv
from pathlib import Path

FOLLOWUP: dict[str, dict[str, float]] = {
    "regex, published": {"balanced_accuracy": 0.663, "specificity": 0.625, "mcc": 0.273},
    "rule-based, published": {"balanced_accuracy": 0.831, "specificity": 0.864, "mcc": 0.565},
    "Transformer++, published": {"balanced_accuracy": 0.849, "specificity": 0.898, "mcc": 0.594},
    "ChatGPT, published": {"balanced_accuracy": 0.886, "specificity": 0.898, "mcc": 0.691},
}
"""Follow-up detection on CAsT-19."""

REWRITING: dict[str, dict[str, float]] = {
    "rule-based, published": {"EM": 0.466, "R1_F": 0.891, "TERM_P": 0.800, "TERM_R": 0.631, "TERM_F1": 0.705},
    "Transformer++, published": {"EM": 0.450, "R1_F": 0.896, "TERM_P": 0.817, "TERM_R": 0.631, "TERM_F1": 0.712},
    "QuReTeC, published": {"EM": 0.110, "R1_F": 0.863, "TERM_P": 0.689, "TERM_R": 0.775, "TERM_F1": 0.730},
    "ChatGPT, published": {"EM": 0.587, "R1_F": 0.925, "TERM_P": 0.893, "TERM_R": 0.765, "TERM_F1": 0.824},
}
"""Rewriting on CAsT-19, turns after the first."""

_NAMES = {"Original": "", "Human": "", "Rule_based_Q": "rule-based", "Transformer_Plus_Plus_Q": "Transformer++"}


def outputs(folder: Path) -> dict[str, dict[str, str]]:
    """System to turn id to its rewrite, from `cast/system_rewrites/2019_*.tsv`; without the human and the raw one."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted((folder / "cast" / "system_rewrites").glob("2019_*.tsv")):
        name = file.stem.split("_", 2)[2]
        system = _NAMES.get(name, name.removesuffix("_Q").replace("_Q_", " + ").replace("_", " "))
        if system:
            with file.open(encoding="utf-8", newline="") as lines:
                rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
                found[system] = {row["id"]: row["query"] for row in rows}
    return found


RETRIEVAL: dict[str, dict[str, float]] = {
    "BM25, last turn": {"nDCG@5": 0.172, "R@5": 0.187},
    "BM25 + Mixtral rewrite": {"nDCG@5": 0.202, "R@5": 0.225},
    "BGE-base, last turn": {"nDCG@5": 0.315, "R@5": 0.340},
    "BGE-base + Mixtral rewrite": {"nDCG@5": 0.353, "R@5": 0.381},
    "SPLADE, last turn": {"nDCG@5": 0.361, "R@5": 0.408},
    "SPLADE + Mixtral rewrite": {"nDCG@5": 0.392, "R@5": 0.432},
    "ELSER, last turn": {"nDCG@5": 0.419, "R@5": 0.447},
    "ELSER + Mixtral rewrite": {"nDCG@5": 0.443, "R@5": 0.479},
}
"""Published retrieval on MTRAG over its full corpora, three domains of the open half."""

LANGUAGES: dict[str, dict[str, float]] = {"en": {"R@5": 0.701}, "it": {"R@5": 0.667}, "nl": {"R@5": 0.626}}
"""Plain BM25 over the answers of the Debian FAQ."""

MEMORY: dict[str, dict[str, float]] = {
    "dense retriever, published": {"R@5": 56.7, "R@10": 66.2, "R@25": 76.7, "R@50": 82.7},
}
"""Evidence recall on LoCoMo in percent, over all of its ten talks (Maharana and others, ACL 2024)."""
