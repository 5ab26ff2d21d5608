"""Twelve small dialogues about files: which one a question means, and what it is answered from. No model, by words."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from askwell.engine import Engine
from askwell.settings import Settings
from tests.knowledge.readers.test_pdf import make_pdf

LEASE = """# Lease of the flat in Canal Street

## Rent
The rent is 940 euros a month and is paid on the first day.

## Deposit
The deposit is two months of rent and is returned within six weeks.

## Pets
Cats are allowed. Dogs need the written consent of the owner.

## Notice
The tenant gives notice two months ahead, by letter.
"""
RULES = """# House rules

## Waste
The bins are emptied on Tuesday morning. Glass goes to the container in the courtyard.

## Noise
It is quiet between ten in the evening and seven in the morning.

## Pets
Dogs are kept on a lead in the stairwell.
"""
HANDBOOK = """# Handbook for tenants

The rent of a studio is 500 euros a month. The deposit of a studio is one month of rent.
Dogs are not allowed in studios.

The laundry opens at eight.
"""
HUUR = """# Huurcontract

De huur is 815 euro per maand. De borg is drie maanden huur. Huisdieren zijn niet toegestaan.

## Opzegging
De huurder zegt een maand van tevoren op, per brief.
"""
REGELS = """# Huisregels

Het vuilnis wordt op donderdag opgehaald. Fietsen staan in de kelder. Huisdieren blijven aan de lijn.
"""
CONTRATTO = """# Contratto di affitto

L'affitto è di 720 euro al mese. La cauzione è di tre mensilità.
Gli animali sono ammessi con il consenso del proprietario.

## Disdetta
La disdetta si invia con raccomandata sei mesi prima.
"""
REGOLAMENTO = """# Regolamento del condominio

