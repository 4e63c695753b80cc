"""Nodes that compute masks and compositions of stored images, in worker processes."""

from collections.abc import AsyncGenerator
from typing import Any

from engines.graph.node_types.node_type import NodeType
from services.common.contract.activity import Activity
from services.common.contract.assets import AssetKind
from services.common.errors import Code, ReflowError
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import parse_png_size
from services.executor.adapters.jobs.nodes import IMAGE_TYPES, MASK_TYPES, compose_image, compute_mask, scale_mask
from services.executor.application.engine_events import WAITING, running
from services.executor.application.graph_nodes.node_values import StoredImage
from services.executor.domain.image_engine import BUILTIN


class PixelNodes:
    """Computes images and masks of *assets* in *pipeline*. Equal content is one asset, so repeating stores nothing."""

    def __init__(self, assets: AssetStore, pipeline: ImagePipeline) -> None:
        self._assets = assets
        self._pipeline = pipeline

    def has(self, name: str) -> bool:
        """Return whether this class computes nodes of the type *name*."""
        return name in IMAGE_TYPES or name in MASK_TYPES

    async def compute(
        self, name: str, node_type: NodeType, values: dict[str, Any]
    ) -> AsyncGenerator[Activity | dict[str, StoredImage], None]:
        """Yield activities, then the output. Raises ASSET_UNKNOWN."""
        sources = [values[slot.name] for slot in node_type.inputs]
        parameters = {parameter.name: values[parameter.name] for parameter in node_type.parameters}
        if self._pipeline.is_busy:
            yield WAITING
        yield running(0.0)
        stored = await self._compute(name, parameters, sources)
        yield {node_type.outputs[0].name: stored}

    async def to_mask(self, image: StoredImage) -> StoredImage:
        """Return the brightness of *image* as a mask."""
        return await self._compute("ImageToMask", {"channel": "brightness"}, [image])

    async def fit_mask(self, mask_id: str, image_id: str) -> str:
        """Return the mask in the size of the image; the same mask if it already has that size. Raises ASSET_UNKNOWN."""
        mask, image = await self._assets.find(mask_id), await self._assets.find(image_id)
        if mask is None or image is None:
            raise ReflowError(Code.ASSET_UNKNOWN, field="mask", node="executor")
        size = (image.width, image.height)
        if (mask.width, mask.height) == size and mask.kind is AssetKind.MASK:
            return mask_id
        content = await self._read(StoredImage(mask_id))
        png = await self._pipeline.run_in_slot(scale_mask, content, size)
        return await self._store(png, AssetKind.MASK, mask_id)

    async def _compute(self, name: str, parameters: dict[str, Any], sources: list[StoredImage]) -> StoredImage:
        contents = [await self._read(source) for source in sources]
        kind = AssetKind.MASK if name in MASK_TYPES else AssetKind.IMAGE
        job = compute_mask if kind is AssetKind.MASK else compose_image
        png = await self._pipeline.run_in_slot(job, name, parameters, contents)
        return StoredImage(await self._store(png, kind, sources[0].asset_id))

    async def _read(self, source: StoredImage) -> bytes:
        record = await self._assets.find(source.asset_id)
        kind = AssetKind.IMAGE if record is None else record.kind
        _, content = await self._assets.get(source.asset_id, kind, Code.ASSET_UNKNOWN, "values")
        return content

    async def _store(self, png: bytes, kind: AssetKind, parent: str) -> str:
        origin = ImageOrigin(parent_asset_id=parent, model=BUILTIN)
        return (await self._assets.put(png, kind, parse_png_size(png), origin)).asset_id
