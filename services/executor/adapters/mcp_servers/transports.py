"""Bounded connections to MCP servers: each message has a size limit, and a program is killed with its connection."""

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx2
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client.stdio import get_default_environment
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp.types import jsonrpc_message_adapter

from services.common.cancellation import cancel_tasks
from services.common.limits import MEGABYTE
from services.executor.adapters.mcp_servers.configuration import McpServer

Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]
GRACE_SECONDS = 2.0
# The library splits a response into messages; a stream of several messages is longer than the largest one.
_RESPONSE_MESSAGES = 4


class MessageTooLarge(Exception):
    """A server sent more than a message may have; *limit* in bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"it sent more than {limit / MEGABYTE:g} MB at once")


@asynccontextmanager
async def open_program(server: McpServer, environ: Mapping[str, str], failures: list[str]) -> AsyncIterator[Streams]:
    """Start the program of *server* in an empty folder and yield its streams; it is killed at the end.

    If the program ends the connection, the reason is added to *failures*. Raises OSError if it cannot be started.
    """
    inherited = {name: environ[name] for name in server.pass_variables if name in environ}
    folder = tempfile.mkdtemp(prefix="reflow-mcp-")
    try:
        process = await asyncio.create_subprocess_exec(
            *server.command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=folder,
            env=get_default_environment() | dict(server.environment) | inherited,
            start_new_session=True,
            limit=server.message_bytes,
        )
        received, read_stream = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        write_stream, sent = anyio.create_memory_object_stream[SessionMessage](0)
        tasks = [
            asyncio.create_task(_read_messages(process, received, server.message_bytes, failures)),
            asyncio.create_task(_write_messages(process, sent)),
        ]
        try:
            yield read_stream, write_stream
        finally:
            await cancel_tasks(*tasks)
            for stream in (received, read_stream, write_stream, sent):
                stream.close()
            with anyio.CancelScope(shield=True):
                await _stop(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def open_url(server: McpServer, environ: Mapping[str, str], failures: list[str]) -> AsyncIterator[Any]:
    """Connect to the URL of *server*. Neither redirects to another origin nor proxies are followed."""
    headers = {}
    if server.key_variable and (key := environ.get(server.key_variable, "").strip()):
        headers["Authorization"] = f"Bearer {key}"
    transport = _BoundedTransport(_RESPONSE_MESSAGES * server.message_bytes, failures)
    timeout = httpx2.Timeout(server.call_seconds, connect=server.start_seconds)
    async with (
        httpx2.AsyncClient(transport=transport, headers=headers, timeout=timeout, trust_env=False) as client,
        streamable_http_client(server.url, http_client=client, max_sse_event_size=server.message_bytes) as streams,
    ):
        yield streams


async def _read_messages(
    process: Process, received: MemoryObjectSendStream[SessionMessage | Exception], limit: int, failures: list[str]
) -> None:
    assert process.stdout is not None, "opened with pipes"
    async with received:
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:  # a line beyond the limit of the stream
                failures.append(str(MessageTooLarge(limit)))
                return
            if not line:
                failures.append("it has ended")
                return
            if not line.startswith(b"{"):
                continue  # other output of a program
            try:
                message = SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
            except ValueError:
                failures.append("it sent a message that cannot be read")
                return
            with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                await received.send(message)


async def _write_messages(process: Process, sent: MemoryObjectReceiveStream[SessionMessage]) -> None:
    assert process.stdin is not None, "opened with pipes"
    with contextlib.suppress(OSError):  # its reader reports that it has ended
        async for message in sent:
            process.stdin.write(message.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
            await process.stdin.drain()


async def _stop(process: Process) -> None:
    """Close the input of the program, and kill it and its child processes after a grace period."""
    assert process.stdin is not None, "opened with pipes"
    process.stdin.close()
    # Not `asyncio.timeout`: before Python 3.11.4 it raises CancelledError in a task that was cancelled, like this one.
    with anyio.move_on_after(GRACE_SECONDS):
        await _wait_for_exit(process)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await _wait_for_exit(process)
    transport = process._transport  # type: ignore[attr-defined]  # nothing public closes the pipes of a grandchild
    transport.close()


async def _wait_for_exit(process: Process) -> None:
    """Wait until the program has ended; not until its output is closed, which a grandchild may keep open."""
    while process.returncode is None:  # noqa: ASYNC110  # asyncio has no event that does not wait for the output
        await asyncio.sleep(0.02)


class _BoundedTransport(httpx2.AsyncHTTPTransport):
    """Ends a response that is larger than *max_bytes*."""

    def __init__(self, max_bytes: int, failures: list[str]) -> None:
        super().__init__(trust_env=False)
        self._max_bytes = max_bytes
        self._failures = failures

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _BoundedStream(response.stream, self._max_bytes, self._failures)
        return response


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, max_bytes: int, failures: list[str]) -> None:
        self._stream = stream
        self._max_bytes = max_bytes
        self._failures = failures

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > self._max_bytes:
                self._failures.append(str(MessageTooLarge(self._max_bytes)))
                raise httpx2.ReadError(self._failures[-1])
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
