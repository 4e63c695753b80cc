"""HTTP client of a ComfyUI server. Every response is bounded, every call ends by its deadline, nothing is retried.

Routes: https://docs.comfy.org/development/comfyui-server/comms_routes and `PromptServer` of
https://github.com/Comfy-Org/ComfyUI/blob/master/server.py
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from services.common.errors import Code, ReflowError
from services.common.images.formats import media_type
from services.common.llm.endpoint import Endpoint
from services.common.text.language import Text
from services.executor.adapters.comfyui.responses import (
    Executing,
    Failed,
    Finished,
    Queued,
    State,
    StoredFile,
    format_rejection,
    parse_history_state,
    parse_images,
    parse_queue_state,
    parse_stored_file,
)

NODE = "executor"
CALL_SECONDS = 30.0
# GET /queue contains the whole graphs of all waiting tasks.
MAX_RESPONSE_BYTES = 16 * 1024 * 1024
MAX_ID_LENGTH = 128
FOLDER = "reflow"


class ComfyUiServer:
    """One ComfyUI server. Every method raises ReflowError, EXECUTION_TIMEOUT after the deadline on *clock*."""

    def __init__(self, endpoint: Endpoint, clock: Callable[[], float], max_bytes: int) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._most_bytes = max_bytes

    async def find_problem(self, deadline: float) -> Text | None:
        """Return the reason why the server cannot be used, None if it responds."""
        try:
            await self._get("/system_stats", deadline)
        except ReflowError as error:
            url = self._endpoint.base_url
            return Text(f"{url} 没有响应（{error.code}）", f"{url} does not respond ({error.code})")
        return None

    async def upload(self, name: str, content: bytes, deadline: float) -> StoredFile:
        """Upload an image for LoadImage as a temporary file, which is deleted when the server restarts."""
        response = await self._request(
            "POST",
            "/upload/image",
            deadline,
            files={"image": (name, content, media_type(content))},
            data={"overwrite": "true", "type": "temp", "subfolder": FOLDER},
        )
        stored = parse_stored_file(_parse_json(response))
        if stored is None:
            raise self._broken_response("POST /upload/image returned no file name")
        return stored

    async def submit(self, graph: Mapping[str, Any], prompt_id: str, client_id: str, deadline: float) -> str:
        """Submit *graph* as *prompt_id* and return its real id: servers before 2025-07 choose their own.

        Raises LLM_REFUSED for a graph that the server rejects (a checkpoint or node that it does not have).
        """
        body = {"prompt": graph, "prompt_id": prompt_id, "client_id": client_id}
        task_id = _to_mapping(_parse_json(await self._request("POST", "/prompt", deadline, json=body))).get("prompt_id")
        if not isinstance(task_id, str) or not 0 < len(task_id) <= MAX_ID_LENGTH:
            raise self._broken_response("POST /prompt returned no prompt_id")
        return task_id

    async def get_state(self, prompt_id: str, result_node: str | None, deadline: float) -> State | None:
        """Return the state of the task, None if the server does not know it."""
        ended = await self._find_in_history(prompt_id, result_node, deadline)
        waiting = None if ended else await self.find_in_queue(prompt_id, deadline)
        # Repeated if the task is in neither: it may have ended between the two calls.
        return ended or waiting or await self._find_in_history(prompt_id, result_node, deadline)

    async def find_in_queue(self, prompt_id: str, deadline: float) -> Queued | Executing | None:
        """Return the state of the task in the queue, None if it is not queued."""
        return parse_queue_state(await self._get("/queue", deadline), prompt_id)

    async def remove_from_history(self, prompt_id: str, deadline: float) -> None:
        """Remove the task from the history, so that its id can be used again."""
        await self._request("POST", "/history", deadline, json={"delete": [prompt_id]})

    async def dequeue(self, prompt_id: str, deadline: float) -> None:
        """Remove the task from the queue if it still waits."""
        await self._request("POST", "/queue", deadline, json={"delete": [prompt_id]})

    async def interrupt(self, prompt_id: str, deadline: float) -> None:
        """Interrupt the task, which must be the executing one: older servers interrupt any task."""
        await self._request("POST", "/interrupt", deadline, json={"prompt_id": prompt_id})

    async def fetch(self, file: StoredFile, deadline: float) -> bytes:
        """Download an image."""
        parameters = {"filename": file.name, "subfolder": file.subfolder, "type": file.kind}
        return await self._request("GET", "/view", deadline, max_bytes=self._most_bytes, params=parameters)

    async def list_images(self, prompt_id: str, deadline: float) -> list[tuple[str, StoredFile]]:
        """Return the images of a finished task with the nodes that returned them."""
        return parse_images(await self._get(f"/history/{prompt_id}", deadline), prompt_id)

    async def read_object_info(self, deadline: float) -> bytes:
        """Return the types of nodes that the server has, as JSON."""
        return await self._request("GET", "/object_info", deadline)

    async def _find_in_history(
        self, prompt_id: str, result_node: str | None, deadline: float
    ) -> Finished | Failed | None:
        return parse_history_state(await self._get(f"/history/{prompt_id}", deadline), prompt_id, result_node)

    async def _get(self, path: str, deadline: float) -> object:
        return _parse_json(await self._request("GET", path, deadline))

    async def _request(
        self, method: str, path: str, deadline: float, *, max_bytes: int = MAX_RESPONSE_BYTES, **request: Any
    ) -> bytes:
        left = deadline - self._clock()
        if left <= 0:
            raise ReflowError(Code.EXECUTION_TIMEOUT, details=f"no time left for {method} {path}", node=NODE)
        try:
            async with asyncio.timeout(min(left, CALL_SECONDS)):
                return await self._send(method, path, max_bytes, request)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            if self._clock() >= deadline:
                raise ReflowError(Code.EXECUTION_TIMEOUT, details=f"{method} {path}", node=NODE) from None
            raise self._endpoint.broken(error, NODE) from None

    async def _send(self, method: str, path: str, max_bytes: int, request: Mapping[str, Any]) -> bytes:
        async with self._endpoint.http.stream(method, path, **request) as response:
            data = bytearray()
            async for part in response.aiter_bytes():
                data += part
                if len(data) > max_bytes:
                    raise self._broken_response(f"{method} {path} returned more than {max_bytes} bytes")
            if response.is_success:
                return bytes(data)
            text = data.decode("utf-8", "replace")
            if path == "/prompt" and response.status_code == httpx.codes.BAD_REQUEST:
                text = json.dumps({"message": format_rejection(_parse_json(bytes(data)))}, ensure_ascii=False)
            raise self._endpoint.to_error(response.status_code, response.headers, text, NODE)

    def _broken_response(self, why: str) -> ReflowError:
        return self._endpoint.failure(Code.LLM_API_ERROR, f"broken answer: {why}", NODE)


def _parse_json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _to_mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
