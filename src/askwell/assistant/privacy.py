"""What becomes of personal data in the conversations of an assistant."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, model_validator

from askwell.assistant.base import Section
from askwell.privacy.spans import PERSONAL_KINDS, Kind

Handling = Annotated[
    Literal["off", "mask", "pseudonym"], BeforeValidator(lambda value: "off" if value is False else value)
]
"""`off`: texts are as they were written; `mask`: only the kind of a value is left, `[[IBAN]]`; `pseudonym`: a value has
a placeholder, `[[IBAN_1]]`, and its owner sees the value. YAML reads `off` without quotes as
false, which is the same."""


class PrivacySection(Section):
    """What becomes of personal data in questions, attachments and what is edited, at each place."""

    store: Handling = "off"
    """In what is stored: turns, events, memory, indexes, attachments."""
    prompt: Handling | None = None
    """In what a model reads; null means as in `store`, and nothing else is possible: a prompt is built from what is
    stored."""
    trace: Handling = "off"
    """In decisions that are shown with an answer; `off` shows the values to their owner."""
    log: Handling = "mask"
    """In the log of the process, if `store` is not `off`; `off` logs texts as they are. A log is of no conversation, so
    `pseudonym` is as `mask`."""
    export: Handling = "off"
    """In exported conversations; `off` exports the values of their owner."""
    kinds: tuple[Kind, ...] = tuple(sorted(PERSONAL_KINDS))
    """What is personal."""

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if not self.kinds:
            raise ValueError(
                "`kinds` is empty, so nothing would be hidden. Leave it out for all personal kinds, or set `store` to"
                " `off`"
            )
        if self.prompt not in {None, self.store}:
            raise ValueError(
                f"`prompt` is {self.prompt!r} and `store` is {self.store!r}; a prompt is built from stored turns, so"
                " both must be the same. Leave `prompt` out"
            )
        return self
