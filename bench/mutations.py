"""A right rewrite made wrong in one way: what the vetoes on a model's reply must catch.

The same seed makes the same mutations. Names and sentences here were invented for this purpose.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from askwell.text.sentences import sentences
from bench.cast import Sample
from bench.scores import tokens

KINDS = ("number", "negation", "entity", "answer", "language")

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
_NEGATION = re.compile(r"(?<=\w)n['’]t\b|(?<=can)not\b|\b(?:not|never|without|no|nor|none)\b ?", re.IGNORECASE)


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


def _number(text: str, draw: random.Random) -> str:
    found = list(_NUMBER.finditer(text))
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
