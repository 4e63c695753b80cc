"""A ComfyUI server that executes whole graphs: submitted once, watched node by node, resumed, and stopped."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.llm.configuration import Prices
from services.common.llm.endpoint import Endpoint
from services.executor.adapters.comfyui.node_progress import NodeProgress, apply_message, finish_all
from services.executor.adapters.comfyui.progress_listener import ProgressListener, listen
from services.executor.adapters.comfyui.responses import Executing, Failed, Finished, Queued
from services.executor.adapters.comfyui.server import NODE, ComfyUiServer
from services.executor.adapters.comfyui.task_client import (
    INTERVALS,
    Intervals,
    Job,
    TaskClient,
    create_job,
    derive_client_id,
    queued_text,
)
from services.executor.domain.graph_server import Graph, GraphEvents, NodeFinished, NodeImage, NodeStarted
from services.executor.domain.image_engine import Running, TaskStore

# Seconds to wait for the first message of the WebSocket before the graph is submitted; otherwise messages could be
# missed.
CONNECT_SECONDS = 2.0
# Maximum number of images of one graph that are downloaded.
MAX_IMAGES = 200


class NodeListener(ProgressListener):
    """Receives the messages about one task; `connected` is set by the first of any kind."""

    def __init__(self, prompt_id: str, nodes: frozenset[str]) -> None:
        super().__init__(prompt_id, frozenset())
        self.nodes = NodeProgress(nodes)
        self.connected = asyncio.Event()

    def receive(self, message: str | bytes) -> None:
        self.connected.set()
        super().receive(message)
        if isinstance(message, str):
            nodes = apply_message(self.nodes, self._prompt_id, message)
            if nodes != self.nodes:
                self.nodes = nodes
                self._changed.set()

    def follow(self, prompt_id: str) -> None:
        """Receive the messages about *prompt_id* from now on: older servers choose the id themselves."""
        self._prompt_id = prompt_id


class ComfyUiGraphServer:
    """Executes API prompts on one server. At the deadline a task continues, and the next attempt finds it."""

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        tasks: TaskStore,
        prices: Prices,
        *,
        clock: Callable[[], float],
        max_bytes: int,
        intervals: Intervals = INTERVALS,
    ) -> None:
        self.name = name
        self._endpoint = endpoint
        self._tasks = tasks
        self._prices = prices
        self._clock = clock
        self._intervals = intervals
        self._server = ComfyUiServer(endpoint, clock, max_bytes)
        self._client = TaskClient(self._server, tasks, clock, intervals)

    async def read_object_info(self, deadline: float) -> bytes:
        """Return the types of nodes that the server has, as JSON. Raises ReflowError."""
        return await self._server.read_object_info(deadline)

    async def execute(self, graph: Graph, key: str, deadline: float) -> GraphEvents:
        """Yield the progress of each node, then the images. Raises LLM_REFUSED for a graph that the server rejects."""
        job = create_job(self._endpoint.base_url, self.name, key)
        try:
            job.task_id = await self._tasks.find(job.key) or job.derived_id
            must_submit = await self._client.must_submit(job.task_id, None, deadline)
            listener = NodeListener(job.task_id, frozenset(graph))
            async with listen(self._endpoint, derive_client_id(job.derived_id), listener, self._intervals.reconnect):
                if must_submit:
                    await self._wait_for_connection(listener)
                    await self._client.submit(job, graph, deadline)
                    listener.follow(job.task_id)
                async with aclosing(self._watch(job, listener, deadline)) as watched:
                    async for event in watched:
                        yield event
            async with aclosing(self._fetch_images(job, deadline)) as images:
                async for image in images:
                    yield image
        except (asyncio.CancelledError, GeneratorExit):
            if self._clock() < deadline:
                await self._client.stop(job)
            raise

    async def _wait_for_connection(self, listener: NodeListener) -> None:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await listener.connected.wait()
        except TimeoutError:
            return  # a server without WebSocket: the state is polled

    async def _watch(self, job: Job, listener: NodeListener, deadline: float) -> GraphEvents:
        """Yield the progress until the task is finished."""
        reported, ahead, state_changes, next_poll = NodeProgress(listener.nodes.nodes), -1, -1, 0.0
        state: object = None
        while True:
            if listener.progress.state_changes != state_changes or self._clock() >= next_poll:
                state_changes = listener.progress.state_changes
                next_poll = min(self._clock() + self._intervals.poll, deadline)
                state = await self._server.get_state(job.task_id, None, deadline)
            current = finish_all(listener.nodes) if isinstance(state, Finished) else listener.nodes
            for event in _compare(reported, current):
                yield event
            reported = current
            match state:
                case Finished():
                    return
                case Queued() if state.ahead != ahead and not current.started:
                    ahead = state.ahead
                    yield Running(0.0, queued_text(ahead))
                case Failed(details):
                    raise await self._discard(details, job)
                case None:
                    raise await self._discard("the server does not know the task any more", job)
                case Queued() | Executing():
                    await listener.wait(next_poll - self._clock())

    async def _fetch_images(self, job: Job, deadline: float) -> GraphEvents:
        images = (await self._server.list_images(job.task_id, deadline))[:MAX_IMAGES]
        cost = self._prices.image * len(images)
        currency = self._prices.currency if cost else ""
        yield Usage(self._endpoint.name, self.name, images=len(images), cost=cost, currency=currency)
        for node_id, file in images:
            yield NodeImage(node_id, await self._server.fetch(file, deadline))

    async def _discard(self, details: str, job: Job) -> ReflowError:
        await self._tasks.remove(job.key)
        return self._endpoint.failure(Code.EXECUTION_FAILED, details, NODE)


def _compare(before: NodeProgress, after: NodeProgress) -> list[NodeStarted | NodeFinished | Running]:
    """Return the events between two states."""
    started = [NodeStarted(node) for node in after.started if node not in before.started]
    finished = [NodeFinished(node) for node in after.finished if node not in before.finished]
    moved = [Running(after.fraction)] if after.fraction > before.fraction else []
    return [*started, *finished, *moved]
