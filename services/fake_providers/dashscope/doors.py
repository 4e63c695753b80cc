"""The routes of the fake DashScope for images, below `/dashscope`.

Sources: those of asked.py, and https://www.alibabacloud.com/help/en/model-studio/manage-asynchronous-tasks for tasks:
only PENDING ones can be cancelled, a task that is gone or never was has the status UNKNOWN.

What an act means here. At `dashscope.submit`: `pause` is how long the task is PENDING, `lasts` how long RUNNING,
`ends` the failure it ends in, `lost` that nothing is known of it later, an `answer` the whole of it. At
`dashscope.task`: an `answer` is laid over `output` as it would be, for example {"task_status": "SUSPENDED"}; `empty`:
no results. At `dashscope.ask`: `lasts` is how long the answer takes, an `answer` the whole of it, `empty`: no picture
in it.
"""

import asyncio
import uuid
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.acts import Act
from services.fake_providers.dashscope.asked import NotAsked, read_at_once, read_task
from services.fake_providers.dashscope.painting import Paint, painted
from services.fake_providers.dashscope.wording import problem, refused, request_id
from services.fake_providers.dashscope.works import QUEUED_SECONDS, RUNNING_SECONDS, Task, Wish
from services.fake_providers.pictures import picture
from services.fake_providers.script import Reply, Script, Visit

DOORS = {
    "dashscope.submit": "POST api/v1/services/aigc/text2image/image-synthesis",
    "dashscope.task": "GET api/v1/tasks/{task_id}",
    "dashscope.cancel": "POST api/v1/tasks/{task_id}/cancel",
    "dashscope.ask": "POST api/v1/services/aigc/multimodal-generation/generation",
    "dashscope.result": "GET results/{name}.png",
}
MOST_BYTES = 64 * 1024 * 1024


def routes(script: Script, paint: Paint = picture) -> list[BaseRoute]:
    """Return the routes of one server, which *paint*s; its tasks and pictures go when the script is reset."""
    server = _Server(script, paint)
    return [
        Route("/api/v1/services/aigc/text2image/image-synthesis", server.submit, methods=["POST"]),
        Route("/api/v1/services/aigc/multimodal-generation/generation", server.ask, methods=["POST"]),
        Route("/api/v1/tasks/{task_id}", server.task, methods=["GET"]),
        Route("/api/v1/tasks/{task_id}/cancel", server.cancel, methods=["POST"]),
        Route("/results/{name}.png", server.result, methods=["GET"]),
    ]


class _Server:
    def __init__(self, script: Script, paint: Paint) -> None:
        self._script = script
        self._paint = paint

    async def submit(self, request: Request) -> Response:
        body = await _read(request)

        async def answer(act: Act) -> Reply:
            if request.headers.get("x-dashscope-async") != "enable":
                message = "current user api does not support synchronous calls."
                return Reply(problem("AccessDenied", message, 403), answered="refused")
            try:
                wish = read_task(body)
            except NotAsked as reason:
                return Reply(problem("InvalidParameter", str(reason)), answered="refused")
            if act.answer is not None:
                return Reply(JSONResponse(act.answer), paid=True)
            task = self._taken_on(wish, act)
            output = {"task_status": "PENDING", "task_id": task.task_id}
            return Reply(JSONResponse({"output": output, **request_id()}), paid=True)

        return await self._serve(request, "dashscope.submit", body, answer)

    async def task(self, request: Request) -> Response:
        task_id = request.path_params["task_id"]

        async def answer(act: Act) -> Reply:
            task = self._task(task_id)
            output: dict[str, Any] = {"task_id": task_id, "task_status": "UNKNOWN"}
            if task is not None:
                output = task.output(self._script.clock(), _address(request, task_id))
            if act.empty:
                output.pop("results", None)
            output |= act.answer if isinstance(act.answer, dict) else {}
            usage = {"usage": {"image_count": 1}} if output["task_status"] == "SUCCEEDED" else {}
            return Reply(JSONResponse({"output": output, **usage, **request_id()}), answered=output["task_status"])

        return await self._serve(request, "dashscope.task", {"task_id": task_id}, answer)

    async def cancel(self, request: Request) -> Response:
        task_id = request.path_params["task_id"]

        async def answer(act: Act) -> Reply:
            task = self._task(task_id)
            if task is None or task.status(self._script.clock()) != "PENDING":
                message = "Failed to cancel the task, please confirm if the task is in PENDING status."
                return Reply(problem("UnsupportedOperation", message), answered="refused")
            self._script.remember(_key(task_id), task.withdrawn())
            return Reply(JSONResponse(request_id()))

        return await self._serve(request, "dashscope.cancel", {"task_id": task_id}, answer)

    async def ask(self, request: Request) -> Response:
        body = await _read(request)

        async def answer(act: Act) -> Reply:
            try:
                wish = read_at_once(body)
            except NotAsked as reason:
                return Reply(problem("InvalidParameter", str(reason)), answered="refused")
            if act.answer is not None:
                return Reply(JSONResponse(act.answer), paid=True)
            await asyncio.sleep(act.lasts or 0.0)
            name = str(uuid.uuid4())
            self._script.remember(_key(name), wish)
            content = [] if act.empty else [{"image": _address(request, name)}]
            return Reply(JSONResponse(_at_once(content, wish)), paid=not act.empty)

        return await self._serve(request, "dashscope.ask", body, answer)

    async def result(self, request: Request) -> Response:
        name = request.path_params["name"]

        async def answer(act: Act) -> Reply:
            made = self._script.made(_key(name))
            wish = made.wish if isinstance(made, Task) else made
            if wish is None:
                return Reply(Response("<Error><Code>AccessDenied</Code></Error>", 403, media_type="application/xml"))
            png = await asyncio.to_thread(painted, wish, self._paint)
            return Reply(Response(png, media_type="image/png"))

        visit = Visit("dashscope.result", keyless=True)
        return await self._script.serve(request, visit, answer, refused)

    async def _serve(self, request: Request, door: str, body: Any, answer: Any) -> Response:
        model = str(body.get("model", "")) if isinstance(body, dict) else ""
        return await self._script.serve(request, Visit(door, model, body), answer, refused)

    def _taken_on(self, wish: Wish, act: Act) -> Task:
        script = self._script
        task = Task(
            task_id=str(uuid.uuid4()),
            wish=wish,
            submitted=script.clock(),
            submitted_at=script.now(),
            queued=act.pause if "pause" in act.model_fields_set else QUEUED_SECONDS,
            running=RUNNING_SECONDS if act.lasts is None else act.lasts,
            ends=act.ends,
            lost=act.lost,
        )
        script.remember(_key(task.task_id), task)
        return task

    def _task(self, task_id: str) -> Task | None:
        made = self._script.made(_key(task_id))
        return made if isinstance(made, Task) else None


async def _read(request: Request) -> dict[str, Any]:
    """Return the body as a JSON object, an empty one for anything else: it then has nothing that is required."""
    if int(request.headers.get("content-length", 0)) > MOST_BYTES:
        return {}
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _at_once(content: list[dict[str, str]], wish: Wish) -> dict[str, Any]:
    choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    metric = {"TOTAL": 1, "SUCCEEDED": len(content), "FAILED": 1 - len(content)}
    usage = {"width": wish.size[0], "height": wish.size[1], "image_count": len(content)}
    return {"output": {"choices": [choice], "task_metric": metric}, "usage": usage, **request_id()}


def _address(request: Request, name: str) -> str:
    """Return where a picture of this server is."""
    return f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}/results/{name}.png"


def _key(name: str) -> str:
    return f"dashscope:{name}"
