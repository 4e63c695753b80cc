"""The steps of the note workflow: the request of each agent. Pure."""

from dataclasses import replace
from typing import Any

from services.common.contract.note import (
    Brief,
    EvidencePack,
    ImagePlan,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    TemplateSet,
)
from services.common.contract.requests import (
    AdviseRoute,
    AnalyzeReferences,
    Call,
    CompileBrief,
    GatherEvidence,
    LoadPrompts,
    PaintNoteImage,
    PlanImages,
    PlanLayout,
    ReviewNote,
    SelectTemplates,
    WriteNote,
)
from services.common.contract.role import Role
from services.common.contract.tools import ToolName
from services.common.limits import Limits
from services.orchestrator.domain.note.agents import ROLES, NoteAgent
from services.orchestrator.domain.note.state import NoteState, order_images
from services.orchestrator.domain.seeds import round_seed
from services.orchestrator.domain.workflow import Step

BATCH_TOOL = ToolName.GENERATE_IMAGES_BATCH
# Names of the steps in which the supervisor calls its tools; the round of the brief follows that of the templates.
PROMPTS_STEP, TEMPLATES_STEP = f"{NoteAgent.SUPERVISOR}-prompts", f"{NoteAgent.SUPERVISOR}-templates"
# Number of seeds reserved for the images of one round: more than a note can have.
SEEDS_PER_ROUND = 16
# Limits of the contract on the session's earlier answers in a review.
MAX_EARLIER, MAX_EARLIER_LENGTH = 50, 2_000


def build_steps(
    state: NoteState,
    agent: NoteAgent,
    limits: Limits,
    finished: NoteAgent | None = None,
    following: NoteAgent | None = None,
) -> tuple[Step, ...]:
    """Return the current steps of *agent*. The supervisor advises at most once on each round of *finished*."""
    if agent is NoteAgent.IMAGES:
        return _image_steps(state)
    if agent is NoteAgent.SUPERVISOR and finished is not None and following is not None:
        name = f"{agent}-{finished}-{state.round_number(finished)}"
        return () if name in state.advised_steps else (_step(name, agent, _advise_route(state, finished, following)),)
    return (_step(f"{agent}-{state.round_number(agent)}", agent, _build_request(state, agent, limits)),)


def build_tool_step(state: NoteState) -> Step | None:
    """Return the next step in which the supervisor calls its tools, None when none is due.

    It loads the prompts before any agent works, and selects templates for each brief. A run of a version without
    these steps continues without them.
    """
    if state.prompts is None:
        return None if state.announced_routes else _tool_step(PROMPTS_STEP, LoadPrompts())
    if state.brief is None or state.templates is not None:
        return None
    call = SelectTemplates(state.brief.topic, state.brief.content_type)
    return _tool_step(f"{TEMPLATES_STEP}-{state.round_number(NoteAgent.BRIEF)}", call)


def _tool_step(name: str, call: LoadPrompts | SelectTemplates) -> Step:
    """Return a step of the supervisor at the rag, which has its tools."""
    return Step(name, Role.RAG, call, display_agent=NoteAgent.SUPERVISOR)


def _step(name: str, agent: NoteAgent, call: Call) -> Step:
    return Step(name, ROLES[agent], call, display_agent=agent)


def _build_request(state: NoteState, agent: NoteAgent, limits: Limits) -> Call:
    match agent:
        case NoteAgent.BRIEF:
            return _compile_brief(state, limits)
        case NoteAgent.EVIDENCE:
            return _gather_evidence(state)
        case NoteAgent.REFERENCES:
            return _analyze_references(state)
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


def _image_steps(state: NoteState) -> tuple[Step, ...]:
    """Return one step for each image that is neither generated nor failed. They run concurrently."""
    agent, plans = NoteAgent.IMAGES, _plans(state)
    round_ = state.round_number(agent)
    return tuple(
        _step(f"{agent}-{round_}-{plan.plan_id}", agent, _paint_note_image(state, plans, plan, number, round_))
        for number, plan in enumerate(plans.plans, start=1)
        if plan.plan_id not in state.images and plan.plan_id not in state.failed_images
    )


