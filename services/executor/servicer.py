"""ExecutorService: gRPC in, engine, gRPC out."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

from reflow.v1 import executor_pb2, executor_pb2_grpc, rag_pb2, steps_pb2

from services.common.errors import Code
from services.common.language import Language
from services.common.limits import Limits
from services.common.parameters import LEVELS, listed
from services.common.serving import Context
from services.common.serving.activities import thought, waiting, working
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.asset_store import AssetStore, Making
from services.executor.adapters.computations import adjusted
from services.executor.domain.assets import AssetKind
from services.executor.engines import BUILTIN, Engines, ImageEngine, Order, Painted, Style
from services.executor.keeping import Keeping
from services.executor.overlaying import Overlaying
from services.executor.painting_notes import NotePainting
from services.executor.servicer_note import NoteWriting
from services.executor.working import activity_of, engine_deadline

Response = TypeVar(
    "Response",
    executor_pb2.GenerateImageResponse,
    executor_pb2.InpaintResponse,
    executor_pb2.AdjustImageResponse,
)
FEATHER_SHARE = 128
SMALLEST_FEATHER = 2
FEATHER = "feather_px"
# Parameters that add up over adjustments; size, rotation and crop each start from the picture as it is.
CUMULATIVE = frozenset(LEVELS)


class ExecutorServicer(executor_pb2_grpc.ExecutorServiceServicer):
    """Paints with *engines*, adjusts in *workers* and writes with *writing*; *clock* gives seconds."""

    def __init__(
        self,
        engines: Engines,
        assets: AssetStore,
        workers: Workers,
        limits: Limits,
        clock: Callable[[], float],
        writing: NoteWriting,
    ) -> None:
        self._engines = engines
        self._assets = assets
        self._workers = workers
        self._limits = limits
        self._clock = clock
        self._keeping = Keeping(assets, clock)
        self._overlaying = Overlaying(assets, workers, clock)
        self._notes = NotePainting(engines, assets, workers, limits.executor_remote_seconds, clock)
        self._writing = writing

    async def GenerateImage(
        self, request: executor_pb2.GenerateImageRequest, context: Context
    ) -> AsyncIterator[executor_pb2.GenerateImageResponse]:
        engine, language = self._engine(request), _language(request.context)
        key = request.context.idempotency_key
        made = await self._keeping.made_before(key)
        if made is None:
            told = wording.PAINTING.pick(language)
            yield _told(executor_pb2.GenerateImageResponse, told, request.width, request.height, engine.name)
            order = self._order(request, request.width, request.height, context)
            began, png = self._clock(), b""
            async with aclosing(engine.generate(order)) as making_of:
                async for progress in making_of:
                    png = progress.png if isinstance(progress, Painted) else png
                    yield executor_pb2.GenerateImageResponse(activity=activity_of(progress, language))
            making = Making(seed=request.seed, model=engine.name, prompt=request.prompt)
            made = await self._keeping.keep(key, png, making, executor_pb2.TASK_TYPE_TEXT_TO_IMAGE, began)
        yield executor_pb2.GenerateImageResponse(result=made)

    async def Inpaint(
        self, request: executor_pb2.InpaintRequest, context: Context
    ) -> AsyncIterator[executor_pb2.InpaintResponse]:
        engine, language = self._engine(request), _language(request.context)
        key = request.context.idempotency_key
        made = await self._keeping.made_before(key)
        if made is None:
            picture, content = await self._assets.get(
                request.image_asset_id, AssetKind.IMAGE, Code.MASK_DATA_INVALID, "image_asset_id"
            )
            _, mask = await self._assets.get(
                request.mask_asset_id, AssetKind.MASK, Code.MASK_DATA_INVALID, "mask_asset_id"
            )
            told = wording.REPAINTING.pick(language).format(engine=engine.name)
            yield executor_pb2.InpaintResponse(activity=thought(told))
            feather = feather_of(picture.width, picture.height)
            order = self._order(request, picture.width, picture.height, context)
            began, png = self._clock(), b""
            async with aclosing(engine.repaint(order, content, mask, feather)) as making_of:
                async for progress in making_of:
                    png = progress.png if isinstance(progress, Painted) else png
                    yield executor_pb2.InpaintResponse(activity=activity_of(progress, language))
            making = Making(
                parent_asset_id=request.image_asset_id,
                mask_asset_id=request.mask_asset_id,
                seed=request.seed,
                model=engine.name,
                prompt=request.prompt,
                parameters=((FEATHER, float(feather)),),
            )
            made = await self._keeping.keep(key, png, making, executor_pb2.TASK_TYPE_INPAINTING, began)
        yield executor_pb2.InpaintResponse(result=made)

    async def AdjustImage(
        self, request: executor_pb2.AdjustImageRequest, context: Context
    ) -> AsyncIterator[executor_pb2.AdjustImageResponse]:
        language, key = _language(request.context), request.context.idempotency_key
        made = await self._keeping.made_before(key)
        if made is None:
            picture, content = await self._assets.get(
                request.image_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "image_asset_id"
            )
            told = wording.ADJUSTING.pick(language).format(parameters=listed(request.parameters, language))
            yield executor_pb2.AdjustImageResponse(activity=thought(told))
            if self._workers.busy:
                yield executor_pb2.AdjustImageResponse(activity=waiting())
            async with self._workers.place():
                yield executor_pb2.AdjustImageResponse(activity=working(0.0))
                began = self._clock()
                palette = tuple(request.look.palette)
                png = await self._workers.compute(
                    adjusted, content, dict(request.parameters), palette, self._limits.pictures
                )
            making = Making(
                parent_asset_id=request.image_asset_id,
                seed=picture.seed,
                model=BUILTIN,
                prompt=picture.prompt,
                parameters=_added_up(picture.parameters, request.parameters),
            )
            made = await self._keeping.keep(key, png, making, executor_pb2.TASK_TYPE_PARAMETER_ADJUSTMENT, began)
        yield executor_pb2.AdjustImageResponse(result=made)

    async def OverlayText(
        self, request: executor_pb2.OverlayTextRequest, context: Context
    ) -> AsyncIterator[executor_pb2.OverlayTextResponse]:
        async for response in self._overlaying.draw(request):
            yield response

    async def WriteNote(
        self, request: executor_pb2.WriteNoteRequest, context: Context
    ) -> AsyncIterator[executor_pb2.WriteNoteResponse]:
        async with aclosing(self._writing.write(request, context)) as told:
            async for response in told:
                yield response

    async def PaintNoteImage(
        self, request: executor_pb2.PaintNoteImageRequest, context: Context
    ) -> AsyncIterator[executor_pb2.PaintNoteImageResponse]:
        async with aclosing(self._notes.paint(request, context)) as told:
            async for response in told:
                yield response

    async def ListEngines(
        self, request: executor_pb2.ListEnginesRequest, context: Context
    ) -> executor_pb2.ListEnginesResponse:
        return executor_pb2.ListEnginesResponse(models=self._engines.names)

    def _engine(self, request: executor_pb2.GenerateImageRequest | executor_pb2.InpaintRequest) -> ImageEngine:
        """Return the engine to use; whoever has spent the budget gets the built-in one, whatever is preferred."""
        return self._engines.builtin if request.context.builtin_only else self._engines.choose(request.model)

    def _order(self, request: Any, width: int, height: int, context: Context) -> Order:
        look: rag_pb2.Look | None = request.look if request.HasField("look") else None
        style = Style(look.medium, tuple(look.palette)) if look else None
        key = request.context.idempotency_key
        deadline = engine_deadline(context, self._limits.executor_remote_seconds, self._clock)
        return Order(request.prompt, request.subject, style, width, height, request.seed, key, deadline)


def feather_of(width: int, height: int) -> int:
    """Return how many pixels beyond the mask a repaint may blend: 8 at 1024 pixels."""
    return max(SMALLEST_FEATHER, min(width, height) // FEATHER_SHARE)


def _language(work: steps_pb2.StepContext) -> Language:
    return Language(work.locale or Language.CHINESE)


def _told(kind: Callable[..., Response], text: str, width: int, height: int, engine: str) -> Response:
    return kind(activity=thought(text.format(width=width, height=height, engine=engine)))


def _added_up(before: Mapping[str, float], asked: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Return the parameters after an adjustment: those that add up, added up within -1 to 1; the others as asked."""
    added = {name: value for name, value in before.items() if name in CUMULATIVE}
    for name, value in asked.items():
        added[name] = max(-1.0, min(1.0, added.get(name, 0.0) + value)) if name in CUMULATIVE else value
    return tuple(sorted(added.items()))
