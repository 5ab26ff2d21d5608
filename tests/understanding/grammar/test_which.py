"""A bare question for one of several is not put before the last question: it asks for no reason, time or place."""

import pytest
from bench.cast import turns_of

from askwell.types import Language, Recalled
from askwell.understanding.grammar.resolve import resolve
from askwell.understanding.resolver import LearntResolver


@pytest.mark.parametrize(
    ("language", "earlier", "question", "nonsense"),
    [
        ("en", "how do I replace the old filter?", "which one?", "which one do i"),
        ("nl", "hoe vervang ik het oude filter?", "welke?", "welke vervang"),
        ("it", "come cambio il vecchio filtro?", "quale?", "quale cambio"),
    ],
)
async def test_it_does_not_become_a_question_word_of_the_last_question(
    language: Language, earlier: str, question: str, nonsense: str
) -> None:
    recalled = Recalled(turns_of([(earlier, "First do this, then that.")]))
    made = [resolve(question, recalled, language), await LearntResolver().resolve(question, recalled, language)]
    assert not [each.question for each in made if each.question.lower().startswith(nonsense)]


def test_other_question_words_are() -> None:
    recalled = Recalled(turns_of([("is the mill open in spring?", "Yes.")]))
    assert resolve("why?", recalled, "en").question.lower().startswith("why is the mill open in spring")
