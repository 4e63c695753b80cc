"""The difference between two JSON objects as a JSON Patch (RFC 6902).

Why not the package jsonpatch: docs/decisions/0007-libraries.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from services.gateway.json_mapper.values import Json


def make_patch(before: Mapping[str, Any], after: Mapping[str, Any], path: str = "") -> list[Json]:
    """Return the operations (add, replace, remove) that turn *before* into *after*. Pure.

    Objects are compared member by member; items are appended to a list that has only grown, other lists are replaced.
    """
    return list(_compare_objects(before, after, path))


def _compare_objects(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[Json]:
    for name in before:
        if name not in after:
            yield {"op": "remove", "path": _pointer(path, name)}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": _pointer(path, name), "value": value}
        else:
            yield from _compare_values(before[name], value, _pointer(path, name))


def _compare_values(before: Any, after: Any, path: str) -> Iterator[Json]:
    if before == after and type(before) is type(after):
        return
    match before, after:
        case dict(), dict():
            yield from _compare_objects(before, after, path)
        case list(), list() if after[: len(before)] == before:
            for item in after[len(before) :]:
                yield {"op": "add", "path": f"{path}/-", "value": item}
        case _:
            yield {"op": "replace", "path": path, "value": after}


def _pointer(path: str, name: str) -> str:
    """Return the pointer to member *name* of *path* (RFC 6901, 3)."""
    return f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
