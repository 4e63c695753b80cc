"""`reflow overlay`: a text on a picture, from the command line to a picture in a folder."""

import asyncio
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import executor_pb2, steps_pb2

from services.cli.asking import check_folder, given_text, read_limits
from services.cli.display import Waiting
from services.cli.execution import complain
from services.cli.failing import CommandFailed, bad_input
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.reading import read_bytes
from services.cli.saving import save_picture
from services.common.language import Language, Text
from services.executor.domain.overlay.values import LEAST_SIZE, MOST_SIZE, READABLE, Box, TextOverlay

DRAWING = Text("正在写字…", "Drawing the text…")
_SET = Text(
    "{lines} 行，字号 {size} 像素，对比度 {contrast:.1f}", "{lines} lines of {size} pixels, contrast {contrast:.1f}"
)
_LEFT_OUT = Text(
    "字体里没有这些字符，已略去：{left_out}", "The font lacks these characters; they were left out: {left_out}"
)
_CUT = Text("放不下全部文字，已用省略号截断。", "There was no room for all of it: the text was shortened.")
_FAINT = Text(
    "对比度只有 {contrast:.1f}，可能看不清；去掉 --no-plate 会加上衬底。",
    "A contrast of {contrast:.1f} is hard to read; without --no-plate there would be a plate.",
)
_UNSAVED = Text("写好了，但无法保存到 {out}：{error}", "The text is drawn, but cannot be saved in {out}: {error}")
_ALIGNS = {
    "left": executor_pb2.TextOverlay.ALIGN_LEFT,
    "centre": executor_pb2.TextOverlay.ALIGN_CENTRE,
    "right": executor_pb2.TextOverlay.ALIGN_RIGHT,
}
_ANCHORS = {
    "top": executor_pb2.TextOverlay.ANCHOR_TOP,
    "middle": executor_pb2.TextOverlay.ANCHOR_MIDDLE,
    "bottom": executor_pb2.TextOverlay.ANCHOR_BOTTOM,
}
_WEIGHTS = {"regular": executor_pb2.TextOverlay.WEIGHT_REGULAR, "bold": executor_pb2.TextOverlay.WEIGHT_BOLD}
_PLATES: Mapping[bool | None, executor_pb2.TextOverlay.Backing.ValueType] = {
    None: executor_pb2.TextOverlay.BACKING_UNSPECIFIED,
    True: executor_pb2.TextOverlay.BACKING_PLATE,
    False: executor_pb2.TextOverlay.BACKING_NONE,
}


@dataclass(frozen=True, slots=True)
class Arguments:
    """What stood on the command line of `reflow overlay`."""

    image: Path
    text: str
    box: str
    align: str
    anchor: str
    colour: str
    plate: bool | None
    scrim: bool
    weight: str
    least_size: float
    most_size: float
    shorten: bool
    out: Path
    data: Path | None


async def overlay(given: Arguments, language: Language) -> None:
    """Draw what is asked and save the picture. Raises ReflowError, CommandFailed or Interrupted."""
    check_folder(given.out)
    wanted = read_overlay(given)
    content = read_bytes(given.image, read_limits().image_bytes)
    waiting = Waiting(language)
    with interruption(), waiting:
        async with open_client(data_folder(given.data), waiting.starting, language) as client:
            waiting.starting(DRAWING)
            image = await client.import_image(content, for_mask=False)
            response = await client.overlay_text(_request(image, wanted, language))
            asset_id = response.result.asset.asset_id
            picture = await client.picture(asset_id)
    path = await asyncio.to_thread(_save, given.out, wanted.text, asset_id, picture)
    for warning in _warnings(response.texts[0], language):
        complain(warning)
    told = response.texts[0]
    print(_SET.pick(language).format(lines=len(told.lines), size=told.size, contrast=told.contrast))
    print(path)


def read_overlay(given: Arguments) -> executor_pb2.TextOverlay:
    """Return the text that is asked for. Raises INVALID_INPUT_FORMAT, before anything is started."""
    text, box = given_text(given.text), _box(given.box)
    colour = "" if given.colour == "auto" else given.colour
    if given.scrim and given.plate is not None:
        raise bad_input("--scrim 不能与 --plate 或 --no-plate 同用。", "Give --scrim or --plate, not both.")
    most = given.most_size or MOST_SIZE
    # Its own checks, here so that nothing is started for what cannot be drawn anyway.
    TextOverlay(text, box, colour=colour, least_size=given.least_size or min(LEAST_SIZE, most), most_size=most)
    return executor_pb2.TextOverlay(
        text=text,
        box=executor_pb2.TextBox(left=box.left, top=box.top, width=box.width, height=box.height),
        align=_ALIGNS[given.align],
        anchor=_ANCHORS[given.anchor],
        colour=colour,
        backing=executor_pb2.TextOverlay.BACKING_SCRIM if given.scrim else _PLATES[given.plate],
        weight=_WEIGHTS[given.weight],
        least_size=given.least_size,
        most_size=given.most_size,
        shorten=given.shorten,
    )


def _box(given: str) -> Box:
    try:
        left, top, width, height = (float(part) for part in given.replace("，", ",").split(","))
    except ValueError:
        raise bad_input(
            f"--box 应写成 左,上,宽,高，例如 0.1,0.6,0.8,0.3，收到“{given}”。",
            f'--box is written left,top,width,height, such as 0.1,0.6,0.8,0.3, not "{given}".',
            field="box",
        ) from None
    return Box(left, top, width, height)


def _request(image: str, wanted: executor_pb2.TextOverlay, language: Language) -> executor_pb2.OverlayTextRequest:
    work = f"overlay-{uuid.uuid4()}"
    context = steps_pb2.StepContext(
        run_id=work, step="overlay", attempt=1, locale=language.value, idempotency_key=f"{work}/overlay"
    )
    return executor_pb2.OverlayTextRequest(context=context, image_asset_id=image, overlays=[wanted])


def _warnings(told: executor_pb2.DrawnText, language: Language) -> Iterator[str]:
    if told.left_out:
        yield _LEFT_OUT.pick(language).format(left_out=told.left_out)
    if told.cut:
        yield _CUT.pick(language)
    if told.contrast < READABLE:
        yield _FAINT.pick(language).format(contrast=told.contrast)


def _save(out: Path, text: str, asset_id: str, content: bytes) -> Path:
    try:
        return save_picture(out, text, asset_id, content)
    except OSError as error:
        where = {"out": out, "error": error}
        raise CommandFailed(Text(_UNSAVED.zh.format(**where), _UNSAVED.en.format(**where))) from error
