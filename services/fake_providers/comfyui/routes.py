"""Routes of the fake ComfyUI that a client needs to run a graph.

Shapes: https://docs.comfy.org/development/comfyui-server/comms_routes and `PromptServer` of
https://github.com/Comfy-Org/ComfyUI/blob/master/server.py. It takes the caller's prompt_id, as servers do since
2025-07; a behavior with the `answer` {"prompt_id": ...} makes it choose the id.
"""

import posixpath
import uuid
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.behaviors import Behavior
from services.fake_providers.comfyui.node_execution import GenerateImage, NodeDeps
from services.fake_providers.comfyui.nodes import build_object_info, validate_graph
from services.fake_providers.comfyui.prompt_queue import PromptJob, PromptQueue
from services.fake_providers.comfyui.websocket import build_websocket_route
from services.fake_providers.multipart import Part, parse_parts
from services.fake_providers.scenario import IncomingRequest, ProviderFailure, Reply, Scenario

ENDPOINTS = {
    "comfyui.upload": "POST upload/image",
    "comfyui.prompt": "POST prompt",
    "comfyui.history": "GET history/{prompt_id}",
    "comfyui.forget": "POST history",
    "comfyui.queue": "GET queue",
    "comfyui.dequeue": "POST queue",
    "comfyui.interrupt": "POST interrupt",
    "comfyui.view": "GET view",
    "comfyui.stats": "GET system_stats",
    "comfyui.object_info": "GET object_info",
    "comfyui.ws": "WebSocket ws",
}
DEFAULT_SECONDS = 0.4
FOLDERS = ("input", "temp", "output")


def routes(scenario: Scenario, generate_image: GenerateImage) -> list[BaseRoute]:
    """Return the routes of one server; a reset of the scenario clears queue, history and files."""
    server = _Server(scenario, generate_image)
    scenario.on_reset(server.prompt_queue.stop)
    return [
        Route("/upload/image", server.upload, methods=["POST"]),
        Route("/prompt", server.prompt, methods=["POST"]),
        Route("/prompt", server.status, methods=["GET"]),
        Route("/history/{prompt_id}", server.history, methods=["GET"]),
        Route("/history", server.forget, methods=["POST"]),
        Route("/queue", server.queue, methods=["GET"]),
        Route("/queue", server.dequeue, methods=["POST"]),
        Route("/interrupt", server.interrupt, methods=["POST"]),
        Route("/view", server.view, methods=["GET"]),
        Route("/system_stats", server.stats, methods=["GET"]),
        Route("/object_info", server.object_info, methods=["GET"]),
        build_websocket_route(scenario, server.prompt_queue),
    ]


