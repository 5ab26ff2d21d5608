import json
from pathlib import Path

from tests.cli.conftest import Askwell


def ids(askwell: Askwell) -> dict[str, str]:
    listed = json.loads(askwell("documents", "list", "--json").out)
    return {each["name"]: each["id"] for each in listed["documents"]}


def test_documents_are_listed_by_name_with_title_and_number_of_passages(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("documents", "list")
    first, second = result.out.splitlines()
    assert first.split()[2:] == ["1", "electric.md", "Electric", "bikes"]
    assert second.split()[3:] == ["repairs.md", "Repairs"]
    assert result.err == "2 documents in 'documents'\n"


def test_a_long_list_is_continued_after_the_last_one(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("documents", "list", "-n", "1")
    assert "electric.md" in result.out
    assert "repairs.md" not in result.out
    command = result.err.splitlines()[0].removeprefix("more: askwell ").split()
    assert "repairs.md" in askwell(*command).out


def test_other_collections_are_named(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf), "--collection", "rules")
    assert "0 documents in 'documents' · other collections: rules (2)" in askwell("documents", "list").err
    assert "2 documents in 'rules'" in askwell("documents", "list", "--collection", "rules").err
    assert askwell("documents", "list", "--collection", "none").code == 4


def test_a_document_is_removed_by_name_or_by_id_and_is_not_found_any_more(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("documents", "remove", "repairs.md")
    assert (result.code, result.err) == (0, "removed repairs.md from 'documents'\n")
    assert "puncture" not in askwell("search", "puncture").out
    askwell("documents", "remove", ids(askwell)["electric.md"])
    assert ids(askwell) == {}


def test_the_file_of_a_removed_document_is_added_again(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    askwell("documents", "remove", "repairs.md")
    assert "1 added, 1 unchanged" in askwell("add", str(shelf)).err


def test_a_misspelt_name_removes_nothing(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("documents", "remove", "repairs.md", "electrik.md")
    assert result.code == 4
    assert "No document 'electrik.md' in 'documents'" in result.err
    assert len(ids(askwell)) == 2


def test_a_document_of_an_assistants_folder_is_not_removed(askwell: Askwell) -> None:
    askwell("ask", "-a", "bikes", "What does a puncture repair cost?")
    result = askwell("documents", "remove", "repairs.md", "--collection", "bikes")
    assert result.code != 0
    assert "code: collection_kept" in result.err
