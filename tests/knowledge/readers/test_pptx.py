"""PowerPoint presentations: a section for each slide, with tables and notes."""

from askwell.knowledge.readers import read_document
from tests.hostile.office_files import pptx, shape
from tests.knowledge.readers.parts import parts_of


def table(*rows: tuple[str, ...]) -> str:
    cells = (
        "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>" for text in row)
        for row in rows
    )
    return f"<p:graphicFrame><a:tbl>{''.join(f'<a:tr>{each}</a:tr>' for each in cells)}</a:tbl></p:graphicFrame>"


def test_each_slide_is_a_section_and_its_number_is_the_page() -> None:
    rules = shape("Rules", "title") + shape("No noise at night.") + shape("7", "sldNum")
    document = read_document(pptx(rules, shape("Visitors", "ctrTitle") + shape("Until ten.", "body")), "a.pptx")
    assert parts_of(document) == [
        (("Rules",), 1, "Rules\n\nNo noise at night."),
        (("Visitors",), 2, "Visitors\n\nUntil ten."),
    ]
    assert document.title == "Rules"


def test_title_comes_first_wherever_it_is_on_the_slide() -> None:
    assert read_document(pptx(shape("Text.") + shape("Rules", "title")), "a.pptx").text == "Rules\n\nText."


def test_first_short_line_is_the_title_of_a_slide_without_one() -> None:
    document = read_document(pptx(shape("Fines") + shape("Forty euro.")), "a.pptx")
    assert parts_of(document) == [(("Fines",), 1, "Fines\n\nForty euro.")]


def test_table_of_a_slide_repeats_its_column_names() -> None:
    rows = [(f"Noise {number}", "forty") for number in range(60)]
    text = read_document(pptx(shape("Fines", "title") + table(("What", "Fine"), *rows)), "a.pptx").text
    assert text.startswith("Fines\n\nWhat | Fine\nNoise 0 | forty\n")
    assert text.count("What | Fine\n") == len(text.split("\n\n")) - 1 > 2


def test_notes_follow_the_slide() -> None:
    notes = shape("", "sldImg") + shape("Say it slowly.", "body") + shape("3", "sldNum")
    document = read_document(pptx(shape("Rules", "title"), shape("Visitors", "title"), notes=notes), "a.pptx")
    assert [text for _, _, text in parts_of(document)] == ["Rules\n\nSay it slowly.", "Visitors"]


def test_breaks_and_runs_are_joined_and_a_fallback_is_not_read() -> None:
    runs = "<a:p><a:r><a:t>one </a:t></a:r><a:r><a:t>line</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r></a:p>"
    fallback = "<p:Fallback><a:p><a:r><a:t>again</a:t></a:r></a:p></p:Fallback>"
    slide = f"{shape('Rules', 'title')}<p:sp><p:txBody>{runs}</p:txBody></p:sp>{fallback}"
    assert read_document(pptx(slide), "a.pptx").text == "Rules\n\none line\ntwo"
