"""What judges, writers and stores are given and give back."""

from dataclasses import dataclass
from typing import Literal

from askwell.types.documents import Language, Passage
from askwell.types.turns import Turn, Usage


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class ChatPiece:
    """A piece of a model's answer; the last one of a whole answer has `finished`."""

    text: str = ""
    finished: bool = False
    usage: Usage | None = None
    """Sent once, with the last piece; None until then."""
    cut: bool = False
    """The answer ended because it reached `max_tokens`; said by the last piece."""


@dataclass(frozen=True, slots=True)
class ScopeVerdict:
    """Whether a question belongs to an assistant."""

    in_scope: bool
    score: int
    """0 (foreign) to 100 (at the heart)."""
    reason: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class IntentVerdict:
    """Which of an assistant's intents a question has; an empty name means none of them."""

    intent: str
    score: float
    """0 to 1."""
    reason: str
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Grade:
    """Whether a passage helps to answer a question."""

    chunk_id: str
    relevant: bool
    score: float
    """0 to 1; comparable between passages and between questions."""
    reason: str = ""
    usage: Usage = Usage()
    """What grading cost: on the first grade of a call, nothing on the others."""


Purpose = Literal["answer", "not_found", "decline", "chat"]
"""What is to be written: an answer from passages, an honest no, a refusal, or talk."""


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a writer may use."""

    purpose: Purpose
    question: str
    """Standalone."""
    asked: str
    """As typed."""
    language: Language
    passages: tuple[Passage, ...] = ()
    labels: tuple[int, ...] = ()
    """For each passage the label its document has in this prompt, from 1 in packed order; a mark is `[label]`."""
    turns: tuple[Turn, ...] = ()
    """Recent turns, oldest first, as far as they fitted."""
    first_question: str = ""
    summary: str = ""
    notes: tuple[str, ...] = ()
    """Sentences for the writer: "Limited sources found. Acknowledge gaps if needed."."""
    word_for_word: str = ""
    """What is said as it stands, by no writer: rows of a table with their marks, a question back; empty for none."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Whose data it is; comes from the credential only."""

    tenant: str = "local"
    user: str = "local"


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn after `begin`: newly stored, or the one that an idempotency key already made."""

    turn: Turn
    fence: int
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A set of weights that can be pulled, and whether it is here."""

    name: str
    purpose: Literal["embedder", "chat"]
    bytes: int
    licence: str
    pulled: bool
    path: str
    note: str = ""