def _paint_note_image(
    state: NoteState, plans: ImagePlanSet, plan: ImagePlan, number: int, round_: int
) -> PaintNoteImage:
    overlays = tuple(text for text in plans.overlays if text.plan_id == plan.plan_id)
    seed = round_seed(state.seed, (round_ - 1) * SEEDS_PER_ROUND + number)
    feedback = _feedback(state, NoteAgent.IMAGES)
    return PaintNoteImage(_with_purpose(state, plan), overlays, feedback, seed, state.input.preferred_model)


def _with_purpose(state: NoteState, plan: ImagePlan) -> ImagePlan:
    """Return *plan* with the purpose that the user stated for its reference image, unless it has one."""
    described = state.input.find_reference(plan.reference_asset_id)
    if plan.reference_purpose or described is None or described.purpose is None:
        return plan
    return replace(plan, reference_purpose=described.purpose.value)


def batch_id(state: NoteState) -> str:
    """Return the id that call and result of this round's batch share."""
    return f"{BATCH_TOOL}-{state.round_number(NoteAgent.IMAGES)}"


def batch_input(state: NoteState) -> dict[str, Any]:
    """Return the input of the batch: the images that are not generated yet."""
    remaining = (plan for plan in _plans(state).plans if plan.plan_id not in state.images)
    return {"tasks": [{"taskId": plan.plan_id, "prompt": plan.prompt} for plan in remaining]}


def batch_output(state: NoteState) -> dict[str, Any]:
    """Return the output of the batch."""
    images = [{"taskId": name, "assetId": image.image.asset.asset_id} for name, image in state.images.items()]
    failed = [{"taskId": name, "error": failure.message} for name, failure in state.failed_images.items()]
    return {"images": images, "failed": failed}


def _compile_brief(state: NoteState, limits: Limits) -> CompileBrief:
    note_input = state.input
    return CompileBrief(
        text=note_input.text,
        layout_preference=note_input.layout_preference,
        reference_count=len(note_input.reference_asset_ids),
        image_count=note_input.image_count,
        messages=state.messages[-limits.planner_messages :] if limits.planner_messages else (),
        clarification_answers=state.clarification_answers,
        feedback=_feedback(state, NoteAgent.BRIEF),
        builtin_only=NoteAgent.BRIEF in state.degraded,
        fresh=_bypass_cache(state, NoteAgent.BRIEF),
        prompt=state.find_prompt(NoteAgent.BRIEF),
        content_type=note_input.content_type,
    )


def _gather_evidence(state: NoteState) -> GatherEvidence:
    agent = NoteAgent.EVIDENCE
    return GatherEvidence(
        brief=_brief(state),
        text=_full_prompt(state),
        feedback=_feedback(state, agent),
        fresh=_bypass_cache(state, agent),
        clarification_answers=state.clarification_answers,
        prompt=state.find_prompt(agent),
    )


def _analyze_references(state: NoteState) -> AnalyzeReferences:
    agent = NoteAgent.REFERENCES
    return AnalyzeReferences(
        asset_ids=state.input.reference_asset_ids,
        text=_full_prompt(state),
        feedback=_feedback(state, agent),
        fresh=_bypass_cache(state, agent),
        reference_inputs=state.input.reference_inputs,
    )


def _write_note(state: NoteState) -> WriteNote:
    agent = NoteAgent.WRITER
    feedback = _feedback(state, agent)
    return WriteNote(
        brief=_brief(state),
        evidence=_writer_evidence(state),
        references=state.references,
        feedback=feedback,
        previous_content=state.previous_content if feedback else None,
        clarification_answers=state.clarification_answers,
        builtin_only=agent in state.degraded,
        fresh=_bypass_cache(state, agent),
        seed=round_seed(state.seed, state.round_number(agent)),
        user_feedback=agent in state.rejected,
    )


