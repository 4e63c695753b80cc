"""A JSON document that RFC 6902 operations change in place, with the inverse of each."""

import copy
import re
from typing import Any

from engines.graph.json_values import join_pointer, same_json
from engines.graph.patch.values import Operation

Tokens = tuple[str, ...]
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


class PointerUnknown(LookupError):
    """A pointer refers to no value. `choices` are the existing keys at the first token without a match."""

    def __init__(self, tokens: Tokens, choices: tuple[str, ...] = ()) -> None:
        super().__init__(join_pointer(*tokens))
        self.tokens = tokens
        self.choices = choices


class ValueDiffers(ValueError):
    """The value of a `test` differs. `actual` is the value in the document."""

    def __init__(self, actual: object) -> None:
        super().__init__("test failed")
        self.actual = actual


def parse_pointer(pointer: str) -> Tokens:
    """Return the reference tokens of a JSON pointer (RFC 6901). Raises ValueError for one that is malformed."""
    if pointer == "":
        return ()
    if not pointer.startswith("/"):
        raise ValueError("a JSON pointer starts with /")
    tokens = pointer[1:].split("/")
    for token in tokens:
        if "~" in token.replace("~0", "").replace("~1", ""):
            raise ValueError("~ is written ~0 in a JSON pointer")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in tokens)


class Document:
    """A document that is changed in place. It owns *form*, and copies every value that is added."""

    def __init__(self, form: Any) -> None:
        self.form = form

    def get(self, tokens: Tokens) -> Any:
        """Return the value at *tokens*. Raises PointerUnknown."""
        value = self.form
        for depth in range(len(tokens)):
            value = _step(value, tokens, depth)
        return value

    def has(self, tokens: Tokens) -> bool:
        """Return whether there is a value at *tokens*."""
        try:
            self.get(tokens)
        except PointerUnknown:
            return False
        return True

    def apply(self, operation: Operation) -> tuple[Operation, ...]:
        """Apply one operation and return those that undo it, in order. Raises PointerUnknown or ValueDiffers.

        The operation has the members that its `op` requires. After an error the document is unchanged.
        """
        tokens = parse_pointer(str(operation["path"]))
        match operation["op"]:
            case "add":
                return (self.add(tokens, operation.get("value")),)
            case "remove":
                return (self.remove(tokens),)
            case "replace":
                return (self.replace(tokens, operation.get("value")),)
            case "copy":
                return (self.add(tokens, self.get(parse_pointer(str(operation["from"])))),)
            case "move":
                return self._move(parse_pointer(str(operation["from"])), tokens)
            case "test":
                self.test(tokens, operation.get("value"))
                return ()
            case name:
                raise ValueError(f"unknown op {name!r}")

    def add(self, tokens: Tokens, value: object) -> Operation:
        """Add *value*: a new array item, or a member in place of one of that name. Returns the inverse."""
        value = copy.deepcopy(value)
        if not tokens:
            return self._replace_all(value)
        parent = self.get(tokens[:-1])
        key, path = tokens[-1], tokens
        if isinstance(parent, list):
            index = len(parent) if key == "-" else _parse_index(key, len(parent), tokens)
            parent.insert(index, value)
            path = (*tokens[:-1], str(index))
        elif isinstance(parent, dict):
            if key in parent:
                return self.replace(tokens, value)
            parent[key] = value
        else:
            raise PointerUnknown(tokens)
        return {"op": "remove", "path": join_pointer(*path)}

    def remove(self, tokens: Tokens) -> Operation:
        """Remove the value at *tokens*. Returns the inverse."""
        if not tokens:
            return self._replace_all(None)
        value = self.get(tokens)
        parent, key = self._locate(tokens)
        del parent[key]
        return {"op": "add", "path": join_pointer(*tokens), "value": value}

    def replace(self, tokens: Tokens, value: object) -> Operation:
        """Replace the value at *tokens*. Returns the inverse."""
        if not tokens:
            return self._replace_all(copy.deepcopy(value))
        former = self.get(tokens)
        parent, key = self._locate(tokens)
        parent[key] = copy.deepcopy(value)
        return {"op": "replace", "path": join_pointer(*tokens), "value": former}

    def test(self, tokens: Tokens, value: object) -> None:
        """Raise ValueDiffers unless the value at *tokens* equals *value*."""
        actual = self.get(tokens)
        if not same_json(actual, value):
            raise ValueDiffers(actual)

    def _move(self, source: Tokens, target: Tokens) -> tuple[Operation, ...]:
        value = self.get(source)
        if source == target:
            return ()
        if target[: len(source)] == source:  # into its own descendant
            raise PointerUnknown(target)
        restore = self.remove(source)
        try:
            undo = self.add(target, value)
        except PointerUnknown:
            self.apply(restore)
            raise
        return undo, restore

    def _replace_all(self, value: object) -> Operation:
        former, self.form = self.form, value
        return {"op": "replace", "path": "", "value": former}

    def _locate(self, tokens: Tokens) -> tuple[Any, Any]:
        parent = self.get(tokens[:-1])
        return parent, int(tokens[-1]) if isinstance(parent, list) else tokens[-1]


def _step(value: Any, tokens: Tokens, depth: int) -> Any:
    token = tokens[depth]
    if isinstance(value, dict):
        if token not in value:
            raise PointerUnknown(tokens[: depth + 1], tuple(value))
        return value[token]
    if isinstance(value, list):
        return value[_parse_index(token, len(value) - 1, tokens[: depth + 1])]
    raise PointerUnknown(tokens[: depth + 1])


def _parse_index(token: str, highest: int, tokens: Tokens) -> int:
    # RFC 6901, 4: digits without leading zeros.
    if not _INDEX.fullmatch(token) or int(token) > highest:
        raise PointerUnknown(tokens)
    return int(token)
