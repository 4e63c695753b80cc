"""Clauses of feedback on images that depend on the ones next to them: a number alone, the rest of what was not read."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Mapping, Sequence

from engines.note_planner.clause_images import NUMBERS, OTHERS, Clause
from engines.note_planner.plan_edits import find_new_subjects
from engines.note_planner.plan_patterns import STATEMENT
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.note import ImagePlanSet

_FEWER = re.compile(
    r"\b(?:fewer|less|too many) (?:pictures|images|photos|pics)\b|图(?:片|太)?太?多|少[放来配几]?[一几两]?张"
)
_NUMBER = re.compile(
    r"(?:留|要|就)?(?P<zh>[一二两三四五六七八九\d]) ?张(?:图)?(?:就[行够好可以]+了?|足够|以内)?"
    r"|(?:(?:just|only|maybe|keep) )*(?P<en>one|two|three|four|five|six|seven|eight|nine|[1-9])(?: of them)?(?: (?:is|are)? ?(?:plenty|enough|fine)| will do| max| at most| tops)",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^with\b|换|改成|变成|改为|[画拍放用加添]|来[一个张]|显示|\b(?:show|draw|paint|make|use|replace|change|swap|put|have|add|should|must|needs?|want|instead|rather|i['’]?d|can|could)\b",
    re.IGNORECASE,
)
"""Requests something by itself."""
_PRONOUN = re.compile(r"^(?:and |but )?(?:could |can |should )?(?:they|he|she)\b|^(?:他|她)们?", re.IGNORECASE)
"""Someone that the clause before names."""
_ONLY = re.compile(r"(?:only|just)\b|(?:只|就)[要有]?")
"""Excludes what the clause before does not want."""
_NEGATED = re.compile(r"\b(?:no|not|without|don.?t)\b|不要|别", re.IGNORECASE)
_COMPLAINS = re.compile(rf"{STATEMENT.pattern}|太|[腻丑烦]了$", re.IGNORECASE)
"""States what is wrong with an image, in place of which the next clause names another."""
_REPAIR = re.compile(
    r"(?:都|也|再)?(?:改|换|调整?)(?:一下|改|掉)?$|^(?:please )?(?:change|fix|redo) (?:both|all|them|it|that)$",
    re.IGNORECASE,
)
_OF_NUMBER = re.compile(
    r"(?<!第)(?<!前)(?<!后)[一二两三四五六七八九\d] ?张|\b(?:two|three|four|five|six|[2-9]) (?:pictures|images|photos|pics)\b|\bas the (?:first|last) (?:one|picture|image)?\b",
    re.IGNORECASE,
)
"""About how many images there are, and where a new one stands."""
_REPLACED_REST = re.compile(r"换成|改成|换|\b(?:replace|change|swap|turn)\b", re.IGNORECASE)
_UNREAD = (ChangeOutcome.NOT_UNDERSTOOD, ChangeOutcome.NOT_POSSIBLE, ChangeOutcome.PARTLY)


def find_number(folded: str, following: Sequence[str]) -> int:
    """Return how many images are to be left, where one clause wants fewer and the next one names only a number; or 0."""
    found = _NUMBER.fullmatch(following[0].strip().lower()) if following and _FEWER.search(folded) else None
    return NUMBERS[(found["zh"] or found["en"]).lower()] + 1 if found else 0


def retains_rest(folded: str, following: Sequence[str]) -> bool:
    """Return whether a clause wants one image to stay and the next one other images in place of the rest."""
    is_single = re.search(r"[留要]一张|\b(?:keep|leave) (?:just |only )?one\b", folded) is not None
    return is_single and bool(following) and all(one.search(following[0]) for one in (OTHERS, _REPLACED_REST))


def is_of_number(clause: Clause, outcome: ChangeOutcome) -> bool:
    """Return whether a clause that changed nothing is about the number of images, and not about the one that it names."""
    return outcome is not ChangeOutcome.DONE and _OF_NUMBER.search(clause.folded) is not None


def continues_unread(
    clause: Clause, changes: Sequence[FeedbackChange], before: ImagePlanSet, after: ImagePlanSet
) -> bool:
    """Return whether *clause*, which gives an image another subject, is the rest of a request that was not read.

    "The same woman in each one, office clothes": without the woman the clothes are not what the user wants.
    """
    new = find_new_subjects(before, after)
    if not changes or not new:
        return False
    last = changes[-1]
    if last.outcome == ChangeOutcome.DONE:
        return clause.is_broad and not clause.is_named and _replaces_addition(clause, before, new)
    is_exclusive = last.outcome == ChangeOutcome.ALREADY_SO and not clause.is_broad and _ONLY.match(clause.folded)
    if _answers(clause, last) or not (last.outcome in _UNREAD or is_exclusive):
        return False
    if _REPAIR.search(clause.folded) or _PRONOUN.search(clause.folded):
        return True
    is_named = clause.is_named and not clause.is_broad
    return not is_named and _VERB.search(clause.folded) is None


def _replaces_addition(clause: Clause, before: ImagePlanSet, new: Mapping[str, str]) -> bool:
    """Return whether a bare phrase takes the place of what the images show: two children, a boy and a girl."""
    is_replaced = any(plan.plan_id in new and not new[plan.plan_id].startswith(plan.subject) for plan in before.plans)
    return is_replaced and _VERB.search(clause.folded) is None


def _answers(clause: Clause, before: FeedbackChange) -> bool:
    """Return whether *clause* names what is to be shown in place of what the clause *before* complains of, or rejects."""
    is_contrast = _NEGATED.search(before.text) and re.search(r"\ban? ", clause.folded)
    return bool(is_contrast or _COMPLAINS.search(before.text))
