"""ExecuteGraph: a whole graph on a ComfyUI server, its images stored as assets."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing

from services.common.contract.activity import Activity, Thought, ToolCall, ToolResult, Usage
from services.common.contract.assets import Asset, AssetKind
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph_execution import GraphOutput, GraphOutputs
from services.common.contract.step import StepCall
from services.common.errors import Code, ReflowError
from services.common.images.limits import ImageLimits
from services.common.text.choices import list_names
from services.common.text.language import Text
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import import_image
from services.executor.adapters.jobs.prompts import ServerPrompt, build_prompt
from services.executor.application.engine_events import WAITING, compute_engine_deadline, running, to_activity
from services.executor.domain.graph_server import GraphServer, NodeFinished, NodeImage, NodeStarted
from services.executor.domain.image_engine import Running

COMFYUI = "comfyui"
"""Stands for the only configured server."""
# Seconds reserved for downloading the images after the server has finished.
IMPORT_SECONDS = 5.0
RESPONSE_LIMITS = ImageLimits()


class ExecuteGraph:
    """Executes graphs on *servers*, by the names of their engines; one attempt may take *seconds* of *clock*."""

    def __init__(
        self,
        servers: Mapping[str, GraphServer],
        assets: AssetStore,
        pipeline: ImagePipeline,
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._servers = servers
        self._assets = assets
        self._pipeline = pipeline
        self._seconds = seconds
        self._clock = clock

    async def __call__(
        self, request: graph_requests.ExecuteGraph, call: StepCall
    ) -> AsyncGenerator[Activity | GraphOutputs, None]:
        """Yield activities, two for each node, then the outputs.

        Raises MODEL_UNKNOWN, GRAPH_NOT_EXECUTABLE, and the errors of the server.
        """
        server = self._select(request.server)
        await self._assets.check_space()
        deadline = compute_engine_deadline(call, self._seconds, self._clock, reserved_seconds=IMPORT_SECONDS)
        yield running(0.0)
        object_info = await server.read_object_info(deadline)
        if self._pipeline.is_busy:
            yield WAITING
        prompt = await self._pipeline.run_in_slot(build_prompt, request.graph, object_info, call.language)
        for note in prompt.notes:
            yield Thought(note)
        outputs = list[GraphOutput]()
        key = call.context.idempotency_key
        async with aclosing(server.execute(prompt.graph, key, deadline)) as events:
            async for event in events:
                match event:
                    case NodeImage(node_id, data):
                        outputs.append(await self._store(node_id, data, prompt, server.name))
                    case NodeStarted() | NodeFinished():
                        yield _to_tool_activity(event, prompt, call)
                    case Running() | Usage():
                        yield to_activity(event, call.language)
        yield GraphOutputs(tuple(outputs))

    def _select(self, name: str) -> GraphServer:
        """Return the server *name*; the only one for "comfyui". Raises MODEL_UNKNOWN."""
        if name == COMFYUI and COMFYUI not in self._servers and len(self._servers) == 1:
            return next(iter(self._servers.values()))
        server = self._servers.get(name)
        if server is None:
            names = list_names(self._servers or ["-"])
            text = Text(
                f"没有配置 ComfyUI 服务器“{name[:64]}”。可用的有：{names.zh}。",
                f'No ComfyUI server "{name[:64]}" is configured. There are: {names.en}.',
            )
            raise ReflowError(Code.MODEL_UNKNOWN, text, field="server", node="executor")
        return server

    async def _store(self, node_id: str, data: bytes, prompt: ServerPrompt, model: str) -> GraphOutput:
        content, size = await self._pipeline.run_in_slot(
            import_image, data, RESPONSE_LIMITS, Code.IMAGE_UNUSABLE, "image"
        )
        record = await self._assets.put(content, AssetKind.IMAGE, size, ImageOrigin(model=model))
        asset = Asset(record.asset_id, record.width, record.height, record.size)
        return GraphOutput(node_id, prompt.titles.get(node_id, node_id), asset)


def _to_tool_activity(event: NodeStarted | NodeFinished, prompt: ServerPrompt, call: StepCall) -> Activity:
    """Return the start or end of a node as the call of a tool: the type of the node."""
    node_id = event.node_id
    tool = str(prompt.graph[node_id].get("class_type"))
    call_id = f"{call.context.step}.{call.context.attempt}.{node_id}"[:128]
    if isinstance(event, NodeStarted):
        return ToolCall(call_id, tool, {"nodeId": node_id, "title": prompt.titles[node_id]})
    return ToolResult(call_id, tool, {"nodeId": node_id})