class _Server:
    def __init__(self, scenario: Scenario, generate_image: GenerateImage) -> None:
        self._scenario = scenario
        self._count = 0
        self.prompt_queue = PromptQueue(NodeDeps(generate_image, self._uploaded), scenario.now)

    async def upload(self, request: Request) -> Response:
        parts = parse_parts(request.headers.get("content-type", ""), await request.body())
        fields = {part.name: part.data.decode() for part in parts if part.filename is None}
        files = {part.name: part for part in parts if part.filename is not None}
        image = files.get("image", Part("image", None, b""))
        name, data = image.filename or "", image.data

        async def answer(behavior: Behavior) -> Reply:
            kind, subfolder = fields.get("type", "input"), fields.get("subfolder", "")
            if not name or kind not in FOLDERS or ".." in posixpath.normpath(f"{subfolder}/{name}"):
                return Reply(Response(status_code=400), outcome="refused")
            stored_name = (
                name if fields.get("overwrite") in ("true", "1") else self._find_free_name(kind, subfolder, name, data)
            )
            self.prompt_queue.files[f"{kind}/{subfolder}/{stored_name}"] = data
            return Reply(JSONResponse({"name": stored_name, "subfolder": subfolder, "type": kind}))

        return await self._serve(request, "comfyui.upload", {**fields, "name": name, "image": data}, answer)

    async def prompt(self, request: Request) -> Response:
        body = await request.json()

        async def answer(behavior: Behavior) -> Reply:
            return self._queue_prompt(body, behavior)

        return await self._serve(request, "comfyui.prompt", body, answer)

    async def status(self, request: Request) -> Response:
        return JSONResponse(self.prompt_queue.status())

    async def history(self, request: Request) -> Response:
        prompt_id = request.path_params["prompt_id"]
        record = self.prompt_queue.history.get(prompt_id)
        return await self._answer(request, "comfyui.history", prompt_id, {prompt_id: record} if record else {})

    async def queue(self, request: Request) -> Response:
        running = [self.prompt_queue.running.item] if self.prompt_queue.running else []
        pending = [job.item for job in self.prompt_queue.pending]
        return await self._answer(request, "comfyui.queue", None, {"queue_running": running, "queue_pending": pending})

    async def forget(self, request: Request) -> Response:
        body = await request.json()

        async def answer(behavior: Behavior) -> Reply:
            for prompt_id in body.get("delete", []):
                self.prompt_queue.history.pop(prompt_id, None)
            return Reply(Response())

        return await self._serve(request, "comfyui.forget", body, answer)

    async def dequeue(self, request: Request) -> Response:
        body = await request.json()

        async def answer(behavior: Behavior) -> Reply:
            for prompt_id in body.get("delete", []):
                self.prompt_queue.remove(prompt_id)
            return Reply(Response())

        return await self._serve(request, "comfyui.dequeue", body, answer)

    async def interrupt(self, request: Request) -> Response:
        body = await request.json() if await request.body() else {}

        async def answer(behavior: Behavior) -> Reply:
            running = self.prompt_queue.running
            if "prompt_id" not in body or (running and running.prompt_id == body["prompt_id"]):
                self.prompt_queue.interrupted = True
            return Reply(Response())

        return await self._serve(request, "comfyui.interrupt", body, answer)

    async def view(self, request: Request) -> Response:
        query = dict(request.query_params)

        async def answer(behavior: Behavior) -> Reply:
            folder, subfolder = query.get("type", "output"), query.get("subfolder", "")
            data = self.prompt_queue.files.get(f"{folder}/{subfolder}/{query.get('filename', '')}")
            if data is None or behavior.is_forgotten:
                return Reply(Response(status_code=404), outcome="lost")
            return Reply(Response(data, media_type="image/png"))

        return await self._serve(request, "comfyui.view", query, answer)

    async def stats(self, request: Request) -> Response:
        device = {"name": "cpu", "type": "cpu", "index": None, "vram_total": 2**34, "vram_free": 2**33}
        system = {"os": "posix", "comfyui_version": "0.3.76", "python_version": "3.12.0", "embedded_python": False}
        return await self._answer(request, "comfyui.stats", None, {"system": system, "devices": [device]})

    async def object_info(self, request: Request) -> Response:
        return await self._answer(request, "comfyui.object_info", None, build_object_info())

    def _queue_prompt(self, body: dict[str, Any], behavior: Behavior) -> Reply:
        prompt_id = body.get("prompt_id") or str(uuid.uuid4())
        errors = _validate_id(prompt_id) or _validate_prompt(body) or validate_graph(body["prompt"], self._is_uploaded)
        if errors is not None:
            error, node_errors = errors
            return Reply(JSONResponse({"error": error, "node_errors": node_errors}, 400), outcome="refused")
        answer = behavior.answer if isinstance(behavior.answer, dict) else {}
        number, self._count = self._count, self._count + 1
        job = PromptJob(
            number,
            str(answer.get("prompt_id", prompt_id)),
            body["prompt"],
            str(body.get("client_id", "")),
            DEFAULT_SECONDS if behavior.duration is None else behavior.duration,
            error="Allocation on device" if behavior.task_failure else "",
        )
        if not behavior.is_forgotten:
            self.prompt_queue.add(job)
        accepted = {"prompt_id": job.prompt_id, "number": number, "node_errors": {}}
        return Reply(JSONResponse(accepted), paid=True)

    def _find_free_name(self, kind: str, subfolder: str, name: str, data: bytes) -> str:
        """Return an unused name; the same image retains its name."""
        stem, dot, ending = name.rpartition(".")
        stored_name, count = name, 1
        while self.prompt_queue.files.get(f"{kind}/{subfolder}/{stored_name}", data) != data:
            stored_name, count = f"{stem} ({count}){dot}{ending}", count + 1
        return stored_name

    def _is_uploaded(self, name: str) -> bool:
        return _to_path(name) in self.prompt_queue.files

    def _uploaded(self, name: str) -> bytes:
        return self.prompt_queue.files[_to_path(name)]

    async def _answer(self, request: Request, endpoint: str, body: object, value: object) -> Response:
        async def answer(behavior: Behavior) -> Reply:
            return Reply(JSONResponse(value if behavior.answer is None else behavior.answer))

        return await self._serve(request, endpoint, body, answer)

    async def _serve(self, request: Request, endpoint: str, body: object, answer: Any) -> Response:
        incoming = IncomingRequest(endpoint, body=body, keyless=True)
        return await self._scenario.serve(request, incoming, answer, _render_failure)


def _to_path(name: str) -> str:
    """Return the path of a file that LoadImage names: "folder/name [type]"; "input" without a type."""
    path, bracket, kind = name.removesuffix("]").rpartition(" [")
    subfolder, _, file = (path if bracket else name).rpartition("/")
    return f"{kind if bracket else 'input'}/{subfolder}/{file}"


def _validate_id(prompt_id: object) -> tuple[dict[str, Any], dict[str, Any]] | None:
    try:
        if isinstance(prompt_id, str) and str(uuid.UUID(prompt_id)) == prompt_id:
            return None
    except ValueError:
        pass
    error = {"type": "invalid_prompt_id", "message": "prompt_id must be a valid UUID", "details": "", "extra_info": {}}
    return error, {}


def _validate_prompt(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    if "prompt" in body:
        return None
    text = "No prompt provided"
    return {"type": "no_prompt", "message": text, "details": text, "extra_info": {}}, {}


def _render_failure(failure: ProviderFailure) -> Response:
    """Return the error of a reverse proxy, or of aiohttp: ComfyUI itself has no such failures."""
    return Response(f"{failure.status}: {failure.message}", failure.status, media_type="text/plain")
