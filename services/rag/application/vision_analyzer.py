"""Analyses of the images of one step by a vision model: one call for each image, while others are measured."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import TTLCache

from services.common.cancellation import cancel_tasks
from services.common.contract.activity import Usage
from services.common.errors import ReflowError
from services.common.llm.values import ChatModel, RateLimited, TextDelta
from services.rag.adapters.vision_prompt import VisionContext, build_request, request_analysis
from services.rag.domain.references.vision_analysis import VisionAnalysis


@dataclass(frozen=True, slots=True)
class VisionCacheKey:
    """All inputs that an analysis depends on, except the system prompt."""

    asset_id: str
    model: str
    context: VisionContext


VisionCache = TTLCache[VisionCacheKey, VisionAnalysis]


class VisionAnalyzer:
    """Calls *model* for each image; *fresh* bypasses the cache. *emit* receives the model's events.

    The idempotency key of a call is *key* and the id of the image.
    """

    def __init__(
        self,
        model: ChatModel,
        context: VisionContext,
        cache: VisionCache,
        *,
        key: str,
        fresh: bool,
        emit: Callable[[RateLimited | TextDelta | Usage], None],
    ) -> None:
        self._model = model
        self._context = context
        self._cache = cache
        self._key = key
        self._fresh = fresh
        self._emit = emit
        self._tasks: dict[str, asyncio.Task[VisionAnalysis]] = {}
        self._cached: dict[str, VisionAnalysis] = {}

    def is_cached(self, asset_id: str) -> bool:
        """Return whether the analysis of an image is cached; if so, use it."""
        cached = None if self._fresh else self._cache.get(self._cache_key(asset_id))
        if cached is not None:
            self._cached[asset_id] = cached
        return cached is not None

    def start(self, asset_id: str, png: bytes, deadline: float) -> None:
        """Start the call for the image *png*, unless its analysis is cached."""
        if asset_id not in self._cached:
            self._tasks[asset_id] = asyncio.create_task(self._analyze(asset_id, png, deadline))

    @property
    def is_waiting(self) -> bool:
        """Whether a call is still in progress."""
        return any(not task.done() for task in self._tasks.values())

    async def collect(self) -> dict[str, VisionAnalysis | ReflowError]:
        """Wait for all calls; return the analysis of each image, or the error."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        return self._cached | {asset_id: _get_outcome(task) for asset_id, task in self._tasks.items()}

    async def close(self) -> None:
        """Cancel calls in progress."""
        await cancel_tasks(*self._tasks.values())

    async def _analyze(self, asset_id: str, png: bytes, deadline: float) -> VisionAnalysis:
        # A step calls the model once for each image: each call needs its own idempotency key.
        key = f"{self._key}/{asset_id[:16]}"
        request = build_request(png, self._context, deadline=deadline, key=key, fresh=self._fresh)
        analysis = await request_analysis(self._model, request, self._emit)
        self._cache[self._cache_key(asset_id)] = analysis
        return analysis

    def _cache_key(self, asset_id: str) -> VisionCacheKey:
        return VisionCacheKey(asset_id, self._model.name, self._context)


def _get_outcome(task: asyncio.Task[VisionAnalysis]) -> VisionAnalysis | ReflowError:
    error = task.exception()
    if error is None:
        return task.result()
    if isinstance(error, ReflowError):
        return error
    raise error
