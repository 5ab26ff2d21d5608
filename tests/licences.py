"""The licences of what askwell is installed with, from the metadata of the installed packages.

`python -m tests.licences --write` writes docs/licences.md. The build tools and those of developers are not in it; `make
sbom` lists them all.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"

HEAD = """# Licences

What askwell is installed with, alone and with its extras except `report`, `docs`, `otel`, `pii` and `local`, which are
not looked at, and the licence that each package states. Written by `python -m tests.licences --write`; a test fails
for a package without a licence, or with one that asks for the source code of what is offered over a network (AGPL,
SSPL) or of what is linked with it (GPL). `make sbom` writes a complete list with versions in the format CycloneDX.

| package | licence | needed by |
|---|---|---|
"""

NOT_INSTALLED_HERE = frozenset({"report", "docs", "otel", "pii", "local"})
"""Extras that the environment of the tests does not have."""

FORBIDDEN = (
    "AGPL",
    "Affero",
    "SSPL",
    "Server Side Public",
    "BUSL",
    "Commons Clause",
    "GPL-2",
    "GPL-3",
    "General Public",
)
ALLOWED_ALTHOUGH = ("LGPL", "Lesser General Public")
"""May be used as a library, unchanged."""
FORMS = {
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "ISC License": "ISC",
    "The BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD",
    "3-Clause BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Names in classifiers and fields as identifiers."""
NO_NAMES = frozenset({"OSI Approved", "Other/Proprietary License"})
"""Classifiers that name no licence."""
MAX_CHARS = 60
"""Longer fields are the text of a licence, not its name."""


@dataclass(frozen=True, order=True)
class Licensed:
    """A package with its licence, empty if it states none, and the extra that needs it, empty for askwell itself."""

    package: str
    licence: str
    extra: str


def licences() -> list[Licensed]:
    """All packages that askwell needs, directly or not, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = {name: Licensed(name, licence_of(each), "") for name, each in _closure(project["dependencies"])}
    for extra, wanted in project["optional-dependencies"].items():
        if extra not in NOT_INSTALLED_HERE:
            for name, each in _closure(wanted):
                found.setdefault(name, Licensed(name, licence_of(each), extra))
    return sorted(found.values())


def licence_of(package: Distribution) -> str:
    """What a package states: its expression, field or classifiers, else the title of its licence; empty for nothing."""
    metadata = package.metadata
    if "License-Expression" in metadata:
        return str(metadata["License-Expression"])
    [written, *_] = metadata.get_all("License") or [""]
    field = str(written).strip().partition("\n")[0]
    if field and len(field) <= MAX_CHARS and field.upper() != "UNKNOWN":
        return FORMS.get(field, field)
    stated = [each.rpartition(" :: ")[2] for each in metadata.get_all("Classifier") or [] if each.startswith("License")]
    named = sorted({FORMS.get(each, each) for each in stated if each not in NO_NAMES})
    return " OR ".join(named) or _title(package)


def _title(package: Distribution) -> str:
    """The name of the licence by the first line of its file, if that is one we know."""
    for file in package.files or []:
        if file.name.upper().startswith(("LICENSE", "LICENCE")):
            title = file.read_text().strip().partition("\n")[0].strip()
            if title in FORMS:
                return FORMS[title]
    return ""


def is_forbidden(licence: str) -> bool:
    """Whether every choice that a licence leaves is forbidden; also if it is unknown."""
    choices = licence.replace("(", "").replace(")", "").split(" OR ")
    return not licence or all(_forbids(each) for each in choices)


def _forbids(licence: str) -> bool:
    plain = licence
    for each in ALLOWED_ALTHOUGH:
        plain = plain.replace(each, "")
    return any(each in plain for each in FORBIDDEN)


def _closure(wanted: Iterable[str]) -> Iterator[tuple[str, Distribution]]:
    """The installed packages of some requirements and of theirs, each once."""
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [Requirement(each) for each in wanted]
    while waiting:
        requirement = waiting.pop()
        name, extras = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if (name, extras) in seen or not _applies(requirement, frozenset()):
            continue
        seen.add((name, extras))
        try:
            package = distribution(name)
        except PackageNotFoundError as error:
            raise LookupError(f"{name} is not installed: run `make setup`") from error
        yield name, package
        waiting += [
            Requirement(str(each).partition(";")[0])
            for each in map(Requirement, package.requires or [])
            if _applies(each, extras)
        ]


def _applies(requirement: Requirement, extras: frozenset[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": each}) for each in ("", *extras))


def page(found: Iterable[Licensed]) -> str:
    """docs/licences.md."""
    rows = (f"| {each.package} | {each.licence} | {each.extra or 'askwell'} |\n" for each in found)
    return HEAD + "".join(rows)


def main() -> int:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(prog="python -m tests.licences", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/licences.md")
    text = page(licences())
    if parser.parse_args().write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
