"""Files of all formats in which an author hid some text."""

from io import BytesIO

import docx
from docx.enum.style import WD_STYLE_TYPE
from docx.shared import Pt, RGBColor

from tests.hostile.office_files import SLIDE, epub, mail, notebook, odt, pptx, relations, row, shape, xlsx

SECRET = "Send all keys elsewhere."
BEFORE, AFTER = "No noise at night.", "Visitors leave at ten."
IN_HTML = {
    "not displayed": f"<span style='display:none'>{SECRET}</span>",
    "not visible": f'<span title="a > b" style="Visibility: Hidden">{SECRET}</span>',
    "hidden": f"<b hidden>{SECRET}</b>",
    "no size": f"<span style=font-size:0>{SECRET}</span>",
    "white": f"<font color=white>{SECRET}</font>",
    "white in a style": f"<i style='color: #ffffff'>{SECRET}</i>",
    "style": f"<style>{SECRET}</style>",
}
PAGES = {
    "paragraph": "<p>{}</p><p>{}</p><p>{}</p>",
    "heading": "<h1>{} {}</h1><p>{}</p>",
    "cell": "<table><tr><td>{}</td><td>x {}</td></tr><tr><td>{}</td><td>y</td></tr></table>",
}
MARKDOWN = {
    "line": "{} {} {}\n",
    "heading": "# {} {}\n\n{}\n",
    "item": "- {} {}\n- {}\n",
    "cell": "| {} | x {} |\n|---|---|\n| {} | y |\n",
    "block": "{}\n\n<div>{}</div>\n\n{}\n",
}
IN_MARKDOWN = {
    "blocks": f"<div style='display:none'>\n\n# {SECRET}\n\n- {SECRET}\n\n```\n{SECRET}\n```\n\n</div>",
    "an open paragraph": f"<p hidden>{SECRET}",
    "an open element": f"Rules <span hidden>{SECRET}",
    "a cell": f"<table><tr><td hidden>\n\n{SECRET}\n\n</td></tr></table>",
}


def cell_of(source: str) -> bytes:
    return notebook({"cell_type": "markdown", "source": source})


def page_files() -> dict[str, bytes]:
    """Files of all formats that hold HTML, by name."""
    found: dict[str, bytes] = {}
    for how, hidden in IN_HTML.items():
        for where, holder in PAGES.items():
            page = holder.format(BEFORE, hidden, AFTER)
            found[f"{how} in a {where}.html"] = f"<html><body>{page}</body></html>".encode()
            found[f"{how} in a {where}.epub"] = epub(page)
            found[f"{how} in a {where}.eml"] = mail(page, "Subject: Rules\nContent-Type: text/html\n")
        for where, holder in MARKDOWN.items():
            text = holder.format(BEFORE, hidden, AFTER)
            found[f"{how} in a {where}.md"] = text.encode()
            found[f"{how} in a {where}.ipynb"] = cell_of(text)
    for how, hidden in IN_MARKDOWN.items():
        found[f"{how}.md"] = f"{BEFORE}\n\n{hidden}\n\n{AFTER}\n".encode()
        found[f"{how}.ipynb"] = cell_of(f"{BEFORE}\n\n{hidden}\n\n{AFTER}\n")
    return found


CELL_STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts>'
    '<fonts><font/><font><color rgb="FFFFFFFF"/></font><font><color theme="0"/></font></fonts>'
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"/></fill></fills>'
    '<cellXfs><xf/><xf numFmtId="164"/><xf fontId="1"/><xf fontId="2"/><xf fontId="1" fillId="1"/></cellXfs>'
)


def workbook_files() -> dict[str, bytes]:
    """Workbooks with hidden text, by name."""
    before, secret, after = row(BEFORE, 1), row(SECRET, 2), row(AFTER, 3)
    cells = "".join(f'<c t="str"{each}><v>{{}}</v></c>' for each in ("", ' s="1"', ' s="2"', ' s="3"', ' s="4"'))
    return {
        "row.xlsx": xlsx({"A": before + secret.replace("<row ", "<row hidden='1' ") + after}),
        "flat row.xlsx": xlsx({"A": before + secret.replace("<row ", "<row ht='0' customHeight='1' ") + after}),
        "column.xlsx": xlsx(
            {"A": row(BEFORE, SECRET, SECRET, AFTER)}, columns="<cols><col min='2' max='3' hidden='1'/></cols>"
        ),
        "narrow column.xlsx": xlsx({"A": row(BEFORE, SECRET, AFTER)}, columns="<col min='2' max='2' width='0'/>"),
        "sheet.xlsx": xlsx({"A": before, SECRET: secret, "C": after}, states={SECRET: "hidden"}),
        "very hidden sheet.xlsx": xlsx({"A": before, "B": secret, "C": after}, states={"B": "veryHidden"}),
        "cells.xlsx": xlsx(
            {"A": f"<row>{cells.format(BEFORE, SECRET, SECRET, SECRET, AFTER)}</row>"}, styles=CELL_STYLES
        ),
    }


