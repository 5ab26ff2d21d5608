"""Packages that offer plug-ins, as an installer would leave them on the path."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from askwell.composition.registry import Given
from askwell.engine import Engine
from askwell.settings import Settings
from tests.alpine import PASS

GREETER = """
from askwell.pipeline.plugin_steps import reply

async def greet(state, runtime):
    return reply("Good day.") if state.asked == "hello" else {}
"""


def install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, package: str, code: str, offers: Mapping[str, Mapping[str, str]]
) -> None:
    """Put a package of one module on the path: group (`steps`) to name to attribute, empty for the module itself."""
    groups = {
        f"askwell.{group}": {name: package + (attribute and f":{attribute}") for name, attribute in names.items()}
        for group, names in offers.items()
    }
    install_modules(folder, monkeypatch, package, {f"{package}.py": code}, groups)


def install_modules(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    modules: Mapping[str, str],
    groups: Mapping[str, Mapping[str, str]],
) -> None:
    """Put a package on the path: its files by path, and its entry points as `pyproject.toml` has them."""
    info = folder / f"{package}-1.2.dist-info"
    info.mkdir(parents=True)
    for path, code in modules.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(code)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    lines = [[f"[{group}]", *(f"{name} = {path}" for name, path in names.items())] for group, names in groups.items()]
    (info / "entry_points.txt").write_text("\n".join(line for group in lines for line in group) + "\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)  # a reader works in a process of its own


def write_assistant(folder: Path, yaml: str, *, name: str = "desk") -> str:
    """An assistant with this YAML and no documents; the setting `assistants` that leads to it."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "assistant.yaml").write_text(f"name: {name}\ntitle: The desk\n{yaml}\n")
    return str(folder)


@asynccontextmanager
async def at_desk(settings: Settings, folder: Path, yaml: str, plug_ins: Given) -> AsyncIterator[Engine]:
    """An engine with an assistant `desk` that has read of the Alpine pass, and an empty session `talk` with it."""
    assistants = write_assistant(folder / "assistants", yaml)
    knowledge = folder / "assistants" / "desk" / "knowledge"
    knowledge.mkdir()
    (knowledge / "pass.md").write_text(PASS)
    async with await Engine.open(settings.model_copy(update={"assistants": assistants}), plug_ins=plug_ins) as engine:
        async for _ in engine.prepare("desk"):
            pass
        await engine.create_session("desk", session_id="talk")
        yield engine
