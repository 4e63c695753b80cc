"""The built-in painter as an engine. Implements services.executor.engines.ImageEngine."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVarTuple

from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.workers import Workers
from services.executor.adapters.computations import painted, repainted
from services.executor.engines import BUILTIN, Order, Painted, Painting, Waiting, Working

Args = TypeVarTuple("Args")

# What retrieval added to a prompt is marked as data. An image model reads it; this painter
# has the style as a look already, and would paint the things a style's description names.
RETRIEVED = re.compile(r"^.*[⟦⟧].*$\n?", re.MULTILINE)


class BuiltinEngine:
    """Paints in worker processes: no key, no network, no GPU."""

    name = BUILTIN

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def generate(self, order: Order) -> Painting:
        return self._work(painted, _own_words(order))

    def repaint(self, order: Order, picture: bytes, mask: bytes, feather: int) -> Painting:
        return self._work(repainted, _own_words(order), picture, mask, feather)

    async def _work(self, function: Callable[[*Args], bytes], *args: *Args) -> Painting:
        if self._workers.busy:
            yield Waiting()
        async with self._workers.place():
            yield Working(0.0)
            try:
                png = await self._workers.compute(function, *args)
            except BrokenWorkerProcess as error:
                raise ReflowError(
                    Code.EXECUTION_FAILED, details="the painter's process died", node="executor"
                ) from error
            yield Painted(png)


def _own_words(order: Order) -> Order:
    return replace(order, prompt=RETRIEVED.sub("", order.prompt).strip())
