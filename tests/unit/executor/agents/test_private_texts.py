"""Private texts of an analyzed image: their kinds and places remain, the texts do not."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from services.common.contract.agent_team.team import (
    AgentTask,
    Stage,
    StageContext,
    StageMetadata,
    StageStatus,
    TeamAgent,
    WorkflowContext,
)
from services.executor.domain.agents.transcript import hide_private_texts, list_image_texts

ANALYSIS: Mapping[str, Any] = {
    "type": "ocr",
    "imagePath": "shot.png",
    "imageSize": {"width": 640, "height": 360},
    "textRegions": [
        {"text": "Password: hunter2", "boundingBox": {"x": 10, "y": 20, "width": 90, "height": 10}},
        {"text": "Welcome", "boundingBox": {"x": 10, "y": 60, "width": 90, "height": 10}},
    ],
}


def find_covers(analysis: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], dict[str, int]]:
    metadata = StageMetadata("vision-analyzer")
    read = StageContext("read", StageStatus.DONE, metadata, structured_data=json.dumps([analysis]).encode())
    agent = TeamAgent("vision-processor", "", "", 2, "")
    task = AgentTask(Stage("find", agent.id), agent, WorkflowContext("", stages=(read,)))
    return list_image_texts(task)[0].to_covers()


def test_a_hidden_text_keeps_its_kind_and_its_place() -> None:
    hidden = hide_private_texts(ANALYSIS)
    assert "hunter2" not in json.dumps(hidden)
    assert hidden["textRegions"][0] == {
        "text": "[secret]",
        "private": ["secret"],
        "boundingBox": {"x": 10, "y": 20, "width": 90, "height": 10},
    }
    assert hidden["textRegions"][1] == ANALYSIS["textRegions"][1]


def test_a_hidden_text_is_covered_as_the_text_itself_would_be() -> None:
    assert find_covers(hide_private_texts(ANALYSIS)) == find_covers(ANALYSIS)


@pytest.mark.parametrize("private", [5, True, "secret", {"secret": 1}, None, [5, ["secret"]], ["unknown"]])
def test_kinds_that_are_no_list_of_known_kinds_are_ignored(private: object) -> None:
    welcome, password = ANALYSIS["textRegions"][1], ANALYSIS["textRegions"][0]
    given = {**ANALYSIS, "textRegions": [{**welcome, "private": private}, {**password, "private": private}]}
    covers, kinds = find_covers(given)
    assert (len(covers), kinds) == (1, {"secret": 1})
