"""How sure an extractive answer is: the chance that what it says first answers with every fact."""

import math
from collections.abc import Sequence
from operator import mul
from statistics import fmean
from typing import NamedTuple

from askwell.languages import LANGUAGES, lexicon
from askwell.rules import grade
from askwell.rules.choose import Paragraph
from askwell.rules.form import Question, is_defined, lacks_form, lacks_kind, lacks_number
from askwell.rules.grade import Held, evidence, held_by, score_of
from askwell.rules.procedures import is_step, lacks_steps
from askwell.rules.rank import STANDING
from askwell.rules.weigh import Weighed
from askwell.text.acknowledging import without_acknowledgement
from askwell.text.asked import scaffold
from askwell.text.exact_names import exact_names, holds_name
from askwell.text.instructing import shows_path
from askwell.text.listed import is_listed
from askwell.text.match import in_lines, near_in, stem_of, stems, subject_words
from askwell.text.sentences import is_table_part
from askwell.types import Brief, Language, Passage

_FRAMING = 0.25
"""Weight of a question's framing words, and of those that it takes from the conversation, against one of its own."""
_IN_NONE = 2.0
"""Weight of a word that no passage holds, as of one that about half of them hold: it is rare, or misspelt, or idle."""
_VALUES = frozenset(("number", "duration", "time", "person", "place"))
"""Forms that an answer shows; a reason is often given without a word for it."""


class Signs(NamedTuple):
    """What tells a right answer from a wrong one, of its first paragraph."""

    held: float
    """Share of the question's words, each by its rarity among the passages, that it or the headings above it hold."""
    apart: float
    """Score of its best sentence above that of the best one of another document, 1 at most and without another one."""
    meant: float
    """Cosine of its best sentence with the question."""
    above: float
    """The same above the mean of all sentences of the passages: models differ in how high their cosines are."""
    period: float
    """1 if the question asks how long: few sentences say that of its subject."""
    listing: float
    """1 if it asks for all of several things: some of them may stand elsewhere."""
    lacks: float
    """1 if the question asks for a number and its best sentence has none, else 0."""
    formless: float
    """1 if it asks for a time, person, place, number or reason, and no sentence of the answer has a sign of one."""
    stands: float
    """Standing of its passage among the candidates of the search, about 0 to 8."""
    pathless: float
    """1 if it asks how or where, a passage shows a way through menus or a key, and its first paragraph none."""
    defined: float
    """1 if it asks what something is, and its best sentence says so."""


class Reading(NamedTuple):
    """Weights where a reader of answers has read the first paragraph."""

    signs: Signs
    reading: float
    """Weight of the log-odds of its best sentence."""
    constant: float


WEIGHTS = Signs(0.83, 0.27, 1.85, 2.74, 0.9, -0.33, -0.8, -0.66, 0.45, -0.32, 1.99)
"""Weights of the signs, fitted with the constant to seven sets of blind questions, talks of first-time users and
questions in natural style, over nineteen collections (`python -m bench sureness`)."""
CONSTANT = -3.4
READ = Reading(Signs(0.89, 0.16, 0.27, 3.47, 0.48, -0.3, -0.35, -0.22, 0.37, -0.13, 1.61), 0.35, -2.16)
"""Those with a reader, by the same fit."""

UNLIKELY = 0.2
"""Chance below which the places of an unsure answer are said to be only the nearest. Of the blind questions that are
not surely answered, .31 and .35 over bundled documents and .52 over manuals have less if no document answers them, and
.12 to .16 if one does."""

CERTAINLY_IN_SCOPE = 0.9
"""Chance of being in scope from which a question counts as such: a quarter of the blind questions of an assistant have
less."""


class Draft(NamedTuple):
    """What an answer would say, best paragraph first, and what it was chosen from."""

    question: Question
    weighed: Sequence[Weighed]
    paragraphs: Sequence[Paragraph]


