"""The routes of the fake ComfyUI: those a client needs to have a graph run, by hand of the script.

Shapes: https://docs.comfy.org/development/comfyui-server/comms_routes and `PromptServer` of
https://github.com/Comfy-Org/ComfyUI/blob/master/server.py. It takes the caller's prompt_id, as servers do since
2025-07; an act whose `answer` is {"prompt_id": ...} makes it one that chooses the id itself.
"""

import posixpath
import uuid
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.acts import Act
from services.fake_providers.comfyui.hearing import hear
from services.fake_providers.comfyui.making import Paint, Studio
from services.fake_providers.comfyui.nodes import refused
from services.fake_providers.comfyui.works import Work, Works
from services.fake_providers.multipart import Part, read_parts
from services.fake_providers.script import Refusal, Reply, Script, Visit

DOORS = {
    "comfyui.upload": "POST upload/image",
    "comfyui.prompt": "POST prompt",
    "comfyui.history": "GET history/{prompt_id}",
    "comfyui.forget": "POST history",
    "comfyui.queue": "GET queue",
    "comfyui.dequeue": "POST queue",
    "comfyui.interrupt": "POST interrupt",
    "comfyui.view": "GET view",
    "comfyui.stats": "GET system_stats",
    "comfyui.ws": "WebSocket ws",
}
SECONDS = 0.4
FOLDERS = ("input", "temp", "output")


def routes(script: Script, paint: Paint) -> list[BaseRoute]:
    """Return the routes of one server, which *paint*s; its queue, history and files go when the script is reset."""
    server = _Server(script, paint)
    script.when_reset(server.works.stop)
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
        hear(script, server.works),
    ]


