"""Announcements of another image, before the request for it."""

import re

from engines.language.lexicons.announcements import (
    ANNOUNCED,
    ANNOUNCED_NOUN,
    ANNOUNCING,
    DROPPED,
    NEW_TOPIC,
    NEW_TOPICS,
    Announcing,
)
from engines.language.lexicons.follow_ups import ADD, AGAIN, BECOME
from engines.language.parsers.adjustments import parse_adjustments
from engines.language.parsers.follow_ups import find_lone_style, is_another_attempt, is_other_style
from engines.language.parsers.revisions import parse_restore
from engines.language.parsers.scenes import strip_courtesy
from engines.language.parsers.statements import names_subject
from engines.language.phrase import EDGES, Phrase, has_words, strip_prefixes

_MAX_ENDS = 8
"""Candidates for the end of an announcement, checked from the last one."""
_COMMA = re.compile("[，,] *$")
_COLON = re.compile("[:：—-] *$")
_NAMES_IMAGE = re.compile(
    r"(?:图|图片|画|照片|壁纸|海报|头像|插画|贴纸|表情包|picture|image|photo|wallpaper|poster|logo)$"
)
"""At the end of what is requested ("我想要熊猫的图")."""
_ORDERED = re.compile(
    r"(?P<scene>.{3,80}?)[?？,，。.!！]+ *(?:so |then |please |now )?(?:(?:make|draw|paint|show|give|do|create|"
    r"generate)"
    r"(?: me| us)? (?:that|this|one|it)|show me|show us|(?:给我|帮我|你)?(?:来|画|做|弄|整|出|搞|"
    r"生成)(?:一?[张个幅版]|出来)?"
    r"(?:看看|瞧瞧|瞅瞅|给我)?)(?: please| pls|吧|呗)?"
)
_DESCRIBED_SCENE_ZH = re.compile(
    r"(?:有没有|有木有|能不能有|想象一下|想象|设想|假如有|如果有|要是有)(?:那种|一种|这种|一张|那样的)?(?P<scene>.+)"
)
_DESCRIBED_SCENE_EN = re.compile(
    r"(?:what|how) would (?P<what>(?:an? |the )?[a-z' ]{2,40}?) look(?: like)?"
    r"(?: if (?P<who>[a-z ]{2,30}?) (?:painted|drew|made|did|designed) (?:it|that|them)|(?P<style> (?:in|"
    r"as) [a-z0-9 -]{3,30}))?"
    r"(?P<rest>(?: (?:at|in|on|during|by|under|with) .{2,40})?)"
)
_REPORTED_SCENE = re.compile(
    r"(?:so |last night |yesterday |today )*(?:i |we )?(?:(?:just |once )?(?:had|have|keep having|got|saw) (?:a |"
    r"an |this |the )?(?:\w+ )?"
    r"(?:dream|idea|vision|thought|nightmare)(?: last night)? (?:about|of|where|that|in which)|dreamt (?:of|about|"
    r"that)|dreamed (?:of|about|that)|"
    r"imagine|picture|think of) (?P<scene>.+)"
)
"""A scene as a question, before the order for it."""
_REQUESTED_IMAGE = re.compile(
    r"(?:你|你们|你这|这里)?(?:有没有|有|求|求个|求张|求一张)(.{1,40}?)的?(?:图|图片|照片|壁纸|插画)(?:吗|么|没有|没)?"
)
"""Asks whether there is an image of something."""


def strip_announcement(phrase: Phrase) -> tuple[Phrase, bool]:
    """Return *phrase* without words that announce another image, and whether it names a new, independent one."""
    if is_other_style(phrase):
        return phrase, False
    found = DROPPED.match(phrase.folded)
    topic = strip_prefixes(phrase.slice(found.end()) if found else phrase, NEW_TOPICS)
    if found and _changes_image(topic):
        return phrase, False
    if topic != phrase:
        return (topic, True) if names_subject(topic.text) else (phrase, False)
    found = NEW_TOPIC.match(phrase.folded)
    rest = phrase.slice(found.end()) if found else phrase
    if found and has_words(rest.text):
        return rest, not _changes_image(rest)
    announced = _strip_announcing(phrase)
    return (phrase, False) if announced is None else (announced, not _changes_image(announced))


