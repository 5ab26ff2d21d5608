"""What docs/extend.md shows is what examples/ holds, and works as installed from its `pyproject.toml`."""

import re
import tomllib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from askwell.composition.registry import KINDS
from askwell.engine import LOCAL, Engine
from askwell.events import Stepped, Token
from askwell.llm.write import LlmWriter
from askwell.models.scripted import Script, ScriptedChat
from askwell.pipeline.steps import LINE
from askwell.settings import Settings
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import ToolCall
from tests.alpine import COST, PASS
from tests.conftest import REPOSITORY
from tests.installed import install_modules
from tests.prompting import unkeyed

PAGE = (REPOSITORY / "docs" / "extend.md").read_text(encoding="utf-8")
EXAMPLES = {path.stem: path for path in (REPOSITORY / "examples").glob("*.py") if path.stem != "__init__"}
SHORT = ("classify_intent", "compliance_check", "greeting", "days_until", "opening_hours")

BANK = "# Refunds\n\nRefunds are paid to the account NL91 ABNA 0417 1643 00 of the valley bank.\n"
FEES = "county,fee\nNorth Vale,40 euros\nSouth Vale,55 euros\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_shows_every_example_word_for_word() -> None:
    shown = dict(re.findall(r"`examples/(\w+)\.py`:\n\n```python\n(.*?)```", PAGE, re.DOTALL))
    assert shown == {name: path.read_text(encoding="utf-8") for name, path in EXAMPLES.items()}


@pytest.mark.parametrize("name", SHORT)
def test_a_step_a_tool_and_a_part_take_less_than_25_lines(name: str) -> None:
    """S0-31, S0-32, S0-33: one short file and one line of registration each."""
    assert len(EXAMPLES[name].read_text(encoding="utf-8").splitlines()) < 25


def test_the_page_names_every_kind_of_plug_in() -> None:
    assert set(re.findall(r"^\| [^|]+ \| `askwell\.(\w+)`", PAGE, re.MULTILINE)) == set(KINDS)


def test_the_page_names_every_step_of_the_line() -> None:
    named = re.search(r"`(screen [^`]+)`", PAGE)
    assert named is not None
    assert named.group(1).split() == [step.name for step in LINE]


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Engine]:
    """An engine with the package, the assistant and the settings of the page, but for the model, and four documents."""
    package, configured = (tomllib.loads(each) for each in blocks("toml"))
    modules = {f"askwell_desk/{name}.py": path.read_text(encoding="utf-8") for name, path in EXAMPLES.items()}
    install_modules(tmp_path / "site", monkeypatch, "askwell-desk", modules, package["project"]["entry-points"])
    runtime = tmp_path / "assistants" / yaml.safe_load(blocks("yaml")[0])["name"]
    (runtime / "knowledge").mkdir(parents=True)
    (runtime / "assistant.yaml").write_text(blocks("yaml")[0])
    for name, text in {"pass.md": PASS, "bank.md": BANK, "fees.csv": FEES}.items():
        (runtime / "knowledge" / name).write_text(text)
    values = {"assistants": str(runtime.parent)} | configured
    async with await Engine.open(settings.model_copy(update=values)) as opened:
        async for progress in opened.prepare("desk"):
            assert not progress.failures
        await opened.create_session("desk", session_id="talk")
        yield opened


def let_write(engine: Engine, script: Script) -> ScriptedChat:
    """Let a scripted model write at the desk."""
    runtime = engine.container.runtimes["desk"]
    model = ScriptedChat(script)
    runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
    return model


async def test_settings_name_a_model_and_a_store(engine: Engine) -> None:
    assert engine.model_name == "echo"
    assert isinstance(engine.container.store, InMemoryStore)
    assert "first sentence. [1]" in (await engine.ask(COST, session="talk")).answer


async def test_a_greeting_leaves_search_out_and_is_remembered(engine: Engine) -> None:
    """S2-16, S2-B6: a shortcut is one step in one place, and its turn is in the conversation."""
    log = [event async for event in engine.stream("Hello!", session="talk")]
    again = await engine.ask("hello", session="talk")
    steps = [event.step for event in log if isinstance(event, Stepped)]
    assert "search" not in steps
    assert "write" not in steps
    assert "".join(event.text for event in log if isinstance(event, Token)).startswith("Hello! Ask me")
    assert again.answer.startswith("Hello again!")
    first = await engine.store.turns.get(LOCAL, "talk", 1)
    assert (first.status, first.answer) == ("completed", "Hello! Ask me anything about the desk.")


async def test_a_classifier_stands_before_the_model(engine: Engine) -> None:
    """S0-31 S2-16: what it finds is in the prompt, and a decision of the turn."""
    model = let_write(engine, ["It costs 90 euros. [1]"])
    await engine.ask(COST, session="talk")
    assert "Note: They ask for: price." in model.calls[0].messages[-1].content
    turn = await engine.store.turns.get(LOCAL, "talk", 1)
    assert [each.choice for each in turn.decisions if each.step == "classify-intent"] == ["price"]


async def test_a_compliance_check_keeps_an_answer_out_of_the_conversation(engine: Engine) -> None:
    """S2-16, S2-B5: it runs before anything is told, stored or remembered."""
    let_write(engine, ["Refunds are paid to NL91 ABNA 0417 1643 00. [1]", "I do not know. [1]"])
    log = [event async for event in engine.stream("Which account are refunds paid to?", session="talk")]
    turn = await engine.store.turns.get(LOCAL, "talk", 1)
    recalled = await engine.store.turns.recall(LOCAL, "talk", before=2, window_turns=5)
    assert "".join(event.text for event in log if isinstance(event, Token)) == "I may not tell account numbers."
    assert (turn.status, turn.answer, turn.sources) == ("declined", "I may not tell account numbers.", ())
    assert "NL91" not in repr(turn) + repr(recalled)
    assert (await engine.ask(COST, session="talk")).status == "completed"


async def test_a_part_of_the_prompt_is_data_in_it_and_counted(engine: Engine) -> None:
    """S0-33."""
    model = let_write(engine, ["It costs 90 euros. [1]"])
    await engine.ask(COST, session="talk")
    system, *_, asked = model.calls[0].messages
    assert '<part name="opening-hours">\nThe desk is ' in unkeyed(asked.content)
    assert "opening" not in system.content
    turn = await engine.store.turns.get(LOCAL, "talk", 1)
    assert turn.ledger is not None
    assert turn.ledger.tokens["parts"] > 0


async def test_a_tool_is_run_when_the_model_calls_it(engine: Engine) -> None:
    """S0-32."""
    call = ToolCall("1", "days_until", {"day": "2030-12-24"})
    model = let_write(engine, [[call], "It is far away. [1]"])
    await engine.ask(COST, session="talk")
    assert "days_until" in [spec.name for spec in model.calls[0].tools]
    assert "2030-12-24 is " in repr(model.calls[1].messages)


async def test_a_reader_brings_its_files_into_the_collection(engine: Engine) -> None:
    (fees,) = (each for each in await engine.knowledge.documents("desk") if each.name == "fees.csv")
    _, text = await engine.knowledge.document(fees.id)
    assert text == "county: North Vale; fee: 40 euros\n\ncounty: South Vale; fee: 55 euros"
    assert fees.media_type == "text/csv"
