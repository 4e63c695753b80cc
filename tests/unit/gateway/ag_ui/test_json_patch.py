"""Differences as JSON Patch."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.dialects.ag_ui.json_patch import make_patch
from tests.fixtures.gateway.ag_ui_client import apply_patch

VALUES = st.recursive(
    st.none() | st.integers(-3, 3) | st.text("a~/0", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("a~/0", max_size=3), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text("a~/0", max_size=3), VALUES, max_size=4)


@given(OBJECTS, OBJECTS)
def test_the_patch_turns_the_first_object_into_the_second(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert apply_patch(before, make_patch(before, after)) == after


@given(OBJECTS)
def test_equal_objects_have_an_empty_patch(value: dict[str, Any]) -> None:
    assert make_patch(value, value) == []


@pytest.mark.parametrize(
    ("before", "after", "operations"),
    [
        ({"a": None}, {"a": {"b": 1}}, [{"op": "replace", "path": "/a", "value": {"b": 1}}]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, [{"op": "replace", "path": "/a/c", "value": 3}]),
        ({"a": [1]}, {"a": [1, 2]}, [{"op": "add", "path": "/a/-", "value": 2}]),
        ({"a": [1, 2]}, {"a": [2]}, [{"op": "replace", "path": "/a", "value": [2]}]),
        ({"a/b~c": 1}, {}, [{"op": "remove", "path": "/a~1b~0c"}]),
        ({"a": 0}, {"a": False}, [{"op": "replace", "path": "/a", "value": False}]),
    ],
)
def test_a_patch_has_only_the_changes(
    before: dict[str, Any], after: dict[str, Any], operations: list[dict[str, Any]]
) -> None:
    assert make_patch(before, after) == operations
