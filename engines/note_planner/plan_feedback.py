"""A reviewer's feedback on planned images, applied image by image: parts that it does not name do not change."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from engines.language.characters import is_chinese
from engines.language.clauses import split_clauses
from engines.language.words import take_words
from engines.note_planner import plan_patterns as patterns
from engines.note_planner.clause_images import (
    CHANGE,
    FIRST_OR_LAST_TWO,
    KEEP,
    NUMBERS,
    PRAISE,
    Clause,
    find_retained,
    read_clause,
)
from engines.note_planner.cover_text import MAX_TITLE_WIDTH, fit_line
from engines.note_planner.limits import MAX_IMAGES
from engines.note_planner.plan_removal import find_removed, removes_others, wants_cover_alone
from engines.note_planner.plan_subjects import is_statement, strip_subject
from engines.note_planner.request.preferences import MOODS_IN_ENGLISH, Preferences, parse_preferences
from engines.note_planner.scenes import find_scenes
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.note import ImagePlan, ImagePlanSet, OverlayKind, ParagraphImageBinding
from services.common.text.language import Language

MAX_CHANGES, MAX_FEEDBACK_LENGTH, MAX_SUBJECT_LENGTH = 20, 4_000, 120
Draft = Callable[[int], ImagePlanSet]
"""Plans a given number of images again."""


def apply_plan_feedback(previous: ImagePlanSet, feedback: str, draft: Draft, language: Language) -> ImagePlanSet:
    """Return *previous* with the changes in *feedback*; each part of it is among `changes`, with its outcome."""
    plans = replace(previous, changes=(), clarification=None)
    texts = [text for part in split_clauses(feedback[:MAX_FEEDBACK_LENGTH], patterns.BREAK) if (text := part.strip())]
    changes, indexes, is_retained = list[FeedbackChange](), tuple[int, ...](), False
    retained, styled = find_retained(texts, previous), find_retained(texts, previous, style_alone=True)
    orders, subjects = dict[int, tuple[int, ...]](), dict[int, dict[str, str]]()
    for text in texts[:MAX_CHANGES]:
        clause = read_clause(text, indexes, len(plans.plans))
        if is_retained and not clause.is_named:
            # "Leave the cover, make it watercolor": the cover does not become watercolor.
            clause = replace(clause, indexes=(), is_broad=True)
        named_before, indexes = indexes, clause.indexes
        is_retained = clause.retains and not PRAISE.search(clause.folded)
        if is_retained:
            orders[len(changes)] = indexes
        before = plans
        is_repeated = bool(changes) and patterns.BARE_REMOVAL.fullmatch(clause.folded) is not None
        if is_repeated and len(clause.indexes) == 1 and not _removed(changes[-1]):
            clause = replace(clause, is_named=True, folded=f"{clause.folded} remove this picture")
        elif is_repeated and _removed(changes[-1]):
            changes.append(FeedbackChange(text, changes[-1].outcome))
            continue
        plans, outcome = _apply_clause(plans, clause, draft, language)
        if clause.is_named and not clause.is_broad and len(plans.plans) == len(before.plans):
            others = {plan.plan_id for index, plan in enumerate(before.plans) if index not in clause.indexes}
            plans = _restore(plans, before, others)
        if clause.is_broad and plans != before and not parse_preferences(text).title:
            plans = _restore(plans, before, retained | (styled if parse_preferences(text).style else set()))
            outcome = ChangeOutcome.NOT_POSSIBLE if plans == before else outcome
        if _show(clause):
            subjects[len(changes)] = _find_new_subjects(before, plans)
        if outcome is ChangeOutcome.NOT_UNDERSTOOD and clause.is_broad:
            # A remark on all images does not move the clauses after it to them.
            indexes = named_before
        if len(plans.plans) > len(before.plans):
            # The following clauses are about the added image.
            indexes = (len(plans.plans) - 1,)
        changes.append(FeedbackChange(text, outcome))
    for position, expected in subjects.items():
        if any(plan.plan_id in expected and expected[plan.plan_id] not in plan.subject for plan in plans.plans):
            changes[position] = replace(changes[position], outcome=ChangeOutcome.NOT_POSSIBLE)
    for position, images in orders.items():
        if any(index < len(previous.plans) and previous.plans[index] not in plans.plans for index in images):
            changes[position] = replace(changes[position], outcome=ChangeOutcome.NOT_POSSIBLE)
    return replace(plans, changes=tuple(changes), engine="builtin")


def _find_new_subjects(before: ImagePlanSet, after: ImagePlanSet) -> dict[str, str]:
    """Return the subjects that differ, by the identifier of the image."""
    old = {plan.plan_id: plan.subject for plan in before.plans}
    return {plan.plan_id: plan.subject for plan in after.plans if old.get(plan.plan_id) not in (None, plan.subject)}


def _removed(change: FeedbackChange) -> bool:
    return patterns.REMOVE.search(change.text.lower()) is not None


def _restore(plans: ImagePlanSet, previous: ImagePlanSet, retained: set[str]) -> ImagePlanSet:
    """Return *plans* with the plans *retained* as they were before a change of all of them."""
    before = {plan.plan_id: plan for plan in previous.plans if plan.plan_id in retained}
    others = (text for text in plans.overlays if text.plan_id not in before)
    texts = (text for text in previous.overlays if text.plan_id in before)
    return replace(
        plans,
        plans=tuple(before.get(plan.plan_id, plan) for plan in plans.plans),
        overlays=(*texts, *others) if before else plans.overlays,
    )


def _apply_clause(
    plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language
) -> tuple[ImagePlanSet, ChangeOutcome]:
    folded, count = clause.folded, len(plans.plans)
    if any(index >= count for index in clause.indexes):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if is_statement(folded) and not clause.is_named:
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    if wants_cover_alone(clause):
        return _report(plans, _resize(plans, 1, draft))
    if patterns.OWN_PHOTO.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if removes_others(clause):
        return _report(plans, _remove_all_but(plans, clause))
    if KEEP.search(folded):
        # A change in the same clause would be lost.
        is_lost = not clause.retains and CHANGE.search(folded)
        return plans, ChangeOutcome.NOT_UNDERSTOOD if is_lost else ChangeOutcome.DONE
    if len(clause.indexes) == patterns.PAIR and FIRST_OR_LAST_TWO.search(folded) and patterns.SWAPS.search(folded):
        return _report(plans, _swap(plans, *clause.indexes))
    if swap := patterns.SWAP.search(folded):
        first, second = (NUMBERS[group] for group in swap.groups() if group)
        return _report(plans, _swap(plans, first, second))
    if cover := patterns.USE_FOR_COVER.search(folded):
        return _report(plans, _swap(plans, 0, NUMBERS[next(filter(None, cover.groups()))]))
    if patterns.NO_TEXT.search(folded):
        ids = {plans.plans[index].plan_id for index in clause.indexes or range(count)}
        texts = tuple(text for text in plans.overlays if text.plan_id not in ids)
        return replace(plans, overlays=texts), ChangeOutcome.DONE
    if patterns.ANOTHER.search(patterns.PLACE.sub("", folded).strip()) and clause.indexes:
        return _renew(plans, clause.indexes, draft)
    if patterns.REMOVE.search(folded) and not _show(clause):
        removed = find_removed(clause, plans)
        return _report(plans, None if removed is None else _remove(plans, removed))
    if patterns.ADD.search(folded) and not clause.is_named:
        return _report(plans, _add_about(plans, clause, draft, language))
    preferences = Preferences() if patterns.COMPLAINT.search(folded) else parse_preferences(clause.text)
    if preferred := _apply_preferences(plans, clause, preferences, draft, language):
        if (named := patterns.IMAGE_OF.search(folded)) and named[1] and clause.indexes:
            preferred = _map_plans(preferred, clause.indexes, lambda plan: _with_subject(plan, named[1]))
        return preferred, ChangeOutcome.DONE
    if patterns.PHOTOGRAPHED.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    return _change_subject(plans, clause, draft, language)


def _report(before: ImagePlanSet, after: ImagePlanSet | None) -> tuple[ImagePlanSet, ChangeOutcome]:
    return (before, ChangeOutcome.NOT_POSSIBLE) if after is None else (after, ChangeOutcome.DONE)


def _swap(plans: ImagePlanSet, first: int, second: int) -> ImagePlanSet | None:
    listed = list(plans.plans)
    if max(first, second) >= len(listed) or first == second:
        return None
    if 0 in (first, second):
        # The cover retains its title and its place; only its subject changes.
        one, other = listed[first], listed[second]
        listed[first], listed[second] = _with_subject(one, other.subject), _with_subject(other, one.subject)
        return replace(plans, plans=tuple(listed))
    ids = {listed[first].plan_id: listed[second].plan_id, listed[second].plan_id: listed[first].plan_id}
    listed[first], listed[second] = listed[second], listed[first]
    bindings = tuple(replace(one, plan_id=ids.get(one.plan_id, one.plan_id)) for one in plans.bindings)
    return replace(plans, plans=tuple(listed), bindings=bindings)


def _remove(plans: ImagePlanSet, index: int) -> ImagePlanSet | None:
    if len(plans.plans) == 1 or index >= len(plans.plans):
        return None
    plan_id = plans.plans[index].plan_id
    return replace(
        plans,
        plans=tuple(plan for plan in plans.plans if plan.plan_id != plan_id),
        bindings=tuple(one for one in plans.bindings if one.plan_id != plan_id),
        overlays=tuple(one for one in plans.overlays if one.plan_id != plan_id),
    )


def _remove_all_but(plans: ImagePlanSet, clause: Clause) -> ImagePlanSet | None:
    """Return the plans without those that *clause* is about, the others; with the cover alone if there are none."""
    others = clause.indexes if 0 < len(clause.indexes) < len(plans.plans) else tuple(range(1, len(plans.plans)))
    reduced: ImagePlanSet | None = plans
    for index in sorted(others, reverse=True):
        reduced = _remove(reduced, index) if reduced is not None else None
    return reduced


def _add(plans: ImagePlanSet, draft: Draft) -> ImagePlanSet | None:
    """Return the plans with one more: the first one of a completely new set with an unused scene and paragraph."""
    if len(plans.plans) >= MAX_IMAGES:
        return None
    new = draft(len(plans.plans) + 1)
    scenes = {plan.subject for plan in plans.plans}
    candidates = [plan for plan in new.plans[1:] if plan.subject not in scenes] or list(new.plans[-1:])
    chosen, ids = candidates[0], {plan.plan_id for plan in plans.plans}
    plan_id = next(name for number in range(1, MAX_IMAGES + 2) if (name := f"image-{number}") not in ids)
    paragraph = next((one.paragraph for one in new.bindings if one.plan_id == chosen.plan_id), None)
    bindings = () if paragraph is None else (ParagraphImageBinding(paragraph, plan_id),)
    texts = tuple(replace(text, plan_id=plan_id) for text in new.overlays if text.plan_id == chosen.plan_id)
    return replace(
        plans,
        plans=(*plans.plans, replace(chosen, plan_id=plan_id)),
        bindings=(*plans.bindings, *bindings),
        overlays=(*plans.overlays, *texts),
    )


def _add_about(plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language) -> ImagePlanSet | None:
    """Return the plans with one more, of the subject that the clause names."""
    added, named = _add(plans, draft), patterns.IMAGE_OF.search(clause.folded)
    subject = next((group for group in named.groups() if group), "").strip() if named else ""
    if added is None or not subject or is_chinese(subject) is not (language is Language.CHINESE):
        return added
    return _map_plans(added, (len(added.plans) - 1,), lambda plan: _with_subject(plan, subject))


def _renew(plans: ImagePlanSet, indexes: Sequence[int], draft: Draft) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with other scenes that no plan uses yet."""
    spare = [one.subject for one in draft(MAX_IMAGES).plans if one.subject not in {own.subject for own in plans.plans}]
    spare = list(dict.fromkeys(spare))
    if len(spare) < len(indexes):
        return plans, ChangeOutcome.NOT_POSSIBLE
    for index, subject in zip(indexes, spare, strict=False):
        changed = _with_subject(plans.plans[index], subject)
        plans = _map_plans(plans, (index,), partial(_return, changed))
    return plans, ChangeOutcome.DONE


