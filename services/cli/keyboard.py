"""What a person types, line by line, without holding up the event loop."""

import asyncio
import os

PASTED_WITHIN_SECONDS = 0.05
_MOST_BYTES = 65_536


class Keyboard:
    """Lines from the terminal *fd*. What was typed ahead is kept for the next question."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._held = b""
        self._over = False
        self._waiting: asyncio.Future[bool] | None = None

    async def line(self, within: float | None = None) -> str | None:
        """Return the next line without its end; None at the end of input, when left, or after *within* seconds."""
        while b"\n" not in self._held:
            if self._over or not await self._readable(within):
                return None
            read = os.read(self._fd, _MOST_BYTES)
            self._over = not read
            self._held += read
        line, _, self._held = self._held.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    async def pasted(self) -> list[str]:
        """Return the lines that came together with the last one."""
        lines = list[str]()
        while (line := await self.line(PASTED_WITHIN_SECONDS)) is not None:
            lines.append(line)
        return lines

    async def skip_blank(self) -> None:
        """Forget the empty lines typed so far: an Enter pressed before a question was shown does not answer it."""
        ahead = await self.pasted()
        kept = "".join(f"{line}\n" for line in ahead if line.strip())
        self._held = kept.encode() + self._held

    def leave(self) -> None:
        """Have whoever waits for a line get None."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(False)

    async def _readable(self, within: float | None) -> bool:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[bool] = loop.create_future()
        self._waiting = waiting
        loop.add_reader(self._fd, self._arrived)
        try:
            async with asyncio.timeout(within):
                return await waiting
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(self._fd)
            self._waiting = None

    def _arrived(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(True)
