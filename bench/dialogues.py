"""Dialogues of our own to learn from: short conversations in `dialogues/*.txt`, one file a language.

A line begins with `=` (complete as typed), `+` (leans on what came before; its complete wording behind `=>`) or `<`
(the answer to the question above). An empty line begins a new conversation.
"""

from pathlib import Path

from bench.cast import Sample

FOLDER = Path(__file__).parent / "dialogues"


def own(language: str) -> list[Sample]:
    """All turns of our own dialogues in a language."""
    text = (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
    return [sample for number, block in enumerate(text.split("\n\n")) for sample in _samples(block, language, number)]


def _samples(block: str, language: str, number: int) -> list[Sample]:
    exchanges: list[tuple[str, str]] = []
    found: list[Sample] = []
    for line in block.strip().splitlines():
        mark, said = line[0], line[2:]
        if mark == "<":
            exchanges[-1] = (exchanges[-1][0], said)
            continue
        utterance, _, rewrite = said.partition(" => ")
        found.append(
            Sample(
                set=f"own_{language}",
                id=f"{language}{number}_{len(exchanges) + 1}",
                conversation=f"own_{language}/{number}",
                number=len(exchanges) + 1,
                utterance=utterance,
                rewrite=rewrite or utterance,
                exchanges=tuple(exchanges),
            )
        )
        exchanges.append((utterance, ""))
    return found
