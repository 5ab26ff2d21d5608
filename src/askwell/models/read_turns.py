"""Reader of conversations: tells which words of earlier turns a question leaves out, and whether it leaves out any.

The lower half of multilingual-e5-small reads each text alone, in eight bits with onnxruntime; the upper half knows less
of single words. What it gives for a text is kept, since the turns before a question were read with earlier questions.
Two small layers of our own then read question and turns together. How they learnt, and on what, is in `turns.md`.
"""

import functools
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from askwell.models.e5 import E5Layer, E5Model, E5Pieces, load_e5, norm, run_layer
from askwell.models.e5_session import E5Session, Weights, layer_weights, pair_weights
from askwell.models.embed import normalise
from askwell.models.quantised_weights import Floats
from askwell.ports import Spans, Vectors
from askwell.text.bounds import text_cache
from askwell.types import ConversationReading

GRAPH = Path(__file__).with_name("turns.onnx")
LEARNT = Path(__file__).with_name("turns.npz")

LAYERS = 8
"""Layers of the model that read a text alone; the outputs of the last and the last but two are used together."""
STATES = 768
"""Numbers for each piece: two outputs of the model's width."""
LOWEST = -12.0
"""Log-odds of a word that has no place among the pieces that are read."""
MAX_TURNS = 5
MAX_PIECES = 200
"""Of question and turns together, the latest turn first."""
QUESTION_PIECES = 60
EARLIER_PIECES = 48
ANSWER_PIECES = 80
"""Of a question before this one, and of an answer."""
HEADS = 4
EPSILON = 1e-5
"""Of the norms of our own layers."""
_PREFIX = "query: "
_MARKS = 2
"""Pieces before and after a text: its beginning and its end."""
_CACHED_CHARS = 30_000
"""Of texts whose states are kept: the latest turns of some twenty conversations. A character takes about 1.5 KB."""
_WORD = re.compile(r"\w+(?:[-.,'’]\w+)*")
_PART = re.compile(r"\w+")

Role = int
"""0 for the question, 1 for an earlier one, 2 for an answer."""


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A word of a text that was read."""

    start: int
    """Where it begins and ends in the normalised text with its prefix."""
    end: int
    names: tuple[str, ...]
    """The word, and the parts of a compound like `high-speed`, in lower case."""
    pieces: list[int]
    """Those that write it, in order; none if it was not read."""


@dataclass(frozen=True)
class ReadText:
    """A text as the lower layers read it."""

    text: str
    """Normalised, with its prefix."""
    offsets: npt.NDArray[np.intp]
    """Where each piece begins and ends in it."""
    states: Floats
    """A row for each piece."""

    @functools.cached_property
    def words(self) -> tuple[ReadWord, ...]:
        """Its words after the prefix, in order."""
        starts, ends = self.offsets.T
        found = []
        for match in _WORD.finditer(self.text, len(_PREFIX)):
            whole = match.group().lower()
            pieces = np.flatnonzero((starts < match.end()) & (ends > match.start())).tolist()
            found.append(ReadWord(*match.span(), (whole, *_PART.findall(whole)), pieces))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Joined:
    """Question and turns as the layers of our own read them."""

    states: Floats
    roles: npt.NDArray[np.intp]
    back: npt.NDArray[np.intp]
    """Turns back, 0 for the question and the latest turn."""
    places: Mapping[str, list[int]]
    """The pieces of each word, in all its uses in earlier turns."""


class E5ConversationReader:
    """Loaded on first use, once per process: .5 s, .2 s if the embedder is loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, question: str, turns: Sequence[tuple[str, str]], words: Sequence[str]) -> ConversationReading:
        """What the question leaves out of the turns, questions with their answers, oldest first.

        `words` are of earlier turns, in lower case. Takes milliseconds of computing. Raises BrokenWeights.
        """
        return _upper().read(join(question, turns, words, self._known_text), words)

    def word_vectors(self, text: str) -> tuple[Spans, Vectors]:
        """The words of a text and the mean state of the pieces of each, normalised. Raises BrokenWeights.

        None for a text that the vocabulary writes otherwise, since its places would be those of another text.
        """
        read = self._known_text(text, QUESTION_PIECES)
        words = [word for word in read.words if word.pieces] if read.text == f"{_PREFIX}{text}" else []
        spans = [(word.start - len(_PREFIX), word.end - len(_PREFIX)) for word in words]
        rows = [read.states[word.pieces].mean(axis=0) for word in words]
        return spans, normalise(np.stack(rows)) if rows else np.empty((0, STATES), dtype=np.float32)

    def read_text(self, text: str, pieces: int) -> ReadText:
        """The first pieces of a text as the lower layers read it. Raises BrokenWeights."""
        session, cut = _lower(self._folder), _cut(str(self._folder), text)
        ids = [*cut.ids[:-1][: pieces + 1], cut.ids[-1]]
        offsets = np.concatenate([cut.offsets[: len(ids) - 1], cut.offsets[-1:]])
        return ReadText(session.model.written(_PREFIX + text), offsets, session.run(ids))

    def _known_text(self, text: str, pieces: int) -> ReadText:
        """The same, kept: a question of no more pieces than an earlier one may have is not read again as one."""
        folder = str(self._folder)
        return _read_text(folder, text, min(pieces, len(_cut(folder, text).ids) - _MARKS))


