"""The images that a clause of feedback is about: the others, and those that other clauses retain, stay as they are."""

from engines.note_planner.clause_images import KEEP, Clause, is_praise
from engines.note_planner.plan_edits import restore
from engines.note_planner.request.preferences import parse_preferences
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlanSet


def limit_to_named(
    plans: ImagePlanSet,
    before: ImagePlanSet,
    clause: Clause,
    outcome: ChangeOutcome,
    retained: tuple[set[str], set[str]],
) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with the images that *clause* is not about as before, and the outcome of what is left.

    Args:
        plans: the images after the clause.
        before: the images before it.
        clause: the clause.
        outcome: the outcome without the limit.
        retained: images that other clauses retain as a whole, and those of which they retain the style.

    """
    is_moved = sorted(one.subject for one in plans.plans) == sorted(one.subject for one in before.plans)
    if (
        clause.is_named
        and not clause.is_broad
        and not (is_moved and plans != before)
        and len(plans.plans) == len(before.plans)
    ):
        others = {plan.plan_id for index, plan in enumerate(before.plans) if index not in clause.indexes}
        plans = restore(plans, before, others)
    preferences = parse_preferences(clause.text)
    is_of_several = clause.is_broad or (len(clause.indexes) > 1 and not is_moved)
    if is_of_several and plans != before and not preferences.title:
        plans = restore(plans, before, retained[0] | (retained[1] if preferences.style else set()))
        outcome = ChangeOutcome.NOT_POSSIBLE if plans == before else outcome
    is_same = (plans.plans, set(plans.overlays)) == (before.plans, set(before.overlays))
    if outcome is ChangeOutcome.DONE and is_same and not KEEP.search(clause.folded) and not is_praise(clause.folded):
        outcome = ChangeOutcome.ALREADY_SO
    return plans, outcome
