"""Colors that a clause of feedback gives to a thing on planned images, or to all of an image."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_planner.clause_images import Clause
from engines.note_planner.plan_edits import map_plans, with_detail, with_subject
from engines.note_planner.plan_patterns import PLACE
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet
from services.common.text.language import Language

_WHOLE = re.compile(
    r"背景|底色?|颜色|色调|整体|全部|图片?|照片|封面|background|everything|all|it|them|that|this|picture|image|photo|cover|tone|colou?rs?"
)
_THING = re.compile(
    r"^(?:把|将|那|这|的)*(?P<zh>[\u4e00-\u9fff]{1,6}?)(?:的颜色|颜色)?(?:都|也|全部?|应该|可以)*(?:换成|改成|变成|画成|要|换|改)[浅深淡暗米]?[红绿蓝黄橙橘紫粉白黑灰棕金]"
    r"|\b(?:make|turn|want|paint|change) (?:the |all (?:of )?(?:the )?|that |its |his |her )?(?P<en>[a-z]+(?: [a-z]+)?) (?:to )?(?:red|green|blue|yellow|orange|purple|pink|white|black|gr[ae]y|brown|beige|gold)$"
)
"""A thing before its color."""


def color_images(
    plans: ImagePlanSet, clause: Clause, color: str, language: Language
) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with the thing that *clause* names in *color*, or with the color for all of the images."""
    indexes = clause.indexes or tuple(range(len(plans.plans)))
    found = _THING.search(PLACE.sub("", clause.folded).strip(" ，,"))
    thing = (found["zh"] or found["en"] or "").removesuffix("的") if found else ""
    if not thing or _WHOLE.fullmatch(thing):
        return map_plans(plans, indexes, lambda plan: with_detail(plan, color, language)), ChangeOutcome.DONE
    showing = [index for index in indexes if index < len(plans.plans) and thing in plans.plans[index].subject.lower()]
    if not showing:
        return plans, ChangeOutcome.NOT_POSSIBLE

    def paint(plan: ImagePlan) -> ImagePlan:
        if language is Language.CHINESE:
            return with_subject(plan, plan.subject.replace(thing, f"{color.removesuffix('色')}色的{thing}", 1))
        return with_subject(plan, re.sub(rf"\b{re.escape(thing)}", f"{color} {thing}", plan.subject, count=1))

    return map_plans(plans, showing, paint), ChangeOutcome.DONE
