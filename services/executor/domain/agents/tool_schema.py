"""Untrusted schemas of tools made safe: without references, patterns and excessive size. Pure."""

from collections.abc import Mapping
from typing import Any

# A pattern may take exponential time; the other keywords could name documents, or are annotations.
_DROPPED = frozenset(
    {"pattern", "patternProperties", "format", "$schema", "$id", "$anchor", "$comment", "$defs", "definitions"}
    | {"$dynamicRef", "$dynamicAnchor", "$recursiveRef", "propertyNames", "unevaluatedProperties", "contentSchema"}
)
# The keys in these keywords are names chosen by the author, not keywords.
_NAMED = frozenset({"properties", "dependentSchemas", "dependentRequired"})
_LITERAL = frozenset({"enum", "const", "default", "examples", "required"})
MAX_DEPTH, MAX_NODES = 12, 1_000


class SchemaTooLarge(ValueError):
    """A schema has more parts than a model can use."""


def simplify_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return *schema* with its local references in place, and without patterns.

    The result accepts every value that *schema* accepts. A part that nests too deep or refers to itself or to other
    documents accepts any value. Raises SchemaTooLarge.
    """
    simplified = _Simplifier(schema).simplify(schema, 0)
    assert isinstance(simplified, dict), "of a mapping"
    return simplified


class _Simplifier:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._nodes = 0

    def simplify(self, value: Any, depth: int) -> Any:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise SchemaTooLarge(f"more than {MAX_NODES} parts")
        if isinstance(value, list):
            return [self.simplify(item, depth + 1) for item in value]
        if not isinstance(value, Mapping):
            return value
        if depth > MAX_DEPTH:
            return {}
        if "$ref" in value:
            return self.simplify(self._find(value["$ref"]), depth + 1)
        return {name: self._simplify_keyword(name, item, depth) for name, item in value.items() if name not in _DROPPED}

    def _simplify_keyword(self, name: str, value: Any, depth: int) -> Any:
        if name in _LITERAL:
            return value
        if name in _NAMED and isinstance(value, Mapping):
            return {key: self.simplify(item, depth + 1) for key, item in value.items()}
        return self.simplify(value, depth + 1)

    def _find(self, reference: Any) -> Any:
        """Return the schema that a local reference names, {} for any other one."""
        found: Any = self._root
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return {}
        for part in reference[2:].split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, Mapping) or name not in found:
                return {}
            found = found[name]
        return found if isinstance(found, Mapping) else {}
