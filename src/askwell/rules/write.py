"""An answer without a model: sentences of the documents, chosen, put in order and cited."""

from collections.abc import AsyncIterator
from dataclasses import replace

from askwell.assistant import Assistant
from askwell.languages import wording
from askwell.rules.chat import chat_reply, decline_reply
from askwell.rules.choose import Paragraph, best_words, choose
from askwell.rules.form import read_question
from askwell.rules.operations import operation_pieces
from askwell.rules.recall import recall_reply
from askwell.rules.say import place, quoted, say
from askwell.rules.tools import pick, tool_reply
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from askwell.text.aside import aside
from askwell.text.bounds import analysed
from askwell.types import Brief, WriterPiece

_NEAREST = 3
_SHOWN = 4


class RulesWriter:
    """Writes with the words of the documents; what frames them is in the question's language."""

    name = ""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def write(self, brief: Brief) -> AsyncIterator[WriterPiece]:
        """The answer, a sentence or line a piece, or a call; the same brief gives the same pieces. Never fails."""
        brief = replace(brief, question=analysed(brief.question), asked=analysed(brief.asked))
        if (call := pick(brief)) is not None:
            yield call
            return
        chars = sum(len(passage.chunk.text) for passage in brief.passages)
        for piece in await aside(chars, self._pieces, brief):
            yield piece

    def _pieces(self, brief: Brief) -> list[str]:
        if reply := tool_reply(brief):
            return _lines(reply)
        match brief.purpose:
            case "answer" | "passages" | "not_found":
                return _from_passages(brief)
            case "decline":
                return [decline_reply(self._assistant, brief)]
            case "operation":
                return operation_pieces(brief)
            case "recall":
                return _lines(recall_reply(brief))
            case "chat":
                return _lines(chat_reply(self._assistant, brief))


def _from_passages(brief: Brief) -> list[str]:
    pieces: list[str] = []
    if brief.purpose == "answer":
        pieces = answer_pieces(brief)
    elif brief.purpose == "passages":
        pieces = passages_pieces(brief)
    return pieces or not_found_pieces(brief)


def answer_pieces(brief: Brief) -> list[str]:
    """Sentences that answer, each with its mark, 140 words at most; empty when the passages hold no whole sentence.

    A list comes as lines that begin with `- ` or, for steps, `1. `; each document has a paragraph of its own.
    """
    question = read_question(brief.question, brief.language, brief.terms)
    weighed = weigh(question, units(brief.passages), brief.passages, brief.language)
    paragraphs = choose(question, weighed, brief.passages)
    if not paragraphs:
        return []
    pieces = _lead_in(paragraphs, brief)
    for index, paragraph in enumerate(paragraphs):
        first, *rest = say(paragraph, brief, numbered=question.form.for_ == "steps")
        pieces.extend([f"\n\n{first}" if index else first, *rest])
    return pieces


def passages_pieces(brief: Brief) -> list[str]:
    """That the answer is not sure, and of the first passages the words that fit best; empty if there are none."""
    question = read_question(brief.question, brief.language, brief.terms)
    weighed = weigh(question, units(brief.passages), brief.passages, brief.language)
    quotes = [
        f"- {place(brief.passages[at])}: {quoted(best_words(weighed, at))} [{brief.labels[at]}]"
        for at in dict.fromkeys(one.unit.passage for one in weighed)
    ]
    return _lines([wording(brief.language).passages, "", *quotes[:_SHOWN]]) if quotes else []


def not_found_pieces(brief: Brief) -> list[str]:
    """That nothing was found, and up to three places that come nearest."""
    said = wording(brief.language)
    places: dict[str, str] = {}
    for passage, label in zip(brief.passages, brief.labels, strict=True):
        where = place(passage)
        places.setdefault(where, f"{said.nearest} {where} [{label}]")
    return _lines([said.not_found, *list(places.values())[:_NEAREST]])


def _lead_in(paragraphs: list[Paragraph], brief: Brief) -> list[str]:
    """Says so when the documents are in another language than the question."""
    languages = {brief.passages[unit.passage].language for paragraph in paragraphs for unit in paragraph.units}
    if brief.language in languages or len(languages) != 1:
        return []
    said = wording(brief.language)
    return [said.documents_in.format(language=said.language_name(languages.pop())) + "\n\n"]


def _lines(lines: list[str]) -> list[str]:
    return [line if index == 0 else f"\n{line}" for index, line in enumerate(lines)]
