"""An answer without a model: sentences of the documents, chosen, put in order and cited."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import replace

from askwell.assistant import Assistant, GradeSection
from askwell.languages import LANGUAGES, wording
from askwell.ports import AnswerReader
from askwell.rules.chat import chat_reply, decline_reply
from askwell.rules.choose import Paragraph, choose
from askwell.rules.contents import contents, quotes_contents, without_contents
from askwell.rules.form import Question, read_question
from askwell.rules.operations import operation_pieces
from askwell.rules.procedures import steps_first
from askwell.rules.reading import read_first
from askwell.rules.recall import recall_reply
from askwell.rules.repeated import is_repeat, without_rejected_units
from askwell.rules.say import QUOTE_WORDS, best_words, place, say
from askwell.rules.sureness import UNLIKELY, Draft, is_sure, likelihood
from askwell.rules.tools import pick, tool_reply
from askwell.rules.units import units
from askwell.rules.weigh import Weighed, weigh
from askwell.text.aside import aside
from askwell.text.bounds import analysed
from askwell.text.detect import detect_language
from askwell.text.listed import read_lists
from askwell.text.quotations import quoting_line
from askwell.text.word_forms import are_held
from askwell.text.words import content_stems
from askwell.types import Brief, Language, NearestKnown, Passage, Unsure, WriterPiece

_NEAREST = 3
_EXCERPT_WORDS = 100
_MOST_COPIED = 0.5
"""Share of a place's text, in sentences, that another place may have too."""


class RulesWriter:
    """Writes with the words of the documents; what frames them is in the question's language."""

    name = ""

    def __init__(self, assistant: Assistant, reader: AnswerReader | None = None) -> None:
        self._assistant = assistant
        self._reader = reader
        self._least_chance = (assistant.grade or GradeSection()).precision

    async def write(self, brief: Brief) -> AsyncIterator[WriterPiece]:
        """The answer, a sentence or line a piece, or a call; the same brief gives the same pieces. Never fails."""
        brief = replace(brief, question=analysed(brief.question), asked=analysed(brief.asked))
        if (call := pick(brief)) is not None:
            yield call
            return
        await read_lists([brief.language, *(passage.language for passage in brief.passages)])
        chars = sum(len(passage.chunk.text) for passage in brief.passages)
        is_read = self._reader and brief.purpose == "answer" and not brief.is_sure
        work = asyncio.to_thread(self._pieces, brief) if is_read else aside(chars, self._pieces, brief)
        for piece in await work:
            yield piece

    def _pieces(self, brief: Brief) -> Sequence[str | Unsure]:
        if reply := tool_reply(brief):
            return _lines(reply)
        match brief.purpose:
            case "answer" | "passages" | "not_found":
                return _from_passages(brief, self._least_chance, self._reader)
            case "decline":
                return [decline_reply(self._assistant, brief)]
            case "operation":
                return operation_pieces(brief)
            case "recall":
                return _lines(recall_reply(brief))
            case "chat":
                return _lines(chat_reply(self._assistant, brief))


def _from_passages(brief: Brief, least_chance: float, reader: AnswerReader | None) -> Sequence[str | Unsure]:
    nearest = brief.nearest_known
    known = _nearest_known(brief)
    brief = _without_nearest_known(brief)
    if brief.purpose == "not_found":
        return _nothing(brief, known)
    if is_excerpt(brief):
        return _excerpt(brief)
    question, weighed = _weighed(brief)
    listed = contents(brief.passages)
    weighed = without_contents(without_rejected_units(brief, weighed), listed)
    if not weighed:
        return _nothing(brief, known)
    if brief.purpose == "passages":
        return _quoted(brief, steps_first(question, weighed, brief.passages), known, None)
    if reader is not None and not brief.is_sure:
        weighed = read_first(question, weighed, brief, reader)
    weighed = steps_first(question, weighed, brief.passages)
    paragraphs = choose(question, weighed, brief.passages)
    draft = Draft(question, weighed, paragraphs)
    sure = brief.is_sure or is_sure(brief, draft, least_chance)
    unfit = is_repeat(brief, paragraphs) or quotes_contents(paragraphs, listed)
    if not sure or unfit or not _says_more(paragraphs, nearest, brief.language):
        likely = likelihood(brief, draft)
        return [Unsure(None if likely is None else round(likely, 2)), *_quoted(brief, weighed, known, likely)]
    return _answer(brief, question, paragraphs) or _nothing(brief, known)


def _says_more(paragraphs: Sequence[Paragraph], nearest: NearestKnown | None, language: Language) -> bool:
    """Whether an answer has the words for which the question is not the known one, so that it may be given as sure.

    Without them it is about the known question, which an author has answered, or about nothing that was asked.
    """
    if nearest is None or nearest.asks_else:
        return True
    said = frozenset(content_stems(" ".join(unit.text for each in paragraphs for unit in each.units), language))
    return bool(nearest.lacks) and are_held(nearest.lacks, said)


def _nearest_known(brief: Brief) -> list[str]:
    """The line with the known question that may be meant and its answer; none if there is no such question."""
    nearest = brief.nearest_known
    if nearest is None:
        return []
    at = next(at for at, each in enumerate(brief.passages) if each.chunk.id == nearest.passage.chunk.id)
    where = f"{wording(brief.language).nearest_known}, “{nearest.question}”"
    return [quoting_line(where, nearest.passage.chunk.text, brief.labels[at])]


