"""Makes a tool from a function and a model of its arguments."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from askwell.errors import BadInput
from askwell.types import Effect, ToolContext, ToolResult, ToolSpec


class Arguments(BaseModel):
    """Base of the arguments of a tool. Unknown keys are errors; describe each field for the model in `description`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True)
class FunctionTool(Generic[A]):
    """Port `Tool` by a function. All conversations share the function; each call is passed the context of its turn."""

    spec: ToolSpec
    shape: type[A]
    function: Callable[[A, ToolContext], Awaitable[ToolResult]]

    async def run(self, arguments: Mapping[str, object], context: ToolContext) -> ToolResult:
        """The result of the function. Raises BadInput (`bad_arguments`) that names each invalid argument."""
        return await self.function(self._read(arguments), context)

    def check(self, arguments: Mapping[str, object]) -> None:
        """Raise BadInput (`bad_arguments`) that names each invalid argument."""
        self._read(arguments)

    def _read(self, arguments: Mapping[str, object]) -> A:
        try:
            return self.shape.model_validate(dict(arguments))
        except ValidationError as error:
            raise BadInput(
                _describe(error), code="bad_arguments", hint="Call it again with what is asked for."
            ) from error


def function_tool(
    name: str,
    description: str,
    shape: type[A],
    function: Callable[[A, ToolContext], Awaitable[ToolResult]],
    *,
    effect: Effect = "read",
) -> FunctionTool[A]:
    """A tool with this name. Models are given `shape` as JSON Schema.

    A tool that changes something, or sends something to somebody, must have the effect `write`: it may need the user's
    confirmation.
    """
    schema = shape.model_json_schema()
    parameters = {key: value for key, value in schema.items() if key not in {"title", "description"}}
    return FunctionTool(ToolSpec(name, description, parameters, effect), shape, function)


def _describe(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"`{'.'.join(map(str, each['loc']))}`: {each['msg']}" for each in problems)[:500]
