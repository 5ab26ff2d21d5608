"""What the judges of turns, known questions, scope and intents say, as recorded: their weights need these figures.

Also what is said of requests about the last answer.
"""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

from askwell.assistant import GoldenPair
from askwell.projections import reason_text
from askwell.rules.intent import RulesIntentJudge
from askwell.rules.operations import nothing_to_work_on, operation_pieces
from askwell.rules.scope import RulesScopeJudge, chance
from askwell.rules.turn_chances import answer_signs, chances
from askwell.rules.turn_claims import claims
from askwell.rules.turn_judge import judge
from askwell.types import EarlierTurn, JudgedTurn, Language, Operation, OperationKind, Outcome
from tests.passages import brief
from tests.recorded import assert_as_recorded, shown
from tests.rules.allotments import PASSAGES
from tests.rules.known import KINDS, read, verdict
from tests.rules.known import judge as known_questions
from tests.rules.remembering import a_turn
from tests.rules.test_scope_and_intent import ROUTE, SCOPE, Shelf, ThreeTopics, over

RECORDS = Path(__file__).parent
BY_ID = {each.chunk.id: each for each in PASSAGES}
EARLIER = (
    EarlierTurn("How much is a half plot?", "The rent for a half plot is £26 a year."),
    EarlierTurn("Who is the steward?", "Mr Osei is the steward of Fernhill and has the keys of the hut."),
)


def _turn(question: str, answer: str, *passages: str, language: Language = "en", **changes: object) -> JudgedTurn:
    sources = {at: (BY_ID[name],) for at, name in enumerate(passages, 1)}
    turn = JudgedTurn(question, answer, question, language, sources, expected_questions=(question,))
    return replace(turn, **changes)  # type: ignore[arg-type]


TURNS = [
    _turn("How much is the rent for a half plot?", "It is £26 a year. [1]", "rules-1", expected_topics=(("£26",),)),
    _turn("How much is the rent for a half plot?", "It is £48 a year. [1]", "rules-1", expected_topics=(("£26",),)),
    _turn("How much is the rent for a half plot?", "Members over 67 pay half. [1]", "rules-1"),
    _turn("How much is the rent for a half plot?", "Ask the committee. [1]", "rules-2"),
    _turn("How long is the notice period?", "The notice period is three months. [1]", "rules-3"),
    _turn("How long is the notice period?", "Two months, in writing. [1]", "rules-3", expected_texts=(("two", "2"),)),
    _turn("Who founded the society?", "Agnes Tuttle founded it in 1921. [1]", "rules-0"),
    _turn("Who founded the society?", "Bertha Tuttle founded it in 1921. [1]", "rules-0"),
    _turn("When was the society founded?", "In 1931, by Agnes Tuttle. [1]", "rules-0"),
    _turn("Are fires allowed in May?", "Yes, fires are allowed. [1]", "rules-2"),
    _turn("Are fires allowed in May?", "No, fires between April and October are not allowed. [1]", "rules-2"),
    _turn("May members keep bees?", "No, bees may not be kept. [1]", "rules-2"),
    _turn("What does E2 mean?", "The tank is empty. [1]", "pump-1"),
    _turn("What does E2 mean?", "The filter is blocked. [1] Clean it, then run the reset. [1]", "pump-1"),
    _turn("How do I start the pump?", "Open the valve and pull the cord twice. [1]", "pump-0", earlier=EARLIER),
    _turn("How many litres does the PX-30 move?", "The PX-30 moves more than the PX-20. [1]", "pump-2"),
    _turn("How many litres does the PX-30 move?", "It moves 30 litres a minute. [1]", "pump-2"),
    _turn("What does a pond cost?", "The documents do not say what a pond costs.", "rules-2"),
    _turn("Who decides on sheds?", "The documents do not say who decides on sheds.", "rules-2"),
    _turn(
        "And two half plots?", "Two half plots cost £52 a year.", earlier=EARLIER, resolved="Rent of two half plots?"
    ),
    _turn(
        "And two half plots?", "Two half plots cost £55 a year.", earlier=EARLIER, resolved="Rent of two half plots?"
    ),
    _turn("Who is it?", "Mr Osei is the steward of Fernhill and has the keys of the hut.", earlier=EARLIER),
    _turn("Where is the hut?", "Mr Osei is the steward of Fernhill and has the keys of the hut.", earlier=EARLIER),
    _turn("Hello", "Hello! What can I do for you?", outcome="chat", expected_outcomes=("chat",)),
    _turn("Hello", "The seed swap is in May. [1]", "news-0", expected_outcomes=("chat",), outcome="answered"),
    _turn("When is the seed swap?", "Il 12 maggio 2024 nella capanna. [1]", "news-0"),
    _turn("When is the seed swap?", "", "news-0"),
    _turn(
        "Which are not allowed?",
        "These are not allowed:\n- fires [1]\n- barbed wire [1]",
        "rules-2",
        expected_topics=(("fires",), ("barbed wire", "wire"), ("ponds deeper than 50 centimetres",)),
        resolved="Which things are not allowed on a plot?",
        requires_context=True,
        expected_questions=("What is forbidden on a plot?",),
    ),
    _turn("Wat kost een bak?", "Een bak kost 35 euro. [1]", "nl-0", language="nl"),
    _turn("Wat kost een bak?", "Een bak kost 53 euro. [1]", "nl-0", language="nl"),
    _turn("Quanto dura il corso?", "Il corso dura tre ore. [1]", "it-0", language="it"),
    _turn("Quanto dura il corso?", "Dura due ore e costa 15 euro. [1]", "it-0", language="it"),
]


