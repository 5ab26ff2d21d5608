"""Base types of all sections of a definition."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

By = Literal["auto", "rules", "llm"]
"""What decides. `auto` is a model if one is configured, otherwise rules; exceptions are noted at the key."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""A name that is safe as a folder name, a collection name and a part of a URL."""


class Section(BaseModel):
    """Base of all sections: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")
