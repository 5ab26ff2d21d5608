"""A shop in a folder: three goods, a table of branches, keywords for both, and talk for the rest."""

from pathlib import Path

SHOP = """
name: goods
title: Goods
languages: [en]
resolve: {by: rules}
route:
  keywords:
    - {way: branches, words: [opening hours, branch, branches]}
    - {way: search, words: [phone, phones, galaxy, pixel, battery, camera, price]}
  otherwise: chat
ways:
  branches:
    table: branches.csv
    match: {town: ["branch in {}", "{}"]}
    row: ["The branch in {town} is open {hours}."]
rank: {by: fused}
grade: {by: rules}
"""
GOODS = {
    "galaxy.md": """# Samsung Galaxy S24 Ultra

The Samsung Galaxy S24 Ultra is a phone with a camera of 200 megapixels. The price of the Samsung Galaxy S24 Ultra is
1,299 dollars. The battery of the Samsung Galaxy S24 Ultra holds 5,000 mAh.
""",
    "pixel.md": """# Google Pixel 8

The Google Pixel 8 is a phone with a camera of 50 megapixels. The price of the Google Pixel 8 is 699 dollars. The
battery of the Google Pixel 8 holds 4,575 mAh.
""",
}


def write_shop(folder: Path) -> Path:
    """The folder of assistants with the shop in it."""
    home = folder / "shops" / "goods"
    (home / "knowledge").mkdir(parents=True)
    (home / "assistant.yaml").write_text(SHOP)
    (home / "branches.csv").write_text("town,hours\nAustin,9 to 6\nWaco,10 to 4\n")
    for name, text in GOODS.items():
        (home / "knowledge" / name).write_text(text)
    return home.parent
