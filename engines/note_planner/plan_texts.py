"""Texts on planned images that a clause of feedback sets or removes: the quoted ones, and the lines of the cover."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from dataclasses import replace

from engines.language.characters import fold
from engines.note_planner import plan_patterns as patterns
from engines.note_planner.clause_images import LETTERS, QUOTED, Clause
from engines.note_planner.cover_text import MAX_CAPTION_WIDTH, MAX_SUBTITLE_WIDTH, MAX_TITLE_WIDTH, fit_line
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlanSet, OverlayKind, OverlayPosition, PlannedText

_SUBTITLE = re.compile(
    r"副标题|小字|[下底]面?那?一?[行排]字?|第二行|\bsub-?titles?\b|\b(?:second|smaller|small|little|bottom|lower|tiny) (?:line|text|writing|words)\b|\blines? (?:under|below|underneath|beneath)\b"
)
_UNDER = re.compile(r"标题[下底]面|\b(?:under|below|underneath|beneath) (?:the |my )?(?:title|headline)\b")
"""The title as the place of another line."""
_TITLE = re.compile(r"(?<![副小])标题|大字|(?<!sub)(?<!sub-)\b(?:title|headline)\b")
"""The first line of the cover, and not all of its text."""
_REMOVES = re.compile(
    r"不要|不用|去掉|删|拿掉|别|没必要|多余|\b(?:no|not|without|remove|drop|delete|lose|ditch|cut|(?:can|should|must|has to) go|rid|take (?:off|out)|don['’]?t)\b"
)
_ADDS = re.compile(
    r"^(?!.*(?:换|改|替|代替|instead|replace|change)).*(?:[加添补]|再[写放印]|\b(?:add|also|as well|too)\b)"
)
"""Requests a text next to those that the cover has."""
_HEADING = re.compile(r"(?<![副小])标题|(?<!sub)(?<!sub-)\b(?:title|headline)\b")
_UNQUOTED = re.compile(
    r"(?:[加添补写印放打配来]\S{0,8}?(?:字|文字|文案|字样|标语|标题|[行句]话?)|[写印打][上着明个成]?|字)\s*[:：]\s*(?P<zh>[^:：“”\"「」『』]{1,40})$"
    r"|(?:写上|印上|打上|写着)(?![一几两三\d]?[个行句]|[^，]*(?:标题|文字|大?字$|步骤|名[字称]?$|[价日][格期钱]|数[字量据]|编号|地[址点]|时间|电话|用[料量]|什么|多少|每|具体|[我你]|来源|作者|[点品]名))\s*(?P<bare>[^，:：“”\"「」『』]{3,20})$"
    r"|\b(?:letters?|lettering|text|words?|captions?|line|slogan|writing|says?|saying|write|reads?|reading)\b[^:“”\"]{0,40}: ?(?P<en>[^:“”\"]{2,60})$"
    r"|\b(?:letters|words|text|lettering|line|caption|slogan) (?:saying|reading|that (?:says?|reads?)) (?P<said>[^:“”\"]{2,60})$",
    re.IGNORECASE,
)
"""A text for an image that the reviewer writes without quotes: 加几个大字：省心."""
_PAIR = 2


def _quote(clause: Clause) -> Clause:
    """Return *clause* with its text for an image in quotes, where the reviewer wrote none."""
    found = (
        None
        if QUOTED.search(clause.text) or patterns.COVER_TITLE.search(clause.text)
        else _UNQUOTED.search(clause.text)
    )
    if found is None:
        return clause
    line = next(filter(None, found.groups())).strip(" .。")
    return replace(clause, text=f"{clause.text[: found.start(found.lastgroup or 0)]}“{line}”")


def apply_text(plans: ImagePlanSet, clause: Clause) -> tuple[ImagePlanSet, ChangeOutcome] | None:
    """Return the plans with the texts that *clause* sets or removes, and the outcome; None if it is not about a text.

    A text for the cover takes the place of all lines on it, unless the clause names one of them. A quoted text is never
    what an image shows.
    """
    stated, clause = clause, _quote(clause)
    quoted, bare = QUOTED.findall(clause.text), fold(QUOTED.sub(" ", clause.text))
    removes = _REMOVES.search(bare) is not None
    if _SUBTITLE.search(bare) and not (_TITLE.search(_UNDER.sub(" ", bare)) and removes):
        return _change_subtitle(plans, quoted, removes=removes)
    if title := patterns.COVER_TITLE.search(clause.text):
        line = next(filter(None, title.groups()))
        if _ADDS.search(bare) and not _TITLE.search(bare):
            return _report(plans, add_cover_text(plans, line))
        return _report(plans, set_cover_text(plans, line, is_title=_TITLE.search(bare) is not None))
    if not quoted:
        return None
    if len(quoted) == _PAIR and (named := _find_text(plans, quoted[0])):
        return _report(plans, _replace_text(plans, named, quoted[1]))
    names_text = clause is not stated or LETTERS.search(bare)
    if not (names_text or (len(clause.indexes) == 1 and patterns.WRITES.search(clause.text))):
        return None
    if removes:
        named = _find_text(plans, quoted[0])
        left = tuple(one for one in plans.overlays if one is not named)
        return (replace(plans, overlays=left), ChangeOutcome.DONE) if named else (plans, ChangeOutcome.ALREADY_SO)
    if len(clause.indexes) != 1:
        return plans, ChangeOutcome.NOT_UNDERSTOOD
    if clause.indexes == (0,) and _ADDS.search(bare) and not _HEADING.search(bare):
        added = add_cover_text(plans, quoted[0])
        if added is not None or not _TITLE.search(bare):
            return _report(plans, added)
    if clause.indexes == (0,):
        return _report(plans, set_cover_text(plans, quoted[0], is_title=_TITLE.search(bare) is not None))
    return _report(plans, set_caption(plans, clause.indexes[0], quoted[0]))


def _report(before: ImagePlanSet, after: ImagePlanSet | None) -> tuple[ImagePlanSet, ChangeOutcome]:
    return (before, ChangeOutcome.NOT_POSSIBLE) if after is None else (after, ChangeOutcome.DONE)


def _find_text(plans: ImagePlanSet, text: str) -> PlannedText | None:
    return next((one for one in plans.overlays if fold(one.text).strip() == fold(text).strip()), None)


def _replace_text(plans: ImagePlanSet, named: PlannedText, text: str) -> ImagePlanSet | None:
    line = fit_line(text, MAX_TITLE_WIDTH if named.kind is OverlayKind.TITLE else MAX_SUBTITLE_WIDTH)
    return replace(plans, overlays=tuple(replace(one, text=line) if one is named else one for one in plans.overlays))


def set_title(plans: ImagePlanSet, title: str) -> ImagePlanSet | None:
    """Return the plans with another title on the cover, None without one."""
    named = next((one for one in plans.overlays if one.kind is OverlayKind.TITLE), None)
    return None if named is None else _replace_text(plans, named, title)


def set_cover_text(plans: ImagePlanSet, text: str, *, is_title: bool) -> ImagePlanSet | None:
    """Return the plans with *text* as the title of the cover, and without its other lines unless *is_title*."""
    titled, cover = set_title(plans, text), plans.plans[0].plan_id
    if titled is None or is_title:
        return titled
    left = (one for one in titled.overlays if one.plan_id != cover or one.kind is OverlayKind.TITLE)
    return replace(titled, overlays=tuple(left))


def add_cover_text(plans: ImagePlanSet, text: str) -> ImagePlanSet | None:
    """Return the plans with *text* at the bottom of the cover, next to its texts; None if it is too long or one is there."""
    cover = [one for one in plans.overlays if one.plan_id == plans.plans[0].plan_id]
    if not cover:
        return set_cover_text(plans, text, is_title=False)
    if any(one.kind is OverlayKind.CAPTION for one in cover):
        return None
    with_caption = set_caption(plans, 0, text)
    return None if with_caption is None else replace(with_caption, overlays=(*cover, *with_caption.overlays))


def set_caption(plans: ImagePlanSet, index: int, text: str) -> ImagePlanSet | None:
    """Return the plans with *text* as the caption of one image, None for no such image or a text that is too long."""
    line = fit_line(text, MAX_CAPTION_WIDTH)
    if index >= len(plans.plans) or fold(line) != fold(fit_line(text, MAX_TITLE_WIDTH)):
        return None
    plan_id = plans.plans[index].plan_id
    others = tuple(one for one in plans.overlays if one.plan_id != plan_id)
    caption = PlannedText(plan_id, line, OverlayPosition.BOTTOM, OverlayKind.CAPTION)
    return replace(plans, overlays=(*others, caption))


def _change_subtitle(
    plans: ImagePlanSet, quoted: list[str], *, removes: bool
) -> tuple[ImagePlanSet, ChangeOutcome] | None:
    named = next((one for one in plans.overlays if one.kind is OverlayKind.SUBTITLE), None)
    if quoted and not removes:
        return _report(plans, _replace_text(plans, named, quoted[0]) if named else None)
    if not removes:
        return None
    left = tuple(one for one in plans.overlays if one is not named)
    return (replace(plans, overlays=left), ChangeOutcome.DONE) if named else (plans, ChangeOutcome.ALREADY_SO)
