"""Sentences with personal data by two authors who knew the types and nothing of the rules.

`personal/*.jsonl` are of the first, `personal/second/` of the second one, who also wrote templates, names and addresses
from which sentences are generated. Those of the second are split in halves by item or by template, by a hash: what was
wrong in `read` may be looked at, `held` is only measured.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple
from zlib import crc32

from askwell.privacy.spans import Kind
from bench.identifiers import VALUES

WRITTEN = Path(__file__).parent / "personal"
SECOND = WRITTEN / "second"
FORMED = frozenset("EMAIL PHONE IBAN CARD IP URL_PERSON PROFILE TAX_ID_IT FISCAL_CODE VAT BSN SSN".split())
"""The authors' types that have a form or a checksum."""
GENERATED = 2_000
"""Generated sentences of a language."""

Half = Literal["read", "held"]
HALVES: tuple[Half, ...] = ("read", "held")

_SLOT = re.compile(r"\{([A-Z_]+)\}")


class Gold(NamedTuple):
    """A span with its type, in characters."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Written:
    """A text with its personal data."""

    text: str
    gold: tuple[Gold, ...]
    half: Half


def written(file: Path) -> list[Written]:
    """The sentences of a file, one object of JSON a line."""
    items = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [
        Written(
            item["text"],
            tuple(Gold(each["start"], each["end"], each["type"]) for each in item["entities"]),
            half_of(item["id"]),
        )
        for item in items
    ]


def half_of(key: str) -> Half:
    """The half of an item or a template."""
    return HALVES[crc32(key.encode()) % 2]


def generated(language: str, count: int = GENERATED) -> Iterator[Written]:
    """Sentences of the second author's templates, each equally often, with random values in their slots."""
    templates, names, addresses = (_lines(f"{name}.{language}.txt") for name in ("templates", "names", "addresses"))
    drawn = random.Random(f"second {language}")
    for at in range(count):
        template = templates[at % len(templates)]
        yield _filled(template, lambda kind: _value(kind, drawn, language, names, addresses))


def _filled(template: str, value: Callable[[str], str]) -> Written:
    text, end, gold = "", 0, []
    for slot in _SLOT.finditer(template):
        text += template[end : slot.start()]
        filled = value(slot[1])
        gold.append(Gold(len(text), len(text) + len(filled), slot[1]))
        text, end = text + filled, slot.end()
    return Written(text + template[end:], tuple(gold), half_of(template))


def _lines(name: str) -> list[str]:
    return [line for line in (SECOND / name).read_text(encoding="utf-8").split("\n") if line.strip()]


_KINDS: Mapping[str, Kind] = {
    "EMAIL": "EMAIL",
    "PHONE": "PHONE",
    "IBAN": "IBAN",
    "CARD": "CARD",
    "IP": "IP_ADDRESS",
    "BSN": "NL_BSN",
    "FISCAL_CODE": "IT_FISCAL_CODE",
    "PROFILE": "PROFILE",
}


def _value(kind: str, drawn: random.Random, language: str, names: list[str], addresses: list[str]) -> str:
    if kind == "PERSON":
        return drawn.choice(names)
    if kind == "ADDRESS":
        return drawn.choice(addresses)
    if kind == "DATE_OF_BIRTH":
        day, month, year = drawn.randint(1, 28), drawn.randint(1, 12), drawn.randint(1930, 2010)
        return drawn.choice((f"{day:02}-{month:02}-{year}", f"{day}/{month}/{year}", f"{day:02}.{month:02}.{year}"))
    if kind == "VAT":
        return VALUES["IT_VAT" if language == "it" else "EU_VAT"](drawn, language)
    return VALUES[_KINDS[kind]](drawn, language)
