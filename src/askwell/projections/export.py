"""Exports conversations as JSON (can be imported again), as Markdown, or as a self-contained HTML page."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

from askwell.projections import Json, carried_json, session_json, time_json, turn_json
from askwell.projections.links import is_web, linked, plain
from askwell.types import CarriedMemory, Session, Source, Turn

Format = Literal["json", "markdown", "html"]
FORMAT = 1
"""Version of the JSON format."""
MEDIA_TYPES = {
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
ENDINGS: dict[Format, str] = {"json": "json", "markdown": "md", "html": "html"}

_PASSAGE_CHARS = 300
_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d1d1f}"
    "h2{font-size:1.1rem;margin:2.5rem 0 .5rem;white-space:pre-wrap}.answer{white-space:pre-wrap}"
    "ol{font-size:.9rem;color:#555}blockquote{margin:.2rem 0;padding-left:.8rem;border-left:3px solid #ccc}"
    "small{color:#777}"
)


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """A conversation to be exported."""

    session: Session
    turns: Sequence[Turn]
    """Turns of all branches, by number."""
    memory: CarriedMemory = field(default_factory=CarriedMemory)
    """Memory of all branches."""

    @property
    def line(self) -> list[Turn]:
        """The turns of the active branch, in order."""
        known = {turn.id: turn for turn in self.turns}
        ends = [turn for turn in self.turns if turn.branch == self.session.branch]
        line: list[Turn] = []
        turn = ends[-1] if ends else None
        while turn is not None:
            line.append(turn)
            turn = known.get(turn.parent_id or "")
        return line[::-1]


def export(conversations: Sequence[ExportedConversation], form: Format) -> str:
    """The conversations as one text that ends with a line break. JSON has all branches, others only the active one."""
    if form == "json":
        return as_json(conversations)
    return as_markdown(conversations) if form == "markdown" else as_html(conversations)


def as_json(conversations: Sequence[ExportedConversation]) -> str:
    """`{format, session, turns, memory}`; for several, `{format, conversations: [{session, turns, memory}, ...]}`."""
    exported_conversations: list[Json] = [
        {
            "session": session_json(each.session),
            "turns": [turn_json(turn) for turn in each.turns],
            "memory": carried_json(each.memory),
        }
        for each in conversations
    ]
    several: Json = {"conversations": exported_conversations}
    exported = {"format": FORMAT} | (exported_conversations[0] if len(exported_conversations) == 1 else several)
    return json.dumps(exported, ensure_ascii=False, indent=2) + "\n"


def as_markdown(conversations: Sequence[ExportedConversation]) -> str:
    """A heading for each conversation; questions as quotes, answers unchanged, sources as lists."""
    blocks: list[str] = []
    for each in conversations:
        blocks.append(f"# {plain(each.session.title or 'Untitled')}")
        blocks.append(f"{plain(each.session.assistant)}, {time_json(each.session.created_at)}")
        for turn in each.line:
            if turn.question:
                blocks.append("\n".join(f"> {line}".rstrip() for line in turn.question.splitlines()))
            blocks.append(turn.answer or f"({turn.status})")
            if turn.sources:
                blocks.append("\n".join(_markdown_source(source) for source in turn.sources))
    return "\n\n".join(blocks) + "\n"


def as_html(conversations: Sequence[ExportedConversation]) -> str:
    """A self-contained page: no scripts, no external resources; all texts are escaped."""
    title = conversations[0].session.title if len(conversations) == 1 else "Conversations"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title or 'Untitled')}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "".join(_html_conversation(each) for each in conversations)
        + "</body>\n</html>\n"
    )


def _html_conversation(exported: ExportedConversation) -> str:
    session = exported.session
    head = f"<h1>{escape(session.title or 'Untitled')}</h1>\n"
    about = f"<p><small>{escape(session.assistant)}, {escape(time_json(session.created_at))}</small></p>\n"
    return f"<article>\n{head}{about}{''.join(_html_turn(turn) for turn in exported.line)}</article>\n"


def _html_turn(turn: Turn) -> str:
    status = "" if turn.status == "completed" else f"<p><small>{escape(turn.status)}</small></p>\n"
    items = "".join(_html_source(source) for source in turn.sources)
    listed = f"<ol>\n{items}</ol>\n" if items else ""
    asked = f'<h2 lang="{turn.language}">{escape(turn.question)}</h2>\n' if turn.question else ""
    return f'{asked}<div class="answer" lang="{turn.language}">{escape(turn.answer)}</div>\n{status}{listed}'


def _html_source(source: Source) -> str:
    name = escape(source.title or source.document)
    shown = f'<a href="{escape(source.url)}" rel="noreferrer">{name}</a>' if is_web(source.url) else name
    quote = f"<blockquote>{escape(_passage(source))}</blockquote>" if _passage(source) else ""
    day = f", {escape(source.date)}" if source.date else ""
    return f'<li value="{source.number}">{shown}{day}{quote}</li>\n'


def _markdown_source(source: Source) -> str:
    quote = plain(_passage(source))
    day = f", {plain(source.date)}" if source.date else ""
    return f"{source.number}. {linked(source)}{day}" + (f": {quote}" if quote else "")


def _passage(source: Source) -> str:
    text = " ".join(source.passages[0].text.split()) if source.passages else ""
    return text if len(text) <= _PASSAGE_CHARS else text[: _PASSAGE_CHARS - 1] + "…"
