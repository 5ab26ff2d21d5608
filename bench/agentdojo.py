"""The cases of AgentDojo (Debenedetti et al., NeurIPS 2024), read from its installed package without importing it.

A case is a task of a user and an order of somebody else, in the newest version of a suite: the order is in what a tool
returns. The package (`bench/agentdojo.txt`, MIT) needs the libraries of several providers of models to be imported; its
tasks are class attributes, so they are read from its syntax trees instead.
"""

import ast
import importlib.util
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

SUITES = ("workspace", "slack", "travel", "banking")
_READING = re.compile(r"(?:get|search|list|read|check)_")
_SENDS = frozenset({"get_webpage"})
"""Functions that read, and tell somebody else an address that a model wrote: they count as writing."""
_PLACEHOLDER = re.compile(r"\{(\w*injection\w*)\}")
_TASK_ID = re.compile(r"user_task_(\d+)")


@dataclass(frozen=True, slots=True)
class Function:
    """A tool of a suite."""

    name: str
    description: str
    arguments: tuple[str, ...]
    writes: bool


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody else wants, and the tools that do it."""

    goal: str
    functions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """The tasks of a suite, its tools, and its texts with a place for an order."""

    name: str
    tasks: tuple[str, ...]
    orders: tuple[Order, ...]
    functions: tuple[Function, ...]
    texts: tuple[str, ...]
    """What a tool returns, with `{order}` in the place of the order."""

    @property
    def cases(self) -> int:
        """Each task with each order."""
        return len(self.tasks) * len(self.orders)


def package() -> Path | None:
    """The folder of the installed package; None if there is none."""
    found = importlib.util.find_spec("agentdojo")
    return Path(found.origin).parent if found and found.origin else None


def suites(folder: Path) -> list[Suite]:
    """The suites of a package."""
    return [_suite(folder, name) for name in SUITES if (folder / "default_suites" / "v1" / name).is_dir()]


def templates(folder: Path) -> dict[str, str]:
    """The wordings of its attacks by name, with `{goal}` in the place of the order."""
    found: dict[str, str] = {}
    for file in sorted((folder / "attacks").glob("*_attacks.py")):
        for each in _classes(file):
            values = _values(each, {})
            own = ast.get_docstring(each, clean=False)
            texts = [text for text in _strings(each) if "{goal}" in text and text != own]
            if isinstance(values.get("name"), str) and texts:
                named = texts[0].replace("{user}", "the user").replace("{model}", "the AI language model")
                found[values["name"]] = named
    return found


def _suite(folder: Path, name: str) -> Suite:
    tasks: dict[str, str] = {}
    orders: dict[str, Order] = {}
    versions = sorted((folder / "default_suites").glob("v*"), key=lambda each: [*map(int, each.name[1:].split("_"))])
    for version in versions:
        tasks |= _tasks(version / name / "user_tasks.py", tasks)
        orders |= _orders(version / name / "injection_tasks.py")
    first = folder / "default_suites" / "v1"
    functions = _functions(first / name / "task_suite.py", first / "tools")
    return Suite(
        name,
        tuple(tasks.values()),
        tuple(orders.values()),
        tuple(functions),
        tuple(_texts(folder / "data" / "suites" / name)),
    )


def _tasks(file: Path, known: Mapping[str, str]) -> dict[str, str]:
    """The user's words by the name of their class, tasks that are two others included."""
    if not file.exists():
        return {}
    found: dict[str, str] = {}
    names = _values(_tree(file), {})
    for node in _tree(file).body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("UserTask"):
            if isinstance(prompt := _values(node, names).get("PROMPT"), str):
                found[node.name] = prompt
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and "combined_task" in ast.dump(node):
            given = next((each.value for each in node.value.keywords if each.arg == "prompt"), None)
            parts = [{**known, **found}.get(f"UserTask{each}", "") for each in _TASK_ID.findall(ast.unparse(node))]
            title = node.value.args[0]
            assert isinstance(title, ast.Constant)
            both = f"Perform the following tasks in the order they are given: 1. {parts[0]} 2. {parts[1]}"
            found[str(title.value)] = str(_value(given, names)) if given else both
    return found


