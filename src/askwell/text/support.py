"""How well the sentences of an answer are held by the passages they cite, by their words alone."""

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache

from askwell.text.citations import find_marks, strip_marks
from askwell.text.match import near, stem_of, stems
from askwell.text.numbers import numbers
from askwell.text.sentences import LIST_ITEM, sentences
from askwell.text.words import content_words
from askwell.types import Language, Passage, Support

_DIGIT = re.compile(r"\d")
_WINDOW_SENTENCES = 3
_NUMBER_WEIGHT = 2.0
_NAME_WEIGHT = 1.5
_MISSING_NUMBER_CAP = 0.4
_NEAR_MATCH = 0.7
_CONTEXT_MATCH = 0.8


def support(
    answer: str, passages_by_number: Mapping[int, Sequence[Passage]], language: Language
) -> tuple[Support, ...]:
    """The support of each sentence of an answer with marks, in order; lead-ins (`...:`) and questions left out.

    score = sum(weight(w) * match(w)) / sum(weight(w)) over the sentence's content words w, the best over all windows of
    three sentences of the cited passages. match is 1 for the same stem, .8 when it stands in the passage's title or
    headings, .7 for a part of a compound, else 0. weight is 2 for a number, 1.5 for a name (a capital behind the first
    word, or a digit), else .5 to 1 by its length. A number that the window lacks caps the score at .4. A sentence
    that cites
    nothing is measured against all passages and carries no numbers.
    """
    everything = [passage for passages in passages_by_number.values() for passage in passages]
    found: list[Support] = []
    for start, end in sentences(answer):
        written = answer[start:end]
        bullet = LIST_ITEM.match(written)
        said = strip_marks(written[bullet.end() :] if bullet else written).strip()
        if not any(char.isalnum() for char in said) or said.endswith((":", "?")):
            continue
        cited = tuple(dict.fromkeys(mark.number for mark in find_marks(written)))
        held = [passage for number in cited for passage in passages_by_number.get(number, ())] if cited else everything
        found.append(Support(start, end, round(_score(said, held, language), 4), cited))
    return tuple(found)


def _score(said: str, passages: Sequence[Passage], language: Language) -> float:
    found = numbers(said, language)
    wanted_numbers = {value for value, _, _ in found}
    weights = _weights(said, {said[start:end].lower() for _, start, end in found}, language)
    if not weights and not wanted_numbers:
        return 1.0 if any(said.lower() in passage.chunk.text.lower() for passage in passages) else 0.0
    return max((_passage_score(weights, wanted_numbers, passage) for passage in passages), default=0.0)


def _passage_score(weights: Mapping[str, float], wanted_numbers: set[str], passage: Passage) -> float:
    """The best window's score."""
    total = sum(weights.values()) + _NUMBER_WEIGHT * len(wanted_numbers)
    context = _context(passage.title, passage.chunk.headings, passage.language)
    wanted = [(stem_of(word, passage.language), weight) for word, weight in weights.items()]
    best = 0.0
    for held, held_numbers in _windows(passage.chunk.text, passage.language):
        matched = sum(weight * _match(stem, held, context) for stem, weight in wanted)
        matched += _NUMBER_WEIGHT * len(wanted_numbers & held_numbers)
        score = matched / total
        best = max(best, score if wanted_numbers <= held_numbers else min(score, _MISSING_NUMBER_CAP))
    return best


@lru_cache(maxsize=256)
def _context(title: str, headings: tuple[str, ...], language: Language) -> frozenset[str]:
    """Stems of what stands over a passage."""
    return stems("\n".join((title, *headings)), language)


@lru_cache(maxsize=256)
def _windows(text: str, language: Language) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Stems and numbers of each run of three sentences."""
    spans = sentences(text)
    last = max(1, len(spans) - _WINDOW_SENTENCES + 1)
    texts = [text[spans[at][0] : spans[min(at + _WINDOW_SENTENCES, len(spans)) - 1][1]] for at in range(last) if spans]
    return tuple((stems(part, language), frozenset(value for value, _, _ in numbers(part, language))) for part in texts)


def _weights(said: str, counted: Set[str], language: Language) -> dict[str, float]:
    """Weight of each content word that is none of the numbers `counted`."""
    names = {
        token.strip(".,;:!?()\"'“”«»").lower()
        for index, token in enumerate(said.split())
        if (index and token[:1].isupper()) or _DIGIT.search(token)
    }
    return {
        word: _NAME_WEIGHT if word in names else 0.4 + 0.1 * min(len(word), 6)
        for word in dict.fromkeys(content_words(said, language))
        if word not in counted and not word.isdigit()
    }


def _match(wanted: str, held: frozenset[str], context: frozenset[str]) -> float:
    if wanted in held:
        return 1.0
    if wanted in context:
        return _CONTEXT_MATCH
    return _NEAR_MATCH if near(wanted, held) else 0.0
