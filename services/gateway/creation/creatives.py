"""Creatives and the state of notes as JSON. What is not there yet is null."""

from collections.abc import Mapping

from reflow.v1 import creatives_pb2, orchestrator_pb2

from services.gateway import spelling
from services.gateway.creation.products import (
    alignment_map,
    asset_urls,
    composed_note,
    note_images,
    note_input,
    product,
)
from services.gateway.errors import told_error
from services.gateway.spelling import Json

STATUSES: Mapping[int, str] = {
    creatives_pb2.CREATIVE_STATUS_RUNNING: "running",
    creatives_pb2.CREATIVE_STATUS_PAUSED: "paused",
    creatives_pb2.CREATIVE_STATUS_COMPLETE: "complete",
    creatives_pb2.CREATIVE_STATUS_ABORTED: "aborted",
    creatives_pb2.CREATIVE_STATUS_FAILED: "failed",
}
MARKS = (
    "brief_complete",
    "evidence_complete",
    "reference_intelligence_complete",
    "content_complete",
    "layout_complete",
    "images_complete",
)


def creative(made: creatives_pb2.Creative, *, expose_details: bool) -> Json:
    """Return a note and where it stands."""
    return creative_summary(made, expose_details=expose_details) | {
        "input": note_input(made.input) if made.HasField("input") else None,
        "note": composed_note(made.note) if made.HasField("note") else None,
        "pending": spelling.question(made.pending) if made.HasField("pending") else None,
    }


def creative_summary(made: creatives_pb2.Creative, *, expose_details: bool) -> Json:
    """Return what a list tells of a note."""
    updated, error = made.updated_at.ToMilliseconds(), None
    if made.HasField("error"):
        error = told_error(
            made.error,
            at_ms=updated,
            session_id=made.thread_id,
            run_id=made.creative_id,
            expose_details=expose_details,
        )
    return {
        "creativeId": made.creative_id,
        "threadId": made.thread_id,
        "status": STATUSES.get(made.status, "unknown"),
        "title": made.title or None,
        "message": made.input.text or None,
        "error": error,
        "createdAt": made.created_at.ToMilliseconds(),
        "updatedAt": updated,
    }


def note_state(run: orchestrator_pb2.Run, *, expose_details: bool) -> Json:
    """Return the state of the run of a note, beside what every run has."""
    state = run.note
    error = None
    if state.HasField("last_error"):
        at = run.updated_at.ToMilliseconds()
        error = told_error(
            state.last_error,
            at_ms=at,
            session_id=run.session_id,
            run_id=run.run_id,
            expose_details=expose_details,
        )
    return {
        "messages": [spelling.chat_message(said) for said in state.messages],
        "userInput": note_input(state.input) if state.HasField("input") else None,
        "threadId": run.session_id,
        "currentAgent": state.current_agent or None,
        "iterationCount": state.iteration_count,
        "maxIterations": state.max_iterations,
        "lastError": error,
        "agentClarificationKeys": list(state.agent_clarification_keys),
        "referenceImages": asset_urls(list(state.input.reference_asset_ids)),
        "layoutPreference": state.input.layout_preference or None,
        "pendingConfirmation": spelling.question(run.pending) if run.HasField("pending") else None,
        **{_camel(mark): getattr(state, mark) for mark in MARKS},
        **_products(state),
    }


def _products(state: creatives_pb2.NoteState) -> Json:
    planned: Json = dict.fromkeys(("imagePlans", "paragraphImageBindings", "textOverlayPlan"))
    if state.HasField("image_plans"):
        planned = dict(alignment_map(state.image_plans))
    analyses = product(state.reference_analyses)["references"] if state.HasField("reference_analyses") else None
    reviewed = state.HasField("review")
    made = list(state.generated_images)
    return {
        "creativeBrief": product(state.creative_brief) if state.HasField("creative_brief") else None,
        "contentType": state.creative_brief.content_type or None,
        "evidencePack": product(state.evidence_pack) if state.HasField("evidence_pack") else None,
        "referenceAnalyses": analyses,
        "generatedContent": product(state.generated_content) if state.HasField("generated_content") else None,
        "layoutSpec": product(state.layout_spec) if state.HasField("layout_spec") else None,
        **planned,
        "generatedImages": note_images(made, list(state.image_plans.bindings)),
        "generatedImageAssetIds": [image.image.asset.asset_id for image in made],
        "generatedImagePaths": asset_urls([image.image.asset.asset_id for image in made]),
        "reviewFeedback": state.review.feedback if reviewed else None,
        "qualityScores": dict(state.review.dimensions) if reviewed else None,
        "review": spelling.quality_check(state.review) if reviewed else None,
    }


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
