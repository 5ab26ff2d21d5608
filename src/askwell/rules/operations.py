"""Operations on the last answer without a model: other sentences of its passages, each with its mark."""

from collections.abc import Callable, Sequence

from askwell.languages import wording
from askwell.rules.belonging import MAX_WORDS
from askwell.rules.last_answer import Evidence, word_count
from askwell.rules.say import in_line, place
from askwell.rules.shorten import on_one_line, one_sentence, shorter
from askwell.rules.weigh import Weighed
from askwell.text.citations import MarkRelay
from askwell.text.quotations import quoting_line
from askwell.types import Brief, OperationKind

_MORE_WORDS = 90
"""Words of a continuation at most."""
_FEW_WORDS = 60
"""Words of an example or a reason at most; the first one is always whole."""
_SHARE_OF_BEST = 0.4
"""Share of the best score that a further sentence of a continuation needs."""
_ALIKE = 0.5
"""Share of the stems of the best sentence that another one needs to say the same."""
_STATEMENTS = 2
"""Statements of a quotation at most."""
_QUOTED_LINES = 4
"""Lines of a list in a quotation at most."""
_QUOTES = 4
"""Quotations of the evidence at most."""
_LEAST_LINES = 2
"""Lines of a list without a lead that an answer quotes for the list to be the answer."""
_UNSURE_TOO = frozenset[OperationKind](("shorter", "sentence", "list", "example", "reason", "continue", "reword"))
"""Replies that are no surer than the answer they quote; the others say so themselves."""


def operation_pieces(brief: Brief) -> list[str]:
    """The reply to a request about the last answer; a line that says so if the passages do not give it."""
    operation = brief.operation
    assert operation is not None, "the purpose of the brief is an operation"
    said = wording(brief.language).about_last_answer
    if operation.kind == "transform":
        return [said.transform]
    evidence = Evidence(brief, operation)
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


def _list(evidence: Evidence) -> list[str]:
    """Each statement of the answer on a line of its own."""
    units_said = [one.unit for one in evidence.lines]
    pieces = [f"{'' if unit.kind in _NO_ITEMS else '- '}{''.join(evidence.say([unit]))}" for unit in units_said]
    return [piece if index == 0 else f"\n{piece}" for index, piece in enumerate(pieces)]


def _continue(evidence: Evidence) -> list[str]:
    """The rest of a list of which a part was shown; else the best sentences that were not quoted."""
    if rest := _rest_of_list(evidence):
        return rest
    found = evidence.fitting("continue", evidence.unseen)
    best = max((one.score for one in found), default=0.0)
    near = [one for one in found if one.score >= _SHARE_OF_BEST * best]
    picked = evidence.groups(near, most_words=_MORE_WORDS, without=evidence.shown)
    return evidence.paragraphs(picked) or [wording(evidence.brief.language).about_last_answer.no_more]


def _rest_of_list(evidence: Evidence) -> list[str]:
    """The lead and the next lines of the first list that was shown in part, with how many lines are shown by now."""
    for one in evidence.shown:
        if one.unit.kind != "item":
            continue
        whole = evidence.whole_list(one)
        lines = [each for each in whole if each.unit.kind == "item"]
        rest = [each for each in lines if each not in evidence.shown]
        lead = [each for each in whole if each.unit.kind == "lead"]
        is_shown = lead[0] in evidence.shown if lead else len(lines) - len(rest) >= _LEAST_LINES
        if not rest or not is_shown:
            continue
        said = list(lead)
        for each in rest:
            if len(said) > len(lead) and word_count([*said, each]) > MAX_WORDS:
                break
            said.append(each)
        left = len(rest) - (len(said) - len(lead))
        count = wording(evidence.brief.language).about_last_answer.first_of.format(
            count=len(lines) - left, all=len(lines)
        )
        return [*evidence.say(evidence.introduced([each.unit for each in said])), *([f"\n{count}"] if left else [])]
    return []


def _example(evidence: Evidence) -> list[str]:
    return _given(evidence, "example", wording(evidence.brief.language).about_last_answer.no_example)


def _reason(evidence: Evidence) -> list[str]:
    return _given(evidence, "reason", wording(evidence.brief.language).about_last_answer.no_reason)


