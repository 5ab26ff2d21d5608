"""Resolves questions with small learnt models, which judge what the grammar makes of them."""

import asyncio
import logging
import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np

from askwell.errors import BrokenWeights
from askwell.ports import ConversationReader
from askwell.text.aside import aside
from askwell.text.pieces import split
from askwell.types import (
    DECIDING_FEATURES,
    ConversationReading,
    Kind,
    Language,
    RatedWording,
    Reason,
    Recalled,
    Resolution,
    SearchTerm,
)
from askwell.understanding.adjectives import with_its_noun, without_noun
from askwell.understanding.candidates import Wording
from askwell.understanding.grammar.amending import takes_back
from askwell.understanding.grammar.amounts import AMOUNT
from askwell.understanding.grammar.corrections import correction
from askwell.understanding.grammar.events import is_condition
from askwell.understanding.grammar.headless import Headless
from askwell.understanding.grammar.phrasing import tidy, without_opener
from askwell.understanding.grammar.resolve import Draft, draft, searched_with
from askwell.understanding.grammar.weights import Weights, learnt_weights
from askwell.understanding.history import QUESTION_CHARS, spoken, without_places
from askwell.understanding.judging import (
    SURE,
    TELLING,
    Compared,
    Judged,
    compare,
    incomplete_chance,
    is_incomplete,
    judge,
    logit,
)
from askwell.understanding.models import learnt_dependence, learnt_wordings, learnt_words
from askwell.understanding.placing import in_its_place, in_its_role
from askwell.understanding.shown_places import place_meant
from askwell.understanding.texts import content_words, zipf

LOG = logging.getLogger("askwell")

WORD_CHANCE = 0.4
"""Least chance of a word that is searched for. `bench train-resolver` prints what it gives on unseen sets."""
WORDED_CHANCE = 0.15
"""The same for a word of the best wording, if that is rated higher than the question as typed."""
WORDING_QUALITY = 0.78
"""Least quality of a wording that is used. `bench train-resolver` prints how many of the words that such wordings add
are right (`shown_P`)."""
SURE_QUALITY = 0.66
"""The same if the grammar is sure that the question is incomplete: what it refers to is then seldom unclear."""
MARGIN = 0.1
"""Quality by which another wording must be better than the draft."""
MEANT_MARGIN = 0.05
"""The same for a correction or a reply, which the grammar puts into only one place of the last question."""
CONSIDERED = 3
"""Wordings that an explanation shows."""
MAX_TERMS = 12
"""Words of the conversation that are searched for at most."""


