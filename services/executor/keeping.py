"""Pictures that were made: kept once for each effect, and found again under its key."""

from collections.abc import Callable

from reflow.v1 import executor_pb2

from services.executor.adapters.asset_store import AssetStore, Making
from services.executor.adapters.computations import size_of
from services.executor.domain.assets import AssetKind
from services.executor.messages import asset_message


class Keeping:
    """Keeps what an effect made in *assets*: the same key is not made (or paid) twice. *clock* gives seconds."""

    def __init__(self, assets: AssetStore, clock: Callable[[], float]) -> None:
        self._assets = assets
        self._clock = clock

    async def made_before(self, key: str) -> executor_pb2.ImageResult | None:
        """Return what was made under *key* already."""
        stored = await self._assets.made(key)
        return executor_pb2.ImageResult.FromString(stored) if stored is not None else None

    async def keep(
        self, key: str, png: bytes, making: Making, task: executor_pb2.TaskType.ValueType, began: float
    ) -> executor_pb2.ImageResult:
        """Store *png*, on which work *began* at a time of the clock, remember it under *key* and return it."""
        result = await self.store(png, making, task, began)
        await self._assets.remember(key, result.SerializeToString())
        return result

    async def store(
        self, png: bytes, making: Making, task: executor_pb2.TaskType.ValueType, began: float
    ) -> executor_pb2.ImageResult:
        """Store *png* and return it, without remembering it under a key."""
        elapsed_ms = int((self._clock() - began) * 1_000)
        record = await self._assets.put(png, AssetKind.IMAGE, size_of(png), making)
        return executor_pb2.ImageResult(
            asset=asset_message(record),
            task_type=task,
            model=making.model,
            seed=making.seed,
            prompt=making.prompt,
            parameters=dict(making.parameters),
            elapsed_ms=elapsed_ms,
        )