def _given(evidence: Evidence, kind: OperationKind, none: str) -> list[str]:
    """The best sentences that give it, those that were not quoted before the others."""
    new = evidence.fitting(kind, evidence.unseen)
    picked = evidence.groups(new or evidence.fitting(kind, evidence.weighed), most_words=_FEW_WORDS)
    return evidence.paragraphs(picked) or [none]


def _reword(evidence: Evidence) -> list[str]:
    """The sentence that has most in common with the best one of the answer."""
    best = max(evidence.quoted, key=lambda one: one.score, default=None)
    if best is not None:
        shared = [(len(one.stems & best.stems) / max(1, len(best.stems)), one) for one in evidence.unseen]
        near = [one for share, one in sorted(shared, key=lambda pair: -pair[0]) if share >= _ALIKE]
        if picked := evidence.groups(near[:1], most_words=_FEW_WORDS):
            return evidence.paragraphs(picked)
    return [wording(evidence.brief.language).about_last_answer.no_other_words]


def _check(evidence: Evidence) -> list[str]:
    """The quoted sentences with their places, and how far they can be trusted."""
    brief, said = evidence.brief, wording(evidence.brief.language).about_last_answer
    last = evidence.operation.answers[-1]
    found = evidence.quoted or [
        max((one for one in evidence.weighed if one.unit.passage == at), key=lambda one: one.score)
        for at in dict.fromkeys(one.unit.passage for one in evidence.weighed)
    ]
    by_passage: dict[int, list[str]] = {}
    quoted: list[Weighed] = []
    for one in found:
        if one not in quoted:
            whole, text = _quotable(evidence, one, quoted)
            quoted += whole
            by_passage.setdefault(one.unit.passage, []).append(text)
    quotes = []
    # An answer has the page of its words, a passage the one that it begins on.
    page_of = {each.chunk_id: each.page for source in last.sources for each in source.passages}
    for at, texts in list(by_passage.items())[:_QUOTES]:
        passage = brief.passages[at]
        where = place(passage)
        page = page_of.get(passage.chunk.id, passage.chunk.page)
        if page is not None:
            where += f", {said.page.format(page=page)}"
        text = " ".join(texts[:_STATEMENTS]) + (" …" if len(texts) > _STATEMENTS else "")
        quotes.append(quoting_line(where, text, brief.labels[at]))
    lead = said.based_on_one if len(by_passage) == 1 else said.based_on.format(count=len(by_passage))
    if last.model:
        lead = said.by_model
    elif last.outcome == "passages":
        lead = said.only_shown
    return [lead, "\n", *[f"\n{quote}" for quote in quotes]]


def _quotable(evidence: Evidence, one: Weighed, before: Sequence[Weighed]) -> tuple[list[Weighed], str]:
    """The statement that a quoted unit is part of, and what of it is not quoted before on one line.

    A line of a list comes with its lead, a sentence with what it leans on.
    """
    whole = evidence.whole_list(one) if one.unit.kind in {"item", "lead"} else []
    lines = [each for each in whole if each.unit.kind == "item"]
    if not lines:
        whole = evidence.together(one) or [one]
        return whole, " ".join(in_line(each.unit) for each in whole if each not in before)
    shown = [each for each in lines if each in evidence.quoted] or lines
    lead = [each for each in whole if each.unit.kind == "lead"]
    is_cut = len(shown) > _QUOTED_LINES or len(shown) < len(lines)
    text = on_one_line([*lead, *shown[:_QUOTED_LINES]])
    return whole, f"{text.removesuffix('.')}; …" if is_cut else text


def _repeat(evidence: Evidence) -> list[str]:
    """The last answer word for word."""
    brief = evidence.brief
    label_of = {passage.chunk.document_id: label for passage, label in zip(brief.passages, brief.labels, strict=True)}
    documents = {source.number: source.document_id for turn in evidence.operation.answers for source in turn.sources}
    relay = MarkRelay(lambda number: label_of.get(documents.get(number, "")))
    return [relay.feed(evidence.answer), relay.flush()]


_NO_ITEMS = frozenset(("lead", "code"))
"""Kinds of units that no bullet stands before."""

_PIECES: dict[OperationKind, Callable[[Evidence], list[str]]] = {
    "shorter": shorter,
    "sentence": one_sentence,
    "example": _example,
    "continue": _continue,
    "reason": _reason,
    "check": _check,
    "reword": _reword,
    "list": _list,
    "repeat": _repeat,
}
