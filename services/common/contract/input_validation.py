"""Validation of the input of a run."""

from dataclasses import replace
from typing import TypeVar

from services.common.contract.agent_team.team import MAX_ATTACHED_BYTES, AgentTeamInput, FileKind
from services.common.contract.graphs.graph import GraphAssistantInput
from services.common.contract.graphs.graph_execution import GraphExecutionInput
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.note import ContentType, NoteInput
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.text.choices import list_alternatives
from services.common.text.language import Text

MIN_SIDE = 64
# No engine composes an image beyond this aspect ratio.
MAX_ASPECT = 4
MAX_LAYOUT_PREFERENCE_LENGTH = 1_000
MAX_ASSET_ID_LENGTH = 128
MAX_REFERENCES = 9
MAX_REFERENCE_NOTE_LENGTH = 1_000
MAX_ANSWER_SECONDS = 365 * 86_400.0

AnyInput = TypeVar(
    "AnyInput", bound=ImageChatInput | NoteInput | GraphAssistantInput | GraphExecutionInput | AgentTeamInput
)


def validate_input(workflow_input: AnyInput, limits: Limits) -> AnyInput:
    """Return *workflow_input* with trimmed text.

    Raises INVALID_INPUT_EMPTY or INVALID_INPUT_FORMAT, naming the field and the limit.
    """
    if isinstance(workflow_input, GraphExecutionInput):
        return workflow_input
    text = validate_text(workflow_input.text, limits.text_length, "text")
    may_be_empty = isinstance(workflow_input, ImageChatInput) and bool(workflow_input.mask_asset_id)
    if not text and not may_be_empty:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, field="text")
    match workflow_input:
        case ImageChatInput():
            _validate_size(workflow_input, limits.output_side)
            return replace(workflow_input, text=text)
        case GraphAssistantInput():
            return replace(workflow_input, text=text)
        case AgentTeamInput():
            _validate_attachments(workflow_input)
            return replace(workflow_input, text=text)
        case NoteInput():
            note = replace(workflow_input, reference_asset_ids=_merge_references(workflow_input))
            _validate_note(note, limits)
            preference = validate_text(
                workflow_input.layout_preference, MAX_LAYOUT_PREFERENCE_LENGTH, "layout_preference"
            )
            return replace(note, text=text, layout_preference=preference)


def validate_text(text: str, max_length: int, field: str) -> str:
    """Return *text* without surrounding space. Raises INVALID_INPUT_FORMAT naming *field* and the limit."""
    text = text.strip()
    reject_nul(text, field)
    if len(text) > max_length:
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                f"文字太长：最多 {max_length} 个字符，收到 {len(text)} 个。请缩短后重试。",
                f"The text is too long: at most {max_length} characters, got {len(text)}. Please shorten it.",
            ),
            field=field,
        )
    return text


def reject_nul(text: str, field: str) -> None:
    """Raise INVALID_INPUT_FORMAT naming *field* for a text with U+0000, which PostgreSQL cannot store."""
    if "\0" in text:
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                "文字里含有空字符（U+0000），请去掉后重试。",
                "The text contains a NUL character (U+0000). Please remove it.",
            ),
            field=field,
        )


def _validate_note(workflow_input: NoteInput, limits: Limits) -> None:
    if len(set(workflow_input.reference_asset_ids)) != len(workflow_input.reference_asset_ids):
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text("同一张参考图重复了。", "A reference image occurs twice."),
            field="reference_asset_ids",
        )
    if not all(0 < len(asset_id) <= MAX_ASSET_ID_LENGTH for asset_id in workflow_input.reference_asset_ids):
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text("有一张参考图的编号是空的或太长。", "The id of a reference image is empty or too long."),
            field="reference_asset_ids",
        )
    _validate_references(workflow_input)
    _validate_plan(workflow_input, limits)
    wait = workflow_input.answer_within
    if wait is not None and not 0 < wait <= MAX_ANSWER_SECONDS:
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                "等待回答的时间应大于 0 秒，不超过 365 天。",
                "The time to answer must be above 0 s and at most 365 days.",
            ),
            field="answer_within",
        )