def _strip_announcing(phrase: Phrase) -> Phrase | None:
    """Return the text after only words of an announcement, in any order; None if it does not name an image."""
    position, kinds = 0, set[Announcing]()
    ends = list[int]()
    while position < len(phrase.folded):
        if phrase.folded[position] in EDGES:
            position += 1
            continue
        if Announcing.LEAVES in kinds or {Announcing.OTHER, Announcing.IMAGE} <= kinds:
            ends.append(position)
        match = ANNOUNCING.match_at(phrase.folded, position)
        if match is None:
            break
        kinds.add(match.value)
        position = match.end
    for end in reversed(ends[-_MAX_ENDS:]):
        rest = phrase.slice(end)
        is_other = Announcing.OTHER in kinds or "别的" in phrase.folded[:end]
        is_noun = (
            is_other
            and _COMMA.search(phrase.folded, max(0, end - 3), end)
            and ANNOUNCED_NOUN.match(rest.folded) is not None
        )
        is_named = (
            is_noun
            or _COLON.search(phrase.folded, max(0, end - 3), end) is not None
            or ANNOUNCED.match(rest.folded) is not None
        )
        if is_named and len(rest.folded) > 1 and not is_another_attempt(rest):
            return rest
    return None


def _changes_image(phrase: Phrase) -> bool:
    """Return whether *phrase* can only be a change of an image."""
    core = strip_courtesy(phrase)
    starts = any(words.match_at(core.folded, 0) for words in (BECOME, ADD, AGAIN))
    is_change = starts or is_another_attempt(core) or find_lone_style(core) is not None
    return is_change or parse_adjustments(core, None) is not None or bool(parse_restore(core))


_RECIPIENT = re.compile(
    r"(?:my|our) (?:[a-z]+ ){1,3}?(?:(?:really |just )?(?:wants?|would like|would love|asked for|(?:is|are|keeps?) "
    r"asking for)) (?:to see )?(?=(?:an?|the|some|two|three|four|five) )"
    r"|(?P<zh>我(?:家|们)?(?:的)?(?:小)?(?:儿子|女儿|闺女|孩子|宝宝|侄子|侄女|外甥女?|孙子|孙女|老公|老婆|"
    r"妈|妈妈|爸|爸爸|奶奶|爷爷|妹妹|弟弟|学生|同桌|朋友|室友)们?(?:特别|很|一直|非常)?(?:想要|想看|想画|说要|吵着要)(?=[一两二三四五几]?[只个张幅辆匹条头座朵艘架栋]))"
)
"""Whom a thing is requested for, before the thing."""


def strip_recipient(phrase: Phrase) -> Phrase:
    """Return a request for others as one to draw the thing ("my nephew wants a moped", 我女儿想要一只独角兽)."""
    found = _RECIPIENT.match(phrase.folded)
    if found is None or found.end() == len(phrase.folded):
        return phrase
    return Phrase(f"{'画' if found['zh'] else 'draw '}{phrase.text[found.end() :]}")


def name_image(phrase: Phrase) -> Phrase:
    """Return 有没有猫的图 as a request to draw them, and a scene in a question with the order for it after it."""
    if ordered := _ORDERED.fullmatch(phrase.folded):
        return _request_scene(phrase.slice(*ordered.span("scene"))) or phrase
    found = _REQUESTED_IMAGE.fullmatch(phrase.folded)
    return Phrase(f"画{phrase.text[slice(*found.span(1))]}") if found else phrase


def _request_scene(phrase: Phrase) -> Phrase | None:
    """Return a request for the scene that a question describes ("what would X look like if Y painted it")."""
    if found := _DESCRIBED_SCENE_ZH.fullmatch(phrase.folded):
        return Phrase(f"画{phrase.text[found.start('scene') :]}")
    if reported := _REPORTED_SCENE.fullmatch(phrase.folded):
        return Phrase(f"draw {phrase.text[reported.start('scene') :]}")
    found = _DESCRIBED_SCENE_EN.fullmatch(phrase.folded)
    if found is None:
        return None
    what, style, rest = (phrase.text[slice(*found.span(name))] for name in ("what", "style", "rest"))
    style = (
        f" in the style of {phrase.text[slice(*found.span('who'))]}" if found["who"] else f" {style}" if style else ""
    )
    return Phrase(f"draw {what}{rest}{style}")


def names_image(phrase: Phrase) -> bool:
    """Return whether *phrase* names an image at its end."""
    return _NAMES_IMAGE.search(phrase.folded) is not None
