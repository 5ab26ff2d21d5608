"""Sentences with labelled names to learn from: own texts, filled with names from lists of the library Faker (MIT)."""

import html
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from faker import Faker
from faker.config import AVAILABLE_LOCALES
from wordfreq import top_n_list, zipf_frequency

from askwell.privacy.words import PARTICLES, split
from bench import names_places

FOLDER = Path(__file__).parent / "names"
SLOTS = {"P": 1, "F": 1, "L": 1, "K": 1, "C": 2, "N": 2, "O": 3, "S": 3, "A": 4}
"""Slot of a text to the label of what fills it."""
LANGUAGES: Mapping[str, Sequence[str]] = {
    "en": ("en_US", "en_GB", "en_IE", "en_IN", "en_NZ", "en_CA", "en_AU", "en_PK", "en_NG"),
    "nl": ("nl_NL", "nl_BE"),
    "it": ("it_IT",),
}
_LATIN = 0x250
_SMALL = {
    "D": "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday",
    "M": "January,February,March,April,May,June,July,August,September,October,November,December",
    "W": "English,French,German,Italian,Dutch,Spanish,European,American,Chinese,Russian,African,Irish,Polish",
    "T": "Mr,Mrs,Ms,Dr,Mr.,Mrs.,Ms.,Dr.,Professor,Sir",
    "d": "maandag,vrijdag,morgen,lunedì,venerdì,domani",
    "m": "januari,mei,september,gennaio,maggio,settembre",
    "I": "A,B,C,D,E,F,G,H,J,K,L,M,N,P,R,S,T,V,W",
}
_TITLES = {
    "nl": "heer,mevrouw,meneer,dhr.,mevr.,dr.,drs.,mr.,ir.",
    "it": "signor,signora,dott.,dott.ssa,avv.,ing.,prof.",
}


_INHABITANTS = {
    "nl": "Nederlander,Nederlanders,Belgen,Belg,Fransen,Fransman,Duitsers,Duitser,Britten,Brit,Italianen,Spanjaarden,"
    "Amerikanen,Amerikaan,Russen,Rus,Chinezen,Palestijnen,Israëli's,Turken,Polen,Vlamingen,Walen,Nederlandse,Belgische,"
    "Franse,Duitse,Britse,Italiaanse,Spaanse,Amerikaanse,Russische,Chinese,Palestijnse,Israëlische,Turkse,Poolse,"
    "Vlaamse,Waalse,Brusselse,Amsterdamse,Antwerpse,Europese,Afrikaanse,Aziatische,Iraanse,Japanse,Zweedse,Deense",
    "it": "Italiani,Francesi,Tedeschi,Inglesi,Spagnoli,Americani,Russi,Cinesi,Palestinesi,Israeliani,Turchi,Polacchi,"
    "Olandesi,Romani,Milanesi,Napoletani,italiano,francese,tedesca,inglese,americana,russo,cinese,rossoneri,bianconeri",
}
_JOINS = {
    "en": ("of", "of the", "and", "for"),
    "nl": ("van", "van de", "en", "voor", "voor de"),
    "it": ("di", "del", "della", "dei", "e", "per la", "delle"),
}
_SYLLABLES = "ba ce do fi gu ka lo mi na pe ro sa te vi xo zu tra sti plo gan ter nix".split()
_NUMERALS = "II III IV VI XII XVI".split()
_OFFICES = 3_000
"""Most frequent words of a language that institutions are named after."""

_FORMS = "Ltd,Inc,Inc.,BV,B.V.,NV,S.p.A.,SpA,S.r.l.,GmbH,Group,& Sons,Holding,LLC,Corp".split(",")
_TRADES = "Bank Systems Media Airlines Foundation Corporation Energy Software Hospital Insurance".split()
_BEFORE_SURNAMES = "van|van der|de|di|von|De|Di|Mc|Van".split("|")
_ADDRESS_LOCALES = (
    "de_DE fr_FR es_ES pl_PL sv_SE da_DK fi_FI no_NO cs_CZ hu_HU pt_BR hr_HR sl_SI nl_NL it_IT en_US en_GB".split()
)
_UNITS = (" Apt. {}", " Suite {}", ", Apt {}", "\nSuite {}", " Unit {}")


