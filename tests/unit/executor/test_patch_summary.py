"""Summaries of the changes of a patch."""

import pytest

from services.common.text.language import Language
from services.executor.domain.patch_summary import summarize_patch

ADD = {"op": "add", "path": "/nodes/1", "value": {}}
SET = {"op": "replace", "path": "/nodes/1/data/steps", "value": 30}
MOVE = {"op": "replace", "path": "/nodes/2/position", "value": [0, 0]}
PLACE = {"op": "replace", "path": "/nodes/1/position", "value": [0, 0]}


@pytest.mark.parametrize(
    ("operations", "summary"),
    [
        ([ADD, SET, MOVE], "1 node added, 1 parameter set, 1 move"),
        ([ADD, ADD, SET, SET, MOVE, MOVE], "2 nodes added, 2 parameters set, 2 moves"),
    ],
)
def test_a_count_of_one_is_in_the_singular(operations: list[dict[str, object]], summary: str) -> None:
    assert summarize_patch(operations, Language.ENGLISH) == summary


def test_the_place_of_a_new_node_is_no_move() -> None:
    assert summarize_patch([ADD, PLACE], Language.ENGLISH) == "1 node added"
    assert summarize_patch([PLACE], Language.ENGLISH) == "1 move"
