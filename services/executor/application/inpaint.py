"""Inpaint: repaints the masked area of an image."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.assets import AssetKind
from services.common.contract.image_chat import ImageResult, TaskType
from services.common.contract.step import StepCall
from services.common.errors import Code
from services.executor import texts
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.application.engine_events import compute_engine_deadline, to_activity
from services.executor.application.engine_registry import EngineRegistry
from services.executor.application.generate_image import build_image_request
from services.executor.application.idempotent_results import IdempotentResults, compute_result_key
from services.executor.domain.image_engine import FinishedImage

FEATHER_PARAMETER = "feather_px"
# The feather is a 128th of the shorter side: 8 pixels at 1024.
FEATHER_DIVISOR, MIN_FEATHER = 128, 2


class Inpaint:
    """Inpaints images of *assets* with *engines*; an engine may take *seconds* of *clock*."""

    def __init__(
        self,
        engines: EngineRegistry,
        assets: AssetStore,
        results: IdempotentResults,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._engines = engines
        self._assets = assets
        self._results = results
        self._seconds = seconds
        self._clock = clock

    async def __call__(self, request: requests.Inpaint, call: StepCall) -> AsyncGenerator[Activity | ImageResult, None]:
        """Yield activities, then the image.

        Raises MODEL_UNKNOWN, MASK_DATA_INVALID for an image or mask that does not exist, and the errors of the engine.
        """
        engine, key = (
            self._engines.select(request.model, builtin_only=call.context.builtin_only),
            call.context.idempotency_key,
        )
        result_key = compute_result_key(request, call)
        result = await self._results.find(result_key)
        if result is None:
            image, content = await self._assets.get(
                request.image_asset_id, AssetKind.IMAGE, Code.MASK_DATA_INVALID, "image_asset_id"
            )
            _, mask = await self._assets.get(
                request.mask_asset_id, AssetKind.MASK, Code.MASK_DATA_INVALID, "mask_asset_id"
            )
            deadline = compute_engine_deadline(call, self._seconds, self._clock)  # before the caller's timer starts
            yield Thought(texts.INPAINTING.pick(call.language).format(engine=engine.name))
            feather = compute_feather(image.width, image.height)
            image_request = build_image_request(request, image.width, image.height, key, deadline)
            started_at, finished = self._clock(), FinishedImage(b"")
            async with aclosing(engine.inpaint(image_request, content, mask, feather)) as events:
                async for event in events:
                    finished = event if isinstance(event, FinishedImage) else finished
                    yield to_activity(event, call.language)
            origin = ImageOrigin(
                parent_asset_id=request.image_asset_id,
                mask_asset_id=request.mask_asset_id,
                seed=request.seed,
                model=engine.name,
                prompt=request.prompt,
                parameters=((FEATHER_PARAMETER, float(feather)),),
            )
            result = await self._results.store(
                result_key, finished.png, origin, TaskType.INPAINTING, started_at, content=finished.content
            )
        yield result


def compute_feather(width: int, height: int) -> int:
    """Return the number of pixels beyond the edge of the mask that may change."""
    return max(MIN_FEATHER, min(width, height) // FEATHER_DIVISOR)