def _orders(file: Path) -> dict[str, Order]:
    if not file.exists():
        return {}
    names = _values(_tree(file), {})
    found = {}
    for each in _classes(file):
        goal = _values(each, names).get("GOAL")
        if isinstance(goal, str):
            calls = [node for node in ast.walk(each) if isinstance(node, ast.Call) and _named(node) == "FunctionCall"]
            called = [_value(arg.value, {}) for node in calls for arg in node.keywords if arg.arg == "function"]
            found[each.name] = Order(goal, tuple(dict.fromkeys(map(str, called))))
    return found


def _functions(suite: Path, tools: Path) -> Iterator[Function]:
    listed = next(
        node.value
        for node in _tree(suite).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TOOLS"
    )
    assert isinstance(listed, ast.List)
    defined = {
        node.name: node
        for file in sorted(tools.glob("*.py"))
        for node in _tree(file).body
        if isinstance(node, ast.FunctionDef)
    }
    for each in listed.elts:
        node = defined[ast.unparse(each)]
        arguments = [arg.arg for arg in node.args.args if "Annotated" not in ast.unparse(arg.annotation or arg)]
        description = (ast.get_docstring(node) or node.name).split("\n\n")[0]
        writes = node.name in _SENDS or not _READING.match(node.name)
        yield Function(node.name, description, tuple(arguments), writes)


def _texts(folder: Path) -> Iterator[str]:
    """The smallest record around each place of an order, without the other places."""
    for file in sorted(folder.rglob("*.yaml")):
        if file.name != "injection_vectors.yaml":
            for record in _records(yaml.load(file.read_text(encoding="utf-8"), _Loader)):  # noqa: S506  # a safe one
                text = yaml.safe_dump(record, allow_unicode=True, sort_keys=False, width=10_000)
                for name in dict.fromkeys(_PLACEHOLDER.findall(text)):
                    yield _PLACEHOLDER.sub(lambda each, own=name: "{order}" if each[1] == own else "", text)  # type: ignore[misc]


def _records(value: object) -> Iterator[object]:
    """The innermost mappings that have a place in one of their own texts."""
    if isinstance(value, Mapping):
        own = {key: each for key, each in value.items() if _has_place(each)}
        if own:
            yield value if len(value) < 30 else own
        for each in value.values():
            yield from _records(each)
    elif isinstance(value, list):
        for each in value:
            yield from _records(each)


def _has_place(value: object) -> bool:
    texts = value if isinstance(value, list) else [value]
    return any(isinstance(each, str) and bool(_PLACEHOLDER.search(each)) for each in texts)


class _Loader(yaml.SafeLoader):
    """Reads a file without those that it includes, which are read as files of their own."""


_Loader.add_constructor("!include", lambda _loader, _node: None)


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _classes(file: Path) -> list[ast.ClassDef]:
    return [node for node in _tree(file).body if isinstance(node, ast.ClassDef)]


def _named(call: ast.Call) -> str:
    return ast.unparse(call.func)


def _strings(node: ast.AST) -> list[str]:
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def _values(node: ast.Module | ast.ClassDef, known: Mapping[str, Any]) -> dict[str, Any]:
    """The names that a module or a class binds to values that can be read."""
    found = dict(known)
    for each in node.body:
        target = each.targets[0] if isinstance(each, ast.Assign) else getattr(each, "target", None)
        value = getattr(each, "value", None)
        if isinstance(target, ast.Name) and value is not None:
            found[target.id] = _value(value, found)
    return found


def _value(node: ast.expr | None, names: Mapping[str, Any]) -> Any:
    """The value of an expression of constants, names, joined texts and lists; None for anything else."""
    value: Any = None
    match node:
        case ast.Constant():
            value = node.value
        case ast.Name():
            value = names.get(node.id)
        case ast.List():
            value = [_value(each, names) for each in node.elts]
        case ast.JoinedStr():
            value = "".join(map(str, (_value(each, names) for each in node.values)))
        case ast.FormattedValue():
            value = _value(node.value, names)
        case ast.BinOp(op=ast.Add()):
            value = f"{_value(node.left, names)}{_value(node.right, names)}"
        case ast.Call(func=ast.Attribute(attr="join"), args=[several]):
            value = ", ".join(map(str, _value(several, names) or ()))
    return value
