from tests.cli.conftest import Askwell


def test_weights_are_listed_with_size_and_state(askwell: Askwell) -> None:
    (line,) = [line for line in askwell("models", "list").out.splitlines() if line.startswith("minilm")]
    assert line.split()[1:4] == ["-", "23.4", "MB"]


def test_unknown_weights_name_the_nearest(askwell: Askwell) -> None:
    result = askwell("models", "pull", "minilmm")
    assert result.code == 4
    assert "Did you mean `minilm`?" in result.err


def test_weights_that_are_not_installed_cannot_be_removed(askwell: Askwell) -> None:
    result = askwell("models", "rm", "minilm")
    assert result.code == 4
    assert "code: model_not_pulled" in result.err


def test_a_mirror_must_be_https(askwell: Askwell) -> None:
    result = askwell("models", "pull", "minilm", "--mirror", "http://example.com")
    assert result.code == 2
    assert "code: bad_mirror" in result.err
