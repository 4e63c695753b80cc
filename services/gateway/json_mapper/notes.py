"""JSON forms of notes: input, plans, images, the note, the state of its run. A value that does not exist is null."""

from collections.abc import Sequence

from reflow.v1 import creatives_pb2, executor_pb2, note_workflow_pb2, orchestrator_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.errors import error_message_to_json
from services.gateway.json_mapper.image_chat import verdict_to_json
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.questions import question_to_json
from services.gateway.json_mapper.sessions import chat_message_to_json
from services.gateway.json_mapper.values import Json, asset_url, asset_urls, duration_seconds, to_camel_case

STAGES = (
    "brief_complete",
    "evidence_complete",
    "reference_intelligence_complete",
    "content_complete",
    "layout_complete",
    "images_complete",
)


def note_input_to_json(message: note_workflow_pb2.NoteInput) -> Json:
    """Return the input of a note, under the names of the request."""
    approvals = {"content": not message.skip_content_approval, "image_plans": not message.skip_image_plans_approval}
    return {
        "message": message.text,
        **_references_to_json(message),
        "layoutPreference": message.layout_preference or None,
        "contentType": message.content_type or None,
        "maxIterations": message.max_iterations if message.HasField("max_iterations") else None,
        "approvals": [name for name, is_required in approvals.items() if is_required],
        "clarify": not message.skip_clarification,
        "answerWithin": duration_seconds(message.answer_within) if message.HasField("answer_within") else None,
        "pictureCount": message.image_count or None,
        "preferredModel": message.preferred_model or None,
        "seed": message.seed if message.HasField("seed") else None,
        "fresh": message.fresh,
    }


def reference_inputs_to_json(message: note_workflow_pb2.NoteInput) -> list[Json]:
    """Return the reference images, each with its description by the user."""
    described = {one.asset_id: one for one in message.reference_inputs}
    none = note_workflow_pb2.ReferenceInput()
    return [_reference_to_json(asset_id, described.get(asset_id, none)) for asset_id in message.reference_asset_ids]


def _reference_to_json(asset_id: str, described: note_workflow_pb2.ReferenceInput) -> Json:
    purpose = note_workflow_pb2.ReferencePurpose.DESCRIPTOR
    return {
        "assetId": asset_id,
        "url": asset_url(asset_id),
        "purpose": enum_name(purpose, described.purpose) if described.HasField("purpose") else None,
        "note": described.note or None,
    }


def _references_to_json(message: note_workflow_pb2.NoteInput) -> Json:
    urls = asset_urls(message.reference_asset_ids)
    return {
        "referenceImageUrl": urls[0] if urls else None,
        "referenceImages": urls,
        "referenceInputs": reference_inputs_to_json(message),
    }


def image_plans_to_json(message: note_workflow_pb2.ImagePlanSet) -> dict[str, list[Json]]:
    """Return the planned images, their paragraphs and their texts."""
    return {
        "imagePlans": [message_to_json(plan) for plan in message.plans],
        "paragraphImageBindings": [message_to_json(binding) for binding in message.bindings],
        "textOverlayPlan": [message_to_json(text) for text in message.overlays],
    }


def changes_to_json(changes: Sequence[note_workflow_pb2.FeedbackChange]) -> list[Json]:
    """Return the changes that a reviewer's feedback requested, with their outcomes; empty without feedback."""
    return [message_to_json(change) for change in changes]


def note_images_to_json(
    images: Sequence[executor_pb2.NoteImage], bindings: Sequence[note_workflow_pb2.ParagraphImageBinding]
) -> list[Json]:
    """Return the images of a note in order, each with its paragraph (counted from 0, null for none)."""
    paragraphs = {binding.plan_id: binding.paragraph for binding in bindings}
    return [
        {
            "planId": image.plan_id,
            "assetId": image.image.asset.asset_id,
            "url": asset_url(image.image.asset.asset_id),
            "plainUrl": asset_url(image.plain_asset_id or image.image.asset.asset_id),
            "paragraph": paragraphs.get(image.plan_id),
        }
        for image in images
    ]


