"""Sentences of documents by other authors, for false alarms."""

import gzip
import io
import json
import tarfile
from pathlib import Path

from bench.clean import sentences_of_others

SENTENCE = "The package manager asks for a mirror of the archive near you."
MAIL = "Write to the maintainers at debian@example.org before you report it."


def test_sentences_of_each_language_and_collection_without_addresses(tmp_path: Path) -> None:
    (tmp_path / "debian_faq_multilingual").mkdir()
    with tarfile.open(tmp_path / "debian_faq_multilingual" / "docs_html.tar.gz", "w:gz") as archive:
        data = f"<p>{SENTENCE}</p>\n\n<p>{MAIL}</p>".encode()
        entry = tarfile.TarInfo("faq/it/index.html")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    (tmp_path / "mtrag" / "corpus").mkdir(parents=True)
    with gzip.open(tmp_path / "mtrag" / "corpus" / "made.jsonl.gz", "wt") as file:
        file.write(json.dumps({"text": f"{SENTENCE} Short one."}) + "\n")
    assert sentences_of_others(tmp_path, 10) == {"debian it": [SENTENCE], "made": [SENTENCE]}


def test_without_the_data_there_are_no_sets(tmp_path: Path) -> None:
    assert sentences_of_others(tmp_path, 10) == {}
