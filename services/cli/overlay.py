"""`reflow overlay`: draw a text on an image and save the result."""

import asyncio
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import executor_pb2, steps_pb2

from engines.typesetting.values import (
    MAX_SIZE,
    MIN_CONTRAST,
    MIN_SIZE,
    Align,
    Anchor,
    BackingMode,
    Box,
    TextOverlay,
    Weight,
)
from services.cli.errors import CommandFailed, bad_input
from services.cli.execution import print_error
from services.cli.files import read_bytes
from services.cli.rendering.display import Spinner
from services.cli.runs.image_file import save_image
from services.cli.runs.request import read_limits, read_text_argument, validate_output_folder
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.contract.proto_values.enums import enum_number
from services.common.errors.field_errors import map_field_errors
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text
from services.common.text.quantities import count_noun

DRAWING = Text("正在绘制文字…", "Drawing the text…")
_LEFT_OUT = Text(
    "字体里没有这些字符，已略去：{left_out}", "The font lacks these characters; they were left out: {left_out}"
)
_SHORTENED = Text(
    "空间不足以放下全部文字，已用省略号截断。", "There was no room for all of it: the text was shortened."
)
_LOW_CONTRAST = Text(
    "对比度只有 {contrast:.1f}，可能看不清；去掉 --no-plate 会加上衬底。",
    "A contrast of {contrast:.1f} is hard to read; without --no-plate there would be a plate.",
)
_NOT_SAVED = Text("文字已绘制，但无法保存到 {out}：{error}", "The text is drawn, but cannot be saved in {out}: {error}")


@dataclass(frozen=True, slots=True)
class OverlayArguments:
    """Arguments of `reflow overlay`."""

    image: Path
    text: str
    box: str
    align: Align
    anchor: Anchor
    color: str
    plate: bool | None
    scrim: bool
    weight: Weight
    min_size: float
    max_size: float
    shorten: bool
    out: Path
    data: Path | None


async def overlay(arguments: OverlayArguments, language: Language) -> None:
    """Draw the text and save the image. Raises ReflowError, CommandFailed or Interrupted."""
    validate_output_folder(arguments.out)
    text_overlay = parse_overlay(arguments)
    content = read_bytes(arguments.image, read_limits().image_bytes)
    spinner = Spinner(language)
    with handle_signals(), spinner:
        async with open_client(find_data_folder(arguments.data), spinner.show_startup, language) as client:
            spinner.show_startup(DRAWING)
            image = await client.import_image(content, for_mask=False)
            response = await client.overlay_text(_build_request(image, text_overlay, language))
            asset_id = response.result.asset.asset_id
            content = await client.read_image(asset_id)
    path = await asyncio.to_thread(_save_image, arguments.out, text_overlay.text, asset_id, content)
    for warning in _describe_warnings(response.texts[0], language):
        print_error(warning)
    drawn = response.texts[0]
    print(_describe_drawn(drawn).pick(language))
    print(path)


def parse_overlay(arguments: OverlayArguments) -> TextOverlay:
    """Return the requested text. Raises INVALID_INPUT_FORMAT, before a system is started."""
    text, box = read_text_argument(arguments.text), _parse_box(arguments.box)
    max_size = arguments.max_size or MAX_SIZE
    with map_field_errors("executor"):
        return TextOverlay(
            text=text,
            box=box,
            align=arguments.align,
            anchor=arguments.anchor,
            color="" if arguments.color == "auto" else arguments.color,
            backing=_choose_backing(arguments),
            weight=arguments.weight,
            min_size=arguments.min_size or min(MIN_SIZE, max_size),
            max_size=max_size,
            shorten=arguments.shorten,
        )


def _choose_backing(arguments: OverlayArguments) -> BackingMode:
    if arguments.scrim and arguments.plate is not None:
        raise bad_input("--scrim 不能与 --plate 或 --no-plate 同用。", "Give --scrim or --plate, not both.")
    if arguments.scrim:
        return BackingMode.SCRIM
    if arguments.plate is None:
        return BackingMode.AUTO
    return BackingMode.PLATE if arguments.plate else BackingMode.NONE


def _parse_box(text: str) -> Box:
    try:
        left, top, width, height = (float(part) for part in text.replace("，", ",").split(","))
    except ValueError:
        raise bad_input(
            f"--box 应写成 左,上,宽,高，例如 0.1,0.6,0.8,0.3，收到“{text}”。",
            f'--box is written left,top,width,height, such as 0.1,0.6,0.8,0.3, not "{text}".',
            field="box",
        ) from None
    with map_field_errors("executor"):
        return Box(left, top, width, height)


def to_proto(overlay: TextOverlay) -> executor_pb2.TextOverlay:
    """Return *overlay* as a message. The names of its enums in the contract are their values in upper case."""
    box, message = overlay.box, executor_pb2.TextOverlay
    automatic = overlay.backing is BackingMode.AUTO
    return message(
        text=overlay.text,
        box=executor_pb2.TextBox(left=box.left, top=box.top, width=box.width, height=box.height),
        align=enum_number(message.Align.DESCRIPTOR, overlay.align.value),
        anchor=enum_number(message.Anchor.DESCRIPTOR, overlay.anchor.value),
        color=overlay.color,
        backing=enum_number(message.Backing.DESCRIPTOR, "unspecified" if automatic else overlay.backing.value),
        weight=enum_number(message.Weight.DESCRIPTOR, overlay.weight.value),
        least_size=overlay.min_size,
        most_size=overlay.max_size,
        shorten=overlay.shorten,
    )


def _build_request(image: str, text_overlay: TextOverlay, language: Language) -> executor_pb2.OverlayTextRequest:
    run_id = f"overlay-{uuid.uuid4()}"
    context = steps_pb2.StepContext(
        run_id=run_id, step="overlay", attempt=1, locale=language.value, idempotency_key=f"{run_id}/overlay"
    )
    return executor_pb2.OverlayTextRequest(context=context, image_asset_id=image, overlays=[to_proto(text_overlay)])


def _describe_drawn(drawn: executor_pb2.DrawnText) -> Text:
    lines, size, contrast = len(drawn.lines), drawn.size, f"{drawn.contrast:.1f}"
    return Text(
        f"{lines} 行，字号 {size} 像素，对比度 {contrast}",
        f"{count_noun(lines, 'line')} of {size} pixels, contrast {contrast}",
    )


def _describe_warnings(drawn: executor_pb2.DrawnText, language: Language) -> Iterator[str]:
    if drawn.left_out:
        yield _LEFT_OUT.pick(language).format(left_out=drawn.left_out)
    if drawn.cut:
        yield _SHORTENED.pick(language)
    if drawn.contrast < MIN_CONTRAST:
        yield _LOW_CONTRAST.pick(language).format(contrast=drawn.contrast)


def _save_image(out: Path, text: str, asset_id: str, content: bytes) -> Path:
    try:
        return save_image(out, text, asset_id, content)
    except OSError as error:
        zh = _NOT_SAVED.zh.format(out=out, error=describe_file_error(error).zh)
        raise CommandFailed(Text(zh, _NOT_SAVED.en.format(out=out, error=error))) from error