@dataclass(frozen=True, slots=True)
class Example:
    """A text, and the label of each of its characters."""

    text: str
    labels: bytes


@dataclass(frozen=True, slots=True)
class Lists:
    """Names by locale, and places."""

    given: Mapping[str, Sequence[str]]
    surnames: Mapping[str, Sequence[str]]
    places: Sequence[str]
    countries: Sequence[str]
    known: Sequence[str]
    """Well-known places among them."""

    def all_of(self, named: Mapping[str, Sequence[str]]) -> set[str]:
        """Single words of the names of all locales, folded."""
        words = {word.lower() for each in named.values() for name in each for word in name.split()}
        return {word for word in words if len(word) > 2 and word not in PARTICLES}


def lists() -> Lists:
    """The lists of Faker, names in Latin letters."""
    given: dict[str, Sequence[str]] = {}
    surnames: dict[str, Sequence[str]] = {}
    places: set[str] = set()
    countries: set[str] = set()
    for locale in sorted(AVAILABLE_LOCALES):
        person, address = _provider("person", locale), _provider("address", locale)
        first = {n for key in ("first_names", "first_names_male", "first_names_female") for n in person.get(key, ())}
        last = {n for key in ("last_names", "last_names_male", "last_names_female") for n in person.get(key, ())}
        first, last = _latin(first), _latin(last)
        if first and last and len(first) + len(last) > 100:
            given[locale], surnames[locale] = sorted(first), sorted(last)
        for key in ("cities", "states", "provinces", "regions"):
            places.update(_latin({name for name in address.get(key, ()) if isinstance(name, str)}))
        if locale in {"en_US", "nl_NL", "it_IT"}:
            countries.update(address.get("countries", ()))
    countries.update(_provider("address", "").get("countries", ()))
    every, known = names_places.towns()
    cities = {name.title() if name.islower() else name for name in places if len(name) < 25} | set(every)
    return Lists(given, surnames, sorted(cities), sorted(countries | set(names_places.countries())), known)


def _latin(names: set[str]) -> set[str]:
    return {name for name in names if name and all(ord(letter) < _LATIN for letter in name) and name[0].isalpha()}


def _provider(kind: str, locale: str) -> dict[str, Any]:
    path = f"faker.providers.{kind}" + (f".{locale}" if locale else "")
    try:
        return {
            name: value
            for name, value in vars(import_module(path).Provider).items()
            if isinstance(value, tuple | list | dict)
        }
    except ModuleNotFoundError:
        return {}


UNKNOWN = 255
"""Label of a character that teaches nothing."""
_TAGS = re.compile(r"<[^>]{0,2000}>")
_SENTENCES = re.compile(r"(?<=[.?!])\s+|\n\n")


def plain_texts(files: Iterable[Path], places: Collection[str]) -> Iterator[Example]:
    """Sentences of documents without people. Words that may be places teach nothing, since nobody has labelled them."""
    for file in files:
        text = html.unescape(_TAGS.sub(" ", file.read_text(encoding="utf-8", errors="ignore")))
        for sentence in _SENTENCES.split(text):
            if 10 < len(sentence) < 400:
                labels = bytearray(len(sentence))
                for word in split(sentence):
                    if word.text.lower() in places and zipf_frequency(word.text.lower(), "en") < 4.5:
                        labels[word.start] = UNKNOWN
                yield Example(sentence, bytes(labels))


def _texts(language: str) -> list[str]:
    files = [file for name in (language, f"news_{language}") if (file := FOLDER / f"{name}.txt").exists()]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [line.replace("\\n", "\n") for line in lines if not line.startswith("#")]