class LearntResolver:
    """The port `Resolver` without a model: a wording where one is sure, otherwise the question with search terms.

    The grammar drafts a wording and names others. Three learnt models give the chance that the question is incomplete,
    the chance of each word of earlier turns to belong in a complete wording, and the quality of each wording. The best
    wording is used if it is good enough. Otherwise the question stays as typed, and the likely words are its search
    terms.
    """

    def __init__(self, reader: ConversationReader | None = None, weights: Weights | None = None) -> None:
        """`weights` replace those of the grammar."""
        self._reader = reader
        self._weights = weights or learnt_weights()  # read now, so that no turn blocks the event loop with it
        self._loaded: set[Language] = set()

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution. Never fails on any text; reads a bounded part of question and history."""
        if place := place_meant(question, recalled.turns, language):
            return searched_with(question, place, language, {"ordinal": 1.0})
        recalled = replace(recalled, turns=without_places(recalled.turns))
        chars = len(question) + sum(len(turn.question) + len(turn.answer) for turn in recalled.turns[-6:])
        drafted = await aside(chars, draft, question, recalled, language, self._weights)
        if is_clear(drafted):
            return drafted.resolution
        if language not in self._loaded:
            await asyncio.to_thread(_load, language)  # reads files
            self._loaded.add(language)
        compared = compare(question, drafted, recalled, language)
        if compared is None:
            return drafted.resolution
        judged = judge(compared, await self._reading(compared, recalled))
        return decide(compared, judged, await self._in_its_place(compared, judged))

    async def _in_its_place(self, compared: Compared, judged: Judged) -> Wording | None:
        """The last question with a fragment in the place of the phrase that is used like it, if there is one."""
        if compared.draft.features.keys() & TELLING:
            return None
        may_be_worded = compared.draft.is_dependent and is_incomplete(compared.draft, judged.dependence)
        if may_be_worded and (fragment := without_noun(compared.reading)):
            found = await self._with_its_noun(fragment, compared)
            if found is not None or fragment.is_plain:
                return found or Wording(compared.question, "typed")
        if in_role := in_its_role(compared.reading, compared.context, is_incomplete=may_be_worded):
            return in_role
        if self._reader is None or not may_be_worded:
            return None
        try:
            return await asyncio.to_thread(in_its_place, compared.reading, compared.context, self._reader)
        except BrokenWeights:
            return None  # said when the question was read

    async def _with_its_noun(self, fragment: Headless, compared: Compared) -> Wording | None:
        """The last question with an adjective of this one in the place of one that it has, if that is clear."""
        try:
            return await asyncio.to_thread(with_its_noun, fragment, compared.reading, compared.context, self._reader)
        except BrokenWeights:
            return with_its_noun(fragment, compared.reading, compared.context, None)

    async def _reading(self, compared: Compared, recalled: Recalled) -> ConversationReading | None:
        if self._reader is None:
            return None
        words = [word.low for word in compared.described.words]
        question = compared.question[:QUESTION_CHARS]
        try:
            return await asyncio.to_thread(self._reader.read, question, spoken(recalled.turns), words)
        except BrokenWeights as error:
            LOG.warning("follow-ups are resolved without the reader: %s", error.message)
            return None


def _load(language: Language) -> None:
    """Read the models and the word list of a language, which stay in memory."""
    learnt_words()
    learnt_dependence()
    learnt_wordings()
    zipf("a", language)


def is_clear(drafted: Draft) -> bool:
    """Whether a draft needs no judgement, since it follows from facts or was not compared with earlier turns.

    Facts are names of tables, returns to a subject, items of a list by their number, amounts that were named ("that
    price"), what takes the place of what a correction takes back, and the condition of the last question ("do I have
    to report that?"). A draft with search terms of its own says that no wording is clear. That a question corrects
    another one or replies to ours is a fact too, but not what it then asks.
    """
    made = drafted.resolution
    is_not_compared = not made.is_dependent and not made.features
    names_amounts = bool(made.antecedents) and all(AMOUNT.fullmatch(each.refers_to) for each in made.antecedents)
    decides = made.features.keys() & (DECIDING_FEATURES - TELLING)
    is_fact = (
        bool(decides or made.terms) or _takes_back(drafted) or made.reason_code == "resolve.ordinal" or names_amounts
    )
    means_event = made.reason_code == "resolve.pronoun" and is_condition(made.antecedents[0].refers_to)
    return drafted.context is None or is_fact or means_event or is_not_compared


def _takes_back(drafted: Draft) -> bool:
    """Whether a correction has a clear place in the last question."""
    made, context, reading = drafted.resolution, drafted.context, drafted.reading
    if "correction" not in made.features or context is None or context.last is None or reading is None:
        return False
    found = correction(reading.text, reading.language)
    return found is not None and takes_back(found, made.question, context.last)


def decide(compared: Compared, judged: Judged, in_place: Wording | None = None) -> Resolution:
    """The best wording if it is good enough, otherwise the question as typed; with search terms if it is incomplete.

    A question that the grammar takes for complete has no other wording. `in_place` has a fragment in the place of a
    phrase that is used like it: it is used before all others, and if it is the question as typed, none is.
    """
    made, question = _explained(compared.draft, judged), compared.question
    if in_place is not None and in_place.source != "typed":
        return _worded(made, in_place, compared)
    if not is_incomplete(made, judged.dependence):
        if not made.is_dependent:
            return made
        complete = Reason("resolve.standalone")
        return replace(made, kind="standalone", question=question, reason=complete, antecedents=(), score=0.5)
    wording = best_wording(compared, judged) if made.is_dependent and in_place is None else None
    if wording is not None:
        if wording.source == "draft":
            return replace(made, terms=further_terms(judged, wording, compared.language))
        return _worded(made, wording, compared)
    kind: Kind = made.kind if made.is_dependent else "follow_up"
    terms = search_terms(judged, compared.language)
    words = ", ".join(term.text for term in terms)
    reason = Reason("resolve.terms", {"x": words}) if terms else Reason("resolve.unsure")
    score = made.score if made.is_dependent else round(incomplete_chance(made, judged.dependence), 4)
    return replace(made, kind=kind, score=score, question=question, reason=reason, antecedents=(), terms=terms)


def _worded(made: Resolution, wording: Wording, compared: Compared) -> Resolution:
    kind: Kind = made.kind if made.is_dependent else "follow_up"
    text = _finished(wording, compared)
    return replace(made, kind=kind, question=text, reason=_reason(wording), antecedents=wording.antecedents)


def best_wording(compared: Compared, judged: Judged) -> Wording | None:
    """The wording that is used; None if none is good enough.

    The grammar chose its draft for reasons that its words do not show: other wordings must be better by `MARGIN`.
    """
    enough = SURE_QUALITY if compared.draft.score >= SURE else WORDING_QUALITY
    margins = {"draft": 0.0, "meant": MEANT_MARGIN}
    rated = [
        (float(quality) - margins.get(wording.source, MARGIN), wording)
        for wording, quality in zip(judged.wordings, judged.qualities, strict=True)
        if wording.source != "typed" and quality >= enough
    ]
    return max(rated, key=lambda pair: pair[0])[1] if rated else None


def _explained(made: Resolution, judged: Judged) -> Resolution:
    """The draft with what the learnt models say: their part of the kind as a logit, and the best wordings."""
    features = {**made.features, "learnt_model": round(logit(judged.dependence), 4)}
    best = np.argsort(-judged.qualities, kind="stable")[:CONSIDERED]
    rated = [RatedWording(judged.wordings[at].question, round(float(judged.qualities[at]), 4)) for at in best]
    return replace(made, features=features, considered=tuple(rated))


def _finished(wording: Wording, compared: Compared) -> str:
    """A wording with a capital at its start and one sign at its end."""
    like = wording.antecedents[0].refers_to if wording.source == "meant" else compared.question
    return tidy(without_opener(wording.question, compared.language), like, compared.language)


def _reason(wording: Wording) -> Reason:
    first = wording.antecedents[0]
    return Reason(
        f"resolve.{wording.reason}", {"expression": first.expression, "x": first.refers_to, "turn": first.turn}
    )


def search_terms(judged: Judged, language: Language) -> tuple[SearchTerm, ...]:
    """The words that a question as typed is searched with: at least `WORD_CHANCE`, or `WORDED_CHANCE` and worded."""
    worded = _words_of_the_best(judged, language)
    bounds = [WORDED_CHANCE if word.low in worded else WORD_CHANCE for word in judged.described.words]
    return _likely(judged, bounds)


def further_terms(judged: Judged, wording: Wording, language: Language) -> tuple[SearchTerm, ...]:
    """The words that a wording does not have and is searched with: at least `WORD_CHANCE`.

    What the question names in place of something else is searched for without it.
    """
    has = content_words(wording.question, language) | _replaced(wording, language)
    return _likely(judged, [math.inf if word.low in has else WORD_CHANCE for word in judged.described.words])


def _replaced(wording: Wording, language: Language) -> frozenset[str]:
    """The content words of an earlier question whose place the question's own words take in a wording.

    None if fewer words take it: a short phrase often replaces only a part of a long one ("sunday" for "the pool on
    monday"), and the rest is then still meant.
    """
    if wording.reason not in {"frame", "correction"}:
        return frozenset()
    said = wording.antecedents[0]
    old, new = ([token.low for token in split(text, language)] for text in (said.refers_to, wording.question))
    before = _shared(old, new)
    after = _shared(old[before:][::-1], new[before:][::-1])
    left_out, put_in = old[before : len(old) - after], new[before : len(new) - after]
    is_own = content_words(" ".join(put_in), language) <= content_words(said.expression, language)
    return content_words(" ".join(left_out), language) if is_own and len(left_out) <= len(put_in) else frozenset()


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    """Number of words that two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _likely(judged: Judged, bounds: Sequence[float]) -> tuple[SearchTerm, ...]:
    """The words that reach their bounds, most likely first, at most `MAX_TERMS`."""
    words, chances = judged.described.words, judged.chances
    likely = [int(at) for at in np.argsort(-chances, kind="stable") if chances[at] >= bounds[at]]
    return tuple([SearchTerm(words[at].text, round(float(chances[at]), 4)) for at in likely[:MAX_TERMS]])


def _words_of_the_best(judged: Judged, language: Language) -> frozenset[str]:
    """The content words of the wording rated highest; none if that is the question as typed."""
    if not judged.wordings:
        return frozenset()
    best = judged.wordings[int(np.argmax(judged.qualities))]
    return frozenset() if best.source == "typed" else frozenset(content_words(best.question, language))
