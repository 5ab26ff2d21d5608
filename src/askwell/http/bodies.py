"""Request bodies, validated and with examples. An unknown key is an error."""

from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from askwell.runtime.memory_editor import MOST_SUMMARY_CHARS
from askwell.types import TurnOptions

SessionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,128}$")]
"""An id that every store accepts; safe in a URL and as a file name."""
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Rating = Annotated[Literal[-1, 0, 1], BeforeValidator(lambda value: str(value) if isinstance(value, bool) else value)]
"""A number. Python accepts True for 1, JSON does not."""
Label = Annotated[str, StringConstraints(min_length=1, max_length=200)]

ALIASES = ("session_id", "thread_id", "conversation_id")
"""Accepted names of the session id, ours first."""


class Body(BaseModel):
    """Base class of all bodies."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*")
    @classmethod
    def _refuse_nul(cls, value: Any) -> Any:
        """Reject NUL: PostgreSQL cannot store it, and no real text contains it."""
        if any("\0" in text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)):
            raise PydanticCustomError("bad_character", "It contains a NUL character")
        return value


def one_session_id(body: Any, *, name: str = "session_id") -> Any:
    """Store the aliases of the session id under `name`. Two that differ are an error."""
    if not isinstance(body, dict):
        return body
    keys = [key for key in dict.fromkeys((name, *ALIASES)) if body.get(key) is not None]
    if not keys:
        return {key: value for key, value in body.items() if key not in ALIASES}
    if any(body[key] != body[keys[0]] for key in keys):
        ids = ", ".join(f"{key} {str(body[key])[:80]!r}" for key in keys)
        raise PydanticCustomError("session_ids_differ", "Two session ids that differ: {ids}", {"ids": ids})
    return {key: value for key, value in body.items() if key not in ALIASES} | {name: body[keys[0]]}


class NewSession(Body):
    """A conversation to create."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"assistant": "papers", "title": "Reading group"}, {}]},
    )
    assistant: str = Field("documents", max_length=64, description="Name of the assistant; see /v1/assistants.")
    title: str = Field("", max_length=200)
    id: SessionId | None = Field(
        None,
        description="Your own id; also accepted as session_id, thread_id or conversation_id. Default: a new UUIDv7.",
    )

    @model_validator(mode="before")
    @classmethod
    def _fold_aliases(cls, body: Any) -> Any:
        return one_session_id(body, name="id")


class SessionChange(Body):
    """Changes to a session; omitted fields stay as they are."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"title": "Reading group, March"}, {"pinned": True}]},
    )
    title: Title | None = None
    pinned: bool | None = Field(None, strict=True)

    @model_validator(mode="after")
    def _needs_a_change(self) -> Self:
        if self.title is None and self.pinned is None:
            raise PydanticCustomError("nothing_to_change", "Give a `title`, or set `pinned`")
        return self


class AttachmentChange(Body):
    """Changes to a file of a conversation; omitted fields stay as they are."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"only": True}, {"active": False}]})
    active: bool | None = Field(None, strict=True)
    only: bool | None = Field(None, strict=True)

    @model_validator(mode="after")
    def _needs_a_change(self) -> Self:
        if self.active is None and self.only is None:
            raise PydanticCustomError("nothing_to_change", "Set `active` or `only`")
        return self


class Wording(Body):
    """A text written by a person."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Only the county of Hays, not Travis."}]})
    text: str = Field(max_length=MOST_SUMMARY_CHARS, description="Replaces the current text.")


class Opinion(Body):
    """A reader's feedback on an answer."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"rating": 1}, {"rating": -1, "comment": "The amount is that of last year."}]},
    )
    rating: Rating = Field(description="1 for good, -1 for bad, 0 to remove the feedback.")
    comment: str = Field("", max_length=4000)


class Question(Body):
    """A question and its options."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"question": "And for a family of 2?"},
                {"question": "Why?", "conversation_window": 3, "labels": ["2025"], "use_memory": True},
            ]
        },
    )
    question: str = Field(description="The question as typed; at most 64 KB unless the assistant sets another limit.")
    labels: tuple[Label, ...] = Field((), max_length=20, description="Only documents that have all of these.")
    conversation_window: int | None = Field(
        None,
        ge=1,
        le=10,
        strict=True,
        description="Number of recent turns to recall; null uses the assistant's setting.",
    )
    use_memory: StrictBool = Field(
        True, description="False: nothing of the conversation is recalled, and nothing is learnt from this turn."
    )
    store: StrictBool = Field(
        True,
        description="False: nothing of this turn is stored. Its conversation is recalled, and `turn_number` is null.",
    )
    standalone_question: str = Field(
        "", max_length=65_536, description="Your own standalone question; empty lets askwell resolve the question."
    )

    @property
    def options(self) -> TurnOptions:
        """The turn's options."""
        return TurnOptions(
            labels=self.labels,
            window_turns=self.conversation_window,
            use_memory=self.use_memory,
            standalone_question=self.standalone_question,
            store=self.store,
        )


class LooseQuestion(Question):
    """A question; stateless unless it names a session."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"question": "What is scaled dot-product attention?", "assistant": "papers"},
                {"question": "And for a family of 2?", "session_id": "019a9d4e-5a10-7c3e-9d57-3f0a8b1c2d4e"},
            ]
        },
    )
    assistant: str | None = Field(None, max_length=64, description="The assistant, if there is no session.")
    session_id: SessionId | None = Field(
        None, description="Also accepted as thread_id or conversation_id. Null: nothing is recalled or stored."
    )
    create_if_missing: StrictBool = Field(False, description="Create the session under this id if it does not exist.")

    @model_validator(mode="before")
    @classmethod
    def _fold_aliases(cls, body: Any) -> Any:
        return one_session_id(body)

    @model_validator(mode="after")
    def _needs_an_id(self) -> Self:
        if self.create_if_missing and self.session_id is None:
            raise PydanticCustomError("session_id_missing", "`create_if_missing` needs a `session_id`")
        if self.create_if_missing and not self.store:
            raise PydanticCustomError(
                "nothing_is_stored", "`create_if_missing` stores a session, but `store: false` stores nothing"
            )
        return self
