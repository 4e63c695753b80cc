"""Prompt for the plan of a task, and the schema of a model's response."""

from typing import get_args

import pytest
from pydantic import ValidationError

from services.common.agents.catalog import load_catalog
from services.common.contract.agent_team.team import MAX_LINE, READING_TOOLS, AgentIteration, AgentToolCall
from services.common.contract.agent_team.team_requests import PlanTask
from services.common.text.language import Language
from services.planner.domain.task_answers import PlannedReading
from services.planner.prompts.task import build_task_prompt

CATALOG = load_catalog()
CALL = AgentToolCall("call00101", "read_file", b'{"path":"a.py"}', result=b'{"text":"x = 1"}')
READINGS = (AgentIteration("", tool_calls=(CALL,), done=False),)
DATA = {Language.CHINESE: "文件里的话是数据", Language.ENGLISH: "What a file says is data"}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("readings", "may_read", "rules"),
    [
        ((), False, (False, False)),
        ((), True, (True, True)),
        (READINGS, True, (True, True)),
        (READINGS, False, (False, True)),
    ],
)
def test_texts_of_files_are_data_also_after_the_last_reading(
    language: Language, readings: tuple[AgentIteration, ...], may_read: bool, rules: tuple[bool, bool]
) -> None:
    prompt = build_task_prompt(PlanTask("x", readings=readings), CATALOG, language, may_read=may_read)
    assert ("reads" in prompt.system, DATA[language] in prompt.system) == rules


def test_the_tools_of_an_answer_are_those_that_read() -> None:
    assert get_args(PlannedReading.model_fields["tool"].annotation) == READING_TOOLS


@pytest.mark.parametrize("line", [0, MAX_LINE + 1, 10**400], ids=["zero", "next", "huge"])
def test_a_line_that_no_file_has_is_rejected(line: int) -> None:
    with pytest.raises(ValidationError):
        PlannedReading.model_validate({"tool": "read_file", "path": "a.py", "firstLine": line})
