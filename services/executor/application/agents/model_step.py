"""A step of an agent's model: its answer, which is the result of the stage or calls tools."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace

from services.common.contract.activity import Activity, ToolCall, ToolResult
from services.common.contract.agent_team import team_requests
from services.common.contract.agent_team.team import (
    MAX_TEXT_LENGTH,
    AgentIteration,
    AgentTask,
    AgentToolCall,
    ToolApproval,
)
from services.common.contract.assets import AssetKind
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.llm.activities import to_activity
from services.common.llm.values import AgentReply, ChatModel, ChatRequest, Completion, ModelTool
from services.common.rpc.deadlines import MODEL_SHARE
from services.common.text.sanitization import sanitize
from services.executor import team_texts as texts
from services.executor.adapters.agent_tools import WorkingFolders
from services.executor.adapters.agent_tools.toolbox import ToolboxDeps, find_specs
from services.executor.application.agents.conversation import build_instructions, build_messages, to_event
from services.executor.application.engine_events import running
from services.executor.domain.agents.files import list_images
from services.executor.domain.agents.subagents import list_events
from services.executor.domain.agents.tool_calls import needs_approval, to_call
from services.executor.domain.agents.tools import ToolSpec

TEMPERATURE = 0.2
MAX_IMAGES, MAX_IMAGE_BYTES = 4, 8 * 1024 * 1024
"""Maximum number of images that a model with vision receives; the paths of the others are in the list of files."""


@dataclass(frozen=True, slots=True)
class AgentModel:
    """The model of an agent; *sees* if it accepts images."""

    chat: ChatModel
    sees: bool = False


FindModel = Callable[[str, str], AgentModel | None]
"""Returns the model of a provider, or that of the role agent for ""; None if it is not configured."""


@dataclass(frozen=True, slots=True)
class ModelStep:
    """Calls the models of agents. A step may take *seconds* of *clock*."""

    find_model: FindModel
    tools: ToolboxDeps
    folders: WorkingFolders
    seconds: float
    clock: Callable[[], float]

    async def __call__(
        self, request: team_requests.RunAgent, call: StepCall
    ) -> AsyncGenerator[Activity | AgentIteration, None]:
        """Yield activities, then the iteration. Raises MODEL_UNKNOWN, BUDGET_EXCEEDED and the errors of a model.

        A call that is invalid is not executed by a later step: its events are among these activities.
        """
        started_at, task = self.clock(), request.task
        model = self._select_model(task, call)
        number = len(request.iterations) + 1
        is_last = number >= task.agent.max_iterations
        specs = {} if is_last else await find_specs(task, self.tools)
        question = ChatRequest(
            build_instructions(task, call.language, is_last=is_last and number > 1),
            build_messages(task, request.iterations),
            call.deadline(self.seconds, self.clock, share=MODEL_SHARE),
            images=await self._load_images(task) if model.sees else (),
            temperature=TEMPERATURE,
            idempotency_key=call.context.idempotency_key,
            fresh=request.fresh,
        )
        yield running(0.0, texts.model_works(model.chat.name).pick(call.language))
        offered = tuple(ModelTool(spec.name, spec.description, spec.parameters) for spec in specs.values())
        async with aclosing(model.chat.reply(question, offered)) as events:
            async for event in events:
                if not isinstance(event, Completion):
                    yield to_activity(event, call.language)
                    continue
                iteration = self._to_iteration(request, event.value, number, specs)
                iteration = replace(iteration, engine=model.chat.name, duration_ms=self._elapsed_ms(started_at))
                for event_of_call in list_invalid_calls(call.context.step, iteration):
                    yield event_of_call
                if iteration.done:
                    changes = await self.folders.list_changes(task, iteration.workspace)
                    iteration = replace(iteration, generated_files=changes)
                    if task.spawned_by:
                        for event_of_call in list_events(task, request.iterations, iteration):
                            yield event_of_call
                yield iteration

    def _select_model(self, task: AgentTask, call: StepCall) -> AgentModel:
        if call.context.builtin_only:
            raise ReflowError(Code.BUDGET_EXCEEDED, node=task.agent.id)
        model = self.find_model(task.agent.model_provider, task.agent.model)
        if model is None:
            text = texts.needs_model(task.agent.name or task.agent.id, task.agent.model_provider)
            raise ReflowError(Code.MODEL_UNKNOWN, text, node=task.agent.id)
        return model

    def _to_iteration(
        self, request: team_requests.RunAgent, reply: AgentReply, number: int, specs: Mapping[str, ToolSpec]
    ) -> AgentIteration:
        text = sanitize(reply.text)
        if len(text) > MAX_TEXT_LENGTH:
            raise ReflowError(Code.LLM_API_ERROR, details=f"an answer of {len(text)} characters")
        task, earlier = request.task, request.iterations
        calls = [
            to_call(requested, f"call{number:03}{position:02}", specs)
            for position, requested in enumerate(reply.tool_calls, start=1)
        ]
        workspace = earlier[-1].workspace if earlier else task.workspace
        approved = tuple(_with_approval(one, specs, task, earlier) for one in calls)
        return AgentIteration(text, tool_calls=approved, done=not calls, workspace=workspace)

    async def _load_images(self, task: AgentTask) -> tuple[bytes, ...]:
        images, size = list[bytes](), 0
        for asset_id in tuple(list_images(task).values())[:MAX_IMAGES]:
            assets = self.tools.images.assets
            _, content = await assets.get(asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "task")
            size += len(content)
            if size > MAX_IMAGE_BYTES:
                break
            images.append(content)
        return tuple(images)

    def _elapsed_ms(self, started_at: float) -> int:
        return int((self.clock() - started_at) * 1_000)


def list_invalid_calls(step: str, iteration: AgentIteration) -> Iterator[ToolCall | ToolResult]:
    """Yield the events of the calls of *iteration* that failed before they were executed."""
    for call in iteration.tool_calls:
        if call.failed:
            call_id = f"{step}/{call.id}"
            yield ToolCall(call_id, call.tool, to_event(call.arguments))
            yield ToolResult(call_id, call.tool, {**to_event(call.result), "failed": True})


def _with_approval(
    call: AgentToolCall, specs: Mapping[str, ToolSpec], task: AgentTask, earlier: tuple[AgentIteration, ...]
) -> AgentToolCall:
    if not call.is_pending or not needs_approval(call, specs[call.tool], task, earlier):
        return call
    return replace(call, approval=ToolApproval.REQUIRED)
