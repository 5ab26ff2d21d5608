"""Pictures within a sentence of a web page, which steps name by their look."""

import time

import pytest

from askwell.knowledge.readers import html, read_document


def text_of(body: str) -> str:
    return read_document(f"<body><main>{body}</main></body>".encode(), "kiln.html").text


@pytest.mark.parametrize(
    ("picture", "written"),
    [
        ("<img alt='New glaze' src='new.png'>", "Click the New glaze button."),
        ("<img title='New glaze' src='new.png' height=24>", "Click the New glaze button."),
        ("<span role='img' aria-label='New glaze'></span>", "Click the New glaze button."),
        ("<a href='#'><img alt='New glaze'></a>", "Click the New glaze button."),
        ("<img alt='new glaze 24' src='icons/new_glaze_24.png'>", "Click the new glaze button."),
        ("<img alt='Glaze button' src='new.png'>", "Click the Glaze button."),
    ],
)
def test_a_picture_in_a_sentence_is_named(picture: str, written: str) -> None:
    assert text_of(f"<p>Click the {picture} button.</p>") == written


def test_a_picture_at_the_beginning_or_the_end_of_a_sentence_is_named() -> None:
    assert (
        text_of("<ul><li><img alt='Bell icon'> rings for the potter.</li></ul>") == "- Bell icon rings for the potter."
    )
    assert text_of("<p>Close the kiln with<img alt='Lock'>.</p>") == "Close the kiln with Lock."


@pytest.mark.parametrize(
    "picture",
    [
        "<img src='new.png'>",
        "<img alt='' src='new.png'>",
        "<img alt='New glaze' aria-hidden='true'>",
        "<img alt='New glaze' role='presentation'>",
        "<img alt='new_glaze.png' src='new_glaze.png'>",
        "<img alt='Image new_glaze' src='new_glaze.png'>",
        "<img alt='Image glaze' src='./glaze.png'>",
        "<img alt='Image' class='iconimage'>",
        "<img alt='[Note]' src='note.png'>",
        "<img alt='(./)' src='check.png'>",
        "<img alt='New glaze' width='640' height='480'>",
        "<img alt='The window of the kiln with all of its glazes'>",
    ],
)
def test_other_pictures_in_a_sentence_are_left_out(picture: str) -> None:
    assert text_of(f"<p>Click the {picture} button.</p>") == "Click the button."


@pytest.mark.parametrize("text", ["Click the <b>Fire</b> icon {} button.", "Click Fire icon {} now."])
def test_a_name_that_is_written_next_to_the_picture_is_not_repeated(text: str) -> None:
    picture = "<img alt='Fire icon'>"
    assert text_of(f"<p>{text.format(picture)}</p>").count("Fire") == 1


@pytest.mark.parametrize(
    "body",
    [
        "<p>The kiln shows its heat.</p><p><img alt='Heat of kiln'></p>",
        "<p>The kiln shows its heat.<br><img alt='Heat of kiln'></p>",
        "<p>The kiln shows its heat. <img alt='Heat of kiln'></p>",
        "<p>The kiln shows its heat.</p><div><a href='b.html'><img alt='Next page'></a> Back</div>",
        "<p>The kiln shows its heat.</p><table><tr><td><img alt='Note'></td></tr></table>",
    ],
)
def test_a_picture_that_stands_alone_is_left_out(body: str) -> None:
    assert text_of(body).removesuffix("\n\nBack") == "The kiln shows its heat."


def test_many_pictures_take_linear_time() -> None:
    began = time.process_time()
    for body in ("<p>" + "press <img alt=Fire> or " * 20_000, "<p>a b c <img alt=Fire>" * 20_000):
        html.blocks_of(body.encode(), "page.html")
    assert time.process_time() - began < 10
