"""GenerateImage: a new image from a prompt."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from services.common.contract import requests
from services.common.contract.activity import Activity, Thought
from services.common.contract.image_chat import ImageResult, Look, TaskType
from services.common.contract.step import StepCall
from services.executor import texts
from services.executor.adapters.asset_store import ImageOrigin
from services.executor.application.engine_events import compute_engine_deadline, to_activity
from services.executor.application.engine_registry import EngineRegistry
from services.executor.application.idempotent_results import IdempotentResults, compute_result_key
from services.executor.domain.image_engine import FinishedImage, ImageRequest, ImageStyle


class GenerateImage:
    """Generates with *engines*; an engine may take *seconds* of *clock*."""

    def __init__(
        self, engines: EngineRegistry, results: IdempotentResults, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._engines = engines
        self._results = results
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: requests.GenerateImage, call: StepCall
    ) -> AsyncGenerator[Activity | ImageResult, None]:
        """Yield activities, then the image. Raises MODEL_UNKNOWN and the errors of the engine."""
        engine, key = (
            self._engines.select(request.model, builtin_only=call.context.builtin_only),
            call.context.idempotency_key,
        )
        result_key = compute_result_key(request, call)
        result = await self._results.find(result_key)
        if result is None:
            deadline = compute_engine_deadline(call, self._seconds, self._clock)  # before the caller's timer starts
            text = texts.PAINTING.pick(call.language)
            yield Thought(text.format(width=request.width, height=request.height, engine=engine.name))
            image_request = build_image_request(request, request.width, request.height, key, deadline)
            started_at, finished = self._clock(), FinishedImage(b"")
            async with aclosing(engine.generate(image_request)) as events:
                async for event in events:
                    finished = event if isinstance(event, FinishedImage) else finished
                    yield to_activity(event, call.language)
            origin = ImageOrigin(seed=request.seed, model=engine.name, prompt=request.prompt)
            result = await self._results.store(
                result_key,
                finished.png,
                origin,
                TaskType.TEXT_TO_IMAGE,
                started_at,
                content=finished.content,
                sketch=finished.sketch,
            )
        yield result


def build_image_request(
    request: requests.GenerateImage | requests.Inpaint, width: int, height: int, key: str, deadline: float
) -> ImageRequest:
    """Return *request* as a request to an image engine, for an image of *width* x *height* pixels."""
    style = _to_style(request.look)
    return ImageRequest(request.prompt, request.subject, style, width, height, request.seed, key, deadline)


def _to_style(look: Look | None) -> ImageStyle | None:
    return None if look is None else ImageStyle(look.medium, look.palette)
