"""The shop's help pages and guides: whole, distinct, and of one mind."""

import re
from collections import Counter

import pytest
import yaml

from tests.conftest import REPOSITORY

FILES = sorted((REPOSITORY / "assistants" / "shop" / "knowledge").glob("*.md"))
TEXTS = {file.name: file.read_text(encoding="utf-8") for file in FILES}


def body(name: str) -> str:
    return TEXTS[name].split("---\n", 2)[2]


def test_there_are_enough_documents() -> None:
    assert len(TEXTS) >= 40


@pytest.mark.parametrize("name", TEXTS)
def test_a_document_has_front_matter_headings_and_a_readable_length(name: str) -> None:
    front = yaml.safe_load(TEXTS[name].split("---\n", 2)[1])
    assert front.keys() == {"title", "url", "origin", "labels"}
    assert front["url"].endswith(f"/{name.removesuffix('.md')}")
    assert body(name).strip().startswith(f"# {front['title']}\n")
    assert len(re.findall(r"(?m)^## ", body(name))) >= 4
    assert 200 <= len(body(name).split()) <= 500


def test_no_paragraph_stands_twice() -> None:
    paragraphs = Counter(part.strip() for name in TEXTS for part in body(name).split("\n\n") if len(part.split()) > 8)
    assert [text for text, times in paragraphs.items() if times > 1] == []


def test_no_sentence_of_a_policy_stands_twice() -> None:
    sentences = Counter(
        sentence for name in TEXTS for sentence in re.split(r"(?<=[.!?])\s+", body(name)) if len(sentence.split()) > 9
    )
    assert [text for text, times in sentences.items() if times > 1] == []


@pytest.mark.parametrize(
    ("subject", "figure"),
    [
        (r"[Ss]tandard shipping costs \$([\d.]+)", "5.99"),
        (r"(?:label (?:costs|fee of|of) )\$([\d.]+)", "6.99"),
        (r"(?:can be returned within|same|returned within) (\d+) days", "30"),
        (r"(\d+) months from Fernwick Electronics", "12"),
        (r"[Ff]ernwick Care adds (\d+) months", "24"),
        (r"within (\d+) business days after the(?: returned)? product has arrived", "5"),
        (r"until (\d+) days after delivery", "14"),
    ],
)
def test_a_figure_is_the_same_in_every_document(subject: str, figure: str) -> None:
    found = [each for name in TEXTS for each in re.findall(subject, body(name))]
    assert found
    assert set(found) == {figure}
