"""Answers as Markdown on the page, in a real browser. Not run by default: `-m browser` with Chromium on the PATH."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from askwell.settings import Settings
from tests.fake_endpoint import fake_endpoint
from tests.http.browser import IDLE, LAST, Tab, visit
from tests.http.conftest import WATERING, SettingsOf, served
from tests.http.test_marks import BY_NAME, styled

pytestmark = pytest.mark.browser

SHOWN = """(async (texts, known, spans) => {
  const { Markdown } = await import("/static/markdown.js");
  const box = document.createElement("div");
  document.body.append(box);
  const make = (tag) => document.createElement(tag);
  const asked = [];
  const shown = new Markdown(box, (number, offset) => {
    asked.push([number, offset]);
    return Object.assign(make("button"), { textContent: number });
  });
  const lit = spans.map(([start, end]) => (
    { start, end, open: () => make("u"), close: () => Object.assign(make("sup"), { textContent: "?" }) }
  ));
  const again = [];
  for (const text of texts) {
    const before = [...box.children];
    shown.show(text, lit, new Set(known));
    again.push(before.filter((node, index) => node !== box.children[index]).length);
  }
  const html = box.innerHTML;
  box.remove();
  return { html, asked, again, text: box.textContent };
})"""
MADE = """(async (texts) => {
  const { Markdown } = await import("/static/markdown.js");
  const box = document.createElement("div");
  document.body.append(box);
  const made = [];
  for (const text of texts) {
    new Markdown(box).clear();
    new Markdown(box).show(text);
    made.push(...Array.from(box.querySelectorAll("*"), (each) => [each.tagName, each.getAttributeNames(), each.href]));
  }
  return made;
})"""
MOMENT_S = 3.0
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>@import 'http://evil.example/a.css'</style>",
    "<base href='http://evil.example/'>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
    "<form action='http://evil.example/'><input autofocus onfocus=alert(1)></form>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "![x](http://evil.example/a.png)",
    "![x](http://evil.example/a.png 'title')",
    "[![x](http://evil.example/a.png)](http://evil.example/)",
    "![x][1]\n\n[1]: http://evil.example/a.png",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x]( javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "<javascript:alert(1)>",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](blob:http://evil.example/1)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/)",
    "[x](/v1/sessions)",
    '[x](http://evil.example/"onmouseover="alert(1))',
    "[x](http://evil.example/ 'a\" onmouseover=\"alert(1)')",
    '["><img src=x onerror=alert(1)>](http://evil.example/)',
    "`<img src=x onerror=alert(1)>`",
    '```"><img src=x onerror=alert(1)>\n<script>alert(1)</script>\n```',
    "```html onload=alert(1)\n<svg/onload=alert(1)>\n```",
    "| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |",
    "# <img src=x onerror=alert(1)>",
    "- <img src=x onerror=alert(1)>\n- [ ] <svg/onload=alert(1)>",
    "> <details open ontoggle=alert(1)>",
    "**<img src=x onerror=alert(1)>**",
    "&lt;img src=x onerror=alert(1)&gt;",
    "\\<img src=x onerror=alert(1)>",
    "[1]: javascript:alert(1)\n\n[1]",
    "[__proto__](constructor) [x](toString)",
    "<!-- --!><img src=x onerror=alert(1)> -->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<br onclick=alert(1)>",
)
"""Texts that run a script or load an address where Markdown becomes markup unchecked."""
ELEMENTS = set(
    "A BLOCKQUOTE BR BUTTON CODE DEL DIV EM FIGCAPTION FIGURE H3 H4 H5 H6 HR INPUT LI OL P path PRE SMALL SPAN STRONG "
    "svg TABLE TBODY TD TH THEAD TR UL".split()
)
ATTRIBUTES = set(
    "aria-hidden aria-label checked class d dir disabled href rel start tabindex target title type viewBox".split()
)


ELEMENTS_OF = {
    "# One\n\nTwo **three** *four* ~~five~~": "<h3>One</h3><p>Two <strong>three</strong> <em>four</em> <del>five</del>",
    "- a\n- b\n  1. c": '<ul><li><div>a</div></li><li><div>b</div><ol start="1"><li><div>c</div></li></ol></li></ul>',
    "5. five": '<ol start="5">',
    "| a | b |\n|---|--:|\n| 1 | 2 |": '<tbody><tr><td>1</td><td class="right">2</td></tr></tbody>',
    "- [x] done": '<li class="task"><input type="checkbox" disabled="">',
    "> quoted": "<blockquote><p>quoted</p></blockquote>",
    "one\ntwo": "one<br>two",
    "one<br>two": "one<br>two",
    "call __init__ now": "call __init__ now",
    "5~6 and 7~8": "5~6 and 7~8",
    "a <b>bold</b> word": "a &lt;b&gt;bold&lt;/b&gt; word",
    "see [1] and [3]": "see <button>1</button> and [3]",
    "id [1706.03762, 2], old [cs/0112017]": "id <button>1706.03762</button><button>2</button>, old <button>cs/0112017<",
    "note[^1]\n\n[^1]: [A](<https://a.example/>)": "<p>note<button>^1</button></p><span></span>",
    "[https://a.example/b] [x_y_z] [**b**]": "<strong>b</strong>",
    "both [1, 2], none [3, 4]": "both <button>1</button><button>2</button>, none [3, 4]",
    "[1](https://a.example/)": '<a href="https://a.example/"',
    "`a[1]`": "<code>a[1]</code>",
    "[see [1]](https://a.example/)": ">see [1] <small",
    "[text](https://a.example:81/b)": 'rel="noopener noreferrer" target="_blank" title="https://a.example:81/b"',
    "[text](https://bank.example@evil.example/)": '<small class="host">(evil.example)</small>',
    "https://a.example/b": ">https://a.example/b</a>",
    "[write](mailto:a@b.example)": '<small class="host">(a@b.example)</small>',
    "![a plan](https://a.example/b.png)": '<span class="image">a plan (a.example)</span>',
}


@pytest.fixture
async def page(shared_settings: Settings, tmp_path: Path) -> AsyncIterator[Tab]:
    """The page, of which one module is used."""
    async with served(shared_settings) as client, visit(str(client.base_url), tmp_path) as here:
        yield here


async def shown(
    page: Tab,
    *texts: str,
    known: tuple[str, ...] = ("1", "2", "^1", "1706.03762", "cs/0112017"),
    spans: tuple[Any, ...] = (),
) -> Any:
    """What an element holds after the texts were shown in it, one after the other."""
    arguments = ", ".join(json.dumps(each) for each in (texts, known, spans))
    return await page.run(f"{SHOWN}({arguments})")


async def test_markdown_becomes_elements(page: Tab) -> None:
    for text, html in ELEMENTS_OF.items():
        found = (await shown(page, text))["html"].replace(' dir="auto"', "").replace(' class=""', "")
        assert html in found, text


async def test_hostile_texts_run_nothing_and_load_nothing(page: Tab) -> None:
    await page.run("(window.alert = (text) => { window.ran = text; }, 0)")
    together = "\n\n".join(HOSTILE), " ".join(each.replace("\n", " ") for each in HOSTILE)
    everything = await page.run(f"{MADE}({json.dumps([*HOSTILE, *together])})")
    await asyncio.sleep(0.2)
    assert await page.run("window.ran ?? null") is None
    assert {tag for tag, _, _ in everything} <= ELEMENTS
    assert {name for _, names, _ in everything for name in names} <= ATTRIBUTES
    assert {href.split(":")[0] for _, _, href in everything if isinstance(href, str)} <= {"http", "https", "mailto"}


async def test_no_script_of_the_page_can_make_markup_of_a_text(page: Tab) -> None:
    for act in ("document.body.innerHTML = '<b>x</b>'", "trustedTypes.createPolicy('x', {})"):
        assert await page.run(f"(() => {{ try {{ {act} }} catch (error) {{ return error.name }} }})()") == "TypeError"
    page.faults.clear()


async def test_spans_and_marks_are_at_their_words_in_every_kind_of_block(page: Tab) -> None:
    text = (
        "Leaves stay **dry. Water in** the morning. [1]\n\n- Roses too. [2]\n  > Not carrots. [1]\n\n"
        "| a | Roses too. [2] |\n|---|---|\n| `Not` carrots. | c |\n\n```\nWater in\n```"
    )
    spans = [
        (at, at + len(part)) for part in ("Water in** the morning. [1]", "> Not carrots.") for at in [text.index(part)]
    ]
    last = text.index("`Not` carrots.")
    spans += [(last, last + len("`Not` carrots.")), (text.rindex("Water in"), text.rindex("Water in") + 8)]
    found = await shown(page, text, spans=tuple(spans))
    assert found["asked"] == [[text[at + 1], at] for at in range(len(text)) if text[at] == "["]
    assert (
        'dry. <u>Water in</u></strong><u> the morning. <span class="unbroken"><button>1</button><sup>?</sup></span></u>'
        in found["html"]
    )
    assert "<u>Not carrots.<sup>?</sup></u> <button>" in found["html"]
    assert "<u><code>Not</code> carrots.<sup>?</sup></u></td>" in found["html"]
    assert "<u>Water in<sup>?</sup></u></code>" in found["html"]


async def test_what_is_written_already_is_not_made_again(page: Tab) -> None:
    text = "# One\n\nTwo **bold** [1]\n\n- a\n- b\n\n1. c\n\n2. d\n\n| a |\n|---|\n| 1 |\n\n"
    text += "```py\nx = 1\n\ny = 2\n```\n\nEnd.\n"
    parts = [text[:end] for end in range(1, len(text) + 1)]
    streamed = await shown(page, *parts)
    whole = await shown(page, text)
    assert streamed["html"] == whole["html"]
    assert max(streamed["again"]) == 2, "`2` after a list is a paragraph until its dot makes it the next item"
    assert sum(each == 2 for each in streamed["again"]) <= 2


async def test_long_and_strange_answers_are_shown_in_a_moment(page: Tab) -> None:
    for text in (
        "Water the **tomatoes** twice a week. [1] " * 5000,
        "Water the **tomatoes** twice a week. [1]\n\n" * 3000,
        "| a | b [1] |\n|---|---|\n" + "| a | b [1] |\n" * 3000,
        "```\n" + "x = [1]\n" * 5000,
        "> " * 3000 + "a",
        "- " * 2000 + "a",
        "[" * 20000,
        "*a **b " * 3000,
        "a" * 50000 + "@",
        "a" + " " * 50000 + "b",
    ):
        begun = time.monotonic()
        await shown(page, text, spans=((5, 9), (len(text) // 2, len(text) // 2 + 9)))
        assert time.monotonic() - begun < MOMENT_S, text[:20]


async def test_a_models_markdown_is_shown_with_its_marks_and_doubts(settings_of: SettingsOf, tmp_path: Path) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="markdown", model_url=endpoint.url)
        async with served(settings) as client, visit(str(client.base_url), tmp_path) as page:
            await page.asked(WATERING)
            await page.until(f"{IDLE} && document.querySelector('{LAST} .doubted')")
            doubted = await page.run(
                f"Array.from(document.querySelectorAll('{LAST} .doubted'), (each) => each.textContent)"
            )
            marks = await page.run(f"document.querySelectorAll('{LAST} .answer .mark').length")
            code = await page.text(f"{LAST} .answer pre")
            await page.run("(document.oncopy = () => (window.taken = document.activeElement.value), 0)")
            await page.run("Object.defineProperty(navigator, 'clipboard', {value: undefined}), 0")
            await page.click(f"{LAST} [aria-label='Copy the code']")
            await page.until("window.taken")
            copied = await page.run("window.taken")
            await page.run("window.taken = ''")
            await page.click(f"{LAST} [aria-label='Copy the answer']")
            await page.until("window.taken")
            source = await page.run("window.taken")
            await page.click(f"{LAST} .answer td .mark")
            await page.until("document.querySelector('#panel mark')")
    assert sum("Velmora" in each for each in doubted) == 2, "in the table and in the quote"
    assert not {"In short", "Plant", "Litres", 'print("water[1]")'} & {each.rstrip("?") for each in doubted}
    assert marks >= 5
    assert copied == code == 'print("water[1]")'
    assert source.startswith("## In short\n\n")
    assert "| Tomato *Solanum* | 2 [1] |" in source


@pytest.mark.parametrize(("cite", "mark"), [(BY_NAME, "tomatoes"), ("{style: footnote}", "1")], ids=["id", "footnote"])
async def test_marks_of_every_style_open_their_source(
    settings_of: SettingsOf, tmp_path: Path, cite: str, mark: str
) -> None:
    styled(cite)
    async with served(settings_of()) as client, visit(str(client.base_url), tmp_path / "profile") as page:
        await page.asked(WATERING)
        await page.until(f"{IDLE} && document.querySelector('{LAST} .mark')")
        assert await page.text(f"{LAST} .answer .mark") == mark
        assert await page.text(f"{LAST} .sources .number") == mark
        assert "[" not in await page.text(f"{LAST} .answer"), "no mark is left as text, and no footnote is shown"
        await page.click(f"{LAST} .answer .mark")
        await page.until("document.querySelector('#panel mark')")