def _merge_references(workflow_input: NoteInput) -> tuple[str, ...]:
    """Return the reference images of *workflow_input*, with those that only `reference_inputs` names."""
    listed = workflow_input.reference_asset_ids
    described = dict.fromkeys(one.asset_id for one in workflow_input.reference_inputs)
    return (*listed, *(asset_id for asset_id in described if asset_id not in listed))


def _validate_references(workflow_input: NoteInput) -> None:
    """Raise INVALID_INPUT_FORMAT for too many reference images, and for a description that is invalid."""
    if len(workflow_input.reference_asset_ids) > MAX_REFERENCES:
        text = Text(f"参考图最多 {MAX_REFERENCES} 张。", f"There may be at most {MAX_REFERENCES} reference images.")
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="reference_inputs")
    described = [one.asset_id for one in workflow_input.reference_inputs]
    if len(set(described)) != len(described):
        text = Text("同一张参考图描述了两次。", "A reference image is described twice.")
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="reference_inputs")
    for number, one in enumerate(workflow_input.reference_inputs):
        validate_text(one.note, MAX_REFERENCE_NOTE_LENGTH, f"reference_inputs[{number}].note")


def _validate_plan(workflow_input: NoteInput, limits: Limits) -> None:
    """Raise INVALID_INPUT_FORMAT for an unknown content type, or for more returns than a request may allow."""
    content_types = [kind.value for kind in ContentType]
    if workflow_input.content_type and workflow_input.content_type not in content_types:
        listed = list_alternatives(content_types)
        text = Text(f"内容类型应为 {listed.zh}。", f"The content type must be {listed.en}.")
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="content_type")
    requested = workflow_input.max_iterations
    if requested is not None and not 0 <= requested <= limits.max_returns:
        text = Text(
            f"最多可以返工 {limits.max_returns} 次，收到 {requested}。",
            f"A note may be sent back at most {limits.max_returns} times, got {requested}.",
        )
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="max_iterations")


def _validate_attachments(workflow_input: AgentTeamInput) -> None:
    """Raise INVALID_INPUT_FORMAT, naming the field, for an attachment that is neither image nor text, or too large."""
    paths = [file.path for file in workflow_input.attachments]
    for number, file in enumerate(workflow_input.attachments):
        is_image = file.kind is FileKind.IMAGE and bool(file.asset_id) and not file.content
        is_text = file.kind is FileKind.TEXT and not file.asset_id
        if not (is_image or is_text):
            text = Text("附件应是已上传的图片，或文字。", "An attachment must be an uploaded image, or a text.")
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=f"attachments[{number}]")
        if not is_relative_path(file.path) or paths.count(file.path) > 1:
            text = Text(
                "附件的路径应是相对路径，不含“..”，也不重复。",
                'The path of an attachment must be relative, without "..", and its own.',
            )
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=f"attachments[{number}].path")
    if sum(len(file.content) for file in workflow_input.attachments) > MAX_ATTACHED_BYTES:
        text = Text(
            f"文字附件合起来最多 {MAX_ATTACHED_BYTES} 字节。",
            f"The texts may have at most {MAX_ATTACHED_BYTES} bytes together.",
        )
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="attachments")


def is_relative_path(path: str) -> bool:
    """Whether *path* names a file inside a folder: relative, with slashes, without "." and ".." as parts."""
    parts = path.split("/")
    return path.isprintable() and not set(path) & set("\\:") and not set(parts) & {"", ".", ".."}


def _validate_size(workflow_input: ImageChatInput, max_side: int) -> None:
    for field, side in (("width", workflow_input.width), ("height", workflow_input.height)):
        if side and not MIN_SIDE <= side <= max_side:
            raise ReflowError(
                Code.INVALID_INPUT_FORMAT,
                Text(
                    f"{field} 应在 {MIN_SIDE} 到 {max_side} 像素之间，收到 {side}。",
                    f"{field} must be from {MIN_SIDE} to {max_side} pixels, got {side}.",
                ),
                field=field,
            )
    width, height = workflow_input.width, workflow_input.height
    if width and height and max(width, height) > MAX_ASPECT * min(width, height):
        raise ReflowError(
            Code.INVALID_INPUT_FORMAT,
            Text(
                f"宽高比最大为 {MAX_ASPECT}:1，收到 {width}x{height}。",
                f"The aspect ratio may be at most {MAX_ASPECT}:1, got {width}x{height}.",
            ),
            field="width",
        )
