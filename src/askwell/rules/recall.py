"""Answers from the talk itself: what was said at which turn, what was spoken of, or an honest no."""

import re

from askwell.languages import lexicon, wording
from askwell.languages.wording import Wording
from askwell.rules.chat import conversation_reply
from askwell.text.lookback import look_back, subject_of_look_back
from askwell.text.sentences import sentences
from askwell.text.words import words
from askwell.types import Brief, Turn

MOST_CHARS = 400
"""Characters of a quoted question or answer, more only to end a first sentence."""

_UNANSWERED = frozenset({"passages", "unsupported", "not_found", "declined", "chat"})


def recall_reply(brief: Brief) -> list[str]:
    """Lines that quote the turns recalled, the best first, with what holds instead by now; else what was spoken of."""
    said = wording(brief.language)
    if brief.older:
        quoted = [_quoted(turn, said) for turn in brief.older]
        lead = [said.nearest_in_talk] if brief.unsure else []
        return [
            *lead,
            *quoted,
            *(said.corrected.format(number=each.number, text=each.text) for each in brief.corrections),
        ]
    if brief.topics:
        lines = (said.spoken_at.format(number=each.number, text=each.line) for each in brief.topics if each.line)
        return [said.spoken_of, *(f"- {line}" for line in lines)]
    if look_back(brief.asked, brief.language) == "discussed" and subject_of_look_back(brief.asked, brief.language):
        return [said.not_in_talk]
    return conversation_reply(brief) or [said.not_in_talk]


def _quoted(turn: Turn, said: Wording) -> str:
    """What was said at a turn, and answered if anything was; marks of the answer stay where they stand."""
    asked = turn.question.rstrip().endswith("?") or words(turn.question)[:1] in [
        [word] for word in lexicon(turn.language).question_words
    ]
    form = said.you_asked if asked else said.you_said
    line = form.format(number=turn.number, text=_beginning(turn.question))
    if not turn.answer or turn.outcome in _UNANSWERED:
        return line
    if turn.is_withheld:
        return f"{line} {turn.answer}"
    return f"{line} {said.i_answered.format(text=_beginning(turn.answer))}"


def _beginning(text: str) -> str:
    """The first sentences of a text in one line."""
    plain = re.sub(r"\s+", " ", text).strip()
    end = 0
    for _, stop in sentences(plain):
        if end and stop > MOST_CHARS:
            break
        end = stop
    return plain[: end or MOST_CHARS]
