"""Routes of the fake DashScope for images, below `/dashscope`.

Sources: those of requests.py; for tasks https://www.alibabacloud.com/help/en/model-studio/manage-asynchronous-tasks:
only PENDING tasks can be cancelled, an unknown task has the status UNKNOWN.

Behaviors at the endpoints, by their names in scenarios. `dashscope.submit`: `pause` is the time in PENDING, `lasts` the
time in RUNNING, `ends` the failure at the end, `lost` makes the task unknown later, `answer` is the whole response.
`dashscope.task`: `answer` is merged into `output`, for example {"task_status": "SUSPENDED"}; `empty`: no results.
`dashscope.ask`: `lasts` is the duration, `answer` the whole response, `empty`: no image in it.
"""

import asyncio
import uuid
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from services.fake_providers.behaviors import Behavior
from services.fake_providers.dashscope.errors import build_error, build_request_id, render_failure
from services.fake_providers.dashscope.requests import InvalidRequestError, parse_sync_request, parse_task
from services.fake_providers.dashscope.results import GenerateImage, render_result
from services.fake_providers.dashscope.tasks import QUEUED_SECONDS, RUNNING_SECONDS, ImageRequest, Task
from services.fake_providers.image_generator import generate_image
from services.fake_providers.scenario import IncomingRequest, Reply, Scenario

ENDPOINTS = {
    "dashscope.submit": "POST api/v1/services/aigc/text2image/image-synthesis",
    "dashscope.task": "GET api/v1/tasks/{task_id}",
    "dashscope.cancel": "POST api/v1/tasks/{task_id}/cancel",
    "dashscope.ask": "POST api/v1/services/aigc/multimodal-generation/generation",
    "dashscope.result": "GET results/{name}.png",
}
MAX_BYTES = 64 * 1024 * 1024


def routes(scenario: Scenario, generate_image: GenerateImage = generate_image) -> list[BaseRoute]:
    """Return the routes of one server; *generate_image* renders. A reset of the scenario clears tasks and images."""
    server = _Server(scenario, generate_image)
    return [
        Route("/api/v1/services/aigc/text2image/image-synthesis", server.submit, methods=["POST"]),
        Route("/api/v1/services/aigc/multimodal-generation/generation", server.ask, methods=["POST"]),
        Route("/api/v1/tasks/{task_id}", server.task, methods=["GET"]),
        Route("/api/v1/tasks/{task_id}/cancel", server.cancel, methods=["POST"]),
        Route("/results/{name}.png", server.result, methods=["GET"]),
    ]


