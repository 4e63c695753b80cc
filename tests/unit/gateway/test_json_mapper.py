"""Runs as JSON."""

from reflow.v1 import events_pb2, note_workflow_pb2, orchestrator_pb2

from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.runs import run_to_json

NAMES = {
    "messages", "pending", "userInput", "intent", "enhancedPrompt", "executionResult", "qualityCheck", "uiComponents",
    "error", "metadata", "usage", "runId", "workflow", "status", "lastSequence", "updatedAt",
}  # fmt: skip


def test_a_run_that_was_just_accepted_has_every_field_and_null_for_missing_values() -> None:
    run = orchestrator_pb2.Run(run_id="r", session_id="s", status=events_pb2.RUN_STATUS_WAITING, last_sequence=1)
    run.created_at.FromMilliseconds(1_500)
    run.image_chat.input.text = "猫"
    state = run_to_json(run, expose_details=False)
    assert set(state) == NAMES
    assert (state["status"], state["lastSequence"], state["userInput"]["text"]) == ("waiting", 1, "猫")
    assert [state[name] for name in ("intent", "enhancedPrompt", "executionResult", "qualityCheck", "error")] == [
        None
    ] * 5
    assert state["metadata"] == {
        "sessionId": "s", "currentNode": None, "startTime": 1_500, "retryCount": 0, "retries": {}
    }  # fmt: skip


def test_results_of_steps_have_the_names_of_the_specification() -> None:
    run = orchestrator_pb2.Run(current_node="critic", retry_count=2, retries={"executor-1": 1})
    chat = run.image_chat
    chat.intent.action, chat.intent.confidence = 1, 0.9  # type: ignore[assignment]
    chat.enhanced_prompt.retrieved.add(key="ink", style="水墨", similarity=1.0)
    chat.execution_result.asset.asset_id, chat.execution_result.task_type = "ab", 2  # type: ignore[assignment]
    chat.execution_result.parameters["brightness"] = 0.5
    chat.quality_check.dimensions["palette"] = 0.75
    chat.ui_components.add(id="chips").suggestion_chips.suggestions.append("更亮")
    state = run_to_json(run, expose_details=False)
    assert state["intent"]["action"] == "generate_image"
    assert state["enhancedPrompt"]["retrieved"][0]["style"] == "水墨"
    assert state["executionResult"]["imageUrl"] == "/api/assets/ab"
    assert state["executionResult"]["taskType"] == "inpainting"
    assert state["executionResult"]["metadata"]["parameters"] == {"brightness": 0.5}
    assert state["qualityCheck"]["dimensions"] == {"palette": 0.75}
    assert state["uiComponents"][0]["props"] == {"suggestions": ["更亮"]}
    assert (state["metadata"]["retryCount"], state["metadata"]["retries"]) == (2, {"executor-1": 1})


def test_the_error_of_a_run_is_the_error_object_of_responses() -> None:
    run = orchestrator_pb2.Run(run_id="r", session_id="s")
    run.error.code, run.error.trace_id = "EXECUTION_TIMEOUT", "t"
    error = run_to_json(run, expose_details=False)["error"]
    assert (error["code"], error["runId"], error["metadata"]["traceId"]) == ("EXECUTION_TIMEOUT", "r", "t")


def test_the_run_of_a_note_has_every_field_of_its_state_and_null_for_missing_values() -> None:
    run = orchestrator_pb2.Run(run_id="r", session_id="s", workflow="note")
    run.note.input.text, run.note.input.seed, run.note.max_iterations = "写一篇春游攻略", 0, 3
    state = run_to_json(run, expose_details=False)
    assert {"workflow", "status", "metadata", "usage", "pending"} <= set(state)
    assert (state["threadId"], state["maxIterations"], state["briefComplete"]) == ("s", 3, False)
    assert (state["userInput"]["message"], state["userInput"]["seed"]) == ("写一篇春游攻略", 0)
    missing = (
        "creativeBrief", "evidencePack", "referenceAnalyses", "generatedContent", "layoutSpec", "imagePlans",
        "paragraphImageBindings", "textOverlayPlan", "reviewFeedback", "qualityScores", "lastError",
        "pendingConfirmation", "contentType", "currentAgent",
    )  # fmt: skip
    assert [state[name] for name in missing] == [None] * len(missing)


def test_results_of_a_notes_agents_have_the_names_of_the_specification() -> None:
    run = orchestrator_pb2.Run(session_id="s")
    note = run.note
    note.creative_brief.content_type = "guide"
    note.generated_content.title = "春游"
    note.image_plans.bindings.add(paragraph=0, plan_id="image-1")
    note.generated_images.add(plan_id="image-1").image.asset.asset_id = "ab"
    note.review.dimensions["images"] = 0.5
    note.last_error.code = "LLM_TIMEOUT"
    note.reference_analyses.references.add(asset_id="cd")
    run.pending.question.key = "content-1"
    state = run_to_json(run, expose_details=False)
    assert (state["contentType"], state["generatedContent"]["title"]) == ("guide", "春游")
    assert (state["generatedImagePaths"], state["generatedImages"][0]["paragraph"]) == (["/api/assets/ab"], 0)
    assert (state["qualityScores"], state["lastError"]["code"]) == ({"images": 0.5}, "LLM_TIMEOUT")
    assert state["referenceAnalyses"][0]["assetId"] == "cd"
    assert state["pendingConfirmation"]["key"] == state["pending"]["key"] == "content-1"


def test_an_enum_value_of_a_newer_version_is_unspecified() -> None:
    text = note_workflow_pb2.PlannedText(position=999)  # type: ignore[arg-type]
    assert message_to_json(text)["position"] == "unspecified"