@dataclass(frozen=True, slots=True)
class _Upper:
    """The layers of our own, and what is before and after them."""

    layers: tuple[E5Layer, ...]
    learnt: Mapping[str, Floats]

    def read(self, joined: Joined, words: Sequence[str]) -> ConversationReading:
        learnt = self.learnt
        state = joined.states @ learnt["proj"] + learnt["proj_bias"] + learnt["role"][joined.roles]
        state = norm(state + learnt["back"][joined.back], (learnt["norm"], learnt["norm_bias"]), EPSILON)
        for layer in self.layers:
            state = run_layer(state, layer, [slice(0, len(state))], HEADS, EPSILON)
        pieces = state @ learnt["word"] + learnt["word_bias"]
        places = [joined.places[word] for word in words]
        odds = [float(np.logaddexp.reduce(pieces[found])) if found else LOWEST for found in places]
        about = state[joined.roles == 0].mean(axis=0)
        return ConversationReading(tuple(odds), float(about @ learnt["incomplete"] + learnt["incomplete_bias"]))


def join(
    question: str, turns: Sequence[tuple[str, str]], words: Sequence[str], read_text: Callable[[str, int], ReadText]
) -> Joined:
    """Question and turns, the latest turn first, as many pieces as are read, with the places of the words."""
    places: dict[str, list[int]] = {word: [] for word in words}
    states, roles, back, size = [], [], [], 0
    for text, pieces, role, turns_back in _parts(question, turns):
        if (role and not text.strip()) or size >= MAX_PIECES:
            continue
        read = read_text(text, pieces)
        kept = min(len(read.offsets), MAX_PIECES - size)
        if role:
            for word in read.words:
                if name := next((each for each in word.names if each in places), None):
                    places[name] += [size + at for at in word.pieces if at < kept]
        states.append(read.states[:kept])
        roles += [role] * kept
        back += [turns_back] * kept
        size += kept
    return Joined(np.concatenate(states), np.array(roles), np.array(back), places)


def _parts(question: str, turns: Sequence[tuple[str, str]]) -> Iterator[tuple[str, int, Role, int]]:
    """Texts in the order of reading, with the pieces that are read of each, its role, and turns back."""
    yield question, QUESTION_PIECES, 0, 0
    for turns_back, (asked, answered) in enumerate(reversed(turns[-MAX_TURNS:])):
        yield asked, EARLIER_PIECES, 1, turns_back
        yield answered, ANSWER_PIECES, 2, turns_back


@text_cache(_CACHED_CHARS)
def _cut(folder: str, text: str) -> E5Pieces:
    """The pieces of a text with its prefix and the marks of its beginning and end."""
    return _lower(Path(folder)).model.cut([text], _PREFIX, [[]])[0]


@text_cache(_CACHED_CHARS)
def _read_text(folder: str, text: str, pieces: int) -> ReadText:
    return E5ConversationReader(Path(folder)).read_text(text, pieces)


_loading = threading.Lock()


def _lower(folder: Path) -> E5Session:
    with _loading:
        return _lower_once(folder)


@functools.cache
def _lower_once(folder: Path) -> E5Session:
    model = load_e5(folder)
    return E5Session.open(model, GRAPH, _given(model))


def _given(model: E5Model) -> Weights:
    """The weights of the lower layers by the names that the graph has for them."""
    for number, layer in enumerate(model.layers[:LAYERS]):
        yield from layer_weights(number, layer)
    yield from pair_weights("norm", model.norm)


@functools.cache
def _upper() -> _Upper:
    with np.load(LEARNT, allow_pickle=False) as file:
        learnt = {name: np.asarray(values, dtype=np.float32) for name, values in file.items()}
    count = sum(name.endswith(".heads") for name in learnt)
    return _Upper(tuple([_layer(learnt, str(number)) for number in range(count)]), learnt)


def _layer(learnt: Mapping[str, Floats], name: str) -> E5Layer:
    def pair(part: str) -> tuple[Floats, Floats]:
        return learnt[f"{name}.{part}"], learnt[f"{name}.{part}_bias"]

    return E5Layer(
        *pair("heads"), *pair("joined"), pair("first_norm"), *pair("inner"), *pair("outer"), pair("second_norm")
    )
