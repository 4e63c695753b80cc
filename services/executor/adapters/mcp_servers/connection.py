"""A connection to an MCP server, shared by calls: opened by the first call, closed after a failure or when idle."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from mcp.client.client import Client
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError

from services.common.cancellation import cancel_tasks
from services.executor.adapters.mcp_servers.configuration import McpServer
from services.executor.adapters.mcp_servers.transports import open_program, open_url

Result = TypeVar("Result")


class ServerFailed(Exception):
    """The server did not answer: *reason* states why, on one line."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Connection:
    """The connection to *server*; *environ* holds its keys."""

    def __init__(self, server: McpServer, environ: Mapping[str, str]) -> None:
        self._server = server
        self._environ = environ
        self._lock = asyncio.Lock()
        self._session: ClientSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._failures = list[str]()
        self._used = asyncio.Event()
        self._calls = 0

    async def use(self, call: Callable[[ClientSession], Awaitable[Result]], seconds: float) -> Result:
        """Return the result of *call* within *seconds*, opening the connection if necessary. Raises ServerFailed.

        After a failure the connection is closed: the next call gets a new one. An error that the server returns is not
        such a failure: it is raised as MCPError.
        """
        self._calls += 1
        try:
            async with asyncio.timeout(seconds):
                return await call(await self._open())
        except TimeoutError:
            await self.close()
            raise ServerFailed(f"no answer within {seconds:g} s") from None
        except MCPError as error:
            if self._task is not None and not self._task.done() and not self._failures:
                raise
            reason = self._describe(error)
            await self.close()
            raise ServerFailed(reason) from None
        except Exception as error:
            reason = error.reason if isinstance(error, ServerFailed) else self._describe(error)
            await self.close()
            raise ServerFailed(reason) from None
        finally:
            self._calls -= 1
            self._used.set()

    async def close(self) -> None:
        """End the connection and its program."""
        task, self._task, self._session = self._task, None, None
        if task is not None:
            await cancel_tasks(task)

    async def _open(self) -> ClientSession:
        async with self._lock:
            if self._session is not None and self._task is not None and not (self._task.done() or self._failures):
                return self._session
            await self.close()
            self._failures = []
            ready: asyncio.Future[ClientSession] = asyncio.get_running_loop().create_future()
            self._task = asyncio.create_task(self._hold(ready, self._failures))
            try:
                async with asyncio.timeout(self._server.start_seconds):
                    self._session = await ready
            except TimeoutError:
                raise ServerFailed(f"it did not start within {self._server.start_seconds:g} s") from None
            return self._session

    async def _hold(self, ready: "asyncio.Future[ClientSession]", failures: list[str]) -> None:
        """Keep the connection open while it is in use: the library requires that one task opens and closes it."""
        try:
            open_transport = open_program if self._server.command else open_url
            transport = open_transport(self._server, self._environ, failures)
            async with Client(transport) as client:
                ready.set_result(client.session)
                await self._wait_until_idle()
                self._session = None  # a call that comes while it closes opens the next one
        except BaseException as error:
            if not ready.done():
                ready.set_exception(ServerFailed(self._describe(error)))
            elif not isinstance(error, asyncio.CancelledError):
                failures.append(self._describe(error))
            if isinstance(error, asyncio.CancelledError):
                raise

    async def _wait_until_idle(self) -> None:
        while True:
            self._used.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._server.idle_seconds):
                    await self._used.wait()
                continue
            if not self._calls:
                return

    def _describe(self, error: BaseException) -> str:
        """Return why the connection failed, on one line: the transport's reason if it has one, else *error*."""
        if self._failures:
            return self._failures[0]
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        line = " ".join(str(error).split())[:200]
        return line or type(error).__name__
