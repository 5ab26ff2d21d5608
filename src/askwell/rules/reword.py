"""Other wordings of a question by rules: its own words, those of abbreviations, and those of headings."""

import re
from collections.abc import Iterator, Sequence

from askwell.text.acronyms import acronyms
from askwell.text.asked import compared, scaffold
from askwell.text.words import content_stems, content_words, function_words, words
from askwell.types import Language, Passage, Reason, Recalled, Rewording, SearchTerm

BEST = 3
"""Number of the best passages whose headings are searched."""
HEADING_WORDS = 8
"""Maximum words of the headings of a passage in a wording."""


class RulesReworder:
    """Takes the first wording that makes another query than all before.

    In this order: the content words alone; the sides of a comparison, or the words without those of the form of a
    question; abbreviations in place of their long forms and back; the question with the words of the best headings.
    """

    async def reword(
        self,
        question: str,
        searched: Sequence[str],
        passages: Sequence[Passage],
        language: Language,
        *,
        previous: str = "",
        recalled: Recalled = Recalled(),  # noqa: ARG002  # what it points at is in the resolved question
        asked: str = "",  # noqa: ARG002
        terms: Sequence[SearchTerm] = (),  # noqa: ARG002  # they are searched with each wording
    ) -> Rewording:
        """No wordings if there is no other query.

        Without vectors, wordings with the same content words are the same query.
        """
        by_words = not any("near" in passage.scores for passage in passages)
        made = {_query(each, language, by_words=by_words) for each in searched}
        for found in _rewordings(question, passages, language, previous, by_words=by_words):
            if any(_query(each, language, by_words=by_words) not in made for each in found.wordings):
                return found
        return Rewording()


def _query(wording: str, language: Language, *, by_words: bool) -> frozenset[str] | tuple[str, ...]:
    """What a search makes of a wording: by words alone its stems without function words, else its words in order."""
    if by_words:
        return frozenset(content_stems(wording, language) or words(wording))
    return tuple(words(wording))


def _rewordings(
    question: str, passages: Sequence[Passage], language: Language, previous: str, *, by_words: bool
) -> Iterator[Rewording]:
    """All wordings in order; a follow-up also with the previous question before its content words."""
    content = content_words(question, language)
    subject = " ".join(content) or question
    wordings = ("" if by_words else subject, f"{previous} {subject}" if previous else "")
    yield Rewording(tuple(each for each in wordings if each), Reason("reword.content_words"))
    bare = " ".join(word for word in content if word not in scaffold(language))
    if sides := compared(question, language):
        yield Rewording(sides, Reason("reword.sides"))
    elif bare:
        yield Rewording((bare,), Reason("reword.subject"))
    other, changed = _with_other_forms(question, passages, language)
    yield Rewording((other,), Reason("reword.abbreviation", {"words": changed}))
    if headed := _with_headings(bare or subject, passages[:BEST], language):
        yield Rewording((question, *headed), Reason("reword.headings"))


def _with_other_forms(question: str, passages: Sequence[Passage], language: Language) -> tuple[str, list[str]]:
    """The question with abbreviations that the passages explain in place of their long forms, and the other way round.

    The second value has the changes, as `written → other form`. A word such as "it" is no abbreviation unless it has
    capitals.
    """
    known: dict[str, str] = {}
    for passage in passages:
        text = "\n".join((passage.title, *passage.chunk.headings, passage.chunk.text))
        known = acronyms(text) | known
    forms = {full.lower(): short for short, full in known.items()}
    forms |= {short.lower(): full for short, full in known.items()}
    changed: dict[str, str] = {}

    def other_form(found: re.Match[str]) -> str:
        written = found[0]
        form = forms.get(written.lower(), written)
        if form.lower() in question.lower() or (written not in known and written.lower() in function_words(language)):
            return written
        changed[written] = form
        return form

    longest_first = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    if longest_first:
        question = re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", other_form, question, flags=re.IGNORECASE)
    return question, [f"{written} → {form}" for written, form in changed.items()]


def _with_headings(subject: str, passages: Sequence[Passage], language: Language) -> list[str]:
    """The subject with the words of the headings of each passage that it does not have."""
    own = set(content_stems(subject, language))
    wordings: dict[str, None] = {}
    for passage in passages:
        headings = " ".join(passage.chunk.headings)
        new = [word for word in content_words(headings, language) if not own.issuperset(content_stems(word, language))]
        if new:
            wordings[f"{subject} {' '.join(list(dict.fromkeys(new))[:HEADING_WORDS])}"] = None
    return list(wordings)
