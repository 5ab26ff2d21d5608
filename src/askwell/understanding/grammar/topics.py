"""A question about a thing that is named before it: `back to X, how much is it?`, `not X, Y: how much is it?`."""

import re
from collections import defaultdict
from functools import cache

from askwell.languages import patterns, wording
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.context import Candidate, Context
from askwell.understanding.grammar.cues import Cue, Reading, read
from askwell.understanding.grammar.edits import Edit, Rewrite, applied
from askwell.understanding.grammar.frames import fragment, put_in_frame
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.replacing import end_of, replacement
from askwell.understanding.grammar.things import Thing, as_candidate


def back_to(question: Reading, context: Context) -> Rewrite | None:
    """The question of a user who returns to an earlier subject: `ok back to X, how much is it?`."""
    found = _back(question.language).match(" ".join(question.text.replace("’", "'").split()))
    if found is None or context.last is None:
        return None
    topic, clause = bare(found["topic"]), found["clause"].strip()
    if len(topic.split()) > MAX_TOPIC_WORDS:
        return None
    asked, candidate = read(clause, context.language), topic_of(topic, context)
    piece = _short_fragment(asked)
    if piece and not any(_is_replaceable(cue, candidate) for cue in asked.cues):
        said = Antecedent(topic, candidate.text, candidate.turn)
        return Rewrite(_asked_of(piece, candidate, context) or question.text, "pronoun", (said,))
    return asked_about(clause, topic, context, "pronoun")


def _asked_of(piece: str, candidate: Candidate, context: Context) -> str:
    """A fragment asked of a topic; empty where it is not clear what is asked.

    An attribute gets the topic as its owner: `the price of X`. What begins with a preposition goes into the last
    question that names the topic, unless it takes its place there.
    """
    new = read(piece, context.language)
    if len(new.simple) == 1 and new.simple[0].text == piece and new.simple[0].head in new.lexicon.owned:
        return wording(context.language).rewriting.owner.format(noun=piece, x=candidate.text)
    typed = ((turn, read(turn.asked, context.language)) for turn in reversed(context.turns))
    about = next((turn for turn, asked in typed if candidate.stems <= asked.stems), None)
    if about is None or not new.words or new.words[0].tag != "prep":
        return ""
    text = put_in_frame(piece, about, context.language)
    return text if candidate.stems <= read(text, context.language).stems else ""


MAX_TOPIC_WORDS = 8
"""Words of a subject that is returned to."""


@cache
def _back(language: Language) -> re.Pattern[str]:
    form = patterns(language)
    soft = rf"(?:[^,.;:!?]{{1,20}}[,.;:!]\s+)?(?:(?:{form.repairs.soft}|{form.repairs.dissent})[\s,.!]+)*"
    return re.compile(
        rf"^{soft}(?:{form.back})\s*(?P<topic>[^,.;:?!]{{2,80}}?)(?:\s*[,.;:?!]+\s+|\s+-+\s+)(?P<clause>.+)$",
        re.IGNORECASE,
    )


def asked_about(clause: str, topic: str, context: Context, reason: str) -> Rewrite:
    """A clause with a topic in the place of its reference, or after it; a fragment goes into the last question."""
    question = read(clause, context.language)
    candidate = topic_of(topic, context)
    said = Antecedent(topic, candidate.text, candidate.turn)
    last = context.last
    cue = next((cue for cue in question.cues if _is_replaceable(cue, candidate)), None)
    if cue is not None:
        made = applied(question, [replacement(question, cue, candidate, context)])
        return Rewrite(made.question, reason, (said,))
    piece = _short_fragment(question)
    if piece and last is not None:
        return Rewrite(put_in_frame(piece, last, context.language), reason, (said,))
    if candidate.stems <= question.stems:
        return Rewrite(clause, reason, (said,))
    lex, end = question.lexicon, end_of(question)
    addition = wording(context.language).rewriting.about.format(question="", x=candidate.text).strip()
    if lex.drops_subject and question.words and question.words[-1].tag in {"verb", "aux"}:
        addition = candidate.text
    made = applied(question, [Edit(end, end, f" {addition}", said, reason)])
    return Rewrite(made.question, reason, (said,))


FRAGMENT_WORDS = 3
"""Longest clause without a known verb that is taken for a fragment, words like `and` before it not counted."""


def _short_fragment(question: Reading) -> str:
    """What a clause asks about that is a fragment for sure: a longer one may have a verb that is not known."""
    piece = fragment(question)
    return piece if len(piece.split()) <= FRAGMENT_WORDS else ""


def _is_replaceable(cue: Cue, candidate: Candidate) -> bool:
    if cue.inner or (cue.refers == "plural" and not candidate.mention.plural and not candidate.mention.name):
        return False
    return cue.kind in {"pronoun", "possessive"} or (cue.kind == "demonstrative" and cue.mention is None)


def topic_of(phrase: str, context: Context) -> Candidate:
    """What a phrase names, as a question named it most fully; otherwise the phrase itself."""
    reading: Reading = read(bare(phrase), context.language)
    stems = reading.stems
    whole = max(reading.mentions, key=lambda each: each.end - each.start, default=None)
    known = [
        each
        for each in context.candidates
        if whole is not None
        and stems <= each.stems
        and (each.mention.head, each.mention.plural) == (whole.head, whole.plural)
        and not (each.traits["only_in_answers"] or each.mention.joined)
    ]
    if known:
        return max(known, key=lambda each: (each.mention.name, each.turn, len(each.stems)))
    last = context.last
    number = last.number if last is not None else 0
    things = (Thing(reading.text, reading.text, number),)
    named = as_candidate(things, "", context.language)
    mention = named.mention if whole is None else whole._replace(text=reading.text, core=reading.text)
    return Candidate(mention, stems, number, defaultdict(float))
