"""The verdict on a task of the agent team, from checks in code: the results of each stage, and missing ones. Pure."""

from typing import Final

from services.common.contract.agent_team.team import (
    IMAGE_ANNOTATE,
    StageContext,
    StageStatus,
    TeamPlan,
    WorkflowContext,
)
from services.common.contract.image_chat import Verdict
from services.common.text.language import Language, Text

STAGES: Final = "stages"
MAX_LISTED: Final = 5
_ALL = Text(
    "{done}/{total} 个阶段有结果，结构都符合要求。内容没有经过模型评判。",
    "{done} of {total} stages have a result, all of the required structure. No model judged the content.",
)
_MISSING = Text(
    "阶段“{stage}”应该生成图片，却没有。", 'The stage "{stage}" should have generated an image and did not.'
)


def evaluate_by_checks(plan: TeamPlan, workflow: WorkflowContext, language: Language) -> Verdict:
    """Return the verdict: passed unless a stage that draws has no image. The score is the share of results.

    If nothing is missing, it counts as not judged: the checks do not examine the content.
    """
    done = [stage for stage in workflow.stages if stage.status is StageStatus.DONE]
    score = len(done) / len(workflow.stages) if workflow.stages else 0.0
    missing = [stage.stage_id for stage in done if _lacks_image(plan, stage)]
    feedback = _ALL.pick(language).format(done=len(done), total=len(workflow.stages))
    if missing:
        feedback = " ".join(_MISSING.pick(language).format(stage=name) for name in missing[:MAX_LISTED])
    return Verdict(
        passed=bool(done) and not missing,
        score=score,
        dimensions={STAGES: score},
        feedback=feedback,
        return_to=missing[0] if missing else "",
        judged=bool(missing),
    )


def _lacks_image(plan: TeamPlan, stage: StageContext) -> bool:
    agents = {agent.id: agent for agent in plan.agents}
    agent = agents.get(stage.metadata.agent_id)
    return agent is not None and agent.tools == (IMAGE_ANNOTATE,) and not stage.generated_files