class _Server:
    def __init__(self, script: Script, paint: Paint) -> None:
        self._script = script
        self._count = 0
        self.works = Works(Studio(paint, self._uploaded), script.now)

    async def upload(self, request: Request) -> Response:
        parts = read_parts(request.headers.get("content-type", ""), await request.body())
        fields = {part.name: part.data.decode() for part in parts if part.filename is None}
        files = {part.name: part for part in parts if part.filename is not None}
        image = files.get("image", Part("image", None, b""))
        name, data = image.filename or "", image.data

        async def answer(act: Act) -> Reply:
            kind, subfolder = fields.get("type", "input"), fields.get("subfolder", "")
            if not name or kind not in FOLDERS or ".." in posixpath.normpath(f"{subfolder}/{name}"):
                return Reply(Response(status_code=400), answered="refused")
            kept = name if fields.get("overwrite") in ("true", "1") else self._free(kind, subfolder, name, data)
            self.works.files[f"{kind}/{subfolder}/{kept}"] = data
            return Reply(JSONResponse({"name": kept, "subfolder": subfolder, "type": kind}))

        return await self._serve(request, "comfyui.upload", {**fields, "name": name, "image": data}, answer)

    async def prompt(self, request: Request) -> Response:
        body = await request.json()

        async def answer(act: Act) -> Reply:
            return self._take_on(body, act)

        return await self._serve(request, "comfyui.prompt", body, answer)

    async def status(self, request: Request) -> Response:
        return JSONResponse(self.works.status())

    async def history(self, request: Request) -> Response:
        prompt_id = request.path_params["prompt_id"]
        entry = self.works.history.get(prompt_id)
        return await self._answer(request, "comfyui.history", prompt_id, {prompt_id: entry} if entry else {})

    async def queue(self, request: Request) -> Response:
        running = [self.works.running.item] if self.works.running else []
        pending = [work.item for work in self.works.waiting]
        return await self._answer(request, "comfyui.queue", None, {"queue_running": running, "queue_pending": pending})

    async def forget(self, request: Request) -> Response:
        body = await request.json()

        async def answer(act: Act) -> Reply:
            for prompt_id in body.get("delete", []):
                self.works.history.pop(prompt_id, None)
            return Reply(Response())

        return await self._serve(request, "comfyui.forget", body, answer)

    async def dequeue(self, request: Request) -> Response:
        body = await request.json()

        async def answer(act: Act) -> Reply:
            for prompt_id in body.get("delete", []):
                self.works.drop(prompt_id)
            return Reply(Response())

        return await self._serve(request, "comfyui.dequeue", body, answer)

    async def interrupt(self, request: Request) -> Response:
        body = await request.json() if await request.body() else {}

        async def answer(act: Act) -> Reply:
            running = self.works.running
            if "prompt_id" not in body or (running and running.prompt_id == body["prompt_id"]):
                self.works.interrupted = True
            return Reply(Response())

        return await self._serve(request, "comfyui.interrupt", body, answer)

    async def view(self, request: Request) -> Response:
        asked = dict(request.query_params)

        async def answer(act: Act) -> Reply:
            place = f"{asked.get('type', 'output')}/{asked.get('subfolder', '')}/{asked.get('filename', '')}"
            data = self.works.files.get(place)
            if data is None or act.lost:
                return Reply(Response(status_code=404), answered="lost")
            return Reply(Response(data, media_type="image/png"))

        return await self._serve(request, "comfyui.view", asked, answer)

    async def stats(self, request: Request) -> Response:
        device = {"name": "cpu", "type": "cpu", "index": None, "vram_total": 2**34, "vram_free": 2**33}
        system = {"os": "posix", "comfyui_version": "0.3.76", "python_version": "3.12.0", "embedded_python": False}
        return await self._answer(request, "comfyui.stats", None, {"system": system, "devices": [device]})

    def _take_on(self, body: dict[str, Any], act: Act) -> Reply:
        prompt_id = body.get("prompt_id") or str(uuid.uuid4())
        wrong = _wrong_id(prompt_id) or _missing(body) or refused(body["prompt"], self._is_uploaded)
        if wrong is not None:
            error, node_errors = wrong
            return Reply(JSONResponse({"error": error, "node_errors": node_errors}, 400), answered="refused")
        answered = act.answer if isinstance(act.answer, dict) else {}
        number, self._count = self._count, self._count + 1
        work = Work(
            number,
            str(answered.get("prompt_id", prompt_id)),
            body["prompt"],
            str(body.get("client_id", "")),
            SECONDS if act.lasts is None else act.lasts,
            fails="Allocation on device" if act.ends else "",
        )
        if not act.lost:
            self.works.take_on(work)
        told = {"prompt_id": work.prompt_id, "number": number, "node_errors": {}}
        return Reply(JSONResponse(told), paid=True)

    def _free(self, kind: str, subfolder: str, name: str, data: bytes) -> str:
        """Return a name that nothing else has; the same picture keeps its own."""
        stem, dot, ending = name.rpartition(".")
        kept, count = name, 1
        while self.works.files.get(f"{kind}/{subfolder}/{kept}", data) != data:
            kept, count = f"{stem} ({count}){dot}{ending}", count + 1
        return kept

    def _is_uploaded(self, name: str) -> bool:
        return _place(name) in self.works.files

    def _uploaded(self, name: str) -> bytes:
        return self.works.files[_place(name)]

    async def _answer(self, request: Request, door: str, body: object, value: object) -> Response:
        async def answer(act: Act) -> Reply:
            return Reply(JSONResponse(value if act.answer is None else act.answer))

        return await self._serve(request, door, body, answer)

    async def _serve(self, request: Request, door: str, body: object, answer: Any) -> Response:
        return await self._script.serve(request, Visit(door, body=body, keyless=True), answer, _refusal)


def _place(name: str) -> str:
    """Return where the file is that LoadImage names: "folder/name [type]", of the inputs without a type."""
    path, bracket, kind = name.removesuffix("]").rpartition(" [")
    subfolder, _, file = (path if bracket else name).rpartition("/")
    return f"{kind if bracket else 'input'}/{subfolder}/{file}"


def _wrong_id(prompt_id: object) -> tuple[dict[str, Any], dict[str, Any]] | None:
    try:
        if isinstance(prompt_id, str) and str(uuid.UUID(prompt_id)) == prompt_id:
            return None
    except ValueError:
        pass
    error = {"type": "invalid_prompt_id", "message": "prompt_id must be a valid UUID", "details": "", "extra_info": {}}
    return error, {}


def _missing(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    if "prompt" in body:
        return None
    words = "No prompt provided"
    return {"type": "no_prompt", "message": words, "details": words, "extra_info": {}}, {}


def _refusal(refusal: Refusal) -> Response:
    """Return what a reverse proxy in front, or aiohttp beneath, says: ComfyUI itself has no failures of its own."""
    return Response(f"{refusal.status}: {refusal.message}", refusal.status, media_type="text/plain")
