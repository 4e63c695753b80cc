"""Values of steps to messages of the contract and back."""

from datetime import UTC

from reflow.v1 import assets_pb2, critic_pb2, errors_pb2, events_pb2, executor_pb2, planner_pb2, rag_pb2

from services.common.errors import CATALOGUE, Category, Code, Level
from services.orchestrator.domain.values import (
    Action,
    Asset,
    ChatMessage,
    EnhancedPrompt,
    Failure,
    ImageChatInput,
    ImageResult,
    Intent,
    LastResult,
    Look,
    RetrievedStyle,
    TaskType,
    Verdict,
)

_ACTIONS = {
    Action.GENERATE_IMAGE: planner_pb2.ACTION_GENERATE_IMAGE,
    Action.INPAINTING: planner_pb2.ACTION_INPAINTING,
    Action.ADJUST_PARAMETERS: planner_pb2.ACTION_ADJUST_PARAMETERS,
    Action.UNKNOWN: planner_pb2.ACTION_UNKNOWN,
}
_ACTIONS_BACK = {number: action for action, number in _ACTIONS.items()}
_TASKS = {
    TaskType.TEXT_TO_IMAGE: executor_pb2.TASK_TYPE_TEXT_TO_IMAGE,
    TaskType.INPAINTING: executor_pb2.TASK_TYPE_INPAINTING,
    TaskType.PARAMETER_ADJUSTMENT: executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT,
}
_TASKS_BACK = {number: task for task, number in _TASKS.items()}
CATEGORIES = {
    Category.API: errors_pb2.ERROR_CATEGORY_API,
    Category.VALIDATION: errors_pb2.ERROR_CATEGORY_VALIDATION,
    Category.BUSINESS: errors_pb2.ERROR_CATEGORY_BUSINESS,
    Category.RESOURCE: errors_pb2.ERROR_CATEGORY_RESOURCE,
    Category.NETWORK: errors_pb2.ERROR_CATEGORY_NETWORK,
    Category.UNKNOWN: errors_pb2.ERROR_CATEGORY_UNKNOWN,
}
_LEVELS = {
    Level.INFO: errors_pb2.ERROR_LEVEL_INFO,
    Level.WARNING: errors_pb2.ERROR_LEVEL_WARNING,
    Level.ERROR: errors_pb2.ERROR_LEVEL_ERROR,
    Level.CRITICAL: errors_pb2.ERROR_LEVEL_CRITICAL,
}


def error_message(failure: Failure) -> errors_pb2.Error:
    """Return *failure* with what the catalogue says of its code; details are kept out of streams."""
    kind = CATALOGUE[failure.code]
    message = errors_pb2.Error(
        code=failure.code,
        category=CATEGORIES[kind.category],
        level=_LEVELS[kind.level],
        message=failure.message,
        details=failure.details,
        node=failure.node,
        recoverable=kind.recoverable,
        retryable=kind.retryable,
        max_retries=kind.max_retries,
        trace_id=failure.trace_id,
    )
    if failure.retry_after is not None:
        message.retry_after.FromNanoseconds(round(failure.retry_after * 1e9))
    return message


def failure(message: errors_pb2.Error) -> Failure:
    """Return the failure that *message* tells."""
    retry_after = message.retry_after.ToNanoseconds() / 1e9 if message.HasField("retry_after") else None
    return Failure(
        Code.named(message.code), message.message, message.details, message.node, retry_after, message.trace_id
    )


def intent_message(intent: Intent) -> planner_pb2.Intent:
    """Return *intent* as a message."""
    return planner_pb2.Intent(
        action=_ACTIONS[intent.action],
        subject=intent.subject,
        style=intent.style,
        confidence=intent.confidence,
        raw_response=intent.raw_response,
        parameters=dict(intent.parameters),
        prompt=intent.prompt,
        engine=intent.engine,
        degraded=intent.degraded,
    )


def intent(message: planner_pb2.Intent) -> Intent:
    """Return the intent of *message*; an action it does not know is unknown."""
    return Intent(
        action=_ACTIONS_BACK.get(message.action, Action.UNKNOWN),
        subject=message.subject,
        style=message.style,
        confidence=message.confidence,
        raw_response=message.raw_response,
        parameters=dict(message.parameters),
        prompt=message.prompt,
        engine=message.engine,
        degraded=message.degraded,
    )


def look_message(look: Look | None) -> rag_pb2.Look | None:
    """Return *look* as a message, None for None."""
    return rag_pb2.Look(medium=look.medium, palette=look.palette) if look else None


def prompt_message(prompt: EnhancedPrompt) -> rag_pb2.EnhancedPrompt:
    """Return *prompt* as a message."""
    retrieved = [
        rag_pb2.RetrievedStyle(
            key=found.key,
            style=found.style,
            prompt=found.prompt,
            similarity=found.similarity,
            look=look_message(found.look),
        )
        for found in prompt.retrieved
    ]
    return rag_pb2.EnhancedPrompt(original=prompt.original, retrieved=retrieved, final=prompt.final)


