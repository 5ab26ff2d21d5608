"""Plug-ins: what installed packages offer by entry point, or a program hands over, found by kind and name.

A name in a setting or in an assistant's YAML is never a path to code: what it names was installed as a package, or
handed over by the program that opens the engine. Nothing is imported before it is named.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, Protocol, get_type_hints

from askwell.errors import BadConfig, BrokenPlugin

PluginKind = Literal["steps", "tools", "prompt_parts", "models", "readers", "stores"]
"""What a plug-in may be; its group of entry points is `askwell.` and the kind."""

KINDS: tuple[PluginKind, ...] = ("steps", "tools", "prompt_parts", "models", "readers", "stores")

Given = Mapping[PluginKind, Mapping[str, Any]]
"""What a program hands over: kind to name to the thing itself."""

HANDED_OVER = "the program"
"""Package of what was handed over."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something plugged in, and where it comes from."""

    kind: PluginKind
    name: str
    package: str
    """Name and version of the package that offers it."""
    value: Any
    path: str = ""
    """`module:attribute`, for a process of its own; empty for what was handed over."""

    @property
    def told(self) -> str:
        """How it is called where something is wrong with it."""
        return f"`{self.name}` (`askwell.{self.kind}`) of {self.package}"

    def broken(self, why: str) -> BrokenPlugin:
        """The error that names it."""
        return BrokenPlugin(f"Plug-in {self.told}: {why}", hint="docs/extend.md shows what is expected.")

    def check_call(self, function: Any, *arguments: str) -> None:
        """Raise BrokenPlugin unless the function can be called with these arguments by place."""
        if not callable(function):
            raise self.broken(f"{function!r} cannot be called")
        try:
            inspect.signature(function).bind(*arguments)
        except (TypeError, ValueError) as error:
            raise self.broken(f"it must take ({', '.join(arguments)}): {error}") from error

    def check_async_call(self, function: Any, *arguments: str) -> None:
        """Raise BrokenPlugin unless the function is async and can be called with these arguments by place."""
        self.check_call(function, *arguments)
        called = function if inspect.isroutine(function) else type(function).__call__
        if not inspect.iscoroutinefunction(called):
            raise self.broken("it must be `async def`")

    def check_port(self, made: Any, port: type) -> None:
        """Raise BrokenPlugin unless something has all methods of a port, and of the ports that it is composed of."""
        if missing := list(_missing(made, port)):
            raise self.broken(f"what it makes is no `{port.__name__}`: it lacks {', '.join(missing)}")


@dataclass(frozen=True)
class PluginRegistry:
    """All that may be named."""

    given: Given = field(default_factory=dict)
    """Handed over; goes before what packages offer under the same name."""

    def names(self, kind: PluginKind) -> list[str]:
        """Names of a kind, sorted, whether they load or not."""
        return sorted({*self.given.get(kind, ()), *(each.name for each in _offered(kind))})

    def load(self, kind: PluginKind, name: str, *, where: str, built_in: tuple[str, ...] = ()) -> Plugin:
        """What a name stands for; `where` says what names it, `built_in` what it may name besides.

        Raises BadConfig (`unknown_plug_in`, `ambiguous_plug_in`), and BrokenPlugin for one that cannot be imported.
        """
        if name in self.given.get(kind, ()):
            return Plugin(kind, name, HANDED_OVER, self.given[kind][name])
        offers = [each for each in _offered(kind) if each.name == name]
        if not offers:
            known = ", ".join([*built_in, *self.names(kind)]) or "none"
            raise BadConfig(
                f"{where} names {name!r}, which is nothing of `askwell.{kind}`",
                code="unknown_plug_in",
                hint=f"Known: {known}. A package adds one by an entry point of the group `askwell.{kind}`.",
            )
        if len({each.value for each in offers}) > 1:
            packages = " and ".join(sorted({_package(each) for each in offers}))
            raise BadConfig(
                f"{where} names {name!r}, which is offered by {packages}",
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
    except Exception as error:  # whatever a module of somebody else does while it is imported: the others must work
        raise BrokenPlugin(
            f"Plug-in `{offer.name}` (`askwell.{kind}`) of {package} cannot be imported from {offer.value!r}: "
            f"{type(error).__name__}: {error}",
            hint=f"Mend or uninstall {package}, or take its name out.",
        ) from error
    return Plugin(kind, offer.name, package, value, f"{offer.module}:{offer.attr or ''}")


def _offered(kind: PluginKind) -> list[EntryPoint]:
    return list(entry_points(group=f"askwell.{kind}"))


def _package(offer: EntryPoint) -> str:
    return f"{offer.dist.name} {offer.dist.version}" if offer.dist else offer.module
