from tests.cli.conftest import Askwell
from tests.fake_endpoint import fake_endpoint


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


def test_a_chat_model_is_checked_with_built_in_questions(askwell: Askwell) -> None:
    with fake_endpoint() as endpoint:
        result = askwell("--set", "model=json", "--set", f"model_url={endpoint.url}", "models", "check")
    assert result.code == 0
    assert "copied    and for a child?  →  and for a child?" in result.out
    assert result.out.splitlines()[-1] == "json: 4 resolved, 16 copied, 0 spoiled, 0 failed"
    assert "`resolve: {by: rules}`" in result.err


def test_without_a_chat_model_there_is_none_to_check(askwell: Askwell) -> None:
    result = askwell("models", "check")
    assert result.code == 2
    assert "code: missing_model" in result.err
