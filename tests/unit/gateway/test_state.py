"""The state of a run under the names people know."""

from reflow.v1 import events_pb2, orchestrator_pb2

from services.gateway.state import run_state

NAMES = {
    "messages", "pending", "userInput", "intent", "enhancedPrompt", "executionResult", "qualityCheck", "uiComponents",
    "error", "metadata", "usage", "runId", "workflow", "status", "lastSequence", "updatedAt",
}  # fmt: skip


def test_a_run_that_has_just_been_accepted_has_every_name_and_null_for_what_is_not_there() -> None:
    run = orchestrator_pb2.Run(run_id="r", session_id="s", status=events_pb2.RUN_STATUS_WAITING, last_sequence=1)
    run.created_at.FromMilliseconds(1_500)
    run.image_chat.input.text = "猫"
    state = run_state(run, expose_details=False)
    assert set(state) == NAMES
    assert (state["status"], state["lastSequence"], state["userInput"]["text"]) == ("waiting", 1, "猫")
    assert [state[name] for name in ("intent", "enhancedPrompt", "executionResult", "qualityCheck", "error")] == [
        None
    ] * 5
    assert state["metadata"] == {"sessionId": "s", "currentNode": None, "startTime": 1_500, "retryCount": 0}


def test_what_the_steps_made_is_told_under_the_names_of_the_specification() -> None:
    run = orchestrator_pb2.Run(current_node="critic", retry_count=2)
    chat = run.image_chat
    chat.intent.action, chat.intent.confidence = 1, 0.9  # type: ignore[assignment]
    chat.enhanced_prompt.retrieved.add(key="ink", style="水墨", similarity=1.0)
    chat.execution_result.asset.asset_id, chat.execution_result.task_type = "ab", 2  # type: ignore[assignment]
    chat.execution_result.parameters["brightness"] = 0.5
    chat.quality_check.dimensions["palette"] = 0.75
    chat.ui_components.add(id="chips").suggestion_chips.suggestions.append("更亮")
    state = run_state(run, expose_details=False)
    assert state["intent"]["action"] == "generate_image"
    assert state["enhancedPrompt"]["retrieved"][0]["style"] == "水墨"
    assert state["executionResult"]["imageUrl"] == "/api/assets/ab"
    assert state["executionResult"]["taskType"] == "inpainting"
    assert state["executionResult"]["metadata"]["parameters"] == {"brightness": 0.5}
    assert state["qualityCheck"]["dimensions"] == {"palette": 0.75}
    assert state["uiComponents"][0]["props"] == {"suggestions": ["更亮"]}
    assert state["metadata"]["retryCount"] == 2


def test_why_a_run_failed_is_the_error_object_of_every_answer() -> None:
    run = orchestrator_pb2.Run(run_id="r", session_id="s")
    run.error.code, run.error.trace_id = "EXECUTION_TIMEOUT", "t"
    error = run_state(run, expose_details=False)["error"]
    assert (error["code"], error["runId"], error["metadata"]["traceId"]) == ("EXECUTION_TIMEOUT", "r", "t")
