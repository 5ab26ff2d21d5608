"""Plugged-in tools: a function of a package, named in the YAML."""

import re
from pathlib import Path
from typing import Any

import pytest
from yaml import safe_load

from askwell.assistant import ToolsSection
from askwell.errors import BrokenPlugin
from askwell.settings import Settings
from askwell.tools.calling import function_tool
from askwell.types import ToolContext, ToolResult
from tests.conftest import REPOSITORY
from tests.installed import install
from tests.tooling import COST, Word, ask, call, let_write, results, runtime

WEATHER = """
from pydantic import Field
from askwell.tools.calling import Arguments, function_tool
from askwell.types import ToolContext, ToolResult

class Place(Arguments):
    place: str = Field(description="A town.")

async def weather(arguments: Place, context: ToolContext) -> ToolResult:
    return ToolResult(f"It snows in {arguments.place}.")

weather_tool = function_tool("weather", "Says the weather of a place.", Place, weather)
"""


async def test_s0_32_a_new_tool_is_a_function_that_a_package_offers(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch, "skies", WEATHER, {"tools": {"weather": "weather_tool"}})
    async with runtime(settings, tmp_path, "{use: [weather]}") as engine:
        model = let_write(engine, [call("weather", place="Davos"), "It costs 90 euros. [1]"])
        await ask(engine, COST)
    (spec,) = model.calls[0].tools
    assert (spec.name, spec.description) == ("weather", "Says the weather of a place.")
    assert spec.parameters["required"] == ["place"]
    assert "It snows in Davos." in results(model.calls[1].messages)[0]


@pytest.mark.parametrize("wrong", ["name", "sync", "none"])
async def test_an_invalid_tool_is_named(settings: Settings, tmp_path: Path, wrong: str) -> None:
    async def say(arguments: Word, context: ToolContext) -> ToolResult:
        raise AssertionError

    class Sync:
        spec = function_tool("echo", "", Word, say).spec

        def run(self, arguments: Word, context: ToolContext) -> ToolResult:
            raise AssertionError

    given = {"name": function_tool("other", "", Word, say), "sync": Sync(), "none": object()}[wrong]
    with pytest.raises(BrokenPlugin, match=r"`echo` \(`askwell.tools`\)"):
        async with runtime(settings, tmp_path, "{use: [echo]}", others={"echo": given}):  # type: ignore[dict-item]
            pass


async def test_the_guide_shows_what_works(settings: Settings, tmp_path: Path) -> None:
    guide = (REPOSITORY / "docs" / "tools.md").read_text()
    (yaml,) = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    made: dict[str, Any] = {}
    exec(code, made)
    use = "{use: [weather, " + re.findall(r"use: \[(.*)\]", yaml)[0] + "]}"
    async with runtime(settings, tmp_path, use, others={"weather": made["weather_tool"]}) as engine:
        model = let_write(engine, [call("weather", place="Davos"), "It costs 90 euros. [1]"])
        await ask(engine, COST)
    assert len(model.calls[0].tools) == 4
    assert "It snows in Davos." in results(model.calls[1].messages)[0]
    assert ToolsSection.model_validate(safe_load(yaml)["tools"]).rounds == 4
