"""What the rules remember of conversations, as recorded: items, what they replace, lines, topics and summaries."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from askwell.types import Language
from tests.recorded import assert_as_recorded
from tests.rules.remembering import Remembered
from tests.rules.test_corrections import CASES

RECORD = Path(__file__).with_name("recorded_memory.txt")

TALKS: list[tuple[Language, Sequence[str]]] = [
    (
        "en",
        (
            "My plot is number 12 and I want to build a shed. -> A shed may have 6 square metres. [1]",
            "We are three people, and my sister Ada is allergic to bees.",
            "What does a full plot cost? -> The rent is £48 a year. [1]",
            "We decided to take the starter bed.",
            "Please answer briefly. I prefer lists.",
            "No, my plot is number 21.",
            "The meeting is on Monday at 6. -> Noted. Who comes?",
            "Only Ada and me.",
            "It should be Wednesday at 7 instead of Monday at 6.",
            "I grow beans, leeks and dahlias.",
            "We have no leeks this year, but a red beetroot.",
            "I thought the rent was 50 euros, is that right? -> It is £48. [1]",
            "Thanks!",
            "What did we decide? -> You take the starter bed.",
            "Actually, we take the half plot, not the starter bed.",
            "The pump is a PX-20 that I bought on 3 May 2024 from Femke's shop in Kessel.",
            "My budget is 200 pounds, or 250 at most.",
            "The budget is 300 pounds now.",
            "Forget the shed, we want a greenhouse.",
        ),
    ),
    (
        "nl",
        (
            "Ik heb een moestuin van 40 vierkante meter in Assen. -> Mooi. Wat wilt u weten?",
            "Wat mag er in de compost? -> Koffiedik en bladeren. [1]",
            "We willen graag een kas van glas.",
            "Nee, geen glas maar kunststof.",
            "Mijn buurvrouw Ineke helpt op dinsdag om 9 uur.",
            "Ineke helpt toch op donderdag.",
            "We hebben besloten om bonen te zaaien.",
            "Bedankt!",
            "Niet Assen, het is in Emmen.",
        ),
    ),
    (
        "it",
        (
            "Ho un orto di 30 metri quadrati a Lecce. -> Bene.",
            "Quanto costa il corso? -> Il corso costa 15 euro. [1]",
            "Vorrei seminare spinaci e rape il 20 settembre.",
            "Non il 20 settembre ma il 27.",
            "Abbiamo deciso di comprare una pompa.",
            "In realtà l'orto è a Bari.",
            "Grazie mille!",
        ),
    ),
]


async def _heard(language: Language, said: Sequence[str]) -> AsyncIterator[str]:
    talk = Remembered(language)
    for each in said:
        question, answer = [*each.split(" -> "), ""][:2]
        made = await talk.hear(question, answer)
        yield f"{language} {question}"
        if made.line != question:
            yield f"  line: {made.line}"
        if made.topics:
            yield f"  topics: {', '.join(made.topics)}"
        for item in made.items:
            replaced = f" replaces {item.supersedes_id}" if item.supersedes_id else ""
            yield f"  {item.kind} of {item.number}{replaced} by {item.by}: {item.text}"
        if each == said[-1] or any(item.supersedes_id for item in made.items):
            for text in made.summary.splitlines():
                yield f"  summary: {text}"
    yield f"  in force: {' | '.join(talk.texts)}"


async def test_conversations_are_remembered_as_recorded() -> None:
    lines = [line for language, said in TALKS async for line in _heard(language, said)]
    for language, cases in CASES.items():
        for case in cases:
            lines += [line async for line in _heard(language, [*case["before"], case["says"]])]
    assert_as_recorded(RECORD, lines)
