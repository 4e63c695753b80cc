"""Judgment of the result of a task by a language model: the schema of its answer, and the verdict. Pure."""

from dataclasses import replace
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from services.common.contract.agent_team.team import StageStatus, WorkflowContext
from services.common.contract.image_chat import Verdict
from services.common.text.language import Language, Text
from services.common.text.sanitization import sanitize_line

MAX_FEEDBACK_LENGTH: Final = 1_000
MAX_SUGGESTION_LENGTH: Final = 300
MAX_SUGGESTIONS: Final = 5
TASK: Final = "task"
NO_JUDGMENT = Text("模型没有给出判断，内容没有评判。", "The model gave no judgment; the content was not judged.")
SKIPPED = Text("预算不足，内容没有评判。", "The budget left no judgment of the content.")


class TaskJudgment(BaseModel):
    """Whether a task is done; other fields are rejected."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    done: bool = Field(description="whether the results do the task")
    score: float = Field(ge=0, le=1, description="0: nothing of it is done; 1: all of it")
    stage: str = Field(max_length=64, description="the stage to repeat where the task is not done; else empty")
    feedback: str = Field(max_length=MAX_FEEDBACK_LENGTH, description="what is done and what is not")
    suggestions: tuple[Annotated[str, Field(max_length=MAX_SUGGESTION_LENGTH)], ...] = Field(
        max_length=MAX_SUGGESTIONS, description="what that stage must change; empty if the task is done"
    )


def decide_with_judgment(workflow: WorkflowContext, judgment: TaskJudgment) -> Verdict:
    """Return the verdict: the work returns to a stage only if the task is not done and the stage has a result."""
    stages = {stage.stage_id for stage in workflow.stages if stage.status is StageStatus.DONE}
    suggestions = tuple(filter(None, map(sanitize_line, judgment.suggestions)))
    # The stage receives nothing but the feedback.
    feedback = " ".join((sanitize_line(judgment.feedback), *(() if judgment.done else suggestions)))
    return Verdict(
        passed=judgment.done,
        score=judgment.score,
        dimensions={TASK: judgment.score},
        feedback=feedback,
        suggestions=suggestions,
        return_to=judgment.stage if not judgment.done and judgment.stage in stages else "",
    )


def add_note(verdict: Verdict, note: Text, language: Language) -> Verdict:
    """Return *verdict* with *note*, which states why no model judged the content."""
    return replace(verdict, feedback=f"{verdict.feedback} {note.pick(language)}")
