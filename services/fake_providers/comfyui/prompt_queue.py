"""Queue of the fake ComfyUI and its worker, which sends events to the clients.

As `PromptQueue` and `PromptExecutor` of https://github.com/Comfy-Org/ComfyUI/blob/master/execution.py, `prompt_worker`
of its main.py and its comfy_execution/progress.py: the messages, their order, and the history.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from services.fake_providers.comfyui.node_execution import NodeDeps, encode_png, execute_node
from services.fake_providers.comfyui.nodes import NODES, Graph

# A preview: event 1 (PREVIEW_IMAGE), format 1 (JPEG), then the image, which no client decodes.
PREVIEW = b"\x00\x00\x00\x01\x00\x00\x00\x01\xff\xd8\xff\xd9"

Message = dict[str, Any] | bytes


@dataclass(frozen=True)
class PromptJob:
    """A queued graph. *seconds* is the duration of its samplers, *error* makes it fail."""

    number: float
    prompt_id: str
    graph: Graph
    client_id: str
    seconds: float
    error: str = ""

    @property
    def item(self) -> list[Any]:
        """The entry of GET /queue and of the history."""
        outputs = [node_id for node_id, node in self.graph.items() if NODES[node["class_type"]].is_output]
        return [self.number, self.prompt_id, self.graph, {"client_id": self.client_id}, outputs]


class Interrupted(Exception):
    """A client interrupted the running prompt."""


class OutOfMemory(Exception):
    """The prompt fails for lack of memory."""


@dataclass
class PromptQueue:
    """Executes one graph after the other; everything is in memory. *files* by "type/subfolder/name"."""

    deps: NodeDeps
    now: Callable[[], float]
    files: dict[str, bytes] = field(default_factory=dict)
    pending: list[PromptJob] = field(default_factory=list)
    running: PromptJob | None = None
    history: dict[str, Any] = field(default_factory=dict)
    clients: dict[str, asyncio.Queue[Message]] = field(default_factory=dict)
    count: int = 0
    interrupted: bool = False
    _task: asyncio.Task[None] | None = None
    _messages: list[Any] = field(default_factory=list)

    def add(self, job: PromptJob) -> None:
        """Queue *job*, lowest number first."""
        self.pending.append(job)
        self.pending.sort(key=lambda each: each.number)
        self._broadcast_status()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    def remove(self, prompt_id: str) -> None:
        """Remove the pending *prompt_id* from the queue."""
        self.pending = [job for job in self.pending if job.prompt_id != prompt_id]
        self._broadcast_status()

    def stop(self) -> None:
        """Clear everything and stop."""
        if self._task is not None:
            self._task.cancel()
        self.pending, self.running = [], None
        for collection in (self.history, self.files, self.clients):
            collection.clear()

    def status(self) -> dict[str, Any]:
        """Return the content of GET /prompt and of the message `status`."""
        return {"exec_info": {"queue_remaining": len(self.pending) + (self.running is not None)}}

    async def _work(self) -> None:
        while self.pending:
            job = self.running = self.pending.pop(0)
            self._broadcast_status()
            outputs, broken = await self._run(job)
            self.running = None
            status = {
                "status_str": "error" if broken else "success",
                "completed": not broken,
                "messages": self._messages,
            }
            self.history[job.prompt_id] = {"prompt": job.item, "outputs": outputs, "status": status, "meta": {}}
            self._broadcast_status()
            self._send(job, "executing", {"node": None, "prompt_id": job.prompt_id})

    async def _run(self, job: PromptJob) -> tuple[dict[str, Any], bool]:
        self.interrupted, self._messages = False, []
        self._record(job, "execution_start", {})
        self._record(job, "execution_cached", {"nodes": []})
        outputs: dict[str, Any] = {}
        results: dict[str, tuple[Any, ...]] = {}
        node_id = ""
        try:
            for node_id in _sort_nodes(job.graph):
                await self._run_node(job, node_id, results, outputs)
        except Interrupted:
            self._record(job, "execution_interrupted", _locate_error(job, node_id, results))
            return outputs, True
        except Exception as error:
            self._record(job, "execution_error", {**_locate_error(job, node_id, results), **_describe_exception(error)})
            return outputs, True
        self._record(job, "execution_success", {})
        return outputs, False

    async def _run_node(
        self, job: PromptJob, node_id: str, get_cached: dict[str, tuple[Any, ...]], outputs: dict[str, Any]
    ) -> None:
        node = job.graph[node_id]
        self._send(job, "executing", {"node": node_id, "display_node": node_id, "prompt_id": job.prompt_id})
        if "steps" in node["inputs"]:
            await self._sample(job, node_id, node["inputs"]["steps"])
        inputs = {
            name: get_cached[value[0]][value[1]] if isinstance(value, list) else value
            for name, value in node["inputs"].items()
        }
        get_cached[node_id] = await asyncio.to_thread(execute_node, node["class_type"], inputs, self.deps)
        if NODES[node["class_type"]].is_output:
            outputs[node_id] = {"images": [self._store_image(node["class_type"], get_cached[node_id][0])]}
            executed = {"node": node_id, "display_node": node_id, "output": outputs[node_id]}
            self._send(job, "executed", {**executed, "prompt_id": job.prompt_id})

    async def _sample(self, job: PromptJob, node_id: str, steps: int) -> None:
        for step in range(1, steps + 1):
            await asyncio.sleep(job.seconds / steps)
            if self.interrupted:
                raise Interrupted
            if job.error and step * 2 > steps:
                raise OutOfMemory(job.error)
            at = {"value": step, "max": steps, "prompt_id": job.prompt_id}
            self._send(job, "progress", {**at, "node": node_id})
            state = {**at, "node_id": node_id, "display_node_id": node_id, "state": "running"}
            self._send(job, "progress_state", {"prompt_id": job.prompt_id, "nodes": {node_id: state}})
            self._enqueue(job.client_id, PREVIEW)

    def _store_image(self, class_type: str, image: Any) -> dict[str, str]:
        self.count += 1
        kind = "temp" if class_type == "PreviewImage" else "output"
        file = {"filename": f"ComfyUI_{kind}_{self.count:05}_.png", "subfolder": "", "type": kind}
        self.files[f"{kind}//{file['filename']}"] = encode_png(image)
        return file

    def _record(self, job: PromptJob, event: str, data: Mapping[str, Any]) -> None:
        """Send a message that is also part of the history."""
        message = {**data, "prompt_id": job.prompt_id, "timestamp": int(self.now() * 1_000)}
        self._messages.append([event, message])
        self._send(job, event, message)

    def _send(self, job: PromptJob, event: str, data: Mapping[str, Any]) -> None:
        self._enqueue(job.client_id, {"type": event, "data": dict(data)})

    def _broadcast_status(self) -> None:
        for client_id in self.clients:
            self._enqueue(client_id, {"type": "status", "data": {"status": self.status()}})

    def _enqueue(self, client_id: str, message: Message) -> None:
        if client_id in self.clients:
            self.clients[client_id].put_nowait(message)


def _sort_nodes(graph: Graph) -> Iterator[str]:
    """Yield the nodes that the outputs need, each after its inputs."""
    done: set[str] = set()

    def needed(node_id: str) -> Iterator[str]:
        if node_id in done:
            return
        done.add(node_id)
        for value in graph[node_id]["inputs"].values():
            if isinstance(value, list):
                yield from needed(value[0])
        yield node_id

    for node_id, node in graph.items():
        if NODES[node["class_type"]].is_output:
            yield from needed(node_id)


def _locate_error(job: PromptJob, node_id: str, get_cached: Mapping[str, Any]) -> dict[str, Any]:
    class_type = job.graph[node_id]["class_type"] if node_id else ""
    return {"node_id": node_id, "node_type": class_type, "executed": list(get_cached)}


def _describe_exception(error: Exception) -> dict[str, Any]:
    kind = "torch.OutOfMemoryError" if isinstance(error, OutOfMemory) else type(error).__name__
    return {"exception_message": str(error), "exception_type": kind, "traceback": [], "current_inputs": {}}
