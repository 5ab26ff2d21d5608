"""The beginnings of hostile files, read by one pool: each is read or refused with a documented code."""

import random

from askwell.knowledge.readers.pool import ReaderPool
from tests.hostile.files import html_files, markdown_files
from tests.hostile.fuzz import CODES, reading
from tests.hostile.office_files import office_files

BYTES = 10_000
"""Of each file: all of them take minutes (`make soak`)."""


def test_hostile_files_are_read_or_refused_with_a_documented_code() -> None:
    readers = ReaderPool()
    files = [(name, data[:BYTES]) for name, data in (*markdown_files(), *html_files())]
    files += [(name, data) for name, data in office_files(random.Random(5)) if len(data) <= 20 * BYTES]
    seen = {name: reading(readers, data, name)[0] for name, data in files[::2]}
    assert {name: code for name, code in seen.items() if code and code not in CODES} == {}
    assert reading(readers, b"# Rules\n\nText.", "plain.md")[0] == ""
    readers.close()