class Maker:
    """Makes labelled texts; the same seed gives the same texts."""

    def __init__(self, known: Lists, seed: int) -> None:
        self._random = random.Random(seed)
        self._known = known
        self._texts = {code: _texts(code) for code in LANGUAGES}
        self._locales = sorted(known.given)
        self._fakers: dict[str, Faker] = {}
        self._seed = seed
        self._common = {code: [w for w in top_n_list(code, 4000) if w.isalpha()] for code in LANGUAGES}

    def examples(self, count: int) -> Iterator[Example]:
        """Texts: most filled, some of common words with capitals."""
        for _ in range(count):
            language = self._random.choice(("en", "en", "nl", "it"))
            draw = self._random.random()
            if draw < 0.12:
                yield self._words(language)
            else:
                yield self._filled(language)

    def _filled(self, language: str) -> Example:
        pattern = self._random.choice(self._texts[language])
        if self._random.random() < 0.25:
            pattern += self._random.choice((" ", "\n")) + self._random.choice(self._texts[language])
        locale = self._locale(language)
        text, labels = "", bytearray()
        at = 0
        while at < len(pattern):
            if pattern[at] == "{":
                slot = pattern[at + 1]
                value = self._fill(slot, language, locale)
                text, labels = text + value, labels + bytes([SLOTS.get(slot, 0)]) * len(value)
                at += 3
            else:
                text, labels = text + pattern[at], labels + b"\0"
                at += 1
        draw = self._random.random()
        if draw < 0.03:
            text = text.upper() if len(text.upper()) == len(text) else text
        elif draw < 0.15 and text[-1:] in ".?!":
            text, labels = text[:-1], labels[:-1]
        return Example(text, bytes(labels))

    def _locale(self, language: str) -> str:
        own = [each for each in LANGUAGES[language] if each in self._known.given]
        return self._random.choice(own if self._random.random() < 0.5 else self._locales)

    def _fill(self, slot: str, language: str, locale: str) -> str:
        pick = self._random.choice
        fills: dict[str, Callable[[], str]] = {
            "P": lambda: self._person(locale),
            "F": lambda: pick(self._known.given[locale]),
            "L": lambda: self._surname(locale),
            "C": lambda: pick(self._known.known if self._random.random() < 0.5 else self._known.places),
            "N": lambda: pick(self._known.countries),
            "O": lambda: self._organisation(locale, language),
            "S": lambda: self._office(language),
            "K": lambda: f"{pick(self._known.given[locale])} {pick(_NUMERALS)}",
            "X": lambda: pick(_INHABITANTS.get(language, "French").split(",")),
            "Z": lambda: self._thing(language),
            "A": lambda: self._address(language),
            "Y": lambda: str(self._random.randint(1850, 2030)),
            "#": lambda: str(self._random.randint(2, 90)),
        }
        if slot in fills:
            return fills[slot]()
        listed = _TITLES[language] if slot in "Tt" and language in _TITLES else _SMALL["T" if slot == "t" else slot]
        return pick(listed.split(","))

    def _surname(self, locale: str) -> str:
        surname = self._random.choice(self._known.surnames[locale])
        draw = self._random.random()
        if draw < 0.04:
            return f"{surname}-{self._random.choice(self._known.surnames[locale])}"
        if draw < 0.08:
            return f"{self._random.choice(_BEFORE_SURNAMES)} {surname}"
        return surname

    def _person(self, locale: str) -> str:
        first, last = self._random.choice(self._known.given[locale]), self._surname(locale)
        second, third = self._random.choice(self._known.given[locale]), self._surname(locale)
        initial = self._random.choice("ABCDEFGHJKLMNPRSTVW")
        forms = {
            f"{first} {last}": 62,
            first: 8,
            last: 8,
            f"{first} {initial}{self._random.choice(('.', ''))} {last}": 8,
            f"{initial}. {last}": 4,
            f"{first} {second} {last}": 5,
            f"{first} {last} {third}": 5,
        }
        return self._random.choices(list(forms), list(forms.values()))[0]

    def _office(self, language: str) -> str:
        """An institution or a party: common words with capitals, joined by small ones."""
        pick, common = self._random.choice, self._common[language][:_OFFICES]
        first, second, third = (pick(common).title() for _ in range(3))
        join, last = pick(_JOINS[language]), pick(_JOINS[language])
        return pick(
            (
                first,
                f"{first} {second}",
                f"{first} {join} {second}",
                f"{first} {join} {second} {last} {third}",
                f"{first} {second.lower()} {join} {third}",
                "".join(pick("ABCDEFGHILMNOPRSTUV") for _ in range(self._random.randint(2, 5))),
            )
        )

    def _thing(self, language: str) -> str:
        """A product, a work or an event."""
        pick, common = self._random.choice, self._common
        own, english = pick(common[language]).title(), pick(common["en"]).title()
        made = "".join(pick(_SYLLABLES) for _ in range(self._random.randint(2, 3))).title()
        both = f"{english} {pick(common['en']).title()}"
        return pick((made, made, own, english, both, f"{made} {own}", f"{made}-{own.lower()}"))

    def _organisation(self, locale: str, language: str) -> str:
        pick = self._random.choice
        if self._random.random() < 0.25:
            return self._office(language)
        surname, place = pick(self._known.surnames[locale]), pick(self._known.places)
        common, other = pick(self._common["en"]).title(), pick(self._common["en"]).title()
        made = "".join(pick(_SYLLABLES) for _ in range(self._random.randint(2, 3))).title()
        return pick(
            (
                made,
                f"{made} {other}",
                f"{made} {place}",
                f"{surname} {pick(_FORMS)}",
                f"{surname} & {pick(self._known.surnames[locale])}",
                f"{common} {other}",
                f"{common}{other.lower()}",
                f"{common}{other}",
                f"{common} {pick(_TRADES)}",
                f"University of {place}",
                f"Banca di {place}",
                f"Universiteit {place}",
                f"FC {place}",
                "".join(pick("ABCDEFGHILMNOPRSTU") for _ in range(self._random.randint(3, 4))),
            )
        )

    def _address(self, language: str) -> str:
        """A street with a number, and often a unit, a code, a town and a country."""
        pick = self._random.choice
        fake = self._faker(pick(LANGUAGES[language] if self._random.random() < 0.4 else _ADDRESS_LOCALES))
        unit = pick(_UNITS).format(self._random.randint(1, 999)) if self._random.random() < 0.2 else ""
        number = str(self._random.randint(1, 99_999 if self._random.random() < 0.3 else 999))
        street = fake.street_name()
        line = pick((f"{number} {street}{unit}", f"{street} {number}{unit}", f"{street}, {number}{unit}"))
        if self._random.random() < 0.1:
            line = f"{self._random.randint(1, 9999)} {line}"
        if self._random.random() < 0.45:
            return line
        code, place = fake.postcode(), pick(self._known.places)
        tail = pick((f"{code} {place}", f"{place} {code}", place, f"{place}, {code}"))
        if self._random.random() < 0.3:
            tail += pick((", ", "\n", " ")) + pick(self._known.countries)
            tail += f" {code}" if self._random.random() < 0.4 else ""
        return line + pick((", ", "\n", " ", "\n")) + tail

    def _faker(self, locale: str) -> Faker:
        if locale not in self._fakers:
            self._fakers[locale] = Faker(locale if locale in AVAILABLE_LOCALES else "en_US")
            self._fakers[locale].seed_instance(self._seed)
        return self._fakers[locale]

    def _words(self, language: str) -> Example:
        """Common words: a sentence, a heading with capitals, or a name of a product."""
        words = [self._random.choice(self._common[language]) for _ in range(self._random.randint(1, 9))]
        draw = self._random.random()
        if draw < 0.5:
            words[0] = words[0].title()
        elif draw < 0.8:
            words = [word.title() if len(word) > 2 else word for word in words]
        else:
            at = self._random.randrange(len(words))
            words[at] = words[at].title()
        text = " ".join(words) + self._random.choice((".", "?", "", "!"))
        return Example(text, bytes(len(text)))
