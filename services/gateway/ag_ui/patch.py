"""What has changed between two JSON objects, as a JSON Patch (RFC 6902)."""

from collections.abc import Iterator, Mapping
from typing import Any

from services.gateway.spelling import Json


def difference(before: Mapping[str, Any], after: Mapping[str, Any], path: str = "") -> list[Json]:
    """Return the operations (add, replace, remove) that turn *before* into *after*. Pure.

    Objects are compared member by member; a list that has only grown is added to, any other is replaced.
    """
    return list(_members(before, after, path))


def _members(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[Json]:
    for name in before:
        if name not in after:
            yield {"op": "remove", "path": _below(path, name)}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": _below(path, name), "value": value}
        else:
            yield from _value(before[name], value, _below(path, name))


def _value(before: Any, after: Any, path: str) -> Iterator[Json]:
    if before == after and type(before) is type(after):
        return
    match before, after:
        case dict(), dict():
            yield from _members(before, after, path)
        case list(), list() if after[: len(before)] == before:
            for added in after[len(before) :]:
                yield {"op": "add", "path": f"{path}/-", "value": added}
        case _:
            yield {"op": "replace", "path": path, "value": after}


def _below(path: str, name: str) -> str:
    """Return the pointer to member *name* (RFC 6901, 3)."""
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
