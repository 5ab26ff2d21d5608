"""Generated sentences with identifiers of three languages, and sentences of this project without personal data.

Every template is used for its kind only; numbers are random with valid checksums. The sentences without are from the
documents of the assistants and of the project.
"""

import html
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from stdnum import iban, luhn
from stdnum.it import codicefiscale
from stdnum.nl import bsn

from askwell.privacy.spans import Kind

ROOT = Path(__file__).parents[1]
_TAGS = re.compile(r"<[^>]{0,2000}>")
_SENTENCES = re.compile(r"(?<=[.?!])\s+|\n\n")
_OMOCODIA = str.maketrans("0123456789", "LMNPQRSTUV")
_DIGITS_OF_CODE = (14, 13, 12, 10, 9, 7, 6)
"""Places of a fiscal code whose digits become letters where two people would have the same code."""

TEMPLATES: Mapping[str, Mapping[Kind, Sequence[str]]] = {
    "en": {
        "EMAIL": ("Please write to {} before noon.", "my address {} no longer works", "Send the form to {}, thanks!"),
        "PHONE": ("You can call me on {}.", "My number has changed: phone {}", "Text {} if the gate is closed."),
        "IBAN": ("Refund it to {} please.", "The account {} was closed in May.", "IBAN: {}"),
        "CARD": ("I paid with card {} yesterday.", "Why was {} declined?", "Block my credit card {} at once"),
        "IP_ADDRESS": ("The login came from {} at night.", "Ping {} and tell me.", "Is {} blocked?"),
        "US_SSN": ("My SSN is {}.", "social security number {} for the form", "Is {} on file?"),
        "EU_VAT": ("Invoice us with VAT number {}.", "Is {} a valid VAT id?", "VAT: {}"),
        "PROFILE": ("Look at {} for my CV.", "He wrote it on {} last week.", "My page is {}"),
    },
    "nl": {
        "EMAIL": ("Mail het naar {} voor vrijdag.", "mijn adres {} werkt niet meer", "Stuur alles aan {}, bedankt!"),
        "PHONE": ("U kunt mij bellen op {}.", "Mijn telefoonnummer is nu {}", "Bereikbaar via {} na zessen."),
        "IBAN": ("Stort het op {} alstublieft.", "Rekening {} is opgeheven.", "IBAN {}"),
        "NL_BSN": ("Mijn BSN is {}.", "burgerservicenummer {} voor het formulier", "Klopt bsn {} in het dossier?"),
        "CARD": ("Betaald met creditcard {} gisteren.", "Waarom is {} geweigerd?", "Blokkeer kaart {} meteen"),
        "EU_VAT": ("Factureer op btw-nummer {}.", "Is {} een geldig btw-nummer?", "btw-id: {}"),
        "IP_ADDRESS": ("Ingelogd vanaf {} om drie uur.", "Is {} geblokkeerd?", "Het adres {} reageert niet."),
    },
    "it": {
        "EMAIL": ("Scriva a {} entro venerdì.", "la mia casella {} non funziona", "Invii il modulo a {}, grazie!"),
        "PHONE": ("Mi chiami al {}.", "Il mio telefono è {}", "Sono raggiungibile al cellulare {} dopo le sei."),
        "IBAN": ("Il rimborso va su {} per favore.", "Il conto {} è chiuso.", "IBAN: {}"),
        "IT_FISCAL_CODE": ("Il mio codice fiscale è {}.", "Nel CUD c'è {} ed è sbagliato", "CF {} da correggere"),
        "IT_VAT": ("La mia partita IVA è {}.", "P.IVA {} aperta nel 2019", "Emettere fattura, partita iva {}"),
        "CARD": ("Ho pagato con la carta {} ieri.", "Perché {} è stata rifiutata?", "Blocchi la carta {} subito"),
        "IP_ADDRESS": ("L'accesso viene da {} di notte.", "L'indirizzo {} è bloccato?", "Il server {} non risponde."),
    },
}