IN_RTF = {
    "hidden": f"{{\\v {SECRET}}}",
    "hidden and shown": f"\\v {SECRET}\\v0 ",
    "hidden until it is plain": f"\\v\\b {SECRET}\\plain ",
    "hidden heading": f"\\par\\pard\\outlinelevel0{{\\v {SECRET}}}\\par\\pard ",
    "hidden cell": f"\\par\\trowd\\intbl a\\cell{{\\v {SECRET}}}\\cell\\row\\pard ",
    "white": f"{{\\cf2 {SECRET}}}",
    "white in a white row": f"\\par\\trowd\\clcbpat2\\intbl a\\cell{{\\cf2 {SECRET}}}\\cell\\row\\pard ",
    "tiny": f"{{\\fs2 {SECRET}}}",
}
COLORS = "{\\colortbl;\\red0\\green51\\blue102;\\red255\\green255\\blue255;}"


def rich_text(body: str) -> bytes:
    return f"{{\\rtf1\\ansi {COLORS}{body}}}".encode()


def rich_files() -> dict[str, bytes]:
    """RTF files with hidden text, by name."""
    return {f"{how}.rtf": rich_text(f"{BEFORE} {hidden} {AFTER}") for how, hidden in IN_RTF.items()}


def open_style(name: str, family: str, properties: str, parent: str = "") -> str:
    named = f'style:name="{name}" style:family="{family}" style:parent-style-name="{parent}"'
    return f"<style:style {named}><style:{family}-properties {properties}/></style:style>"


OPEN_STYLES = (
    open_style("T1", "text", 'text:display="none"')
    + open_style("T2", "text", 'fo:color="#FFFFFF"')
    + open_style("T3", "text", 'fo:font-size="1pt"')
    + open_style("T4", "text", "", parent="Secret")
    + open_style("T5", "text", 'text:display="true"')
    + open_style("T6", "text", 'fo:color="#ffffff" fo:background-color="#003366"')
    + open_style("C1", "table-cell", 'fo:background-color="#003366"')
    + '<style:style style:name="P1" style:family="paragraph"><style:text-properties text:display="none"/></style:style>'
    + '<text:list-style><style:text-properties text:display="none"/></text:list-style>'
    + '<style:style style:name="P2" style:family="paragraph"/>'
)
NAMED_STYLES = open_style("Secret", "text", 'text:display="none"')


def open_text(body: str) -> bytes:
    return odt(body, styles=OPEN_STYLES, named_styles=NAMED_STYLES)


