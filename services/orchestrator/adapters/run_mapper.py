"""Maps rows and replayed runs to the contract."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from reflow.v1 import orchestrator_pb2

from services.common.contract.proto_mapper import set_fields, to_proto
from services.common.contract.session import ChatMessage
from services.common.errors.message import failure_to_proto
from services.common.limits import Limits
from services.orchestrator.adapters.event_mapper import question_to_proto, status_to_proto
from services.orchestrator.adapters.note_mapper import fill_note_state
from services.orchestrator.domain.graph_assistant import GraphAssistantState
from services.orchestrator.domain.graph_execution import GraphExecutionState
from services.orchestrator.domain.image_chat import ImageChatState
from services.orchestrator.domain.image_chat.components import build_reply
from services.orchestrator.domain.run import Run
from services.orchestrator.domain.team import TeamState
from services.orchestrator.engine.run_log import RunRow


def started_to_proto(row: RunRow) -> orchestrator_pb2.StartRunResponse:
    """Return *row* as the response to the request that started the run."""
    return orchestrator_pb2.StartRunResponse(
        run_id=row.run_id, session_id=row.session_id, status=status_to_proto(row.status)
    )


def run_to_proto(row: RunRow, run: Run[Any], limits: Limits) -> orchestrator_pb2.Run:
    """Return *row* as a message with the state of *run*."""
    message = to_proto(row, orchestrator_pb2.Run)
    message.current_node = run.agent
    message.locale = run.state.language.value
    message.retries.update(run.retries)
    message.retry_count = run.reflows + sum(run.retries.values())
    set_fields(
        message,
        error=failure_to_proto(run.failure) if run.failure else None,
        usage=run.usage,
        pending=question_to_proto(run.pending) if run.pending else None,
    )
    _FILL_STATE[row.workflow](message, row, run, limits)
    return message


def _fill_image_chat_state(message: orchestrator_pb2.Run, row: RunRow, run: Run[ImageChatState], _: Limits) -> None:
    state, best = run.state, run.state.best
    set_fields(
        message.image_chat,
        messages=(*state.messages, *_own_messages(row, run)),
        input=state.input,
        intent=state.intent,
        enhanced_prompt=state.prompt,
        execution_result=best.result if best else state.result,
        quality_check=best.verdict if best else None,
        ui_components=tuple(run.components.values()),
    )


def _own_messages(row: RunRow, run: Run[ImageChatState]) -> tuple[ChatMessage, ...]:
    """Return the request of *run* and, once it has ended, its answer, as its session remembers them."""
    request = ChatMessage("user", run.state.input.text, row.created_at)
    reply = ChatMessage("assistant", build_reply(run.state) if run.status.is_terminal else "", run.last_at)
    return tuple(message for message in (request, reply) if message.content)


def _fill_note_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[Any], limits: Limits) -> None:
    fill_note_state(message, run, limits)


def _fill_graph_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[GraphAssistantState], __: Limits) -> None:
    state, graph = run.state, message.graph
    graph.returns = state.returns
    if state.nodes is not None:
        graph.found_types.extend(state.nodes.found)
    set_fields(graph, input=state.input, plan=state.plan, applied=state.applied, revision=state.revision)


def _fill_execution_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[GraphExecutionState], __: Limits) -> None:
    state, execution = run.state, message.graph_execution
    execution.executed_node_ids.extend(state.results)
    set_fields(execution, input=state.input, plan=state.plan, outputs=state.outputs)


def _fill_team_state(message: orchestrator_pb2.Run, _: RunRow, run: Run[TeamState], __: Limits) -> None:
    state, team = run.state, message.team
    team.returns = state.returns
    set_fields(team, input=state.input, plan=state.accepted_plan, stages=tuple(state.contexts), verdict=state.verdict)


_FILL_STATE: Mapping[str, Callable[[orchestrator_pb2.Run, RunRow, Run[Any], Limits], None]] = MappingProxyType(
    {
        "image_chat": _fill_image_chat_state,
        "note": _fill_note_state,
        "graph": _fill_graph_state,
        "graph_execution": _fill_execution_state,
        "team": _fill_team_state,
    }
)
