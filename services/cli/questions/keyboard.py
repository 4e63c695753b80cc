"""Input of the terminal, line by line, without blocking the event loop."""

import asyncio
import os

PASTE_SECONDS = 0.05
_CHUNK_BYTES = 65_536


class Keyboard:
    """Lines from the terminal *fd*. Input typed ahead is buffered for the next question."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._buffer = b""
        self._at_end = False
        self._waiting: asyncio.Future[bool] | None = None

    async def read_line(self, within: float | None = None) -> str | None:
        """Return the next line without its end; None at the end of input, when cancelled, or after *within* seconds."""
        while b"\n" not in self._buffer:
            if self._at_end or not await self._readable(within):
                return None
            read = os.read(self._fd, _CHUNK_BYTES)
            self._at_end = not read
            self._buffer += read
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    async def read_pasted_lines(self) -> list[str]:
        """Return the lines that were pasted together with the last one."""
        lines = list[str]()
        while (line := await self.read_line(PASTE_SECONDS)) is not None:
            lines.append(line)
        return lines

    async def drop_blank_lines(self) -> None:
        """Drop the empty lines typed so far: Enter pressed before a question was displayed does not answer it."""
        typed_ahead = await self.read_pasted_lines()
        remaining = "".join(f"{line}\n" for line in typed_ahead if line.strip())
        self._buffer = remaining.encode() + self._buffer

    def cancel(self) -> None:
        """Return None to the caller that waits for a line."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(False)

    async def _readable(self, within: float | None) -> bool:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[bool] = loop.create_future()
        self._waiting = waiting
        loop.add_reader(self._fd, self._on_readable)
        try:
            async with asyncio.timeout(within):
                return await waiting
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(self._fd)
            self._waiting = None

    def _on_readable(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(True)
