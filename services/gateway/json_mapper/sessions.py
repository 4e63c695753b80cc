"""JSON forms of sessions, of image engines and of the style library."""

from reflow.v1 import executor_pb2, knowledge_pb2, planner_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.json_mapper.values import Json, asset_url


def chat_message_to_json(message: planner_pb2.ChatMessage) -> Json:
    """Return one message of a session; its `timestamp` is null when it is not known."""
    at = message.time.ToMilliseconds() if message.HasField("time") else None
    return {"role": message.role, "content": message.content, "timestamp": at}


def last_result_to_json(message: planner_pb2.LastResult) -> Json:
    """Return the last image of a session."""
    return {
        "assetId": message.asset_id,
        "imageUrl": asset_url(message.asset_id),
        "prompt": message.prompt,
        "subject": message.subject,
        "style": message.style,
        "seed": message.seed,
        "size": {"width": message.width, "height": message.height},
        "parameters": dict(message.parameters),
    }


def engine_to_json(message: executor_pb2.ImageEngine) -> Json:
    """Return an image engine: what it can do, and whether it is ready."""
    return {
        "name": message.name,
        "default": message.is_default,
        "abilities": {
            "generate": True,
            "repaint": message.can_repaint,
            "reference": [enum_name(executor_pb2.ReferenceUse.DESCRIPTOR, use) for use in message.reference_uses],
        },
        "sizes": [{"width": size.width, "height": size.height} for size in message.sizes],
        "ready": message.ready,
        "reason": message.reason or None,
    }


def style_to_json(message: knowledge_pb2.Style) -> Json:
    """Return a style of the library."""
    return {
        "key": message.key,
        "names": {"zh": message.name_zh or None, "en": message.name_en or None},
        "aliases": list(message.aliases),
        "prompts": {"zh": message.prompt_zh or message.prompt, "en": message.prompt},
        "look": {"medium": message.look.medium, "palette": list(message.look.palette)},
        "tags": list(message.tags),
        "revision": message.revision,
    }
