"""What planned images must not show: whether they show it, by words and not by characters within other words."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engines.language.characters import fold, is_chinese
from engines.language.words import segment_words
from engines.note_planner.limits import MAX_IMAGES
from engines.note_planner.plan_edits import Draft, map_plans, return_value, with_subject
from engines.note_planner.plan_things import is_noun_phrase, names_thing
from engines.painter.content.mentions import find_mentions
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet

_PEOPLE = re.compile(
    r"^(?:真|任何|别的|路)?人(?:物|脸|像|影|头)?$|^[正露]?脸$|^(?:any )?(?:people|persons?|faces?|humans?)(?: anywhere| at all)?$"
)
_HUMAN = re.compile(
    r"[女男小]孩|姑娘|少年|少女|老人|[奶爷妈爸]{2}|女士|先生|一家[人三四]|情侣|婴儿|宝宝|人们|的人$"
    r"|\b(?:girl|boy|wom[ae]n|m[ae]n|child|children|kid|baby|babies|couple|family|people|person|grandm\w+|grandf\w+|mother|father|mum|dad)s?\b"
)
_SCENERY = "景天地色里中"
"""Ends of words for the scene that their first character names: 雪景, of 雪地."""


def shows(plan: ImagePlan, word: str) -> bool:
    """Return whether *plan* shows what *word* names."""
    subject = fold(plan.subject)
    if _PEOPLE.match(word):
        return _HUMAN.search(subject) is not None
    if not is_chinese(word):
        stem = word.removesuffix("s")
        return re.search(rf"\b{re.escape(stem)}", f"{subject} {fold(plan.prompt)}") is not None
    words = [one.strip() for one in segment_words(subject)]
    if len(word) == 1:
        return any(one.startswith(word) or one.endswith(word) for one in words)
    # 伞 is what 雨伞 names.
    return word in subject or word in fold(plan.prompt) or word[-1] in words or _is_near(word, words)


def _is_near(word: str, words: Sequence[str]) -> bool:
    return word[1:] in (*_SCENERY, "") and any(one.startswith(word[0]) for one in words)


def avoid(plans: ImagePlanSet, indexes: Sequence[int], word: str, draft: Draft) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans with other scenes in place of those that show *word*."""
    for index in indexes:
        plan = plans.plans[index]
        if not shows(plan, word):
            continue
        used = {one.subject for one in plans.plans}
        others = [one.subject for one in draft(MAX_IMAGES).plans if one.subject not in used and not shows(one, word)]
        if not others or not shows_in_subject(plan, word):
            return plans, ChangeOutcome.NOT_POSSIBLE
        changed = with_subject(plan, others[0])
        plans = map_plans(plans, (index,), partial(return_value, changed))
    return plans, ChangeOutcome.DONE


def shows_in_subject(plan: ImagePlan, word: str) -> bool:
    """Return whether the subject of *plan* shows it, and not only the words of the prompt around it."""
    return shows(replace(plan, prompt=""), word)


def is_known(word: str, *, is_attribute: bool = False) -> bool:
    """Return whether the absence of *word* shows in the subjects: a thing, or letters, and no extent of a thing.

    An attribute (整盆的, the blurry ones) stands for a thing only if the painter knows one of that name.
    """
    if _EXTENT.search(word):
        return False
    if _PEOPLE.match(word) or _LETTERING.search(word) or names_thing(word) or any(find_mentions(word)):
        return True
    return not is_attribute and is_noun_phrase(word)


_EXTENT = re.compile(
    r"^(?:the |an? )?(?:whole|entire|full|complete)\b|\bclose-?ups?$|^[整全]|特写|近景|远景|正面|侧面|背面|背影|半身|[俯仰侧]拍|白天|^day(?:time|light)$|^counting\b"
)
"""How much of a thing an image shows, or from where, which its name does not state: the whole plant."""
_LETTERING = re.compile(
    r"水印|二维码|条形码|商标|品牌|文字|字幕|\b(?:watermarks?|qr codes?|barcodes?|logos?|brand(?:s| names?)?|text|lettering)\b|logo"
)


def may_show(plans: ImagePlanSet, words: str) -> bool:
    """Return whether a plan has one of several English *words*: a teapot, of a British tea set."""
    names = re.findall(r"[a-z]{3,}", _OF_PLACE.sub("", words))
    return len(names) > 1 and any(shows_in_subject(plan, name) for plan in plans.plans for name in names)


_OF_PLACE = re.compile(r"\b(?:on|in|at|from|with|of|by|under|behind|near)\b.*$|\b(?:the|and|any|all)\b")


def shows_no_one(plans: ImagePlanSet) -> bool:
    """Return whether no plan shows anyone."""
    return not any(_HUMAN.search(fold(plan.subject)) for plan in plans.plans)


def is_subject(plan: ImagePlan, word: str) -> bool:
    """Return whether *word* names what *plan* shows, and not only something like it: lemon tea is no lemon."""
    subject = fold(plan.subject)
    if is_chinese(word):
        return subject.endswith(word)
    return re.search(rf"\b{re.escape(fold(word))}\b(?! [a-z]+$)", subject) is not None
