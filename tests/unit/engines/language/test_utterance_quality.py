"""The share of understood utterances that were written before the rules; nobody looked at one half while working."""

import pytest

from tests.unit.engines.language.utterances import measure


@pytest.mark.parametrize(
    ("half", "action", "everything"), [("utterances.jsonl", 0.99, 0.97), ("utterances.held_out.jsonl", 0.94, 0.89)]
)
def test_most_utterances_are_understood_completely(half: str, action: float, everything: float) -> None:
    measured = measure(half)
    assert measured.action >= action
    assert measured.everything >= everything
