"""Plans and pictures of a note as people are shown them: the names under which they can send them back, changed."""

from reflow.v1 import creations_pb2, creatives_pb2, executor_pb2

from services.gateway import spelling
from services.gateway.creation.products import alignment_map, product
from services.gateway.spelling import Json


def plans(message: creations_pb2.ImagePlanSet) -> Json:
    """Return planned pictures, where they stand and what is written on them."""
    return {**alignment_map(message), "engine": message.engine, "degraded": message.degraded}


def note_image(message: executor_pb2.NoteImage) -> Json:
    """Return a picture of a note."""
    asset = message.image.asset
    return {
        "planId": message.plan_id,
        "assetId": asset.asset_id,
        "url": spelling.asset_url(asset.asset_id),
        "width": asset.width,
        "height": asset.height,
        "texts": [" ".join(drawn.lines) for drawn in message.texts],
    }


def note(message: creatives_pb2.ComposedNote, creative_id: str) -> Json:
    """Return a delivered note: the result of its run."""
    images = [note_image(image) for image in message.images]
    return {
        "creativeId": creative_id,
        "title": message.content.title,
        "body": message.content.body,
        "tags": list(message.content.tags),
        "draft": message.content.draft,
        "imageAssetIds": [image["assetId"] for image in images],
        "images": images,
        "paragraphImageBindings": [product(binding) for binding in message.bindings],
        "missing": [plan.plan_id for plan in message.missing],
        "quality": spelling.quality_check(message.verdict) if message.HasField("verdict") else None,
        "remarks": list(message.remarks),
    }


def written(message: creatives_pb2.ComposedNote) -> str:
    """Return a delivered note as the text a person reads."""
    tags = " ".join(f"#{tag}" for tag in message.content.tags)
    parts = [message.content.title, message.content.body, tags, "\n".join(message.remarks)]
    return "\n\n".join(part for part in parts if part)
