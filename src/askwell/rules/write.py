"""An answer without a model: sentences of the documents, chosen, put in order and cited."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from askwell.assistant import Assistant, GradeSection
from askwell.languages import wording
from askwell.rules.chat import chat_reply, decline_reply
from askwell.rules.choose import Paragraph, choose
from askwell.rules.form import Question, read_question
from askwell.rules.operations import operation_pieces
from askwell.rules.recall import recall_reply
from askwell.rules.say import best_words, place, say
from askwell.rules.sureness import is_sure
from askwell.rules.tools import pick, tool_reply
from askwell.rules.units import units
from askwell.rules.weigh import Weighed, weigh
from askwell.text.aside import aside
from askwell.text.bounds import analysed
from askwell.text.listed import read_lists
from askwell.text.quotations import quoting_line
from askwell.types import Brief, Unsure, WriterPiece

_NEAREST = 3
_EXCERPT_WORDS = 100
_SHOWN = 4


class RulesWriter:
    """Writes with the words of the documents; what frames them is in the question's language."""

    name = ""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant
        self._least_chance = (assistant.grade or GradeSection()).precision

    async def write(self, brief: Brief) -> AsyncIterator[WriterPiece]:
        """The answer, a sentence or line a piece, or a call; the same brief gives the same pieces. Never fails."""
        brief = replace(brief, question=analysed(brief.question), asked=analysed(brief.asked))
        if (call := pick(brief)) is not None:
            yield call
            return
        await read_lists([brief.language, *(passage.language for passage in brief.passages)])
        chars = sum(len(passage.chunk.text) for passage in brief.passages)
        for piece in await aside(chars, self._pieces, brief):
            yield piece

    def _pieces(self, brief: Brief) -> Sequence[str | Unsure]:
        if reply := tool_reply(brief):
            return _lines(reply)
        match brief.purpose:
            case "answer" | "passages" | "not_found":
                return _from_passages(brief, self._least_chance)
            case "decline":
                return [decline_reply(self._assistant, brief)]
            case "operation":
                return operation_pieces(brief)
            case "recall":
                return _lines(recall_reply(brief))
            case "chat":
                return _lines(chat_reply(self._assistant, brief))


def _from_passages(brief: Brief, least_chance: float) -> Sequence[str | Unsure]:
    if brief.purpose == "not_found":
        return not_found_pieces(brief)
    if is_excerpt(brief):
        return _excerpt(brief)
    question, weighed = _weighed(brief)
    if not weighed:
        return not_found_pieces(brief)
    if brief.purpose == "passages":
        return _quoted(brief, weighed)
    paragraphs = choose(question, weighed, brief.passages)
    if not brief.is_sure and not is_sure(brief, question, weighed, paragraphs, least_chance):
        return [Unsure(), *_quoted(brief, weighed)]
    return _answer(brief, question, paragraphs) or not_found_pieces(brief)


def _weighed(brief: Brief) -> tuple[Question, list[Weighed]]:
    question = read_question(brief.question, brief.language, brief.terms)
    return question, weigh(question, units(brief.passages), brief.passages, brief.language)


def answer_pieces(brief: Brief) -> list[str]:
    """Sentences that answer, each with its mark, 140 words at most; empty when the passages hold no whole sentence.

    A list comes as lines that begin with `- ` or, for steps, `1. `; each document has a paragraph of its own.
    """
    question, weighed = _weighed(brief)
    return _answer(brief, question, choose(question, weighed, brief.passages))


def _answer(brief: Brief, question: Question, paragraphs: list[Paragraph]) -> list[str]:
    if not paragraphs:
        return []
    pieces = _lead_in(paragraphs, brief)
    for index, paragraph in enumerate(paragraphs):
        first, *rest = say(paragraph, brief, numbered=question.form.for_ == "steps")
        pieces.extend([f"\n\n{first}" if index else first, *rest])
    return pieces


def _quoted(brief: Brief, weighed: Sequence[Weighed]) -> list[str]:
    """That the answer is not sure, and of the first passages the words that fit best.

    Of each document one passage is quoted, and more only if there are few documents.
    """
    places = list(dict.fromkeys(one.unit.passage for one in weighed))
    documents = [passage.chunk.document_id for passage in brief.passages]
    firsts = {documents[at]: at for at in reversed(places)}
    shown = sorted(places, key=lambda at: (firsts[documents[at]] != at, at))[:_SHOWN]
    quotes = [
        quoting_line(place(brief.passages[at]), best_words(weighed, at), brief.labels[at]) for at in sorted(shown)
    ]
    return _lines([wording(brief.language).passages, "", *quotes])


def is_excerpt(brief: Brief) -> bool:
    """Whether a question without words of its own asks what passages say that were not found by a search."""
    return not any(each.scores for each in brief.passages) and not read_question(brief.question, brief.language).words


def _excerpt(brief: Brief) -> list[str]:
    """The first sentences of the passages, in order."""
    pieces: list[str] = []
    spent = 0
    for unit in units(brief.passages):
        spent += len(unit.text.split())
        if pieces and spent > _EXCERPT_WORDS:
            break
        pieces.append(f"{unit.text} [{brief.labels[unit.passage]}]")
    return [piece if index == 0 else f" {piece}" for index, piece in enumerate(pieces)] or not_found_pieces(brief)


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
