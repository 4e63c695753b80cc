"""Maps the state of a note run, and the composed note, to the contract."""

from reflow.v1 import creatives_pb2, orchestrator_pb2

from services.common.contract.proto_mapper import set_fields
from services.common.errors.message import failure_to_proto
from services.common.limits import Limits
from services.orchestrator.adapters.event_mapper import question_to_proto
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.approvals import CLARITY
from services.orchestrator.domain.note.composition import compose_note
from services.orchestrator.domain.note.state import NoteState, order_images
from services.orchestrator.domain.run import Run
from services.orchestrator.engine.run_log import RunRow

_STATUSES = {
    RunStatus.WAITING: creatives_pb2.CREATIVE_STATUS_RUNNING,
    RunStatus.RUNNING: creatives_pb2.CREATIVE_STATUS_RUNNING,
    RunStatus.PAUSED: creatives_pb2.CREATIVE_STATUS_PAUSED,
    RunStatus.SUCCEEDED: creatives_pb2.CREATIVE_STATUS_COMPLETE,
    RunStatus.CANCELLED: creatives_pb2.CREATIVE_STATUS_ABORTED,
    RunStatus.FAILED: creatives_pb2.CREATIVE_STATUS_FAILED,
}


def fill_note_state(message: orchestrator_pb2.Run, run: Run[NoteState], limits: Limits) -> None:
    """Set the note state of *message*. *limits* has the maximum number of rounds."""
    state, note = run.state, message.note
    note.current_agent = run.agent
    note.iteration_count, note.max_iterations = state.iteration, state.max_returns(limits.returns)
    set_fields(
        note,
        input=state.input,
        messages=state.messages,
        creative_brief=state.brief,
        evidence_pack=state.evidence,
        reference_analyses=state.references,
        generated_content=state.content,
        layout_spec=state.layout,
        image_plans=state.plans,
        generated_images=order_images(state.plans, state.images) if state.plans else None,
        review=state.verdict,
        last_error=failure_to_proto(state.last_error) if state.last_error else None,
    )
    note.agent_clarification_keys.extend(sorted(key for key in state.question_keys if key.startswith(CLARITY)))
    note.brief_complete = state.is_complete(NoteAgent.BRIEF)
    note.evidence_complete = state.is_complete(NoteAgent.EVIDENCE)
    note.reference_intelligence_complete = state.is_complete(NoteAgent.REFERENCES)
    note.content_complete = state.is_complete(NoteAgent.WRITER)
    note.layout_complete = state.is_complete(NoteAgent.LAYOUT)
    note.images_complete = state.is_complete(NoteAgent.IMAGES)


def creative_to_proto(row: RunRow, run: Run[NoteState], threshold: float, *, with_note: bool) -> creatives_pb2.Creative:
    """Return the creative of a run, with its note if *with_note*; *threshold* is the minimum score of a good note."""
    message = creatives_pb2.Creative(creative_id=row.run_id, thread_id=row.session_id, status=_STATUSES[row.status])
    note = compose_note(run.state, threshold)
    message.title = note.content.title if note.content else ""
    set_fields(
        message,
        created_at=row.created_at,
        updated_at=row.updated_at,
        input=run.state.input,
        note=note if with_note else None,
        error=failure_to_proto(run.failure) if run.failure else None,
        pending=question_to_proto(run.pending) if run.pending else None,
    )
    return message