def is_sure(brief: Brief, draft: Draft, least: float) -> bool:
    """Whether a draft answers with a chance of at least `least`, as far as signs and a reader tell.

    A part of a table never surely answers if the question could not be read as a query of the table: words alone do not
    tell which of its rows are asked for. Nor does what has no amount, telephone number or percentage for a question
    that asks for one, what has neither a step nor a rule for a question how something is done, what lacks an exact name
    that was typed, what has no time, place or the like for a mere "When?" or "Where?", what holds none of a follow-up's
    own words, nor anything for a message that asks for nothing. Where there are no signs, one sure grade is enough, or
    one of `least` if that is more.
    """
    question, weighed, paragraphs = draft
    if not paragraphs or not asks_something(brief, question):
        return False
    passage = brief.passages[max(weighed, key=lambda one: one.worded).unit.passage]
    if passage.chunk.document_id in brief.doubted and is_table_part(passage.chunk.text):
        return False
    lacks = lacks_kind(question, brief.language, _text(paragraphs[0]), passage.language)
    lacks = lacks or lacks_steps(question, paragraphs[0].units, passage.language)
    if lacks or lacks_name(exact_names(brief.asked), paragraphs, brief.passages) or lacks_own_words(brief, draft):
        return False
    is_bare = question.form.for_ in _VALUES and not subject_words(brief.asked, brief.language)
    if is_bare and lacks_form(question, _best(weighed, paragraphs[0]).unit.text, passage.language):
        return False
    if (likely := likelihood(brief, draft)) is not None:
        return likely >= least
    found = evidence(brief.question, brief.passages, brief.language, brief.terms)
    return max(map(score_of, found)) >= max(grade.SURE, least)


def likelihood(brief: Brief, draft: Draft) -> float | None:
    """The chance that a draft answers, as far as signs and a reader tell, 0 to 1; None where there are no signs.

    It is that of a question in scope, times the part that the chance of being in scope is of `CERTAINLY_IN_SCOPE`.
    """
    signs = signs_of(brief, draft)
    if signs is None:
        return None
    share = min(1.0, brief.in_scope / CERTAINLY_IN_SCOPE)
    return chance(signs, reading_of(draft)) * share


def lacks_name(names: Sequence[str], paragraphs: Sequence[Paragraph], passages: Sequence[Passage]) -> bool:
    """Whether an exact name is in no sentence of the answer and in no heading or title above one."""
    if not names:
        return False
    quoted = [unit for each in paragraphs for unit in each.units]
    above = [passages[at] for at in dict.fromkeys(unit.passage for unit in quoted)]
    named = [(passage.document_name, passage.title, *passage.chunk.headings) for passage in above]
    said = "\n".join([*(f"{unit.heading}\n{unit.text}" for unit in quoted), *("\n".join(each) for each in named)])
    return not all(holds_name(said, name) for name in names)


def lacks_own_words(brief: Brief, draft: Draft) -> bool:
    """Whether an answer to a follow-up holds none of the words that are typed in it, itself or in what stands above.

    It is about the question before: "and for X?" asks for X. Of the blind questions, 15 such answers were given as
    sure, and 6 of them were right, while numbers still counted as words.
    """
    if brief.asked == brief.question and not brief.terms:
        return False
    typed = subject_words(without_acknowledgement(brief.asked, brief.language), brief.language)
    own = set(typed).intersection(draft.question.words)  # without what was respelt, and without numbers
    units = [unit for each in draft.paragraphs for unit in each.units]
    passages = [brief.passages[at] for at in dict.fromkeys(unit.passage for unit in units)]
    above = [text for each in passages for text in (each.title, *each.chunk.headings)]
    spoken = passages[0].language
    said = stems("\n".join([*above, *(f"{unit.heading}\n{unit.text}" for unit in units)]), spoken)
    held, own = Held(said, in_lines(said)), own - scaffold(brief.language)
    return bool(own) and not any(_holds(held, word, spoken) for word in own)


def asks_something(brief: Brief, question: Question) -> bool:
    """Whether a question has a word of content besides its search terms: no interjection, and no word without meaning.

    A word has no meaning if neither a frequency list nor a passage has it. "When?" and "hmm" after an answer would get
    the same answer again, which is about the subject of the conversation and not about what is asked.
    """
    spoken = {brief.language, *(passage.language for passage in brief.passages)}
    held = [(held_by(passage), passage.language) for passage in brief.passages]
    return any(
        is_listed(word, spoken) or any(_holds(own, word, code) for own, code in held)
        for word in question.words
        if word not in question.chances and not any(word in lexicon(each).interjections for each in LANGUAGES)
    )


