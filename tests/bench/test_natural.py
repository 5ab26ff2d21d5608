"""Documents in natural style: each keeps the facts that its questions ask for."""

from pathlib import Path

import pytest
from bench.blind import holds, plain
from bench.blind_questions import conversations
from bench.natural import FOLDER


@pytest.mark.parametrize("name", ["childcare", "policy"])
def test_every_fact_is_in_the_original_and_in_the_rewritten_document(name: str) -> None:
    own = Path("assistants", name, "knowledge")
    asked = [each for turns in conversations(name, FOLDER) for each in turns]
    assert len(asked) == {"childcare": 41, "policy": 24}[name]
    for each in asked:
        (document,) = each.documents
        texts = [plain((folder / document).read_text(encoding="utf-8")) for folder in (own, FOLDER / name)]
        assert all(holds(text, plain(spellings[0])) for text in texts for spellings in each.facts), each


def test_a_number_is_no_part_of_another_one() -> None:
    assert holds("up to 15 children, 4 babies", "15")
    assert not holds("up to 150 or 1.15 or 15.5 children", "15")
    assert holds("in 2024.", "2024")
