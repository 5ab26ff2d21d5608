"""Checks the files of an assistant: its definition, prompts, tables, known questions, documents and scenarios."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import yaml

from askwell.assistant import (
    Assistant,
    definition_problems,
    golden_problems,
    load_assistant,
)
from askwell.authoring.check_scenarios import nearest, scenario_problems
from askwell.authoring.problems import Checked, Problem, placed, problem_at
from askwell.composition.plugins import plugged_parts, plugged_steps
from askwell.composition.registry import PluginRegistry
from askwell.errors import BadConfig, BadInput, NotFound
from askwell.evals.load import find_scenarios, home_of
from askwell.knowledge.readers.reading import read_document
from askwell.knowledge.scan import File, scan
from askwell.languages import LANGUAGES
from askwell.text.yaml_places import Places, read_places
from askwell.tools.tables import open_tables
from askwell.types import Purpose

DEFINITION = "assistant.yaml"
READERS = 4
"""Documents that are read at a time, each in a process of its own."""
PROMPTS = frozenset(
    {
        *get_args(Purpose),
        "scope",
        "grade",
        "resolve",
        "composition",
        "intent",
        "golden",
        "digest",
        "reword",
        "table_query",
    }
    - {"passages"}
)
"""Names of texts in `prompts/` that are used."""

Progress = Callable[[str], None]
"""Called with the name of each file before it is read."""


def check(path: Path, progress: Progress = lambda _: None, *, known: AbstractSet[str] = frozenset()) -> Checked:
    """The problems of an assistant's folder, or of one of its files.

    Such a file is `assistant.yaml`, the known questions, a scenario or a prompt. A folder of no assistant is one of
    scenarios. `known` are the names of assistants that scenarios may name; empty: any name. Documents are read, which
    may take minutes. Raises NotFound (`file_not_found`), and BadInput for a file of no assistant.
    """
    if path.is_dir() or path.name == DEFINITION:
        folder = path if path.is_dir() else path.parent
        if not (folder / DEFINITION).is_file():
            if path.is_dir() and not any(path.glob(f"*/{DEFINITION}")) and (scenarios := find_scenarios(path)):
                return Checked(tuple(each for file in scenarios for each in _alone(file, known)), len(scenarios))
            raise NotFound(
                f"There is no {DEFINITION} in {str(folder)!r}",
                code="file_not_found",
                hint="Name an assistant's folder.",
            )
        return _check_folder(folder, progress, known)
    if not path.is_file():
        raise NotFound(f"There is no file {str(path)!r}", code="file_not_found", hint="Check the path.")
    if owner := _owner_of_golden(path):
        return Checked(tuple(_golden(owner)), 1)
    if path.parent.name == "prompts" and path.suffix == ".md":
        return Checked(tuple(_prompt(path)), 1)
    if path.suffix not in {".yaml", ".yml"}:
        raise BadInput(
            f"{str(path)!r} is no file that can be checked by itself",
            code="usage",
            hint=f"Name a folder, `{DEFINITION}`, its known questions, a scenario or a prompt.",
        )
    return Checked(tuple(_alone(path, known)), 1)


def _alone(scenario: Path, known: AbstractSet[str]) -> Iterator[Problem]:
    """The problems of a scenario, with the assistant around it if that can be used."""
    return scenario_problems(scenario, _around(scenario), known)


def _around(file: Path) -> Assistant | None:
    """The assistant in whose folder a file is; None if there is none that can be used."""
    home = home_of(file)
    return load_assistant(home) if home and not _definition(home / DEFINITION) else None


def _owner_of_golden(file: Path) -> Assistant | None:
    """The assistant whose known questions a file has; None for another file."""
    around = _around(file)
    if around is None or around.golden is None or around.folder is None:
        return None
    return around if (around.folder / around.golden.file).resolve() == file.resolve() else None


def _check_folder(folder: Path, progress: Progress, known: AbstractSet[str]) -> Checked:
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
        files += assistant.golden is not None
        read, found = _documents(assistant, file, progress)
        problems += found
        files += read
    for scenario in scenarios:
        progress(scenario.name)
        problems += scenario_problems(scenario, assistant, known)
    return Checked(tuple(problems), files)


def _definition(file: Path) -> list[Problem]:
    try:
        written, places = _read_definition(file)
    except BadConfig as error:
        return [placed(error, file)]
    if not isinstance(written, dict):
        return [Problem(file, 1, 1, f"a mapping is expected, not {written!r}", "Begin with `name:` and `title:`.")]
    found = definition_problems(written)
    return sorted(
        (problem_at(file, places.of(each.path, is_key=each.is_key), each.message, each.hint) for each in found),
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
        yield problem_at(file, places.of(("name",)), message, "Give both the same name.")
    for number, code in enumerate(assistant.languages):
        if code not in LANGUAGES:
            message = f"no language is named {code!r}"
            yield problem_at(file, places.of(("languages", number)), message, f"Known: {', '.join(LANGUAGES)}.")
    plug_ins = PluginRegistry()
    for path, make in (("steps", plugged_steps), ("pack", plugged_parts)):
        try:
            make(assistant, plug_ins)
        except BadConfig as error:
            yield problem_at(file, places.of((path,)), error.message, error.hint)


def _prompt(file: Path) -> Iterator[Problem]:
    if file.suffix != ".md":
        yield Problem(file, 1, 1, f"{file.name!r} is not read", "Prompts are `.md` files.", "broken")
    elif file.stem not in PROMPTS:
        yield Problem(file, 1, 1, f"no prompt is named {file.stem!r}", nearest(file.stem, PROMPTS), "broken")
    else:
        try:
            text = _text(file)
        except BadConfig as error:
            yield placed(error, file)
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
        yield problem_at(file, places.of((section, route, "table")), fault.message, fault.hint, broken=True)


def _golden(assistant: Assistant) -> Iterator[Problem]:
    if assistant.golden is None or assistant.folder is None:
        return
    file = assistant.folder / assistant.golden.file
    try:
        found = golden_problems(file)
    except BadConfig as error:
        yield placed(error, file)
        return
    for place, message in found:
        yield problem_at(file, place, message, "A known question has `questions` and `answer`.")


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


def _text(file: Path) -> str:
    """Raises BadConfig for a file that is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadConfig(f"{file}: it is not UTF-8: {error.reason}", hint="Save the file as UTF-8.") from error
