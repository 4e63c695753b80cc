"""DashScope's HTTP interface, one method a call. Nothing is tried twice here; every call ends by its deadline."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from services.common.errors import Code, ReflowError
from services.common.models.endpoint import CONNECT_SECONDS, Endpoint, is_loopback
from services.common.models.failures import described
from services.executor.adapters.addresses import PUBLIC_ONLY, AllowList
from services.executor.adapters.dashscope.refusals import NODE, code_of
from services.executor.adapters.dashscope.requests import AT_ONCE_PATH, TASKS_PATH, Json, Request
from services.executor.adapters.dashscope.wire import Accepted, PictureAnswer, Problem, Task, TaskAnswer
from services.executor.adapters.fetching import FetchLimits, fetch_image

Shape = TypeVar("Shape", bound=BaseModel)

# Answers hold addresses and words, never a picture.
MOST_BYTES = 1024 * 1024
FETCH_SECONDS = 30.0
_LOOPBACK = AllowList.parse(("127.0.0.0/8", "::1/128"))
_COMPATIBLE, _NATIVE = "/compatible-mode/v1", "/api/v1"
# Nothing of a request goes out before there is a connection.
_NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.LocalProtocolError,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
# What a gateway answers for a service that was not asked, or would not. Its 502 and 504 leave open what that did.
_SURELY_REFUSED = frozenset({*range(300, 500), 503}) - {408}
# The time is bounded as a whole.
_TIMEOUT = httpx.Timeout(None, connect=CONNECT_SECONDS)


class Doubtful(ReflowError):
    """*failed*, and yet it may have been done: it was sent, and no answer says that it was not."""

    def __init__(self, failed: ReflowError) -> None:
        super().__init__(
            failed.code, failed.text, details=failed.details, node=failed.node, retry_after=failed.retry_after
        )


class DashScopeApi:
    """Calls *endpoint*; *clock* gives the seconds that deadlines are told in.

    Every method raises ReflowError: Doubtful where the request may have been done all the same.
    """

    def __init__(self, endpoint: Endpoint, clock: Callable[[], float]) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._root = native_address(endpoint.base_url)
        self._reachable = _LOOPBACK if is_loopback(httpx.URL(self._root).host) else PUBLIC_ONLY

    async def submit(self, request: Request, deadline: float) -> str:
        """Have a task taken on and return its id."""
        headers = {"X-DashScope-Async": "enable"}
        answer = await self._call("POST", TASKS_PATH, deadline, TaskAnswer, body=request.body, headers=headers)
        return answer.output.task_id

    async def look(self, task_id: str, deadline: float) -> Task:
        """Return the task as it is now; UNKNOWN when the provider has none of this id."""
        return (await self._call("GET", f"/tasks/{task_id}", deadline, TaskAnswer)).output

    async def cancel(self, task_id: str, deadline: float) -> bool:
        """Cancel a task that is still queued; return whether the provider did."""
        try:
            await self._call("POST", f"/tasks/{task_id}/cancel", deadline, Accepted)
        except ReflowError as refused:
            if refused.code is Code.LLM_REFUSED:  # 400 UnsupportedOperation: it is no longer PENDING
                return False
            raise
        return True

    async def ask(self, request: Request, deadline: float) -> str:
        """Have a picture made while waiting and return its URL."""
        url = (await self._call("POST", AT_ONCE_PATH, deadline, PictureAnswer, body=request.body)).url
        if not url:
            raise self._broken("no picture in the answer")
        return url

    async def fetch(self, url: str, deadline: float) -> bytes:
        """Return the picture at *url*, which the provider gave: never from a private network, never without end.

        Raises LLM_TIMEOUT when the deadline has come, LLM_API_ERROR when there is no picture to be had.
        """
        limits = FetchLimits(seconds=max(0.001, min(FETCH_SECONDS, deadline - self._clock())))
        try:
            return await fetch_image(url, limits, error=Code.LLM_API_ERROR, field=None, allow=self._reachable)
        except ReflowError as error:
            # Its words are for people who gave an address; nobody gave this one.
            code = Code.LLM_TIMEOUT if self._clock() >= deadline else Code.LLM_API_ERROR
            details = f"the picture could not be fetched: {error.details or error.text.en}"
            raise self.failure(code, details) from error

    async def _call(
        self,
        method: str,
        path: str,
        deadline: float,
        shape: type[Shape],
        *,
        body: Json | None = None,
        headers: dict[str, str] | None = None,
    ) -> Shape:
        try:
            async with asyncio.timeout(max(0.0, deadline - self._clock())):
                status, answered, text = await self._exchange(method, path, body, headers)
        except TimeoutError:
            raise Doubtful(self.failure(Code.LLM_TIMEOUT, f"{method} {path}: no answer in time")) from None
        except _NOT_SENT as error:
            raise self._endpoint.broken(error, NODE) from None
        except httpx.HTTPError as error:
            raise Doubtful(self._endpoint.broken(error, NODE)) from None
        if status != httpx.codes.OK:
            raise self._refused(status, answered, text)
        try:
            return shape.model_validate_json(text)
        except ValidationError as error:  # not as the cause: it quotes what came
            faults = f"{error.error_count()} fields are not as documented"
            raise Doubtful(self._broken(f"{method} {path}: {faults}")) from None

    async def _exchange(
        self, method: str, path: str, body: Json | None, headers: dict[str, str] | None
    ) -> tuple[int, httpx.Headers, str]:
        """Return the answer's status, headers and body, which is bounded while it is read."""
        url = self._root + path
        async with self._endpoint.http.stream(method, url, json=body, headers=headers, timeout=_TIMEOUT) as response:
            received = bytearray()
            async for chunk in response.aiter_bytes():
                received += chunk
                if len(received) > MOST_BYTES:
                    raise Doubtful(self._broken(f"{method} {path}: an answer of over {MOST_BYTES} bytes"))
            return response.status_code, response.headers, received.decode("utf-8", "replace")

    def _refused(self, status: int, headers: httpx.Headers, text: str) -> ReflowError:
        """Return what an answer that is no 200 says; DashScope's content filter has more codes than are known there."""
        told = _problem(text).code
        if code_of(told) is Code.CONTENT_REFUSED:
            return self.failure(Code.CONTENT_REFUSED, f"refused: {text}")
        refused = self._endpoint.refused(status, headers, text, NODE)
        return refused if told or status in _SURELY_REFUSED else Doubtful(refused)

    def failure(self, code: Code, details: str) -> ReflowError:
        """Return the error to raise, with the catalogue's words for people and *details* without keys."""
        told = described(f"{self._endpoint.name}: {details}", self._endpoint.secrets)
        return ReflowError(code, details=told, node=NODE)

    def _broken(self, details: str) -> ReflowError:
        return self.failure(Code.LLM_API_ERROR, details)


def native_address(base_url: str) -> str:
    """Return the address of the native interface beside the one that is OpenAI-compatible."""
    return base_url.rstrip("/").removesuffix(_COMPATIBLE).removesuffix(_NATIVE) + _NATIVE


def _problem(text: str) -> Problem:
    try:
        return Problem.model_validate_json(text)
    except ValueError:  # no JSON (a gateway's page), or not of this shape
        return Problem()
