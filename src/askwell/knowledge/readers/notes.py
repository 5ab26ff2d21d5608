"""What documentation generators add to Markdown, as plain Markdown: notes, folding blocks, tabs, attributes."""

import re
from collections.abc import Iterator, Sequence

_INDENT = 4
"""Columns by which the text of a note is indented (Python-Markdown, MkDocs)."""
_DEEPEST = 8
"""Blocks within blocks of which it is looked up what follows, so that the time is proportional to the text."""
_MARKED = re.compile(
    rb"^[ >]*(?:\?\?\?|!!!|===[!+]? |:::|\[!|--8<--|\{\{|\{%|\[\[?TOC\])|\{ ?:? ?[.#]|:\w+-|\[\^",
    re.MULTILINE | re.IGNORECASE,
)
_OPENED = re.compile(r'(?P<indent> *)(?:\?\?\?\+?|!!!|(?P<tab>===[!+]?)) +(?P<kinds>[\w -]*)(?:"(?P<title>[^"]*)")?\s*')
"""How a note (`!!! tip "Title"`), a folding block (`???`) or a tab (`===`) begins."""
_FENCED = re.compile(
    r"(?P<indent>\s*):{3,}\s*(?:\{?[\w-]+\}?)?(?:\[(?P<label>[^\]]*)\]|\s+(?P<title>[^{]*))?(?:\{.*\})?\s*"
)
"""How a note begins or ends between colons (Docusaurus, VitePress, MyST)."""
_ALERT = re.compile(r"(?P<quote>\s*(?:>\s*)+)\[!\w+\][+-]?(?P<title>.*)")
"""The first line of a note in a quotation (GitHub, Obsidian)."""
_INSERTED = re.compile(r"\s*(?:--8<--.*|\{\{[<%]?.*?[%>]?\}\}|\{%.*?%\}|\[TOC\]|\[\[toc\]\])\s*", re.IGNORECASE)
"""A line that only stands for something else."""
_NOTED = re.compile(r"^ {0,3}\[\^([\w-]+)\]:", re.MULTILINE)
"""How a footnote begins, with its mark."""
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ATTRIBUTES = re.compile(
    r"(`+[^`\n]*`+)|[ \t]{0,4}\{ ?:? ?[.#][\w-]+(?: [^{}\n]*)?\}"
    r"|\[\^(?P<mark>[\w-]+)\](?::[ \t]{0,4})?"
    r"|:(?:material|octicons|fontawesome|simple)-[\w-]+:[ \t]{0,4}"
)
"""Code in a line, which stays; attributes, icons and marks of footnotes, which say nothing."""


def may_have_notes(content: bytes) -> bool:
    """Whether a file has any of what `without_notes` changes."""
    return _MARKED.search(content) is not None


def without_notes(body: str) -> str:
    """The text with the titles of notes, folding blocks and tabs as headings or leads, and their text as paragraphs.

    A title becomes a heading only where nothing follows that would then stand below it. One that is a single word
    ("Tip") is left out, but for tabs. Code is not changed.
    """
    marks = frozenset(_NOTED.findall(body))
    return "\n".join(_plain(body.split("\n"), marks)) if may_have_notes(body.encode(errors="replace")) else body


def _plain(lines: Sequence[str], marks: frozenset[str]) -> Iterator[str]:
    fence = ""
    open_at: list[int] = []
    """Columns from which the lines of the open blocks begin, the outermost first."""
    for at, written in enumerate(lines):
        while open_at and written.strip() and not _is_within(written, open_at[-1]):
            open_at.pop()
            yield ""
        line = written[_INDENT * len(open_at) :] if written.strip() else ""
        if sign := _FENCE.match(line):
            fence = "" if fence and sign[1].startswith(fence) else fence or sign[1]
        if fence or sign:
            yield line
        elif (opened := _OPENED.fullmatch(line)) and _opens(lines, at):
            open_at.append(_indent_of(written) + _INDENT)
            yield from ("", *_titled(opened, is_last=len(open_at) <= _DEEPEST and _ends_section(lines, at)), "")
        elif (fenced := _FENCED.fullmatch(line)) and (fenced["title"] or fenced["label"]):
            yield from ("", f"{fenced['indent']}{fenced['title'] or fenced['label']}", "")
        elif fenced or _INSERTED.fullmatch(line):
            yield ""
        elif alert := _ALERT.fullmatch(line):
            yield f"{alert['quote']}{alert['title'].strip()}"
        else:
            yield _ATTRIBUTES.sub(lambda found: _kept(found, marks), line)


def _kept(found: re.Match[str], marks: frozenset[str]) -> str:
    """What stays of code, attributes or a mark; `[^a-z]` is a mark only if a footnote has it."""
    mark = found["mark"]
    return found[0] if found[1] or (mark and mark not in marks) else ""


def _indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_within(line: str, column: int) -> bool:
    return _indent_of(line) >= column


def _opens(lines: Sequence[str], at: int) -> bool:
    """Whether the next line with text is indented, so that this one begins a block."""
    column = _indent_of(lines[at]) + _INDENT
    following = next((lines[later] for later in range(at + 1, len(lines)) if lines[later].strip()), "")
    return _is_within(following, column)


def _titled(opened: re.Match[str], *, is_last: bool) -> list[str]:
    indent, title = opened["indent"], (opened["title"] or "").strip()
    if opened["tab"]:
        return [f"{indent}{title.rstrip(':')}:"] if title else []
    if " " not in title:
        return []
    return [f"{indent}**{title}**" if is_last else f"{indent}{title}"]


def _ends_section(lines: Sequence[str], at: int) -> bool:
    """Whether nothing follows on a block, or what begins with a title of its own."""
    column = _indent_of(lines[at]) + _INDENT
    later = (lines[each] for each in range(at + 1, len(lines)))
    following = next((line for line in later if line.strip() and not _is_within(line, column)), "#")
    return following.lstrip().startswith("#") or _OPENED.fullmatch(following) is not None