I bidoni si svuotano il venerdì. Gli animali non possono stare in cortile.
"""
PRICES = "item;price;weight\nLamp;40 euros;2 kg\nDesk;180 euros;31 kg\nChair;75 euros;7 kg\n"


MORE = (
    "Keep the machine out of the reach of small children and do not move it while it is switched on. Never put it into "
    "water, and pull the plug before you open the lid. Use it in dry rooms only, on a level surface."
)


def manual() -> bytes:
    """A PDF of three pages."""
    return make_pdf(
        [("Coffee machine", 20), (f"Fill the tank with cold water. The tank holds two litres. {MORE}", 12)],
        [("Cleaning", 20), (f"Rinse the filter every week. Descale the machine every three months. {MORE}", 12)],
        [("Warranty", 20), (f"The warranty lasts thirty months. The seller repairs faults free of charge. {MORE}", 12)],
    )


@dataclass(frozen=True)
class Step:
    """A question, the files that must be cited and no other, and what the answer must hold."""

    question: str
    cites: tuple[str, ...]
    holds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dialogue:
    """Files in the order in which they are given, and questions."""

    name: str
    files: dict[str, bytes]
    steps: tuple[Step, ...]
    removed: int = 0
    """Number of a file that is removed before the last question."""
    handbook: str = field(default=HANDBOOK)


def md(**texts: str) -> dict[str, bytes]:
    return {f"{name}.md": text.encode() for name, text in texts.items()}


DIALOGUES = (
    Dialogue(
        "the document is the only one",
        md(lease=LEASE),
        (
            Step("What does the document say about the deposit?", ("lease.md",), ("two months",)),
            Step("And about dogs?", ("lease.md",), ("consent",)),
        ),
    ),
    Dialogue(
        "a file is asked three turns later",
        md(lease=LEASE),
        (
            Step("When does the laundry open?", ("handbook.md",), ("eight",)),
            Step("Thank you!", ()),
            Step("According to the file, how much is the rent?", ("lease.md",), ("940",)),
        ),
    ),
    Dialogue(
        "by position",
        md(lease=LEASE, rules=RULES),
        (
            Step("What does the second file say about dogs?", ("rules.md",), ("lead",)),
            Step("And the first file?", ("lease.md",), ("consent",)),
            Step("When are the bins emptied, according to the last document?", ("rules.md",), ("Tuesday",)),
        ),
    ),
    Dialogue(
        "by name",
        md(lease=LEASE, rules=RULES),
        (
            Step("In rules.md, what is said about pets?", ("rules.md",), ("lead",)),
            Step("What does the lease say about pets?", ("lease.md",), ("consent",)),
        ),
    ),
    Dialogue(
        "by number",
        md(lease=LEASE, rules=RULES),
        (
            Step("What is the rule for dogs in document 2?", ("rules.md",), ("lead",)),
            Step("What is the rule for dogs in document 1?", ("lease.md",), ("consent",)),
        ),
    ),
    Dialogue(
        "by page",
        {"manual.pdf": manual()},
        (
            Step("What does page 2 say?", ("manual.pdf",), ("Rinse the filter",)),
            Step("How long does it last according to page 3?", ("manual.pdf",), ("thirty months",)),
        ),
    ),
    Dialogue(
        "by kind",
        {"manual.pdf": manual(), "lease.md": LEASE.encode()},
        (
            Step("In the PDF, how long is the warranty?", ("manual.pdf",), ("thirty months",)),
            Step("How much water does the tank hold?", ("manual.pdf",), ("two litres",)),
        ),
    ),
    Dialogue(
        "a table",
        {"prices.csv": PRICES.encode(), "lease.md": LEASE.encode()},
        (
            Step("Which item in the csv is the cheapest?", ("prices.csv",), ("Lamp",)),
            Step("And the heaviest?", ("prices.csv",), ("Desk",)),
        ),
    ),
    Dialogue(
        "a removed file",
        md(lease=LEASE, rules=RULES),
        (
            Step("What does the first file say about the deposit?", ("lease.md",), ("two months",)),
            Step("What does the document say about dogs?", ("rules.md",), ("lead",)),
        ),
        removed=1,
    ),
    Dialogue(
        "Dutch",
        md(huur=HUUR, regels=REGELS),
        (
            Step("Wat staat er in het eerste bestand over de borg?", ("huur.md",), ("drie maanden",)),
            Step("En over huisdieren?", ("huur.md",), ("niet toegestaan",)),
            Step("Wat zegt het andere document over huisdieren?", ("regels.md",), ("lijn",)),
        ),
        handbook="# Handboek\n\nDe borg van een studio is een maand huur. Huisdieren in een studio kosten 10 euro.\n",
    ),
    Dialogue(
        "Italian",
        md(contratto=CONTRATTO, regolamento=REGOLAMENTO),
        (
            Step("Secondo il primo documento, quanto è la cauzione?", ("contratto.md",), ("tre mensilità",)),
            Step("Cosa dice il secondo file sugli animali?", ("regolamento.md",), ("cortile",)),
            Step("Quando si svuotano i bidoni?", ("regolamento.md",), ("venerdì",)),
        ),
        handbook="# Guida\n\nLa cauzione di un monolocale è di una mensilità. Gli animali costano 10 euro.\n",
    ),
    Dialogue(
        "Italian, the only one",
        md(contratto=CONTRATTO),
        (
            Step("Nel documento, come si invia la disdetta?", ("contratto.md",), ("raccomandata",)),
            Step("Di cosa parla l'allegato?", ("contratto.md",), ("720 euro",)),
        ),
        handbook="# Guida\n\nLa disdetta di un monolocale si invia per posta elettronica.\n",
    ),
)


@pytest.fixture
async def engine(settings: Settings) -> AsyncIterator[Engine]:
    async with await Engine.open(settings) as opened:
        yield opened


@pytest.mark.anyio
@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda each: each.name)
async def test_a_dialogue_about_files(engine: Engine, dialogue: Dialogue) -> None:
    """S3-R5."""
    await engine.knowledge.add("handbook.md", dialogue.handbook.encode(), "documents")
    session = (await engine.create_session()).id
    for name, data in dialogue.files.items():
        await engine.attach(session, name, data)
    assert {each.state for each in await engine.attachments.settled(session)} == {"ready"}
    for step in dialogue.steps:
        if dialogue.removed and step is dialogue.steps[-1]:
            await engine.attachments.remove(session, dialogue.removed)
        answer = await engine.ask(step.question, session=session)
        said = f"{step.question} -> {answer.standalone_question}\n{answer.answer}"
        assert tuple(sorted({source.document for source in answer.sources})) == step.cites, said
        assert all(each in answer.answer for each in step.holds), said
