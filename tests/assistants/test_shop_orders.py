"""An order of the shop is shown to its customer and to the shop; to others it is like one that does not exist."""

import csv
from pathlib import Path

import pytest

from askwell.engine import Engine
from askwell.settings import Settings
from askwell.types import OPERATOR, Answer, Principal
from tests.assistants.test_shop_tools import SHOP, shop
from tests.tooling import call, let_write, results

with (SHOP / "tables" / "orders.csv").open(encoding="utf-8") as file:
    ORDER = next(row for row in csv.DictReader(file) if row["status"] == "shipped")
CUSTOMER, OTHER = Principal(user=ORDER["customer"]), Principal(user="C-9999")
ELSEWHERE = Principal("globex", ORDER["customer"])
UNKNOWN = "ORD-99999"


def told(answer: Answer, order_id: str) -> tuple[str, ...]:
    """What the answer lets out of an order: its text, route and sources, without the number that was asked for."""
    names = " ".join(source.passages[0].text for source in answer.sources)
    return answer.answer.replace(order_id, "X"), answer.route, answer.outcome, names.replace(order_id, "X")


@pytest.mark.parametrize("form", ["order_id", "tracking", "number"])
async def test_an_order_needs_its_customer(settings: Settings, tmp_path: Path, form: str) -> None:
    """S1-B8: an id that can be guessed leads to nothing of others."""
    wanted, unknown = {
        "order_id": (ORDER["order_id"], UNKNOWN),
        "tracking": (ORDER["tracking"], "FW0000000000US"),
        "number": (f"order {ORDER['number']}", "order 99999"),
    }[form]
    found = settings.model_copy(update={"assistants": shop(tmp_path, "{use: [orders]}"), "embedder": "none"})
    async with await Engine.open(found) as engine:

        async def ask(principal: Principal, named: str) -> Answer:
            return await engine.ask(f"Where is my order, {named}?", assistant="shop", principal=principal)

        for principal in (CUSTOMER, OPERATOR):
            assert ORDER["order_id"] in (await ask(principal, wanted)).answer
        for principal in (OTHER, ELSEWHERE):
            answer = await ask(principal, wanted)
            assert told(answer, wanted) == told(await ask(principal, unknown), unknown)
            for cell in ("products", "total_usd", "shipped_on"):
                assert ORDER[cell] not in answer.answer


async def test_a_tool_that_a_model_calls_shows_no_order_of_others(settings: Settings, tmp_path: Path) -> None:
    found = settings.model_copy(update={"assistants": shop(tmp_path, "{use: [orders]}"), "embedder": "none"})
    async with await Engine.open(found) as engine:
        for principal, is_shown in ((CUSTOMER, True), (OTHER, False), (ELSEWHERE, False)):
            model = let_write(
                engine, [call("orders", question=f"Where is order {ORDER['order_id']}?"), "So it is."], assistant="shop"
            )
            await engine.ask(
                "Can I return the Google Pixel 8 when it is opened, and what about my parcel?",
                assistant="shop",
                principal=principal,
            )
            [shown] = results(model.calls[1].messages)
            assert (ORDER["products"] in shown) == is_shown, shown
