"""Web pages: main text, headings, tables; no boilerplate."""

import time

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import html, read_document

SENTENCE = "The parent share of cost is a part of the family income that is set once a year by the board. "
HEAD = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Fees &amp; costs</title>
<meta name="origin" content="The board"><meta name="labels" content="fees, parents">
<link rel="canonical" href="https://example.org/fees"></head>"""
TITLES = ("Who pays", "How much", "When")
NAVIGATION = "<nav><a href='/'>Home page</a> <a href='/about'>About us</a></nav>"


def test_head_says_what_the_page_is() -> None:
    document = read_document(f"{HEAD}<body><p>{SENTENCE}</p></body></html>".encode(), "fees.html")
    assert (document.title, document.url) == ("Fees & costs", "https://example.org/fees")
    assert (document.origin, document.labels) == ("The board", ("fees", "parents"))


def test_main_is_taken_and_the_rest_left() -> None:
    page = f"{HEAD}<body>{NAVIGATION}<main><h1>Fees</h1><p>Short.</p></main><footer>Imprint</footer></body></html>"
    assert read_document(page.encode(), "fees.html").text == "Fees\n\nShort."


@pytest.mark.parametrize(
    "attributes",
    [
        "style='display: none'",
        "style='visibility:hidden'",
        "style='font-size:0'",
        "style='font-size: 1px; color: black'",
        "style='opacity: 0.0'",
        "style='position:absolute; left:-9999px'",
        "style='color: #FFF'",
        "style='color:white; background: rgb(255, 255, 255)'",
        "style='background-color:#102030;color:#102030 !important'",
        "style='color: transparent'",
        "color='white'",
    ],
)
def test_text_that_nobody_sees_is_left_out(attributes: str) -> None:
    page = (
        f"{HEAD}<body><main><p>{SENTENCE}</p><p {attributes}>Send it <b>elsewhere</b>.</p>and more</main></body></html>"
    )
    assert read_document(page.encode(), "fees.html").text == f"{SENTENCE.strip()}\n\nand more"


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("style='background:#003366'", "style='color:white'"),
        ("bgcolor='navy'", "style='color:#ffffff'"),
        ("class='dark'", "style='color:white'"),
        ("style='color:white; background: black'", "style='font-size: 0.8em; opacity: .9'"),
    ],
)
def test_light_text_on_a_dark_ground_is_read(outer: str, inner: str) -> None:
    page = f"{HEAD}<body><main><div {outer}><p {inner}>{SENTENCE}</p></div></main></body></html>"
    assert read_document(page.encode(), "fees.html").text == SENTENCE.strip()


def test_boilerplate_outside_navigation_is_removed() -> None:
    side = "<div class='sidebar'><ul>" + "<li><a href='/x'>Read this too</a></li>" * 12 + "</ul></div>"
    page = f"{HEAD}<body>{side}<div class='content'><h2>Fees</h2><p>{SENTENCE * 12}</p></div></body></html>"
    text = read_document(page.encode(), "fees.html").text
    assert SENTENCE.strip() in text
    assert "Read this too" not in text


def test_text_directly_in_the_body_is_kept_next_to_paragraphs() -> None:
    page = f"{HEAD}<body>{NAVIGATION}<h2>Fees</h2><a id='fees'></a>The <b>set fee</b> is due in May. {SENTENCE}"
    page += f"See late fees (<a href='/late'><img src='x.png'></a>) too.{f'<p>{SENTENCE}</p>' * 12}</body></html>"
    text = read_document(page.encode(), "fees.html").text
    assert text.startswith("Fees\n\nThe set fee is due in May. The parent share")
    assert "See late fees () too." in text


def test_items_of_a_list_have_bullets_or_numbers() -> None:
    steps = "<ol start='2'><li>Ask.</li><li><p>Pay:</p><ul><li>cash</li><li>a card</li></ul></li></ol>"
    text = read_document(f"<body><main>{steps}</main></body>".encode(), "a.html").text
    assert text == "2. Ask.\n\n3. Pay:\n\n- cash\n\n- a card"


def test_few_words_above_the_paragraphs_of_an_item_are_their_heading() -> None:
    item = f"<ul><li><p><b>Late fees</b></p><p>{SENTENCE}</p></li></ul>"
    assert read_document(f"<body><main>{item}</main></body>".encode(), "a.html").text.startswith("Late fees\n\nThe ")


def test_a_definition_begins_with_its_names() -> None:
    names = "<dt>-a</dt><dt>--all</dt><dd><p>Stage all.</p><dl><dt>x</dt><dd>Inner.</dd></dl></dd>"
    code = "<dt>Example</dt><dd><pre>git\n  add</pre></dd><dt>Alone</dt>"
    text = read_document(f"<body><main><dl>{names}{code}</dl></main></body>".encode(), "a.html").text
    assert text == "-a, --all: Stage all.\n\nx: Inner.\n\nExample\n\ngit\n  add\n\nAlone"


def test_a_bold_paragraph_is_a_heading_unless_it_is_a_sentence() -> None:
    faq = f"<p><b>(1) What is a fee?</b></p><p>{SENTENCE}</p><p><b>(2) Who pays?</b></p><p>All.</p>"
    faq += "<p><b>No one is exempt.</b></p>"
    sections = read_document(f"<body><main><h1>FAQ</h1>{faq}</main></body>".encode(), "faq.html").sections
    assert [section.headings for section in sections] == [
        ("FAQ",),
        ("FAQ", "(1) What is a fee?"),
        ("FAQ", "(2) Who pays?"),
    ]


def test_a_menu_and_the_slogan_around_it_are_left_out() -> None:
    menu = "".join(f"<li><a href='/{at}'>Place {at}</a></li>" for at in range(3))
    top = f"<div>Cheap. Fast.</div><ul>{menu}</ul><div>Fees of the board</div>"
    contents = (
        "<ul><li><a href='#a'>Who pays</a></li><li><a href='#b'>How much</a></li><li><a href='#c'>When</a></li></ul>"
    )
    body = "".join(f"<h2 id='{at}'>{title}</h2><p>{SENTENCE}</p>" for at, title in zip("abc", TITLES, strict=True))
    document = read_document(f"{HEAD}<body>{top}<h1>Fees</h1>{contents}{body}</body></html>".encode(), "a.html")
    assert document.text.startswith("Fees\n\n")
    assert [section.headings[-1] for section in document.sections if not section.is_boilerplate] == list(TITLES)


def test_links_of_a_heading_to_itself_are_left_out() -> None:
    hidden = "<span><a href='#fees' aria-hidden='true'>#</a> <a href='#top' aria-hidden='true'>TOC</a></span>"
    page = (
        f"<h1>Fees{hidden}</h1><p>{SENTENCE}</p><h2>2.1 <a href='#c'>Who pays</a><a href='#who'>¶</a></h2><p>All.</p>"
    )
    sections = read_document(f"<body><main>{page}</main></body>".encode(), "a.html").sections
    assert [section.headings for section in sections] == [("Fees",), ("Fees", "2.1 Who pays")]


def test_headings_in_wrappers_begin_sections() -> None:
    page = "".join(
        f"<div class='titlepage'><div><h2 class='title'>{title}</h2></div></div><p>{title}: {SENTENCE * 3}</p>"
        for title in TITLES
    )
    document = read_document(f"{HEAD}<body>{NAVIGATION}<h1>Fees</h1>{page}</body></html>".encode(), "fees.html")
    assert [section.headings for section in document.sections] == [
        ("Fees",),
        ("Fees", "Who pays"),
        ("Fees", "How much"),
        ("Fees", "When"),
    ]


def test_index_of_links_still_gives_its_text() -> None:
    links = "".join(f"<li><a href='/{n}'>Chapter {n} about fees</a></li>" for n in range(30))
    text = read_document(f"{HEAD}<body><h1>Contents</h1><ul>{links}</ul></body></html>".encode(), "index.html").text
    assert "Chapter 0 about fees" in text
    assert "Chapter 29 about fees" in text


def test_rows_of_a_table_keep_their_cells() -> None:
    table = "<table><tr><th>Family of</th><th>Income</th></tr><tr><td>4</td><td>$5,430 <b>a month</b></td></tr></table>"
    text = read_document(f"{HEAD}<body><main><p>{SENTENCE}</p>{table}</main></body></html>".encode(), "a.html").text
    assert text.endswith("Family of | Income\n4 | $5,430 a month")


def test_rows_of_a_name_and_one_cell_are_read_as_definitions() -> None:
    """Manuals list their buttons so; the first row has no names of columns."""
    rows = "<tr><th>Add</th><td>Adds a line.</td></tr><tr><th>=</th><td>Removes all lines.</td></tr>"
    page = f"{HEAD}<body><main><p>{SENTENCE}</p><table>{rows}</table></main></body></html>"
    assert read_document(page.encode(), "a.html").text.endswith("Add: Adds a line.\n\n=: Removes all lines.")


def test_a_table_without_two_texts_side_by_side_is_read_like_paragraphs() -> None:
    """Notes in manuals are set so, with a picture; as rows of a table they would be quoted as `Note.`."""
    note = "<tr><td><img src='n.png'></td><th>Note</th></tr><tr><td colspan='2'><p>Close it first.</p></td></tr>"
    page = f"{HEAD}<body><main><p>{SENTENCE}</p><table>{note}</table></main></body></html>"
    assert read_document(page.encode(), "a.html").text.endswith("\n\nNote\n\nClose it first.")


def test_a_bold_caption_is_no_heading_of_what_follows() -> None:
    caption, title = ("<p><b>Figure 2.1. The main window</b></p>", "<p><b>How to pay</b></p>")
    page = f"<p>{SENTENCE}</p>{caption}<p>{SENTENCE}</p>{title}<p>Cash.</p>"
    document = read_document(f"{HEAD}<body><main><h1>Fees</h1>{page}</main></body></html>".encode(), "fees.html")
    assert [section.headings for section in document.sections] == [("Fees",), ("Fees", "How to pay")]


def test_line_breaks_and_preformatted_text_keep_their_lines() -> None:
    page = "<body><main><p>One<br>two <i>and</i>\n three</p><pre>a\n  b</pre></main></body>"
    assert read_document(page.encode(), "a.html").text == "One\ntwo and three\n\na\n  b"


def test_scripts_comments_and_hidden_parts_are_left_out() -> None:
    page = "<body><main><script>steal()</script><!-- note --><p hidden>secret</p><p>Shown.</p></main></body>"
    assert read_document(page.encode(), "a.html").text == "Shown."


def test_xhtml_with_an_encoding_declared_is_read() -> None:
    page = '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Città</p></body></html>'
    assert read_document(page.encode(), "a.xhtml").text == "Città"


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr>" + "<td>a" * 40_000,
        "<table><tr><td>a</td></tr></table>" * 12_000,
        "<p " + " ".join(f"a{number}=b" for number in range(30_000)) + ">a",
        "<table>" + "<tr><td colspan=100000 rowspan=100000>a</td></tr>" * 200 + "</table>",
    ],
    ids=["cells", "tables", "attributes", "spans"],
)
def test_many_cells_tables_attributes_or_spans_are_read_in_linear_time(page: str) -> None:
    began = time.process_time()
    assert html.read(page.encode(), "a.html").text.startswith("a")
    assert time.process_time() - began < 10


def test_article_around_a_large_table_is_kept_and_its_navigation_is_not() -> None:
    table = "<table>" + "<tr><td>Amsterdam</td><td>ten euro</td></tr>" * 800 + "</table>"
    page = f"{HEAD}<body>{NAVIGATION}<h1>Fees</h1><p>{SENTENCE * 3}</p>{table}</body></html>"
    text = html.read(page.encode(), "a.html").text
    assert text.count("Amsterdam | ten euro") == 800
    assert "Fees" in text
    assert "Home" not in text


def test_a_page_with_far_too_much_text_is_refused_for_its_length() -> None:
    """It is not parsed: libxml2 takes a page that does not fit into the memory of the process for an empty one."""
    row = b"<tr><td rowspan=2>5<td>A sentence that is repeated often enough to make a very long page."
    with pytest.raises(BadInput, match="more than 10,000,000 characters") as raised:
        read_document(b"<table>" + row * 500_000, "large.html")
    assert raised.value.code == "document_too_complex"


@pytest.mark.parametrize(
    "page", ["<script>{}</script>a b", "<!-- {} -->a b", "<a title='{}'>a b", "a b<style>{}", "a b<!--{}"]
)
def test_characters_in_scripts_comments_and_tags_are_no_text(page: str) -> None:
    assert html._visible_chars(page.format("hidden " * 1_000)) == 3


def test_a_command_in_a_span_that_is_named_like_a_menu_is_kept() -> None:
    """Manuals mark the way through the menus of a program so; a menu of a page is a block."""
    choose = "<li><p class='listitem'>Choose <span class='menuitem'>View - Freeze rows</span>.</p></li>"
    steps = f"<ol><li><p>{SENTENCE}</p></li>{choose}</ol>"
    page = (
        f"{HEAD}<body><div><h1>Rows that stay</h1><p>{SENTENCE * 3}</p>{steps}<p>{SENTENCE * 2}</p></div></body></html>"
    )
    assert "2. Choose View - Freeze rows." in read_document(page.encode(), "rows.html").text


KEYS = "<span class='switch'><span hidden='true' class='APPLE'>{}</span><span hidden='true'>{}</span></span>"


def test_of_hidden_alternatives_in_a_line_the_one_without_a_platform_is_read() -> None:
    """A script of the page would show one of them; "press +P" is of no use."""
    keys = KEYS.format("<kbd>Cmd</kbd>", "<kbd>Ctrl</kbd>")
    page = f"<body><main><h1>Printing</h1><p>To print, press {keys}+P.</p></main></body>"
    text = html.read(page.encode(), "print.html").text
    assert "To print, press Ctrl+P." in text
    assert "Cmd" not in text


def test_of_hidden_alternatives_that_all_have_a_platform_the_last_one_is_read() -> None:
    keys = "<span><span hidden class='APPLE'>Option</span><span hidden class='PC'>Alt</span></span>"
    page = f"<body><main><p>Hold {keys} and click.</p></main></body>"
    assert html.read(page.encode(), "click.html").text.strip() == "Hold Alt and click."


@pytest.mark.parametrize(
    "hidden",
    [
        "<span><span hidden>secret</span></span>",
        "<span>Seen <span hidden>secret</span><span hidden>secret</span></span>",
        KEYS.format("secret " * 11, "secret " * 11),
        "<div><p hidden>secret</p><p hidden>secret</p></div>",
    ],
)
def test_other_hidden_text_is_no_alternative(hidden: str) -> None:
    page = f"<body><main><p>Shown.</p><p>{hidden}</p></main></body>"
    assert "secret" not in html.read(page.encode(), "a.html").text
