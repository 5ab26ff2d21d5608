"""A phrase without its noun, with the last question before it. The conversations are made up."""

import pytest
from bench.cast import turns_of

from askwell.models.e5 import FILE
from askwell.models.read_turns import E5ConversationReader
from askwell.types import Language, Recalled
from askwell.understanding.adjectives import with_its_noun, without_noun
from askwell.understanding.grammar.context import survey
from askwell.understanding.grammar.cues import read
from askwell.understanding.resolver import LearntResolver
from tests.models.test_embed_e5 import PULLED

real = pytest.mark.skipif(not (PULLED / FILE).is_file(), reason="make setup installs the weights")


def worded(question: str, earlier: str, language: Language) -> str:
    """The wording without a reader."""
    reading = read(question, language)
    new = without_noun(reading)
    found = new and with_its_noun(new, reading, survey(turns_of([(earlier, "Yes.")]), language), None)
    return found.question if found else ""


@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        ("en", "how is the short form filled in?", "and the long one?", "how is the long form filled in?"),
        ("en", "when do the front lights go off?", "and the rear ones", "when do the rear lights go off?"),
        ("en", "is there a safe in a double room?", "and an outer one?", "is there a safe in an outer room?"),
        ("en", "who may drive our large van?", "and our small one?", "who may drive our small van?"),
        ("nl", "wat kost de grote tent per nacht?", "en de kleine?", "wat kost de kleine tent per nacht?"),
        ("nl", "hoe was ik het witte kleed?", "en het blauwe?", "hoe was ik het blauwe kleed?"),
        ("it", "quanto dura il corso intensivo?", "e quello serale?", "quanto dura il corso serale?"),
        ("it", "dove lascio la mia grande valigia?", "e quella piccola?", "dove lascio la mia piccola valigia?"),
        ("it", "dove si comprano i biglietti interi?", "e quelli ridotti", "dove si comprano i biglietti ridotti?"),
    ],
)
def test_its_adjective_takes_the_place_of_the_one_before(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    assert worded(question, earlier, language) == expected


@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        ("en", "when was the tower built?", "and the round one?", "when was the round tower built?"),
        ("nl", "wat weegt de fiets?", "en de rode?", "wat weegt de rode fiets?"),
        ("nl", "waar groeien eiken?", "en oude?", "waar groeien oude eiken?"),
        ("it", "quanto pesa la bici?", "e quella rossa?", "quanto pesa la bici rossa?"),
    ],
)
def test_it_joins_the_only_noun_that_can_have_it(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    assert worded(question, earlier, language) == expected


@pytest.mark.parametrize(
    ("language", "earlier", "question"),
    [
        ("en", "does the small key fit the old lock?", "and the big one?"),
        ("en", "how is the short form filled in?", "and the second one?"),
        ("en", "how is the short form filled in?", "and the other one?"),
        ("en", "how is the short form filled in?", "and the appendix?"),
        ("nl", "wat kost de grote tent?", "en het blauwe?"),
        ("nl", "wat kost de grote tent?", "en de tweede?"),
        ("it", "quanto dura il corso intensivo?", "e quella serale?"),
        ("it", "quanto dura il corso intensivo?", "e quello di sera?"),
    ],
)
def test_nothing_is_made_where_it_may_mean_something_else(language: Language, earlier: str, question: str) -> None:
    assert worded(question, earlier, language) == ""


@real
@pytest.mark.parametrize(
    ("language", "earlier", "question", "expected"),
    [
        (
            "en",
            "does the steel bolt go into the upper hinge?",
            "and the lower one?",
            "Does the steel bolt go into the lower hinge?",
        ),
        ("nl", "past de nieuwe kabel op de oude lamp?", "en de kleine?", "en de kleine?"),
        ("nl", "past de oude lamp op de lange paal?", "en de korte?", "Past de oude lamp op de korte paal?"),
        ("nl", "wat kost de grote tent?", "en de garantie?", "Wat kost de garantie?"),
        ("it", "dove trovo la chiave pubblica?", "e la privata?", "Dove trovo la chiave privata?"),
    ],
)
async def test_of_several_adjectives_the_one_that_is_used_like_it_gives_way(
    language: Language, earlier: str, question: str, expected: str
) -> None:
    resolver = LearntResolver(E5ConversationReader(PULLED))
    found = await resolver.resolve(question, Recalled(turns_of([(earlier, "Yes.")])), language)
    assert found.question == expected