def _judged(turn: JudgedTurn) -> Iterator[str]:
    made = claims(turn)
    for each in made:
        yield f"  claim {each.fault or 'holds'} {shown(each.measured._asdict())}: {each.text}"
    yield f"  signs {shown({name: sign for name, sign in answer_signs(turn, made)._asdict().items() if sign})}"
    found = chances(turn, made)
    yield f"  {shown((found.faithful, found.answers))} {found.lacks} {found.differs} {shown(found.apply)}"
    said = judge(turn)
    scores = (said.factual_accuracy, said.completeness, said.context_resolution, said.coherence)
    yield f"  scores {shown(scores)}; {'; '.join(said.faults)}"
    yield from (f"  {name}: {why}" for name, why in said.why.items())


def test_turns_are_judged_as_recorded() -> None:
    lines = (line for turn in TURNS for line in (f"{turn.question} {turn.answer!r}", *_judged(turn)))
    assert_as_recorded(RECORDS / "recorded_turns.txt", lines)


async def _known(language: Language) -> AsyncIterator[str]:
    rows = read(language)[:6]
    rules = known_questions(
        *[GoldenPair(**{key: row[key] for key in ("questions", "answer", "document")}) for row in rows],
        language=language,
    )
    for row in rows:
        for question in (row["same"][0], *(row["other"][kind][-1] for kind in KINDS)):
            found = await verdict(rules, question, language)
            nearest = found.nearest
            near = f" asks_else {shown(nearest.asks_else)} lacks {sorted(nearest.lacks)}" if nearest else ""
            given = "given" if found.passage else reason_text(found.reason, "en")
            best = max(await rules.signs(question, language))
            yield f"{question}: {given} {shown(found.score)} {found.known!r}{near} {shown(list(best))}"


async def test_known_questions_are_recognised_as_recorded() -> None:
    lines = [line for language in ("en", "nl", "it") async for line in _known(language)]
    assert_as_recorded(RECORDS / "recorded_known.txt", lines)


ASKED = [
    "How does attention work?",
    "What is a Kalman filter?",
    "What is the difference between a GAN and attention?",
    "Where is the best pizza in Rome?",
    "Which restaurant should I try?",
    "Which documents do I need?",
    "Am I eligible for help with child care?",
    "Which papers must I upload if I qualify?",
    "Is zorblator loss good?",
    "Why?",
    "",
]


async def _scoped() -> AsyncIterator[str]:
    shelf = Shelf("attention", "GAN", "Kalman")
    shelf.lacks = frozenset({"pizza", "filter"})
    by_words = RulesScopeJudge(SCOPE, ("en",))
    by_samples = RulesScopeJudge(SCOPE, ("en",), ThreeTopics(), intents=[each.examples for each in ROUTE.intents])
    intents = [RulesIntentJudge(ROUTE, each) for each in (None, ThreeTopics())]
    for question in ASKED:
        yield question
        for name, rules in (("words", by_words), ("samples", by_samples), ("documents", over(shelf))):
            signs = await rules.signs(question, "en")
            yield f"  {name} {shown(signs._asdict())}: {shown((chance(signs), chance(signs, continues=True)))}"
        for each in intents:
            found = await each.classify(question, "en")
            yield f"  intent {found.intent} {shown(found.score)} {reason_text(found.reason, 'en')}"


async def test_scope_and_intents_are_judged_as_recorded() -> None:
    assert_as_recorded(RECORDS / "recorded_scope.txt", [line async for line in _scoped()])


WORKED_ON: list[tuple[Language, str, str, Outcome, tuple[str, ...]]] = [
    (
        "en",
        "Which rules are there for a shed?",
        "A shed may have at most 6 square metres. [1] You must ask the committee before you build one. [1]",
        "answered",
        ("rules-2", "rules-3"),
    ),
    (
        "en",
        "How do I start the pump?",
        "To start it, open the valve and pull the cord twice. [1]",
        "passages",
        ("pump-0", "pump-1"),
    ),
    (
        "en",
        "Why was the society founded?",
        "The society was founded in 1921 by Agnes Tuttle because bread was dear. [1] "
        "Fernhill is an allotment society with 64 plots. [1]",
        "answered",
        ("rules-0",),
    ),
    ("nl", "Wat mag in de compost?", "Vlees mag er niet in. [1]", "answered", ("nl-0",)),
    ("it", "Quanto costa il corso?", "Il corso per i soci costa 15 euro e dura due ore. [1]", "answered", ("it-0",)),
    ("en", "How much is bread?", "Nothing was found.", "passages", ()),
]


def _operated(kind: OperationKind) -> Iterator[str]:
    for language, question, answer, outcome, names in WORKED_ON:
        turn = replace(a_turn(1, question, answer, language), outcome=outcome)
        asked = brief(kind, [BY_ID[name] for name in names], language=language, purpose="operation")
        asked = replace(asked, operation=Operation(kind, (turn,)))
        yield f"{kind} {question} {''.join(operation_pieces(asked))!r}"
    for is_first in (True, False):
        yield f"{kind} {nothing_to_work_on(replace(asked, operation=Operation(kind, is_first=is_first)))}"


def test_requests_about_the_last_answer_get_the_recorded_replies() -> None:
    lines = (line for kind in get_args(OperationKind) for line in _operated(kind))
    assert_as_recorded(RECORDS / "recorded_operations.txt", lines)
