"""A provider of pictures as an engine. Implements services.executor.engines.ImageEngine."""

from collections.abc import Callable
from contextlib import aclosing
from typing import TypeVarTuple

from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.pictures.limits import PictureLimits
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.computations import composited, fitted
from services.executor.engines import Order, Painted, Painting, PictureSource, Received, Telling, Waiting, Working

Args = TypeVarTuple("Args")


class RemoteEngine:
    """Orders pictures from *source* and brings what comes, which is not trusted, to the form that was ordered."""

    def __init__(self, name: str, source: PictureSource, workers: Workers, limits: PictureLimits) -> None:
        self.name = name
        self._source = source
        self._workers = workers
        self._limits = limits

    def generate(self, order: Order) -> Painting:
        size = (order.width, order.height)
        return self._made(self._source.generate(order), fitted, size, self._limits)

    def repaint(self, order: Order, picture: bytes, mask: bytes, feather: int) -> Painting:
        told = self._source.edit(order, picture, mask)
        return self._made(told, composited, picture, mask, feather, self._limits)

    async def _made(self, told: Telling, finish: Callable[[bytes, *Args], bytes], *args: *Args) -> Painting:
        """Pass on what is told, and what *finish* makes of the picture received. Raises LLM_API_ERROR without one."""
        received: bytes | None = None
        # Leaving stops the provider at once, not when memory is collected.
        async with aclosing(told):
            async for progress in told:
                if isinstance(progress, Received):
                    received = progress.data
                else:
                    yield progress
        if received is None:
            raise ReflowError(Code.LLM_API_ERROR, details="broken answer: no picture in it", node="executor")
        if self._workers.busy:
            yield Waiting()
        async with self._workers.place():
            yield Working(1.0, wording.FITTING)
            try:
                png = await self._workers.compute(finish, received, *args)
            except BrokenWorkerProcess as error:
                details = "broken answer: the process that decoded the picture died"
                raise ReflowError(Code.LLM_API_ERROR, details=details, node="executor") from error
        yield Painted(png)
