"""Right answers of labelled turns made wrong, so that they do not answer their question any more."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from askwell.languages import judging_words
from askwell.text.sentences import sentences
from askwell.text.words import content_stems
from askwell.types import JudgedTurn, Language

_EXCHANGED = {
    "en": {"yes": "No", "no": "Yes"},
    "nl": {"ja": "Nee", "nee": "Ja"},
    "it": {"sì": "No", "no": "Sì"},
}
_OPENING = re.compile(r"\w+(?=[.,])")
_ALIKE = 0.4
"""Share of an answer's words in a sentence that is too much like it to be a wrong answer."""
_LEAST_WORDS = 3


def made_wrong(turn: JudgedTurn, others: Sequence[JudgedTurn]) -> Iterator[tuple[str, JudgedTurn]]:
    """The turn with another answer: `exchanged` yes and no, `elsewhere` in its sources, `opposite`, `unrelated`.

    `others` are turns of the language with sources, whose answers are about something else.
    """
    strange = next((each for each in others if each.question > turn.question), others[0])
    about = [set(content_stems(each.question, turn.language)) for each in (turn, strange)]
    if turn.sources and not about[0] & about[1]:
        made = replace(turn, answer=strange.answer, sources=strange.sources)
        yield "unrelated", made
        yield "unrelated", replace(made, expected_topics=(), expected_texts=())
    opening = _OPENING.match(turn.answer)
    if opening and (other := _EXCHANGED[turn.language].get(opening.group().lower())):
        yield "exchanged", replace(turn, answer=other + turn.answer[opening.end() :])
    own = set(content_stems(turn.answer, turn.language))
    for text, shared in _said(turn, own):
        if shared <= _ALIKE:
            yield "elsewhere", replace(turn, answer=text)
    text, shared = max(_said(turn, own), key=lambda each: each[1], default=("", 0.0))
    if shared > _ALIKE:
        for changed in _opposites(text, turn.language):
            yield "opposite", replace(turn, answer=changed)


def _said(turn: JudgedTurn, own: Set[str]) -> Iterator[tuple[str, float]]:
    """The sentences of the sources with the share of the answer's words that they have."""
    for passages in turn.sources.values():
        text = passages[0].chunk.text
        for start, end in sentences(text):
            stems = set(content_stems(text[start:end], turn.language))
            if len(stems) >= _LEAST_WORDS and text[start:end].endswith("."):
                yield text[start:end], len(own & stems) / max(1, len(own))


def _opposites(text: str, language: Language) -> Iterator[str]:
    for one, other in judging_words(language).opposites:
        for word, opposite in ((one, other), (other, one)):
            made = re.sub(rf"\b{word}\b", opposite, text)
            if made != text:
                yield made