def _writer_evidence(state: NoteState) -> EvidencePack | None:
    """Return the evidence with the templates and the prompt that the supervisor has for the writer."""
    if state.prompts is None:
        return state.evidence  # of a run of an earlier version, whose research returned both
    return replace(
        state.evidence or EvidencePack(),
        templates=(state.templates or TemplateSet()).templates,
        writer_prompt=state.find_prompt(NoteAgent.WRITER),
    )


def _plan_layout(state: NoteState) -> PlanLayout:
    agent = NoteAgent.LAYOUT
    return PlanLayout(
        brief=_brief(state),
        content=_content(state),
        layout_preference=state.input.layout_preference,
        references=state.references,
        feedback=_feedback(state, agent),
        builtin_only=agent in state.degraded,
        fresh=_bypass_cache(state, agent),
        prompt=state.find_prompt(agent),
    )


def _plan_images(state: NoteState) -> PlanImages:
    agent = NoteAgent.IMAGE_PLANNER
    return PlanImages(
        brief=_brief(state),
        content=_content(state),
        layout=_layout(state),
        references=state.references,
        feedback=_feedback(state, agent),
        clarification_answers=state.clarification_answers,
        builtin_only=agent in state.degraded,
        fresh=_bypass_cache(state, agent),
        prompt=state.find_prompt(agent),
        reference_inputs=state.input.reference_inputs,
        previous_plans=state.previous_plans if agent in state.rejected else None,
    )


def _review_note(state: NoteState) -> ReviewNote:
    plans = _plans(state)
    return ReviewNote(
        text=_full_prompt(state),
        brief=_brief(state),
        evidence=state.evidence,
        references=state.references,
        content=_content(state),
        layout=_layout(state),
        plans=plans,
        images=order_images(plans, state.images),
        fresh=_bypass_cache(state, NoteAgent.REVIEW),
        prompt=state.find_prompt(NoteAgent.REVIEW),
        earlier_texts=tuple(
            one.content[:MAX_EARLIER_LENGTH] for one in state.messages[-MAX_EARLIER:] if one.role == "assistant"
        ),
    )


def _advise_route(state: NoteState, finished: NoteAgent, following: NoteAgent) -> AdviseRoute:
    return AdviseRoute(
        text=state.input.text,
        finished_agent=finished,
        next_agent=following,
        candidates=tuple(agent for agent in NoteAgent if agent in state.results),
        brief=state.brief,
        content=state.content,
        layout=state.layout,
        plans=state.plans,
        clarification_answers=state.clarification_answers,
        fresh=_bypass_cache(state, finished),
        prompt=state.find_prompt(NoteAgent.SUPERVISOR),
    )


def _full_prompt(state: NoteState) -> str:
    """Return the user's text with their answers to clarifications."""
    return "\n".join((state.input.text, *(answer.answer for answer in state.clarification_answers)))


def _feedback(state: NoteState, agent: NoteAgent) -> str:
    return state.feedback.get(agent, "")[:4_000]


def _bypass_cache(state: NoteState, agent: NoteAgent) -> bool:
    """Return whether to bypass the cache: on request, and in every later round."""
    return state.input.fresh or state.round_number(agent) > 1


def _brief(state: NoteState) -> Brief:
    assert state.brief is not None, "the brief comes first"
    return state.brief


def _content(state: NoteState) -> NoteContent:
    assert state.content is not None, "the text comes before the layout"
    return state.content


def _layout(state: NoteState) -> LayoutSpec:
    assert state.layout is not None, "the layout comes before the images"
    return state.layout


def _plans(state: NoteState) -> ImagePlanSet:
    assert state.plans is not None, "images are planned before they are generated"
    return state.plans
