"""Maps rows and replayed runs to the contract."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from reflow.v1 import (
    components_pb2,
    critic_pb2,
    events_pb2,
    executor_pb2,
    graph_execution_pb2,
    graphs_pb2,
    orchestrator_pb2,
    planner_pb2,
    rag_pb2,
    steps_pb2,
    team_pb2,
)

from services.common.contract.proto_mapper import to_proto
from services.common.contract.session import ChatMessage
from services.common.errors.message import failure_to_proto
from services.common.limits import Limits
from services.orchestrator.adapters.event_mapper import question_to_proto
from services.orchestrator.adapters.note_mapper import fill_note_state
from services.orchestrator.domain.graph_assistant import GraphAssistantState
from services.orchestrator.domain.graph_execution import GraphExecutionState
from services.orchestrator.domain.image_chat import ImageChatState
from services.orchestrator.domain.image_chat.components import build_reply
from services.orchestrator.domain.run import Run
from services.orchestrator.domain.team import TeamState
from services.orchestrator.engine.run_log import RunRow


def run_to_proto(row: RunRow, run: Run[Any], limits: Limits) -> orchestrator_pb2.Run:
    """Return *row* as a message with the state of *run*."""
    message = to_proto(row, orchestrator_pb2.Run)
    message.current_node = run.agent
    message.locale = run.state.language.value
    message.retries.update(run.retries)
    message.retry_count = run.reflows + sum(run.retries.values())
    if run.failure is not None:
        message.error.CopyFrom(failure_to_proto(run.failure))
    message.usage.extend(to_proto(usage, steps_pb2.Usage) for usage in run.usage)
    if run.pending is not None:
        message.pending.CopyFrom(question_to_proto(run.pending))
    _FILL_STATE[row.workflow](message, row, run, limits)
    return message


def _fill_image_chat_state(message: orchestrator_pb2.Run, row: RunRow, run: Run[ImageChatState], _: Limits) -> None:
    state, chat = run.state, message.image_chat
    messages = (*state.messages, *_own_messages(row, run))
    chat.messages.extend(to_proto(entry, planner_pb2.ChatMessage) for entry in messages)
    chat.input.CopyFrom(to_proto(state.input, events_pb2.ImageChatInput))
    if state.intent is not None:
        chat.intent.CopyFrom(to_proto(state.intent, planner_pb2.Intent))
    if state.prompt is not None:
        chat.enhanced_prompt.CopyFrom(to_proto(state.prompt, rag_pb2.EnhancedPrompt))
    if state.best is not None:
        chat.execution_result.CopyFrom(to_proto(state.best.result, executor_pb2.ImageResult))
        chat.quality_check.CopyFrom(to_proto(state.best.verdict, critic_pb2.Verdict))
    elif state.result is not None:
        chat.execution_result.CopyFrom(to_proto(state.result, executor_pb2.ImageResult))
    chat.ui_components.extend(to_proto(component, components_pb2.UiComponent) for component in run.components.values())


def _own_messages(row: RunRow, run: Run[ImageChatState]) -> tuple[ChatMessage, ...]:
    """Return the request of *run* and, once it has ended, its answer, as its session remembers them."""
    request = ChatMessage("user", run.state.input.text, row.created_at)
    reply = ChatMessage("assistant", build_reply(run.state) if run.status.is_terminal else "", run.last_at)
    return tuple(message for message in (request, reply) if message.content)


def _fill_note_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[Any], limits: Limits) -> None:
    fill_note_state(message, run, limits)


def _fill_graph_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[GraphAssistantState], __: Limits) -> None:
    state, graph = run.state, message.graph
    graph.input.CopyFrom(to_proto(state.input, graphs_pb2.GraphAssistantInput))
    graph.returns = state.returns
    if state.nodes is not None:
        graph.found_types.extend(state.nodes.found)
    if state.plan is not None:
        graph.plan.CopyFrom(to_proto(state.plan, graphs_pb2.PatchPlan))
    if state.applied is not None:
        graph.applied.CopyFrom(to_proto(state.applied, graphs_pb2.AppliedPatch))
    if state.revision is not None:
        graph.revision.CopyFrom(to_proto(state.revision, graphs_pb2.GraphRevision))


def _fill_execution_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[GraphExecutionState], __: Limits) -> None:
    state, execution = run.state, message.graph_execution
    execution.input.CopyFrom(to_proto(state.input, graph_execution_pb2.GraphExecutionInput))
    execution.executed_node_ids.extend(state.results)
    if state.plan is not None:
        execution.plan.CopyFrom(to_proto(state.plan, graph_execution_pb2.ExecutionPlan))
    if state.outputs is not None:
        execution.outputs.CopyFrom(to_proto(state.outputs, graph_execution_pb2.GraphOutputs))


def _fill_team_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[TeamState], __: Limits) -> None:
    state, team = run.state, message.team
    team.input.CopyFrom(to_proto(state.input, team_pb2.AgentTeamInput))
    team.returns = state.returns
    if state.accepted_plan is not None:
        team.plan.CopyFrom(to_proto(state.accepted_plan, team_pb2.TeamPlan))
    team.stages.extend(to_proto(context, team_pb2.StageContext) for context in state.contexts)
    if state.verdict is not None:
        team.verdict.CopyFrom(to_proto(state.verdict, critic_pb2.Verdict))


_FILL_STATE: Mapping[str, Callable[[orchestrator_pb2.Run, RunRow, Run[Any], Limits], None]] = MappingProxyType(
    {
        "image_chat": _fill_image_chat_state,
        "note": _fill_note_state,
        "graph": _fill_graph_state,
        "graph_execution": _fill_execution_state,
        "team": _fill_team_state,
    }
)
