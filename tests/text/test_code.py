"""Code in plain text is recognised by its look."""

import pytest

from askwell.text.code import code_blocks, is_code

CODE = [
    "ls /var/log | grep errors",
    "tar -xzf backup.tar.gz",
    "$ make install PREFIX=/opt",
    'for file in *.log; do\n  gzip "$file"\ndone',
    "set(value={'depth': 3})",
]
PROSE = [
    "The archive is opened with tar, which keeps the dates of the files.",
    "Opening hours",
    "The total was $4.50 (with tax) on 3/12, as the receipt of the shop says.",
    "- tar -xzf backup.tar.gz",
    "## make install",
    "Size | Price\nsmall | $3\nlarge | $5",
    "In una cartella si trovano i file del programma.",
    "Voor de installatie is een wachtwoord nodig:",
]


@pytest.mark.parametrize("paragraph", CODE)
def test_commands_and_programs_are_code(paragraph: str) -> None:
    assert is_code(paragraph)


@pytest.mark.parametrize("paragraph", PROSE)
def test_sentences_headings_lists_and_tables_are_not(paragraph: str) -> None:
    assert not is_code(paragraph)


def test_blocks_have_the_spans_of_whole_paragraphs() -> None:
    text = f"Open the archive:\n\n{CODE[0]}\n\nThen build it.\n\n{CODE[2]}\n"
    assert [text[start:end] for start, end in code_blocks(text)] == [CODE[0], CODE[2]]


def test_a_very_long_paragraph_is_no_example() -> None:
    assert not is_code(f"{CODE[0]} " * 200)
