"""Images that a clause of feedback removes: by number, by what they show, or all but some."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import fold
from engines.note_planner.clause_images import OTHERS, Clause
from engines.note_planner.plan_patterns import NO_TEXT
from services.common.contract.note import ImagePlanSet

_DESCRIBED = re.compile(
    r"\b(?:remove|drop|delete|lose|ditch|scrap|cut|skip|bin|axe|chuck|get rid of|take out|leave out) (?:the |that )?(?:one|picture|image|photo|pic) (?:with|of|showing|that shows|where) (?:the |an? |some |all (?:the )?)?([a-z][a-z -]{1,30}?)(?: in it| on it)?$"
    r"|\b(?:remove|drop|delete|lose|ditch|scrap|cut|skip|bin|axe|chuck|get rid of|take out|leave out) (?:the |that )?([a-z][a-z-]{2,}) (?:picture|image|photo|pic|one)\b"
    r"|(?:去掉|删掉?|删除|不要)(?:画|有|带)?([\u4e00-\u9fff]{1,8}?)的?[那这]一?[张幅]|^(?:把)?(?:画|有|带)?([\u4e00-\u9fff]{1,8}?)的?[那这]一?[张幅](?:图|配图)?(?:可以|都|就)?(?:删|去|不要|拿)"
)
"""Removes an image by what it shows."""
_NOT_DESCRIBED = re.compile(
    r"whole|entire|extra|other|next|same|middle|final|bottom|top|cover|first|second|third|fourth|fifth|last|最|后|前|第|多余|中间|封面"
)
_FEWER = re.compile(
    r"(?:少|去掉|删掉?|减少?)(?:最后)?(?:一|两)?[张幅]|\b(?:fewer|less)\b|\b(?:one|an) (?:extra |spare )?(?:picture|image|photo|pic)\b|extra|多余|太多"
)
"""A smaller number of images, no matter which."""
_ONLY_COVER = re.compile(
    r"只(?:要|留|用|保留)(?:一张)?(?:封面|首图)(?![和跟与加、])|只(?:要|留|用|配|保留)一张|(?<!第)(?:一张|封面)(?:图)?就(?:行|够|好|可以)了?$"
    r"|\b(?:only|just) (?:want |need |use |keep |have |do )?(?:the |a |one |a single )*(?:cover|one (?:picture|image|photo|pic)|single (?:picture|image|photo))\b(?!['’]s| (?:is|needs?|should|looks?|could|and|plus|with|or)\b|,)"
    r"|\b(?:one|a single) (?:picture|image|photo|pic) (?:only|is (?:enough|plenty)|will do)\b|\b(?:the )?cover (?:alone|is enough|will do)\b|\b(?:the )?cover only$"
)
"""Asks for the cover alone."""
_REMOVES = re.compile(
    r"不要|不用|删|去掉|拿掉|\b(?:remove|drop|delete|lose|ditch|scrap|cut|bin|no|don['’]t (?:need|want)|get rid of)\b"
)
_RETAINED = re.compile(r"不要动|不用[动改]|不要改|\b(?:leave|keep)\b")


def wants_cover_alone(clause: Clause) -> bool:
    """Return whether *clause* asks for the cover and no other image."""
    is_other = _RETAINED.search(clause.folded) or _NOT_ONLY.search(clause.folded)
    return _ONLY_COVER.search(clause.folded) is not None and not is_other


_NOT_ONLY = re.compile(r"\bnot (?:just|only)\b|[不别](?:要)?[只光仅]")
"""More than the cover."""


_SCOPE = re.compile(
    r"(?:只|就|仅)(?:改|动|换|调整?)(?:一下)?(?:封面|首图|第 ?[一二三四五六七八九\d] ?张|最后一?张)(?:图)?"
    r"|(?:only (?:change )?|just )?(?:the )?(?:cover|first|second|third|fourth|last)(?: (?:one|image|picture|photo))?(?: only)?"
)
"""Names the images that the following clauses are about, and nothing else."""


def is_scope(clause: Clause) -> bool:
    """Return whether *clause* only names the images that the following clauses are about."""
    is_limited = re.search(r"只|就|仅|\b(?:only|just)\b", clause.folded) is not None
    return is_limited and clause.is_named and _SCOPE.fullmatch(clause.folded.strip(" :：")) is not None


def removes_described(text: str) -> bool:
    """Return whether *text* removes an image by what it shows."""
    return _DESCRIBED.search(fold(text)) is not None


def removes_others(clause: Clause) -> bool:
    """Return whether *clause* removes the images that the clauses before do not name."""
    folded = clause.folded
    return (
        OTHERS.search(folded) is not None
        and _REMOVES.search(folded) is not None
        and not _RETAINED.search(folded)
        and NO_TEXT.search(folded) is None
        and len(OTHERS.sub("", _REMOVES.sub("", folded)).strip(" 的图片都也了吧就the")) <= 1
    )


def find_removed(clause: Clause, plans: ImagePlanSet) -> int | None:
    """Return the index of the image that *clause* removes: a numbered one, the one that shows it, or the last.

    None if no image, or more than one, shows what the clause describes.
    """
    if clause.is_named:
        return clause.indexes[0]
    described = _DESCRIBED.search(clause.folded)
    subject = next(filter(None, described.groups()), "") if described else ""
    if subject and not _NOT_DESCRIBED.search(subject):
        showing = [index for index, plan in enumerate(plans.plans) if subject in fold(plan.subject)]
        return showing[0] if len(showing) == 1 else None
    return len(plans.plans) - 1 if _FEWER.search(clause.folded) else None
