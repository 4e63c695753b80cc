"""The note as it stands, and what is said of it. Pure."""

from services.orchestrator.domain.note import wording
from services.orchestrator.domain.note.reviewing import good_enough
from services.orchestrator.domain.note.state import Delivery, NoteState, in_order
from services.orchestrator.domain.note.values import ComposedNote, ImagePlanSet


def composed(state: NoteState, threshold: float) -> ComposedNote:
    """Return the note as it stands: the best whole one where there is one, else what was made so far."""
    if state.best is not None:
        return _whole(state, state.best, threshold)
    plans = state.plans or ImagePlanSet(())
    return ComposedNote(
        content=state.content or state.before,
        images=in_order(plans, state.images),
        bindings=plans.bindings,
        layout=state.layout,
        missing=tuple(plan for plan in plans.plans if plan.plan_id in state.lost),
        remarks=_remarks(state, None, threshold),
    )


def _whole(state: NoteState, best: Delivery, threshold: float) -> ComposedNote:
    return ComposedNote(
        content=best.content,
        images=in_order(best.plans, best.images),
        bindings=best.plans.bindings,
        layout=best.layout,
        verdict=best.verdict,
        missing=tuple(plan for plan in best.plans.plans if plan.plan_id in best.lost),
        remarks=_remarks(state, best, threshold),
    )


def _remarks(state: NoteState, best: Delivery | None, threshold: float) -> tuple[str, ...]:
    language, remarks = state.language, list[str]()
    content = best.content if best else state.content
    if content is not None and content.draft:
        remarks.append(wording.DRAFT.pick(language))
    lost = best.lost if best else state.lost
    plans = best.plans if best else state.plans
    if lost and plans is not None:
        remarks.append(wording.LOST_PICTURES.pick(language).format(planned=len(plans.plans), lost=len(lost)))
    if best is not None and not best.verdict.judged:
        remarks.append(wording.NOT_JUDGED.pick(language))
    elif best is not None and not good_enough(best.verdict, threshold):
        told = (wording.BEST_OF_SEVERAL if state.iteration else wording.UNDER_SCORE).pick(language)
        told = told.format(rounds=state.iteration, score=best.verdict.score, feedback=best.verdict.feedback)
        remarks.append(told.rstrip("： :"))
    return tuple(remarks)
