"""Agents of a note that succeed unless a test defines other results, and users who answer."""

from collections.abc import Callable, Mapping

from services.common.contract import requests
from services.common.contract.assets import Asset
from services.common.contract.failure import Failure
from services.common.contract.image_chat import ImageResult, TaskType, Verdict
from services.common.contract.note import (
    Advice,
    Brief,
    ComposedNote,
    EvidencePack,
    ImagePlan,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    NoteImage,
    NoteInput,
    ReferenceAnalyses,
    TemplateSet,
)
from services.common.contract.prompts import PromptSet
from services.common.contract.questions import Answer, Decision, Question
from services.common.contract.results import StepResult
from services.common.limits import Limits
from services.orchestrator.domain import events as ev
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.workflow import Step
from tests.unit.orchestrator.simulation import SimulatedRun, simulate, started

LIMITS = Limits()
QUIET = NoteInput("写一篇春游攻略", skip_content_approval=True, skip_image_plans_approval=True, skip_clarification=True)
GOOD = Verdict(passed=True, score=0.9, dimensions={"content": 0.9, "images": 0.9})
BRIEF = Brief("春游")
CONTENT = NoteContent("春游去哪儿", "第一段。\n\n第二段。\n\n第三段。", ("春游",))
LAYOUT = LayoutSpec("cover-and-sections")
PLANS = ImagePlanSet(tuple(ImagePlan(f"image-{number}", "", "樱花") for number in (1, 2, 3)))

# Calls of the supervisor's tools, which no script of its advice is for.
TOOL_CALLS = (requests.LoadPrompts, requests.SelectTemplates)

# What an agent answers to the n-th attempt of a step, or always.
Reported = StepResult | Failure | Callable[[Step, int], StepResult | Failure]


def agents(reported: Mapping[NoteAgent, Reported] | None = None) -> Callable[[Step, int], StepResult | Failure]:
    """Return agents that succeed; those in *reported* return that result."""

    def answer(step: Step, attempt: int) -> StepResult | Failure:
        expected = (reported or {}).get(NoteAgent(step.agent))
        if expected is None or (isinstance(expected, Advice) and isinstance(step.call, TOOL_CALLS)):
            return succeed(step)
        return expected(step, attempt) if callable(expected) else expected

    return answer


def succeed(step: Step) -> StepResult:
    """Return the result of an agent that succeeds."""
    match step.call:
        case requests.PaintNoteImage(plan=plan):
            return NoteImage(plan.plan_id, image(step.name))
        case requests.CompileBrief():
            return BRIEF
        case requests.GatherEvidence():
            return EvidencePack(tags=("春游",))
        case requests.AnalyzeReferences():
            return ReferenceAnalyses()
        case requests.WriteNote():
            return CONTENT
        case requests.PlanLayout():
            return LAYOUT
        case requests.PlanImages():
            return PLANS
        case requests.AdviseRoute():
            return Advice()
        case requests.ReviewNote():
            return GOOD
        case requests.LoadPrompts():
            return PromptSet()
        case requests.SelectTemplates():
            return TemplateSet()
        case other:
            raise AssertionError(other)


def image(name: str) -> ImageResult:
    """Return an image whose asset has the id *name*."""
    return ImageResult(Asset(name, 64, 64), TaskType.TEXT_TO_IMAGE, "builtin", 1, "p")


def one_by_one(*results: StepResult | Failure) -> Callable[[Step, int], StepResult | Failure]:
    """Return an agent that returns *results* one after another, then the last one repeatedly."""
    left = list(results)

    def answer(step: Step, _: int) -> StepResult | Failure:
        if isinstance(step.call, TOOL_CALLS):
            return succeed(step)
        return left.pop(0) if len(left) > 1 else left[0]

    return answer


def approving(question: Question) -> Answer:
    """Approve everything."""
    return Answer(Decision.APPROVE)


def reported(*answers: Answer) -> Callable[[Question], Answer]:
    """Return a user who gives *answers* one after the other, and then approves."""
    left = list(answers)

    def answer(question: Question) -> Answer:
        return left.pop(0) if left else Answer(Decision.APPROVE)

    return answer


def played(
    requested: NoteInput = QUIET,
    reported_agents: Mapping[NoteAgent, Reported] | None = None,
    *,
    user: Callable[[Question], Answer] = approving,
    limits: Limits = LIMITS,
) -> SimulatedRun:
    """Return a run of a note that has ended."""
    return simulate([started(requested)], agents(reported_agents), limits, workflow=NoteCreation(limits), user=user)


def worked(run: SimulatedRun) -> list[str]:
    """Return the names of the steps that were finished, in order, except those of the supervisor."""
    return [name for name in finished(run) if not name.startswith(NoteAgent.SUPERVISOR)]


def supervised(run: SimulatedRun) -> list[str]:
    """Return the names of the steps that the supervisor finished, in order."""
    return [name for name in finished(run) if name.startswith(NoteAgent.SUPERVISOR)]


def finished(run: SimulatedRun) -> list[str]:
    """Return the names of the steps that were finished, in order."""
    return [event.step for event in run.of(ev.StepFinished) if isinstance(event, ev.StepFinished)]


def delivered(run: SimulatedRun) -> ComposedNote:
    """Return the note that a run delivered."""
    (event,) = run.of(ev.WorkDelivered)
    assert isinstance(event, ev.WorkDelivered)
    assert isinstance(event.result, ComposedNote)
    return event.result


def scored(**dimensions: float) -> Verdict:
    """Return a judgment that states all is fine, whatever its scores."""
    return Verdict(passed=True, score=0.9, dimensions=dimensions, feedback="很好")
