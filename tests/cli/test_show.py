from tests.cli.conftest import Askwell


def test_the_assistants_are_listed(askwell: Askwell) -> None:
    names = [line.split()[0] for line in askwell("show").out.splitlines() if not line.startswith(" ")]
    assert "bikes" in names
    assert "documents" in names


def test_the_graph_is_drawn_as_mermaid(askwell: Askwell) -> None:
    result = askwell("show", "bikes")
    assert result.code == 0
    assert "graph TD;" in result.out
    assert "resolve" in result.out
    assert "rank" not in result.out


def test_an_unknown_assistant_names_the_known_ones(askwell: Askwell) -> None:
    result = askwell("show", "bkes")
    assert result.code == 4
    assert "bikes" in result.err
