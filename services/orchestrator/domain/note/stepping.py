"""The steps of a note: which call each agent's work is. Pure."""

from typing import Any

from services.common.limits import Limits
from services.orchestrator.domain.calls import (
    AdviseRoute,
    AnalyzeReferences,
    Call,
    CompileBrief,
    GatherEvidence,
    PaintNoteImage,
    PlanImages,
    PlanLayout,
    ReviewNote,
    WriteNote,
)
from services.orchestrator.domain.note.agents import ROLES, NoteAgent
from services.orchestrator.domain.note.state import NoteState, in_order
from services.orchestrator.domain.note.values import Brief, ImagePlan, ImagePlanSet, LayoutSpec, NoteContent
from services.orchestrator.domain.seeds import round_seed
from services.orchestrator.domain.workflow import Step

BATCH_TOOL = "generate_images_batch"
# Seeds of the pictures of one round lie this far from those of the next: more than a note can have pictures.
PICTURES_A_ROUND = 16


def steps_of(
    state: NoteState,
    agent: NoteAgent,
    limits: Limits,
    finished: NoteAgent | None = None,
    following: NoteAgent | None = None,
) -> tuple[Step, ...]:
    """Return the steps that are *agent*'s work now; of the supervisor, whose advice is on *finished*, at most once."""
    if agent is NoteAgent.IMAGES:
        return _images(state)
    if agent is NoteAgent.SUPERVISOR and finished is not None and following is not None:
        name = f"{agent}-{finished}-{state.round_of(finished)}"
        return () if name in state.advised else (_step(name, agent, _advise_route(state, finished, following)),)
    return (_step(f"{agent}-{state.round_of(agent)}", agent, _call(state, agent, limits)),)


def _step(name: str, agent: NoteAgent, call: Call) -> Step:
    return Step(name, ROLES[agent], call, told_as=agent)


def _call(state: NoteState, agent: NoteAgent, limits: Limits) -> Call:
    match agent:
        case NoteAgent.BRIEF:
            return _compile_brief(state, limits)
        case NoteAgent.EVIDENCE:
            return GatherEvidence(_brief(state), _wish(state), _feedback(state, agent), _fresh(state, agent))
        case NoteAgent.REFERENCES:
            pictures = state.asked.reference_asset_ids
            return AnalyzeReferences(pictures, _wish(state), _feedback(state, agent), _fresh(state, agent))
        case NoteAgent.WRITER:
            return _write_note(state)
        case NoteAgent.LAYOUT:
            return _plan_layout(state)
        case NoteAgent.IMAGE_PLANNER:
            return _plan_images(state)
        case NoteAgent.REVIEW:
            return _review_note(state)
        case NoteAgent.SUPERVISOR | NoteAgent.IMAGES:
            raise ValueError(f"{agent} has no single call")


def _images(state: NoteState) -> tuple[Step, ...]:
    """Return one step for each picture that is neither made nor given up: they are made side by side."""
    agent, plans = NoteAgent.IMAGES, _plans(state)
    round_ = state.round_of(agent)
    return tuple(
        _step(f"{agent}-{round_}-{plan.plan_id}", agent, _paint(state, plans, plan, number, round_))
        for number, plan in enumerate(plans.plans, start=1)
        if plan.plan_id not in state.images and plan.plan_id not in state.lost
    )


def _paint(state: NoteState, plans: ImagePlanSet, plan: ImagePlan, number: int, round_: int) -> PaintNoteImage:
    overlays = tuple(text for text in plans.overlays if text.plan_id == plan.plan_id)
    seed = round_seed(state.seed, (round_ - 1) * PICTURES_A_ROUND + number)
    feedback = _feedback(state, NoteAgent.IMAGES)
    return PaintNoteImage(plan, overlays, feedback, seed, state.asked.preferred_model)


def batch_id(state: NoteState) -> str:
    """Return the id that ties call and result of this round's batch together."""
    return f"{BATCH_TOOL}-{state.round_of(NoteAgent.IMAGES)}"


def batch_input(state: NoteState) -> dict[str, Any]:
    """Return what the batch is asked for: the pictures that are still to be made."""
    left = (plan for plan in _plans(state).plans if plan.plan_id not in state.images)
    return {"tasks": [{"taskId": plan.plan_id, "prompt": plan.prompt} for plan in left]}


