"""What must hold for every turn, whatever a user writes; each check yields what is broken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from askwell.evals.checks import COMPLETE_KINDS
from askwell.evals.simulate.personas import Message
from askwell.languages import wording
from askwell.llm.veto import veto
from askwell.text.citations import find_marks, strip_marks
from askwell.text.sentences import sentences
from askwell.text.words import content_stems, stems_in_order, words
from askwell.types import Answer, Recalled, Turn

Promise = Literal[
    "no_error",
    "has_an_answer",
    "complete_question_kept",
    "words_kept",
    "wording_invents_nothing",
    "own_text_is_no_subject",
    "language_followed",
    "answer_has_marks",
    "marks_have_sources",
    "source_numbers_stay",
    "unsure_stays_unsure",
    "answers_differ",
    "turns_without_gaps",
    "stored_as_answered",
]

PROMISES: Mapping[Promise, str] = {
    "no_error": "the turn failed",
    "has_an_answer": "the answer is empty",
    "complete_question_kept": "a complete question was changed or taken for a follow-up",
    "words_kept": "the wording lost a word that the question depends on",
    "wording_invents_nothing": "the wording lost a number, or has one or a name that nobody wrote",
    "own_text_is_no_subject": "the wording has words of our own texts, which are no subject",
    "language_followed": "the message is in another language than it was taken for",
    "answer_has_marks": "an answer from documents has no mark",
    "marks_have_sources": "a mark has no source",
    "source_numbers_stay": "a document changed its number",
    "unsure_stays_unsure": "text that was shown as unsure became an answer",
    "answers_differ": "two different questions in a row got the same answer",
    "turns_without_gaps": "the turns have no numbers in a row",
    "stored_as_answered": "the stored turn has another answer than the user got",
}
"""Promise to what is said of a turn that breaks it."""

ROUTES_ABOUT_ANSWERS = ("last_answer", "recall")
"""Routes whose answers repeat the conversation."""
_OWN_TEXTS = ("not_found", "declined", "chat")
"""Outcomes of turns whose answers are our own texts."""
_SAME_QUESTION = 0.5
"""Share of common words from which on two questions may have one answer."""
_SENTENCE_WORDS = 5


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message with its answer."""

    message: Message
    answer: Answer | None
    """None if the turn failed."""
    error: str = ""
    """Code and message of the failure."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A turn that breaks a promise."""

    promise: Promise
    turn: int
    """Position in the conversation, from 1."""
    detail: str


@dataclass(frozen=True, slots=True)
class Observed:
    """A simulated conversation as it went."""

    exchanges: tuple[Exchange, ...]
    turns: tuple[Turn, ...]
    """As they are stored."""
    about: str = field(default="")
    """What the assistant is about."""


def broken_promises(observed: Observed) -> list[Broken]:
    """The turns that break a promise, in order."""
    found: list[Broken] = []
    for at, exchange in enumerate(observed.exchanges):
        answer = exchange.answer
        if answer is None:
            found.append(Broken("no_error", at + 1, exchange.error))
            continue
        before = tuple(each for each in observed.turns if each.number < (answer.turn_number or 0))
        last = observed.exchanges[at - 1] if at else None
        checks = (
            *_answered(answer),
            *_asked(exchange.message, answer, before, observed.about),
            *_cited(answer, before),
            *_sure(answer, before),
            *_differs(exchange.message, answer, last),
        )
        found += [Broken(promise, at + 1, detail) for promise, detail in checks]
    return [*found, *_stored(observed)]


Check = tuple[Promise, str]


def _answered(answer: Answer) -> Iterator[Check]:
    if not answer.answer.strip():
        yield "has_an_answer", f"outcome {answer.outcome}"


