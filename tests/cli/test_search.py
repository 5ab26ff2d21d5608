import json
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell


def test_passages_are_shown_with_their_scores(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("search", "puncture", "-k", "1")
    assert result.code == 0
    assert result.out.startswith("  1  ")
    assert "repairs.md" in result.out
    assert "lexical" in result.out
    assert "1 passages in documents" in result.err


def test_json_holds_the_passages_best_first(askwell: Askwell) -> None:
    result = json.loads(askwell("search", "electric bikes", "-a", "bikes", "--json").out)
    assert result["passages"][0]["document"] == "electric.md"
    assert result["collections"] == ["bikes"]


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (["x"], 4, "no_documents"),
        (["x", "--collection", "nothing"], 4, "collection_not_found"),
        (["x", "-a", "nobody"], 4, "assistant_not_found"),
        ([" "], 2, "empty_question"),
        (["x", "-a", "bikes", "--collection", "bikes"], 2, "usage"),
    ],
)
def test_what_cannot_be_searched_is_refused(askwell: Askwell, arguments: list[str], exit_code: int, code: str) -> None:
    result = askwell("search", *arguments)
    assert result.code == exit_code
    assert f"code: {code}" in result.err
