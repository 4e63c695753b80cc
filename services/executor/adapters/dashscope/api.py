"""DashScope's HTTP interface, one method per call. Nothing is retried; every call ends by its deadline."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from services.common.errors import Code, ReflowError
from services.common.llm.endpoint import CONNECT_SECONDS, Endpoint, is_loopback
from services.common.network.address_policy import PUBLIC_ONLY, AllowList
from services.executor.adapters.dashscope.error_codes import NODE, to_code
from services.executor.adapters.dashscope.requests import SYNCHRONOUS_PATH, TASKS_PATH, Json, ModelRequest
from services.executor.adapters.dashscope.responses import Accepted, ImageResponse, Problem, Task, TaskResponse
from services.executor.adapters.image_downloader import DownloadLimits
from services.executor.adapters.orders import NOT_SENT, OutcomeUnknownError, is_rejection
from services.executor.adapters.paid_images import fetch_paid_image
from services.executor.domain.image_engine import ReceivedImage

ResponseShape = TypeVar("ResponseShape", bound=BaseModel)

# Responses contain URLs and texts, never an image.
MAX_RESPONSE_BYTES = 1024 * 1024
FETCH_SECONDS = 30.0
_LOOPBACK = AllowList.parse(("127.0.0.0/8", "::1/128"))
_COMPATIBLE, _NATIVE = "/compatible-mode/v1", "/api/v1"
# The total time is bounded.
_TIMEOUT = httpx.Timeout(None, connect=CONNECT_SECONDS)


class DashScopeApi:
    """Calls *endpoint*; *clock* is that of the deadlines, in seconds.

    Every method raises ReflowError: OutcomeUnknownError if the request may have been executed.
    """

    def __init__(self, endpoint: Endpoint, clock: Callable[[], float]) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._root = native_base_url(endpoint.base_url)
        self._reachable = _LOOPBACK if is_loopback(httpx.URL(self._root).host) else PUBLIC_ONLY

    async def submit(self, request: ModelRequest, deadline: float) -> str:
        """Submit a task and return its id."""
        headers = {"X-DashScope-Async": "enable"}
        answer = await self._call("POST", TASKS_PATH, deadline, TaskResponse, body=request.body, headers=headers)
        return answer.output.task_id

    async def get_task(self, task_id: str, deadline: float) -> Task:
        """Return the current task; UNKNOWN if the provider has no task with this id."""
        return (await self._call("GET", f"/tasks/{task_id}", deadline, TaskResponse)).output

    async def cancel(self, task_id: str, deadline: float) -> bool:
        """Cancel a task that is still queued; return whether it was cancelled."""
        try:
            await self._call("POST", f"/tasks/{task_id}/cancel", deadline, Accepted)
        except ReflowError as refused:
            if refused.code is Code.LLM_REFUSED:  # 400 UnsupportedOperation: it is no longer PENDING
                return False
            raise
        return True

    async def generate(self, request: ModelRequest, deadline: float) -> str:
        """Generate an image synchronously and return its URL."""
        url = (await self._call("POST", SYNCHRONOUS_PATH, deadline, ImageResponse, body=request.body)).url
        if not url:
            raise self._broken("no image in the answer")
        return url

    async def fetch(self, url: str, deadline: float) -> ReceivedImage:
        """Download the image at *url* of the provider: never from a private network, with a time limit."""
        limits = DownloadLimits(seconds=max(0.001, min(FETCH_SECONDS, deadline - self._clock())))
        return await fetch_paid_image(url, limits, self._reachable, self._endpoint)

    async def _call(
        self,
        method: str,
        path: str,
        deadline: float,
        shape: type[ResponseShape],
        *,
        body: Json | None = None,
        headers: dict[str, str] | None = None,
    ) -> ResponseShape:
        try:
            async with asyncio.timeout(max(0.0, deadline - self._clock())):
                status, answered, text = await self._exchange(method, path, body, headers)
        except TimeoutError:
            raise OutcomeUnknownError(self.failure(Code.LLM_TIMEOUT, f"{method} {path}: no answer in time")) from None
        except NOT_SENT as error:
            raise self._endpoint.broken(error, NODE) from None
        except httpx.HTTPError as error:
            raise OutcomeUnknownError(self._endpoint.broken(error, NODE)) from None
        if status != httpx.codes.OK:
            raise self._to_error(status, answered, text)
        try:
            return shape.model_validate_json(text)
        except ValidationError as error:  # not as the cause: it quotes the response
            faults = f"{error.error_count()} fields are not as documented"
            raise OutcomeUnknownError(self._broken(f"{method} {path}: {faults}")) from None

    async def _exchange(
        self, method: str, path: str, body: Json | None, headers: dict[str, str] | None
    ) -> tuple[int, httpx.Headers, str]:
        """Return status, headers and body of the response; the body is bounded while it is read."""
        url = self._root + path
        async with self._endpoint.http.stream(method, url, json=body, headers=headers, timeout=_TIMEOUT) as response:
            received = bytearray()
            async for chunk in response.aiter_bytes():
                received += chunk
                if len(received) > MAX_RESPONSE_BYTES:
                    raise OutcomeUnknownError(
                        self._broken(f"{method} {path}: an answer of over {MAX_RESPONSE_BYTES} bytes")
                    )
            return response.status_code, response.headers, received.decode("utf-8", "replace")

    def _to_error(self, status: int, headers: httpx.Headers, text: str) -> ReflowError:
        """Return the error of a response other than 200; its content filter has more codes than the endpoint knows."""
        code = _parse_problem(text).code
        if to_code(code) is Code.CONTENT_REFUSED:
            return self.failure(Code.CONTENT_REFUSED, f"refused: {text}")
        error = self._endpoint.to_error(status, headers, text, NODE)
        return error if is_rejection(status, has_error_object=bool(code)) else OutcomeUnknownError(error)

    def failure(self, code: Code, details: str) -> ReflowError:
        """Return the error with the catalog's text for users and *details* without keys."""
        return self._endpoint.failure(code, details, NODE)

    def _broken(self, details: str) -> ReflowError:
        return self.failure(Code.LLM_API_ERROR, details)


def native_base_url(base_url: str) -> str:
    """Return the base URL of the native interface for that of the OpenAI-compatible one."""
    return base_url.rstrip("/").removesuffix(_COMPATIBLE).removesuffix(_NATIVE) + _NATIVE


def _parse_problem(text: str) -> Problem:
    try:
        return Problem.model_validate_json(text)
    except ValueError:  # not JSON (a gateway's page), or of another shape
        return Problem()
