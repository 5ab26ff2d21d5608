import re
from pathlib import Path

import pytest
from httpx import AsyncClient

from askwell.http.pages import STATIC

PAGE = ("index.html", "style.css", "app.js")


async def test_the_page_and_its_files_are_served(client: AsyncClient) -> None:
    page = await client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    for address in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
        assert (await client.get(address)).status_code == 200, address


async def test_the_documentation_is_our_own_page(client: AsyncClient) -> None:
    page = await client.get("/docs")
    assert page.status_code == 200
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
        assert (await client.get(address)).status_code == 200, address
    assert (await client.get("/redoc")).status_code == 404


@pytest.mark.parametrize("file", sorted(STATIC.iterdir()), ids=lambda file: file.name)
def test_nothing_is_asked_of_another_origin(file: Path) -> None:
    text = file.read_text().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[a-z0-9-]+\.[a-z]|@import|url\(", text)


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.html")), ids=lambda file: file.name)
def test_no_script_or_style_stands_inside_a_page(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"<style|style=|\son[a-z]+=|<script>|javascript:", text)


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.js")), ids=lambda file: file.name)
def test_data_never_becomes_markup(file: Path) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", file.read_text()
    )


def test_the_page_stays_small() -> None:
    assert sum(len((STATIC / name).read_text().splitlines()) for name in PAGE) < 300
    assert max(len(line) for name in PAGE for line in (STATIC / name).read_text().splitlines()) <= 160


def test_every_element_the_script_names_is_in_the_page() -> None:
    ids = set(re.findall(r'id="([^"]+)"', (STATIC / "index.html").read_text()))
    assert set(re.findall(r'\$\("([^"]+)"\)', (STATIC / "app.js").read_text())) <= ids
