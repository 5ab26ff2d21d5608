"""Known questions of an assistant with their answers, from a file in its folder."""

from datetime import date
from pathlib import Path

import yaml
from pydantic import Field, TypeAdapter, ValidationError

from askwell.assistant.base import By, Section
from askwell.errors import BadConfig


class GoldenSection(Section):
    """Questions that are answered word for word with a text of the author."""

    by: By = "auto"
    """What decides about a question that is near to a known one. Rules show the known one as a place that may answer;
    a model is asked whether both are the same question."""
    file: str
    """YAML or JSON file with a list of known questions, relative to the assistant's folder."""


class GoldenPair(Section):
    """A known question in several wordings, and its answer."""

    questions: tuple[str, ...] = Field(min_length=1)
    """Wordings, in one language. Two or more tell which words matter: those that all have."""
    answer: str = Field(min_length=1)
    """The answer, given word for word."""
    document: str = ""
    """Name of the document that the answer is based on; empty means the file itself."""
    title: str = ""
    """Title of the document; empty means its name."""
    url: str = ""
    """Address of the document."""
    time_bound: bool = False
    """Whether the answer holds for a certain time only: then a question must name the same one."""
    valid_until: date | None = None
    """Last day on which the answer may be given."""


def load_golden(file: Path) -> tuple[GoldenPair, ...]:
    """The known questions of a file. Raises BadConfig, which names what is wrong."""
    hint = "It must be a list of mappings with `questions` and `answer`."
    try:
        written = yaml.safe_load(file.read_text(encoding="utf-8"))
        return TypeAdapter(tuple[GoldenPair, ...]).validate_python(written)
    except OSError as error:
        raise BadConfig(f"{file} cannot be read: {error.strerror}", hint="Check `golden.file`.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file} is not YAML: {error}", hint=hint) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadConfig(f"{file}: `{place}` is {first['input']!r}: {first['msg']}", hint=hint) from error
