"""OverlayText: texts of the contract in, the picture with them out. Drawn in the workers, once for each step."""

from collections.abc import AsyncIterator, Callable, Mapping
from typing import TypeVar

from reflow.v1 import executor_pb2

from services.common.errors import Code
from services.common.language import Language
from services.common.serving.activities import thought, waiting, working
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.asset_store import AssetStore, Making
from services.executor.adapters.computations import overlaid, size_of
from services.executor.domain.assets import AssetKind
from services.executor.domain.overlay.values import (
    LEAST_SIZE,
    MOST_SIZE,
    Align,
    Anchor,
    Backing,
    Box,
    Drawn,
    TextOverlay,
    Weight,
    of_overlay,
    refused,
)
from services.executor.engines import BUILTIN
from services.executor.messages import asset_message

Value = TypeVar("Value", Align, Anchor, Backing, Weight)

_AUTO = "auto"
_ALIGNS: Mapping[int, Align] = {
    executor_pb2.TextOverlay.ALIGN_UNSPECIFIED: Align.CENTRE,
    executor_pb2.TextOverlay.ALIGN_LEFT: Align.LEFT,
    executor_pb2.TextOverlay.ALIGN_CENTRE: Align.CENTRE,
    executor_pb2.TextOverlay.ALIGN_RIGHT: Align.RIGHT,
}
_ANCHORS: Mapping[int, Anchor] = {
    executor_pb2.TextOverlay.ANCHOR_UNSPECIFIED: Anchor.MIDDLE,
    executor_pb2.TextOverlay.ANCHOR_TOP: Anchor.TOP,
    executor_pb2.TextOverlay.ANCHOR_MIDDLE: Anchor.MIDDLE,
    executor_pb2.TextOverlay.ANCHOR_BOTTOM: Anchor.BOTTOM,
}
_BACKINGS: Mapping[int, Backing] = {
    executor_pb2.TextOverlay.BACKING_UNSPECIFIED: Backing.AUTO,
    executor_pb2.TextOverlay.BACKING_NONE: Backing.NONE,
    executor_pb2.TextOverlay.BACKING_PLATE: Backing.PLATE,
    executor_pb2.TextOverlay.BACKING_SCRIM: Backing.SCRIM,
}
_WEIGHTS: Mapping[int, Weight] = {
    executor_pb2.TextOverlay.WEIGHT_UNSPECIFIED: Weight.BOLD,
    executor_pb2.TextOverlay.WEIGHT_REGULAR: Weight.REGULAR,
    executor_pb2.TextOverlay.WEIGHT_BOLD: Weight.BOLD,
}
_BACKINGS_TOLD = {
    Backing.NONE: executor_pb2.TextOverlay.BACKING_NONE,
    Backing.PLATE: executor_pb2.TextOverlay.BACKING_PLATE,
    Backing.SCRIM: executor_pb2.TextOverlay.BACKING_SCRIM,
}


class Overlaying:
    """Draws texts on stored pictures in *workers*; *clock* gives seconds."""

    def __init__(self, assets: AssetStore, workers: Workers, clock: Callable[[], float]) -> None:
        self._assets = assets
        self._workers = workers
        self._clock = clock

    async def draw(self, request: executor_pb2.OverlayTextRequest) -> AsyncIterator[executor_pb2.OverlayTextResponse]:
        """Yield activities, then the picture. Raises INVALID_INPUT_FORMAT naming the field, and ASSET_UNKNOWN."""
        overlays = parse_overlays(request)
        made = await self._assets.made(request.context.idempotency_key)
        if made is not None:
            yield executor_pb2.OverlayTextResponse.FromString(made)
            return
        picture, content = await self._assets.get(
            request.image_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "image_asset_id"
        )
        told = wording.OVERLAYING.pick(Language(request.context.locale or Language.CHINESE))
        yield executor_pb2.OverlayTextResponse(activity=thought(told.format(count=len(overlays))))
        if self._workers.busy:
            yield executor_pb2.OverlayTextResponse(activity=waiting())
        async with self._workers.place():
            yield executor_pb2.OverlayTextResponse(activity=working(0.0))
            began = self._clock()
            png, drawn = await self._workers.compute(overlaid, content, overlays)
        making = Making(parent_asset_id=request.image_asset_id, seed=picture.seed, model=BUILTIN, prompt=picture.prompt)
        yield await self._keep(request.context.idempotency_key, png, making, drawn, began)

    async def _keep(
        self, key: str, png: bytes, making: Making, drawn: tuple[Drawn, ...], began: float
    ) -> executor_pb2.OverlayTextResponse:
        elapsed_ms = int((self._clock() - began) * 1_000)
        record = await self._assets.put(png, AssetKind.IMAGE, size_of(png), making)
        result = executor_pb2.ImageResult(
            asset=asset_message(record),
            task_type=executor_pb2.TASK_TYPE_TEXT_OVERLAY,
            model=making.model,
            seed=making.seed,
            prompt=making.prompt,
            elapsed_ms=elapsed_ms,
        )
        response = executor_pb2.OverlayTextResponse(result=result, texts=map(drawn_text, drawn))
        await self._assets.remember(key, response.SerializeToString())
        return response


def parse_overlays(request: executor_pb2.OverlayTextRequest) -> tuple[TextOverlay, ...]:
    """Return the texts of *request*. Raises INVALID_INPUT_FORMAT, its field beginning with "overlays[N]."."""
    overlays = list[TextOverlay]()
    for number, message in enumerate(request.overlays):
        with of_overlay(number):
            overlays.append(_parsed(message))
    return tuple(overlays)


def _parsed(message: executor_pb2.TextOverlay) -> TextOverlay:
    box = message.box
    return TextOverlay(
        text=message.text,
        box=Box(box.left, box.top, box.width, box.height),
        align=_known("align", _ALIGNS, message.align),
        anchor=_known("anchor", _ANCHORS, message.anchor),
        colour="" if message.colour == _AUTO else message.colour,
        backing=_known("backing", _BACKINGS, message.backing),
        weight=_known("weight", _WEIGHTS, message.weight),
        least_size=message.least_size or min(LEAST_SIZE, message.most_size or LEAST_SIZE),
        most_size=message.most_size or MOST_SIZE,
        shorten=message.shorten,
    )


def _known(field: str, values: Mapping[int, Value], number: int) -> Value:
    if number not in values:
        raise refused(field, f"没有编号为 {number} 的选项。", f"There is no choice number {number}.")
    return values[number]


def drawn_text(drawn: Drawn) -> executor_pb2.DrawnText:
    """Return how a text was drawn as a message."""
    return executor_pb2.DrawnText(
        size=drawn.size,
        lines=drawn.lines,
        colour=drawn.colour,
        backing=_BACKINGS_TOLD[drawn.backing],
        contrast=drawn.contrast,
        left_out=drawn.left_out,
        cut=drawn.cut,
    )
