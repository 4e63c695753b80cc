"""Image to Image: a new image from a text and a reference image."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from services.common.contract.activity import Activity, Thought
from services.common.contract.assets import AssetKind
from services.common.contract.image_chat import ImageResult, ReferenceUse, TaskType
from services.common.contract.step import StepCall
from services.common.errors import Code
from services.executor import texts
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import extract_colors
from services.executor.application.engine_events import compute_engine_deadline, to_activity
from services.executor.application.engine_registry import EngineRegistry
from services.executor.application.idempotent_results import IdempotentResults
from services.executor.domain.image_engine import FinishedImage, ImageRequest, ImageStyle
from services.executor.domain.reference import Reference


class PaintVariation:
    """Generates with *engines*; one that cannot use pixels receives colors, brightness and composition."""

    def __init__(
        self,
        engines: EngineRegistry,
        assets: AssetStore,
        results: IdempotentResults,
        pipeline: ImagePipeline,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._engines = engines
        self._assets = assets
        self._results = results
        self._pipeline = pipeline
        self._seconds = seconds
        self._clock = clock

    async def __call__(self, values: dict[str, Any], call: StepCall) -> AsyncGenerator[Activity | ImageResult, None]:
        """Yield activities, then the image. Raises MODEL_UNKNOWN, ASSET_UNKNOWN and the errors of the engine."""
        engine = self._engines.select(values["model"], builtin_only=call.context.builtin_only)
        key = f"{call.context.idempotency_key}\nPaintVariation"
        result = await self._results.find(key)
        if result is None:
            image, content = await self._assets.get(
                values["image"].asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "image"
            )
            has_pixels = ReferenceUse.PIXELS in engine.abilities.reference_uses
            palette = () if has_pixels else await self._pipeline.run_in_slot(extract_colors, content)
            uses = () if has_pixels else (ReferenceUse.PALETTE,)
            yield Thought(
                texts.PAINTING.pick(call.language).format(width=image.width, height=image.height, engine=engine.name)
            )
            image_request = ImageRequest(
                values["prompt"],
                values["prompt"],
                ImageStyle("", palette) if palette else None,
                image.width,
                image.height,
                values["seed"],
                call.context.idempotency_key,
                compute_engine_deadline(call, self._seconds, self._clock),
                Reference(content, change=float(values["strength"])),
            )
            started_at, finished = self._clock(), FinishedImage(b"")
            async with aclosing(engine.generate(image_request)) as events:
                async for event in events:
                    finished = event if isinstance(event, FinishedImage) else finished
                    yield to_activity(event, call.language)
            uses = (*finished.reference_uses, *uses)
            yield Thought(texts.reference_used(engine.name, uses).pick(call.language))
            origin = ImageOrigin(image.asset_id, seed=values["seed"], model=engine.name, prompt=values["prompt"])
            result = await self._results.store(
                key, finished.png, origin, TaskType.TEXT_TO_IMAGE, started_at, uses, finished.content
            )
        yield result