def prompt(message: rag_pb2.EnhancedPrompt) -> EnhancedPrompt:
    """Return the prompt of *message*."""
    retrieved = tuple(
        RetrievedStyle(
            found.key, found.style, found.prompt, found.similarity, Look(found.look.medium, tuple(found.look.palette))
        )
        for found in message.retrieved
    )
    return EnhancedPrompt(message.original, retrieved, message.final)


def image_message(result: ImageResult) -> executor_pb2.ImageResult:
    """Return *result* as a message."""
    asset = result.asset
    return executor_pb2.ImageResult(
        asset=assets_pb2.Asset(
            asset_id=asset.asset_id,
            kind=assets_pb2.ASSET_KIND_IMAGE,
            width=asset.width,
            height=asset.height,
            size=asset.size,
            parent_asset_id=asset.parent_asset_id,
            mask_asset_id=asset.mask_asset_id,
        ),
        task_type=_TASKS[result.task_type],
        model=result.model,
        seed=result.seed,
        prompt=result.prompt,
        parameters=dict(result.parameters),
        elapsed_ms=result.elapsed_ms,
    )


def image(message: executor_pb2.ImageResult) -> ImageResult:
    """Return the picture of *message*."""
    asset = message.asset
    return ImageResult(
        asset=Asset(asset.asset_id, asset.width, asset.height, asset.size, asset.parent_asset_id, asset.mask_asset_id),
        task_type=_TASKS_BACK.get(message.task_type, TaskType.TEXT_TO_IMAGE),
        model=message.model,
        seed=message.seed,
        prompt=message.prompt,
        parameters=dict(message.parameters),
        elapsed_ms=message.elapsed_ms,
    )


def verdict_message(verdict: Verdict) -> critic_pb2.Verdict:
    """Return *verdict* as a message."""
    return critic_pb2.Verdict(
        passed=verdict.passed,
        score=verdict.score,
        dimensions=dict(verdict.dimensions),
        feedback=verdict.feedback,
        suggestions=verdict.suggestions,
        return_to=verdict.return_to,
        keep=verdict.keep,
        judged=verdict.judged,
    )


def verdict(message: critic_pb2.Verdict) -> Verdict:
    """Return the verdict of *message*."""
    return Verdict(
        passed=message.passed,
        score=message.score,
        dimensions=dict(message.dimensions),
        feedback=message.feedback,
        suggestions=tuple(message.suggestions),
        return_to=message.return_to,
        keep=tuple(message.keep),
        judged=message.judged,
    )


def chat_messages(messages: tuple[ChatMessage, ...]) -> list[planner_pb2.ChatMessage]:
    """Return *messages* as messages."""
    return [_chat_message(message) for message in messages]


def _chat_message(message: ChatMessage) -> planner_pb2.ChatMessage:
    said = planner_pb2.ChatMessage(role=message.role, content=message.content)
    if message.at is not None:
        said.time.FromDatetime(message.at)
    return said


def chat_message(message: planner_pb2.ChatMessage) -> ChatMessage:
    """Return the message of *message*."""
    at = message.time.ToDatetime(UTC) if message.HasField("time") else None
    return ChatMessage(message.role, message.content, at)


def last_result_message(last: LastResult) -> planner_pb2.LastResult:
    """Return *last* as a message."""
    return planner_pb2.LastResult(
        asset_id=last.asset_id,
        prompt=last.prompt,
        subject=last.subject,
        style=last.style,
        seed=last.seed,
        width=last.width,
        height=last.height,
        parameters=dict(last.parameters),
    )


def last_result(message: planner_pb2.LastResult) -> LastResult:
    """Return the last result of *message*."""
    return LastResult(
        message.asset_id,
        message.prompt,
        message.subject,
        message.style,
        message.seed,
        message.width,
        message.height,
        dict(message.parameters),
    )


def image_chat_message(asked: ImageChatInput) -> events_pb2.ImageChatInput:
    """Return *asked* as a message."""
    return events_pb2.ImageChatInput(
        text=asked.text,
        image_asset_id=asked.image_asset_id,
        mask_asset_id=asked.mask_asset_id,
        preferred_model=asked.preferred_model,
        width=asked.width,
        height=asked.height,
        seed=asked.seed,
        fresh=asked.fresh,
    )


def image_chat_input(message: events_pb2.ImageChatInput) -> ImageChatInput:
    """Return what *message* asks."""
    return ImageChatInput(
        text=message.text,
        image_asset_id=message.image_asset_id,
        mask_asset_id=message.mask_asset_id,
        preferred_model=message.preferred_model,
        width=message.width,
        height=message.height,
        seed=message.seed if message.HasField("seed") else None,
        fresh=message.fresh,
    )
