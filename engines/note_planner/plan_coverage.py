"""Whether the plans after a clause of feedback have what it names: what they lack was not understood."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.language.characters import fold, is_chinese
from engines.language.words import segment_words
from engines.note_planner.clause_images import QUOTED, Clause
from engines.note_planner.plan_absence import shows_no_one
from engines.note_planner.plan_shown import find_seen
from engines.note_planner.plan_unwanted import find_removed_thing
from engines.note_planner.request.preferences import Preferences, parse_preferences
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet

_STEM = 5
"""Letters of an English word that its other forms share: bright, brighter."""
MAX_COMPARED = 30
"""Words of a clause that are compared with preferences, each with a parse of the clause."""
_FILLERS_EN = re.compile(
    r"(?:lol|haha|thx|thanks|mate|honestly|actually|enough|plenty|i'd|i'm|i'll|trade|trades|place|places|across|sketch|sketches|the|and|but|for|with|from|into|"
    r"onto|than|that|this|these|those|there|here|its|it's|they|them|their|our|your|you|can|could|would|should|will|must|may|might|please|just|only|also|too|"
    r"very|really|quite|rather|some|any|all|every|each|both|more|less|much|many|few|bit|little|lot|kind|sort|want|wants|need|needs|like|love|prefer|think|"
    r"feel|make|makes|made|have|has|had|get|gets|give|put|take|use|show|shows|showing|change|replace|swap|switch|turn|add|include|keep|leave|remove|drop|"
    r"delete|cut|lose|draw|paint|not|instead|again|another|other|others|different|new|one|ones|two|three|four|five|six|first|second|third|fourth|fifth|last|"
    r"next|image|images|picture|pictures|photo|photos|pic|pics|shot|shots|cover|drawing|illustration|style|look|looks|background|subject|scene|colour|color|"
    r"colours|colors|light|tone|front|back|order|position|about|over|what|when|where|who|how|maybe|perhaps|though|still|even|now|then|way|thing|things|"
    r"something|anything|everything|don't|dont|doesn't|isn't|aren't|let|let's|total|maximum|max|most|least|exactly|final|except|rid|bin|write|writes|everywhere|anywhere|"
    r"say|says|read|reads|round|around|middle|end|start|top|wrong|pls|are|was|were|been|being|does|did|off|out|whole|same|alone|fine|good|great|nice|lovely|"
    r"rest|line|lines|subtitle|under|below|underneath|writing|caption|quote|move|actual|real|title|text|words|letter|letters|lettering|slogan|big|large|huge|bold)"
)
_FILLERS_ZH = re.compile(
    r"能不能|可不可以|可以|麻烦|希望|感觉|觉得|看起来|看着|整体|风格|画风|画面|图片|照片|配图|封面|首图|背景|底色|整组|整套|颜色|色调|主体|副标题|标题|文字|小字|文案|一下|有点|一点|一些|这种|那种|这样|那样|什么|里面|上面|下面|中间|前面|后面|最后|第.张?|.[张幅只个条块把]|换成|改成|变成|画成|改为|而不是|不要|别的|其他|其余|另外|剩下|全部|统一|不用|再来|不是|就行|就好|位置|顺序|而是|多余|手绘|大字|个字|总共|一共|对调|互换|交换|调换|调个?换|颠倒|重新|再画|除了|以外|之外|正好|最多|至多"
    r"|[一二两三四五六七八九十几\d请把将的了吧呢啊呀就都也再更太很点些写说改变弄搞做成得地要我你它们是在给让不别没够会用有来个从到换加去掉删画拍放上下里中那这张图并和跟与或还只先又但又挺好]|[\W_]"
)


def read_preferences(text: str) -> Preferences:
    """Return the preferences in *text*; of a quoted text only that it is the title."""
    named = parse_preferences(_OF_THING.sub(" ", QUOTED.sub(" ", text)))
    is_color = named.style and re.search(rf"{re.escape(fold(named.style))}{_COLORS}", fold(text))
    style = "" if _OF_IMAGES.search(named.style) or is_color else named.style
    return replace(named, style=style, title=parse_preferences(text).title)


_COLORS = r"(?:[ -]+(?:\w+[ -]+)?(?:tones?|colou?rs?|palette|shades?|hues?)\b|的?(?:色[调系彩]|配色|颜色))"
"""After the name of a style, what makes it one of colors: pastel tones."""
_OF_THING = re.compile(
    r"二维码|低饱和度?|\bflat[ -]lays?\b|\b(?:dark|bright|warm|cool|soft|light|vivid|colou?rful|moody) (?!(?:tones?|colou?rs?|palette|shades?|hues?|light|lighting|mood|look|feel|vibes?|pastels?|atmosphere|picture|image|photo|cover|version|style|one|and|or|but|please|instead|overall|enough|as|like|in|on|for|too|again|all|everywhere|evening|morning|side)\b)(?=[a-z])",
    re.IGNORECASE,
)
"""A quality of the thing after it, and none of the image: dark soil."""
_OF_IMAGES = re.compile(r"^[每这那各全]|[张幅]")
"""Images before the word for a style, and no style: 每张图风格不统一."""


_UNWANTED = re.compile(
    r"\b(?:instead of|rather than|in place of|not|no|without|less|fewer)\b.*|(?:而不是|不是|不要|别再?|不用|去掉|代替|没有).*|把[^，]*?(?=换成|改成|变成)"
)
"""What the images are not to show, or show now."""


_OF_SOMEONE = re.compile(r"背影|侧脸|侧影|表情|\bfrom behind\b")
"""How someone is shown, which an image of no one has not."""


def measure(
    clause: Clause, before: ImagePlanSet, after: ImagePlanSet, outcome: ChangeOutcome
) -> tuple[ImagePlanSet, ChangeOutcome]:
    """Return the plans after a clause and its outcome, measured on what they have; a subject in doubt is taken back."""
    if (
        outcome is ChangeOutcome.ALREADY_SO
        and not find_removed_thing(clause)
        and find_unshown(clause.folded, before, after)
    ):
        return after, ChangeOutcome.NOT_UNDERSTOOD
    if outcome is ChangeOutcome.DONE and _OF_SOMEONE.search(clause.folded) and shows_no_one(after):
        return before, ChangeOutcome.NOT_POSSIBLE
    if outcome is not ChangeOutcome.DONE or (after.plans, set(after.overlays)) == (before.plans, set(before.overlays)):
        return after, outcome
    if find_unwritten(clause.text, after):
        return before, ChangeOutcome.NOT_POSSIBLE
    is_same_number = len(before.plans) == len(after.plans)
    if (seen := find_seen(clause)) and is_same_number and all(map(_is_joined, before.plans, after.plans)):
        shown = " ".join(plan.subject for plan in after.plans)
        return after, ChangeOutcome.DONE if all(one in shown for one in seen) else ChangeOutcome.PARTLY
    if not find_unshown(clause.folded, before, after):
        return after, outcome
    is_fewer = len(after.plans) < len(before.plans)
    if not is_fewer and {plan.subject for plan in before.plans} != {plan.subject for plan in after.plans}:
        return before, ChangeOutcome.NOT_UNDERSTOOD
    return (after, ChangeOutcome.PARTLY) if is_visible(before, after) else (before, ChangeOutcome.NOT_POSSIBLE)


def _is_joined(before: ImagePlan, after: ImagePlan) -> bool:
    return after.subject.startswith(before.subject)


def is_visible(before: ImagePlanSet, after: ImagePlanSet) -> bool:
    """Return whether the user sees a difference of the plans, and not only in the words of a prompt."""
    one, other = ([(plan.subject, plan.style, plan.palette, plan.width, plan.height) for plan in plans.plans]
                  for plans in (before, after))  # fmt: skip
    return one != other or set(before.overlays) != set(after.overlays)


def find_unshown(text: str, before: ImagePlanSet, after: ImagePlanSet) -> tuple[str, ...]:
    """Return the words of a clause that no plan shows, neither the new ones nor those that it may be compared with."""
    shown = fold(" ".join((_join(before), _join(after))))
    bare = _UNWANTED.sub(" ", QUOTED.sub(" ", fold(text)))
    if is_chinese(bare):
        words = [word.strip() for word in segment_words(bare)]
        named = [word for word in words if len(_FILLERS_ZH.sub("", word)) > 1]
        return _select_unshown([word for word in named if word not in shown], bare)
    words = re.findall(r"[a-z][a-z'’-]{2,}", bare)
    named = [word for word in words if not _FILLERS_EN.fullmatch(word.replace("’", "'"))]
    return _select_unshown([word for word in named if word[:_STEM] not in shown], bare)


def _select_unshown(words: Sequence[str], clause: str) -> tuple[str, ...]:
    """Return *words* without those for a style, a mood or a shape, which a plan has in other words; of a long clause all."""
    if len(words) > MAX_COMPARED:
        return tuple(words)
    preferences = parse_preferences(clause)
    return tuple(word for word in words if not _is_preference(word, clause, preferences))


def _join(plans: ImagePlanSet) -> str:
    texts = [text.text for text in plans.overlays]
    return " ".join((*(f"{plan.subject} {plan.style} {plan.prompt}" for plan in plans.plans), *texts))


def _is_preference(word: str, clause: str, preferences: Preferences) -> bool:
    """Return whether *word* names a style, a mood or a shape, or is needed for the *preferences* of *clause*."""
    alone = parse_preferences(word)
    return bool(alone.style or alone.moods) or preferences != parse_preferences(clause.replace(word, " "))


def find_unwritten(text: str, plans: ImagePlanSet) -> tuple[str, ...]:
    """Return the quoted texts of a clause that stand on no image, and that none shows."""
    requested = _UNWANTED.sub(" ", text)
    shown = fold(_join(plans))
    return tuple(
        quoted
        for quoted in QUOTED.findall(requested)
        if fold(quoted) not in shown and not any(one.text and fold(one.text) in fold(quoted) for one in plans.overlays)
    )
