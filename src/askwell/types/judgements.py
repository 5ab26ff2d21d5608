"""Arguments and results of judges, writers and stores."""

from dataclasses import dataclass
from typing import Literal

from askwell.types.decisions import SearchTerm, Why
from askwell.types.documents import AttachedSearch, Language, Passage
from askwell.types.memory import Item, Topic
from askwell.types.tools import ToolCall, ToolRound, ToolSpec
from askwell.types.turns import Composition, Recalled, Support, Trust, Turn
from askwell.types.usage import Usage


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    """Tool calls of an assistant message."""
    call_id: str = ""
    """Id of the call that a `tool` message answers; empty for other roles."""


@dataclass(frozen=True, slots=True)
class ChatPiece:
    """A piece of a model's answer; the last piece of a complete answer has `finished`."""

    text: str = ""
    finished: bool = False
    usage: Usage | None = None
    """Set on the last piece; None before."""
    cut: bool = False
    """The answer was cut at `max_tokens`; set on the last piece."""
    calls: tuple[ToolCall, ...] = ()
    """Tool calls, each with a unique id; set on the last piece."""
    model: str = ""
    """Name of the model that answered, if it is another than the one asked; set on the last piece."""


@dataclass(frozen=True, slots=True)
class ReusedAnswer:
    """An answer that was given before, to be given again word for word."""

    text: str
    """Its marks are positions in `passages`, from 1."""
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class WrittenBy:
    """Yielded by a writer after an answer that another model wrote than its own."""

    name: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Yielded by a writer after an answer that was cut at the maximum number of tokens."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """Yielded by a writer after an answer of which parts were left out, since no model may write them."""

    kinds: tuple[str, ...]
    """`image`, `link`, `secret`, `instructions`."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """Yielded by a writer before an answer that only shows what the passages say, because none surely answers."""

    likely: float | None = None
    """The chance that it answers, 0 to 1; None if it is not known."""


WriterPiece = str | Usage | ToolCall | Cut | Unsure | Withheld | WrittenBy
"""Yielded by a writer: a piece of the answer, its cost, a tool call, or that the answer was cut or is not sure."""


@dataclass(frozen=True, slots=True)
class SupportVerdict:
    """How well the sentences of an answer are supported."""

    support: tuple[Support, ...] = ()
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class SourcesVerdict:
    """Which sources support an answer."""

    numbers: tuple[int, ...] = ()
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class ScopeVerdict:
    """Whether a question is in the scope of an assistant."""

    in_scope: bool
    score: int
    """0 (out of scope) to 100 (clearly in scope)."""
    reason: Why
    """Reason based only on the question, since a refusal may quote it."""
    usage: Usage = Usage()
    refused: Why = ""
    """Model whose result was rejected, and why; empty if it was accepted or no model was used."""


@dataclass(frozen=True, slots=True)
class NearestKnown:
    """A known question that may be what is asked, with its answer."""

    question: str
    passage: Passage
    lacks: frozenset[str] = frozenset()
    """Stems of the words of the question that it lacks."""
    asks_else: bool = False
    """Whether it has another question word."""


@dataclass(frozen=True, slots=True)
class GoldenVerdict:
    """Whether a question is one of those whose answer an author has written."""

    passage: Passage | None
    """The answer as a passage of its document; None if the question is no known one."""
    known: str = ""
    """The nearest known question; empty if there is none."""
    score: float = 0.0
    """Chance that both ask for the same, 0 to 1."""
    reason: Why = ""
    """Why it is not given."""
    nearest: NearestKnown | None = None
    """The known question, if its answer is not given but it may be what is asked."""
    by_model: bool = False
    """Whether a model has compared the two questions."""
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class IntentVerdict:
    """The intent of a question among those of an assistant; an empty name means none."""

    intent: str
    score: float
    """0 to 1."""
    reason: Why
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Grade:
    """Whether a passage helps to answer a question."""

    chunk_id: str
    relevant: bool
    score: float
    """0 to 1; comparable between passages and between questions."""
    reason: Why = ""
    usage: Usage = Usage()
    """Cost of grading: the first grade of a call has all of it."""
    is_sure: bool = True
    """Of a relevant one: whether it surely answers. Passages of which none is sure by a model are only shown."""


OperationKind = Literal[
    "shorter", "sentence", "example", "continue", "reason", "check", "reword", "list", "repeat", "transform"
]
"""What is to be done with the last answer: its best sentences, one sentence, an example, what it left out, reasons,
what it is based on, the same in other words, one statement per line, once more, or what needs a model (translate,
simplify)."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A request about the last answer."""

    kind: OperationKind
    answers: tuple[Turn, ...] = ()
    """The answer that it works on and earlier operations on that, oldest first; empty if there is none."""
    is_first: bool = False
    """Whether nothing was asked before."""

    @property
    def question(self) -> str:
        """The question that was answered, standalone; empty if there is no answer."""
        return (self.answers[0].standalone_question or self.answers[0].question) if self.answers else ""


