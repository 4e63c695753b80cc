"""Edits of a set of planned images: their order, number, subjects, style and texts."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from engines.note_planner.clause_images import Clause
from engines.note_planner.limits import MAX_IMAGES
from services.common.contract.note import ImagePlan, ImagePlanSet, ParagraphImageBinding
from services.common.text.language import Language

Draft = Callable[[int], ImagePlanSet]
"""Plans a given number of images again."""


def swap(plans: ImagePlanSet, first: int, second: int) -> ImagePlanSet | None:
    """Return the plans with two images in each other's place, None if there are fewer."""
    listed = list(plans.plans)
    if max(first, second) >= len(listed) or first == second:
        return None
    if 0 in (first, second):
        # The cover retains its title and its place; only its subject changes.
        one, other = listed[first], listed[second]
        listed[first], listed[second] = with_subject(one, other.subject), with_subject(other, one.subject)
        return replace(plans, plans=tuple(listed))
    ids = {listed[first].plan_id: listed[second].plan_id, listed[second].plan_id: listed[first].plan_id}
    listed[first], listed[second] = listed[second], listed[first]
    bindings = tuple(replace(one, plan_id=ids.get(one.plan_id, one.plan_id)) for one in plans.bindings)
    return replace(plans, plans=tuple(listed), bindings=bindings)


def move(plans: ImagePlanSet, index: int, place: int) -> ImagePlanSet | None:
    """Return the plans with one image in another place, the others in their order; None if it is there or absent."""
    step, moved = (1 if place > index else -1), None
    for position in range(index, place, step):
        moved = swap(moved or plans, position, position + step)
        if moved is None:
            return None
    return moved


def remove(plans: ImagePlanSet, index: int) -> ImagePlanSet | None:
    """Return the plans without one image, None if it is the only one."""
    if len(plans.plans) == 1 or index >= len(plans.plans):
        return None
    plan_id = plans.plans[index].plan_id
    return replace(
        plans,
        plans=tuple(plan for plan in plans.plans if plan.plan_id != plan_id),
        bindings=tuple(one for one in plans.bindings if one.plan_id != plan_id),
        overlays=tuple(one for one in plans.overlays if one.plan_id != plan_id),
    )


def remove_all_but(plans: ImagePlanSet, clause: Clause) -> ImagePlanSet | None:
    """Return the plans without those that *clause* is about, the others; with the cover alone if there are none."""
    others = clause.indexes if 0 < len(clause.indexes) < len(plans.plans) else tuple(range(1, len(plans.plans)))
    return remove_several(plans, others)


def remove_several(plans: ImagePlanSet, indexes: Sequence[int]) -> ImagePlanSet | None:
    """Return the plans without the images *indexes*, None if none is left."""
    reduced: ImagePlanSet | None = plans
    for index in sorted(indexes, reverse=True):
        reduced = remove(reduced, index) if reduced is not None else None
    return reduced


def add(plans: ImagePlanSet, draft: Draft) -> ImagePlanSet | None:
    """Return the plans with one more: the first one of a completely new set with an unused scene and paragraph."""
    if len(plans.plans) >= MAX_IMAGES:
        return None
    new = draft(len(plans.plans) + 1)
    scenes = {plan.subject for plan in plans.plans}
    candidates = [plan for plan in new.plans[1:] if plan.subject not in scenes] or list(new.plans[-1:])
    chosen, ids = candidates[0], {plan.plan_id for plan in plans.plans}
    plan_id = next(name for number in range(1, MAX_IMAGES + 2) if (name := f"image-{number}") not in ids)
    paragraph = next((one.paragraph for one in new.bindings if one.plan_id == chosen.plan_id), None)
    if len(styles := {plan.style for plan in plans.plans}) == 1:
        chosen = with_style(chosen, *styles)
    bindings = () if paragraph is None else (ParagraphImageBinding(paragraph, plan_id),)
    texts = tuple(replace(text, plan_id=plan_id) for text in new.overlays if text.plan_id == chosen.plan_id)
    return replace(
        plans,
        plans=(*plans.plans, replace(chosen, plan_id=plan_id)),
        bindings=(*plans.bindings, *bindings),
        overlays=(*plans.overlays, *texts),
    )


