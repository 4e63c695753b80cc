"""Rows and folded runs to messages of the contract."""

from datetime import datetime

from reflow.v1 import orchestrator_pb2

from services.orchestrator.adapters import values_codec as values
from services.orchestrator.adapters.components_codec import component_message
from services.orchestrator.adapters.events_codec import STATUSES
from services.orchestrator.adapters.questions_codec import asked_message
from services.orchestrator.adapters.usage_codec import usage_message
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


def run_message(row: RunRow, run: Run[ImageChatState]) -> orchestrator_pb2.Run:
    """Return *row* as a message with the state that its log makes."""
    message = row_message(row)
    message.current_node = run.agent
    message.retry_count = run.returns
    if run.failure is not None:
        message.error.CopyFrom(values.error_message(run.failure))
    message.usage.extend(usage_message(use) for use in run.usage)
    if run.pending is not None:
        message.pending.CopyFrom(asked_message(run.pending))
    _fill(message.image_chat, run.state)
    shown = [component_message(component) for component in run.shown.values()]
    message.image_chat.ui_components.extend(shown)
    return message


def _fill(message: orchestrator_pb2.ImageChatState, state: ImageChatState) -> None:
    message.messages.extend(values.chat_messages(state.messages))
    message.input.CopyFrom(values.image_chat_message(state.asked))
    if state.intent is not None:
        message.intent.CopyFrom(values.intent_message(state.intent))
    if state.prompt is not None:
        message.enhanced_prompt.CopyFrom(values.prompt_message(state.prompt))
    if state.best is not None:
        message.execution_result.CopyFrom(values.image_message(state.best.result))
        message.quality_check.CopyFrom(values.verdict_message(state.best.verdict))
    elif state.result is not None:
        message.execution_result.CopyFrom(values.image_message(state.result))


def page_token(row: RunRow) -> str:
    """Return the token of the page that follows *row*."""
    return f"{row.created_at.isoformat()} {row.run_id}"


def page_start(token: str) -> tuple[datetime, str] | None:
    """Return where the page of *token* begins, None for the first. Raises ValueError for a token of no page."""
    if not token:
        return None
    at, _, run_id = token.partition(" ")
    return datetime.fromisoformat(at), run_id
