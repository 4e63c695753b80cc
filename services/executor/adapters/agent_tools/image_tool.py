"""The tool image_annotate: draws regions on an image of the task."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from services.common.contract.agent_team.team import IMAGE_ANNOTATE, FileKind, TeamFile
from services.common.contract.assets import AssetKind
from services.common.errors import Code
from services.common.text.sanitization import to_one_line
from services.common.worker_pool.time_limit import TimeLimit
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import parse_png_size
from services.executor.adapters.jobs.vision import annotate_pixels
from services.executor.domain.agents.tools import ToolContext, ToolResult, ToolSpec
from services.executor.domain.annotation import MAX_REGIONS, SHAPES, name_drawing
from services.executor.domain.image_engine import BUILTIN

# CPU time for an image of one megapixel.
DRAWING_SECONDS = 20.0
_PIXELS = {"type": "integer", "minimum": -10_000, "maximum": 10_000}
_REGION = {
    "type": "object",
    "properties": {
        "type": {"enum": list(SHAPES)},
        "x": _PIXELS,
        "y": _PIXELS,
        "width": _PIXELS,
        "height": _PIXELS,
        "label": {"type": "string", "maxLength": 200},
    },
    "required": ["type", "x", "y", "width", "height"],
    "additionalProperties": False,
}
ANNOTATE_SPEC = ToolSpec(
    IMAGE_ANNOTATE,
    "Draw regions in pixels on an image of the task; the result is a new image.",
    {
        "type": "object",
        "properties": {
            "image_path": {"type": "string"},
            "query": {"type": "string", "maxLength": 2_000},
            "regions": {"type": "array", "items": _REGION, "minItems": 1, "maxItems": MAX_REGIONS},
        },
        "required": ["image_path", "regions"],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True, slots=True)
class ImageDeps:
    """Dependencies of the tool: the assets, and the workers that draw."""

    assets: AssetStore
    pipeline: ImagePipeline


@dataclass(frozen=True, slots=True)
class AnnotateImageTool:
    """The Tool image_annotate for *images*, assets by path; *generated* collects what it draws."""

    images: Mapping[str, str]
    generated: list[TeamFile]
    deps: ImageDeps

    @property
    def spec(self) -> ToolSpec:
        """Specification of the tool."""
        return ANNOTATE_SPEC

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Draw the regions. Equal images are one asset, so that drawing them again changes nothing."""
        path = arguments["image_path"]
        if path not in self.images:
            listed = ", ".join(sorted(self.images)[:20]) or "none"
            return ToolResult({"error": f"there is no such image; there are: {listed}"}, failed=True)
        asset_id = self.images[path]
        image, content = await self.deps.assets.get(asset_id, AssetKind.IMAGE, Code.ASSET_UNKNOWN, "task")
        regions = tuple({**region, "label": to_one_line(region.get("label", ""))} for region in arguments["regions"])
        async with self.deps.pipeline.slot():
            limit = TimeLimit.for_image(DRAWING_SECONDS, image.width * image.height)
            png = await self.deps.pipeline.run(annotate_pixels, content, regions, within=limit)
        origin = ImageOrigin(parent_asset_id=asset_id, seed=image.seed, model=BUILTIN, prompt=image.prompt)
        asset = await self.deps.assets.put(png, AssetKind.IMAGE, parse_png_size(png), origin)
        drawn = self._choose_path(path, regions)
        self.generated.append(TeamFile(drawn, FileKind.IMAGE, asset.asset_id))
        return ToolResult({"path": drawn, "regions": len(regions)})

    def _choose_path(self, path: str, regions: Sequence[Mapping[str, Any]]) -> str:
        taken = {*self.images, *(file.path for file in self.generated)}
        names = (name_drawing(path, regions, number) for number in count(1))
        return next(name for name in names if name not in taken)
