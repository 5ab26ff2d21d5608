from pathlib import Path

from tests.cli.conftest import Askwell


def test_the_demo_plays_its_questions_with_answers_sources_and_times(askwell: Askwell) -> None:
    result = askwell("demo", "bikes")
    assert result.code == 0
    first, second = result.out.index("you > What does"), result.out.index("you > Who repairs")
    assert "12 euros" in result.out[first:second]
    assert "1  Repairs · repairs.md" in result.out[first:second]
    assert " ms\n" in result.out[first:second]
    assert "Marijke" in result.out[second:]
    assert "prepared bikes" in result.err


def test_the_demo_ends_with_the_next_commands(askwell: Askwell) -> None:
    ending = askwell("demo", "bikes").out.split("Next:")[1]
    assert all(command in ending for command in ("askwell chat -a bikes", "askwell add", "askwell serve"))


def test_no_line_of_the_demo_is_wider_than_100_columns_or_styled(askwell: Askwell, tmp_path: Path) -> None:
    long = "A puncture repair on a cargo bike takes longer and therefore " * 4 + "costs 19 euros."
    (tmp_path / "assistants" / "bikes" / "knowledge" / "cargo.md").write_text(
        f"# Cargo\n\n## On punctures {'and more ' * 12}\n\n{long}\n", encoding="utf-8"
    )
    result = askwell("demo", "bikes")
    assert max(map(len, result.out.splitlines())) <= 100
    assert "\x1b" not in result.out + result.err


def test_an_unknown_assistant_is_not_found(askwell: Askwell) -> None:
    assert askwell("demo", "nobody").code == 4
