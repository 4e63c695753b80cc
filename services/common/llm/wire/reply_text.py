"""Text for the user in a completion that arrives in deltas. Pure; the time is linear in the length of thoughts.

Models that think first send `<think>…</think>` before the completion, often many times its length.
"""

from enum import Enum, auto
from typing import Protocol

import pydantic_core

THOUGHT_START, THOUGHT_END = "<think>", "</think>"
# Beyond it a completion is not parsed while it arrives; the rest of the reply comes at the end.
_MAX_PARTIAL = 32_000
# Characters after which it is parsed again: the chunks for the user are as long (delta_buffer).
_PARSED_EACH = 12


class ReplyText(Protocol):
    """Extracts the text for the user from a completion."""

    def feed(self, delta: str) -> str:
        """Return the text that *delta*, the next part of the completion, adds."""
        ...


class _State(Enum):
    START = auto()
    THINKING = auto()
    AFTER = auto()
    TEXT = auto()


class PlainText:
    """All text but the model's thoughts."""

    def __init__(self) -> None:
        self._state = _State.START
        self._start: list[str] = []
        # The end of the text so far that may be the beginning of a tag.
        self._tail = ""

    def feed(self, delta: str) -> str:
        match self._state:
            case _State.START:
                return self._feed_start(delta)
            case _State.THINKING:
                return self._feed_thought(delta)
            case _State.AFTER:
                return self._feed_after(delta)
            case _State.TEXT:
                return delta

    def _feed_start(self, delta: str) -> str:
        self._start.append(delta)
        beginning = self._tail + delta if self._tail else delta.lstrip()
        if THOUGHT_START.startswith(beginning):
            self._tail = beginning
            return ""
        self._tail = ""
        if beginning.startswith(THOUGHT_START):
            self._state = _State.THINKING
            return self._feed_thought(beginning[len(THOUGHT_START) :])
        self._state = _State.TEXT
        return "".join(self._start)

    def _feed_thought(self, delta: str) -> str:
        thought = self._tail + delta
        end = thought.find(THOUGHT_END)
        if end < 0:
            self._tail = thought[-len(THOUGHT_END) + 1 :]
            return ""
        self._state = _State.AFTER
        return self._feed_after(thought[end + len(THOUGHT_END) :])

    def _feed_after(self, delta: str) -> str:
        text = delta.lstrip()
        if text:
            self._state = _State.TEXT
        return text


class ReplyField:
    """The field `reply` of a JSON object, as far as it has arrived."""

    def __init__(self) -> None:
        self._plain = PlainText()
        self._json = ""
        self._parsed_length = 0
        self._reply = ""

    def feed(self, delta: str) -> str:
        if len(self._json) > _MAX_PARTIAL:
            return ""
        self._json += self._plain.feed(delta)
        if len(self._json) - self._parsed_length < _PARSED_EACH:
            return ""
        self._parsed_length = len(self._json)
        reply = _parse_reply(self._json)
        if not reply.startswith(self._reply):
            return ""
        added, self._reply = reply[len(self._reply) :], reply
        return added


class NoText:
    """No text: the completion is for programs."""

    def feed(self, delta: str) -> str:
        return ""


def strip_thoughts(raw: str) -> str:
    """Return the text for the user in *raw*, a completion or its beginning, without the model's thoughts."""
    return PlainText().feed(raw)


def _parse_reply(beginning: str) -> str:
    """Return the field `reply` of the object that *beginning* starts, "" without one."""
    start = beginning.find("{")
    if start < 0:
        return ""
    try:
        parsed = pydantic_core.from_json(beginning[start:], allow_partial="trailing-strings")
    except ValueError:
        return ""
    reply = parsed.get("reply") if isinstance(parsed, dict) else None
    return reply if isinstance(reply, str) else ""
