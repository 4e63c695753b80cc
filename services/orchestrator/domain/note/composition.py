"""The composed note of a run, and the remarks about it. Pure."""

from collections.abc import Sequence

from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.note import ComposedNote, ImagePlanSet
from services.common.text.language import Language
from services.orchestrator.domain.note import texts
from services.orchestrator.domain.note.agents import NoteAgent
from services.orchestrator.domain.note.questions import describe_changes
from services.orchestrator.domain.note.reviews import is_good_enough
from services.orchestrator.domain.note.state import MIN_CLARITY, NoteState, ReviewedNote, order_images


def compose_note(state: NoteState, threshold: float) -> ComposedNote:
    """Return the best reviewed note, or what exists so far when none was reviewed."""
    if state.best is not None:
        return _compose_best(state, state.best, threshold)
    plans = state.plans or ImagePlanSet(())
    return ComposedNote(
        content=state.content or state.previous_content,
        images=order_images(plans, state.images),
        bindings=plans.bindings,
        layout=state.layout,
        missing=tuple(plan for plan in plans.plans if plan.plan_id in state.failed_images),
        remarks=_remarks(state, None, threshold),
    )


def _compose_best(state: NoteState, best: ReviewedNote, threshold: float) -> ComposedNote:
    return ComposedNote(
        content=best.content,
        images=order_images(best.plans, best.images),
        bindings=best.plans.bindings,
        layout=best.layout,
        verdict=best.verdict,
        missing=tuple(plan for plan in best.plans.plans if plan.plan_id in best.failed_images),
        remarks=_remarks(state, best, threshold),
    )


def _remarks(state: NoteState, best: ReviewedNote | None, threshold: float) -> tuple[str, ...]:
    language, remarks = state.language, list[str]()
    content = best.content if best else state.content
    if content is not None and content.draft:
        remarks.append(texts.DRAFT.pick(language))
    if content is not None:
        remarks += content.remarks
        remarks += _describe_undone(content.changes, language)
    remarks += _describe_default(state)
    if state.is_evidence_missing and not (state.evidence and state.evidence.sources):
        remarks.append(texts.EVIDENCE_MISSING.pick(language))
    if state.degraded:
        remarks.append(_describe_repeated(state))
    failed = best.failed_images if best else state.failed_images
    plans = best.plans if best else state.plans
    remarks += _describe_undone(plans.changes if plans else (), language)
    if failed and plans is not None:
        remarks.append(texts.IMAGES_FAILED.pick(language).format(planned=len(plans.plans), failed=len(failed)))
    if best is not None and not best.verdict.judged:
        remarks.append(texts.NOT_REVIEWED.pick(language))
    elif best is not None and not is_good_enough(best.verdict, threshold):
        remark = (texts.BEST_OF_ROUNDS if state.iteration else texts.BELOW_THRESHOLD).pick(language)
        remark = remark.format(rounds=state.iteration, score=best.verdict.score, feedback=best.verdict.feedback)
        remarks.append(remark.rstrip("： :"))
    return tuple(remarks)


def _describe_default(state: NoteState) -> tuple[str, ...]:
    """Return what was used in place of the answer to the question about an unclear request."""
    brief = state.brief
    if brief is None or brief.clarification is None or brief.requirement_clarity >= MIN_CLARITY:
        return ()
    question = brief.clarification.question
    if any(answer.question == question for answer in state.clarification_answers):
        return ()
    remark = texts.DEFAULT_USED.pick(state.language)
    return (remark.format(question=question, topic=brief.topic, audience=brief.audience),)


def _describe_undone(changes: Sequence[FeedbackChange], language: Language) -> tuple[str, ...]:
    """Return one line for each requested change that was not made."""
    return describe_changes([change for change in changes if change.outcome != ChangeOutcome.DONE], language)[1:]


def _describe_repeated(state: NoteState) -> str:
    """Return which parts the built-in engine repeated after an error."""
    language = state.language
    parts = [texts.PARTS[agent].pick(language) for agent in NoteAgent if agent in state.degraded]
    separator = texts.PARTS_SEPARATOR.pick(language)
    return texts.REPEATED_BY_RULES.pick(language).format(parts=separator.join(parts))