def _without_nearest_known(brief: Brief) -> Brief:
    """The brief without the answer to a known question, which is none to this one as far as is known."""
    if brief.nearest_known is None:
        return brief
    known = brief.nearest_known.passage.chunk.id
    pairs = [pair for pair in zip(brief.passages, brief.labels, strict=True) if pair[0].chunk.id != known]
    return replace(brief, passages=tuple(each for each, _ in pairs), labels=tuple(label for _, label in pairs))


def _nothing(brief: Brief, known: Sequence[str]) -> Sequence[str | Unsure]:
    """That nothing was found, or the known question that may be meant."""
    if not known:
        return not_found_pieces(brief)
    return [Unsure(), *_lines([wording(brief.language).passages, "", *known])]


def _weighed(brief: Brief) -> tuple[Question, list[Weighed]]:
    question = read_question(brief.question, brief.language, brief.terms)
    return question, weigh(question, units(brief.passages), brief.passages, brief.language)


def answer_pieces(brief: Brief) -> list[str]:
    """Sentences that answer, each with its mark, 140 words at most; empty when the passages hold no whole sentence.

    A list comes as lines that begin with `- ` or, for steps, `1. `; each document has a paragraph of its own.
    """
    question, weighed = _weighed(brief)
    weighed = steps_first(question, weighed, brief.passages)
    return _answer(brief, question, choose(question, weighed, brief.passages))


def _answer(brief: Brief, question: Question, paragraphs: list[Paragraph]) -> list[str]:
    if not paragraphs:
        return []
    pieces = _lead_in(paragraphs, brief)
    for index, paragraph in enumerate(paragraphs):
        first, *rest = say(paragraph, brief, numbered=question.asks_how)
        pieces.extend([f"\n\n{first}" if index else first, *rest])
    return pieces


def _quoted(brief: Brief, weighed: Sequence[Weighed], known: Sequence[str], likely: float | None) -> list[str]:
    """That the answer is not sure, the known question that may be meant, and of the best passages the best words.

    A passage is as good as its best sentence and its own place. Of copies in several documents, such as a manual and
    all its pages in one, the best is quoted. If it is unlikely that one answers, fewer are quoted.
    """
    is_unlikely = likely is not None and likely < UNLIKELY and not known
    said = wording(brief.language)
    ranked = sorted(weighed, key=lambda one: -one.leading)
    places = _without_copies(list(dict.fromkeys(one.unit.passage for one in ranked)), weighed, brief.passages)
    quoted_words = QUOTE_WORDS[:_NEAREST] if is_unlikely else QUOTE_WORDS
    quotes = [
        quoting_line(place(brief.passages[at], _below(ranked, at)), best_words(weighed, at, words), brief.labels[at])
        for at, words in zip(_shown(places, len(quoted_words), brief.passages), quoted_words, strict=False)
    ]
    return _lines([said.nothing_clear if is_unlikely else said.passages, "", *known, *quotes])


def _shown(places: Sequence[int], most: int, passages: Sequence[Passage]) -> list[int]:
    """The best places, the last of them in a file of the conversation if there is one and no better place is in one."""
    shown = list(places[:most])
    in_files = [at for at in places if passages[at].is_attached]
    return shown if not in_files or in_files[0] in shown else [*shown[:-1], in_files[0]]


def _without_copies(places: list[int], weighed: Sequence[Weighed], passages: Sequence[Passage]) -> list[int]:
    """The places, in order, without those of which an earlier one of another document has most of the text."""
    texts: dict[int, set[str]] = {at: set() for at in places}
    for one in weighed:
        texts[one.unit.passage].add(one.unit.text)
    kept: list[int] = []
    for at in places:
        document = passages[at].chunk.document_id
        others = [texts[each] for each in kept if passages[each].chunk.document_id != document]
        if all(_size(texts[at] & other) < _MOST_COPIED * _size(texts[at]) for other in others):
            kept.append(at)
    return kept


def _size(texts: Iterable[str]) -> int:
    return sum(map(len, texts))


def _below(ranked: Sequence[Weighed], at: int) -> str:
    """The heading above the best unit of a passage if it belongs to a procedure: a passage may have several."""
    best = next(one for one in ranked if one.unit.passage == at)
    return best.unit.heading if best.procedure >= 0 else ""


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
    """Says so when what is quoted, and the documents that it is of, are in another language than the question."""
    languages = {brief.passages[unit.passage].language for paragraph in paragraphs for unit in paragraph.units}
    quoted = " ".join(unit.text for paragraph in paragraphs for unit in paragraph.units)
    spoken = next(iter(languages), brief.language)
    is_own = brief.language in languages or detect_language(quoted, allowed=LANGUAGES, default=spoken) == brief.language
    if len(languages) != 1 or is_own:
        return []
    said = wording(brief.language)
    return [said.documents_in.format(language=said.language_name(spoken)) + "\n\n"]


def _lines(lines: list[str]) -> list[str]:
    return [line if index == 0 else f"\n{line}" for index, line in enumerate(lines)]
