"""JSON forms of an image chat: its input, the results of its steps, its components."""

from reflow.v1 import assets_pb2, components_pb2, critic_pb2, events_pb2, executor_pb2, planner_pb2, rag_pb2

from services.common.contract.proto_values.enums import enum_name
from services.gateway.json_mapper.values import Json, asset_url

# The task types that the interface has names for; others read as text_to_image.
_TASKS = (
    executor_pb2.TASK_TYPE_TEXT_TO_IMAGE,
    executor_pb2.TASK_TYPE_INPAINTING,
    executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT,
)


def input_to_json(message: events_pb2.ImageChatInput) -> Json:
    """Return the input of an image chat."""
    return {
        "text": message.text,
        "imageUrl": asset_url(message.image_asset_id),
        "maskUrl": asset_url(message.mask_asset_id),
        "preferredModel": message.preferred_model or None,
        "width": message.width or None,
        "height": message.height or None,
        "seed": message.seed if message.HasField("seed") else None,
        "fresh": message.fresh,
    }


def intent_to_json(message: planner_pb2.Intent) -> Json:
    """Return the intent of a prompt."""
    return {
        "action": enum_name(planner_pb2.Action.DESCRIPTOR, message.action),
        "subject": message.subject,
        "style": message.style,
        "confidence": message.confidence,
        "reasoning": message.reasoning,
        "rawResponse": message.raw_response,
        "parameters": dict(message.parameters),
        "prompt": message.prompt,
        "engine": message.engine,
        "degraded": message.degraded,
    }


def enhanced_prompt_to_json(message: rag_pb2.EnhancedPrompt) -> Json:
    """Return the prompt for the image engine, with the styles it was written from."""
    retrieved = [
        {"key": match.key, "style": match.style, "prompt": match.prompt, "similarity": match.similarity}
        for match in message.retrieved
    ]
    return {"original": message.original, "retrieved": retrieved, "final": message.final}


def execution_result_to_json(message: executor_pb2.ImageResult) -> Json:
    """Return a finished image with its parameters."""
    known_task = message.task_type in _TASKS
    return {
        "imageUrl": asset_url(message.asset.asset_id),
        "assetId": message.asset.asset_id,
        "taskType": enum_name(executor_pb2.TaskType.DESCRIPTOR, message.task_type) if known_task else "text_to_image",
        "metadata": {
            "model": message.model,
            "seed": message.seed,
            "size": {"width": message.asset.width, "height": message.asset.height},
            "prompt": message.prompt,
            "parameters": dict(message.parameters),
            "parentUrl": asset_url(message.asset.parent_asset_id),
            "maskUrl": asset_url(message.asset.mask_asset_id),
            "timings": {"elapsedMs": message.elapsed_ms},
            "content": [_content_part_to_json(part) for part in message.content],
        },
    }


def _content_part_to_json(message: executor_pb2.ContentPart) -> Json:
    return {
        "kind": enum_name(executor_pb2.ContentPart.Kind.DESCRIPTOR, message.kind),
        "requested": message.requested,
        "outcome": enum_name(executor_pb2.ContentPart.Outcome.DESCRIPTOR, message.outcome),
        "substitute": message.substitute or None,
    }


def image_card_to_json(message: components_pb2.ImageCard) -> Json:
    """Return the image that an image chat delivers, with its score."""
    return execution_result_to_json(message.result) | {"score": message.score if message.HasField("score") else None}


def verdict_to_json(message: critic_pb2.Verdict) -> Json:
    """Return the verdict of a review."""
    return {
        "passed": message.passed,
        "score": message.score,
        "feedback": message.feedback,
        "suggestions": list(message.suggestions),
        "dimensions": dict(message.dimensions),
        "judged": message.judged,
        "returnTo": message.return_to or None,
    }


def asset_to_json(message: assets_pb2.Asset) -> Json:
    """Return the metadata of a stored image or mask."""
    return {
        "assetId": message.asset_id,
        "url": asset_url(message.asset_id),
        "kind": enum_name(assets_pb2.AssetKind.DESCRIPTOR, message.kind),
        "width": message.width,
        "height": message.height,
        "size": message.size,
        "parentAssetId": message.parent_asset_id or None,
        "maskAssetId": message.mask_asset_id or None,
        "seed": message.seed,
        "model": message.model or None,
        "prompt": message.prompt or None,
        "parameters": dict(message.parameters),
        "createdAt": message.created_at.ToMilliseconds(),
    }


def component_to_json(message: components_pb2.UiComponent, at_ms: int) -> Json:
    """Return a user interface component; *at_ms* is its time when it states none."""
    widget, props = _widget(message)
    at = message.time.ToMilliseconds() if message.HasField("time") else at_ms
    return {"widgetType": widget, "props": props, "id": message.id, "timestamp": at}


def _widget(message: components_pb2.UiComponent) -> tuple[str, Json]:
    match message.WhichOneof("widget"):
        case "agent_message":
            line = message.agent_message
            state = enum_name(components_pb2.AgentMessage.State.DESCRIPTOR, line.state, "thinking")
            return "AgentMessage", {"state": state, "text": line.text, "isThinking": state == "thinking"}
        case "image_result":
            return "ImageResult", image_card_to_json(message.image_result)
        case "parameter_panel":
            return "ParameterPanel", _parameter_panel(message.parameter_panel)
        case "suggestion_chips":
            return "SuggestionChips", {"suggestions": list(message.suggestion_chips.suggestions)}
        case "mask_request":
            request = message.mask_request
            url = asset_url(request.asset_id)
            return "MaskRequest", {"assetId": request.asset_id or None, "imageUrl": url, "text": request.text}
        case None:
            return "Unknown", {}


def _parameter_panel(panel: components_pb2.ParameterPanel) -> Json:
    parameters = [
        {
            "name": parameter.name,
            "label": parameter.label,
            "value": parameter.value,
            "minimum": parameter.minimum,
            "maximum": parameter.maximum,
        }
        for parameter in panel.parameters
    ]
    return {"assetId": panel.asset_id, "imageUrl": asset_url(panel.asset_id), "parameters": parameters}