def signs_of(brief: Brief, draft: Draft) -> Signs | None:
    """The signs of an answer that begins with the first paragraph of a draft.

    None if a passage was found by words alone, not ranked, or one of a few candidates, if the meaning of the sentence
    is not known, and for a question without words of its own ("Why?"), which the weights know nothing about.
    """
    question, weighed, paragraphs = draft
    passages = brief.passages
    if all(word in question.chances for word in question.words) or not paragraphs:
        return None
    if any(STANDING not in each.scores or "near" not in each.scores for each in passages):
        return None
    best = _best(weighed, paragraphs[0])
    passage = passages[best.unit.passage]
    if not 0 <= best.unit.sentence < len(passage.sentences):
        return None
    document = passage.chunk.document_id
    others = [one.score for one in weighed if passages[one.unit.passage].chunk.document_id != document]
    shown = paragraphs if question.form.sides else paragraphs[:1]  # the sides of a comparison may be in two documents
    said = " ".join((*map(_text, shown), best.unit.heading))
    return Signs(
        held=_held(
            brief,
            " ".join((passage.title, *passage.chunk.headings, said)),
            passage.language,
            passages,
        ),
        apart=min(1.0, best.score - max(others)) if others else 1.0,
        meant=passage.sentences[best.unit.sentence],
        above=passage.sentences[best.unit.sentence] - fmean(one for each in passages for one in each.sentences),
        period=float(question.form.for_ == "duration"),
        listing=float(question.form.for_ == "list"),
        lacks=float(lacks_number(question, best.unit.text, passage.language)),
        formless=float(_is_formless(question, paragraphs, passage.language)),
        stands=passage.scores[STANDING],
        pathless=float(_is_pathless(question, weighed, paragraphs[0])),
        defined=float(is_defined(question, best.unit, passage)),
    )


def _is_formless(question: Question, paragraphs: Sequence[Paragraph], spoken: Language) -> bool:
    """Whether no sentence of an answer has a sign of what is asked for; for steps, an order is one."""
    said = [unit for each in paragraphs for unit in each.units]
    has_step = question.form.for_ == "steps" and any(is_step(unit, spoken) for unit in said)
    return not has_step and lacks_form(question, " ".join(map(_text, paragraphs)), spoken)


def _is_pathless(question: Question, weighed: Sequence[Weighed], paragraph: Paragraph) -> bool:
    """Whether a paragraph has no way through menus and no key where the documents answer how or where with them."""
    if question.form.for_ not in {"steps", "place"}:
        return False
    shown = any(shows_path(one.unit.text) for one in weighed)
    return shown and not any(shows_path(unit.text) or unit.kind == "code" for unit in paragraph.units)


def _best(weighed: Sequence[Weighed], paragraph: Paragraph) -> Weighed:
    """The unit of a paragraph that answers best."""
    own = {(unit.passage, unit.order) for unit in paragraph.units}
    return max((one for one in weighed if (one.unit.passage, one.unit.order) in own), key=lambda one: one.leading)


def _text(paragraph: Paragraph) -> str:
    return " ".join(unit.text for unit in paragraph.units)


def _held(brief: Brief, said: str, spoken: Language, passages: Sequence[Passage]) -> float:
    """The share of the question's words that a text holds, each by its rarity among the passages, 0 to 1.

    Where search terms name the thing, the noun of "the paper" only says what kind of thing it is.
    """
    wanted = subject_words(brief.question, brief.language)
    framing = scaffold(brief.language) | set(wanted).difference(subject_words(brief.asked, brief.language))
    if brief.terms:
        framing |= lexicon(brief.language).kinds
    held = [(held_by(each), each.language) for each in passages]
    weights = []
    for word in wanted:
        count = sum([_holds(each, word, code) for each, code in held])
        rarity = math.log(1 + (len(held) + 0.5) / (count + 0.5)) if count else _IN_NONE
        weights.append(rarity * (_FRAMING if word in framing else 1.0))
    own = stems(said, spoken)
    found = [_holds(Held(own, in_lines(own)), word, spoken) for word in wanted]
    return float(sum(map(mul, weights, found))) / (sum(weights) or 1.0)


def _holds(text: Held, word: str, language: Language) -> bool:
    stem = stem_of(word, language)
    return stem in text.stems or near_in(stem, text.written)


def reading_of(draft: Draft) -> float | None:
    """The log-odds that the first paragraph of a draft answers, None if nothing was read.

    They are those of its best unit, or, of a comparison whose sides come before what was read, the best ones.
    """
    own = {(unit.passage, unit.order) for unit in draft.paragraphs[0].units}
    read = [one for one in draft.weighed if one.odds is not None]
    said = [one for one in read if (one.unit.passage, one.unit.order) in own]
    return max((one.odds for one in said or read if one.odds is not None), default=None)


def chance(signs: Signs, reading: float | None = None) -> float:
    """The chance that the answer is right, 0 to 1, with the log-odds of a reader if one has read it."""
    if reading is None:
        odds = sum(map(mul, WEIGHTS, signs)) + CONSTANT
    else:
        odds = sum(map(mul, READ.signs, signs)) + READ.reading * reading + READ.constant
    return 1 / (1 + math.exp(-odds))
