"""OverlayText: texts drawn on a stored image."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from engines.typesetting.values import TextOverlay
from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.assets import AssetKind
from services.common.contract.image_chat import TaskType
from services.common.contract.overlays import OverlayTextResponse
from services.common.contract.step import StepCall
from services.common.errors import Code
from services.executor import texts
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import overlay_texts
from services.executor.adapters.requested_texts import parse_overlays
from services.executor.adapters.result_messages import decode_result, encode_result
from services.executor.application.engine_events import WAITING, running
from services.executor.application.idempotent_results import IdempotentResults, compute_result_key
from services.executor.domain.image_engine import BUILTIN


@dataclass(frozen=True, slots=True)
class OverlayRequest:
    """Texts to draw on a stored image."""

    image_asset_id: str
    overlays: tuple[TextOverlay, ...]


class OverlayText:
    """Draws texts on images of *assets* in *pipeline*, once per idempotency key. *clock* gives seconds."""

    def __init__(
        self, assets: AssetStore, results: IdempotentResults, pipeline: ImagePipeline, clock: Callable[[], float]
    ) -> None:
        self._assets = assets
        self._results = results
        self._pipeline = pipeline
        self._clock = clock

    def __call__(
        self, request: requests.OverlayText, call: StepCall
    ) -> AsyncGenerator[Activity | OverlayTextResponse, None]:
        """Yield activities, then the image. Raises INVALID_INPUT_FORMAT naming the field, and ASSET_UNKNOWN."""
        return self.draw(OverlayRequest(request.image_asset_id, parse_overlays(request.overlays)), call)

    async def draw(
        self, request: OverlayRequest, call: StepCall
    ) -> AsyncGenerator[Activity | OverlayTextResponse, None]:
        """Yield activities, then the image. Raises INVALID_INPUT_FORMAT naming the field, and ASSET_UNKNOWN."""
        key = compute_result_key(request, call)
        stored = await self._assets.find_result(key)
        if stored is not None:
            yield decode_result(stored, OverlayTextResponse)
            return
        image, content = await self._assets.get(
            request.image_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "image_asset_id"
        )
        yield Thought(texts.overlaying_texts(len(request.overlays)).pick(call.language))
        if self._pipeline.is_busy:
            yield WAITING
        async with self._pipeline.slot():
            limit = self._pipeline.limit_time(image.width, image.height)
            yield running(0.0, limit=limit)
            started_at = self._clock()
            png, drawn = await self._pipeline.run(overlay_texts, content, request.overlays, within=limit)
        origin = ImageOrigin(
            parent_asset_id=request.image_asset_id, seed=image.seed, model=BUILTIN, prompt=image.prompt
        )
        result = await self._results.store_image(png, origin, TaskType.TEXT_OVERLAY, started_at)
        overlaid = OverlayTextResponse(result, drawn)
        await self._assets.store_result(key, encode_result(overlaid))
        yield overlaid
