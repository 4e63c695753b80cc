"""How the values of a run are spelled in JSON: the names of the contract for people who write web pages."""

import json
from collections.abc import Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct
from reflow.v1 import (
    assets_pb2,
    components_pb2,
    critic_pb2,
    events_pb2,
    executor_pb2,
    knowledge_pb2,
    planner_pb2,
    questions_pb2,
    rag_pb2,
    steps_pb2,
)

Json = dict[str, Any]

STATUSES: Mapping[int, str] = {
    events_pb2.RUN_STATUS_WAITING: "waiting",
    events_pb2.RUN_STATUS_RUNNING: "running",
    events_pb2.RUN_STATUS_SUCCEEDED: "succeeded",
    events_pb2.RUN_STATUS_FAILED: "failed",
    events_pb2.RUN_STATUS_CANCELLED: "cancelled",
    events_pb2.RUN_STATUS_PAUSED: "paused",
}
DECISIONS: Mapping[questions_pb2.Decision.ValueType, str] = {
    questions_pb2.DECISION_APPROVE: "approve",
    questions_pb2.DECISION_REJECT: "reject",
    questions_pb2.DECISION_MODIFY: "modify",
    questions_pb2.DECISION_CHOOSE: "choose",
}
_SELECTIONS: Mapping[int, str] = {
    questions_pb2.SELECTION_SINGLE: "single",
    questions_pb2.SELECTION_MULTIPLE: "multiple",
}
_ACTIONS: Mapping[int, str] = {
    planner_pb2.ACTION_GENERATE_IMAGE: "generate_image",
    planner_pb2.ACTION_INPAINTING: "inpainting",
    planner_pb2.ACTION_ADJUST_PARAMETERS: "adjust_parameters",
}
_TASKS: Mapping[int, str] = {
    executor_pb2.TASK_TYPE_TEXT_TO_IMAGE: "text_to_image",
    executor_pb2.TASK_TYPE_INPAINTING: "inpainting",
    executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT: "parameter_adjustment",
}
_MESSAGE_STATES: Mapping[int, str] = {
    components_pb2.AgentMessage.STATE_SUCCESS: "success",
    components_pb2.AgentMessage.STATE_FAILED: "failed",
}
_RESOURCES: Mapping[int, str] = {
    events_pb2.BudgetReached.RESOURCE_TOKENS: "tokens",
    events_pb2.BudgetReached.RESOURCE_IMAGES: "images",
    events_pb2.BudgetReached.RESOURCE_SECONDS: "seconds",
}
_BUDGET_ACTIONS: Mapping[int, str] = {
    events_pb2.BudgetReached.ACTION_WARN: "warn",
    events_pb2.BudgetReached.ACTION_DEGRADE: "degrade",
    events_pb2.BudgetReached.ACTION_STOP: "stop",
}
_KINDS: Mapping[int, str] = {assets_pb2.ASSET_KIND_IMAGE: "image", assets_pb2.ASSET_KIND_MASK: "mask"}


def dump(value: object) -> bytes:
    """Return *value* as JSON in UTF-8, on one line, Chinese as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def asset_url(asset_id: str) -> str | None:
    """Return where the picture of *asset_id* is served, None for no picture."""
    return f"/api/assets/{asset_id}" if asset_id else None


def status(number: int) -> str:
    """Return the name of a run's status."""
    return STATUSES.get(number, "unknown")


def user_input(asked: events_pb2.ImageChatInput) -> Json:
    """Return what was asked."""
    return {
        "text": asked.text,
        "imageUrl": asset_url(asked.image_asset_id),
        "maskUrl": asset_url(asked.mask_asset_id),
        "preferredModel": asked.preferred_model or None,
        "width": asked.width or None,
        "height": asked.height or None,
        "seed": asked.seed if asked.HasField("seed") else None,
        "fresh": asked.fresh,
    }


def question(asked: questions_pb2.QuestionAsked) -> Json:
    """Return what a run waits for; an answer names its key and its digest."""
    message = asked.question
    return {
        "key": message.key,
        "kind": message.kind,
        "text": message.text,
        "decisions": [DECISIONS.get(decision, "unknown") for decision in message.decisions],
        "options": [{"id": option.id, "label": option.label} for option in message.options],
        "selectionType": _SELECTIONS.get(message.selection, "single"),
        "allowCustomInput": message.allow_custom,
        "shown": struct(message.shown),
        "digest": message.digest,
        "expiresAt": asked.expires_at.ToMilliseconds() if asked.HasField("expires_at") else None,
        "default": answer(message.default) if message.HasField("default") else None,
    }


