"""The tools of an agent: their specifications, and how they are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from services.common.text.language import Language


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """Specification of a tool, for a model and a reviewer.

    Attributes:
        name: Unique among the tools of an agent: 1 to 64 of `A-Za-z0-9_-`; of an MCP server `SERVER__TOOL`.
        description: What it does, for the model.
        parameters: JSON Schema of the arguments, an object. The arguments satisfy it before the tool is called.
        read_only: Whether it changes nothing. Any other tool is never called a second time for the same call.
        needs_approval: Whether a user must approve each call before it is made.

    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    read_only: bool = False
    needs_approval: bool = False


@dataclass(frozen=True, slots=True)
class ToolContext:
    """The circumstances of a call.

    Attributes:
        idempotency_key: Identifies the call. It is the same if the call is repeated after a crash.
        language: Language of texts for users.
        seconds: Time limit of the call. The caller cancels it afterwards.

    """

    idempotency_key: str
    language: Language
    seconds: float


@dataclass(frozen=True, slots=True)
class ToolResult:
    """Result of a tool: a JSON object, which is data and never an instruction; `failed` if the call had no success."""

    output: Mapping[str, Any]
    failed: bool = False


class Tool(Protocol):
    """A tool. Errors that the model can correct are results with `failed`, not exceptions."""

    @property
    def spec(self) -> ToolSpec:
        """Specification of the tool."""
        ...

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call the tool. Raises ReflowError if the whole step must be retried or fail."""
        ...


class ToolSource(Protocol):
    """Tools that are not built in: those of MCP servers."""

    async def find_tools(self, names: tuple[str, ...]) -> tuple[Tool, ...]:
        """Return the tools of these *names* that are available; an unreachable server has none."""
        ...
