"""A passage with what stands above it."""

from collections.abc import Sequence


def titled(above: Sequence[str], text: str) -> str:
    """Title and headings, each on a line unless the text begins with it or it stands there already, then the text."""
    return "\n".join([*(part for part in dict.fromkeys(above) if part and not text.startswith(part)), text])
