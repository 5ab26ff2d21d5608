"""Sentences of documents by other authors, for false alarms: Debian's manuals in three languages, and four of MTRAG.

Sentences with a web or e-mail address are left out: an office's own address is no false alarm. Numbers of telephones of
offices in the documents of authorities (`govt`) are, though a reader may call them right.
"""

import gzip
import html
import json
import random
import re
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path

LANGUAGES = ("en", "it", "nl")
TEXTS = 1_500
"""Passages of a collection that are read, every fifth."""

_TAGS = re.compile(r"<[^>]{0,2000}>")
_SENTENCES = re.compile(r"(?<=[.?!])\s+|\n\n")
_ADDRESS = re.compile(r"@|https?://|www\.")


def sentences_of_others(data: Path, count: int) -> Mapping[str, list[str]]:
    """Name of a set to its sentences, drawn evenly; no set whose file is not in the folder."""
    found = {f"debian {language}": _debian(data, language) for language in LANGUAGES}
    found |= {file.name.partition(".")[0]: _passages(file) for file in sorted((data / "mtrag/corpus").glob("*.gz"))}
    drawn = {name: _drawn(texts, count) for name, texts in found.items()}
    return {name: sentences for name, sentences in drawn.items() if sentences}


def _debian(data: Path, language: str) -> Iterator[str]:
    file = data / "debian_faq_multilingual" / "docs_html.tar.gz"
    if not file.is_file():
        return
    with tarfile.open(file) as archive:
        for member in archive:
            content = archive.extractfile(member) if re.search(rf"[/._-]{language}[/._-]", member.name) else None
            if content is not None:
                yield html.unescape(_TAGS.sub(" ", content.read().decode("utf-8", "ignore")))


def _passages(file: Path) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % 5 == 0:
                yield json.loads(line)["text"]
            if number >= 5 * TEXTS:
                return


def _drawn(texts: Iterator[str], count: int) -> list[str]:
    sentences = [" ".join(each.split()) for text in texts for each in _SENTENCES.split(text)]
    kept = [each for each in sentences if 30 < len(each) < 300 and not _ADDRESS.search(each)]
    random.Random(5).shuffle(kept)
    return kept[:count]
