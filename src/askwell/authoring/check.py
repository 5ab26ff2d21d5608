"""Checks the files of an assistant: its definition, prompts, tables, known questions, documents and scenarios."""

import difflib
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from typing import get_args

import yaml

from askwell.assistant import (
    BUILT_IN_WAYS,
    Assistant,
    definition_problems,
    load_assistant,
    load_golden,
)
from askwell.authoring.problems import Checked, Problem
from askwell.composition.plugins import plugged_parts, plugged_steps
from askwell.composition.registry import PluginRegistry
from askwell.errors import AskwellError, BadConfig, BadInput, NotFound
from askwell.evals.load import find_scenarios, home_of, load_scenario
from askwell.evals.scenario import Scenario
from askwell.evals.yaml_places import Place, Places, read_places
from askwell.knowledge.readers.reading import read_document
from askwell.knowledge.scan import File, scan
from askwell.tools.tables import open_tables
from askwell.types import Purpose

DEFINITION = "assistant.yaml"
READERS = 4
"""Documents that are read at a time, each in a process of its own."""
PROMPTS = frozenset(
    {*get_args(Purpose), "scope", "grade", "resolve", "composition", "intent", "golden", "digest", "reword"}
    - {"passages"}
)
"""Names of texts in `prompts/` that are used."""
_PLACED = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?:? (?P<message>.*)")
_LINE_IN_YAML = re.compile(r"line (\d+), column (\d+)")

Progress = Callable[[str], None]
"""Called with the name of each file before it is read."""


def check(path: Path, progress: Progress = lambda _: None) -> Checked:
    """The problems of an assistant's folder, or of one of its files: `assistant.yaml`, a scenario, a prompt.

    Documents are read, which may take minutes. Raises NotFound (`file_not_found`), and BadInput for a file of no
    assistant.
    """
    if path.is_dir() or path.name == DEFINITION:
        folder = path if path.is_dir() else path.parent
        if not (folder / DEFINITION).is_file():
            raise NotFound(
                f"There is no {DEFINITION} in {str(folder)!r}",
                code="file_not_found",
                hint="Name an assistant's folder.",
            )
        return _check_folder(folder, progress)
    if not path.is_file():
        raise NotFound(f"There is no file {str(path)!r}", code="file_not_found", hint="Check the path.")
    if path.parent.name == "prompts" and path.suffix == ".md":
        return Checked(tuple(_prompt(path)), 1)
    if path.suffix not in {".yaml", ".yml"}:
        raise BadInput(
            f"{str(path)!r} is no file that can be checked by itself",
            code="usage",
            hint=f"Name a folder, `{DEFINITION}`, a scenario or a prompt.",
        )
    home = home_of(path)
    assistant = load_assistant(home) if home and not _definition(home / DEFINITION) else None
    return Checked(tuple(_scenario(path, assistant)), 1)


def _check_folder(folder: Path, progress: Progress) -> Checked:
    file = folder / DEFINITION
    progress(DEFINITION)
    problems = _definition(file)
    prompts = sorted(folder.glob("prompts/*"))
    scenarios = find_scenarios(folder / "scenarios")
    problems += [problem for prompt in prompts for problem in _prompt(prompt)]
    assistant = load_assistant(folder) if not _definition(file) else None
    files = 1 + len(prompts) + len(scenarios)
    if assistant is not None:
        problems += [*_named(assistant, file), *_tables(assistant, file), *_golden(assistant)]
        read, found = _documents(assistant, file, progress)
        problems += found
        files += read
    for scenario in scenarios:
        progress(scenario.name)
        problems += _scenario(scenario, assistant)
    return Checked(tuple(problems), files)


def _definition(file: Path) -> list[Problem]:
    try:
        written, places = _read_definition(file)
    except BadConfig as error:
        return [_placed(error, file)]
    if not isinstance(written, dict):
        return [Problem(file, 1, 1, f"a mapping is expected, not {written!r}", "Begin with `name:` and `title:`.")]
    found = definition_problems(written)
    return sorted(
        (_at(file, places.of(each.path, is_key=each.is_key), each.message, each.hint) for each in found),
        key=lambda problem: (problem.line, problem.column),
    )


def _read_definition(file: Path) -> tuple[object, Places]:
    """Aliases are allowed, as where the assistant is loaded."""
    return read_places(_text(file), str(file), yaml.SafeLoader)


def _named(assistant: Assistant, file: Path) -> Iterator[Problem]:
    """Names in the definition that something else must have: the folder, plug-ins."""
    _, places = _read_definition(file)
    folder = file.resolve().parent.name
    if assistant.name != folder:
        message = f"`name` is {assistant.name!r} and the folder is {folder!r}"
        yield _at(file, places.of(("name",)), message, "Give both the same name.")
    plug_ins = PluginRegistry()
    for path, make in (("steps", plugged_steps), ("pack", plugged_parts)):
        try:
            make(assistant, plug_ins)
        except BadConfig as error:
            yield _at(file, places.of((path,)), error.message, error.hint)


def _prompt(file: Path) -> Iterator[Problem]:
    if file.suffix != ".md":
        yield Problem(file, 1, 1, f"{file.name!r} is not read", "Prompts are `.md` files.", "broken")
    elif file.stem not in PROMPTS:
        yield Problem(file, 1, 1, f"no prompt is named {file.stem!r}", _nearest(file.stem, PROMPTS), "broken")
    else:
        try:
            text = _text(file)
        except BadConfig as error:
            yield _placed(error, file)
            return
        if not text.strip():
            yield Problem(file, 1, 1, "the prompt is empty", "Write it, or remove the file.", "broken")