@dataclass(frozen=True, slots=True)
class CompositionVerdict:
    """What a prompt is filled from."""

    composition: Composition
    reason: Why
    score: float | None = None
    """0 to 1: how sure it is, 1 if there was nothing to weigh; None if a model decided, which gives no number."""
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Rewording:
    """Other words for a question that a search did not answer."""

    wordings: tuple[str, ...] = ()
    """Wordings of the next search; empty if there are no others."""
    reason: Why = ""
    usage: Usage = Usage()


Purpose = Literal["answer", "passages", "not_found", "decline", "chat", "recall", "operation"]
"""What to write: an answer from passages, which passages may answer, that nothing was found, a refusal, small talk, an
answer about the conversation, or an operation on the last answer."""


@dataclass(frozen=True, slots=True)
class Brief:
    """All input of a writer."""

    purpose: Purpose
    question: str
    """The standalone question."""
    asked: str
    """The question as typed."""
    language: Language
    terms: tuple[SearchTerm, ...] = ()
    """Words of the conversation that an incomplete question is probably about; empty for any other."""
    passages: tuple[Passage, ...] = ()
    labels: tuple[int, ...] = ()
    """Label of each passage in this prompt, from 1 in packed order; a mark is `[label]`."""
    turns: tuple[Turn, ...] = ()
    """Recent turns that fit into the budget, oldest first."""
    first_question: str = ""
    summary: str = ""
    summary_trust: Trust = "normal"
    """The lowest trust of what the summary was made from."""
    older: tuple[Turn, ...] = ()
    """Turns recalled for this question, best first. If `purpose` is `recall`, their marks are labels of this prompt."""
    unsure: bool = False
    """Whether those turns are only approximate matches."""
    corrections: tuple[Item, ...] = ()
    """Items in force that supersede something in those turns."""
    topics: tuple[Topic, ...] = ()
    """Topics of the conversation, oldest first, if the question asks for them."""
    notes: tuple[str, ...] = ()
    """Sentences for the writer, such as "Limited sources found. Acknowledge gaps if needed."."""
    parts: tuple[tuple[str, str], ...] = ()
    """Name and text of plugged-in parts of the prompt."""
    word_for_word: str = ""
    """The answer itself, if no writer is needed: rows of a table with marks, or a question to the user; else empty."""
    tools: tuple[ToolSpec, ...] = ()
    """Tools that the writer may call; empty if it must answer."""
    rounds: tuple[ToolRound, ...] = ()
    """Calls so far. Their passages are also in `passages`, after the packed ones."""
    about_user: tuple[tuple[str, str], ...] = ()
    """Information about the user from the caller: name and value."""
    packed: int | None = None
    """Number of packed passages; None for all. Passages after them come from tools."""
    facts: tuple[tuple[str, str], ...] = ()
    """Values of the question that the text alone does not say: the text, and its canonical readings."""
    is_sure: bool = True
    """Whether the passages are known to answer. If not, a writer without a model shows them where it is not sure."""
    in_scope: float = 1.0
    """Chance that the question is in the assistant's scope, as its guard judged it; 1 if there was nothing to judge."""
    doubted: tuple[str, ...] = ()
    """Ids of documents with a table that the question could not be read as a query of."""
    operation: Operation | None = None
    """What is asked of the last answer; None for a question."""
    nearest_known: NearestKnown | None = None
    """A known question that may be what is asked; its passage is one of `passages`. None if a model writes."""
    key: str = ""
    """Random characters in the delimiters of this turn's prompts, which no author of a text can know."""


@dataclass(frozen=True, slots=True)
class Principal:
    """The owner of data; taken only from the credential."""

    tenant: str = "local"
    user: str = "local"


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn after `begin`: a new one, or the existing one with the same idempotency key."""

    turn: Turn
    fence: int
    replayed: bool = False
    assistant: str = ""
    """The assistant of the session; empty if nothing is stored."""
    recalled: Recalled | None = None
    """Result of `Turns.recall` for the turn, if it was requested."""


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A set of weights that can be downloaded, and whether it is installed."""

    name: str
    purpose: Literal["embedder", "chat"]
    bytes: int
    licence: str
    pulled: bool
    path: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """The turn that a tool runs for. It is passed with each call, since tools are shared by all conversations."""

    principal: Principal
    session_id: str
    """Empty if the turn has no session or memory is switched off; then there are no earlier turns."""
    turn: Turn
    """The running turn."""
    language: Language
    labels: tuple[str, ...] = ()
    """Search only documents with all of these labels."""
    attached: AttachedSearch | None = None
    """Attachments of the conversation that the turn searches; None for none."""
    removed: frozenset[str] = frozenset()
    """Ids of the documents of attachments that were removed; answers that cite them are not given again."""
    call_key: str = ""
    """Key of a call that writes, for systems that accept the same request only once; empty for tools that read."""
