"""The keys of an assistant's YAML with their types, defaults and meanings, read from the schema and its source."""

import ast
import inspect
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from askwell.assistant import Assistant, GoldenPair

NOT_WRITTEN = frozenset({"folder", "prompts"})
"""Fields of the definition that come from the disk."""
SCHEMA = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a section."""

    name: str
    kind: str
    """Its type in words, for people."""
    default: object
    is_required: bool
    meaning: str
    section: type[BaseModel] | None
    """The section that its value, or each of its values, is."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section with its keys."""

    model: type[BaseModel]
    path: str
    """Where it is written, such as `route.intents[]`; empty for the whole file."""
    meaning: str
    keys: tuple[Key, ...]


def parts() -> list[Part]:
    """All sections: the whole file, then each section before those inside of it, and the entries of `golden.file`."""
    return [*_parts(Assistant, ""), _part(GoldenPair, "golden.file: []")]


def assistant_schema() -> dict[str, object]:
    """The JSON Schema of `assistant.yaml`, for editors."""
    schema = Assistant.model_json_schema()
    for name in NOT_WRITTEN:
        schema["properties"].pop(name)
    models = {part.model.__name__: part.model for part in parts()}
    for name, found in (("Assistant", schema), *schema["$defs"].items()):
        meanings = _meanings(models[name])
        for key, value in found["properties"].items():
            value["description"] = meanings[key]
            value.pop("title", None)
    schema["title"] = "askwell assistant"
    return {"$schema": SCHEMA, **schema}


def _parts(model: type[BaseModel], path: str) -> Iterator[Part]:
    part = _part(model, path)
    yield part
    for key in part.keys:
        if key.section is not None:
            inner = f"{path}.{key.name}".removeprefix(".")
            ending = "[]" if key.kind.startswith("list") else ".NAME" if key.kind.startswith("mapping") else ""
            yield from _parts(key.section, inner + ending)


def _part(model: type[BaseModel], path: str) -> Part:
    meanings = _meanings(model)
    keys = tuple(
        _key(name, field, meanings[name]) for name, field in model.model_fields.items() if name not in NOT_WRITTEN
    )
    return Part(model, path, _joined(inspect.getdoc(model) or ""), keys)


def _key(name: str, field: FieldInfo, meaning: str) -> Key:
    default = field.get_default(call_default_factory=True)
    text = type_text(field.annotation) + _limits(field)
    return Key(name, text, default, field.is_required(), meaning, section_in(field.annotation))


def type_text(annotation: Any) -> str:  # noqa: PLR0911
    """A type as people read it."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_text(inner[0])
    if origin in {Union, types.UnionType}:
        cases = [type_text(each) for each in inner if each is not type(None)]
        return ", ".join(dict.fromkeys(cases)) + (", null" if type(None) in inner else "")
    if origin is Literal:
        return ", ".join(f"`{each}`" for each in inner)
    if origin is tuple:
        return f"list of {type_text(inner[0])}"
    if origin is not None and issubclass(origin, Mapping):
        return f"mapping of {type_text(inner[1])}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "section"
    named: Mapping[Any, str] = {str: "text", int: "whole number", float: "number", bool: "true, false"}
    return named.get(annotation, "") or str(annotation.__name__)


def section_in(annotation: Any) -> type[BaseModel] | None:
    """The section in a type, if there is one."""
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        return annotation if issubclass(annotation, BaseModel) else None
    return next((found for each in get_args(annotation) if (found := section_in(each))), None)


def _limits(field: FieldInfo) -> str:
    bounds = {
        name: getattr(each, name) for each in field.metadata for name in ("ge", "gt", "le") if hasattr(each, name)
    }
    low = f"at least {bounds['ge']:,}" if "ge" in bounds else f"above {bounds['gt']:,}" if "gt" in bounds else ""
    high = f"at most {bounds['le']:,}" if "le" in bounds else ""
    limits = " and ".join(filter(None, (low, high)))
    return f", {limits}" if limits else ""


@cache
def _meanings(model: type[BaseModel]) -> Mapping[str, str]:
    """Field to what is written under it in the source."""
    tree = ast.parse(Path(inspect.getfile(model)).read_text(encoding="utf-8"))
    [written] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == model.__name__]
    found = {}
    for field, note in zip(written.body, written.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(note, ast.Expr):
            found[field.target.id] = _joined(str(ast.literal_eval(note.value)))
    return found


def _joined(text: str) -> str:
    return " ".join(text.split())