def _asked(message: Message, answer: Answer, before: Sequence[Turn], about: str) -> Iterator[Check]:
    wanted = message.language
    if wanted is not None and answer.language != wanted:
        yield "language_followed", f"{wanted} was taken for {answer.language}"
    resolved = answer.standalone_question
    changed = resolved != message.text
    if (message.is_complete or answer.kind in COMPLETE_KINDS) and changed:
        yield "complete_question_kept", f"{answer.kind}: {resolved!r}"
        return
    if not changed or answer.route in {*ROUTES_ABOUT_ANSWERS, "decline"} or answer.resolution is None:
        return
    language = answer.language
    held = set(content_stems(answer.resolution.searched, language)) | set(
        stems_in_order(words(answer.resolution.searched), language)
    )
    lost = [word for word in message.kept if not held & set(stems_in_order(words(word), language))]
    if lost:
        yield "words_kept", f"{', '.join(lost)} in {resolved!r}"
    refused = veto(message.text, resolved, Recalled(tuple(before)), language, about=about)
    # "Not that, the other board" rejects something; a negation that counts is among the kept words.
    if refused and refused != "negation_dropped":
        yield "wording_invents_nothing", f"{refused}: {resolved!r}"
    if own := _own_words(message, answer, before):
        yield "own_text_is_no_subject", f"{', '.join(own)} in {resolved!r}"


def _own_words(message: Message, answer: Answer, before: Sequence[Turn]) -> list[str]:
    """Stems of the wording that only our own texts have, in order."""
    language = answer.language
    ours, others = {*content_stems(wording(language).passages, language)}, {*content_stems(message.text, language)}
    for turn in before:
        is_own = turn.outcome in _OWN_TEXTS
        (ours if is_own else others).update(content_stems(turn.answer, language))
        texts = [turn.question, *turn.things, *turn.among]
        texts += [text for source in turn.sources for text in (source.title, *(each.text for each in source.passages))]
        others.update(content_stems(" ".join(texts), language))
    asked = dict.fromkeys(content_stems(answer.standalone_question, language))
    return [stem for stem in asked if stem in ours - others]


def _cited(answer: Answer, before: Sequence[Turn]) -> Iterator[Check]:
    known = {source.number for source in answer.sources}
    if missing := sorted({mark.number for mark in find_marks(answer.answer)} - known):
        yield "marks_have_sources", f"{missing} of {sorted(known)}"
    if answer.outcome == "answered" and answer.route not in ROUTES_ABOUT_ANSWERS and not answer.marks:
        yield "answer_has_marks", f"route {answer.route}: {answer.answer[:80]!r}"
    numbers = {source.document_id: source.number for turn in before for source in turn.sources}
    for source in answer.sources:
        if numbers.get(source.document_id, source.number) != source.number:
            yield "source_numbers_stay", f"{source.document} was {numbers[source.document_id]}, is {source.number}"


def _sure(answer: Answer, before: Sequence[Turn]) -> Iterator[Check]:
    """Sentences that were only shown must not become an answer because they are repeated."""
    if answer.route not in ROUTES_ABOUT_ANSWERS or answer.outcome != "answered":
        return
    shown = _flat(*(turn.answer for turn in before if turn.outcome == "passages"))
    sure = _flat(*(turn.answer for turn in before if turn.outcome == "answered"))
    plain = strip_marks(answer.answer)
    for start, end in sentences(plain):
        text = _flat(plain[start:end])
        if len(text.split()) >= _SENTENCE_WORDS and text in shown and text not in sure:
            yield "unsure_stays_unsure", repr(plain[start:end][:80])
            return


def _differs(message: Message, answer: Answer, before: Exchange | None) -> Iterator[Check]:
    last = before.answer if before is not None and before.message.text != message.text else None
    if last is None or {answer.outcome, last.outcome} != {"answered"} or answer.route in ROUTES_ABOUT_ANSWERS:
        return
    if _flat(strip_marks(answer.answer)) != _flat(strip_marks(last.answer)):
        return
    one, two = (set(content_stems(each.standalone_question, each.language)) for each in (answer, last))
    if one and len(one & two) < _SAME_QUESTION * len(one | two):
        yield "answers_differ", f"{last.standalone_question!r} and {answer.standalone_question!r}"


def _stored(observed: Observed) -> Iterator[Broken]:
    numbers = [turn.number for turn in observed.turns]
    if numbers != list(range(1, len(numbers) + 1)):
        yield Broken("turns_without_gaps", len(observed.exchanges), f"{numbers}")
    by_number = {turn.number: turn for turn in observed.turns}
    for at, exchange in enumerate(observed.exchanges):
        answer = exchange.answer
        stored = by_number.get(answer.turn_number or 0) if answer is not None else None
        if answer is not None and (stored is None or stored.answer != answer.answer):
            yield Broken("stored_as_answered", at + 1, repr(stored.answer[:80]) if stored else "not stored")


def _flat(*texts: str) -> str:
    return " ".join(" ".join(strip_marks(text).split()) for text in texts).casefold()
