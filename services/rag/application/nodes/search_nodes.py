"""Use case: find the types of nodes that are relevant to a request to the graph assistant."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import TypeVar

from services.common.contract.activity import Activity, Thought, Usage
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph import NodeSlice
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.rpc.deadlines import MODEL_SHARE
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Language, Text
from services.rag.adapters.nodes.store import NodeMatch
from services.rag.application.nodes.retrieval import FoundNodes, NodeRetrieval
from services.rag.domain.nodes.slice import add_stated_types, list_new_types, list_types

Result = TypeVar("Result")

NODE = "rag"
DEFAULT_FOUND = 12
MAX_INLINE_BYTES = 65_536
"""JSON of at most this size is parsed on the event loop: less than a millisecond."""
FOUND = Text("找到节点：{types}", "Node types found: {types}")
NOT_FOUND = Text("没有匹配的节点。", "No node type matches.")
MODEL_FAILED = Text(
    "检索模型没有可用的回答，只查找点名的节点：{why}",
    "The embedding model is not available; only node types that are named are found: {why}",
)
STATED = Text(
    "以下节点的类型按图里写明的接口来认（没有名字的参数改不了，用 reflow nodes import 可以导入完整的类型）：{types}",
    "Types known only as far as the graph states them (values without a name cannot be set; `reflow nodes import` adds "
    "the whole types): {types}",
)
UNKNOWN = Text(
    "图里有不认识的节点，会保持原样：{types}（用 reflow nodes import 可以导入节点类型）",
    "The graph has unknown node types, whose nodes stay as they are: {types} (`reflow nodes import` adds types)",
)
MAX_NAMED = 8


class SearchNodes:
    """Returns the slice of the node knowledge for the text, the graph and the operations of a request."""

    def __init__(
        self, retrieval: NodeRetrieval, errors: ErrorStatistics, *, seconds: float, clock: Callable[[], float]
    ) -> None:
        """Limit a step to *seconds* on *clock*, which is also the clock of the models."""
        self._retrieval = retrieval
        self._errors = errors
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: graph_requests.SearchNodes, call: StepCall
    ) -> AsyncGenerator[Activity | NodeSlice, None]:
        """Yield activities, then the slice. Raises GRAPH_INVALID for JSON that cannot be parsed."""
        content = request.graph.content if request.graph is not None else b""
        graph, types, new = await _run(_measure(request), partial(_parse_types, content, request.operations))
        found = FoundNodes(())
        if request.text.strip():
            deadline = call.deadline(self._seconds, self._clock, share=MODEL_SHARE)
            async for event in self._retrieval.find(
                request.text,
                request.limit or DEFAULT_FOUND,
                deadline=deadline,
                builtin_only=call.context.builtin_only,
            ):
                if isinstance(event, Usage):
                    yield event
                else:
                    found = event
            if found.failure is not None:
                self._errors.record_survived(found.failure, call.context, NODE)
                why = found.failure.message(call.language)
                yield Thought(MODEL_FAILED.pick(call.language).format(why=why))
            yield Thought(_describe(found.matches, call.language))
        nodes = await self._retrieval.build_slice(found, types, new)
        nodes, stated = await _run(_measure(request), partial(add_stated_types, nodes, graph))
        if stated:
            yield Thought(STATED.pick(call.language).format(types=", ".join(stated[:MAX_NAMED])))
        if nodes.unknown:
            yield Thought(UNKNOWN.pick(call.language).format(types=", ".join(nodes.unknown[:MAX_NAMED])))
        yield nodes


def _measure(request: graph_requests.SearchNodes) -> int:
    """Return the size of the graph and the operations as JSON, in bytes."""
    return len(request.operations) + (len(request.graph.content) if request.graph is not None else 0)


async def _run(size: int, function: Callable[[], Result]) -> Result:
    """Return the result of *function*, which runs in a thread for a graph of more than a few KB."""
    return function() if size <= MAX_INLINE_BYTES else await asyncio.to_thread(function)


def _parse_types(content: bytes, operations: bytes) -> tuple[object, set[str], set[str]]:
    """Return the graph, its types, and those of the operations."""
    try:
        graph = json.loads(content or b"{}")
    except (ValueError, RecursionError) as error:
        raise ReflowError(Code.GRAPH_INVALID, details=str(error), node=NODE) from error
    try:
        return graph, list_types(graph), list_new_types(json.loads(operations or b"[]"))
    except (ValueError, RecursionError):
        return graph, list_types(graph), set()  # the patch tools reject them and name the position


def _describe(matches: tuple[NodeMatch, ...], language: Language) -> str:
    if not matches:
        return NOT_FOUND.pick(language)
    names = [f"{_pick_title(match, language)} {match.similarity:.2f}" for match in matches[:MAX_NAMED]]
    return FOUND.pick(language).format(types=", ".join(names))


def _pick_title(match: NodeMatch, language: Language) -> str:
    titles = match.stored.record.get("titles")
    title = titles.get(language.value) if isinstance(titles, dict) else None
    return title if isinstance(title, str) else match.stored.key
