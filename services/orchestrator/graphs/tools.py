"""The patch tools of the executor and the node knowledge of rag, for changes of stored graphs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog

from services.common.contract.activity import ACTIVITIES
from services.common.contract.graphs.graph import AppliedPatch, ConvertedGraph, GraphLayout, GraphSnapshot, NodeSlice
from services.common.contract.graphs.graph_requests import ApplyPatch, ConvertGraph, Layout, SearchNodes
from services.common.contract.requests import Call
from services.common.contract.role import Role
from services.common.errors import ReflowError
from services.common.limits import Limits
from services.common.text.language import Language
from services.orchestrator.domain.timeouts import unavailable_code
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import CallOptions, Roles

log = structlog.get_logger("reflow.graphs")

REFLOW = "reflow"
IMPORTED = b'"comfy:'
"""Start of the types that the executor does not know itself."""
NO_OPERATIONS = b"[]"


@dataclass(frozen=True, slots=True)
class GraphTools:
    """Calls *roles* outside a run: their worker processes parse every graph. *new_id* returns unique ids."""

    roles: Roles
    limits: Limits
    new_id: Callable[[], str]

    async def apply(self, call: ApplyPatch, language: Language) -> AppliedPatch:
        """Return the result of applying operations to a copy of a graph."""
        applied: AppliedPatch = await self._call(Role.EXECUTOR, call, language)
        return applied

    async def lay_out(self, call: Layout, language: Language) -> GraphLayout:
        """Return the operations that place the new nodes of a graph."""
        layout: GraphLayout = await self._call(Role.EXECUTOR, call, language)
        return layout

    async def convert(self, content: bytes, from_format: str, to_format: str, language: Language) -> bytes:
        """Return *content* in another format. Raises GRAPH_INVALID."""
        if from_format == REFLOW:
            nodes = await self._find_known_types(content, language)
            return await self._convert(ConvertGraph(content, from_format, to_format, nodes), language)
        converted = await self._convert(ConvertGraph(content, from_format, REFLOW), language)
        # The types of a foreign document are known only after it was parsed; then they name its values.
        nodes = await self._find_known_types(converted, language)
        if nodes is None and to_format == REFLOW:
            return converted
        return await self._convert(ConvertGraph(converted, REFLOW, to_format, nodes), language)

    async def _convert(self, call: ConvertGraph, language: Language) -> bytes:
        converted: ConvertedGraph = await self._call(Role.EXECUTOR, call, language)
        return converted.content

    async def _find_known_types(self, content: bytes, language: Language) -> NodeSlice | None:
        """Return the imported types of *content*, our JSON; None without any, or if the rag is unavailable."""
        if IMPORTED not in content:
            return None
        try:
            return await self.find_types(GraphSnapshot("", 0, content), NO_OPERATIONS, language)
        except ReflowError as error:
            log.warning("graph converted without node types", code=error.code)
            return None

    async def find_types(self, graph: GraphSnapshot, operations: bytes, language: Language) -> NodeSlice:
        """Return the node types of *graph* and of *operations*."""
        nodes: NodeSlice = await self._call(Role.RAG, SearchNodes("", graph, operations), language)
        return nodes

    async def _call(self, role: Role, call: Call, language: Language) -> Any:
        step = Step(type(call).__name__, role, call)
        # Longer than that of a step: it includes the time until a worker is free. The caller gives up earlier.
        timeout = self.limits.graph_seconds
        options = CallOptions(self.new_id(), "", attempt=1, locale=language.value, timeout=timeout)
        async for output in self.roles.execute(step, options):
            if not isinstance(output, ACTIVITIES):
                return output
        raise ReflowError(unavailable_code(role), details=f"{step.name}: it ended without a result")
