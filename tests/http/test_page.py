import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from httpx import AsyncClient

from askwell.http.pages import STATIC
from askwell.languages import LANGUAGES, folder

SCRIPTS = sorted(STATIC.glob("*.js"))
WORD_FILES = {code: folder(code) / "page.json" for code in LANGUAGES}
WORDS = {code: json.loads(path.read_text()) for code, path in WORD_FILES.items()}
VENDORED = {"marked.esm.js": "c622dc6824a1c92c2d10ea9ede2fc872e46128afcc34b298e6ddee6f387ace8e"}
"""SHA-256 of each library as released, without the line that names its source map."""
FILES = [
    *sorted(path for path in STATIC.rglob("*") if path.is_file() and path.parent.name != "vendor"),
    *WORD_FILES.values(),
]
MARKUP = (STATIC / "index.html").read_text()
SCRIPT = "\n".join(path.read_text() for path in SCRIPTS)


def name(file: Path) -> str:
    return file.relative_to(STATIC if file.is_relative_to(STATIC) else folder("en").parent).as_posix()


def flat(words: dict[str, str | dict[str, str]]) -> dict[str, str]:
    """Every text by its path: `steps.search`."""
    texts: dict[str, str] = {}
    for key, value in words.items():
        texts |= {key: value} if isinstance(value, str) else {f"{key}.{part}": text for part, text in value.items()}
    return texts


async def test_the_page_and_its_files_are_served(client: AsyncClient) -> None:
    page = await client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    imported = [f"/static/{file}" for file in re.findall(r'from "\./([^"]+)"', SCRIPT)]
    words = [f"/static/words/{language}.json" for language in WORDS]
    for address in (*re.findall(r'(?:src|href)="(/[^"]+)"', page.text), *imported, *words):
        assert (await client.get(address)).status_code == 200, address


async def test_the_words_of_the_page_are_served_from_the_languages(client: AsyncClient) -> None:
    for code, words in WORDS.items():
        answer = await client.get(f"/static/words/{code}.json")
        assert answer.json() == words
        assert answer.headers["content-type"].startswith("application/json")
        known = {"If-None-Match": answer.headers["etag"]}
        assert (await client.get(f"/static/words/{code}.json", headers=known)).status_code == 304
    for other in ("de.json", "../en/page.json", "en.toml", "%2e%2e/pages.py"):
        assert (await client.get(f"/static/words/{other}")).status_code == 404


async def test_the_documentation_is_our_own_page(client: AsyncClient) -> None:
    page = await client.get("/docs")
    assert page.status_code == 200
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
        assert (await client.get(address)).status_code == 200, address
    assert (await client.get("/redoc")).status_code == 404


def test_libraries_are_as_they_were_released_and_have_their_licence() -> None:
    scripts = {file.name: file for file in (STATIC / "vendor").glob("*.js")}
    assert {name: sha256(file.read_bytes()).hexdigest() for name, file in scripts.items()} == VENDORED
    for file in scripts.values():
        assert re.match(r"/\*\*\n \* \w+ v\d+\.\d+\.\d+ ", file.read_text()), "it says its version"
        assert file.with_name(f"{file.name.split('.')[0]}.LICENSE.txt").stat().st_size > 1000
        assert not re.search(r"innerHTML|document\.|eval\(|new Function|fetch\(", file.read_text())


@pytest.mark.parametrize("file", FILES, ids=name)
def test_nothing_is_asked_of_another_origin(file: Path) -> None:
    text = file.read_text().replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[a-z0-9-]+\.[a-z]|@import|url\(", text)


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.html")), ids=name)
def test_no_script_or_style_stands_inside_a_page(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"<style|style=|\son[a-z]+=|<script>|javascript:", text)


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_data_never_becomes_markup_or_style(file: Path) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|\.style\b|cssText|srcdoc"
    assert not re.search(forbidden, file.read_text())


@pytest.mark.parametrize("file", [file for file in FILES if not file.name.startswith("docs")], ids=name)
def test_each_file_of_the_page_stays_small(file: Path) -> None:
    lines = file.read_text().splitlines()
    assert len(lines) < 350
    assert max(len(line) for line in lines) <= (300 if file.suffix in {".json", ".svg"} else 120)


def test_every_element_the_scripts_name_is_in_the_page() -> None:
    ids = set(re.findall(r'id="([^"]+)"', MARKUP))
    named = {found for path in SCRIPTS for found in re.findall(r'\$\("([^"]+)"\)', path.read_text())}
    assert named <= ids


def test_all_languages_have_the_same_words_with_the_same_places() -> None:
    offered = re.findall(r'"(\w+)"', re.findall(r"LANGUAGES = \[(.+)\]", SCRIPT)[0])
    assert set(WORDS) == set(offered) == set(re.findall(r'value="(\w\w)" lang=', MARKUP))
    places = {
        language: {
            key: sorted(set(re.findall(r"\{\w+\}", text))) for key, text in flat(words).items() if ".many" not in key
        }
        for language, words in WORDS.items()
    }
    assert places["en"] == places["nl"] == places["it"]


def test_every_word_that_is_used_is_there_and_none_is_left_over() -> None:
    in_markup = set(re.findall(r'data-t(?:-label|-placeholder)?="([^"]+)"', MARKUP))
    asked = re.findall(r'\b(?:t|say|retry|nameOf|isNamed)\(([^"()]*"\w+"(?: : "\w+")?)', SCRIPT)
    in_scripts = {word for each in asked for word in re.findall(r'"(\w+)"', each)}
    assert len(in_scripts) > 50
    assert in_markup | in_scripts == set(WORDS["en"])


def test_nothing_the_page_shows_stands_in_its_markup_or_scripts() -> None:
    told = re.sub(r"<option value=\"..\".*?</option>|<title>.*?</title>|<h1>.*?</h1>", "", MARKUP)
    assert re.findall(r">\s*[A-Za-z][^<]*<", told.split("<body>")[1]) == []
