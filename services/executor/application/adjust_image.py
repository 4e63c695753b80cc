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
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import adjust_image
from services.executor.application.engine_events import WAITING, running
from services.executor.application.idempotent_results import IdempotentResults, compute_result_key
from services.executor.domain.assets import AssetRecord
from services.executor.domain.image_engine import BUILTIN, ImageStyle

# Parameters that add up over adjustments; size, rotation and crop apply to the image as it is.
CUMULATIVE = frozenset(LEVELS)
NO_STYLE = ImageStyle("", ())


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
        """Yield activities, then the image; the stored one without parameters, and where no pixel changes.

        Raises ASSET_UNKNOWN, MASK_DATA_INVALID, and INVALID_INPUT_FORMAT naming the parameter.
        """
        key = compute_result_key(request, call)
        result = await self._results.find(key)
        if result is None:
            image, content = await self._assets.get(
                request.image_asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "image_asset_id"
            )
            if not request.parameters:
                yield _build_unchanged(image)
                return
            text = texts.ADJUSTING.pick(call.language)
            yield Thought(text.format(parameters=format_parameters(request.parameters, call.language)))
            if self._pipeline.is_busy:
                yield WAITING
            limit = self._pipeline.limit_time(image.width, image.height)
            mask = await self._load_mask(request)
            look = ImageStyle(request.look.medium, request.look.palette) if request.look else NO_STYLE
            async with self._pipeline.slot():
                yield running(0.0, limit=limit)
                started_at = self._clock()
                png = await self._pipeline.run(
                    adjust_image, content, dict(request.parameters), look, mask, self._limits, within=limit
                )
            if png is None:
                yield _build_unchanged(image)
                return
            origin = ImageOrigin(
                parent_asset_id=request.image_asset_id,
                mask_asset_id=request.mask_asset_id,
                seed=image.seed,
                model=BUILTIN,
                prompt=image.prompt,
                # The levels are those of the whole image.
                parameters=add_parameters(image.parameters, {} if mask else request.parameters),
            )
            result = await self._results.store(key, png, origin, TaskType.PARAMETER_ADJUSTMENT, started_at)
        yield result

    async def _load_mask(self, request: requests.AdjustImage) -> bytes:
        """Return the mask, b"" for none."""
        if not request.mask_asset_id:
            return b""
        _, mask = await self._assets.get(request.mask_asset_id, AssetKind.MASK, Code.MASK_DATA_INVALID, "mask_asset_id")
        return mask


def _build_unchanged(image: AssetRecord) -> ImageResult:
    """Return the result that is a stored image as it is."""
    return ImageResult(
        image, TaskType.PARAMETER_ADJUSTMENT, image.model, image.seed, image.prompt, dict(image.parameters)
    )


def add_parameters(before: Mapping[str, float], adjustment: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Return the parameters after *adjustment*: cumulative ones added up within -1 to 1, the others replaced."""
    after = {name: value for name, value in before.items() if name in CUMULATIVE}
    for name, value in adjustment.items():
        after[name] = max(-1.0, min(1.0, after.get(name, 0.0) + value)) if name in CUMULATIVE else value
    return tuple(sorted(after.items()))