class Case(NamedTuple):
    """A sentence with one identifier."""

    text: str
    start: int
    end: int
    kind: Kind


def cases(language: str, count: int, seed: int = 0) -> Iterator[Case]:
    """Sentences with an identifier each, every kind and template equally often."""
    drawn = random.Random(f"{language}{seed}")
    kinds = list(TEMPLATES[language].items())
    for number in range(count):
        kind, templates = kinds[number % len(kinds)]
        template = templates[number // len(kinds) % len(templates)]
        value = VALUES[kind](drawn, language)
        start = template.index("{}")
        yield Case(template.replace("{}", value), start, start + len(value), kind)


def clean_sentences(count: int) -> list[str]:
    """Sentences of documents, without those that hold an address or number of an office."""
    files = sorted(
        file
        for folder in (ROOT / "assistants").glob("*/knowledge")
        for kind in ("*.md", "*.html")
        for file in folder.glob(kind)
    )
    found = []
    for file in files:
        text = html.unescape(_TAGS.sub(" ", file.read_text(encoding="utf-8", errors="ignore")))
        sentences = (" ".join(each.split()) for each in _SENTENCES.split(text))
        found += [each for each in sentences if 30 < len(each) < 300 and not _OF_AN_OFFICE.search(each)]
    random.Random(5).shuffle(found)
    return found[:count]


_OF_AN_OFFICE = re.compile(r"@|\d{3}-\d{3,4}|0800|\b1-8\d\d|https?://")


def _digits(drawn: random.Random, count: int) -> str:
    return "".join(drawn.choice("0123456789") for _ in range(count))


def _word(drawn: random.Random) -> str:
    return "".join(drawn.choice("bcdfglmnprstvz") + drawn.choice("aeiou") for _ in range(drawn.randint(2, 4)))


def _email(drawn: random.Random, language: str) -> str:
    name = drawn.choice((".", "_", "-", "")).join((_word(drawn), _word(drawn))) + drawn.choice(("", "7", "84"))
    end = drawn.choice({"en": ("com", "co.uk", "org"), "nl": ("nl", "com"), "it": ("it", "com", "eu")}[language])
    return drawn.choice((name, name.title())) + f"@{drawn.choice(('', 'mail.'))}{_word(drawn)}.{end}"


def _phone(drawn: random.Random, language: str) -> str:
    four = _digits(drawn, 4)
    forms = {
        "en": (
            f"(2{_digits(drawn, 2)}) 5{_digits(drawn, 2)}-{four}",
            f"+44 7{_digits(drawn, 3)} {_digits(drawn, 6)}",
            f"3{_digits(drawn, 2)}.4{_digits(drawn, 2)}.{four}",
            f"020 7{_digits(drawn, 3)} {four}",
        ),
        "nl": (
            f"06-1{_digits(drawn, 7)}",
            f"06 1{_digits(drawn, 1)} {_digits(drawn, 2)} {_digits(drawn, 2)} {_digits(drawn, 2)}",
            f"+31 6 2{_digits(drawn, 7)}",
            f"020-6{_digits(drawn, 6)}",
            f"0031 6 3{_digits(drawn, 7)}",
        ),
        "it": (
            f"34{_digits(drawn, 1)} {_digits(drawn, 7)}",
            f"+39 33{_digits(drawn, 1)} {_digits(drawn, 3)} {four}",
            f"06 5{_digits(drawn, 7)}",
            f"02/4{_digits(drawn, 7)}",
            f"32{_digits(drawn, 8)}",
        ),
    }
    return drawn.choice(forms[language])


def _iban(drawn: random.Random, language: str) -> str:
    own = {
        "en": f"GB00NWBK{_digits(drawn, 14)}",
        "nl": f"NL00INGB{_digits(drawn, 10)}",
        "it": f"IT00X{_digits(drawn, 22)}",
    }[language]
    number = own[:2] + iban.calc_check_digits(own) + own[4:]
    return drawn.choice((number, " ".join(number[at : at + 4] for at in range(0, len(number), 4)), number.lower()))


def _card(drawn: random.Random, _: str) -> str:
    bare = drawn.choice(("4", "51", "55", "37", "6011")) + _digits(drawn, 14)
    bare = bare[: 14 if bare.startswith("37") else 15]
    number = bare + luhn.calc_check_digit(bare)
    groups = [number[at : at + 4] for at in range(0, len(number), 4)]
    return drawn.choice((number, " ".join(groups), "-".join(groups)))


def _fiscal_code(drawn: random.Random, _: str) -> str:
    letters = "".join(drawn.choice("BCDFGLMNPRSTVZ") for _ in range(6))
    day = drawn.randint(1, 28) + drawn.choice((0, 40))
    bare = f"{letters}{_digits(drawn, 2)}{drawn.choice('ABCDEHLMPRST')}{day:02}"
    bare += f"{drawn.choice('ABCDEFGHIL')}{drawn.randint(1, 999):03}"
    code = bare + codicefiscale.calc_check_digit(bare)
    draw = drawn.random()
    if draw < 0.25:
        changed = list(bare)
        for place in _DIGITS_OF_CODE[: drawn.randint(1, 3)]:
            changed[place] = changed[place].translate(_OMOCODIA)
        return "".join(changed) + codicefiscale.calc_check_digit("".join(changed))
    if draw < 0.5:
        return " ".join((code[:3], code[3:6], code[6:11], code[11:15], code[15]))
    return code.lower() if draw < 0.65 else code


def _vat_of_italy(drawn: random.Random, _: str) -> str:
    bare = _digits(drawn, 7) + f"{drawn.randint(1, 100):03}"
    return bare + luhn.calc_check_digit(bare)


def _citizen(drawn: random.Random, _: str) -> str:
    while True:
        number = _digits(drawn, 9)
        if bsn.is_valid(number) and number[0] != "0":
            return drawn.choice(
                (number, f"{number[:4]}.{number[4:6]}.{number[6:]}", f"{number[:3]} {number[3:6]} {number[6:]}")
            )


def _social(drawn: random.Random, _: str) -> str:
    return f"{drawn.randint(1, 665):03}-{drawn.randint(10, 99)}-{drawn.randint(1000, 9999)}"


def _vat(drawn: random.Random, language: str) -> str:
    if language == "nl":
        bare = _citizen(drawn, language).replace(".", "").replace(" ", "")
        return f"NL{bare}B{drawn.randint(1, 99):02}"
    while True:
        weights = (8, 7, 6, 5, 4, 3, 2)
        first = _digits(drawn, 7)
        check = 97 - sum(int(digit) * weight for digit, weight in zip(first, weights, strict=True)) % 97
        if int(first) > 1_000_000 and check < 97:
            return f"GB{first}{check:02}"


def _ip(drawn: random.Random, _: str) -> str:
    if drawn.random() < 0.2:
        return ":".join(f"{drawn.randint(0x1000, 0xFFFF):x}" for _ in range(8))
    return ".".join(str(drawn.randint(11, 254)) for _ in range(4))


def _profile(drawn: random.Random, _: str) -> str:
    name = f"{_word(drawn)}-{_word(drawn)}"
    return drawn.choice(
        (f"https://www.linkedin.com/in/{name}", f"github.com/{name}", f"https://{_word(drawn)}.org/~{name}")
    )


VALUES: Mapping[Kind, Callable[[random.Random, str], str]] = {
    "EMAIL": _email,
    "PHONE": _phone,
    "IBAN": _iban,
    "CARD": _card,
    "IT_FISCAL_CODE": _fiscal_code,
    "IT_VAT": _vat_of_italy,
    "NL_BSN": _citizen,
    "US_SSN": _social,
    "EU_VAT": _vat,
    "IP_ADDRESS": _ip,
    "PROFILE": _profile,
}
"""For each kind, what makes a value of a language."""
