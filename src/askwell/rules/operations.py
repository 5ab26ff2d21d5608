"""Operations on the last answer without a model: other sentences of its passages, each with its mark."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from askwell.languages import wording
from askwell.rules.belonging import Places, group
from askwell.rules.choose import Paragraph, ordered
from askwell.rules.form import read_question
from askwell.rules.say import in_line, place, say
from askwell.rules.units import Unit, units
from askwell.rules.weigh import Weighed, weigh
from askwell.text.citations import MarkRelay, strip_marks
from askwell.text.leaning import leans
from askwell.text.operations import LEAST_SHARED_IF_UNSURE, fits, gives_example, subject_of
from askwell.text.quotations import quoting_line
from askwell.text.words import content_words
from askwell.types import Brief, Operation, OperationKind

_MORE_WORDS = 90
"""Words of a continuation at most."""
_FEW_WORDS = 60
"""Words of an example or a reason at most; the first one is always whole."""
_SHARE_OF_BEST = 0.4
"""Share of the best score that a further sentence of a continuation needs."""
_ALIKE = 0.5
"""Share of the stems of the best sentence that another one needs to say the same."""
_SENTENCES = 2
"""Sentences of a shorter answer, and of a quotation, at most."""
_QUOTES = 4
"""Quotations of the evidence at most."""
_NEIGHBOUR = 0.3
"""What a sentence gains for following a quoted one."""
_UNSURE_TOO = frozenset[OperationKind](("shorter", "sentence", "list", "example", "reason", "continue", "reword"))
"""Replies that are no surer than the answer they quote; the others say so themselves."""


def operation_pieces(brief: Brief) -> list[str]:
    """The reply to a request about the last answer; a line that says so if the passages do not give it."""
    operation = brief.operation
    assert operation is not None, "the purpose of the brief is an operation"
    said = wording(brief.language).about_last_answer
    if operation.kind == "transform":
        return [said.transform]
    evidence = _Evidence(brief, operation)
    if not evidence.weighed and operation.answers and operation.answers[-1].is_withheld:
        return [operation.answers[-1].answer]
    if not evidence.weighed:
        return [said.not_answered.format(wish=said.wishes[operation.kind])]
    pieces = _PIECES[operation.kind](evidence)
    if operation.kind in _UNSURE_TOO and operation.answers[-1].outcome == "passages" and "[" in "".join(pieces):
        return [f"{wording(brief.language).passages}\n\n", *pieces]
    return pieces


def nothing_to_work_on(brief: Brief) -> str:
    """That there is no answer, for a request about one; empty for any other message."""
    operation = brief.operation
    if operation is None:
        return ""
    said = wording(brief.language).about_last_answer
    template = said.nothing_yet if operation.is_first else said.not_answered
    return template.format(wish=said.wishes[operation.kind])


@dataclass(frozen=True)
class _Evidence:
    """The units of the passages, and which of them were quoted."""

    brief: Brief
    operation: Operation

    @property
    def said(self) -> str:
        """The last answer."""
        return self.operation.answers[-1].answer

    @cached_property
    def weighed(self) -> list[Weighed]:
        """All units by how well they answer the question."""
        brief, own = self.brief, self.brief.question
        asked = own if content_words(own, brief.language) else self.operation.question
        question = read_question(asked, brief.language, brief.terms)
        return weigh(question, units(brief.passages), brief.passages, brief.language)

    @cached_property
    def quoted(self) -> list[Weighed]:
        """Units of the last answer, in its order."""
        text = _plain(self.said)
        found = [(text.find(_plain(one.unit.text)), one) for one in self.weighed]
        return [one for at, one in sorted(found, key=lambda pair: pair[0]) if at >= 0]

    @property
    def lines(self) -> list[Weighed]:
        """What the answer says; if it quotes nothing, the best unit."""
        return self.quoted or sorted(self.weighed, key=lambda one: -one.score)[:1]

    @property
    def first_list(self) -> list[Weighed]:
        """Lead and items of the list that the answer begins with."""
        first = self.lines[0].unit
        own = [one for one in self.lines if (one.unit.passage, one.unit.block) == (first.passage, first.block)]
        return [one for one in own if one.unit.kind in {"item", "lead"}]

    def with_code(self, one: Weighed) -> list[Weighed]:
        """A unit with the code right below it, if the answer quotes it."""
        below = self.places.get((one.unit.passage, one.unit.order + 1))
        return [one, below] if below is not None and below.unit.kind == "code" and below in self.lines else [one]

    def leans(self, one: Weighed) -> bool:
        """Whether a unit cannot be said without the one before it."""
        return leans(one.unit.text, self.brief.passages[one.unit.passage].language)

    @cached_property
    def unseen(self) -> list[Weighed]:
        """Units that no answer since the question has quoted, best first; those that follow a quoted one gain."""
        texts = [_plain(turn.answer) for turn in self.operation.answers]
        seen = {_place(one) for one in self.weighed if any(_plain(one.unit.text) in text for text in texts)}
        following = {(passage, order + 1) for passage, order in seen}
        return sorted(
            [one for one in self.weighed if _place(one) not in seen],
            key=lambda one: -(one.score + _NEIGHBOUR * (_place(one) in following)),
        )

    @cached_property
    def places(self) -> Places:
        """All units by their place."""
        return {_place(one): one for one in self.weighed}

    def fitting(self, kind: OperationKind, found: Sequence[Weighed]) -> list[Weighed]:
        """Those of the units that give what is asked for."""
        passages = self.brief.passages
        subjects = {each: subject_of(self.operation, each) for each in {one.language for one in passages}}
        is_sure = self.operation.answers[-1].outcome != "passages"
        fit = []
        for one in found:
            spoken = passages[one.unit.passage].language
            subject = subjects[spoken]
            shows = kind == "example" and (one.unit.kind == "code" or gives_example(f"{one.unit.heading}:"))
            if shows and not is_sure:
                before = self.places.get((one.unit.passage, one.unit.order - 1), one)
                shows = len(subject & (one.stems | before.stems)) >= min(LEAST_SHARED_IF_UNSURE, len(subject))
            if shows or fits(kind, one.unit.text, spoken, subject, is_sure=is_sure):
                fit.append(one)
        return fit

    def groups(self, found: Sequence[Weighed], *, most_words: int, without: Sequence[Weighed] = ()) -> list[Weighed]:
        """The first of the units, each with what it cannot be said without, up to a number of words."""
        picked: list[Weighed] = []
        for one in found:
            together = group(one, self.places, self.brief.passages)
            added = [each for each in together or () if each not in picked and each not in without]
            size = sum(len(each.unit.text.split()) for each in (*picked, *added))
            if added and (not picked or size <= most_words):
                picked += added
        return picked

    def paragraphs(self, picked: Sequence[Weighed]) -> list[str]:
        """The units as text, a paragraph for each document."""
        passages = self.brief.passages
        pieces: list[str] = []
        for document in dict.fromkeys(passages[one.unit.passage].chunk.document_id for one in picked):
            here = [one for one in picked if passages[one.unit.passage].chunk.document_id == document]
            first, *rest = self.say([one.unit for one in ordered(here, passages)])
            pieces += [f"\n\n{first}" if pieces else first, *rest]
        return pieces

    def say(self, found: Sequence[Unit]) -> list[str]:
        """Units with their marks, as one paragraph."""
        return say(Paragraph(tuple(found)), self.brief, numbered=False)


def _shorter(evidence: _Evidence) -> list[str]:
    """How the answer begins and its best other sentence, half of it at most; of a list its first lines."""
    most_words = len(strip_marks(evidence.said).split()) // 2
    first, *others = evidence.lines
    if others and others[0] in (own := evidence.with_code(first)):
        return evidence.say([one.unit for one in own])
    if first.unit.kind in {"item", "lead"}:
        return _first_lines(evidence, most_words)
    picked = [first]
    for one in sorted(others, key=lambda one: -one.score):
        words = sum(len(each.unit.text.split()) for each in (*picked, one))
        if one.unit.kind == "sentence" and len(picked) < _SENTENCES and words <= most_words and not evidence.leans(one):
            picked.append(one)
    return [*_no_shorter(evidence), *evidence.say([one.unit for one in evidence.lines if one in picked])]


def _sentence(evidence: _Evidence) -> list[str]:
    """How the answer begins: a sentence, or all lines of a list on one line."""
    first = evidence.lines[0]
    if len(own := evidence.with_code(first)) > 1:
        return [f"{' '.join(in_line(one.unit) for one in own)} [{evidence.brief.labels[first.unit.passage]}]"]
    if first.unit.kind not in {"item", "lead"}:
        return [*_no_shorter(evidence), *evidence.say([first.unit])]
    listed = [one.unit for one in evidence.first_list]
    lead = " ".join(unit.text for unit in listed if unit.kind == "lead")
    items = "; ".join(unit.text.rstrip(".;,") for unit in listed if unit.kind == "item")
    return [f"{lead} {items}.".strip(), f" [{evidence.brief.labels[first.unit.passage]}]"]


def _no_shorter(evidence: _Evidence) -> list[str]:
    is_one = len(evidence.quoted) == 1
    return [wording(evidence.brief.language).about_last_answer.shortest, "\n\n"] if is_one else []


def _first_lines(evidence: _Evidence, most_words: int) -> list[str]:
    listed = evidence.first_list
    items = [one for one in listed if one.unit.kind == "item"]
    kept = [one for one in listed if one.unit.kind == "lead"]
    for one in items:
        words = sum(len(each.unit.text.split()) for each in (*kept, one))
        if words > most_words and any(each in items for each in kept):
            break
        kept.append(one)
    count = sum(one in items for one in kept)
    said = wording(evidence.brief.language).about_last_answer
    rest = [f"\n{said.first_of.format(count=count, all=len(items))}"] if count < len(items) else []
    return [*evidence.say([one.unit for one in kept]), *rest]


def _list(evidence: _Evidence) -> list[str]:
    """Each statement of the answer on a line of its own."""
    units_said = [one.unit for one in evidence.lines]
    pieces = [f"{'' if unit.kind in _NO_ITEMS else '- '}{''.join(evidence.say([unit]))}" for unit in units_said]
    return [piece if index == 0 else f"\n{piece}" for index, piece in enumerate(pieces)]


def _continue(evidence: _Evidence) -> list[str]:
    found = evidence.fitting("continue", evidence.unseen)
    best = max((one.score for one in found), default=0.0)
    near = [one for one in found if one.score >= _SHARE_OF_BEST * best]
    shown = [one for one in evidence.weighed if one not in evidence.unseen]
    picked = evidence.groups(near, most_words=_MORE_WORDS, without=shown)
    return evidence.paragraphs(picked) or [wording(evidence.brief.language).about_last_answer.no_more]


def _example(evidence: _Evidence) -> list[str]:
    return _given(evidence, "example", wording(evidence.brief.language).about_last_answer.no_example)


def _reason(evidence: _Evidence) -> list[str]:
    return _given(evidence, "reason", wording(evidence.brief.language).about_last_answer.no_reason)


def _given(evidence: _Evidence, kind: OperationKind, none: str) -> list[str]:
    """The best sentences that give it, those that were not quoted before the others."""
    new = evidence.fitting(kind, evidence.unseen)
    picked = evidence.groups(new or evidence.fitting(kind, evidence.weighed), most_words=_FEW_WORDS)
    return evidence.paragraphs(picked) or [none]


def _reword(evidence: _Evidence) -> list[str]:
    """The sentence that has most in common with the best one of the answer."""
    best = max(evidence.quoted, key=lambda one: one.score, default=None)
    if best is not None:
        shared = [(len(one.stems & best.stems) / max(1, len(best.stems)), one) for one in evidence.unseen]
        near = [one for share, one in sorted(shared, key=lambda pair: -pair[0]) if share >= _ALIKE]
        if picked := evidence.groups(near[:1], most_words=_FEW_WORDS):
            return evidence.paragraphs(picked)
    return [wording(evidence.brief.language).about_last_answer.no_other_words]


def _check(evidence: _Evidence) -> list[str]:
    """The quoted sentences with their places, and how far they can be trusted."""
    brief, said = evidence.brief, wording(evidence.brief.language).about_last_answer
    last = evidence.operation.answers[-1]
    found = evidence.quoted or [
        max((one for one in evidence.weighed if one.unit.passage == at), key=lambda one: one.score)
        for at in dict.fromkeys(one.unit.passage for one in evidence.weighed)
    ]
    by_passage: dict[int, list[str]] = {}
    for one in found:
        by_passage.setdefault(one.unit.passage, []).append(in_line(one.unit))
    quotes = []
    # An answer has the page of its words, a passage the one that it begins on.
    page_of = {each.chunk_id: each.page for source in last.sources for each in source.passages}
    for at, texts in list(by_passage.items())[:_QUOTES]:
        passage = brief.passages[at]
        where = place(passage)
        page = page_of.get(passage.chunk.id, passage.chunk.page)
        if page is not None:
            where += f", {said.page.format(page=page)}"
        text = " ".join(texts[:_SENTENCES]) + (" …" if len(texts) > _SENTENCES else "")
        quotes.append(quoting_line(where, text, brief.labels[at]))
    lead = said.based_on_one if len(by_passage) == 1 else said.based_on.format(count=len(by_passage))
    if last.model:
        lead = said.by_model
    elif last.outcome == "passages":
        lead = said.only_shown
    return [lead, "\n", *[f"\n{quote}" for quote in quotes]]


def _repeat(evidence: _Evidence) -> list[str]:
    """The last answer word for word."""
    brief = evidence.brief
    label_of = {passage.chunk.document_id: label for passage, label in zip(brief.passages, brief.labels, strict=True)}
    documents = {source.number: source.document_id for turn in evidence.operation.answers for source in turn.sources}
    relay = MarkRelay(lambda number: label_of.get(documents.get(number, "")))
    return [relay.feed(evidence.said), relay.flush()]


_NO_ITEMS = frozenset(("lead", "code"))
"""Kinds of units that no bullet stands before."""

_PIECES: dict[OperationKind, Callable[[_Evidence], list[str]]] = {
    "shorter": _shorter,
    "sentence": _sentence,
    "example": _example,
    "continue": _continue,
    "reason": _reason,
    "check": _check,
    "reword": _reword,
    "list": _list,
    "repeat": _repeat,
}


def _place(one: Weighed) -> tuple[int, int]:
    return one.unit.passage, one.unit.order


def _plain(text: str) -> str:
    """A text for finding quotations in it: lower case, without marks, quotation marks and breaks."""
    return " ".join(strip_marks(text).lower().translate(_QUOTATION_MARKS).split())


_QUOTATION_MARKS = str.maketrans(dict.fromkeys("\"“”„«»'"))
