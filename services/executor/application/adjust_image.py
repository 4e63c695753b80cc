"""AdjustImage: tone, color, size and crop of an image."""

from collections.abc import AsyncGenerator, Callable, Mapping

from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.assets import AssetKind
from services.common.contract.image_chat import ImageResult, TaskType
from services.common.contract.step import StepCall
from services.common.errors import Code
from services.common.images.limits import ImageLimits
from services.common.text.parameters import LEVELS, format_parameters
from services.executor import texts
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_jobs import adjust_image
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.application.engine_events import WAITING, running
from services.executor.application.idempotent_results import IdempotentResults, compute_result_key
from services.executor.domain.image_engine import BUILTIN

# Parameters that add up over adjustments; size, rotation and crop apply to the image as it is.
CUMULATIVE = frozenset(LEVELS)


class AdjustImage:
    """Adjusts images of *assets* in *pipeline*. *clock* gives seconds."""

    def __init__(
        self,
        assets: AssetStore,
        results: IdempotentResults,
        pipeline: ImagePipeline,
        limits: ImageLimits,
        clock: Callable[[], float],
    ) -> None:
        self._assets = assets
        self._results = results
        self._pipeline = pipeline
        self._limits = limits
        self._clock = clock

    async def __call__(
        self, request: requests.AdjustImage, call: StepCall
    ) -> AsyncGenerator[Activity | ImageResult, None]:
        """Yield activities, then the image. Raises ASSET_UNKNOWN, and INVALID_INPUT_FORMAT naming the parameter."""
        key = compute_result_key(request, call)
        result = await self._results.find(key)
        if result is None:
            image, content = await self._assets.get(
                request.image_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "image_asset_id"
            )
            text = texts.ADJUSTING.pick(call.language)
            yield Thought(text.format(parameters=format_parameters(request.parameters, call.language)))
            if self._pipeline.is_busy:
                yield WAITING
            limit = self._pipeline.limit_time(image.width, image.height)
            palette = request.look.palette if request.look else ()
            async with self._pipeline.slot():
                yield running(0.0, limit=limit)
                started_at = self._clock()
                png = await self._pipeline.run(
                    adjust_image, content, dict(request.parameters), palette, self._limits, within=limit
                )
            origin = ImageOrigin(
                parent_asset_id=request.image_asset_id,
                seed=image.seed,
                model=BUILTIN,
                prompt=image.prompt,
                parameters=add_parameters(image.parameters, request.parameters),
            )
            result = await self._results.store(key, png, origin, TaskType.PARAMETER_ADJUSTMENT, started_at)
        yield result


def add_parameters(before: Mapping[str, float], adjustment: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Return the parameters after *adjustment*: cumulative ones added up within -1 to 1, the others replaced."""
    after = {name: value for name, value in before.items() if name in CUMULATIVE}
    for name, value in adjustment.items():
        after[name] = max(-1.0, min(1.0, after.get(name, 0.0) + value)) if name in CUMULATIVE else value
    return tuple(sorted(after.items()))
