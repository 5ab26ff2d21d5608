"""Examples for the reader of answers: a question, sentences that stand together, and which of them answer it.

From `DIR/squad` come SQuAD 1.1 (Rajpurkar et al. 2016) and SQuAD-it (Croce et al. 2018), both CC BY-SA 4.0; from
`bench/reading` documents and questions of our own in English, Dutch and Italian, by five authors who saw no code.
"""

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from askwell.models.e5 import E5Model
from askwell.text.sentences import sentences

OWN = Path(__file__).with_name("reading")
_QUESTION, _HEADING = 60, 12
"""Word pieces of question and heading, as in `askwell.models.read_e5`."""
_SENTENCE = 150
_LONGEST = 150
"""Word pieces of all sentences of an example, about."""
_WITHOUT = 0.45
"""Share of questions that are shown with sentences that do not answer."""
_TITLED = 0.65
"""Share of examples with a title: documents of users have none now and then."""
_HELD = 5
"""One of so many documents of our own is held out."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or document: its title, and the ids of the pieces of each sentence."""

    title: tuple[int, ...]
    sentences: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A question, each way it is typed, with its text."""

    questions: tuple[tuple[int, ...], ...]
    text: Text
    answering: frozenset[int]
    """Places of the sentences that answer; empty if none does."""
    others: tuple[Text, ...] = ()
    """Texts with many of its words that do not answer it."""


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


def own(model: E5Model, *, held: bool) -> list[Item]:
    """Questions over our own documents: those that are held out, or those to learn from."""
    found: list[Item] = []
    lines = [line for file in sorted(OWN.glob("*.jsonl")) for line in file.read_text(encoding="utf-8").splitlines()]
    for number, line in enumerate(lines):
        if (number % _HELD == 0) != held:
            continue
        document = json.loads(line)
        written = document["text"]
        spans = sentences(written)
        text = Text(
            tuple(model.ids(document["title"])), tuple(tuple(model.ids(written[start:end])) for start, end in spans)
        )
        for asked in document["questions"]:
            places = [(written.find(each), len(each)) for each in asked["answer"]]
            gold = frozenset(
                at
                for at, (start, end) in enumerate(spans)
                if any(start < place + size and place < end for place, size in places if place >= 0)
            )
            if gold or not asked["answer"]:
                found.append(Item(_typed(asked["question"], model), text, gold))
    return found


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
    window = _window(text, draw.choice(starts), frozenset() if answered else gold, draw)
    known = model.weights.vocabulary
    asked = draw.choice((item.questions[0], *item.questions)) if varied else item.questions[0]
    ids = [known.start, *asked[:_QUESTION], known.end, *model.ids("passage: ")]
    if not varied or draw.random() < _TITLED:
        ids += text.title[:_HEADING]
    spans = []
    for at in window:
        spans.append((len(ids), len(ids) + len(text.sentences[at][:_SENTENCE])))
        ids += text.sentences[at][:_SENTENCE]
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


def _window(text: Text, at: int, barred: frozenset[int], draw: random.Random) -> range:
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