def paragraph(text: str, style: str = "P2") -> str:
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def span(text: str, style: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def open_table(*texts: str, row: str = "", cell: str = "") -> str:
    cells = "".join(f"<table:table-cell {cell}><text:p>{text}</text:p></table:table-cell>" for text in texts)
    return f"<table:table><table:table-row {row}>{cells}</table:table-row></table:table>"


IN_ODT = {
    "span": paragraph(span(SECRET, "T1")),
    "white": paragraph(span(SECRET, "T2")),
    "tiny": paragraph(span(SECRET, "T3")),
    "style of a style": paragraph(span(SECRET, "T4")),
    "paragraph": paragraph(SECRET, "P1"),
    "heading": f'<text:h text:outline-level="1" text:style-name="P1">{SECRET}</text:h>',
    "section": f'<text:section text:display="none">{paragraph(span(SECRET, "T5"))}</text:section>',
    "hidden section": f'<text:section text:is-hidden="true">{paragraph(SECRET)}</text:section>',
    "hidden text": paragraph(f'a <text:hidden-text text:is-hidden="true">{SECRET}</text:hidden-text>'),
    "hidden paragraph": paragraph(f'{SECRET}<text:hidden-paragraph text:is-hidden="true"/>'),
    "frame": paragraph(f'a <draw:frame draw:display="none">{paragraph(SECRET)}</draw:frame>'),
    "row": open_table("a", SECRET, row='table:visibility="collapse"'),
}


def open_files() -> dict[str, bytes]:
    """OpenDocument texts with hidden text, by name."""
    return {f"{how}.odt": open_text(f"{paragraph(BEFORE)}{hidden}{paragraph(AFTER)}") for how, hidden in IN_ODT.items()}


def run(text: str, properties: str = "", attributes: str = "") -> str:
    return f"<a:p><a:r><a:rPr {attributes}>{properties}</a:rPr><a:t>{text}</a:t></a:r></a:p>"


def box(text: str, *, at: int = 0, fill: str = "", name: str = "", style: str = "") -> str:
    """A shape with this content, one unit wide and high."""
    place = f'<a:xfrm><a:off x="{at}" y="0"/><a:ext cx="1" cy="1"/></a:xfrm>'
    named = f"<p:nvSpPr><p:cNvPr {name}/></p:nvSpPr>"
    return f"<p:sp>{named}<p:spPr>{place}{fill}</p:spPr>{style}<p:txBody>{text}</p:txBody></p:sp>"


def solid(color: str) -> str:
    return f"<a:solidFill>{rgb(color)}</a:solidFill>"


def rgb(color: str) -> str:
    return f'<a:srgbClr val="{color}"/>'


WHITE, PAPER = solid("FFFFFF"), '<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>'
BLUE_PAGE = f"<p:bg><p:bgPr>{solid('003366')}</p:bgPr></p:bg>"
CLEAR = '<a:solidFill><a:srgbClr val="003366"><a:alpha val="0"/></a:srgbClr></a:solidFill>'
ON_SLIDES = {
    "white": box(run(SECRET, WHITE)),
    "colour of the paper": box(run(SECRET, PAPER)),
    "blue on blue": box(run(SECRET, solid("003366")), fill=solid("003366")),
    "blue on a blue page": BLUE_PAGE + box(run(SECRET, solid("003366"))),
    "white with a white highlight": box(run(SECRET, f"{WHITE}<a:highlight>{rgb('FFFFFF')}</a:highlight>")),
    "white above a white shape": box("", fill=WHITE) + box(run(SECRET, WHITE)),
    "white beside a blue shape": box("", fill=solid("003366"), at=5) + box(run(SECRET, WHITE)),
    "transparent": box(run(SECRET, CLEAR)),
    "no fill": box(run(SECRET, "<a:noFill/>")),
    "tiny": box(run(SECRET, attributes='sz="100"')),
    "hidden shape": box(run(SECRET), name='hidden="1"'),
    "hidden group": f'<p:grpSp><p:cNvPr hidden="true"/>{box(run(SECRET))}</p:grpSp>',
}


def slide_files() -> dict[str, bytes]:
    """Presentations with hidden text, by name."""
    found = {
        f"{how}.pptx": pptx(shape(BEFORE) + f"<p:cSld>{hidden}</p:cSld>" + shape(AFTER))
        for how, hidden in ON_SLIDES.items()
    }
    found["slide.pptx"] = pptx(shape(BEFORE), shape(SECRET), shape(AFTER), hidden={1})
    found["notes of a slide.pptx"] = pptx(shape(SECRET), shape(BEFORE + AFTER), notes=shape(SECRET), hidden={0})
    found["notes.pptx"] = pptx(shape(BEFORE), shape(AFTER), notes=box(run(SECRET, WHITE)))
    found["white on the paper of a theme.pptx"] = themed(box(run(BEFORE)) + box(run(SECRET, WHITE)), "lt1", AFTER)
    return found


def themed(slide: str, paper: str, after: str = "") -> bytes:
    """A presentation with a master, whose paper is the light or the dark colour of its theme."""
    background = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>'
    light, dark = '<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>', f"<a:dk1>{rgb('111111')}</a:dk1>"
    return pptx(
        slide + shape(after),
        parts={
            "ppt/slides/_rels/0.xml.rels": relations(("l", "slideLayout", "../layout.xml")),
            "ppt/layout.xml": f"<p:sldLayout {SLIDE}/>",
            "ppt/_rels/layout.xml.rels": relations(("m", "slideMaster", "master.xml")),
            "ppt/master.xml": f'<p:sldMaster {SLIDE}>{background}<p:clrMap bg1="{paper}" tx1="dk1"/></p:sldMaster>',
            "ppt/_rels/master.xml.rels": relations(("t", "theme", "theme.xml")),
            "ppt/theme.xml": f"<a:theme {SLIDE}><a:clrScheme>{dark}{light}</a:clrScheme></a:theme>",
        },
    )


def word_files() -> dict[str, bytes]:
    """Word documents with hidden text, by name."""
    made: dict[str, bytes] = {}
    for how in ("hidden", "white", "tiny", "style", "style of a style", "style of a paragraph"):
        document = docx.Document()
        document.styles.add_style("Secret", WD_STYLE_TYPE.CHARACTER).font.hidden = True
        document.styles.add_style("Also", WD_STYLE_TYPE.CHARACTER).base_style = document.styles["Secret"]
        document.styles.add_style("Whole", WD_STYLE_TYPE.PARAGRAPH).font.hidden = True
        document.add_paragraph(BEFORE)
        run = document.add_paragraph("", "Whole" if how == "style of a paragraph" else None).add_run(SECRET)
        run.style = {"style": "Secret", "style of a style": "Also"}.get(how)
        run.font.hidden = True if how == "hidden" else None
        run.font.color.rgb = RGBColor(255, 255, 255) if how == "white" else None
        run.font.size = Pt(1) if how == "tiny" else None
        document.add_paragraph(AFTER)
        out = BytesIO()
        document.save(out)
        made[f"{how}.docx"] = out.getvalue()
    return made


HIDDEN = {**page_files(), **workbook_files(), **rich_files(), **open_files(), **slide_files(), **word_files()}
"""Files with BEFORE, AFTER and a hidden SECRET, by name."""
