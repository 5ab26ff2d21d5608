"""Passages that recent searches have read, so that the next ones do not read them again."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from askwell.types import Passage

MOST_CHARS = 2_000_000
"""Characters of all texts that are kept: about 2,000 passages, with 4 MB of packed sentences."""


class PassageCache:
    """Passages by chunk id, the least recently used of which are dropped.

    A passage never becomes wrong: a document that is read again gets chunks with new ids, and an index does not find
    those of a removed document.
    """

    def __init__(self, most_chars: int = MOST_CHARS) -> None:
        self._most_chars = most_chars
        self._chars = 0
        self._passages: OrderedDict[str, Passage] = OrderedDict()
        self._sentences: dict[str, dict[str, bytes]] = {}
        """Packed sentences by chunk id, then by embedder, of passages that are kept."""

    def known(self, ids: Iterable[str]) -> dict[str, Passage]:
        """The passages with these ids that are kept."""
        known = {key: self._passages[key] for key in ids if key in self._passages}
        for key in known:
            self._passages.move_to_end(key)
        return known

    def keep(self, passages: Mapping[str, Passage]) -> None:
        """Keep passages that have been read."""
        for key, passage in passages.items():
            if key not in self._passages:
                self._passages[key] = passage
                self._chars += len(passage.chunk.text)
        while self._chars > self._most_chars:
            key, dropped = self._passages.popitem(last=False)
            self._chars -= len(dropped.chunk.text)
            self._sentences.pop(key, None)

    def known_sentences(self, ids: Iterable[str], embedder: str) -> dict[str, bytes]:
        """The packed sentences by this embedder that are kept, of the passages with these ids."""
        return {key: own[embedder] for key in ids if embedder in (own := self._sentences.get(key, {}))}

    def keep_sentences(self, packed: Mapping[str, bytes], embedder: str, *, all_embedded: bool) -> None:
        """Keep packed sentences of passages that are kept; those without any only if all passages are embedded."""
        for key, sentences in packed.items():
            if key in self._passages and (sentences or all_embedded):
                self._sentences.setdefault(key, {})[embedder] = sentences

    def clear(self) -> None:
        """Drop all passages, as those of a removed document."""
        self._passages.clear()
        self._sentences.clear()
        self._chars = 0
