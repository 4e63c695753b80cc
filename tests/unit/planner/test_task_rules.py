"""Plans of tasks by rules: templates by the words of a request, agents by their names."""

import sys
from pathlib import Path

import pytest

from services.common.agents.catalog import load_catalog
from services.common.agents.plan_check import check_plan
from services.common.contract.agent_team.team import TeamFile
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.planner.domain.task_rules import find_template, plan_by_rules, plan_template

CATALOG = load_catalog()
CASES = Path(__file__).parents[2] / "fixtures" / "team"
IMAGE = (TeamFile("a.png", asset_id="0" * 64),)
MIN_SHARE = 0.9


def choose(text: str, images: str) -> str:
    try:
        return plan_by_rules(text, IMAGE if images == "1" else (), CATALOG, Language.CHINESE).template
    except ReflowError as error:
        assert error.code is Code.INTENT_UNKNOWN
        return "-"


@pytest.mark.parametrize("half", ["requests", "requests_held_out"])
def test_the_rules_choose_the_template_that_fits(half: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (CASES / f"{half}.tsv").read_text("utf-8").splitlines()
    cases = [line.split("\t") for line in lines]
    wrong = [(text, expected) for text, images, expected in cases if choose(text, images) != expected]
    with capsys.disabled():
        sys.stdout.write(f"\n{half}: {len(cases) - len(wrong)} of {len(cases)} requests\n")
    assert len(wrong) <= (1 - MIN_SHARE) * len(cases), wrong


def test_agents_that_a_request_names_are_executed_in_that_order() -> None:
    plan = plan_by_rules("先让 code-reviewer 看，再让 @documenter 写文档", (), CATALOG, Language.CHINESE)
    assert [(stage.agent, stage.inputs) for stage in plan.stages] == [
        ("code-reviewer", ()),
        ("documenter", ("code_reviewer",)),
    ]
    assert check_plan(plan) == ()


def test_a_template_without_its_image_and_an_unknown_one_are_clear_errors() -> None:
    with pytest.raises(ReflowError) as lacking:
        plan_template(find_template("image-ocr-annotate", CATALOG), (), CATALOG, Language.CHINESE)
    assert (lacking.value.code, lacking.value.field) == (Code.INVALID_INPUT_EMPTY, "attachments")
    with pytest.raises(ReflowError) as unknown:
        find_template("nothing", CATALOG)
    assert unknown.value.code is Code.TEMPLATE_UNKNOWN
    assert "image-ocr-annotate" in unknown.value.text.en
