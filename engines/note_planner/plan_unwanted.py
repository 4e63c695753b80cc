"""Clauses on things that no image may have: a thing taken away, the same thing on all images, the color of a part."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import fold
from engines.note_planner.clause_images import LETTERS, Clause
from engines.note_planner.plan_absence import avoid, shows, shows_in_subject
from engines.note_planner.plan_edits import Draft
from engines.note_planner.plan_patterns import COLOR_NAME, DRAWN, PLACE
from engines.note_planner.plan_things import names_thing
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlanSet

_WHERE = re.compile(
    r"\b(?:(?:in|on|from|of|out of|off) )?(?:the )?(?:picture|image|photo|pic|number|no\.?) ?#?[1-9]\b|\b(?:in|on|from|off|out of|of) (?:it|there|that|them)$|\bout(?= of\b)"
)
_TAKES_AWAY = re.compile(
    r"^(?:(?:and|please|just|but|then|so|can you|could you) )*(?:"
    r"(?:take|get|have|put) (?P<apart>.+?) (?:away|out|off|gone)(?: of)?"
    r"|(?:lose|drop|remove|delete|ditch|cut|scrap|bin|axe|chuck|kill|erase|get rid of|take (?:out|away|off)|leave out|do without) (?P<after>.+?)(?: (?:out of|from|of))?"
    r"|(?P<before>(?:the|that|those) .+?) (?:can|should|must|has to|needs to) go(?: away)?"
    r")(?: please| too| altogether| completely)*$"
)
_TAKES_AWAY_ZH = re.compile(
    r"^(?:请|麻烦)?(?:把|将)?(?:里面?|上面?|中|边上|旁边)?的?(?P<before>[\u4e00-\u9fff]{1,8}?)(?:就|都|也|可以|给我?|还是|全部?)*(?:不要|去掉|删掉?|删除|拿掉|拿走|撤掉?|去除|抹掉)(?:了|吧|啊|呀)*$"
    r"|^(?:请|麻烦|把)?(?:去掉|删掉|删除|拿掉|拿走|撤掉|去除|抹掉)(?:里面?|上面?)?的?(?:[那这][个只条张盏把杯]?)?(?P<after>[\u4e00-\u9fff]{1,8}?)(?:了|吧|啊)*$"
)
_ARTICLE = re.compile(r"^(?:the|that|those|this|these|any|all(?: the)?|an?|[那这][个只条张盏把杯些]?)\s?")
_SAME = re.compile(
    r"同[一样][只个条位款辆的]?(?P<zh>[\u4e00-\u9fff]{1,4})$|\bthe same (?P<en>[a-z]+(?: [a-z]+)??)(?= (?:in|on|through|across|every|for)\b|$)"
)
_PART = re.compile(
    r"^(?:把|让)?(?P<zh>[\u4e00-\u9fff]{1,6}?)的?(?:颜色|色彩)(?:再|要|得|可以|能|更)*(?:鲜|亮|明|深|浅|淡|艳|丰富|柔|暗|素)"
    r"|^(?:把|让)?(?P<made>[\u4e00-\u9fff]{1,6}?)(?:都|也|全部?)*(?:换成|改成|改为|变成|要)(?:[深浅亮暗素纯]色)"
    r"|^(?:and |but |please )*make (?:the|his|her|their|its|that) (?P<en>[a-z]+(?: [a-z]+)?) (?:more colou?rful|brighter|darker|lighter|more vivid|paler|warmer)$"
)
_ATTRIBUTE = re.compile(
    r"\bthe (?!cover|first|second|third|fourth|last|one|other)(?P<thing>[a-z]{3,}) (?:should|must|has to|needs to) be (?!on\b|in\b|at\b|an?\b|the\b|red|green|blue|yellow|orange|purple|pink|white|black|gr[ae]y|brown|beige|gold)[a-z]+$"
    r"|\b(?:have|want) the (?P<of>[a-z]{3,}) (?:to )?be [a-z]+(?: in (?:all|every|each)\b.*)?$"
)
_NAMED = re.compile(r": ?(?:an? )?(?:[a-z]+ )+([a-z]{3,})$")
"""A thing after a colon."""
_REPLACED = re.compile(r"^(?:把|将|里面?的?)?(?P<zh>人|人物|模特|主角)(?:都|也|全部?)*(?:换成|改成|改为|变成)")
"""Someone in place of whom the image is to show someone else."""
_NO_PART = re.compile(
    r"整体|统一|全部|全都|图片?|照片|画面|背景|封面|画风|风格|whole|image|picture|photo|cover|background|colou?rs?|tone|one|rest|others?"
)


def apply_absent(plans: ImagePlanSet, clause: Clause, draft: Draft) -> tuple[ImagePlanSet, ChangeOutcome] | None:
    """Return the plans after *clause* and its outcome, None if it is about nothing that an image may lack."""
    indexes = [index for index in clause.indexes or range(len(plans.plans)) if index < len(plans.plans)]
    replaced = _REPLACED.match(_strip_place(clause))
    someone = replaced["zh"] if replaced else ""
    if someone and not any(shows(plans.plans[index], someone) for index in indexes):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if (named := _NAMED.search(clause.folded)) and any(
        re.search(rf"\b{named[1]}(?:{named[1][-1]})?ed\b", fold(plans.plans[index].subject)) for index in indexes
    ):
        # "Terracotta pot", of a potted plant: a part of what the image shows.
        return plans, ChangeOutcome.NOT_POSSIBLE
    if (stated := _ATTRIBUTE.search(clause.folded)) and any(
        shows_in_subject(plans.plans[index], stated["thing"] or stated["of"]) for index in indexes
    ):
        # "The yarn should be mustard": how it is, and not what the image shows.
        return plans, ChangeOutcome.NOT_POSSIBLE
    if thing := find_removed_thing(clause):
        showing = [index for index in indexes if shows(plans.plans[index], thing)]
        return avoid(plans, showing, thing, draft) if showing else (plans, ChangeOutcome.ALREADY_SO)
    if (same := _SAME.search(clause.folded)) and names_thing(same["zh"] or same["en"]):
        # That it is the same one on all of them is in no words of a plan.
        return plans, ChangeOutcome.NOT_POSSIBLE
    part = _PART.search(_strip_place(clause))
    if part and part["made"]:
        # No part of an image has a shade of its own in a plan.
        return None if _NO_PART.search(part["made"]) else (plans, ChangeOutcome.NOT_POSSIBLE)
    thing = (part["zh"] or part["en"]) if part else ""
    is_lacking = thing and not _NO_PART.search(thing) and names_thing(thing)
    if is_lacking and not any(shows(plans.plans[index], thing) for index in indexes):
        return plans, ChangeOutcome.NOT_POSSIBLE
    return None


def find_removed_thing(clause: Clause) -> str:
    """Return the thing that *clause* takes away from images, "" for none, or for a text or a whole image."""
    bare = _strip_place(clause)
    found = _TAKES_AWAY.match(bare) or _TAKES_AWAY_ZH.match(bare)
    if found is None:
        return ""
    thing = _ARTICLE.sub("", next(filter(None, found.groups())).strip())
    is_other = (
        LETTERS.search(clause.folded) or DRAWN.search(thing) or COLOR_NAME.fullmatch(thing) or _NO_PART.search(thing)
    )
    return "" if is_other or not names_thing(thing) else thing


def _strip_place(clause: Clause) -> str:
    return re.sub(r"\s+", " ", _WHERE.sub("", PLACE.sub("", fold(clause.folded)))).strip(" ，,:：")
