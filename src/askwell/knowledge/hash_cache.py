"""Hashes of documents that recent questions have needed, so that the next ones do not read them again."""

from collections.abc import Iterable, Mapping

MOST = 1_000
"""Hashes that are kept at most."""

Revisions = Mapping[str, int] | None
"""Collection to revision; None if it is unknown."""


class HashCache:
    """Hashes by document id, which are dropped when the revision of any collection changes."""

    def __init__(self) -> None:
        self._hashes: dict[str, str] = {}
        self._revisions: Revisions = None

    def known(self, ids: Iterable[str], revisions: Revisions) -> dict[str, str]:
        """The hashes of these documents that are kept and are those of these revisions."""
        if revisions is None or revisions != self._revisions:
            return {}
        return {key: self._hashes[key] for key in ids if key in self._hashes}

    def keep(self, hashes: Mapping[str, str], revisions: Revisions) -> None:
        """Keep hashes that have been read after these revisions were."""
        if revisions != self._revisions or len(self._hashes) + len(hashes) > MOST:
            self._hashes.clear()
        self._hashes.update(hashes)
        self._revisions = revisions
