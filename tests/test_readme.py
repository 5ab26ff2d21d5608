"""What the README shows works as shown."""

import ast
import re
from pathlib import Path

import yaml

from askwell.assistant import load_assistant
from tests.conftest import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_the_assistant_of_the_readme_loads(tmp_path: Path) -> None:
    (written,) = _blocks("yaml")
    folder = tmp_path / yaml.safe_load(written)["name"]
    folder.mkdir()
    (folder / "assistant.yaml").write_text(written)
    assert load_assistant(folder).name == "garden"


def test_the_python_of_the_readme_compiles_and_imports() -> None:
    (written,) = _blocks("python")
    imports = [line for line in written.splitlines() if line.startswith(("import ", "from "))]
    ast.parse(written)
    exec("\n".join(imports), {})


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", "\n".join(_blocks("sh")), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_linked_file_of_the_readme_exists() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (REPOSITORY / target).exists(), target


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
