"""The index entry of a turn for the search in its conversation; about 700 bytes at most.

version 1 byte · flags 1 byte · time 4 bytes · number of terms 2 bytes · terms 4 bytes each · their counts 1 byte each
· hash of the embedder's name 4 bytes · vector 1 byte per dimension; the last two only if there is a vector
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

MAX_TERMS = 60
"""Maximum distinct stems of a turn: those of its question, then those of its answer from the beginning."""

MAX_CHARS = 2_000
"""Maximum characters of a question, and of an answer, that are indexed."""

MEANT_CHARS = 320
"""Maximum characters for the embedder: the question and the first sentences of the answer.

A question alone may have twice as many, because the end of a long message matters as much as its beginning.
"""

_VERSION = 1
_HEADER = struct.Struct("<BBIH")
_HAS_VECTOR, _HAS_NUMBER, _HAS_NAME, _HAS_SPEAKER = 8, 16, 32, 64
"""Flags. 4 is set in entries of earlier versions and ignored. With `_HAS_SPEAKER`, the first term is a speaker."""
_TIMES_MASK = 3
_SPEAKER = re.compile(r"([^\W\d_a-z][^\W\d_]{1,19}): ")
"""A name at the beginning of a message, as in imported conversations."""
_WITHOUT_ANSWER = frozenset({"passages", "unsupported", "not_found", "declined", "chat"})
_REPEATING = frozenset({"recall", "last_answer"})
"""Routes of turns that answer from earlier turns."""


def tells(turn: Turn) -> bool:
    """Whether a turn may answer a later question.

    False for small talk, questions about the conversation itself and questions without an answer.
    """
    if turn.status == "failed" or turn.kind == "meta" or turn.route in _REPEATING or not words(turn.question):
        return False
    return (bool(turn.answer) and turn.outcome not in _WITHOUT_ANSWER) or not asks(turn.question, turn.language)


def indexed_text(turn: Turn) -> tuple[str, str]:
    """The resolved question with the typed one, and the answer without marks; empty if it says that none was found."""
    question = turn.standalone_question or turn.question
    both = question if turn.question in question else f"{turn.question} {question}"
    answer = "" if turn.outcome in _WITHOUT_ANSWER else strip_marks(turn.answer[: 2 * MAX_CHARS])
    return both[:MAX_CHARS], answer[:MAX_CHARS]


def meant_text(turn: Turn) -> str:
    """The text of a turn for the embedder: only the resolved question if documents answered it."""
    if turn.sources:
        return (turn.standalone_question or turn.question)[: 2 * MEANT_CHARS].strip()
    question, answer = indexed_text(turn)
    text = f"{question[: 2 * MEANT_CHARS]} "
    for start, end in each_sentence(answer):
        if len(text) + end - start > MEANT_CHARS and text.strip() != question:
            break
        text += f"{answer[start:end]} "
    return text[: 2 * MEANT_CHARS].strip()


def turn_unit(turn: Turn, vector: npt.NDArray[np.int8] | None = None) -> Unit:
    """A turn as a search unit."""
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
    """A vector with one byte per dimension. Its length is lost; its direction changes by about half a degree."""
    largest = float(np.abs(vector).max()) if len(vector) else 0.0
    return np.rint(vector * (127 / largest)).astype(np.int8) if largest else np.zeros(len(vector), dtype=np.int8)


def pack(unit: Unit, embedder: str = "") -> bytes:
    """A unit as bytes for the store."""
    terms = list(unit.terms.items())[:MAX_TERMS]
    flags = min(unit.times, _TIMES_MASK) | (_HAS_VECTOR if unit.vector is not None else 0)
    flags |= _HAS_SPEAKER if unit.speaker else 0
    flags |= (_HAS_NUMBER if unit.number else 0) | (_HAS_NAME if unit.name else 0)
    parts = [_HEADER.pack(_VERSION, flags, max(0, min(int(unit.at), 2**32 - 1)), len(terms))]
    parts.append(np.array([key for key, _ in terms], dtype="<u4").tobytes())
    parts.append(bytes(min(count, 255) for _, count in terms))
    if unit.vector is not None:
        parts.append(struct.pack("<I", named(embedder)) + unit.vector.tobytes())
    return b"".join(parts)


def unpack(packed: bytes, embedder: str = "") -> Unit | None:
    """The unit in an index entry; None if its format is unknown. Without its vector if another embedder made it."""
    if len(packed) < _HEADER.size:
        return None
    version, flags, at, count = _HEADER.unpack_from(packed)
    header_end = _HEADER.size + 5 * count
    if version != _VERSION or len(packed) < header_end + (4 if flags & _HAS_VECTOR else 0):
        return None
    keys = np.frombuffer(packed, dtype="<u4", count=count, offset=_HEADER.size).tolist()
    terms = dict(zip(keys, packed[_HEADER.size + 4 * count : header_end], strict=True))
    vector = None
    if flags & _HAS_VECTOR and struct.unpack_from("<I", packed, header_end)[0] == named(embedder):
        vector = np.frombuffer(packed, dtype=np.int8, offset=header_end + 4)
    return Unit(
        terms,
        float(at),
        vector,
        speaker=keys[0] if flags & _HAS_SPEAKER else 0,
        times=flags & _TIMES_MASK,
        number=bool(flags & _HAS_NUMBER),
        name=bool(flags & _HAS_NAME),
    )


def named(embedder: str) -> int:
    """A 32-bit hash of an embedder's name. Vectors of different embedders cannot be compared."""
    return zlib.crc32(embedder.encode("utf-8", "replace"))


def _speaker(question: str, terms: Mapping[int, int], language: Language) -> int:
    """The term of the name at the beginning of a message, which is its first term; 0 for none."""
    found = _SPEAKER.match(question)
    stems = content_stems(found[1], language) if found else []
    return term(stems[0]) if len(stems) == 1 and next(iter(terms)) == term(stems[0]) else 0


def _terms(question: str, answer: str, language: Language) -> Mapping[int, int]:
    counts: dict[int, int] = {}
    for stem, count in Counter(content_stems(question, language) + content_stems(answer, language)).items():
        key = term(stem)
        counts[key] = counts.get(key, 0) + count
    return dict(islice(counts.items(), MAX_TERMS))
