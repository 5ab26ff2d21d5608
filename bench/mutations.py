"""A right rewrite or statement made wrong in one way: what vetoes and the score of support must catch.

The same seed makes the same mutations. Names and sentences here were invented for this purpose.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from askwell.text.sentences import sentences
from bench.cast import Sample
from bench.scores import tokens

KINDS = ("number", "negation", "entity", "answer", "language")
"""Kinds of mutations of a rewrite."""
CLAIM_KINDS = ("number", "date", "negation", "entity")
"""Kinds of mutations of a statement."""

_NAMES = (
    "Velmora",
    "Brackenthorpe",
    "Tizanguela",
    "Oskar Wendelin",
    "Quillmark Institute",
    "Yolanda Ferrasquez",
    "Nordhavik",
    "Pemberfield Foods",
    "Karlsbrunn",
    "Ottoline Vashti",
)

_FOREIGN = (
    "Hoeveel kost dit als je het via de gemeente aanvraagt?",
    "Wanneer wordt het besluit over de aanvraag genomen?",
    "Welke papieren moet ik meenemen naar het gesprek?",
    "Quanto tempo ci vuole per ricevere una risposta?",
    "Quali documenti servono per fare la domanda?",
    "Come si può cambiare la data della visita?",
    "Wie lange dauert es, bis der Antrag geprüft wird?",
    "Welche Unterlagen brauche ich für die Anmeldung?",
    "Combien de temps faut-il pour obtenir une réponse ?",
    "Quels papiers dois-je apporter au guichet ?",
    "¿Cuánto cuesta si lo pido por internet?",
    "¿Qué documentos tengo que llevar a la oficina?",
)

_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")
_ASKED_NEGATION = re.compile(r"\b(?:not|never|cannot|without)\b|\w+n['’]t\b|(?<!^)\bno\b(?! *[,.;])", re.IGNORECASE)
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(rf"\b(?:{_MONTH})(?= \d|[,.;]|$)|(?<=\d )(?:{_MONTH})\b|\b(?:{'|'.join(_DAYS)})\b")
_YEAR = re.compile(r"(?<![\w.,-])(?:1[5-9]|20)\d\d(?![\w-]|[.,]\d)")
_POLAR = re.compile(
    r"\b(?:is|are|was|were|can|will|should|must|may|might|could|would|has|have|had|does|do|did)\b"
    r"(?! (?:not|never|no|also|been|be)\b|n['’]t)"
)
_NEGATION = re.compile(r"(?<=\w)n['’]t\b|(?<=can)not\b|\b(?:not|never|without|no|nor|none)\b ?", re.IGNORECASE)
_CLAIMED_NEGATION = re.compile(rf"(?!no *[,.;:])(?:{_NEGATION.pattern})", re.IGNORECASE)
"""Without the answer `No, ...` and the number `No. 5`."""


def answers_of(samples: Sequence[Sample]) -> dict[tuple[str, int], str]:
    """Conversation and number of a turn to its answer, as far as a later turn has it in its history."""
    return {
        (sample.conversation, sample.number - 1): sample.exchanges[-1][1]
        for sample in samples
        if sample.exchanges and sample.exchanges[-1][1].strip()
    }


def mutations(sample: Sample, answers: Mapping[tuple[str, int], str], draw: random.Random) -> Iterator[tuple[str, str]]:
    """The mutations of a sample's human rewrite that apply to it, each as (kind, text).

    A number is replaced by one of as many digits; a negation is dropped where the question has one; a name is put in
    or replaces one; a sentence of the turn's answer, or of another turn's, or a sentence of another language replaces
    the rewrite.
    """
    made = {
        "number": _number(sample.rewrite, draw),
        "negation": _NEGATION.sub("", sample.rewrite) if _ASKED_NEGATION.search(sample.utterance) else "",
        "entity": _entity(sample, draw),
        "answer": _answer(sample, answers, draw),
        "language": draw.choice(_FOREIGN),
    }
    right = (tokens(sample.rewrite), tokens(sample.utterance))
    for kind in KINDS:
        if made[kind].strip() and tokens(made[kind]) not in right:
            yield kind, made[kind]


def claim_mutations(text: str, names: Sequence[str], draw: random.Random) -> Iterator[tuple[str, str]]:
    """The mutations of a statement that apply to it, each as (kind, text).

    A number is replaced by one of as many digits, a month, a day of the week or a year by another, and a name by an
    invented one. A negation is dropped, or `not` is put after an auxiliary. `moved` has a name of the same passages,
    `names`, in the place of another: nothing in it is unknown.
    """
    own = [name for name in names if name not in text]
    made = {
        "number": _number(_YEAR.sub(lambda year: "x" * len(year.group()), text), draw, text),
        "date": _date(text, draw),
        "negation": _negated(text, draw),
        "entity": _renamed(text, draw.choice([name for name in _NAMES if name not in text]), draw),
        "moved": _renamed(text, draw.choice(own), draw) if own else "",
    }
    for kind, mutated in made.items():
        if mutated.strip() and tokens(mutated) != tokens(text):
            yield kind, mutated


def names_in(text: str) -> list[str]:
    """Runs of words with a capital inside sentences, without months and days."""
    return sorted({match.group() for match in _NAME.finditer(text)} - {*_MONTHS, *_DAYS})


def _date(text: str, draw: random.Random) -> str:
    found = [*_DATE.finditer(text), *_YEAR.finditer(text)]
    if not found:
        return ""
    chosen = draw.choice(found)
    written = chosen.group()
    group = _MONTHS if written in _MONTHS else _DAYS if written in _DAYS else ()
    others = [name for name in group if name != written] or [
        str(int(written) + step) for step in (-11, -7, -4, -3, -2, -1, 1, 2, 3, 4, 7, 11)
    ]
    return text[: chosen.start()] + draw.choice(others) + text[chosen.end() :]


def _negated(text: str, draw: random.Random) -> str:
    if _CLAIMED_NEGATION.search(text):
        return _CLAIMED_NEGATION.sub("", text, count=1)
    found = list(_POLAR.finditer(text))
    if not found:
        return ""
    end = draw.choice(found).end()
    return f"{text[:end]} not{text[end:]}"


def _renamed(text: str, name: str, draw: random.Random) -> str:
    found = [match for match in _NAME.finditer(text) if match.group() not in {*_MONTHS, *_DAYS}]
    if not found:
        return ""
    chosen = draw.choice(found)
    return text[: chosen.start()] + name + text[chosen.end() :]


def _number(searched: str, draw: random.Random, text: str = "") -> str:
    """The text with another number in the place of one that stands in `searched`, which is as long."""
    text = text or searched
    found = list(_NUMBER.finditer(searched))
    if not found:
        return ""
    chosen = draw.choice(found)
    written = chosen.group()
    while written == chosen.group():
        written = re.sub(r"\d", lambda _: str(draw.randint(1, 9)), written)
    return text[: chosen.start()] + written + text[chosen.end() :]


def _entity(sample: Sample, draw: random.Random) -> str:
    said = f"{sample.utterance}\n{sample.rewrite}\n{sample.history}"
    name = draw.choice([name for name in _NAMES if name not in said])
    text = sample.rewrite.rstrip()
    found = list(_NAME.finditer(text))
    if found and draw.random() < 0.5:
        chosen = draw.choice(found)
        return text[: chosen.start()] + name + text[chosen.end() :]
    words, end = text.rstrip("?!. "), text[len(text.rstrip("?!. ")) :].strip() or "?"
    return f"{words} {draw.choice(('in', 'of', 'by', 'for'))} {name}{end}"


def _answer(sample: Sample, answers: Mapping[tuple[str, int], str], draw: random.Random) -> str:
    own = answers.get((sample.conversation, sample.number), "")
    pool = sorted(key for key in answers if key[0] != sample.conversation)
    text = own or (answers[draw.choice(pool)] if pool else "")
    said = [text[start:end] for start, end in sentences(text)]
    return next((sentence for sentence in said if "?" not in sentence and tokens(sentence)), "")
