"""Creates the steps, prompt parts, tools, readers, model and store that are named as plug-ins."""

import inspect
import logging
from collections.abc import Mapping
from typing import Literal, cast, get_args

from askwell.assistant import Assistant
from askwell.composition.registry import Plugin, PluginRegistry
from askwell.errors import BrokenPlugin
from askwell.knowledge.readers import PluggedReader, Read
from askwell.pipeline.plugin_steps import PluginStep
from askwell.pipeline.state import PartFunction
from askwell.pipeline.steps import check_plugged
from askwell.ports import ChatModel, Clock, Ids, Store, Tool
from askwell.settings import Settings
from askwell.types import Effect, ToolSpec

LOG = logging.getLogger("askwell")

STORES = ("sql", "files")
"""Built-in stores."""


def plugged_steps(assistant: Assistant, plug_ins: PluginRegistry) -> tuple[PluginStep, ...]:
    """The plugged-in steps of an assistant. Raises BadConfig, and BrokenPlugin for one that cannot be used."""
    steps = []
    for section in assistant.steps:
        found = plug_ins.load("steps", section.use, where=f"Assistant {assistant.name!r}: `steps`")
        found.check_async_call(found.value, "state", "runtime")
        place = section.before or section.after
        side: Literal["before", "after"] = "before" if section.before else "after"
        steps.append(PluginStep(section.use, found.value, found.package, place, side))
    check_plugged(assistant, steps)
    return tuple(steps)


def plugged_parts(assistant: Assistant, plug_ins: PluginRegistry) -> dict[str, PartFunction]:
    """The plugged-in prompt parts of an assistant, in order. Raises like `plugged_steps`."""
    parts = {}
    for name in assistant.pack.parts:
        found = plug_ins.load("prompt_parts", name, where=f"Assistant {assistant.name!r}: `pack.parts`")
        found.check_async_call(found.value, "state", "runtime")
        parts[name] = cast("PartFunction", found.value)
    return parts


def chosen_tools(assistant: Assistant, built_in: Mapping[str, Tool], plug_ins: PluginRegistry) -> dict[str, Tool]:
    """The tools of an assistant, in order, built-in or plugged in. Raises like `plugged_steps`.

    A plugged-in tool is an object such as `askwell.tools.calling.function_tool` returns.
    """
    tools: dict[str, Tool] = {}
    for name in assistant.tools.use if assistant.tools else ():
        if name in built_in:
            tools[name] = built_in[name]
            continue
        where = f"Assistant {assistant.name!r}: `tools.use`"
        found = plug_ins.load("tools", name, where=where, built_in=tuple(built_in))
        found.check_async_call(getattr(found.value, "run", None), "arguments", "context")
        spec = getattr(found.value, "spec", None)
        if not isinstance(spec, ToolSpec) or spec.name != name:
            raise found.broken(f"its `spec` must be a `ToolSpec` with this name, not {spec!r}")
        if spec.effect not in get_args(Effect):
            raise found.broken(f"the `effect` of its `spec` must be one of {', '.join(get_args(Effect))}")
        if spec.effect == "write":
            found.check_call(getattr(found.value, "check", None), "arguments")
        tools[name] = cast("Tool", found.value)
    return tools


def plugged_readers(settings: Settings, plug_ins: PluginRegistry) -> tuple[list[PluggedReader], list[BrokenPlugin]]:
    """The readers of the setting `readers`, and the errors of broken ones; the others still work.

    Raises BadConfig for an unknown name.
    """
    readers: list[PluggedReader] = []
    faults: list[BrokenPlugin] = []
    for name in filter(None, (part.strip() for part in settings.readers.split(","))):
        try:
            readers.append(_reader(plug_ins.load("readers", name, where="Setting `readers`")))
        except BrokenPlugin as fault:
            LOG.warning("%s. %s", fault.message, fault.hint)
            faults.append(fault)
    return readers, faults


def plugged_model(name: str, settings: Settings, plug_ins: PluginRegistry) -> ChatModel:
    """The chat model of `plugin:NAME`. Raises BadConfig, BrokenPlugin."""
    found = plug_ins.load("models", name, where="Setting `model`")
    found.check_call(found.value, "settings")
    model = found.value(settings)
    found.check_port(model, ChatModel)
    if not isinstance(getattr(model, "name", None), str):
        raise found.broken("its model has no `name`")
    return cast("ChatModel", model)


def plugged_store(settings: Settings, clock: Clock, ids: Ids, plug_ins: PluginRegistry) -> Store:
    """The store of the setting `store`, if it is not built in. Raises BadConfig, BrokenPlugin."""
    found = plug_ins.load("stores", settings.store, where="Setting `store`", built_in=STORES)
    found.check_call(found.value, "settings", "clock", "ids")
    store = found.value(settings, clock, ids)
    found.check_port(store, Store)
    return cast("Store", store)


def _reader(found: Plugin) -> PluggedReader:
    """A plugged-in reader. That of a package runs in a separate process, since a file may be malicious."""
    suffixes = getattr(found.value, "suffixes", None)
    if not isinstance(suffixes, tuple) or not all(
        isinstance(each, str) and each.startswith(".") and each == each.lower() for each in suffixes
    ):
        raise found.broken(f"its `suffixes` must be a tuple of lower-case suffixes with the dot, not {suffixes!r}")
    read = getattr(found.value, "read", None)
    found.check_call(read, "data", "name")
    if inspect.iscoroutinefunction(read):
        raise found.broken("its `read` must not be `async`: it runs in a separate thread or process")
    if found.path:
        return PluggedReader(found.name, suffixes, module=found.path)
    return PluggedReader(found.name, suffixes, read=cast("Read", read))
