"""Questions how something is done, over documents with an introduction and steps in lists or sentences."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from askwell.knowledge.readers import html, markdown
from askwell.rules.write import RulesWriter
from askwell.text.chunk import chunk
from askwell.text.quotations import quoted_words
from askwell.types import Brief, Language, Passage, WriterPiece
from tests.passages import brief, passage
from tests.rules.test_chat import ASSISTANT

FOLDER = Path(__file__).parent / "procedures"


@dataclass(frozen=True)
class Case:
    document: str
    question: str
    language: Language
    begins: str
    """How the answer begins; of an unsure one, the first quotation."""
    lacks: str = ""
    is_sure: bool = True


CASES = (
    Case(
        "kiln.html",
        "How do I fire a glaze?",
        "en",
        "1. Set the pots on the shelf, a finger apart. [1]\n2. Close the lid and turn the knob to 7. [1]\n"
        "3. Press the green button. [1]",
        lacks="brush",
    ),
    Case(
        "darkroom.md",
        "How do I dim the lamp?",
        "en",
        "To dim the lamp, hold the lower key until the light is weak enough. [1] Release the key",
    ),
    Case(
        "greenhouse.html",
        "How do I stop the roof windows of the greenhouse from opening at night?",
        "en",
        "To stop night venting:\n1. Hold the moon key until the lamp is dark. [1]\n2. Close the windows by hand. [1]",
        lacks="wheel",
    ),
    Case(
        "alarm.md",
        "How do I disarm the alarm sensor that sees movement?",
        "en",
        "To disarm the sensor, press the red key once. [1] Enter the four digits of the code. [1]",
        lacks="twice",
    ),
    Case("loom.md", "How do I measure threads for the loom?", "en", "A warping board is a frame", is_sure=False),
    Case("library.md", "How do I return a borrowed tool?", "en", "A borrowed tool must be returned"),
    Case(
        "sauna.html",
        "Hoe maak ik een kruidenbad in de sauna?",
        "nl",
        "1. Vul de emmer met heet water. [1]\n2. Leg de takken er tien minuten in. [1]\n3. Giet drie lepels",
        lacks="espenhout",
    ),
    Case(
        "orgel.md",
        "Hoe wissel ik een boek van het orgel?",
        "nl",
        "Om een boek te wisselen, draait u de klep omhoog. [1] Schuif het nieuwe boek",
    ),
    Case(
        "tandem.html",
        "Hoe schakel ik de hulpmotor uit?",
        "nl",
        "De hulpmotor uitschakelen:\n1. Houd de knop met de bliksem vast. [1]\n2. Draai de sleutel naar links. [1]",
        lacks="rechts",
    ),
    Case(
        "forno.html",
        "Come cuocio il pane nel forno?",
        "it",
        "1. Spostate la brace verso i lati. [1]\n2. Pulite le pietre con lo straccio bagnato. [1]\n3. Chiudete",
        lacks="faggio",
    ),
    Case(
        "telaio.md",
        "Come si cambia la navetta del telaio?",
        "it",
        "Per cambiare la navetta, premete il pedale di sinistra. [1] Tirate il filo",
    ),
    Case(
        "campanile.html",
        "Come disattivo la suoneria notturna?",
        "it",
        "Per disattivare la suoneria notturna:\n1. Abbassate la leva di ottone. [1]\n2. Togliete la chiave. [1]",
        lacks="Alzate",
    ),
    Case("alveare.md", "Come posso pesare l'alveare?", "it", "La bilancia dell'alveare è una piastra", is_sure=False),
)


def read(name: str, language: Language) -> list[Passage]:
    """The passages of a document, as they are read and split."""
    data = (FOLDER / name).read_bytes()
    document = html.read(data, name) if name.endswith(".html") else markdown.read(data, name)
    return [
        passage(piece.text, title=document.title, headings=piece.headings, document=name, ordinal=at, language=language)
        for at, piece in enumerate(chunk(document))
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.document)
def test_a_question_how_is_answered_with_the_steps(case: Case) -> None:
    found = read(case.document, case.language)
    asked = replace(brief(case.question, found, language=case.language), is_sure=False)
    pieces = asyncio.run(collected(asked))
    said = "".join(piece for piece in pieces if isinstance(piece, str))
    assert all(isinstance(piece, str) for piece in pieces) == case.is_sure
    assert (said if case.is_sure else quoted_words(said)[0]).startswith(case.begins)
    assert not case.lacks or case.lacks not in said


async def collected(asked: Brief) -> list[WriterPiece]:
    return [piece async for piece in RulesWriter(ASSISTANT).write(asked)]
