"""Verification of what is reported on a clause about images, by its words and the plans before and after all clauses."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.language.characters import fold
from engines.language.moods import Mood, read_mood
from engines.note_planner.clause_images import KEEP, Clause
from engines.note_planner.plan_absence import is_known, may_show, shows
from engines.note_planner.plan_patterns import DRAWN, LACK, PLACE
from engines.note_planner.plan_unwanted import find_removed_thing
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.note import ImagePlanSet

_DEGREE = re.compile(r"那么|这么|太|过于|\b(?:so|too|that|very|less) (?!that\b)\w")
"""Asks for less of a quality, which no words of a plan show."""
_NOT_ONLY = re.compile(r"[别不][要]?(?:都|光|只|全)|\bnot (?:just|only|all)\b")
_ASPECT = re.compile(r"构图|主体|位置|角度|\b(?:composition|subject|position|angle|pose)\b")
"""What is retained of an image, whatever its style."""
_DESCRIBED = re.compile(
    r"^(?:但是?)?(?:把)?(?:画|有|带|拍)?(?P<zh>[\u4e00-\u9fff]{1,8}?)的?[那这]一?[张幅](?:图|配图|照片)?"
    r"|\b(?:the |that )(?P<en>[a-z][a-z-]+(?: [a-z-]+)?) (?:one|picture|image|photo|pic|shot)\b|\bthe one (?:with|of|showing) (?:the |an? )?(?P<with>[a-z][a-z -]+?)(?: (?:is|stays?|can|should|alone)\b|$)"
)
_NOT_DESCRIBED = re.compile(
    r"\bof$|whole|entire|extra|other|next|same|middle|final|bottom|top|cover|first|second|third|fourth|fifth|last|^(?:only|very)|最|后|前|第|多余|中间|封面|其[他它余]|另|别"
)
_ATTRIBUTE = re.compile(r"的(?:了|吧|啊|呀|哦)*$|\bones?$")
"""Ends an attribute without its noun: 别放整盆的."""
_ALONE = re.compile(r"不是|而是|\b(?:not|no)\b.*\bbut\b")


def find_described(clause: Clause, plans: ImagePlanSet) -> tuple[int, ...] | None:
    """Return the images that *clause* names by what they show, None if it names none that way."""
    found = _DESCRIBED.search(clause.folded)
    subject = next((one for one in found.groups() if one), "") if found else ""
    if not subject or _NOT_DESCRIBED.search(subject):
        return None
    words = (
        subject,
        subject.removeprefix("小").removeprefix("大"),
        subject[-1:] if "\u4e00" <= subject[-1:] <= "\u9fff" else subject,
    )
    for word in words:
        if showing := tuple(index for index, plan in enumerate(plans.plans) if word and word in fold(plan.subject)):
            return showing
    return ()


def verify(
    changes: Sequence[FeedbackChange], clauses: Mapping[int, Clause], previous: ImagePlanSet, plans: ImagePlanSet
) -> tuple[FeedbackChange, ...]:
    """Return *changes* with the outcomes that the plans before and after show; *clauses* by the positions of changes."""
    return tuple(
        replace(one, outcome=_verify(ChangeOutcome(one.outcome), clauses[position], previous, plans))
        if position in clauses
        else one
        for position, one in enumerate(changes)
    )


def _verify(outcome: ChangeOutcome, clause: Clause, previous: ImagePlanSet, plans: ImagePlanSet) -> ChangeOutcome:
    if outcome is ChangeOutcome.ALREADY_SO and (thing := find_removed_thing(clause)):
        return outcome if is_known(thing) and not may_show(plans, thing) else ChangeOutcome.NOT_UNDERSTOOD
    unwanted = find_unwanted(clause)
    if outcome is ChangeOutcome.NOT_POSSIBLE and DRAWN.search(unwanted):
        was_drawn, is_drawn = (any(DRAWN.search(plan.style) for plan in one.plans) for one in (previous, plans))
        return ChangeOutcome.DONE if was_drawn and not is_drawn else outcome
    if unwanted and not DRAWN.search(unwanted) and outcome in (ChangeOutcome.NOT_POSSIBLE, ChangeOutcome.ALREADY_SO):
        return _measure_absence(outcome, clause, unwanted, previous, plans)
    if outcome is ChangeOutcome.ALREADY_SO and not can_be_so(clause):
        return ChangeOutcome.NOT_UNDERSTOOD
    if outcome is ChangeOutcome.DONE and KEEP.search(clause.folded) and _is_changed(clause, previous, plans):
        return ChangeOutcome.NOT_POSSIBLE
    return outcome


def find_unwanted(clause: Clause) -> str:
    """Return the word for what the images must not show, "" for none."""
    found = LACK.search(PLACE.sub("", clause.folded).strip())
    word = next(filter(None, found.groups())).strip(" 的了吧") if found and not _ALONE.search(clause.folded) else ""
    return re.sub(r"^(?:出现|有|画|拍|放|用)", "", word)


def _measure_absence(
    outcome: ChangeOutcome, clause: Clause, word: str, previous: ImagePlanSet, plans: ImagePlanSet
) -> ChangeOutcome:
    if not can_be_so(clause):
        return ChangeOutcome.NOT_UNDERSTOOD if outcome is ChangeOutcome.ALREADY_SO else outcome
    before, after = ([index for index, plan in enumerate(one.plans) if shows(plan, word)] for one in (previous, plans))
    about = set(clause.indexes) or set(range(len(plans.plans)))
    if before and about & set(before) and not about & set(after):
        return ChangeOutcome.DONE
    # The images of the clause before lack it, and another one shows it.
    is_attribute = _ATTRIBUTE.search(clause.folded) is not None
    is_unclear = not KEEP.search(clause.folded) and not is_known(word, is_attribute=is_attribute)
    is_of_others = not clause.is_named and bool(after)
    is_unclear = is_unclear or may_show(plans, word)
    is_doubtful = outcome is ChangeOutcome.ALREADY_SO and (is_of_others or is_unclear)
    return ChangeOutcome.NOT_UNDERSTOOD if is_doubtful else outcome


def can_be_so(clause: Clause) -> bool:
    """Return whether *clause* requests something that may be true of plans: no complaint, no question, no degree."""
    is_limited = _DEGREE.search(clause.folded) or _NOT_ONLY.search(clause.folded)
    return read_mood(clause.text) is Mood.REQUEST and not is_limited


def _is_changed(clause: Clause, previous: ImagePlanSet, plans: ImagePlanSet) -> bool:
    """Return whether an image that *clause* retains, by its number or by what it shows, is not there as it was."""
    described = find_described(clause, previous)
    indexes = clause.indexes if described is None and not clause.is_broad and clause.is_named else described or ()
    before = [previous.plans[index] for index in indexes if index < len(previous.plans)]
    if clause.retains_style:
        return any(plan.style not in {one.style for one in plans.plans} for plan in before)
    subjects, styles = {one.subject for one in plans.plans}, {(one.subject, one.style) for one in plans.plans}
    return any(
        plan.subject not in subjects or (not _ASPECT.search(clause.folded) and (plan.subject, plan.style) not in styles)
        for plan in before
    )


def declare_undone(
    plans: ImagePlanSet,
    previous: ImagePlanSet,
    changes: Sequence[FeedbackChange],
    orders: Mapping[int, tuple[int, ...]],
    subjects: Mapping[int, dict[str, str]],
) -> ImagePlanSet:
    """Return the plans with *changes*; those that later ones undid are not possible."""
    undone = {
        position
        for position, expected in subjects.items()
        if any(plan.plan_id in expected and expected[plan.plan_id] not in plan.subject for plan in plans.plans)
    }
    undone |= {
        position
        for position, images in orders.items()
        if any(index < len(previous.plans) and previous.plans[index] not in plans.plans for index in images)
    }
    listed = (
        replace(change, outcome=ChangeOutcome.NOT_POSSIBLE) if position in undone else change
        for position, change in enumerate(changes)
    )
    return replace(plans, changes=tuple(listed), engine="builtin")
