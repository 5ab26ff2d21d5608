"""Files of all formats are read in processes that the tests share, as an engine reads them."""

from collections.abc import Callable

import pytest

from askwell.knowledge.readers.content import Content
from askwell.knowledge.readers.limits import DEFAULT, Limits
from askwell.knowledge.readers.pool import ReaderPool
from askwell.knowledge.readers.reading import read_document
from askwell.types import ParsedDocument


@pytest.fixture(autouse=True)
def shared_readers(shared_pool: Callable[[Limits], ReaderPool], monkeypatch: pytest.MonkeyPatch) -> None:
    """`read_document` without a pool would start a process for each file; `read_in_child` itself still does."""

    def read(kind: str, content: Content, name: str) -> ParsedDocument:
        return shared_pool(DEFAULT).read(kind, content, name)

    monkeypatch.setattr(read_document, "__defaults__", ((), read))