def _apply_preferences(
    plans: ImagePlanSet, clause: Clause, preferences: Preferences, draft: Draft, language: Language
) -> ImagePlanSet | None:
    """Return the plans with the style, moods, shape, number of images or title that the clause names."""
    indexes = clause.indexes or tuple(range(len(plans.plans)))
    if preferences.title:
        return _set_title(plans, preferences.title)
    if preferences.count:
        return _resize(plans, preferences.count, draft)
    if not (preferences.style or preferences.moods or preferences.size):
        return None

    def change(plan: ImagePlan) -> ImagePlan:
        if preferences.style:
            plan = _with_style(plan, preferences.style)
        for mood in preferences.moods:
            named = mood if language is Language.CHINESE else MOODS_IN_ENGLISH[mood]
            separator = "，" if language is Language.CHINESE else ", "
            plan = plan if named in plan.prompt else replace(plan, prompt=f"{plan.prompt}{separator}{named}")
        return replace(plan, width=preferences.size[0], height=preferences.size[1]) if preferences.size else plan

    return _map_plans(plans, indexes, change)


def _with_detail(plan: ImagePlan, detail: str, language: Language) -> ImagePlan:
    separator = "，" if language is Language.CHINESE else ", "
    return replace(plan, prompt=f"{plan.prompt}{separator}{detail}")


