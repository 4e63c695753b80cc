"""ExecuteNode: one node of a graph, by the use case of its engine, in a worker, or directly."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from engines.graph.execution.evaluation import evaluate_node
from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.node_type import NodeType
from services.common.contract import requests
from services.common.contract.activity import Activity, ToolCall, ToolResult
from services.common.contract.assets import Asset, AssetKind
from services.common.contract.field_error import FieldError
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph_execution import GraphOutput, NodeResult
from services.common.contract.image_chat import ImageResult
from services.common.contract.overlays import OverlayTextResponse
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.executor.adapters.asset_store import AssetStore
from services.executor.application.adjust_image import AdjustImage
from services.executor.application.generate_image import GenerateImage
from services.executor.application.graph_nodes.node_values import (
    StoredImage,
    decode_values,
    encode_value,
    encode_values,
)
from services.executor.application.graph_nodes.pixel_nodes import PixelNodes
from services.executor.application.graph_nodes.variation import PaintVariation
from services.executor.application.inpaint import Inpaint
from services.executor.application.overlay_text import OverlayRequest, OverlayText
from services.executor.domain.node_requests import (
    build_adjustment,
    build_generation,
    build_overlay,
    build_sampling,
    check_values,
)

Outputs = AsyncGenerator[Any, None]
UNKNOWN_TYPE = Text("这里不能执行这种节点。", "Nodes of this type are not executed here.")
NO_RESULT = Text("节点没有结果。", "The node has no result.")
# Inputs that hold an image or mask.
_OUTPUT_INPUTS = ("image", "value")
DEFAULT_NAME = "result"


@dataclass(frozen=True, slots=True)
class NodeDeps:
    """The use cases that execute nodes."""

    generate_image: GenerateImage
    inpaint: Inpaint
    adjust_image: AdjustImage
    overlay_text: OverlayText
    paint_variation: PaintVariation
    pixel_nodes: PixelNodes
    assets: AssetStore


class ExecuteNode:
    """Executes nodes of core types. Images are generated and paid once per idempotency key."""

    def __init__(self, deps: NodeDeps) -> None:
        self._deps = deps

    async def __call__(
        self, request: graph_requests.ExecuteNode, call: StepCall
    ) -> AsyncGenerator[Activity | NodeResult, None]:
        """Yield activities, then the values of the node.

        Raises ASSET_UNKNOWN, INVALID_INPUT_FORMAT naming the parameter, and the errors of the engines.
        """
        node = request.node
        node_type = load_core_types().get(node.type)
        if node_type is None:
            raise ReflowError(Code.GRAPH_NOT_EXECUTABLE, UNKNOWN_TYPE, field="node.type", node="executor")
        call_id = f"{call.context.step}.{call.context.attempt}"
        yield ToolCall(call_id, node.type, {"nodeId": node.node_id, "title": node.title})
        outputs: dict[str, Any] | None = None
        try:
            values = dict(check_values(node_type, decode_values(node.data, request.values)))
            async with aclosing(self._execute(node_type, values, call)) as events:
                async for event in events:
                    if isinstance(event, dict):
                        outputs = event
                    else:
                        yield event
        except FieldError as error:
            text = Text(error.text.zh, error.text.en)
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=error.field, node="executor") from error
        if outputs is None:
            raise ReflowError(Code.EXECUTION_FAILED, NO_RESULT, node="executor")
        output = await self._build_output(node.node_id, values) if node_type.is_output else None
        result = NodeResult(node.node_id, encode_values(outputs), output)
        assets = [value.asset_id for value in result.values if value.asset_id]
        yield ToolResult(call_id, node.type, {"nodeId": node.node_id, "assetIds": assets})
        yield result

    def _execute(self, node_type: NodeType, values: dict[str, Any], call: StepCall) -> Outputs:
        """Return the activities of the node, then its outputs by their names."""
        deps, name = self._deps, node_type.name
        adjustment = build_adjustment(name, values)
        match name:
            case "TextToImage":
                return _with_image("image", deps.generate_image(build_generation(values), call))
            case "Sampler":
                return _with_image("latent", deps.generate_image(build_sampling(values), call))
            case "ImageToImage":
                return _with_image("image", deps.paint_variation(values, call))
            case "Inpaint":
                return self._inpaint(values, call)
            case "OverlayText":
                request = OverlayRequest(values["image"].asset_id, (build_overlay(values),))
                return _with_image("image", deps.overlay_text.draw(request, call))
            case "LoadImage" | "LoadMask" | "ImageSize":
                return self._load(name, values)
            case _ if adjustment is not None:
                adjusting = requests.AdjustImage(values["image"].asset_id, adjustment, None)
                return _with_image("image", deps.adjust_image(adjusting, call))
            case _ if deps.pixel_nodes.has(name):
                return deps.pixel_nodes.compute(name, node_type, values)
            case _:
                return _evaluate(node_type, values)

    async def _inpaint(self, values: dict[str, Any], call: StepCall) -> Outputs:
        """Repaint the masked area; the mask is scaled to the size of the image first."""
        image, mask = values["image"].asset_id, values["mask"].asset_id
        scaled = await self._deps.pixel_nodes.fit_mask(mask, image)
        request = requests.Inpaint(
            image, scaled, values["prompt"], values["prompt"], None, values["seed"], values["model"]
        )
        async with aclosing(_with_image("image", self._deps.inpaint(request, call))) as events:
            async for event in events:
                yield event

    async def _load(self, name: str, values: dict[str, Any]) -> Outputs:
        if name == "ImageSize":
            record = await self._find(values["image"].asset_id, "image")
            yield {"width": record.width, "height": record.height}
            return
        record = await self._find(values["asset"], "asset")
        loaded = StoredImage(record.asset_id)
        if name == "LoadMask":
            is_mask = record.kind is AssetKind.MASK
            yield {"mask": loaded if is_mask else await self._deps.pixel_nodes.to_mask(loaded)}
        else:
            yield {"image": loaded}

    async def _build_output(self, node_id: str, values: dict[str, Any]) -> GraphOutput:
        value = next((values[name] for name in _OUTPUT_INPUTS if name in values), None)
        name = str(values.get("name") or DEFAULT_NAME)[:256]
        if isinstance(value, StoredImage):
            return GraphOutput(node_id, name, await self._find(value.asset_id, "image"))
        return GraphOutput(node_id, name, json=encode_value("value", value).json)

    async def _find(self, asset_id: str, field: str) -> Asset:
        record = await self._deps.assets.find(asset_id)
        if record is None:
            raise ReflowError(Code.ASSET_UNKNOWN, field=field, node="executor", details=f"no {asset_id[:80]!r}")
        return Asset(
            record.asset_id,
            record.width,
            record.height,
            record.size,
            record.parent_asset_id,
            record.mask_asset_id,
            record.kind,
        )


async def _with_image(handle: str, events: Outputs) -> Outputs:
    """Yield the activities of *events*, and its image as the output *handle*."""
    async with aclosing(events):
        async for event in events:
            result = event.result if isinstance(event, OverlayTextResponse) else event
            yield {handle: StoredImage(result.asset.asset_id)} if isinstance(result, ImageResult) else event


async def _evaluate(node_type: NodeType, values: dict[str, Any]) -> Outputs:
    outputs = evaluate_node(node_type.full_name, values)
    if outputs is None:
        raise ReflowError(Code.GRAPH_NOT_EXECUTABLE, UNKNOWN_TYPE, field="node.type", node="executor")
    yield dict(outputs)