def batch_output(state: NoteState) -> dict[str, Any]:
    """Return what became of the batch."""
    made = [{"taskId": name, "assetId": image.image.asset.asset_id} for name, image in state.images.items()]
    failed = [{"taskId": name, "error": failure.message} for name, failure in state.lost.items()]
    return {"images": made, "failed": failed}


def _compile_brief(state: NoteState, limits: Limits) -> CompileBrief:
    asked = state.asked
    return CompileBrief(
        text=asked.text,
        layout_preference=asked.layout_preference,
        reference_count=len(asked.reference_asset_ids),
        picture_count=asked.picture_count,
        messages=state.messages[-limits.planner_messages :] if limits.planner_messages else (),
        clarified=state.clarified,
        feedback=_feedback(state, NoteAgent.BRIEF),
        builtin_only=NoteAgent.BRIEF in state.degraded,
        fresh=_fresh(state, NoteAgent.BRIEF),
    )


def _write_note(state: NoteState) -> WriteNote:
    agent = NoteAgent.WRITER
    feedback = _feedback(state, agent)
    return WriteNote(
        brief=_brief(state),
        evidence=state.evidence,
        references=state.references,
        feedback=feedback,
        before=state.before if feedback else None,
        clarified=state.clarified,
        builtin_only=agent in state.degraded,
        fresh=_fresh(state, agent),
        seed=round_seed(state.seed, state.round_of(agent)),
    )


def _plan_layout(state: NoteState) -> PlanLayout:
    agent = NoteAgent.LAYOUT
    return PlanLayout(
        brief=_brief(state),
        content=_content(state),
        layout_preference=state.asked.layout_preference,
        references=state.references,
        feedback=_feedback(state, agent),
        builtin_only=agent in state.degraded,
        fresh=_fresh(state, agent),
    )


def _plan_images(state: NoteState) -> PlanImages:
    agent = NoteAgent.IMAGE_PLANNER
    return PlanImages(
        brief=_brief(state),
        content=_content(state),
        layout=_layout(state),
        references=state.references,
        feedback=_feedback(state, agent),
        clarified=state.clarified,
        builtin_only=agent in state.degraded,
        fresh=_fresh(state, agent),
    )


def _review_note(state: NoteState) -> ReviewNote:
    plans = _plans(state)
    return ReviewNote(
        text=_wish(state),
        brief=_brief(state),
        evidence=state.evidence,
        references=state.references,
        content=_content(state),
        layout=_layout(state),
        plans=plans,
        images=in_order(plans, state.images),
        fresh=_fresh(state, NoteAgent.REVIEW),
    )


def _advise_route(state: NoteState, finished: NoteAgent, following: NoteAgent) -> AdviseRoute:
    return AdviseRoute(
        text=state.asked.text,
        finished=finished,
        following=following,
        candidates=tuple(agent for agent in NoteAgent if agent in state.made),
        brief=state.brief,
        content=state.content,
        layout=state.layout,
        plans=state.plans,
        clarified=state.clarified,
        fresh=_fresh(state, finished),
    )


def _wish(state: NoteState) -> str:
    """Return what the person wrote, with what they answered when they were asked what they mean."""
    return "\n".join((state.asked.text, *(said.answer for said in state.clarified)))


def _feedback(state: NoteState, agent: NoteAgent) -> str:
    return state.feedback.get(agent, "")[:4_000]


def _fresh(state: NoteState, agent: NoteAgent) -> bool:
    """Whether a cached answer will not do: asked for, or it is what the agent is to do otherwise."""
    return state.asked.fresh or state.round_of(agent) > 1


def _brief(state: NoteState) -> Brief:
    assert state.brief is not None, "the brief comes first"
    return state.brief


def _content(state: NoteState) -> NoteContent:
    assert state.content is not None, "the text comes before the page"
    return state.content


def _layout(state: NoteState) -> LayoutSpec:
    assert state.layout is not None, "the page comes before the pictures"
    return state.layout


def _plans(state: NoteState) -> ImagePlanSet:
    assert state.plans is not None, "pictures are planned before they are made"
    return state.plans
