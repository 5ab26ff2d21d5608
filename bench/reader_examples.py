"""Examples for the reader of answers: a question, sentences that stand together, and which of them answer it.

From `DIR/squad` come SQuAD 1.1 (Rajpurkar et al. 2016) and SQuAD-it (Croce et al. 2018), both CC BY-SA 4.0; from
`bench/reading` documents and questions of our own in English, Dutch and Italian, by thirteen authors who saw no code.
Half of the examples of the latter are neighbouring sentences, half are like those of a turn: sentences that come near
the question, wherever they stand.
"""

import asyncio
import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from askwell.models.e5 import E5Model
from askwell.models.read_e5 import SENTENCE_PIECES
from askwell.ports import Embedder
from askwell.text.sentences import sentences

OWN = Path(__file__).with_name("reading")
MANUALS = OWN / "manuals"
LATER = OWN / "later"
"""Documents that were written later, two thirds of them manuals and procedures, and by three more authors."""
_QUESTION, _HEADING = 60, 12
"""Word pieces of question and heading, as in `askwell.models.read_e5`."""
_SENTENCE = 150
_LONGEST = 150
"""Word pieces of all sentences of an example, about."""
_WITHOUT = 0.45
"""Share of questions that are shown with sentences that do not answer."""
_TITLED = 0.65
"""Share of examples with a title: documents of users have none now and then."""
_TOGETHER = 3
"""Sentences of an example that come nearest, as `askwell.rules.reading` reads them."""
_NEAR = 6
"""So many of the nearest are drawn from."""
_HELD = 5
"""One of so many documents of our own is held out."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or document: its title, and the ids of the pieces of each sentence."""

    title: tuple[int, ...]
    sentences: tuple[tuple[int, ...], ...]
    headings: tuple[tuple[int, ...], ...] = ()
    """Of each sentence the pieces of the heading above it, of our own documents; of a heading itself none."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question, each way it is typed, with its text."""

    questions: tuple[tuple[int, ...], ...]
    text: Text
    answering: frozenset[int]
    """Places of the sentences that answer; empty if none does."""
    others: tuple[Text, ...] = ()
    """Texts with many of its words that do not answer it."""
    nearest: tuple[int, ...] = ()
    """Places of the sentences that come nearest to the question, of our own documents."""


@dataclass(frozen=True, slots=True)
class Example:
    """The pieces that the reader gets, the span of each sentence, and whether it answers."""

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    answers: tuple[bool, ...]


def squad(file: Path, model: E5Model) -> list[Item]:
    """The questions of a file in the format of SQuAD, each with the four nearest paragraphs of its article."""
    found: list[Item] = []
    for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
        title = tuple(model.ids(article.get("title", "").replace("_", " ")))
        contexts = [paragraph["context"] for paragraph in article["paragraphs"]]
        spans = [sentences(context) for context in contexts]
        texts = [
            Text(title, tuple(tuple(model.ids(context[start:end])) for start, end in own))
            for context, own in zip(contexts, spans, strict=True)
        ]
        held = [Counter(_words(context)) for context in contexts]
        spread = Counter(word for own in held for word in own)
        for at, paragraph in enumerate(article["paragraphs"]):
            for asked in paragraph["qas"]:
                answer = asked["answers"][0]["text"] if asked.get("answers") else ""
                place = contexts[at].find(answer, max(0, asked["answers"][0]["answer_start"] - 3)) if answer else -1
                gold = frozenset(number for number, (start, end) in enumerate(spans[at]) if start <= place < end)
                if not gold:
                    continue
                wanted = set(_words(asked["question"]))
                weights = {word: math.log(1 + len(contexts) / spread[word]) for word in wanted if word in spread}
                others = [
                    each for each in range(len(texts)) if each != at and answer.lower() not in contexts[each].lower()
                ]
                others.sort(key=lambda each: -sum(weight for word, weight in weights.items() if word in held[each]))
                found.append(
                    Item(_typed(asked["question"], model), texts[at], gold, tuple(texts[each] for each in others[:4]))
                )
    return found


def own(model: E5Model, embedder: Embedder, *, held: bool) -> list[Item]:
    """Questions over our own documents: those that are held out, or those to learn from."""
    found: list[Item] = []
    for line in [*_lines((OWN, MANUALS), held=held), *_lines((LATER,), held=held)]:
        document = json.loads(line)
        written = document["text"]
        spans = sentences(written)
        above = headings(written, spans)
        text = Text(
            tuple(model.ids(document["title"])),
            tuple(tuple(model.ids(written[start:end])) for start, end in spans),
            tuple(tuple(model.ids(heading or "")) for heading in above),
        )
        said = [at for at, heading in enumerate(above) if heading is not None]
        asked_here = [asked["question"] for asked in document["questions"]]
        ranked = asyncio.run(_ranked(embedder, {at: written[slice(*spans[at])] for at in said}, asked_here))
        for asked, nearest in zip(document["questions"], ranked, strict=True):
            places = [(written.find(each), len(each)) for each in asked["answer"]]
            gold = frozenset(
                at
                for at, (start, end) in enumerate(spans)
                if any(start < place + size and place < end for place, size in places if place >= 0)
            )
            if gold or not asked["answer"]:
                found.append(Item(_typed(asked["question"], model), text, gold, nearest=nearest))
    return found


