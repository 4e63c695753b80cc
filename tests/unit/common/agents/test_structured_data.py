"""Structured data in the texts of agents."""

import json

import pytest

from services.common.agents.structured_data import find_violations, parse_structured_data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Here:\n```json\n{"a": 1}\n```\nDone.', {"a": 1}),
        ('{"a": [1, 2]}', {"a": [1, 2]}),
        ("  [1]  ", [1]),
        ('```json\n{"a": 1}\n```\n```json\n{"b": 2}\n```', {"b": 2}),
        ('```json\n{"a": 1}\n```\n```json\nbroken\n```', {"a": 1}),
        ("no data", None),
        ('"a text"', None),
        ("42", None),
        ('{"a": NaN}', None),
        ("[" * 100_000, None),
    ],
)
def test_data_is_a_fenced_block_or_the_whole_text_or_nothing(text: str, expected: object) -> None:
    data = parse_structured_data(text)
    assert (json.loads(data) if data else None) == expected


def test_a_violation_names_its_place() -> None:
    schema = b'{"type":"object","required":["a"],"properties":{"a":{"type":"array","items":{"type":"integer"}}}}'
    assert find_violations(b'{"a":[1,2]}', schema) == ""
    assert "$.a[1]" in find_violations(b'{"a":[1,"x"]}', schema)
    assert find_violations(b"", schema)
