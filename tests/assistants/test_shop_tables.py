"""The shop's tables agree with themselves and with each other."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from tests.conftest import REPOSITORY

TABLES = REPOSITORY / "assistants" / "shop" / "tables"
SEPARATOR = ";"
"""What stands between the values of a cell."""
AS_OF = date(2025, 11, 21)
"""The day that the orders are of."""

Row = dict[str, str]

STORAGE_GB = {"8", "16", "32", "64", "128", "256", "512", "500", "1000", "2000"}
RANGES = {
    "price_usd": (10, 5000),
    "stock": (0, 60),
    "release_year": (2010, 2025),
    "memory_gb": (1, 64),
    "screen_in": (1, 100),
    "battery_mah": (200, 30_000),
    "battery_wh": (15, 100),
    "battery_hours": (1, 2000),
    "weight_g": (3, 10_000),
    "warranty_months": (12, 60),
}
"""Column of numbers to its least and greatest sensible figure, in the unit that its name ends with."""
MAY_BE_EMPTY = {"memory_gb", "screen_in", "battery_mah", "battery_wh", "battery_hours", "weight_g", "warranty_months"}
PLAIN_COLORS = {
    "beige", "black", "blue", "brown", "gold", "gray", "green", "orange", "pink", "purple", "red", "silver", "white",
    "yellow",
}  # fmt: skip
STATUSES = {"processing", "backordered", "shipped", "delivered", "cancelled", "returned"}
SENT = {"shipped", "delivered", "returned"}
FEES = {"standard": Decimal("5.99"), "express": Decimal("14.99"), "overnight": Decimal("29.99"), "freight": Decimal(0)}
FREE_FROM = Decimal(50)
FREIGHT_FROM_IN = 55


def table(name: str) -> list[Row]:
    with (TABLES / name).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, strict=True))
    assert rows
    assert not [row for row in rows if None in row or None in row.values()], "a line has too many or too few cells"
    return rows


PRODUCTS = table("products.csv")
ORDERS = table("orders.csv")
ELSEWHERE = table("competitor_prices.csv")
BY_SKU = {row["sku"]: row for row in PRODUCTS}


def parts(cell: str) -> list[str]:
    return [value.strip() for value in cell.split(SEPARATOR)] if cell else []


def items(order: Row) -> Iterator[tuple[Row, int]]:
    """The products of an order with their quantities."""
    for item in parts(order["items"]):
        found = re.fullmatch(r"([A-Z]{3}-\d{3}) x ([1-9])", item)
        assert found, f"{order['order_id']}: {item!r} is no item"
        yield BY_SKU[found[1]], int(found[2])


def day(cell: str) -> date | None:
    return date.fromisoformat(cell) if cell else None


def ids(rows: list[Row], column: str) -> list[str]:
    return [row[column] for row in rows]


def test_there_are_enough_products_and_orders_to_talk_about() -> None:
    assert len({row["model"] for row in PRODUCTS}) >= 150
    assert len(ORDERS) >= 60


@pytest.mark.parametrize("column", ["sku", "name"])
def test_products_are_told_apart(column: str) -> None:
    assert [value for value, times in Counter(row[column] for row in PRODUCTS).items() if times > 1] == []


def test_products_that_share_a_model_differ_in_storage_alone() -> None:
    for model in {row["model"] for row in PRODUCTS}:
        sizes = [row for row in PRODUCTS if row["model"] == model]
        assert len({row["storage_gb"] for row in sizes}) == len(sizes), model
        assert len({(row["brand"], row["category"], row["release_year"], row["screen_in"]) for row in sizes}) == 1, (
            model
        )


def test_a_name_or_alias_leads_to_one_model() -> None:
    leads: dict[str, set[str]] = {}
    for row in PRODUCTS:
        for name in {row["model"], *parts(row["aliases"])}:
            leads.setdefault(name.casefold(), set()).add(row["model"])
    assert {name: models for name, models in leads.items() if len(models) > 1} == {}


@pytest.mark.parametrize("row", PRODUCTS, ids=ids(PRODUCTS, "sku"))
def test_a_product_has_figures_of_the_right_type_and_size(row: Row) -> None:
    assert re.fullmatch(r"[A-Z]{3}-\d{3}", row["sku"])
    assert all(row[column] for column in ("name", "model", "brand", "category", "specs"))
    assert row["name"].startswith(row["model"])
    assert re.fullmatch(r"\d+\.\d\d", row["price_usd"])
    assert row["storage_gb"] in STORAGE_GB | {""}
    for column, (least, greatest) in RANGES.items():
        if row[column] or column not in MAY_BE_EMPTY:
            assert least <= Decimal(row[column]) <= greatest, column
    if row["warranty_months"]:
        assert int(row["warranty_months"]) % 6 == 0


@pytest.mark.parametrize("row", PRODUCTS, ids=ids(PRODUCTS, "sku"))
def test_a_product_s_lists_are_clean(row: Row) -> None:
    for column in ("aliases", "colors", "color_families"):
        values = parts(row[column])
        assert all(values), column
        assert len(set(values)) == len(values), column
    assert set(parts(row["color_families"])) <= PLAIN_COLORS
    assert SEPARATOR not in row["name"] + row["model"] + row["specs"]
    assert not row["specs"].endswith(".")


def test_capacities_agree_where_both_are_given() -> None:
    """Milliampere-hours times the voltage of 1 to 4 cells are the watt-hours."""
    for row in PRODUCTS:
        if row["battery_mah"] and row["battery_wh"]:
            volts = Decimal(row["battery_wh"]) * 1000 / Decimal(row["battery_mah"])
            assert Decimal("3.5") <= volts <= Decimal("15.6"), row["sku"]


def test_more_storage_of_a_model_costs_more() -> None:
    for model in {row["model"] for row in PRODUCTS}:
        sizes = [row for row in PRODUCTS if row["model"] == model and row["storage_gb"]]
        prices = [Decimal(row["price_usd"]) for row in sorted(sizes, key=lambda row: int(row["storage_gb"]))]
        assert prices == sorted(set(prices)), model


def test_what_is_sold_out_and_nothing_else_has_a_day_of_return() -> None:
    for row in PRODUCTS:
        back = day(row["restock_on"])
        assert (back is not None) == (row["stock"] == "0"), row["sku"]
        assert back is None or back > AS_OF
    assert any(row["stock"] == "0" for row in PRODUCTS)


def test_orders_are_told_apart() -> None:
    assert len({row["order_id"] for row in ORDERS}) == len(ORDERS)
    tracked = [row["tracking"] for row in ORDERS if row["tracking"]]
    assert len(set(tracked)) == len(tracked)


@pytest.mark.parametrize("row", ORDERS, ids=ids(ORDERS, "order_id"))
def test_an_order_s_total_is_what_its_items_and_its_shipping_cost(row: Row) -> None:
    assert re.fullmatch(r"ORD-\d{5}", row["order_id"])
    bought = list(items(row))
    assert len({product["sku"] for product, _ in bought}) == len(bought)
    cost = sum((Decimal(product["price_usd"]) * pieces for product, pieces in bought), Decimal(0))
    free = row["shipping"] == "standard" and cost >= FREE_FROM
    fee = Decimal(0) if free else FEES[row["shipping"]]
    assert Decimal(row["items_usd"]) == cost
    assert Decimal(row["shipping_usd"]) == fee
    assert Decimal(row["total_usd"]) == cost + fee


@pytest.mark.parametrize("row", ORDERS, ids=ids(ORDERS, "order_id"))
def test_an_order_names_its_number_and_its_products_as_they_are_said(row: Row) -> None:
    assert row["number"] == row["order_id"].removeprefix("ORD-")
    said = [f"{pieces} x {product['name']}" if pieces > 1 else product["name"] for product, pieces in items(row)]
    assert parts(row["products"]) == said


@pytest.mark.parametrize("row", ORDERS, ids=ids(ORDERS, "order_id"))
def test_large_televisions_travel_by_freight_and_power_banks_on_the_ground(row: Row) -> None:
    bought = [product for product, _ in items(row)]
    large = [each for each in bought if each["category"] == "TV" and float(each["screen_in"]) >= FREIGHT_FROM_IN]
    assert bool(large) == (row["shipping"] == "freight")
    if any("power bank" in each["specs"] and each["category"] == "charger" for each in bought):
        assert row["shipping"] != "overnight"


@pytest.mark.parametrize("row", ORDERS, ids=ids(ORDERS, "order_id"))
def test_an_order_s_days_fit_its_status(row: Row) -> None:
    ordered, shipped = day(row["ordered_on"]), day(row["shipped_on"])
    expected, delivered = day(row["expected_on"]), day(row["delivered_on"])
    assert row["status"] in STATUSES
    assert ordered is not None
    assert ordered <= AS_OF
    assert (shipped is not None) == (row["status"] in SENT)
    assert bool(row["carrier"]) == bool(row["tracking"]) == (row["status"] in SENT)
    assert (delivered is not None) == (row["status"] in {"delivered", "returned"})
    assert (expected is not None) == (row["status"] != "cancelled")
    assert shipped is None or ordered < shipped <= AS_OF
    assert delivered is None or (shipped is not None and shipped < delivered <= AS_OF)
    assert expected is None or expected > (shipped or ordered)
    for moment in (shipped, expected, delivered):
        assert moment is None or moment.weekday() < 5, "carriers work from Monday to Friday"
    sold_out = any(product["stock"] == "0" for product, _ in items(row))
    assert row["status"] != "backordered" or sold_out


def test_every_status_occurs() -> None:
    assert {row["status"] for row in ORDERS} == STATUSES


def test_prices_elsewhere_are_of_our_products_one_a_shop() -> None:
    assert {row["sku"] for row in ELSEWHERE} == set(BY_SKU)
    pairs = Counter((row["sku"], row["shop"]) for row in ELSEWHERE)
    assert max(pairs.values()) == 1
    assert len({row["shop"] for row in ELSEWHERE}) == 3


def test_prices_elsewhere_are_near_ours_and_were_seen_before_today() -> None:
    for row in ELSEWHERE:
        ours, theirs = Decimal(BY_SKU[row["sku"]]["price_usd"]), Decimal(row["price_usd"])
        assert re.fullmatch(r"\d+\.\d\d", row["price_usd"])
        assert Decimal("0.8") * ours <= theirs <= Decimal("1.2") * ours, row
        seen = day(row["seen_on"])
        assert seen is not None
        assert seen <= AS_OF


def test_prices_elsewhere_repeat_our_names_and_prices_as_they_are() -> None:
    for row in ELSEWHERE:
        ours = BY_SKU[row["sku"]]
        assert all(row[column] == ours[column] for column in ("name", "model", "aliases", "brand", "category")), row
        assert row["our_price_usd"] == ours["price_usd"], row
