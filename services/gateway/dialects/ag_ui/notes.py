"""JSON forms of plans, images and notes for AG-UI: under the names that a client may send back, edited."""

from reflow.v1 import creatives_pb2, executor_pb2, note_workflow_pb2

from services.gateway.json_mapper.notes import composed_note_to_json, image_plans_to_json
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.values import Json, asset_url


def plans_to_json(message: note_workflow_pb2.ImagePlanSet) -> Json:
    """Return planned images, their paragraphs and their texts."""
    return {**image_plans_to_json(message), "engine": message.engine, "degraded": message.degraded}


def note_image_to_json(message: executor_pb2.NoteImage) -> Json:
    """Return an image of a note."""
    asset = message.image.asset
    return {
        "planId": message.plan_id,
        "assetId": asset.asset_id,
        "url": asset_url(asset.asset_id),
        "width": asset.width,
        "height": asset.height,
        "texts": [" ".join(drawn.lines) for drawn in message.texts],
    }


def note_result_to_json(message: creatives_pb2.ComposedNote, creative_id: str) -> Json:
    """Return a delivered note as the result of its run."""
    note = composed_note_to_json(message)
    images = [note_image_to_json(image) for image in message.images]
    return {
        "creativeId": creative_id,
        "title": note["title"] or "",
        "body": note["body"] or "",
        "tags": note["tags"],
        "draft": note["draft"],
        "imageAssetIds": [image["assetId"] for image in images],
        "images": images,
        "paragraphImageBindings": [message_to_json(binding) for binding in message.bindings],
        "missing": [plan["planId"] for plan in note["missing"]],
        "quality": note["verdict"],
        "remarks": note["remarks"],
    }


def note_to_text(message: creatives_pb2.ComposedNote) -> str:
    """Return a delivered note as text for the user."""
    tags = " ".join(f"#{tag}" for tag in message.content.tags)
    parts = [message.content.title, message.content.body, tags, "\n".join(message.remarks)]
    return "\n\n".join(part for part in parts if part)