def _lines(folders: Iterable[Path], *, held: bool) -> list[str]:
    """The lines of the files in folders that are held out, or those that are not."""
    files = [file for folder in folders for file in sorted(folder.glob("*.jsonl"))]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [line for number, line in enumerate(lines) if (number % _HELD == 0) == held]


def headings(written: str, spans: Sequence[tuple[int, int]]) -> list[str | None]:
    """Of each sentence the heading above it, a line of its own without a mark at its end; None for a heading."""
    found: list[str | None] = []
    above = ""
    for start, end in spans:
        line = written[start:end]
        is_alone = f"\n\n{line}\n\n" in f"\n\n{written}\n\n"
        is_heading = is_alone and line[-1] not in ".:;?!" and line[0] not in "-*" and not line[0].isdigit()
        above = line if is_heading else above
        found.append(None if is_heading else above)
    return found


async def _ranked(embedder: Embedder, said: Mapping[int, str], questions: Sequence[str]) -> list[tuple[int, ...]]:
    """For each question the places of the sentences that come nearest to it, the nearest first."""
    places = list(said)
    rows = await embedder.embed(list(said.values()), kind="passage")
    likeness = await embedder.embed(questions, kind="query") @ rows.T
    return [tuple(places[each] for each in row) for row in np.argsort(-likeness, axis=1)[:, :_NEAR]]


def example(item: Item, model: E5Model, draw: random.Random, *, answered: bool, varied: bool) -> Example | None:
    """An item as the reader gets it, with or without an answer among its sentences; None if there are no such ones.

    `varied` draws the spelling of the question, the window and whether there is a title, for training.
    """
    text, gold = item.text, item.answering
    if not answered and item.others:
        text, gold = (draw.choice(item.others) if varied else item.others[0]), frozenset()
    starts = [at for at in range(len(text.sentences)) if (at in gold) == answered]
    if not starts:
        return None
    cut = _SENTENCE
    if varied and item.nearest and draw.random() < 0.5:
        window, cut = _together(item, draw, answered=answered), SENTENCE_PIECES
    else:
        window = _window(text, draw.choice(starts), frozenset() if answered else gold, draw)
    known = model.weights.vocabulary
    asked = draw.choice((item.questions[0], *item.questions)) if varied else item.questions[0]
    ids = [known.start, *asked[:_QUESTION], known.end, *model.ids("passage: ")]
    if not varied or draw.random() < _TITLED:
        heading = text.headings[window[0]] if text.headings else ()
        ids += (*text.title, *heading)[:_HEADING]
    spans = []
    for at in window:
        spans.append((len(ids), len(ids) + len(text.sentences[at][:cut])))
        ids += text.sentences[at][:cut]
    return Example((*ids, known.end), tuple(spans), tuple(at in gold for at in window))


def stream(items: Sequence[Item], model: E5Model, draw: random.Random, most: int) -> Iterator[list[Example]]:
    """Batches of at most `most` examples of similar length, without end."""
    while True:
        mixed = draw.sample(items, len(items))
        for at in range(0, len(mixed), 32 * most):
            drawn = [
                example(each, model, draw, answered=bool(each.answering) and draw.random() > _WITHOUT, varied=True)
                for each in mixed[at : at + 32 * most]
            ]
            examples = sorted((each for each in drawn if each), key=lambda each: len(each.ids))
            batches = [examples[start : start + most] for start in range(0, len(examples), most)]
            yield from draw.sample(batches, len(batches))


def _together(item: Item, draw: random.Random, *, answered: bool) -> Sequence[int]:
    """Places of sentences that come near, in any order, one of them answering if it is `answered`, else none."""
    wrong = [at for at in item.nearest if at not in item.answering]
    if not answered:
        return draw.sample(wrong, min(_TOGETHER, len(wrong)))
    first = draw.choice([*item.answering])
    others = [at for at in item.nearest if at != first]
    chosen = [first, *draw.sample(others, min(_TOGETHER - 1, len(others)))]
    return draw.sample(chosen, len(chosen))


def _window(text: Text, at: int, barred: frozenset[int], draw: random.Random) -> Sequence[int]:
    """Places of sentences around one, without the barred ones, as many as fit."""
    first = last = at
    limit = draw.choice((60, 100, _LONGEST))
    size = len(text.sentences[at])
    while True:
        nearby = [
            each
            for each in (first - 1, last + 1)
            if 0 <= each < len(text.sentences) and each not in barred and size + len(text.sentences[each]) <= limit
        ]
        if not nearby:
            return range(first, last + 1)
        taken = draw.choice(nearby)
        first, last = min(first, taken), max(last, taken)
        size += len(text.sentences[taken])


def _typed(question: str, model: E5Model) -> tuple[tuple[int, ...], ...]:
    """Pieces of a question as it is, without its mark, and in small letters."""
    bare = question.rstrip("? ")
    ways = dict.fromkeys((question, bare, question.lower(), bare.lower()))
    return tuple(tuple(model.ids(f"query: {each}")) for each in ways)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
