"""Whether a question belongs to an assistant, by its sample questions and its description."""

from collections.abc import Sequence

from askwell.assistant import ScopeSection
from askwell.ports import Embedder
from askwell.rules.nearest import Likeness, Samples
from askwell.text.match import near, stem_of, stems, subject_words
from askwell.types import Language, Reason, Recalled, ScopeVerdict, SearchTerm

_FOREIGN_WORDS = 0.5
"""Likeness by words to a foreign sample from which a question is foreign when it is less like those in scope."""
_FOREIGN_MEANING = 0.12
_FOREIGN_MARGIN = 0.02
"""With an embedder: least cosine to a foreign sample, and how much more than to the samples in scope.

Measured on two English assistants with MiniLM: refuses 40 of 50 foreign questions and none of 154 that are answered;
by words alone 4 of 50. The grade of the passages is what stops the others.
"""


class RulesScopeJudge:
    """Compares with the samples in scope and the foreign ones; without a sign of being foreign a question is let in.

    What is let in wrongly meets the grade of its passages, so a wrong refusal is the worse mistake.
    """

    def __init__(self, scope: ScopeSection, languages: Sequence[Language], embedder: Embedder | None = None) -> None:
        self._scope = scope
        self._languages = tuple(languages)
        self._inside = Samples((*scope.examples, scope.about), embedder)
        self._foreign = Samples(scope.foreign, embedder)

    async def judge(
        self,
        question: str,
        recalled: Recalled,  # noqa: ARG002
        language: Language,
        *,
        asked: str = "",  # noqa: ARG002
        terms: Sequence[SearchTerm] = (),
    ) -> ScopeVerdict:
        """The verdict on a question with its terms; the score is compared with the scope's threshold."""
        question = " ".join([question, *[term.text for term in terms]])
        if language not in self._languages and self._languages:
            language = self._languages[0]
        inside = _best(await self._inside.likeness(question, language))
        foreign = _best(await self._foreign.likeness(question, language))
        benefit = self._scope.threshold + (100 - self._scope.threshold) // 5
        if _is_foreign(inside, foreign):
            gap = max(foreign.words - inside.words, (foreign.meaning or 0.0) - (inside.meaning or 0.0))
            return self._verdict(round(self._scope.threshold * max(0.0, 0.6 - gap)), Reason("scope.foreign"))
        if self._names_subject(question, language):
            return self._verdict(100, Reason("scope.subject"))
        nearness = max(inside.words, inside.meaning or 0.0)
        if nearness >= 0.5:
            return self._verdict(round(benefit + (100 - benefit) * nearness), Reason("scope.inside"))
        return self._verdict(benefit, Reason("scope.no_sign"))

    def _names_subject(self, question: str, language: Language) -> bool:
        """Whether the question holds at least two words of the description, or all of it."""
        about = {stem_of(word, language) for word in subject_words(self._scope.about, language)}
        own = stems(question, language)
        shared = [word for word in about if word in own or near(word, own)]
        return bool(about) and len(shared) >= min(2, len(about))

    def _verdict(self, score: int, reason: Reason) -> ScopeVerdict:
        bounded = max(0, min(100, score))
        return ScopeVerdict(bounded >= self._scope.threshold, bounded, reason)


def _best(likenesses: Sequence[Likeness]) -> Likeness:
    return Likeness(
        max((one.words for one in likenesses), default=0.0),
        max((one.meaning for one in likenesses if one.meaning is not None), default=None),
    )


def _is_foreign(inside: Likeness, foreign: Likeness) -> bool:
    by_words = foreign.words >= _FOREIGN_WORDS and foreign.words > inside.words
    if foreign.meaning is None or inside.meaning is None:
        return by_words
    by_meaning = foreign.meaning >= _FOREIGN_MEANING and foreign.meaning > inside.meaning + _FOREIGN_MARGIN
    return by_meaning or (by_words and foreign.meaning > inside.meaning)
