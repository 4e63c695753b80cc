"""Client that starts, answers and reads notes over gRPC."""

from typing import Any

from google.protobuf.duration_pb2 import Duration
from reflow.v1 import creatives_pb2, events_pb2, note_workflow_pb2, orchestrator_pb2, questions_pb2

from tests.fixtures.runs.orchestrator import (
    Orchestrator,
    unwrap_error,
)

APPROVE, REJECT, MODIFY = (
    questions_pb2.DECISION_APPROVE,
    questions_pb2.DECISION_REJECT,
    questions_pb2.DECISION_MODIFY,
)


QUIET = {"skip_content_approval": True, "skip_image_plans_approval": True, "skip_clarification": True}


async def begin(at: Orchestrator, *, abandon_after: int | None = None, session: str = "", **requested: Any) -> str:
    """Start a note without questions unless *requested* enables them, and return its run."""
    note = note_workflow_pb2.NoteInput(**{"text": "写一篇春游攻略", **QUIET, **requested})
    request = orchestrator_pb2.StartRunRequest(note=note, session_id=session)
    if abandon_after is not None:
        request.abandon_after.CopyFrom(Duration(seconds=abandon_after))
    return str((await unwrap_error(at.stub.StartRun(request, timeout=30))).run_id)


async def answer(at: Orchestrator, run_id: str, decision: Any = APPROVE, **given: Any) -> Any:
    """Answer a run. Raises ReflowError."""
    digest = given.pop("digest", "")
    request = orchestrator_pb2.AnswerRunRequest(
        run_id=run_id, digest=digest, answer=questions_pb2.Answer(decision=decision, **given)
    )
    return await unwrap_error(at.stub.AnswerRun(request, timeout=30))


async def creative(at: Orchestrator, run_id: str) -> creatives_pb2.Creative:
    """Return the creative of a run. Raises ReflowError."""
    request = creatives_pb2.GetCreativeRequest(creative_id=run_id)
    response: creatives_pb2.GetCreativeResponse = await unwrap_error(at.creatives.GetCreative(request, timeout=60))
    return response.creative


def note_of(events: list[events_pb2.RunEvent]) -> creatives_pb2.ComposedNote:
    """Return the note that a run delivered."""
    (event,) = [event for event in events if event.WhichOneof("payload") == "work_delivered"]
    return event.work_delivered.note