def _tables(assistant: Assistant, file: Path) -> Iterator[Problem]:
    if not assistant.own_ways:
        return
    _, places = _read_definition(file)
    for fault in open_tables(assistant).faults:
        route = next((name for name in assistant.own_ways if f"`{name}`" in fault.message), "")
        section = "ways" if route in assistant.ways else "catalogues"
        yield _at(file, places.of((section, route, "table")), fault.message, fault.hint, broken=True)


def _golden(assistant: Assistant) -> Iterator[Problem]:
    if assistant.golden is None or assistant.folder is None:
        return
    file = assistant.folder / assistant.golden.file
    try:
        load_golden(file)
    except BadConfig as error:
        yield _placed(error, file)


def _documents(assistant: Assistant, file: Path, progress: Progress) -> tuple[int, list[Problem]]:
    """Number of the documents that were read, and their problems."""
    folder = assistant.knowledge_folder
    if folder is None:
        return 0, []
    found = scan(folder, ())
    if found.kind == "nothing":
        if assistant.knowledge.path == "knowledge" and not _wants_documents(file):
            return 0, []
        return 0, [Problem(file, 1, 1, f"the folder {str(folder)!r} does not exist", "Create it.", "broken")]
    skipped = [
        Problem(folder / each.name, 1, 1, each.message, each.hint or "Remove it.", "broken")
        for each in (*found.skipped, *found.unlisted)
    ]
    with ThreadPoolExecutor(READERS) as threads:
        failed = []
        for each, problem in zip(found.files, threads.map(_unreadable, found.files), strict=True):
            progress(each.name)
            failed += [] if problem is None else [problem]
    return len(found.files), [*skipped, *failed]


def _unreadable(file: File) -> Problem | None:
    try:
        read_document(file.path, file.name)
    except BadInput as error:
        return Problem(file.path, 1, 1, error.message, error.hint, "broken")
    return None


def _wants_documents(file: Path) -> bool:
    written, _ = _read_definition(file)
    return isinstance(written, dict) and "knowledge" in written


def _scenario(file: Path, assistant: Assistant | None) -> Iterator[Problem]:
    try:
        scenario = load_scenario(file)
    except BadConfig as error:
        for line in error.message.split("\n"):
            yield _placed(BadConfig(line, hint=error.hint), file)
        return
    if assistant is not None:
        _, places = read_places(_text(file), str(file))
        yield from _expected(scenario, assistant, file, places)


def _expected(scenario: Scenario, assistant: Assistant, file: Path, places: Places) -> Iterator[Problem]:
    """Documents and routes that a scenario expects and the assistant does not have."""
    known = _sources(assistant)
    ways = (*BUILT_IN_WAYS, *assistant.own_ways, "last_answer", "recall", "golden", "reply")
    for at, turn in enumerate(scenario.conversation):
        for number, name in enumerate(turn.expected_sources):
            if known and PurePosixPath(name).name not in known:
                place = places.of(("conversation", at, "expected_sources", number))
                yield _at(file, place, f"no document is named {name!r}", _nearest(name, known))
        written = turn.expect.way
        for way in [written] if isinstance(written, str) else written or ():
            if way not in ways:
                place = places.of(("conversation", at, "expect", "way"))
                yield _at(file, place, f"no way is named {way!r}", _nearest(way, frozenset(ways)))


def _sources(assistant: Assistant) -> frozenset[str]:
    """Names that an answer can cite; empty if the documents of other collections are searched too."""
    folder = assistant.knowledge_folder
    if folder is None or assistant.folder is None or set(assistant.collections) - {assistant.name}:
        return frozenset()
    tables = [each.table for each in assistant.ways.values()] + [each.table for each in assistant.catalogues.values()]
    names = {PurePosixPath(each.name).name for each in scan(folder, ()).files}
    names |= {PurePosixPath(table).name for table in tables}
    if assistant.golden is not None:
        pairs = load_golden(assistant.folder / assistant.golden.file)
        names |= {PurePosixPath(pair.document or assistant.golden.file).name for pair in pairs}
    return frozenset(names)


def _at(file: Path, place: Place, message: str, hint: str = "", *, broken: bool = False) -> Problem:
    return Problem(file, place.line, place.column, message, hint, "broken" if broken else "invalid")


def _placed(error: AskwellError, file: Path) -> Problem:
    """An error whose message may begin with the file, its line and its column."""
    message = " ".join(error.message.split())
    if found := _PLACED.fullmatch(message):
        return Problem(file, int(found["line"]), int(found["column"] or 1), found["message"], error.hint)
    place = _LINE_IN_YAML.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (1, 1)
    return Problem(file, line, column, message.removeprefix(f"{file}: ").removeprefix(f"{file} "), error.hint)


def _text(file: Path) -> str:
    """Raises BadConfig for a file that is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadConfig(f"{file}: it is not UTF-8: {error.reason}", hint="Save the file as UTF-8.") from error


def _nearest(name: str, known: frozenset[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.4)
    return f"Did you mean `{near[0]}`?" if near else f"Known: {', '.join(sorted(known)[:12])}."
