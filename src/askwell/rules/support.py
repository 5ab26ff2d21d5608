"""The support of the sentences of an answer, by a learnt score of the words, numbers, names, dates and negations."""

from collections.abc import Mapping, Sequence

from askwell.text.aside import aside
from askwell.text.bounds import analysed
from askwell.text.detect import is_in_another
from askwell.text.support import measure, places, statements, weights
from askwell.text.words import content_words
from askwell.types import Language, Passage, SourcesVerdict, Support, SupportVerdict

_LEAST_WORDS = 3
"""Content words of a sentence from which on it tells which source it is from."""

Sources = Mapping[int, Sequence[Passage]]


class RulesSupportJudge:
    """Measures each sentence against its passages; see `text.support`."""

    def __init__(self) -> None:
        weights()  # read now, so that no turn blocks the event loop with it

    async def judge(self, answer: str, sources: Sources, language: Language, *, asked: str = "") -> SupportVerdict:
        """The support of each sentence. Never fails.

        A sentence in another language than its passages has none, unless a number is missing: words do not tell.
        """
        return SupportVerdict(await aside(_chars(answer, sources), _judge, answer, sources, language, analysed(asked)))

    async def find(self, answer: str, sources: Sources, language: Language, *, asked: str = "") -> SourcesVerdict:
        """For each sentence that a source supports, the one that supports it best."""
        return SourcesVerdict(await aside(_chars(answer, sources), _find, answer, sources, language, analysed(asked)))


def _chars(answer: str, sources: Sources) -> int:
    return len(answer) + sum(len(passage.chunk.text) for passages in sources.values() for passage in passages)


def _judge(answer: str, sources: Sources, language: Language, asked: str) -> tuple[Support, ...]:
    found: list[Support] = []
    for each in statements(answer):
        cited = {number: sources.get(number, ()) for number in each.cited} if each.cited else sources
        held = [passage for passages in cited.values() for passage in passages]
        score, _, lacks = measure(each.text, language, held, asked=asked)
        if lacks not in {"", "number"} and is_in_another(each.text, [passage.language for passage in held]):
            continue
        where = places(each.text, language, cited)
        found.append(Support(each.start, each.end, round(score, 4), each.cited, lacks, where))
    return tuple(found)


def _find(answer: str, sources: Sources, language: Language, asked: str) -> tuple[int, ...]:
    found: list[int] = []
    for each in statements(answer):
        if len(content_words(each.text, language)) < _LEAST_WORDS:
            continue
        scores = {
            number: measured.score
            for number, passages in sources.items()
            if not (measured := measure(each.text, language, passages, asked=asked)).lacks
        }
        if scores:
            found.append(max(scores, key=lambda number: scores[number]))
    return tuple(dict.fromkeys(found))
