"""JSON forms of plans, images and notes for AG-UI: under the names that a client may send back, edited."""

import re

from reflow.v1 import creatives_pb2, executor_pb2, note_workflow_pb2

from services.gateway.json_mapper.notes import changes_to_json, composed_note_to_json, image_plans_to_json
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.values import Json, asset_url


def plans_to_json(message: note_workflow_pb2.ImagePlanSet) -> Json:
    """Return planned images, their paragraphs and their texts."""
    return {
        **image_plans_to_json(message),
        "changes": changes_to_json(message.changes),
        "engine": message.engine,
        "degraded": message.degraded,
    }


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
        "changes": note["changes"],
    }


def note_to_text(message: creatives_pb2.ComposedNote, plans: Json | None) -> str:
    """Return a delivered note as Markdown for the user: each image follows its paragraph, the others the title."""
    described = {plan["planId"]: plan for plan in (plans or {}).get("imagePlans", ())}
    paragraphs = {binding.plan_id: binding.paragraph for binding in message.bindings}
    images = [
        (paragraphs.get(image["planId"], -1), image_to_markdown(image["url"], _describe(described, image["planId"])))
        for image in map(note_image_to_json, message.images)
    ]
    body = message.content.body.split("\n\n")
    parts = [message.content.title, *(image for at, image in images if not 0 <= at < len(body))]
    for number, paragraph in enumerate(body):
        parts += [paragraph, *(image for at, image in images if at == number)]
    tags = " ".join(f"#{tag}" for tag in message.content.tags)
    return "\n\n".join(part for part in (*parts, tags, "\n".join(message.remarks)) if part)


def image_to_markdown(url: str, description: str) -> str:
    """Return an image in Markdown, with *description* as its alternative text."""
    alternative = re.sub(r"([\\\[\]])", r"\\\1", " ".join(description.split()))
    return f"![{alternative}]({url})"


def _describe(plans: dict[str, Json], plan_id: str) -> str:
    plan = plans.get(plan_id, {})
    return plan.get("subject") or plan.get("purpose") or plan_id
