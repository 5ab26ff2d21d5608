"""Known questions with an answer of the author: which of them a question asks.

Wordings are compared by a learnt score, but a high score is not enough: nothing in the question may speak against the
known one (`rules.agreement`). What is only near is named, for a model to confirm or for readers to judge.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np
from rapidfuzz import fuzz

from askwell.assistant import Assistant, GoldenPair
from askwell.languages import lexicon
from askwell.ports import Embedder
from askwell.rules.agreement import DECISIVE, clash, lacking, read_pairs
from askwell.rules.nearest import Samples
from askwell.rules.question_form import read_asked
from askwell.text.detect import detect_language
from askwell.text.tokens import count_tokens
from askwell.text.words import words
from askwell.types import Chunk, Fact, GoldenVerdict, Language, NearestKnown, Passage, Reason

GIVEN = 0.5
"""Least chance at which an answer is given. On forum questions 28 % of those whose own answer is unknown reach it with
another one (`python -m bench faq`), before anything else is compared."""

NEAR = 0.3
NEAR_BY_WORDS = 0.7
"""Least chance at which a known question may be what is meant, with an embedder and without one.

Of other questions to `tax`, those of its scenarios, 3 % reach it, by words 6 %.
"""

_LEAST_SPAN = 1e-3

_NEAREST = 5
"""Wordings with the highest scores that are examined."""


class Signs(NamedTuple):
    """How like two questions are, each 0 to 1."""

    meaning: float | None
    """How far the cosine is above that of an everyday question; None without an embedder."""
    words: float
    """Cosine of the bags of content stems, by rarity among all known questions."""
    phrases: float
    """The same of all words and pairs of words."""
    letters: float
    """Ratio of equal letters, words in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the signs in the logistic curve of the chance."""

    meaning: float
    words: float
    phrases: float
    letters: float
    constant: float


BY_MEANING = Weights(13.1, 1.88, 1.86, -3.76, -5.56)
BY_WORDS = Weights(0.0, 7.02, 2.58, 0.35, -2.36)
"""Fitted by `python -m bench faq`."""


def chance(signs: Signs) -> float:
    """The chance that two questions with these signs ask for the same, 0 to 1."""
    weights = BY_WORDS if signs.meaning is None else BY_MEANING
    total = weights.constant + weights.meaning * (signs.meaning or 0.0) + weights.words * signs.words
    total += weights.phrases * signs.phrases + weights.letters * signs.letters
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class RulesGoldenJudge:
    """Judges by the known questions of an assistant."""

    def __init__(self, assistant: Assistant, pairs: Sequence[GoldenPair], embedder: Embedder | None = None) -> None:
        self._assistant = assistant
        allowed = assistant.languages
        self._known = read_pairs(
            (pair, detect_language(" ".join(pair.questions), allowed=allowed, default=allowed[0])) for pair in pairs
        )
        self._places = [(known, at) for known in self._known for at in range(len(known.asked))]
        texts = [known.pair.questions[at] for known, at in self._places]
        self._count = len(texts)
        self._plain = [" ".join(words(text)) for text in texts]
        everyday = [text for code in dict.fromkeys(allowed) for text in lexicon(code).everyday]
        self._samples = Samples([*texts, *everyday], embedder)

    async def match(self, question: str, language: Language, facts: Sequence[Fact], today: date) -> GoldenVerdict:
        """The answer whose pair has the likeliest wording, if nothing in the question speaks against the pair.

        Otherwise the pair that is likeliest, if it is near and nothing decisive speaks against it.
        """
        signs = await self.signs(question, language)
        rated = sorted(((chance(each), place) for place, each in enumerate(signs)), reverse=True)
        asked = read_asked(question, language, facts)
        best = GoldenVerdict(None)
        reasons: dict[int, Reason | None] = {}
        for score, place in rated[:_NEAREST]:
            known, at = self._places[place]
            if known.language != language:
                continue
            if id(known) not in reasons:
                reasons[id(known)] = clash(asked, known, today)
            against = reasons[id(known)]
            written = known.pair.questions[at]
            if score >= GIVEN and against is None:
                return GoldenVerdict(self._passage(known.pair), written, score)
            if not best.known:
                is_near = score >= (NEAR_BY_WORDS if signs[place].meaning is None else NEAR)
                is_near = is_near and (against is None or against.code not in DECISIVE)
                reason = (against if score >= GIVEN else None) or Reason("golden.far")
                asks_else = against is not None and against.code == "golden.asks"
                nearest = NearestKnown(written, self._passage(known.pair), lacking(asked, known), asks_else)
                best = GoldenVerdict(None, written, score, reason, nearest if is_near else None)
        return best

    async def signs(self, question: str, language: Language) -> list[Signs]:
        """The signs of each wording, in the order of the pairs."""
        if not self._count:
            return []
        likeness = await self._samples.likeness(question, language)
        meaning: list[float | None] = [None] * self._count
        if likeness.meaning is not None:
            base = float(np.median(likeness.meaning))
            above = np.clip((likeness.meaning[: self._count] - base) / max(_LEAST_SPAN, 1 - base), 0.0, 1.0)
            meaning = list(map(float, above))
        plain = " ".join(words(question))
        return [
            Signs(
                meaning[place],
                float(likeness.words[place]),
                float(likeness.phrases[place]),
                fuzz.token_sort_ratio(plain, text) / 100,
            )
            for place, text in enumerate(self._plain)
        ]

    def _passage(self, pair: GoldenPair) -> Passage:
        """The answer as a passage of its document."""
        assert self._assistant.golden is not None
        name = PurePosixPath(pair.document or self._assistant.golden.file).name
        document = f"golden:{self._assistant.name}/{pair.document or self._assistant.golden.file}"
        number = next(at for at, known in enumerate(self._known, 1) if known.pair is pair)
        text = pair.answer.strip()
        return Passage(
            Chunk(f"{document}#{number}", document, number, text, 0, len(text), (), None, count_tokens(text)),
            document_name=name,
            title=pair.title or name,
            url=pair.url,
            language=self._known[number - 1].language,
            labels=(),
            collection=self._assistant.name,
            score=1.0,
        )