def answer(message: questions_pb2.Answer) -> Json:
    """Return how a question was answered."""
    return {
        "decision": DECISIONS.get(message.decision, "unknown"),
        "feedback": message.feedback,
        "chosen": list(message.chosen),
        "content": struct(message.content),
    }


def intent(message: planner_pb2.Intent) -> Json:
    """Return what was understood."""
    return {
        "action": _ACTIONS.get(message.action, "unknown"),
        "subject": message.subject,
        "style": message.style,
        "confidence": message.confidence,
        "rawResponse": message.raw_response,
        "parameters": dict(message.parameters),
        "prompt": message.prompt,
        "engine": message.engine,
        "degraded": message.degraded,
    }


def enhanced_prompt(message: rag_pb2.EnhancedPrompt) -> Json:
    """Return what the wish became."""
    retrieved = [
        {"key": found.key, "style": found.style, "prompt": found.prompt, "similarity": found.similarity}
        for found in message.retrieved
    ]
    return {"original": message.original, "retrieved": retrieved, "final": message.final}


def execution_result(message: executor_pb2.ImageResult) -> Json:
    """Return a finished picture with what made it."""
    return {
        "imageUrl": asset_url(message.asset.asset_id),
        "assetId": message.asset.asset_id,
        "taskType": _TASKS.get(message.task_type, "text_to_image"),
        "metadata": {
            "model": message.model,
            "seed": message.seed,
            "size": {"width": message.asset.width, "height": message.asset.height},
            "prompt": message.prompt,
            "parameters": dict(message.parameters),
            "parentUrl": asset_url(message.asset.parent_asset_id),
            "maskUrl": asset_url(message.asset.mask_asset_id),
            "timings": {"elapsedMs": message.elapsed_ms},
        },
    }


def quality_check(message: critic_pb2.Verdict) -> Json:
    """Return a judgement."""
    return {
        "passed": message.passed,
        "score": message.score,
        "feedback": message.feedback,
        "suggestions": list(message.suggestions),
        "dimensions": dict(message.dimensions),
        "judged": message.judged,
        "returnTo": message.return_to or None,
    }


def usage(message: steps_pb2.Usage) -> Json:
    """Return what one use of a remote model took, or several uses of one model together."""
    return {
        "provider": message.provider,
        "model": message.model,
        "requests": message.requests,
        "inputTokens": message.input_tokens,
        "outputTokens": message.output_tokens,
        "images": message.images,
        "cost": {"amount": message.cost, "currency": message.currency} if message.currency else None,
    }


def budget(message: events_pb2.BudgetReached) -> Json:
    """Return what is used of a budget, and what follows."""
    return {
        "resource": _RESOURCES.get(message.resource, "unknown"),
        "used": message.used,
        "allowed": message.allowed,
        "action": _BUDGET_ACTIONS.get(message.action, "unknown"),
    }


def component(message: components_pb2.UiComponent, at_ms: int) -> Json:
    """Return a piece of user interface; *at_ms* is its time when it states none."""
    widget, props = _widget(message)
    at = message.time.ToMilliseconds() if message.HasField("time") else at_ms
    return {"widgetType": widget, "props": props, "id": message.id, "timestamp": at}


def _widget(message: components_pb2.UiComponent) -> tuple[str, Json]:
    match message.WhichOneof("widget"):
        case "agent_message":
            line = message.agent_message
            state = _MESSAGE_STATES.get(line.state, "thinking")
            return "AgentMessage", {"state": state, "text": line.text, "isThinking": state == "thinking"}
        case "image_result":
            card = message.image_result
            score = card.score if card.HasField("score") else None
            return "ImageResult", execution_result(card.result) | {"score": score}
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


def asset(message: assets_pb2.Asset) -> Json:
    """Return what is known of a stored picture or mask."""
    return {
        "assetId": message.asset_id,
        "url": asset_url(message.asset_id),
        "kind": _KINDS.get(message.kind, "unknown"),
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


def chat_message(message: planner_pb2.ChatMessage) -> Json:
    """Return one message of a session; `timestamp` is null when it is not known."""
    at = message.time.ToMilliseconds() if message.HasField("time") else None
    return {"role": message.role, "content": message.content, "timestamp": at}


def last_result(message: planner_pb2.LastResult) -> Json:
    """Return the last picture of a session."""
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


def style(message: knowledge_pb2.Style) -> Json:
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


def struct(message: Struct) -> Json:
    """Return what a tool was given or answered; whole numbers as such, which a Struct does not keep apart."""
    plain: Json = _whole(MessageToDict(message))
    return plain


def _whole(value: Any) -> Any:
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {name: _whole(held) for name, held in value.items()}
        case list():
            return [_whole(held) for held in value]
        case _:
            return value
