"""A reviewer's feedback on planned images, applied image by image: parts that it does not name do not change."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from engines.language.characters import is_chinese
from engines.language.clauses import split_clauses
from engines.language.words import take_words
from engines.note_planner.clause_images import (
    CHANGE,
    FIRST_OR_LAST_TWO,
    KEEP,
    NUMBER,
    NUMBERS,
    PRAISE,
    Clause,
    find_retained,
    names_absent_image,
    read_clause,
)
from engines.note_planner.cover_text import MAX_TITLE_WIDTH, fit_line
from engines.note_planner.limits import MAX_IMAGES
from engines.note_planner.request.preferences import MOODS_IN_ENGLISH, Preferences, parse_preferences
from engines.note_planner.scenes import find_scenes
from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.note import ImagePlan, ImagePlanSet, OverlayKind, ParagraphImageBinding
from services.common.text.language import Language

MAX_CHANGES, MAX_FEEDBACK_LENGTH, MAX_SUBJECT_LENGTH = 20, 4_000, 120
_BREAK = re.compile(
    r"[，。；！!？?\n,;]+|但是?|\.(?:\s|$)|(?<!\ball)(?<!\bany)(?<!thing)(?<!\bnone)\sbut\s|\sand then\s"
)
_SWAP = re.compile(
    rf"(?:swap|switch|exchange|reverse|交换|对调|调换|互换).*?({NUMBER}).*?({NUMBER})|({NUMBER}).*?({NUMBER}).*(?:other way (?:a)?round|trade places|reverse|switch(?:ed)?|swap(?:ped)?|the wrong way|对换|对调|互换|反过来|倒过来|调个?换?)|第?({NUMBER})[张幅]?(?:和|跟|与|、)第?({NUMBER})[张幅]?的?(?:图的?)?(?:顺序|位置)?(?:交换|对调|调换|互换|换|调|颠倒)"
)
_SWAPS, _PAIR = re.compile(r"\b(?:swap|switch|exchange|reverse)\b|交换|对调|调换|互换|换一?下"), 2
_ADD = re.compile(
    r"(?:再|多)?(?:加|来|增加|多)(?:上)?([一两二三四五])?(?:张|幅)(?:图|配图|照片)?|多(?:一|几)?张|\b(?:add (?:one|another|an?)|one|another) (?:more )?(?:picture|image|photo)(?: more)?\b(?! fewer)|\b(?:one more|another one)\b(?=$| at | in | of )|\bmore (?:pictures|images)"
)
_REMOVE = re.compile(
    r"[张幅](?:图|配图)?(?:是|就|有点|很)?(?:多余|没必要)|[张幅](?:图|配图)?(?:可以|都|就)?(?:删|去|不要|拿)(?:掉|了|吧)*$|(?:去掉|删掉?|删除|减少|少|不要)(?:最后)?(?:一|第?[一二三四五六七八九\d])?(?:张|幅)|\b(?:fewer|less)\b.*(?:picture|image|photo)|(?:picture|image|photo)s? (?:fewer|less)|\b(?:remove|drop|delete|lose|ditch|scrap|cut|skip|bin|axe|chuck|get rid of|take out|leave out) (?:the |that )?(?:(?:\w+ )?(?:picture|image|photo|pic|one)\b|(?:first|second|third|fourth|last)$)|\b(?:picture|image|photo|pic|one) (?:can|should|must) go\b"
)
_NO_TEXT = re.compile(
    r"(?:不要|去掉|别加|不加|删掉|没有|别放)(?:任何)?(?:文字|字|标题)|(?:文字|字|标题)(?:都|全部?)?(?:去掉|删|不要|拿掉)|\b(?:no|without|remove(?: the)?|drop(?: the)?) (?:text|words|writing|captions?|letters|lettering|title)\b"
)
_LACK = re.compile(
    r"(?:不要|别画?|去掉|没有|别有|删掉)(?:有|画|出现)?([^，]{1,20})$|\b(?:no|without|not|remove|drop|(?:shouldn['’]t|should not) (?:be|show))(?: an?| the| any)? ([a-z][a-z -]{1,40})"
)
_COUNTER = r"(?:(?:一|几|两)?[只个张朵座棵条辆些点])?"
_INSTEAD = re.compile(
    rf"(?:换成|改成|改为|换|变成|画成?|来|展示|用|[放拍](?!什么)|^要(?!有)){_COUNTER}([^，]{{1,30}})$"
    r"|\b(?:should (?:show|be)|show|change (?:it )?to|replace (?:it )?with|use|make it|be)(?: an?| the| some)? ([a-z][\w' -]{1,80})$"
    rf"|^(?:rather|instead|just|only|simply)[,:]? (?:an?|the|some)? ?([a-z][\w' -]{{1,80}})$|^(?:而是|就画|只画){_COUNTER}([^，]{{1,30}})$"
    r"|^(?:[Ii] want )?(?:an?|the|some) ([a-z][\w' -]{1,80}?)(?: instead(?: of .*)?)?$|: ?(?:an? )?([^:]{2,80})$|([a-z][\w' -]{1,60}) instead(?: of .*)?$"
)
"""What an image shows in place of its subject."""
_CONTRAST = re.compile(r"\b(?:be|show|is) .+ not (?:an?|the|some)?\b|(?:画|放|拍|是).+(?:而不是|不是)")
"""Names what an image shows next to what it must not."""
_BARE_SUBJECT = re.compile(
    r"^(?!.*\b(?:good|fine|nice|great|ok|okay|sad|dull|boring|ugly|dark|bright|lovely|perfect|wrong|bad|weird|odd|cold|flat|off|is|are|was|looks?|too|very|so|not|no|needs?|again|please|same|better|different|ones?|all|both|this|that|those|them|it|two|three)\b)(?:an? |the |some )?([a-z][\w'-]+(?: [a-z][\w'-]+){1,3}|[a-z]{3,}s)$"
)
"""All that is left of a clause next to its place: third one paint cans."""
_SETTING = re.compile(r"^(?:at|in|by|under|during|with) [a-z][\w' -]{2,40}$")
_COLOR = re.compile(
    r"\b(?:make|want|turn|in) .*\b(red|green|blue|yellow|orange|purple|pink|white|black|grey|gray|brown|beige|gold)$"
    r"|(?:底色?|背景|颜色|换|改|变|要)(?:换|改|变|用|要)?(?:成|为)?([红绿蓝黄橙紫粉白黑灰棕]色?)的?$"
)
_ALSO = re.compile(
    rf"(?:多画|再画|要?有|加上?|添上?|多|出现|带上?){_COUNTER}([^，]{{1,30}})$|(背景(?:换成|改成|用|是|要|为).{{1,20}})$"
    r"|\b(?:have|has|with|add|include)(?: an?| the| some)? ([a-z][\w' -]{1,80})$"
)
"""An addition to the subject of an image."""
_ANOTHER = re.compile(
    r"(?:换|重新?画|改)(?:一?[张个幅下]|掉)?(?:图|吧)?$|\b(?:another|a different|a new) (?:one|picture|image|photo)$"
)
_USE_FOR_COVER = re.compile(
    rf"封面(?:图)?(?:用|换成|改成)第({NUMBER})[张幅]|use (?:the )?({NUMBER}) (?:one|picture|image|photo) (?:as|for) the cover"
)
_IMAGE_OF = re.compile(
    r"\b(?:photo|picture|image)s? of (?:an? |the |some )?([a-z][\w' -]{1,60}?)(?: (?:for|in|on|as) .*)?$|[张幅]([^，图]{1,30}?)(?:的?(?:图片?|照片|画面))?$"
)
_PLACE = re.compile(
    r"第 ?[一二三四五六七八九\d] ?[张幅个](?:图)?(?:里|上|中)?(?:的)?|封面(?:图)?(?:上|里)?|(?:in|on|of) the (?:\w+ )?(?:picture|image|photo|cover|one)\b|(?:the )?(?:first|second|third|fourth|fifth|last)(?: (?:picture|image|photo|one))?\b"
)
_PHOTOGRAPHED = re.compile(r"真人|实拍|真实拍摄|real photos?|photographs?|photoreal")
_AFTER_SUBJECT = re.compile(
    r"(?:,? (?:instead of|rather than|in place of|and not|not) .*|(?:而不是|不要|代替).*|的(?:图|图片|画面)?|吧|呢| instead| please| in it| on it| there)$",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(
    r"(?:一|下|个|点|的|位置|顺序|种|些|别的|风格|better|different|another|new|one)*", re.IGNORECASE
)
_ONLY = re.compile(r"^(?:rather|instead|just|only|simply)\b", re.IGNORECASE)
_JUDGED = re.compile(
    r"^(?:that |this )?(?:cover|image|picture|photo|first|second|third|last|one)s?\b"
    r"|\b(?:needs?|is|are|was|looks?|seems?|should|could|must|does|isn['’]t|doesn['’]t)\b",
    re.IGNORECASE,
)
"""Phrases after "only" or "just" that are judgments, not subjects: only the cover needs work."""
_OWN_PHOTO = re.compile(
    r"(?:用|换成|换|放)(?!.*(?:风格|效果)).{0,16}?(?:拍|发|传|存|给|画)的(?!.*(?:感觉|风格)).{0,8}(?:照|图|那张)|(?:手机|相册|电脑|网盘|上次|之前|去年|昨天|上周)里?的?.{0,6}(?:照片|图)|我(?:自己)?(?:有|的)(?:照片|图)|(?:店里|公司|我们|家里)的?.{0,4}(?:logo|商标|实拍照?|照片)"
    r"|\b(?:photo|picture|image|shot|selfie|snap|one|pic)s? (?:that )?(?:i|we|my \w+|our \w+|he|she) (?:\w+ )?(?:sent|uploaded|took|gave|have|shot|made|emailed)\b|\b(?:my|our) (?:own |real |actual )?(?:\w+ )?(?:photo|picture|selfie|snap|logo|pic|shot)s?\b|\bfrom (?:my|our) (?:phone|camera|album|shop|website|shoot|gallery)\b"
    r"|我.{0,6}(?:发|传|拍|给)(?:给?你|过|上去?|的)+.{0,4}(?:照片|图)"
    r"|\b(?:photo|picture|image)s? (?:that )?i (?:sent|uploaded|took|gave)|\bmy own (?:photo|picture|image)"
)
"""An image of the user, which the plan of a new image cannot contain."""

_COMPLAINT = re.compile(
    r"(?:照片|实拍|插画|水彩|油画|卡通|手绘|漫画|风格|画风)\S{0,6}(?:太|不好|不行|不搭|不适合|不喜欢|难看|显得)|(?:不喜欢|讨厌|受不了|别用|不要).{0,6}(?:照片|实拍|插画|水彩|油画|卡通|手绘|漫画)(?!改|换)"
    r"|\blooks? (?:just )?like an? (?:stock |bad |cheap )?(?:photo|picture|cartoon|drawing)"
    r"|\b(?:photos?|photographs?|watercolou?rs?|oil|cartoons?|drawings?|illustrations?|style) (?:\w+ )?(?:is|are|looks?|feels?|seems?) (?:\w+ )?(?:too|wrong|off|cheap|ugly|childish|cold|tacky|bad)|\b(?:hate|don['’]t like|not a fan of|tired of|no more) (?:the |these |this )?(?:photos?|photographs?|watercolou?rs?|oil|cartoons?|drawings?|illustrations?)"
)
"""An excluded style."""

Draft = Callable[[int], ImagePlanSet]
"""Plans a given number of images again."""


def apply_plan_feedback(previous: ImagePlanSet, feedback: str, draft: Draft, language: Language) -> ImagePlanSet:
    """Return *previous* with the changes in *feedback*; each part of it is among `changes`, with its outcome."""
    plans = replace(previous, changes=(), clarification=None)
    texts = [text for part in split_clauses(feedback[:MAX_FEEDBACK_LENGTH], _BREAK) if (text := part.strip())]
    changes, indexes, is_retained = list[FeedbackChange](), tuple[int, ...](), False
    retained, styled = find_retained(texts, previous), find_retained(texts, previous, style_alone=True)
    orders = dict[int, tuple[int, ...]]()
    for text in texts[:MAX_CHANGES]:
        clause = read_clause(text, indexes, len(plans.plans))
        if is_retained and not clause.is_named:
            # "Leave the cover, make it watercolor": the cover does not become watercolor.
            clause = replace(clause, indexes=(), is_broad=True)
        indexes, is_retained = clause.indexes, clause.retains and not PRAISE.search(clause.folded)
        if is_retained:
            orders[len(changes)] = indexes
        before = plans
        plans, outcome = _apply_clause(plans, clause, draft, language)
        if clause.is_named and not clause.is_broad and len(plans.plans) == len(before.plans):
            others = {plan.plan_id for index, plan in enumerate(before.plans) if index not in clause.indexes}
            plans = _restore(plans, before, others)
        if clause.is_broad and plans != before and not parse_preferences(text).title:
            plans = _restore(plans, before, retained | (styled if parse_preferences(text).style else set()))
            outcome = ChangeOutcome.NOT_POSSIBLE if plans == before else outcome
        if len(plans.plans) > len(before.plans):
            # The following clauses are about the added image.
            indexes = (len(plans.plans) - 1,)
        changes.append(FeedbackChange(text, outcome))
    for position, images in orders.items():
        if any(index < len(previous.plans) and previous.plans[index] not in plans.plans for index in images):
            changes[position] = replace(changes[position], outcome=ChangeOutcome.NOT_POSSIBLE)
    return replace(plans, changes=tuple(changes), engine="builtin")


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
    if any(index >= count for index in clause.indexes) or names_absent_image(clause, plans):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if _OWN_PHOTO.search(folded):
        return plans, ChangeOutcome.NOT_POSSIBLE
    if KEEP.search(folded):
        # A change in the same clause would be lost.
        is_lost = not clause.retains and CHANGE.search(folded)
        return plans, ChangeOutcome.NOT_UNDERSTOOD if is_lost else ChangeOutcome.DONE
    if len(clause.indexes) == _PAIR and FIRST_OR_LAST_TWO.search(folded) and _SWAPS.search(folded):
        return _report(plans, _swap(plans, *clause.indexes))
    if swap := _SWAP.search(folded):
        first, second = (NUMBERS[group] for group in swap.groups() if group)
        return _report(plans, _swap(plans, first, second))
    if cover := _USE_FOR_COVER.search(folded):
        return _report(plans, _swap(plans, 0, NUMBERS[next(filter(None, cover.groups()))]))
    if _NO_TEXT.search(folded):
        ids = {plans.plans[index].plan_id for index in clause.indexes or range(count)}
        texts = tuple(text for text in plans.overlays if text.plan_id not in ids)
        return replace(plans, overlays=texts), ChangeOutcome.DONE
    if _ANOTHER.search(_PLACE.sub("", folded).strip()) and clause.indexes:
        return _renew(plans, clause.indexes, draft)
    if _REMOVE.search(folded) and not _show(clause):
        return _report(plans, _remove(plans, clause.indexes[0] if clause.is_named else count - 1))
    if _ADD.search(folded) and not clause.is_named:
        return _report(plans, _add_about(plans, clause, draft, language))
    preferences = Preferences() if _COMPLAINT.search(folded) else parse_preferences(clause.text)
    if preferred := _apply_preferences(plans, clause, preferences, draft, language):
        if (named := _IMAGE_OF.search(folded)) and named[1] and clause.indexes:
            preferred = _map_plans(preferred, clause.indexes, lambda plan: _with_subject(plan, named[1]))
        return preferred, ChangeOutcome.DONE
    if _PHOTOGRAPHED.search(folded):
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
    added, named = _add(plans, draft), _IMAGE_OF.search(clause.folded)
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


def _show(clause: Clause, pattern: re.Pattern[str] = _INSTEAD) -> str:
    """Return the subject that the clause requests, "" for none."""
    bare = _PLACE.sub("", clause.text).strip(" ：:，")
    match = pattern.search(bare) or pattern.search(clause.text)
    subject = next((group for group in match.groups() if group), "") if match else ""
    subject = _AFTER_SUBJECT.sub("", subject.strip()).strip()
    if _NO_SUBJECT.fullmatch(subject) or (_ONLY.search(bare) and _JUDGED.search(subject)):
        return ""
    return take_words(subject, MAX_SUBJECT_LENGTH)


def _change_subject(
    plans: ImagePlanSet, clause: Clause, draft: Draft, language: Language
) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with another subject, or with another scene in place of an excluded one."""
    unwanted = _LACK.search(_PLACE.sub("", clause.folded).strip())
    indexes = clause.indexes or ((0,) if len(plans.plans) == 1 else ())
    if unwanted and not (indexes and _CONTRAST.search(clause.folded)):
        word = next(group for group in unwanted.groups() if group).strip(" 的")
        return _avoid(plans, indexes or tuple(range(len(plans.plans))), word, draft)
    rest = re.sub(r"^and ", "", _PLACE.sub("", clause.folded).strip(" ，,:："))
    if indexes and (color := _COLOR.search(clause.folded)):
        named = next(filter(None, color.groups()))
        return _map_plans(plans, indexes, lambda plan: _with_detail(plan, named, language)), ChangeOutcome.DONE
    if clause.is_named and indexes and language is Language.ENGLISH and _SETTING.match(rest):
        return _map_plans(
            plans, indexes, lambda plan: _with_subject(plan, f"{plan.subject} {rest}")
        ), ChangeOutcome.DONE
    subject, other = _show(clause), _show(clause, _ALSO)
    if not subject and not other and language is Language.ENGLISH and (bare := _BARE_SUBJECT.match(rest)):
        subject = bare[1]
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
