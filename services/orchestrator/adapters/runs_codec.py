"""Rows and folded runs to messages of the contract."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from reflow.v1 import critic_pb2, events_pb2, executor_pb2, orchestrator_pb2, planner_pb2, rag_pb2, steps_pb2

from services.common.limits import Limits
from services.orchestrator.adapters.components_codec import component_message
from services.orchestrator.adapters.events_codec import STATUSES
from services.orchestrator.adapters.failures_codec import error_message
from services.orchestrator.adapters.mirror import message_of
from services.orchestrator.adapters.note_codec import fill_note
from services.orchestrator.adapters.questions_codec import asked_message
from services.orchestrator.domain.image_chat import ImageChatState
from services.orchestrator.domain.run import Run
from services.orchestrator.engine.log import RunRow


def row_message(row: RunRow) -> orchestrator_pb2.Run:
    """Return *row* as a message, without a state."""
    message = orchestrator_pb2.Run(
        run_id=row.run_id,
        session_id=row.session_id,
        workflow=row.workflow,
        status=STATUSES[row.status],
        last_sequence=row.last_sequence,
    )
    message.created_at.FromDatetime(row.created_at)
    message.updated_at.FromDatetime(row.updated_at)
    return message


def run_message(row: RunRow, run: Run[Any], limits: Limits) -> orchestrator_pb2.Run:
    """Return *row* as a message with the state that its log makes within *limits*."""
    message = row_message(row)
    message.current_node = run.agent
    message.retry_count = run.returns
    if run.failure is not None:
        message.error.CopyFrom(error_message(run.failure))
    message.usage.extend(message_of(use, steps_pb2.Usage) for use in run.usage)
    if run.pending is not None:
        message.pending.CopyFrom(asked_message(run.pending))
    _FILL[row.workflow](message, run, limits)
    return message


def _fill_image_chat(message: orchestrator_pb2.Run, run: Run[ImageChatState], _: Limits) -> None:
    state, told = run.state, message.image_chat
    told.messages.extend(message_of(said, planner_pb2.ChatMessage) for said in state.messages)
    told.input.CopyFrom(message_of(state.asked, events_pb2.ImageChatInput))
    if state.intent is not None:
        told.intent.CopyFrom(message_of(state.intent, planner_pb2.Intent))
    if state.prompt is not None:
        told.enhanced_prompt.CopyFrom(message_of(state.prompt, rag_pb2.EnhancedPrompt))
    if state.best is not None:
        told.execution_result.CopyFrom(message_of(state.best.result, executor_pb2.ImageResult))
        told.quality_check.CopyFrom(message_of(state.best.verdict, critic_pb2.Verdict))
    elif state.result is not None:
        told.execution_result.CopyFrom(message_of(state.result, executor_pb2.ImageResult))
    told.ui_components.extend(component_message(component) for component in run.shown.values())


_FILL: Mapping[str, Callable[[orchestrator_pb2.Run, Run[Any], Limits], None]] = MappingProxyType(
    {"image_chat": _fill_image_chat, "note": fill_note}
)


def page_token(row: RunRow) -> str:
    """Return the token of the page that follows *row*."""
    return f"{row.created_at.isoformat()} {row.run_id}"


def page_start(token: str) -> tuple[datetime, str] | None:
    """Return where the page of *token* begins, None for the first. Raises ValueError for a token of no page."""
    if not token:
        return None
    at, _, run_id = token.partition(" ")
    return datetime.fromisoformat(at), run_id
