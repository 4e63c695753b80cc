"""JSON forms of runs. A value that does not exist yet is null."""

from reflow.v1 import events_pb2, orchestrator_pb2, steps_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.errors import error_message_to_json
from services.gateway.json_mapper import image_chat
from services.gateway.json_mapper.graph_execution import execution_state_to_json
from services.gateway.json_mapper.graphs import graph_state_to_json
from services.gateway.json_mapper.notes import note_state_to_json
from services.gateway.json_mapper.questions import question_to_json
from services.gateway.json_mapper.sessions import chat_message_to_json
from services.gateway.json_mapper.team import team_state_to_json
from services.gateway.json_mapper.values import Json


def run_to_json(run: orchestrator_pb2.Run, *, expose_details: bool) -> Json:
    """Return *run* with its state."""
    summary = run_summary_to_json(run, expose_details=expose_details)
    summary["pending"] = question_to_json(run.pending) if run.HasField("pending") else None
    match run.WhichOneof("state"):
        case "note":
            return summary | note_state_to_json(run, expose_details=expose_details)
        case "graph":
            return summary | graph_state_to_json(run.graph)
        case "graph_execution":
            return summary | execution_state_to_json(run.graph_execution)
        case "team":
            return summary | team_state_to_json(run.team, run.run_id)
        case _:
            return summary | _image_chat_state(run)


def run_summary_to_json(run: orchestrator_pb2.Run, *, expose_details: bool) -> Json:
    """Return *run* as a list of runs contains it."""
    created, updated = run.created_at.ToMilliseconds(), run.updated_at.ToMilliseconds()
    error = None
    if run.HasField("error"):
        error = error_message_to_json(
            run.error, at_ms=updated, session_id=run.session_id, run_id=run.run_id, expose_details=expose_details
        )
    return {
        "runId": run.run_id,
        "workflow": run.workflow,
        "status": status_name(run.status),
        "lastSequence": run.last_sequence,
        "updatedAt": updated,
        "error": error,
        "metadata": {
            "sessionId": run.session_id,
            "currentNode": run.current_node or None,
            "startTime": created,
            "retryCount": run.retry_count,
            "retries": dict(run.retries),
        },
        "usage": [usage_to_json(usage) for usage in run.usage],
    }


def status_name(status: events_pb2.RunStatus.ValueType) -> str:
    """Return the name of a run's status."""
    return enum_name(events_pb2.RunStatus.DESCRIPTOR, status)


def usage_to_json(message: steps_pb2.Usage) -> Json:
    """Return the usage of a remote model."""
    return {
        "provider": message.provider,
        "model": message.model,
        "requests": message.requests,
        "inputTokens": message.input_tokens,
        "outputTokens": message.output_tokens,
        "images": message.images,
        "cost": {"amount": message.cost, "currency": message.currency} if message.currency else None,
    }


def budget_to_json(message: events_pb2.BudgetReached) -> Json:
    """Return how much of a budget is used, and the consequence."""
    return {
        "resource": enum_name(events_pb2.BudgetReached.Resource.DESCRIPTOR, message.resource),
        "used": message.used,
        "allowed": message.allowed,
        "action": enum_name(events_pb2.BudgetReached.Action.DESCRIPTOR, message.action),
    }


def _image_chat_state(run: orchestrator_pb2.Run) -> Json:
    chat = run.image_chat
    updated = run.updated_at.ToMilliseconds()
    return {
        "messages": [chat_message_to_json(message) for message in chat.messages],
        "userInput": image_chat.input_to_json(chat.input) if chat.HasField("input") else None,
        "intent": image_chat.intent_to_json(chat.intent) if chat.HasField("intent") else None,
        "enhancedPrompt": image_chat.enhanced_prompt_to_json(chat.enhanced_prompt)
        if chat.HasField("enhanced_prompt")
        else None,
        "executionResult": image_chat.execution_result_to_json(chat.execution_result)
        if chat.HasField("execution_result")
        else None,
        "qualityCheck": image_chat.verdict_to_json(chat.quality_check) if chat.HasField("quality_check") else None,
        "uiComponents": [image_chat.component_to_json(component, updated) for component in chat.ui_components],
    }
