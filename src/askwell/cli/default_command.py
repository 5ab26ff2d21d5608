"""A group of commands of which one may be called without its name."""

from typing import Any

from typer.core import TyperGroup

DEFAULT = "run"
"""Name of the command that is meant if none is named."""


class DefaultCommandGroup(TyperGroup):
    """`askwell eval papers` is `askwell eval run papers`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the name of the default command unless the first word is that of another one."""
        named = args[0] if args else ""
        return super().parse_args(ctx, args if named in self.commands else [DEFAULT, *args])
