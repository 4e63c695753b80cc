"""Parser of the body of a completion: a stream of server-sent events, or one JSON object. Pure.

The first line decides, not the Content-Type, which some servers set wrongly. Events are read leniently: an empty one is
ignored, and one line with an object is an event even if the empty line after it is missing.
"""

import codecs
import io
import json
from collections.abc import Iterator
from typing import Any, Protocol

MAX_WHOLE = 4 * 1024 * 1024
"""Characters of a body that is no stream, and of one event."""

_FIELDS = ("data:", "event:", "id:", "retry:", ":")
_DONE = "[DONE]"
# The fields with the result: of a completion, and of embeddings.
_RESULTS = frozenset({"choices", "data"})
# Attempts to parse a body that may be complete although the connection stays open.
_MAX_ATTEMPTS = 16


class MalformedBody(Exception):
    """The body is neither a stream of JSON objects nor a JSON object.

    `text` is the body, "" for a broken completion: its text is the model's, which no error repeats.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__("malformed")
        self.text = text


class ErrorInBody(Exception):
    """The body has an error object in place of a completion, or of the rest of one."""

    def __init__(self, error: object) -> None:
        super().__init__()
        self.error = error


class BodyParser(Protocol):
    """Parses a body in chunks; `done` once nothing further is part of the completion."""

    done: bool

    def feed(self, text: str) -> Iterator[dict[str, Any]]:
        """Yield the objects that *text* completes. Raises MalformedBody or ErrorInBody."""
        ...

    def end(self) -> Iterator[dict[str, Any]]:
        """Yield the object that the end of the body completes. Raises as `feed` does."""
        ...


class ResponseBody:
    """The body of one response, received in chunks of bytes."""

    def __init__(self) -> None:
        utf8 = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._decoder = io.IncrementalNewlineDecoder(utf8, translate=True)
        self._beginning = ""
        self._parser: BodyParser | None = None

    @property
    def done(self) -> bool:
        """Whether the completion has ended, though the connection may still be open."""
        return self._parser is not None and self._parser.done

    def feed(self, chunk: bytes) -> Iterator[dict[str, Any]]:
        """Yield the objects that *chunk* completes. Raises MalformedBody or ErrorInBody."""
        yield from self._feed(self._decoder.decode(chunk))

    def end(self) -> Iterator[dict[str, Any]]:
        """Yield the object that the end of the body completes. Raises as `feed` does."""
        yield from self._feed(self._decoder.decode(b"", True))
        if self._parser is None:
            yield from self._choose_parser().feed(self._beginning)
        assert self._parser is not None
        yield from self._parser.end()

    def _feed(self, text: str) -> Iterator[dict[str, Any]]:
        if self._parser is None:
            self._beginning = (self._beginning + text).lstrip("\ufeff \t\r\n")
            if len(self._beginning) < max(map(len, _FIELDS)):
                return
            text = self._beginning
            self._choose_parser()
        assert self._parser is not None
        yield from self._parser.feed(text)

    def _choose_parser(self) -> BodyParser:
        self._parser = _EventStream() if self._beginning.startswith(_FIELDS) else _WholeBody()
        return self._parser


class _EventStream:
    """Server-sent events, each a JSON object."""

    def __init__(self) -> None:
        self.done = False
        self._line: list[str] = []
        self._data: list[str] = []
        self._length = 0
        self._is_error = False

    def feed(self, text: str) -> Iterator[dict[str, Any]]:
        *lines, rest = text.split("\n")
        for line in lines:
            yield from self._take_line("".join((*self._line, line)))
            self._line = []
        self._line.append(rest)
        self._limit(len(text))

    def end(self) -> Iterator[dict[str, Any]]:
        yield from self._take_line("".join(self._line))
        yield from self._take_line("")

    def _take_line(self, line: str) -> Iterator[dict[str, Any]]:
        name, _, value = line.partition(":")
        value = value.strip()
        if self.done:
            return
        if not line:
            yield from self._end_event()
        elif name == "event":
            self._is_error = value == "error"
        elif name == "data" and value.startswith(_DONE):
            self.done = True
        elif name == "data" and value:
            yield from self._take_data(value)

    def _take_data(self, value: str) -> Iterator[dict[str, Any]]:
        parsed = None if self._data else _parse_object(value)
        if parsed is None:
            self._data.append(value)
        else:
            yield self._check(parsed)

    def _end_event(self) -> Iterator[dict[str, Any]]:
        text, self._data = "\n".join(self._data), []
        if text and text not in ("null", "[]", "{}", '""'):
            parsed = _parse_object(text)
            if parsed is None:
                raise MalformedBody
            yield self._check(parsed)
        self._is_error = False

    def _check(self, parsed: dict[str, Any]) -> dict[str, Any]:
        self._length = 0
        return _check_error(parsed, is_error=self._is_error)

    def _limit(self, length: int) -> None:
        """Raise MalformedBody if one event has no end."""
        self._length += length
        if self._length > MAX_WHOLE:
            raise MalformedBody


class _WholeBody:
    """One JSON object, complete at the end of the body or as soon as it can be parsed."""

    def __init__(self) -> None:
        self.done = False
        self._parts: list[str] = []
        self._length = 0
        self._attempts = 0

    def feed(self, text: str) -> Iterator[dict[str, Any]]:
        self._parts.append(text)
        self._length += len(text)
        if self._length > MAX_WHOLE:
            raise MalformedBody(_describable("".join(self._parts)))
        if not self.done and text.rstrip().endswith("}") and self._attempts < _MAX_ATTEMPTS:
            self._attempts += 1
            yield from self._take(_parse_object("".join(self._parts)))

    def end(self) -> Iterator[dict[str, Any]]:
        if not self.done:
            text = "".join(self._parts)
            parsed = _parse_object(text)
            if parsed is None:
                raise MalformedBody(_describable(text))
            yield from self._take(parsed)

    def _take(self, parsed: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
        if parsed is not None:
            self.done = True
            yield _check_error(parsed, is_error=not parsed.keys() & _RESULTS)


def _check_error(parsed: dict[str, Any], *, is_error: bool) -> dict[str, Any]:
    """Return *parsed*. Raises ErrorInBody where it is an error object, also without the field `error`."""
    if is_error or parsed.get("error") or ("message" in parsed and not parsed.keys() & _RESULTS):
        raise ErrorInBody(parsed.get("error") or parsed)
    return parsed


def _describable(text: str) -> str:
    """Return *text* unless it is the beginning of a JSON object, which is a completion."""
    return "" if text.startswith("{") else text


def _parse_object(text: str) -> dict[str, Any] | None:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None
