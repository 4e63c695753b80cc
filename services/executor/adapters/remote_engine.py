"""A remote image provider as an image engine. Implements services.executor.domain.image_engine.ImageEngine."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from typing import TypeVarTuple

from services.common.contract.image_chat import ReferenceUse
from services.common.errors import Code, ReflowError
from services.common.images.limits import ImageLimits
from services.common.text.language import Text
from services.common.worker_pool.time_limit import TimeLimit
from services.executor import texts
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import composite_response, resize_response
from services.executor.domain.image_engine import (
    EngineAbilities,
    EngineEvents,
    FinishedImage,
    ImageProvider,
    ImageRequest,
    ProviderEvents,
    ReceivedImage,
    Running,
    WaitingForWorker,
)

Args = TypeVarTuple("Args")


class RemoteEngine:
    """Requests images from *provider* and converts the untrusted responses to the requested size."""

    def __init__(self, name: str, provider: ImageProvider, pipeline: ImagePipeline, limits: ImageLimits) -> None:
        self.name = name
        self._provider = provider
        self._pipeline = pipeline
        self._limits = limits

    @property
    def abilities(self) -> EngineAbilities:
        return self._provider.abilities

    async def find_problem(self) -> Text | None:
        return await self._provider.find_problem()

    def generate(self, image_request: ImageRequest) -> EngineEvents:
        size = (image_request.width, image_request.height)
        uses = self.abilities.reference_uses if image_request.reference is not None else ()
        if not uses:
            image_request = replace(image_request, reference=None)
        limit = self._pipeline.limit_time(*size)
        return self._convert(uses, limit, self._provider.generate(image_request), resize_response, size, self._limits)

    def inpaint(self, image_request: ImageRequest, image: bytes, mask: bytes, feather: int) -> EngineEvents:
        events = self._provider.edit(image_request, image, mask)
        limit = self._pipeline.limit_time(image_request.width, image_request.height)
        return self._convert((), limit, events, composite_response, image, mask, feather, self._limits)

    async def _convert(
        self,
        uses: tuple[ReferenceUse, ...],
        limit: TimeLimit,
        events: ProviderEvents,
        job: Callable[[ReceivedImage, *Args], bytes],
        *args: *Args,
    ) -> EngineEvents:
        """Yield *events*, then the received image as converted by *job*, with *uses* of the reference image.

        Raises LLM_API_ERROR without an image, and IMAGE_UNUSABLE for one that cannot be decoded.
        """
        png = b""
        # Closing stops the provider at once, not at garbage collection.
        async with aclosing(events):
            async for event in events:
                if not isinstance(event, ReceivedImage):
                    yield event
                    continue
                if self._pipeline.is_busy:
                    yield WaitingForWorker()
                async with self._pipeline.slot():
                    yield Running(1.0, texts.RESIZING, limit.wall_seconds)
                    png = await self._pipeline.run(
                        job,
                        event,
                        *args,
                        code=Code.LLM_API_ERROR,
                        details="broken answer: the process that decoded the image died",
                        within=limit,
                    )
        if not png:
            raise ReflowError(Code.LLM_API_ERROR, details="broken answer: no image in it", node="executor")
        yield FinishedImage(png, uses)
