"""Sources as links in Markdown."""

from urllib.parse import urlsplit

from askwell.types import Source


def linked(source: Source) -> str:
    """The title of a source, or the name of its document; a link if its address is on the web."""
    name = plain(source.title or source.document)
    return f"[{name}](<{source.url}>)" if is_web(source.url) and not set("<>\n\r") & set(source.url) else name


def plain(text: str) -> str:
    """A text on one line, escaped for Markdown."""
    line = " ".join(text.split())
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|&" else char for char in line)


def is_web(url: str) -> bool:
    """Whether an address begins with `http` or `https` and has a host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc)