class _Server:
    def __init__(self, scenario: Scenario, generate_image: GenerateImage) -> None:
        self._scenario = scenario
        self._generate_image = generate_image

    async def submit(self, request: Request) -> Response:
        body = await _read_json(request)

        async def answer(behavior: Behavior) -> Reply:
            if request.headers.get("x-dashscope-async") != "enable":
                message = "current user api does not support synchronous calls."
                return Reply(build_error("AccessDenied", message, 403), outcome="refused")
            try:
                image_request = parse_task(body)
            except InvalidRequestError as error:
                return Reply(build_error("InvalidParameter", str(error)), outcome="refused")
            if behavior.answer is not None:
                return Reply(JSONResponse(behavior.answer), paid=True)
            task = self._create_task(image_request, behavior)
            output = {"task_status": "PENDING", "task_id": task.task_id}
            return Reply(JSONResponse({"output": output, **build_request_id()}), paid=True)

        return await self._serve(request, "dashscope.submit", body, answer)

    async def task(self, request: Request) -> Response:
        task_id = request.path_params["task_id"]

        async def answer(behavior: Behavior) -> Reply:
            task = self._task(task_id)
            output: dict[str, Any] = {"task_id": task_id, "task_status": "UNKNOWN"}
            if task is not None:
                output = task.output(self._scenario.clock(), _build_url(request, task_id))
            if behavior.empty:
                output.pop("results", None)
            output |= behavior.answer if isinstance(behavior.answer, dict) else {}
            usage = {"usage": {"image_count": 1}} if output["task_status"] == "SUCCEEDED" else {}
            return Reply(JSONResponse({"output": output, **usage, **build_request_id()}), outcome=output["task_status"])

        return await self._serve(request, "dashscope.task", {"task_id": task_id}, answer)

    async def cancel(self, request: Request) -> Response:
        task_id = request.path_params["task_id"]

        async def answer(behavior: Behavior) -> Reply:
            task = self._task(task_id)
            if task is None or task.status(self._scenario.clock()) != "PENDING":
                message = "Failed to cancel the task, please confirm if the task is in PENDING status."
                return Reply(build_error("UnsupportedOperation", message), outcome="refused")
            self._scenario.cache_result(_to_key(task_id), task.cancel())
            return Reply(JSONResponse(build_request_id()))

        return await self._serve(request, "dashscope.cancel", {"task_id": task_id}, answer)

    async def ask(self, request: Request) -> Response:
        body = await _read_json(request)

        async def answer(behavior: Behavior) -> Reply:
            try:
                image_request = parse_sync_request(body)
            except InvalidRequestError as error:
                return Reply(build_error("InvalidParameter", str(error)), outcome="refused")
            if behavior.answer is not None:
                return Reply(JSONResponse(behavior.answer), paid=True)
            await asyncio.sleep(behavior.duration or 0.0)
            name = str(uuid.uuid4())
            self._scenario.cache_result(_to_key(name), image_request)
            content = [] if behavior.empty else [{"image": _build_url(request, name)}]
            return Reply(JSONResponse(_build_sync_response(content, image_request)), paid=not behavior.empty)

        return await self._serve(request, "dashscope.ask", body, answer)

    async def result(self, request: Request) -> Response:
        name = request.path_params["name"]

        async def answer(behavior: Behavior) -> Reply:
            result = self._scenario.get_cached(_to_key(name))
            image_request = result.request if isinstance(result, Task) else result
            if image_request is None:
                return Reply(Response("<Error><Code>AccessDenied</Code></Error>", 403, media_type="application/xml"))
            png = await asyncio.to_thread(render_result, image_request, self._generate_image)
            return Reply(Response(png, media_type="image/png"))

        incoming = IncomingRequest("dashscope.result", keyless=True)
        return await self._scenario.serve(request, incoming, answer, render_failure)

    async def _serve(self, request: Request, endpoint: str, body: Any, answer: Any) -> Response:
        model = str(body.get("model", "")) if isinstance(body, dict) else ""
        return await self._scenario.serve(request, IncomingRequest(endpoint, model, body), answer, render_failure)

    def _create_task(self, request: ImageRequest, behavior: Behavior) -> Task:
        scenario = self._scenario
        task = Task(
            task_id=str(uuid.uuid4()),
            request=request,
            submitted=scenario.clock(),
            submitted_at=scenario.now(),
            queued_seconds=behavior.pause if "pause" in behavior.model_fields_set else QUEUED_SECONDS,
            running_seconds=RUNNING_SECONDS if behavior.duration is None else behavior.duration,
            task_failure=behavior.task_failure,
            is_forgotten=behavior.is_forgotten,
        )
        scenario.cache_result(_to_key(task.task_id), task)
        return task

    def _task(self, task_id: str) -> Task | None:
        result = self._scenario.get_cached(_to_key(task_id))
        return result if isinstance(result, Task) else None


async def _read_json(request: Request) -> dict[str, Any]:
    """Return the body as a JSON object, an empty one for anything else, which then lacks required fields."""
    if int(request.headers.get("content-length", 0)) > MAX_BYTES:
        return {}
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _build_sync_response(content: list[dict[str, str]], request: ImageRequest) -> dict[str, Any]:
    choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    metric = {"TOTAL": 1, "SUCCEEDED": len(content), "FAILED": 1 - len(content)}
    usage = {"width": request.size[0], "height": request.size[1], "image_count": len(content)}
    return {"output": {"choices": [choice], "task_metric": metric}, "usage": usage, **build_request_id()}


def _build_url(request: Request, name: str) -> str:
    """Return the URL of an image of this server."""
    return f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}/results/{name}.png"


def _to_key(name: str) -> str:
    return f"dashscope:{name}"
