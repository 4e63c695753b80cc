"""The queue of the fake ComfyUI and its one worker, which tells its clients how it goes.

As `PromptQueue` and `PromptExecutor` of https://github.com/Comfy-Org/ComfyUI/blob/master/execution.py, `prompt_worker`
of its main.py and its comfy_execution/progress.py: what is told, in which order, and what the history keeps.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from services.fake_providers.comfyui.making import Studio, as_png, make
from services.fake_providers.comfyui.nodes import NODES, Graph

# What a preview is: event 1 (PREVIEW_IMAGE), format 1 (JPEG), then the picture; nobody decodes it here.
PREVIEW = b"\x00\x00\x00\x01\x00\x00\x00\x01\xff\xd8\xff\xd9"

Message = dict[str, Any] | bytes


@dataclass(frozen=True)
class Work:
    """A graph that was taken on. *seconds* is what its samplers take, *fails* how it ends instead of with a picture."""

    number: float
    prompt_id: str
    graph: Graph
    client_id: str
    seconds: float
    fails: str = ""

    @property
    def item(self) -> list[Any]:
        """As GET /queue and the history show it."""
        outputs = [node_id for node_id, node in self.graph.items() if NODES[node["class_type"]].is_output]
        return [self.number, self.prompt_id, self.graph, {"client_id": self.client_id}, outputs]


class Interrupted(Exception):
    """Someone asked for the running work to stop."""


class OutOfMemory(Exception):
    """The work fails as one that is too large does."""


@dataclass
class Works:
    """Works one graph after the other; everything is in memory. *files* by "type/subfolder/name"."""

    studio: Studio
    now: Callable[[], float]
    files: dict[str, bytes] = field(default_factory=dict)
    waiting: list[Work] = field(default_factory=list)
    running: Work | None = None
    history: dict[str, Any] = field(default_factory=dict)
    clients: dict[str, asyncio.Queue[Message]] = field(default_factory=dict)
    count: int = 0
    interrupted: bool = False
    _worker: asyncio.Task[None] | None = None
    _told: list[Any] = field(default_factory=list)

    def take_on(self, work: Work) -> None:
        """Queue *work*, least number first."""
        self.waiting.append(work)
        self.waiting.sort(key=lambda each: each.number)
        self._queue_changed()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    def drop(self, prompt_id: str) -> None:
        """Take what waits as *prompt_id* out of the queue; nothing else."""
        self.waiting = [work for work in self.waiting if work.prompt_id != prompt_id]
        self._queue_changed()

    def stop(self) -> None:
        """Forget everything and stop working."""
        if self._worker is not None:
            self._worker.cancel()
        self.waiting, self.running = [], None
        for kept in (self.history, self.files, self.clients):
            kept.clear()

    def status(self) -> dict[str, Any]:
        """Return what GET /prompt and the message `status` say."""
        return {"exec_info": {"queue_remaining": len(self.waiting) + (self.running is not None)}}

    async def _work(self) -> None:
        while self.waiting:
            work = self.running = self.waiting.pop(0)
            self._queue_changed()
            outputs, broken = await self._run(work)
            self.running = None
            status = {"status_str": "error" if broken else "success", "completed": not broken, "messages": self._told}
            self.history[work.prompt_id] = {"prompt": work.item, "outputs": outputs, "status": status, "meta": {}}
            self._queue_changed()
            self._send(work, "executing", {"node": None, "prompt_id": work.prompt_id})

    async def _run(self, work: Work) -> tuple[dict[str, Any], bool]:
        self.interrupted, self._told = False, []
        self._tell(work, "execution_start", {})
        self._tell(work, "execution_cached", {"nodes": []})
        outputs: dict[str, Any] = {}
        made: dict[str, tuple[Any, ...]] = {}
        node_id = ""
        try:
            for node_id in _in_order(work.graph):
                await self._run_node(work, node_id, made, outputs)
        except Interrupted:
            self._tell(work, "execution_interrupted", _where(work, node_id, made))
            return outputs, True
        except Exception as error:
            self._tell(work, "execution_error", {**_where(work, node_id, made), **_raised(error)})
            return outputs, True
        self._tell(work, "execution_success", {})
        return outputs, False

    async def _run_node(
        self, work: Work, node_id: str, made: dict[str, tuple[Any, ...]], outputs: dict[str, Any]
    ) -> None:
        node = work.graph[node_id]
        self._send(work, "executing", {"node": node_id, "display_node": node_id, "prompt_id": work.prompt_id})
        if "steps" in node["inputs"]:
            await self._sample(work, node_id, node["inputs"]["steps"])
        inputs = {
            name: made[value[0]][value[1]] if isinstance(value, list) else value
            for name, value in node["inputs"].items()
        }
        made[node_id] = await asyncio.to_thread(make, node["class_type"], inputs, self.studio)
        if NODES[node["class_type"]].is_output:
            outputs[node_id] = {"images": [self._keep(node["class_type"], made[node_id][0])]}
            told = {"node": node_id, "display_node": node_id, "output": outputs[node_id]}
            self._send(work, "executed", {**told, "prompt_id": work.prompt_id})

    async def _sample(self, work: Work, node_id: str, steps: int) -> None:
        for step in range(1, steps + 1):
            await asyncio.sleep(work.seconds / steps)
            if self.interrupted:
                raise Interrupted
            if work.fails and step * 2 > steps:
                raise OutOfMemory(work.fails)
            at = {"value": step, "max": steps, "prompt_id": work.prompt_id}
            self._send(work, "progress", {**at, "node": node_id})
            state = {**at, "node_id": node_id, "display_node_id": node_id, "state": "running"}
            self._send(work, "progress_state", {"prompt_id": work.prompt_id, "nodes": {node_id: state}})
            self._put(work.client_id, PREVIEW)

    def _keep(self, class_type: str, picture: Any) -> dict[str, str]:
        self.count += 1
        kind = "temp" if class_type == "PreviewImage" else "output"
        file = {"filename": f"ComfyUI_{kind}_{self.count:05}_.png", "subfolder": "", "type": kind}
        self.files[f"{kind}//{file['filename']}"] = as_png(picture)
        return file

    def _tell(self, work: Work, event: str, data: Mapping[str, Any]) -> None:
        """Send a message that the history keeps too."""
        told = {**data, "prompt_id": work.prompt_id, "timestamp": int(self.now() * 1_000)}
        self._told.append([event, told])
        self._send(work, event, told)

    def _send(self, work: Work, event: str, data: Mapping[str, Any]) -> None:
        self._put(work.client_id, {"type": event, "data": dict(data)})

    def _queue_changed(self) -> None:
        for client_id in self.clients:
            self._put(client_id, {"type": "status", "data": {"status": self.status()}})

    def _put(self, client_id: str, message: Message) -> None:
        if client_id in self.clients:
            self.clients[client_id].put_nowait(message)


def _in_order(graph: Graph) -> Iterator[str]:
    """Give the nodes that outputs need, each after what it needs itself."""
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


def _where(work: Work, node_id: str, made: Mapping[str, Any]) -> dict[str, Any]:
    class_type = work.graph[node_id]["class_type"] if node_id else ""
    return {"node_id": node_id, "node_type": class_type, "executed": list(made)}


def _raised(error: Exception) -> dict[str, Any]:
    kind = "torch.OutOfMemoryError" if isinstance(error, OutOfMemory) else type(error).__name__
    return {"exception_message": str(error), "exception_type": kind, "traceback": [], "current_inputs": {}}
