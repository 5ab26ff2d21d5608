"""The shop with a model that calls the tables of its own ways."""

import re
import shutil
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.errors import BadConfig
from askwell.settings import Settings
from askwell.types import ToolCall
from tests.conftest import REPOSITORY
from tests.tooling import call, let_write, results, used

SHOP = REPOSITORY / "assistants" / "shop"
QUESTION = "Can I return the Google Pixel 8 when it is opened, and do you have it?"


def shop(folder: Path, tools: str) -> str:
    """The shop with two of its help pages and a section `tools`; the setting that leads to it."""
    copy = folder / "assistants" / "shop"
    shutil.copytree(SHOP / "tables", copy / "tables")
    (copy / "knowledge").mkdir()
    for page in ("returns.md", "refunds.md"):
        shutil.copy(SHOP / "knowledge" / page, copy / "knowledge")
    (copy / "assistant.yaml").write_text((SHOP / "assistant.yaml").read_text() + f"\ntools: {tools}\n")
    return str(folder / "assistants")


async def test_a_model_asks_the_tables_for_stock_and_orders(settings: Settings, tmp_path: Path) -> None:
    found = settings.model_copy(update={"assistants": shop(tmp_path, "{use: [stock, orders, search_knowledge_base]}")})
    async with await Engine.open(found) as engine:
        async for _ in engine.prepare("shop"):
            pass
        both = (
            *call("stock", number=1, question="Is the Google Pixel 8 in stock?"),
            ToolCall("call-2", "orders", {"question": "Where is order ORD-10012?"}),
            ToolCall("call-3", "orders", {"question": "Where is my order?"}),
        )
        model = let_write(
            engine, [both, "Opened items go back within 15 days. [1] It is in stock. [3]"], assistant="shop"
        )
        answer = await engine.ask(QUESTION, assistant="shop")
    stock, order, unnamed = results(model.calls[1].messages)
    assert re.search(r"Google Pixel 8 128 GB: \d+ in stock\.", stock)
    assert "Order ORD-10012 is" in order
    assert "What is the number of your order?" in unnamed
    assert [each.params["tool"] for each in used(answer)] == ["stock", "orders", "orders"]
    assert {source.title for source in answer.sources} >= {"Stock of Fernwick Electronics"}
    told = {each.name: each.description for each in model.calls[0].tools}
    assert "whether a product is in stock" in told["stock"]
    assert "Orders (where an order is" in told["orders"]


async def test_s0_32_a_tool_that_is_not_there_is_named_with_those_that_are(settings: Settings, tmp_path: Path) -> None:
    found = settings.model_copy(update={"assistants": shop(tmp_path, "{use: [stok]}")})
    with pytest.raises(BadConfig, match="'stok'") as raised:
        await Engine.open(found)
    assert "stock" in raised.value.hint
    assert "search_knowledge_base" in raised.value.hint
