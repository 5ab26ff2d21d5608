"""What is kept of a turn for search in its conversation: at most about 700 bytes.

version 1 byte · flags 1 byte · time 4 bytes · number of terms 2 bytes · terms 4 bytes each · their counts 1 byte each
· name of the embedder 4 bytes · vector 1 byte a dimension; the last two only where there is a vector
"""

import re
import struct
import zlib
from collections import Counter
from collections.abc import Mapping
from itertools import islice

import numpy as np
import numpy.typing as npt

from askwell.history_search.units import Floats, Unit, term
from askwell.text.citations import strip_marks
from askwell.text.sentences import each_sentence
from askwell.text.times import times_told
from askwell.text.wanted import asks, holds_name, holds_number
from askwell.text.words import content_stems, words
from askwell.types import Language, Turn

MOST_TERMS = 60
"""Different stems kept of a turn: those of its question, then of its answer from the beginning."""

MOST_CHARS = 2_000
"""Characters of a question, and of an answer, that are read."""

MEANT_CHARS = 320
"""Characters that an embedder reads of a turn: its question and the first sentences of its answer.

Of a message alone it reads twice as many: the end of a long one tells as much as its beginning.
"""

_VERSION = 1
_HEAD = struct.Struct("<BBIH")
_MEANT, _NUMBER, _NAME, _SPOKEN = 8, 16, 32, 64
"""Flags; 4 is set in entries of earlier versions and no longer read. With the last one the first term is a speaker."""
_TIMES = 3
_SPEAKER = re.compile(r"([^\W\d_a-z][^\W\d_]{1,19}): ")
"""A name that a message begins with, in a conversation copied from elsewhere."""
_FRUITLESS = frozenset({"not_found", "declined", "chat"})


def tells(turn: Turn) -> bool:
    """Whether there is something in a turn that a later question could be answered from.

    Not in talk, in what asks about the conversation itself, and in a question that got no answer.
    """
    if turn.status == "failed" or turn.kind == "meta" or turn.route == "recall" or not words(turn.question):
        return False
    return (bool(turn.answer) and turn.outcome not in _FRUITLESS) or not asks(turn.question, turn.language)


def indexed_text(turn: Turn) -> tuple[str, str]:
    """The question as understood, and the answer without marks; none where it only says that there is none."""
    question = turn.standalone_question or turn.question
    both = question if turn.question in question else f"{turn.question} {question}"
    answer = "" if turn.outcome in _FRUITLESS else strip_marks(turn.answer[: 2 * MOST_CHARS])
    return both[:MOST_CHARS], answer[:MOST_CHARS]


def meant_text(turn: Turn) -> str:
    """What an embedder reads of a turn."""
    question, answer = indexed_text(turn)
    text = f"{question[: 2 * MEANT_CHARS]} "
    for start, end in each_sentence(answer):
        if len(text) + end - start > MEANT_CHARS and text.strip() != question:
            break
        text += f"{answer[start:end]} "
    return text[: 2 * MEANT_CHARS].strip()


def turn_unit(turn: Turn, vector: npt.NDArray[np.int8] | None = None) -> Unit:
    """A turn as it is searched."""
    question, answer = indexed_text(turn)
    both = f"{question} {answer}"
    terms = _terms(question, answer, turn.language)
    return Unit(
        terms,
        (turn.finished_at or turn.created_at).timestamp(),
        vector,
        speaker=_speaker(question, terms, turn.language),
        times=times_told(both, turn.language),
        number=holds_number(both, turn.language),
        name=holds_name(both),
    )


def quantised(vector: Floats) -> npt.NDArray[np.int8]:
    """A vector in one byte a dimension; its length is lost, its direction kept to about half a degree."""
    largest = float(np.abs(vector).max()) if len(vector) else 0.0
    return np.rint(vector * (127 / largest)).astype(np.int8) if largest else np.zeros(len(vector), dtype=np.int8)


def pack(unit: Unit, embedder: str = "") -> bytes:
    """A unit as it is stored."""
    kept = list(unit.terms.items())[:MOST_TERMS]
    flags = min(unit.times, _TIMES) | (_MEANT if unit.vector is not None else 0)
    flags |= _SPOKEN if unit.speaker else 0
    flags |= (_NUMBER if unit.number else 0) | (_NAME if unit.name else 0)
    parts = [_HEAD.pack(_VERSION, flags, max(0, min(int(unit.at), 2**32 - 1)), len(kept))]
    parts.append(np.array([key for key, _ in kept], dtype="<u4").tobytes())
    parts.append(bytes(min(count, 255) for _, count in kept))
    if unit.vector is not None:
        parts.append(struct.pack("<I", named(embedder)) + unit.vector.tobytes())
    return b"".join(parts)


def unpack(packed: bytes, embedder: str = "") -> Unit | None:
    """What was packed, its vector only where that embedder made it; None for what another version or maker packed."""
    if len(packed) < _HEAD.size:
        return None
    version, flags, at, count = _HEAD.unpack_from(packed)
    header_end = _HEAD.size + 5 * count
    if version != _VERSION or len(packed) < header_end + (4 if flags & _MEANT else 0):
        return None
    keys = np.frombuffer(packed, dtype="<u4", count=count, offset=_HEAD.size).tolist()
    terms = dict(zip(keys, packed[_HEAD.size + 4 * count : header_end], strict=True))
    vector = None
    if flags & _MEANT and struct.unpack_from("<I", packed, header_end)[0] == named(embedder):
        vector = np.frombuffer(packed, dtype=np.int8, offset=header_end + 4)
    return Unit(
        terms,
        float(at),
        vector,
        speaker=keys[0] if flags & _SPOKEN else 0,
        times=flags & _TIMES,
        number=bool(flags & _NUMBER),
        name=bool(flags & _NAME),
    )


def named(embedder: str) -> int:
    """An embedder's name as 32 bits: vectors of two cannot be compared."""
    return zlib.crc32(embedder.encode("utf-8", "replace"))


def _speaker(question: str, terms: Mapping[int, int], language: Language) -> int:
    """The term of the name that a message begins with, which is the first of its terms; 0 for none."""
    found = _SPEAKER.match(question)
    stems = content_stems(found[1], language) if found else []
    return term(stems[0]) if len(stems) == 1 and next(iter(terms)) == term(stems[0]) else 0


def _terms(question: str, answer: str, language: Language) -> Mapping[int, int]:
    said: dict[int, int] = {}
    for stem, count in Counter(content_stems(question, language) + content_stems(answer, language)).items():
        key = term(stem)
        said[key] = said.get(key, 0) + count
    return dict(islice(said.items(), MOST_TERMS))
