"""A step of an agent's tools: the calls that its model requested."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from services.common.activity_stream import ActivityStream
from services.common.contract.activity import Activity, Phase, Progress, ToolCall, ToolResult
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import AgentIteration, AgentToolCall
from services.common.contract.step import StepCall
from services.common.errors import CATALOG, ReflowError
from services.executor import team_texts as texts
from services.executor.adapters.agent_tools import Toolbox, WorkingFolders
from services.executor.adapters.agent_tools.toolbox import ToolboxDeps
from services.executor.application.agents.conversation import to_event
from services.executor.domain.agents import tools
from services.executor.domain.agents.tool_calls import is_approved, needs_approval, to_result_bytes
from services.executor.domain.agents.tools import Tool

CALL_SECONDS = 60.0
"""Seconds that one call may take."""

Emit = Callable[[Activity], None]


@dataclass(frozen=True, slots=True)
class ToolStep:
    """Calls the tools of agents. *clock* returns seconds.

    The folder starts from the snapshot of the last step and is stored at the end: if a crash interrupts the step, all
    its calls are repeated on the same snapshot, and no change is applied twice.
    """

    tools: ToolboxDeps
    folders: WorkingFolders
    clock: Callable[[], float]

    async def __call__(
        self, request: team_requests.RunAgent, call: StepCall
    ) -> AsyncGenerator[Activity | AgentIteration, None]:
        """Yield each call and its result, then the iteration with the results and the changed folder."""

        async def work(emit: Emit) -> AgentIteration:
            return await self._call_all(request, call, emit)

        async with ActivityStream(work) as stream:
            async for activity in stream.events():
                yield activity
            yield await stream.result()

    async def _call_all(self, request: team_requests.RunAgent, call: StepCall, emit: Emit) -> AgentIteration:
        started_at, last = self.clock(), request.iterations[-1]
        async with self.folders.open(request.task, last.workspace) as root:
            toolbox = Toolbox(request.task, request.iterations, root, self.tools)
            available = await toolbox.open()
            results: dict[str, AgentToolCall] = {}
            for group in _group_calls(last.tool_calls, available):
                emit(Progress(Phase.WORKING, len(results) / len(last.tool_calls), "", CALL_SECONDS * 2))
                answered = await asyncio.gather(
                    *(self._call(request, one, available.get(one.tool), call, emit) for one in group)
                )
                results |= {one.id: one for one in answered}
            changed = any(not tool.spec.read_only for name, tool in available.items() if _is_used(name, results))
            snapshot = await self.folders.store(root) if changed else last.workspace
        return AgentIteration(
            "",
            tool_calls=tuple(results.get(one.id, one) for one in last.tool_calls),
            generated_files=tuple(toolbox.generated),
            done=False,
            duration_ms=int((self.clock() - started_at) * 1_000),
            workspace=snapshot,
        )

    async def _call(
        self,
        request: team_requests.RunAgent,
        requested: AgentToolCall,
        tool: Tool | None,
        call: StepCall,
        emit: Emit,
    ) -> AgentToolCall:
        """Return the call with its result. An error is a result, too, unless the step can be retried."""
        call_id, started_at = f"{call.context.step}/{requested.id}", self.clock()
        emit(ToolCall(call_id, requested.tool, to_event(requested.arguments)))
        context = tools.ToolContext(
            f"{call.context.idempotency_key}/{requested.id}/{requested.digest}", call.language, CALL_SECONDS
        )
        if tool is None:
            result = tools.ToolResult({"error": texts.TOOL_GONE.pick(call.language)}, failed=True)
        elif needs_approval(requested, tool.spec, request.task, request.iterations[:-1]) and not is_approved(requested):
            result = tools.ToolResult({"error": texts.NOT_APPROVED.pick(call.language)}, failed=True)
        else:
            result = await _call_tool(tool, json.loads(requested.arguments), context)
        data, duration = to_result_bytes(result.output), int((self.clock() - started_at) * 1_000)
        shown = {**to_event(data), "durationMs": duration}
        emit(ToolResult(call_id, requested.tool, shown | ({"failed": True} if result.failed else {})))
        return replace(requested, result=data, failed=result.failed, duration_ms=duration)


async def _call_tool(tool: Tool, arguments: Mapping[str, object], context: tools.ToolContext) -> tools.ToolResult:
    try:
        async with asyncio.timeout(context.seconds):
            return await tool.call(arguments, context)
    except TimeoutError:
        text = texts.tool_timed_out(context.seconds).pick(context.language)
        return tools.ToolResult({"error": text}, failed=True)
    except ReflowError as error:
        if CATALOG[error.code].retryable:
            raise
        return tools.ToolResult({"error": error.message(context.language)}, failed=True)


def _group_calls(
    calls: tuple[AgentToolCall, ...], available: Mapping[str, Tool]
) -> Iterator[tuple[AgentToolCall, ...]]:
    """Yield the pending calls in order, in groups that run concurrently. A call with side effects is a group alone."""

    def key(numbered: tuple[int, AgentToolCall]) -> int:
        number, call = numbered
        tool = available.get(call.tool)
        return -1 if tool is None or tool.spec.read_only else number

    pending = enumerate(call for call in calls if call.is_pending and not call.spawns)
    for _, group in groupby(pending, key):
        yield tuple(call for _, call in group)


def _is_used(name: str, results: Mapping[str, AgentToolCall]) -> bool:
    return any(call.tool == name for call in results.values())