def _with_style(plan: ImagePlan, style: str) -> ImagePlan:
    prompt = plan.prompt.replace(plan.style, style, 1) if plan.style and plan.style in plan.prompt else None
    return replace(plan, style=style, prompt=prompt or f"{plan.prompt}, {style}")


def _set_title(plans: ImagePlanSet, title: str) -> ImagePlanSet | None:
    is_title = [text.kind is OverlayKind.TITLE for text in plans.overlays]
    if not any(is_title):
        return None
    line = fit_line(title, MAX_TITLE_WIDTH)
    texts = (replace(text, text=line) if found else text for text, found in zip(plans.overlays, is_title, strict=True))
    return replace(plans, overlays=tuple(texts))


def _resize(plans: ImagePlanSet, count: int, draft: Draft) -> ImagePlanSet | None:
    resized: ImagePlanSet | None = plans
    while resized is not None and len(resized.plans) != count:
        before = len(resized.plans)
        resized = _add(resized, draft) if before < count else _remove(resized, before - 1)
    return resized


def _show(clause: Clause) -> str:
    """Return the subject that the clause requests, "" for none."""
    bare = patterns.PLACE.sub("", clause.text).strip(" ：:，")
    matches = (one.search(text) for one in (patterns.INSTEAD, patterns.SHOULD_BE) for text in (bare, clause.text))
    named = (next((group for group in match.groups() if group), "") for match in matches if match)
    subjects = (strip_subject(patterns.AFTER_SUBJECT.sub("", one.strip())) for one in named)
    subject = next(filter(None, subjects), "")
    if patterns.NO_SUBJECT.fullmatch(subject) or (patterns.ONLY.search(bare) and patterns.JUDGED.search(subject)):
        return ""
    return take_words(subject, MAX_SUBJECT_LENGTH)


