"""What all sections of a definition have in common."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

By = Literal["auto", "rules", "llm"]
"""Who judges: `auto` is a model where one is configured, else rules."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""A name that is safe as a folder, a collection and a part of a URL."""


class Section(BaseModel):
    """Base of all sections: frozen, and strict about keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")