def composed_note_to_json(note: creatives_pb2.ComposedNote) -> Json:
    """Return a composed note. All dialects use these fields of a finished note."""
    has_content = note.HasField("content")
    return {
        "title": note.content.title if has_content else None,
        "body": note.content.body if has_content else None,
        "tags": list(note.content.tags),
        "draft": note.content.draft,
        "engine": note.content.engine or None,
        "images": note_images_to_json(note.images, note.bindings),
        "layout": message_to_json(note.layout) if note.HasField("layout") else None,
        "verdict": verdict_to_json(note.verdict) if note.HasField("verdict") else None,
        "missing": [message_to_json(plan) for plan in note.missing],
        "remarks": list(note.remarks),
        "changes": changes_to_json(note.content.changes),
    }


def creative_to_json(creative: creatives_pb2.Creative, *, expose_details: bool) -> Json:
    """Return a creative with its note."""
    return creative_summary_to_json(creative, expose_details=expose_details) | {
        "input": note_input_to_json(creative.input) if creative.HasField("input") else None,
        "note": composed_note_to_json(creative.note) if creative.HasField("note") else None,
        "pending": question_to_json(creative.pending) if creative.HasField("pending") else None,
    }


def creative_summary_to_json(creative: creatives_pb2.Creative, *, expose_details: bool) -> Json:
    """Return a creative as a list of creatives contains it."""
    updated, error = creative.updated_at.ToMilliseconds(), None
    if creative.HasField("error"):
        error = error_message_to_json(
            creative.error,
            at_ms=updated,
            session_id=creative.thread_id,
            run_id=creative.creative_id,
            expose_details=expose_details,
        )
    return {
        "creativeId": creative.creative_id,
        "threadId": creative.thread_id,
        "status": enum_name(creatives_pb2.CreativeStatus.DESCRIPTOR, creative.status),
        "title": creative.title or None,
        "message": creative.input.text or None,
        "error": error,
        "createdAt": creative.created_at.ToMilliseconds(),
        "updatedAt": updated,
    }


def note_state_to_json(run: orchestrator_pb2.Run, *, expose_details: bool) -> Json:
    """Return the state of a note's run, in addition to the fields that every run has."""
    state = run.note
    error = None
    if state.HasField("last_error"):
        error = error_message_to_json(
            state.last_error,
            at_ms=run.updated_at.ToMilliseconds(),
            session_id=run.session_id,
            run_id=run.run_id,
            expose_details=expose_details,
        )
    return {
        "messages": [chat_message_to_json(message) for message in state.messages],
        "userInput": note_input_to_json(state.input) if state.HasField("input") else None,
        "threadId": run.session_id,
        "currentAgent": state.current_agent or None,
        "iterationCount": state.iteration_count,
        "maxIterations": state.max_iterations,
        "lastError": error,
        "agentClarificationKeys": list(state.agent_clarification_keys),
        **_references_to_json(state.input),
        "layoutPreference": state.input.layout_preference or None,
        "pendingConfirmation": question_to_json(run.pending) if run.HasField("pending") else None,
        **{to_camel_case(stage): getattr(state, stage) for stage in STAGES},
        **_results(state),
    }


def _results(state: creatives_pb2.NoteState) -> Json:
    plans: Json = dict.fromkeys(("imagePlans", "paragraphImageBindings", "textOverlayPlan"))
    if state.HasField("image_plans"):
        plans = dict(image_plans_to_json(state.image_plans))
    analyses = None
    if state.HasField("reference_analyses"):
        analyses = message_to_json(state.reference_analyses)["references"]
    is_reviewed = state.HasField("review")
    images = state.generated_images
    return {
        "creativeBrief": message_to_json(state.creative_brief) if state.HasField("creative_brief") else None,
        "contentType": state.creative_brief.content_type or state.input.content_type or None,
        "evidencePack": message_to_json(state.evidence_pack) if state.HasField("evidence_pack") else None,
        "referenceAnalyses": analyses,
        "generatedContent": message_to_json(state.generated_content) if state.HasField("generated_content") else None,
        "layoutSpec": message_to_json(state.layout_spec) if state.HasField("layout_spec") else None,
        **plans,
        "imagePlanChanges": changes_to_json(state.image_plans.changes),
        "generatedImages": note_images_to_json(images, state.image_plans.bindings),
        "generatedImageAssetIds": [image.image.asset.asset_id for image in images],
        "generatedImagePaths": asset_urls(image.image.asset.asset_id for image in images),
        "reviewFeedback": state.review.feedback if is_reviewed else None,
        "qualityScores": dict(state.review.dimensions) if is_reviewed else None,
        "review": verdict_to_json(state.review) if is_reviewed else None,
    }
