"""The state of a note, and a note as it stands, to messages of the contract."""

from typing import Any

from google.protobuf.message import Message
from reflow.v1 import creations_pb2, creatives_pb2, executor_pb2, orchestrator_pb2, planner_pb2

from services.common.limits import Limits
from services.orchestrator.adapters.failures_codec import error_message
from services.orchestrator.adapters.mirror import message_of
from services.orchestrator.adapters.questions_codec import asked_message
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approving import CLARITY
from services.orchestrator.domain.note.composing import composed
from services.orchestrator.domain.note.state import NoteState, in_order
from services.orchestrator.domain.run import Run
from services.orchestrator.engine.log import RunRow

_STATUSES = {
    RunStatus.WAITING: creatives_pb2.CREATIVE_STATUS_RUNNING,
    RunStatus.RUNNING: creatives_pb2.CREATIVE_STATUS_RUNNING,
    RunStatus.PAUSED: creatives_pb2.CREATIVE_STATUS_PAUSED,
    RunStatus.SUCCEEDED: creatives_pb2.CREATIVE_STATUS_COMPLETE,
    RunStatus.CANCELLED: creatives_pb2.CREATIVE_STATUS_ABORTED,
    RunStatus.FAILED: creatives_pb2.CREATIVE_STATUS_FAILED,
}


def fill_note(message: orchestrator_pb2.Run, run: Run[NoteState], limits: Limits) -> None:
    """Put the state of a note, which *limits* bound, into *message*."""
    state, told = run.state, message.note
    told.input.CopyFrom(message_of(state.asked, creations_pb2.NoteInput))
    told.messages.extend(message_of(said, planner_pb2.ChatMessage) for said in state.messages)
    told.current_agent = run.agent
    told.iteration_count, told.max_iterations = state.iteration, limits.returns
    for field, product in _products(state).items():
        if product is not None:
            part: Message = getattr(told, field)
            part.CopyFrom(message_of(product, type(part)))
    if state.plans is not None:
        images = in_order(state.plans, state.images)
        told.generated_images.extend(message_of(image, executor_pb2.NoteImage) for image in images)
    told.agent_clarification_keys.extend(sorted(key for key in state.asked_keys if key.startswith(CLARITY)))
    told.brief_complete = state.complete(NoteAgent.BRIEF)
    told.evidence_complete = state.complete(NoteAgent.EVIDENCE)
    told.reference_intelligence_complete = state.complete(NoteAgent.REFERENCES)
    told.content_complete = state.complete(NoteAgent.WRITER)
    told.layout_complete = state.complete(NoteAgent.LAYOUT)
    told.images_complete = state.complete(NoteAgent.IMAGES)
    if state.last_error is not None:
        told.last_error.CopyFrom(error_message(state.last_error))


def _products(state: NoteState) -> dict[str, Any]:
    return {
        "creative_brief": state.brief,
        "evidence_pack": state.evidence,
        "reference_analyses": state.references,
        "generated_content": state.content,
        "layout_spec": state.layout,
        "image_plans": state.plans,
        "review": state.verdict,
    }


def creative_message(row: RunRow, run: Run[NoteState], threshold: float, *, whole: bool) -> creatives_pb2.Creative:
    """Return the creative of a run, with its note where *whole*; *threshold* is what a good score is not under."""
    message = creatives_pb2.Creative(creative_id=row.run_id, thread_id=row.session_id, status=_STATUSES[row.status])
    message.created_at.FromDatetime(row.created_at)
    message.updated_at.FromDatetime(row.updated_at)
    message.input.CopyFrom(message_of(run.state.asked, creations_pb2.NoteInput))
    note = composed(run.state, threshold)
    message.title = note.content.title if note.content else ""
    if whole:
        message.note.CopyFrom(message_of(note, creatives_pb2.ComposedNote))
    if run.failure is not None:
        message.error.CopyFrom(error_message(run.failure))
    if run.pending is not None:
        message.pending.CopyFrom(asked_message(run.pending))
    return message
