"""Asking a ComfyUI server over HTTP. Every answer is bounded, every call ends by its deadline, nothing is retried.

Routes: https://docs.comfy.org/development/comfyui-server/comms_routes and `PromptServer` of
https://github.com/Comfy-Org/ComfyUI/blob/master/server.py
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from services.common.errors import Code, ReflowError
from services.common.models.endpoint import Endpoint
from services.executor.adapters.comfyui.answers import (
    Broken,
    Finished,
    Queued,
    Running,
    State,
    StoredFile,
    history_state,
    queue_state,
    refusal,
    stored_file,
)

NODE = "executor"
CALL_SECONDS = 30.0
# GET /queue repeats the whole graph of everything that waits.
ANSWER_BYTES = 16 * 1024 * 1024
LONGEST_ID = 128
FOLDER = "reflow"


class ComfyUiServer:
    """One ComfyUI server. Everything raises ReflowError, EXECUTION_TIMEOUT once the deadline on *clock* has come."""

    def __init__(self, endpoint: Endpoint, clock: Callable[[], float], most_bytes: int) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._most_bytes = most_bytes

    async def upload(self, name: str, png: bytes, deadline: float) -> StoredFile:
        """Put a picture where LoadImage finds it, among the temporary files, which go when the server restarts."""
        answer = await self._ask(
            "POST",
            "/upload/image",
            deadline,
            files={"image": (name, png, "image/png")},
            data={"overwrite": "true", "type": "temp", "subfolder": FOLDER},
        )
        stored = stored_file(_json(answer))
        if stored is None:
            raise self._useless("POST /upload/image did not say where the picture is")
        return stored

    async def submit(self, graph: Mapping[str, Any], prompt_id: str, client_id: str, deadline: float) -> str:
        """Have *graph* run as *prompt_id*; return the id that it really has: servers before 2025-07 choose their own.

        Raises LLM_REFUSED for a graph that the server does not take (a checkpoint or node that it does not have).
        """
        body = {"prompt": graph, "prompt_id": prompt_id, "client_id": client_id}
        answered = _mapping(_json(await self._ask("POST", "/prompt", deadline, json=body))).get("prompt_id")
        if not isinstance(answered, str) or not 0 < len(answered) <= LONGEST_ID:
            raise self._useless("POST /prompt answered no prompt_id")
        return answered

    async def state(self, prompt_id: str, picture_node: str | None, deadline: float) -> State | None:
        """Return what has become of the work, None where the server does not know it."""
        ended = await self._ended(prompt_id, picture_node, deadline)
        waiting = None if ended else await self.queued(prompt_id, deadline)
        # Asked again where it is nowhere: it may have ended between the two questions.
        return ended or waiting or await self._ended(prompt_id, picture_node, deadline)

    async def queued(self, prompt_id: str, deadline: float) -> Queued | Running | None:
        """Return where the work is in the queue, None where it is not there."""
        return queue_state(await self._get("/queue", deadline), prompt_id)

    async def forget(self, prompt_id: str, deadline: float) -> None:
        """Take the work out of the history, so that the same id can be used anew."""
        await self._ask("POST", "/history", deadline, json={"delete": [prompt_id]})

    async def dequeue(self, prompt_id: str, deadline: float) -> None:
        """Take the work out of the queue, if it still waits there."""
        await self._ask("POST", "/queue", deadline, json={"delete": [prompt_id]})

    async def interrupt(self, prompt_id: str, deadline: float) -> None:
        """Stop the work, which must be the running one: older servers stop whatever runs."""
        await self._ask("POST", "/interrupt", deadline, json={"prompt_id": prompt_id})

    async def fetch(self, file: StoredFile, deadline: float) -> bytes:
        """Return a picture."""
        place = {"filename": file.name, "subfolder": file.subfolder, "type": file.kind}
        return await self._ask("GET", "/view", deadline, most_bytes=self._most_bytes, params=place)

    async def _ended(self, prompt_id: str, picture_node: str | None, deadline: float) -> Finished | Broken | None:
        return history_state(await self._get(f"/history/{prompt_id}", deadline), prompt_id, picture_node)

    async def _get(self, path: str, deadline: float) -> object:
        return _json(await self._ask("GET", path, deadline))

    async def _ask(
        self, method: str, path: str, deadline: float, *, most_bytes: int = ANSWER_BYTES, **request: Any
    ) -> bytes:
        left = deadline - self._clock()
        if left <= 0:
            raise ReflowError(Code.EXECUTION_TIMEOUT, details=f"no time left for {method} {path}", node=NODE)
        try:
            async with asyncio.timeout(min(left, CALL_SECONDS)):
                return await self._answer(method, path, most_bytes, request)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            if self._clock() >= deadline:
                raise ReflowError(Code.EXECUTION_TIMEOUT, details=f"{method} {path}", node=NODE) from None
            raise self._endpoint.broken(error, NODE) from None

    async def _answer(self, method: str, path: str, most_bytes: int, request: Mapping[str, Any]) -> bytes:
        async with self._endpoint.http.stream(method, path, **request) as response:
            data = bytearray()
            async for part in response.aiter_bytes():
                data += part
                if len(data) > most_bytes:
                    raise self._useless(f"{method} {path} answered more than {most_bytes} bytes")
            if response.is_success:
                return bytes(data)
            text = data.decode("utf-8", "replace")
            if path == "/prompt" and response.status_code == httpx.codes.BAD_REQUEST:
                text = json.dumps({"message": refusal(_json(bytes(data)))}, ensure_ascii=False)
            raise self._endpoint.refused(response.status_code, response.headers, text, NODE)

    def _useless(self, why: str) -> ReflowError:
        return ReflowError(Code.LLM_API_ERROR, details=f"broken answer: {self._endpoint.name}: {why}", node=NODE)


def _json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
