"""Agents of a note that do well, unless they are told otherwise, and people who answer."""

from collections.abc import Callable, Mapping
from typing import Any

from services.common.limits import Limits
from services.orchestrator.domain import calls
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.values import (
    Advice,
    Brief,
    EvidencePack,
    ImagePlan,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    ReferenceAnalyses,
)
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.products import StepResult
from services.orchestrator.domain.questions import Answer, Decision, Question
from services.orchestrator.domain.remote import RemoteModels
from services.orchestrator.domain.values import Asset, Failure, ImageResult, TaskType, Verdict
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.play import Played, play, started

LIMITS = Limits()
SUPERVISED = RemoteModels(roles=True, default_image=False, planner=True)
QUIET = NoteInput("写一篇春游攻略", skip_content_approval=True, skip_image_plans_approval=True, skip_clarification=True)
GOOD = Verdict(passed=True, score=0.9, dimensions={"content": 0.9, "images": 0.9})
BRIEF = Brief("春游")
CONTENT = NoteContent("春游去哪儿", "第一段。\n\n第二段。\n\n第三段。", ("春游",))
LAYOUT = LayoutSpec("cover-and-sections")
PLANS = ImagePlanSet(tuple(ImagePlan(f"image-{number}", "", "樱花") for number in (1, 2, 3)))

# What an agent answers to the n-th try of a step, or always.
Told = StepResult | Failure | Callable[[Step, int], StepResult | Failure]


def agents(told: Mapping[NoteAgent, Told] | None = None) -> Callable[[Step, int], StepResult | Failure]:
    """Return agents that do well; those in *told* answer that."""

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        wanted = (told or {}).get(NoteAgent(step.agent))
        if wanted is None:
            return well(step)
        return wanted(step, attempt) if callable(wanted) else wanted

    return answer


def well(step: Step) -> StepResult:
    """Return what an agent makes that has no trouble."""
    match step.call:
        case calls.PaintNoteImage(plan=plan):
            return NoteImage(plan.plan_id, picture(step.name))
        case calls.CompileBrief():
            return BRIEF
        case calls.GatherEvidence():
            return EvidencePack(tags=("春游",))
        case calls.AnalyzeReferences():
            return ReferenceAnalyses()
        case calls.WriteNote():
            return CONTENT
        case calls.PlanLayout():
            return LAYOUT
        case calls.PlanImages():
            return PLANS
        case calls.AdviseRoute():
            return Advice()
        case calls.ReviewNote():
            return GOOD
        case other:
            raise AssertionError(other)


def picture(name: str) -> ImageResult:
    """Return a picture whose asset bears *name*."""
    return ImageResult(Asset(name, 64, 64), TaskType.TEXT_TO_IMAGE, "builtin", 1, "p")


def in_turn(*results: StepResult | Failure) -> Callable[[Step, int], StepResult | Failure]:
    """Return an agent that makes one of *results* after the other, the last again and again."""
    left = list(results)

    def answer(step: Step, _: int) -> StepResult | Failure:
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def approving(question: Question) -> Answer:
    """Approve of everything."""
    return Answer(Decision.APPROVE)


def told(*answers: Answer) -> Callable[[Question], Answer]:
    """Return a person who gives *answers* one after the other, and then approves."""
    left = list(answers)

    def answer(question: Question) -> Answer:
        return left.pop(0) if left else Answer(Decision.APPROVE)

    return answer


def played(
    asked: NoteInput = QUIET,
    told_agents: Mapping[NoteAgent, Told] | None = None,
    *,
    person: Callable[[Question], Answer] = approving,
    limits: Limits = LIMITS,
    remote: RemoteModels | None = None,
) -> Played:
    """Return a run of a note that has ended."""
    workflow: Any = NoteCreation(limits, remote) if remote else NoteCreation(limits)
    return play([started(asked)], agents(told_agents), limits, workflow=workflow, person=person)
