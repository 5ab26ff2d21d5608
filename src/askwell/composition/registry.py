"""Plug-ins by kind and name: entry points of installed packages, and objects passed in by the program.

A name in a setting or in an assistant's YAML is never a path to code. It refers to an installed package, or to an
object that the program passed to the engine. A plug-in is imported only when its name is used.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, Protocol, get_type_hints

from askwell.errors import BadConfig, BrokenPlugin

PluginKind = Literal["steps", "tools", "prompt_parts", "models", "readers", "stores"]
"""Kind of a plug-in. Its entry point group is `askwell.` and the kind."""

KINDS: tuple[PluginKind, ...] = ("steps", "tools", "prompt_parts", "models", "readers", "stores")

Given = Mapping[PluginKind, Mapping[str, Any]]
"""Objects passed in by the program: kind to name to object."""

PROGRAM = "the program"
"""Shown as the package of objects that were passed in."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A loaded plug-in and its origin."""

    kind: PluginKind
    name: str
    package: str
    """Name and version of the package that offers it."""
    value: Any
    path: str = ""
    """`module:attribute`, for loading it in another process; empty for an object that was passed in."""

    @property
    def label(self) -> str:
        """Name, group and package, for error messages."""
        return f"`{self.name}` (`askwell.{self.kind}`) of {self.package}"

    def broken(self, reason: str) -> BrokenPlugin:
        """An error that names the plug-in."""
        return BrokenPlugin(f"Plug-in {self.label}: {reason}", hint="docs/extend.md describes the interface.")

    def check_call(self, function: Any, *arguments: str) -> None:
        """Raise BrokenPlugin unless the function can be called with these positional arguments."""
        if not callable(function):
            raise self.broken(f"{function!r} is not callable")
        try:
            inspect.signature(function).bind(*arguments)
        except (TypeError, ValueError) as error:
            raise self.broken(f"it must take ({', '.join(arguments)}): {error}") from error

    def check_async_call(self, function: Any, *arguments: str) -> None:
        """Raise BrokenPlugin unless the function is async and can be called with these positional arguments."""
        self.check_call(function, *arguments)
        called = function if inspect.isroutine(function) else type(function).__call__
        if not inspect.iscoroutinefunction(called):
            raise self.broken("it must be `async def`")

    def check_port(self, value: Any, port: type) -> None:
        """Raise BrokenPlugin unless the object has all methods of the port and of the ports it is composed of."""
        if missing := list(_missing(value, port)):
            raise self.broken(f"its result is not a `{port.__name__}`: missing {', '.join(missing)}")


@dataclass(frozen=True)
class PluginRegistry:
    """All plug-ins that can be named."""

    given: Given = field(default_factory=dict)
    """Objects passed in; they take precedence over entry points with the same name."""

    def names(self, kind: PluginKind) -> list[str]:
        """Names of a kind, sorted, including those that cannot be loaded."""
        return sorted({*self.given.get(kind, ()), *(each.name for each in _offered(kind))})

    def load(self, kind: PluginKind, name: str, *, where: str, built_in: tuple[str, ...] = ()) -> Plugin:
        """Load a plug-in by name. Error messages use `where`, the place of the name, and `built_in`, other valid names.

        Raises BadConfig (`unknown_plug_in`, `ambiguous_plug_in`), and BrokenPlugin if it cannot be imported.
        """
        if name in self.given.get(kind, ()):
            return Plugin(kind, name, PROGRAM, self.given[kind][name])
        offers = [each for each in _offered(kind) if each.name == name]
        if not offers:
            known = ", ".join([*built_in, *self.names(kind)]) or "none"
            raise BadConfig(
                f"{where}: {name!r} is unknown in `askwell.{kind}`",
                code="unknown_plug_in",
                hint=f"Known: {known}. A package adds one with an entry point in the group `askwell.{kind}`.",
            )
        if len({each.value for each in offers}) > 1:
            packages = " and ".join(sorted({_package(each) for each in offers}))
            raise BadConfig(
                f"{where}: {name!r} is provided by {packages}",
                code="ambiguous_plug_in",
                hint="Uninstall one of them.",
            )
        return _load(kind, offers[0])


def _missing(made: Any, port: type) -> Iterator[str]:
    """Names of methods of a port that something lacks; `part.method` for those of a part."""
    for name in dir(port):
        member = getattr(port, name)
        if name.startswith("_"):
            continue
        if not isinstance(member, property):
            if callable(member) and not callable(getattr(made, name, None)):
                yield name
            continue
        part = get_type_hints(member.fget)["return"]
        if Protocol not in getattr(part, "__mro__", ()):
            continue
        if hasattr(made, name):
            yield from (f"{name}.{each}" for each in _missing(getattr(made, name), part))
        else:
            yield name


def _load(kind: PluginKind, offer: EntryPoint) -> Plugin:
    package = _package(offer)
    try:
        value = offer.load()
    except Exception as error:  # any exception of third-party code at import; the other plug-ins must work
        raise BrokenPlugin(
            f"Plug-in `{offer.name}` (`askwell.{kind}`) of {package} cannot be imported from {offer.value!r}: "
            f"{type(error).__name__}: {error}",
            hint=f"Repair or uninstall {package}, or remove the name.",
        ) from error
    return Plugin(kind, offer.name, package, value, f"{offer.module}:{offer.attr or ''}")


def _offered(kind: PluginKind) -> list[EntryPoint]:
    return list(entry_points(group=f"askwell.{kind}"))


def _package(offer: EntryPoint) -> str:
    return f"{offer.dist.name} {offer.dist.version}" if offer.dist else offer.module
