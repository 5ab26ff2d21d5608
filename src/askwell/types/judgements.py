"""What judges, writers and stores are given and give back."""

from dataclasses import dataclass
from typing import Literal

from askwell.types.documents import Language, Passage
from askwell.types.memory import Item, Topic
from askwell.types.tools import ToolCall, ToolRound, ToolSpec
from askwell.types.turns import Recalled, Turn
from askwell.types.usage import Usage


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    """Tools that the assistant called in it."""
    call_id: str = ""
    """The call that a message of role `tool` answers; empty for all others."""


@dataclass(frozen=True, slots=True)
class ChatPiece:
    """A piece of a model's answer; the last one of a whole answer has `finished`."""

    text: str = ""
    finished: bool = False
    usage: Usage | None = None
    """Sent once, with the last piece; None until then."""
    cut: bool = False
    """The answer ended because it reached `max_tokens`; said by the last piece."""
    calls: tuple[ToolCall, ...] = ()
    """Tools that the model calls, each under an id of its own; said by the last piece."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What a writer yields after an answer that ended because it reached its cap of tokens."""


WriterPiece = str | Usage | ToolCall | Cut
"""What a writer yields: a piece of the answer, what it cost, a call of a tool, or that the answer was cut."""


@dataclass(frozen=True, slots=True)
class ScopeVerdict:
    """Whether a question belongs to an assistant."""

    in_scope: bool
    score: int
    """0 (foreign) to 100 (at the heart)."""
    reason: str
    """About the question alone: a refusal may repeat it."""
    usage: Usage = Usage()
    refused: str = ""
    """Which model was asked and not followed, and why; empty where it was followed, or where none was asked."""


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


Purpose = Literal["answer", "not_found", "decline", "chat", "recall"]
"""What is to be written: an answer from passages, an honest no, a refusal, talk, or what was said before."""


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
    older: tuple[Turn, ...] = ()
    """Turns recalled for this question, best first; their marks are labels of this prompt where it is to `recall`."""
    unsure: bool = False
    """Whether those turns are only what comes nearest."""
    corrections: tuple[Item, ...] = ()
    """What is in force in place of something that those turns say."""
    topics: tuple[Topic, ...] = ()
    """What was spoken of, oldest first, where that is asked for."""
    notes: tuple[str, ...] = ()
    """Sentences for the writer: "Limited sources found. Acknowledge gaps if needed."."""
    parts: tuple[tuple[str, str], ...] = ()
    """PluginStep-in parts of the prompt: name and text of each."""
    word_for_word: str = ""
    """What is said as it stands, by no writer: rows of a table with their marks, a question back; empty for none."""
    tools: tuple[ToolSpec, ...] = ()
    """Tools that the writer may call; empty where it has to answer."""
    rounds: tuple[ToolRound, ...] = ()
    """Calls so far; what they found stands in `passages` too, behind what was packed."""
    about_user: tuple[tuple[str, str], ...] = ()
    """Who asks, as the caller tells it: name and value."""
    packed: int | None = None
    """How many of the first passages were packed; None for all. Those behind them came by tools."""


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
    assistant: str = ""
    """The session's; empty where nothing is stored."""
    recalled: Recalled | None = None
    """What `Turns.recall` gives of the turn, where it was asked for with it."""


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


@dataclass(frozen=True, slots=True)
class ToolContext:
    """For whom a tool runs; handed over with each call, for tools are shared by all conversations."""

    principal: Principal
    session_id: str
    """Empty where the turn belongs to no session, or memory is switched off: then there is nothing earlier."""
    turn: Turn
    """The running one."""
    language: Language
    labels: tuple[str, ...] = ()
    """Only documents that carry all of these."""
