"""The verdict on a task by checks in code."""

from services.common.contract.agent_team.team import (
    IMAGE_ANNOTATE,
    StageContext,
    StageMetadata,
    StageStatus,
    TeamAgent,
    TeamFile,
    TeamPlan,
    WorkflowContext,
)
from services.common.contract.image_chat import Verdict
from services.common.text.language import Language
from services.critic.domain.task import evaluate_by_checks

ANNOTATOR = TeamAgent("vision-annotator", "Annotator", "", 2, "Draw.", (IMAGE_ANNOTATE,))


def evaluate(*files: TeamFile) -> Verdict:
    """Return the verdict on a stage that draws and left *files*."""
    stage = StageContext("draw", StageStatus.DONE, StageMetadata(ANNOTATOR.id), generated_files=files)
    plan = TeamPlan("plan", (), (), agents=(ANNOTATOR,))
    return evaluate_by_checks(plan, WorkflowContext("mark it", stages=(stage,)), Language.ENGLISH)


def test_content_that_was_not_inspected_is_not_judged() -> None:
    verdict = evaluate(TeamFile("a.png", asset_id="0" * 64))
    assert (verdict.passed, verdict.judged) == (True, False)
    assert "No model judged the content." in verdict.feedback


def test_a_stage_that_should_have_drawn_an_image_and_did_not_is_sent_back() -> None:
    verdict = evaluate()
    assert (verdict.passed, verdict.judged, verdict.return_to) == (False, True, "draw")
