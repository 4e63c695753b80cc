"""Coalesces token deltas into larger chunks. No text is lost. Pure."""

import re

MIN_CHARS = 12
"""Number of characters that make a chunk, even without a pause in the text."""

_PAUSES = re.compile(r"[,.!?;:…，。！？；：、\n]")


class DeltaBuffer:
    """Buffers text until it is long enough for a chunk. The joined chunks equal the joined input."""

    def __init__(self) -> None:
        self._buffer = ""

    def add(self, text: str) -> str:
        """Add *text*; return the chunk that is ready, "" for none."""
        self._buffer += text
        if len(self._buffer) < MIN_CHARS and not _PAUSES.search(self._buffer):
            return ""
        return self.rest()

    def rest(self) -> str:
        """Return the buffered text, at the end."""
        chunk, self._buffer = self._buffer, ""
        return chunk


class ReplyBuffer:
    """Text for the user, in chunks, from a completion that arrives in parts.

    Emitted text is not retracted if the completion does not match the schema: the text of the repaired one is emitted
    only if nothing was emitted before.
    """

    def __init__(self) -> None:
        self._buffer = DeltaBuffer()
        self._received: list[str] = []
        self._shown = False

    def grow(self, delta: str) -> str:
        """Take the next part of the text; return the chunk that is ready, "" for none."""
        self._received.append(delta)
        chunk = self._buffer.add(delta)
        self._shown = self._shown or bool(chunk)
        return chunk

    def end(self, text: str) -> str:
        """Take the *text* of the valid completion; return the last chunk, "" for none."""
        received = "".join(self._received)
        rest = self.grow(text[len(received) :]) if text.startswith(received) else ""
        return rest + self._buffer.rest()

    def repaired(self, text: str) -> str:
        """Take the *text* of a repaired completion; return all of it if nothing was emitted before, else ""."""
        return "" if self._shown else text
