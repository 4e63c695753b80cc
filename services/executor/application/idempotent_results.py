"""Results of steps by idempotency key: no result is generated or paid twice for the same key."""

from collections.abc import Callable

from services.common.contract.assets import AssetKind
from services.common.contract.image_chat import ContentPart, ImageResult, ReferenceUse, TaskType
from services.common.contract.step import StepCall
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.jobs.images import parse_png_size
from services.executor.adapters.result_messages import decode_result, encode_result


def compute_result_key(request: object, call: StepCall) -> str:
    """Return the key of the result of *request*: its idempotency key and kind: each kind has its own format."""
    return f"{call.context.idempotency_key}\n{type(request).__name__}"


class IdempotentResults:
    """Stores results in *assets*. *clock* gives seconds."""

    def __init__(self, assets: AssetStore, clock: Callable[[], float]) -> None:
        self._assets = assets
        self._clock = clock

    async def find(self, key: str) -> ImageResult | None:
        """Return the result that is stored under *key*, None if there is none or its image was deleted.

        Raises STORAGE_FULL if there is none and no result could be stored.
        """
        stored = await self._assets.find_result(key)
        result = None if stored is None else decode_result(stored, ImageResult)
        if result is None or await self._assets.find(result.asset.asset_id) is None:
            await self._assets.check_space()
            return None
        return result

    async def store(
        self,
        key: str,
        png: bytes,
        origin: ImageOrigin,
        task_type: TaskType,
        started_at: float,
        reference_uses: tuple[ReferenceUse, ...] = (),
        content: tuple[ContentPart, ...] = (),
        sketch: bytes = b"",
    ) -> ImageResult:
        """Store *png* and its result under *key*; *started_at* is the start of the work on the clock."""
        result = await self.store_image(png, origin, task_type, started_at, reference_uses, content, sketch)
        await self._assets.store_result(key, encode_result(result))
        return result

    async def store_image(
        self,
        png: bytes,
        origin: ImageOrigin,
        task_type: TaskType,
        started_at: float,
        reference_uses: tuple[ReferenceUse, ...] = (),
        content: tuple[ContentPart, ...] = (),
        sketch: bytes = b"",
    ) -> ImageResult:
        """Store *png* and return its result without storing the result under a key."""
        elapsed_ms = int((self._clock() - started_at) * 1_000)
        asset = await self._assets.put(png, AssetKind.IMAGE, parse_png_size(png), origin)
        return ImageResult(
            asset=asset,
            task_type=task_type,
            model=origin.model,
            seed=origin.seed,
            prompt=origin.prompt,
            parameters=dict(origin.parameters),
            elapsed_ms=elapsed_ms,
            reference_uses=reference_uses,
            content=content,
            sketch=sketch,
        )
