"""What a prompt is filled from, by rules: what the question points at, else what the search ranked first."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from askwell.languages import LANGUAGES, attachment_words
from askwell.text.match import stems
from askwell.types import CompositionVerdict, Language, Passage, Reason, Recalled, SearchTerm

LEADS = 0.75
"""Share of the rank weights from which one origin alone is meant."""


class RulesComposer:
    """Reads phrases such as "in my contract" and names of documents; without any, the ranks of the passages decide."""

    async def compose(
        self,
        question: str,
        passages: Sequence[Passage],
        language: Language,
        *,
        recalled: Recalled = Recalled(),  # noqa: ARG002  # what it points at is in the resolved question
        asked: str = "",
        terms: Sequence[SearchTerm] = (),
    ) -> CompositionVerdict:
        """`hybrid` if the question points at both origins, or at none and both are ranked high.

        The score is the weight of the chosen origin among the ranks: the sum of 1 / rank of its passages.
        """
        weights = [1 / rank for rank in range(1, len(passages) + 1)]
        of_attachments = sum(
            weight for weight, passage in zip(weights, passages, strict=True) if passage.is_attached
        ) / sum(weights)
        texts = (question, asked, *(term.text for term in terms))
        attachment = _pointed(texts, _names(passages, attached=True), 0, language)
        collection = _pointed(texts, _names(passages, attached=False), 1, language)
        if attachment and collection:
            params = {"attachment": attachment, "collection": collection}
            return CompositionVerdict("hybrid", Reason("compose.points_at_both", params), 1.0)
        if attachment:
            return CompositionVerdict("pure_doc", Reason("compose.points_at_attachment", {"words": attachment}), 1.0)
        if collection:
            return CompositionVerdict("pure_kb", Reason("compose.points_at_collection", {"words": collection}), 1.0)
        reason = Reason("compose.ranked", {"share": round(of_attachments, 4)})
        if of_attachments >= LEADS:
            return CompositionVerdict("pure_doc", reason, round(of_attachments, 4))
        if of_attachments <= 1 - LEADS:
            return CompositionVerdict("pure_kb", reason, round(1 - of_attachments, 4))
        return CompositionVerdict("hybrid", reason, round(1 - abs(2 * of_attachments - 1), 4))


def _pointed(texts: Iterable[str], names: Iterable[str], origin: int, language: Language) -> str:
    """The words of the texts that point at an origin: a phrase, or the whole name of one of its documents."""
    for text in texts:
        if found := _phrases(language)[origin].search(text.lower()):
            return found[0]
        words = stems(text, language)
        for name in names:
            wanted = stems(name, language)
            if wanted and wanted <= words and (len(wanted) > 1 or len(name) > 3):
                return name
    return ""


def _names(passages: Sequence[Passage], *, attached: bool) -> dict[str, None]:
    """Names of the documents without their extensions, and their titles."""
    named = {(passage.document_name, passage.title) for passage in passages if passage.is_attached == attached}
    return {name: None for document, title in sorted(named) for name in (_stem(document), title) if name}


def _stem(name: str) -> str:
    return re.sub(r"[\W_]+", " ", PurePosixPath(name).stem).strip()


@lru_cache(maxsize=len(LANGUAGES))
def _compiled(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = attachment_words(language)
    return re.compile(rf"\b(?:{words.points_at_file})\b"), re.compile(rf"\b(?:{words.points_at_documents})\b")


def _phrases(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return _compiled(language if language in LANGUAGES else LANGUAGES[0])