def _find_addition(clause: Clause) -> str:
    """Return what the clause adds to the subject of an image, "" for nothing."""
    added = patterns.ALSO.search(patterns.PLACE.sub("", clause.text).strip(" ：:，"))
    subject = next((group for group in added.groups() if group), "") if added else ""
    return take_words(strip_subject(patterns.AFTER_SUBJECT.sub("", subject.strip())), MAX_SUBJECT_LENGTH)


def _change_subject(
    plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language
) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with another subject, or with another scene in place of an excluded one."""
    unwanted = patterns.LACK.search(patterns.PLACE.sub("", clause.folded).strip())
    indexes = clause.indexes or ((0,) if len(plans.plans) == 1 else ())
    if unwanted and not (indexes and patterns.CONTRAST.search(clause.folded)):
        word = next(group for group in unwanted.groups() if group).strip(" 的")
        return _avoid(plans, indexes or tuple(range(len(plans.plans))), word, draft)
    rest = re.sub(r"^and ", "", patterns.PLACE.sub("", clause.folded).strip(" ，,:："))
    if indexes and (color := patterns.COLOR.search(clause.folded)):
        named = next(filter(None, color.groups()))
        return _map_plans(plans, indexes, lambda plan: _with_detail(plan, named, language)), ChangeOutcome.DONE
    if clause.is_named and indexes and language is Language.ENGLISH and patterns.SETTING.match(rest):
        return _map_plans(
            plans, indexes, lambda plan: _with_subject(plan, f"{plan.subject} {rest}")
        ), ChangeOutcome.DONE
    subject, other = _show(clause), _find_addition(clause)
    if not subject and not other and language is Language.ENGLISH and (bare := patterns.BARE_SUBJECT.match(rest)):
        subject = strip_subject(bare[1])
    if other and indexes and is_chinese(other) is (language is Language.CHINESE):
        joined = f"，{other}" if other.startswith("背景") else f"和{other}" if is_chinese(other) else f" with {other}"
        return _map_plans(plans, indexes, lambda plan: _with_subject(plan, plan.subject + joined)), ChangeOutcome.DONE
    if not subject or not indexes or is_chinese(subject) is not (language is Language.CHINESE):
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    scenes = find_scenes([subject])
    known = scenes[0].pick(language) if scenes else ""
    named = known if known and subject.lower() in known.lower() else subject
    return _map_plans(plans, indexes, lambda plan: _with_subject(plan, named)), ChangeOutcome.DONE


def _avoid(plans: ImagePlanSet, indexes: Sequence[int], word: str, draft: Draft) -> tuple[ImagePlanSet, ChangeOutcome]:
    for index in indexes:
        plan = plans.plans[index]
        if word not in f"{plan.subject} {plan.prompt}".lower():
            continue
        used = {one.subject for one in plans.plans}
        others = [one.subject for one in draft(MAX_IMAGES).plans if one.subject not in used and word not in one.subject]
        if not others or word not in plan.subject.lower():
            return plans, ChangeOutcome.NOT_POSSIBLE
        changed = _with_subject(plan, others[0])
        plans = _map_plans(plans, (index,), partial(_return, changed))
    return plans, ChangeOutcome.DONE


def _return(value: ImagePlan, _: ImagePlan) -> ImagePlan:
    return value


def _with_subject(plan: ImagePlan, subject: str) -> ImagePlan:
    has_subject = bool(plan.subject) and plan.subject in plan.prompt
    prompt = plan.prompt.replace(plan.subject, subject) if has_subject else f"{subject}, {plan.prompt}"
    purpose = re.sub(re.escape(plan.subject), lambda _: subject, plan.purpose, flags=re.IGNORECASE)
    return replace(plan, subject=subject, prompt=prompt, purpose=purpose if plan.subject else plan.purpose)


def _map_plans(plans: ImagePlanSet, indexes: Sequence[int], change: Callable[[ImagePlan], ImagePlan]) -> ImagePlanSet:
    chosen = set(indexes)
    return replace(
        plans, plans=tuple(change(plan) if index in chosen else plan for index, plan in enumerate(plans.plans))
    )
