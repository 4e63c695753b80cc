"""The state of a run as JSON, under the names people know it by."""

from reflow.v1 import orchestrator_pb2

from services.gateway import spelling
from services.gateway.creation.creatives import note_state
from services.gateway.errors import told_error
from services.gateway.spelling import Json


def run_state(run: orchestrator_pb2.Run, *, expose_details: bool) -> Json:
    """Return *run* with its state; what is not there yet is null."""
    summary = run_summary(run, expose_details=expose_details)
    pending = spelling.question(run.pending) if run.HasField("pending") else None
    if run.WhichOneof("state") == "note":
        return summary | {"pending": pending} | note_state(run, expose_details=expose_details)
    return summary | {"pending": pending} | _image_chat(run)


def _image_chat(run: orchestrator_pb2.Run) -> Json:
    chat = run.image_chat
    updated = run.updated_at.ToMilliseconds()
    return {
        "messages": [spelling.chat_message(said) for said in chat.messages],
        "userInput": spelling.user_input(chat.input) if chat.HasField("input") else None,
        "intent": spelling.intent(chat.intent) if chat.HasField("intent") else None,
        "enhancedPrompt": spelling.enhanced_prompt(chat.enhanced_prompt) if chat.HasField("enhanced_prompt") else None,
        "executionResult": spelling.execution_result(chat.execution_result)
        if chat.HasField("execution_result")
        else None,
        "qualityCheck": spelling.quality_check(chat.quality_check) if chat.HasField("quality_check") else None,
        "uiComponents": [spelling.component(shown, updated) for shown in chat.ui_components],
    }


def run_summary(run: orchestrator_pb2.Run, *, expose_details: bool) -> Json:
    """Return what a list tells of *run*."""
    created, updated = run.created_at.ToMilliseconds(), run.updated_at.ToMilliseconds()
    error = None
    if run.HasField("error"):
        error = told_error(
            run.error, at_ms=updated, session_id=run.session_id, run_id=run.run_id, expose_details=expose_details
        )
    return {
        "runId": run.run_id,
        "workflow": run.workflow,
        "status": spelling.status(run.status),
        "lastSequence": run.last_sequence,
        "updatedAt": updated,
        "error": error,
        "metadata": {
            "sessionId": run.session_id,
            "currentNode": run.current_node or None,
            "startTime": created,
            "retryCount": run.retry_count,
        },
        "usage": [spelling.usage(used) for used in run.usage],
    }
