"""A tool made of a function: the shape of its arguments, and what it does with them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from askwell.errors import BadInput
from askwell.types import ToolContext, ToolResult, ToolSpec


class Arguments(BaseModel):
    """Base of the arguments of a tool: strict about keys, and with everything a model should know in `description`."""

    model_config = ConfigDict(frozen=True, extra="forbid")


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True)
class FunctionTool(Generic[A]):
    """Port `Tool` by a function. What it closes over is shared by all conversations; whose turn it is, it is told."""

    spec: ToolSpec
    shape: type[A]
    function: Callable[[A, ToolContext], Awaitable[ToolResult]]

    async def run(self, arguments: Mapping[str, object], context: ToolContext) -> ToolResult:
        """What the function gives. Raises BadInput (`bad_arguments`) that names each argument at fault."""
        try:
            read = self.shape.model_validate(dict(arguments))
        except ValidationError as error:
            raise BadInput(_say(error), code="bad_arguments", hint="Call it again with what is asked for.") from error
        return await self.function(read, context)


def function_tool(
    name: str, description: str, shape: type[A], function: Callable[[A, ToolContext], Awaitable[ToolResult]]
) -> FunctionTool[A]:
    """The tool of that name; `shape` is told to models as JSON Schema."""
    schema = shape.model_json_schema()
    parameters = {key: value for key, value in schema.items() if key not in {"title", "description"}}
    return FunctionTool(ToolSpec(name, description, parameters), shape, function)


def _say(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"`{'.'.join(map(str, each['loc']))}`: {each['msg']}" for each in problems)[:500]
