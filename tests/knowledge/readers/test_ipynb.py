"""Jupyter notebooks: Markdown, code, and results as text."""

import json

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import read_document
from askwell.knowledge.readers.ipynb import MAX_RESULT_CHARS
from tests.hostile.office_files import notebook
from tests.knowledge.readers.parts import parts_of


def markdown(*lines: str) -> dict[str, object]:
    return {"cell_type": "markdown", "source": [*lines]}


def code(source: str, *outputs: dict[str, object]) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "outputs": [*outputs]}


def test_cells_are_read_in_order_under_their_headings() -> None:
    cells = (
        markdown("# Fines\n", "\n", "They are:\n", "\n", "- one\n", "- two\n"),
        code("total = 1\nif total:\n    print(total)\n", {"output_type": "stream", "text": ["1\n"]}),
        markdown("## By day\n", "\n", "| What | Fine |\n| --- | --- |\n| Noise | 40 |\n"),
    )
    document = read_document(notebook(*cells), "a.ipynb")
    assert parts_of(document) == [
        (("Fines",), None, "Fines\n\nThey are:\n\n- one\n\n- two\n\ntotal = 1\nif total:\n    print(total)\n\n1"),
        (("Fines", "By day"), None, "By day\n\nWhat | Fine\nNoise | 40"),
    ]
    assert (document.title, document.media_type) == ("Fines", "application/x-ipynb+json")


def test_results_are_read_as_text_without_images() -> None:
    picture: dict[str, object] = {"data": {"image/png": "iVBORw0KGgo=", "text/plain": ["<Figure>"]}}
    failed: dict[str, object] = {"output_type": "error", "ename": "NameError", "evalue": "no x", "traceback": ["long"]}
    assert read_document(notebook(code("x", picture, failed)), "a.ipynb").text == "x\n\n<Figure>\n\nNameError: no x"


def test_long_results_are_cut() -> None:
    text = read_document(notebook(code("x", {"text": "a" * 100_000})), "a.ipynb").text
    assert len(text) == len("x\n\n") + MAX_RESULT_CHARS
    assert text.endswith("a…")


def test_notebook_of_version_3_is_read() -> None:
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 1"]}]}]}
    assert read_document(json.dumps(old).encode(), "a.ipynb").text == "a = 1"


@pytest.mark.parametrize("data", [b"[1, 2]", b'{"cells": 5}', b"{", b"text"])
def test_other_json_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match="cannot be read as a notebook") as raised:
        read_document(data, "a.ipynb")
    assert raised.value.code == "broken_document"