def resize(plans: ImagePlanSet, count: int, draft: Draft) -> ImagePlanSet | None:
    """Return the plans with *count* images, None if there cannot be as many."""
    resized: ImagePlanSet | None = plans
    while resized is not None and len(resized.plans) != count:
        before = len(resized.plans)
        resized = add(resized, draft) if before < count else remove(resized, before - 1)
    return resized


def restore(plans: ImagePlanSet, previous: ImagePlanSet, retained: set[str]) -> ImagePlanSet:
    """Return *plans* with the plans *retained* as they were before a change of all of them."""
    before = {plan.plan_id: plan for plan in previous.plans if plan.plan_id in retained}
    others = (text for text in plans.overlays if text.plan_id not in before)
    texts = (text for text in previous.overlays if text.plan_id in before)
    return replace(
        plans,
        plans=tuple(before.get(plan.plan_id, plan) for plan in plans.plans),
        overlays=(*texts, *others) if before else plans.overlays,
    )


def with_detail(plan: ImagePlan, detail: str, language: Language) -> ImagePlan:
    """Return *plan* with a detail at the end of its prompt."""
    separator = "，" if language is Language.CHINESE else ", "
    return replace(plan, prompt=f"{plan.prompt}{separator}{detail}")


def with_style(plan: ImagePlan, style: str) -> ImagePlan:
    """Return *plan* in another style."""
    prompt = plan.prompt.replace(plan.style, style, 1) if plan.style and plan.style in plan.prompt else None
    return replace(plan, style=style, prompt=prompt or f"{plan.prompt}, {style}")


def with_subject(plan: ImagePlan, subject: str) -> ImagePlan:
    """Return *plan* with another subject."""
    has_subject = bool(plan.subject) and plan.subject in plan.prompt
    prompt = plan.prompt.replace(plan.subject, subject) if has_subject else f"{subject}, {plan.prompt}"
    purpose = re.sub(re.escape(plan.subject), lambda _: subject, plan.purpose, flags=re.IGNORECASE)
    return replace(plan, subject=subject, prompt=prompt, purpose=purpose if plan.subject else plan.purpose)


def map_plans(plans: ImagePlanSet, indexes: Sequence[int], change: Callable[[ImagePlan], ImagePlan]) -> ImagePlanSet:
    """Return *plans* with a change of the images *indexes*."""
    chosen = set(indexes)
    return replace(
        plans, plans=tuple(change(plan) if index in chosen else plan for index, plan in enumerate(plans.plans))
    )


def return_value(value: ImagePlan, _: ImagePlan) -> ImagePlan:
    """Return *value*, the plan in place of another."""
    return value


def renew(plans: ImagePlanSet, indexes: Sequence[int], draft: Draft) -> ImagePlanSet | None:
    """Return the plans with other scenes that no plan uses yet, None if there are too few."""
    used = {own.subject for own in plans.plans}
    spare = list(dict.fromkeys(one.subject for one in draft(MAX_IMAGES).plans if one.subject not in used))
    if len(spare) < len(indexes):
        return None
    for index, subject in zip(indexes, spare, strict=False):
        changed = with_subject(plans.plans[index], subject)
        plans = map_plans(plans, (index,), partial(return_value, changed))
    return plans


def find_new_subjects(before: ImagePlanSet, after: ImagePlanSet) -> dict[str, str]:
    """Return the subjects that differ, by the identifier of the image."""
    old = {plan.plan_id: plan.subject for plan in before.plans}
    return {plan.plan_id: plan.subject for plan in after.plans if old.get(plan.plan_id) not in (None, plan.subject)}
