"""Account of the content words of a request: what no part of the report covers was not understood.

The parser reads a text with many patterns, and each can skip a word. This check is over the words themselves, so
no requested thing is dropped without a statement.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.language.scanner import split_words
from engines.painter.content.counts import has_unit
from engines.painter.content.looks import find_looks
from engines.painter.content.mentions import BODY, Mention, is_noun
from engines.painter.content.words import (
    ACTIONS_ZH,
    COLORS,
    CONTAINERS,
    COUNTS,
    PASTIMES_ZH,
    PLACES_EN,
    PLACES_ZH,
    PLAIN,
    SIZES,
)
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome
from services.common.text import segmentation

_WORD_EN = re.compile(r"[a-z][a-z'-]*")
_DESCRIPTIVE = frozenset(split_words("dark|wooden|happy|sad|steaming|winding|snowy|rainy|misty|blooming"))
"""Plain words that an image can lack."""
_FUNCTION_EN = (PLAIN - _DESCRIPTIVE) | frozenset(split_words(
    "i|me|my|we|us|our|you|your|who|whose|what|these|those|when|where|just|so|than|then|too|also|very|really|please|want|need|"
    "would|like|has|have|having|had|be|been|being|was|were|will|can|get|gets|make|made|do|does|did|if|or|not|no|nor|any|"
    "am|only|still|about|within|onto|via|per|own|same|such|several|lots|lot|few|pair|pairs|couple|slice|slices|piece|pieces|set|"
    "look|looks|looking|full|filled|seen|shown|show|shows|showing|taken|featuring|including|surrounded|without|except|minus|"
    "wearing|wears|dressed|holding|carrying|named|called|type|kinds|types|class|project|school|birthday|menu|for|app|website|shop|"
    "logo|card|cover|banner|sticker|icon|avatar|print|art|artwork|image|images|pictures|photos|drawn|painted|made|here|again|instead",
)) - frozenset(("school", "birthday", "class", "menu", "shop", "wearing", "holding", "carrying"))  # fmt: skip
"""English words that name nothing to draw."""
_FUNCTION_ZH = PLAIN | frozenset(split_words(
    "是|有|没有|还有|要|想|想要|会|能|可以|请|给|帮|我|我们|你|自己|为|为了|像|变成|成|叫|让|使|把|被|从|到|去|来|位于|充满|带有|带|带着|"
    "画|画个|画一|生成|来个|需要|希望|这个|那个|一种|一样|一些|的话|时候|样子|感觉|风格|图片|照片|插画|海报|壁纸|头像|封面|卡片|旁边|中间|"
    "两岸|两边|两侧|两旁|上面|下面|里面|前面|后面|身后|身旁|身边|远处|近处|周围|四周|对面|附近|背景|前景|画面|主体|构图|镜头|特写|全景|近景|远景|正面|侧面|背面|"
    "看着|望着|看|只有|都|也|很|非常|十分|正在|正|刚刚|已经|一起|一直|一边|可爱|漂亮|美丽|好看|唯美|梦幻|温馨|安静|宁静|老|年轻|小|大|"
    "地|得|着|了|过|们|子|个|只|方|天|加|加上|配|以及|或|或者|然后|通过|经过|其中|其|它们|他们|她们|整个|整|每|各",
))  # fmt: skip
"""Chinese words that name nothing to draw."""
_LOOKS = frozenset(split_words("stripe|stripes|dot|dots|spot|spots|pattern|patterns|plaid|check|checks|polka"))
"""Looks of things, which no drawing follows."""
_POSED_ZH = frozenset("停放挂摆开长飘漂立装盛插铺露冒围绕照落")
"""Verbs that only state where something is."""
_VERBS_ZH = ACTIONS_ZH + "牵挑扛划滑堆扫铲搬摘采卖买洗修扔踩种"
"""Verbs that form a word with their object: 骑骆驼, 滑雪."""
_POSTURES_ZH = "趴蹲坐站躺跪靠倚"
_INNER_ZH = "上里中"
"""Places that the segmentation joins to a verb: 书包里装着."""
_PARTICLES_ZH = "着了过在到满于"
_SUFFIX_ZH = "上下里中内外旁边前后间面头"
_BODY_ZH = frozenset(("", *"手头背肩嘴怀身脚胸腰腿脸"))
_CONTAINERS_ZH = frozenset("箱筐篮盒桶袋罐缸车船屋桌笼")
_CONTAINERS_EN = frozenset(split_words(
    "crate|crates|box|boxes|basket|bag|bags|barrel|bucket|jar|jars|tray|trays|cart|carton|sack|case"
))  # fmt: skip
_GROUPS_ZH = frozenset("群堆排队摞叠捆")
_GROUPS_EN = frozenset(
    split_words("pile|piles|heap|heaps|stack|stacks|row|rows|line|bunch|flock|herd|crowd|group|swarm|bouquet")
)
_BUNCHES = ("bunch", "bouquet")
_GROWS_IN_BUNCHES = re.compile(r" of (?:[a-z]+ )?(?:grapes|bananas|keys|herbs|carrots|flowers|roses|tulips)")
_NUMERALS_ZH = "一二两三四五六七八九十几半数多\\d"
_MEASURE_ZH = re.compile(f"([{_NUMERALS_ZH}]+)(.*)")
_ELLIPTIC_ZH = re.compile(r"(一[个只条朵颗辆艘匹头])[\u4e00-\u9fff]色?的(?=$|[,，。、；一两二三四五六七八九十])")
"""One of several that are named before: 四个梨，一个黄的三个绿的."""
_PATTERNS_ZH = re.compile("(?:[红橙黄绿青蓝紫黑白灰粉金银]{1,2}(?:相间的?)?)?(?:条纹|格纹|波点|花纹)")
_BACKDROP_ZH = re.compile("背景(?=(?:全|都)?[是为](?![红橙黄绿青蓝紫黑白灰粉金银纯深浅淡]))")
"""Patterns of a thing, and a background about which more is stated than a color."""
_MAX_GAP = 1
"""Letters between a Chinese verb and its object."""
_ON_TOP = re.compile(r"\bon top\b(?! of)")
_MUTUAL = re.compile(
    r"\b(?:fac(?:ing|es?) (?:at )?each other|each other|face to face|back to back)\b"
    "|面对面|背靠背|相对而[坐立]|相视|对视|对望"
)
"""How several are to each other."""
_STATES = re.compile(
    r"(?:(?:后面|身后|背后)?跟[着随](?!跳|唱)|挂着"
    r"|\b(?:beside|behind|above|below|near) (?:him|her|it|them)\b)"
)
"""Where a thing is, in words which are otherwise read as no more than the words around them."""
_SIDE_EN = re.compile(r"(?<=\bthe )(?:front|rear|back)(?= (?!of\b|to\b|and\b|with\b)[a-z]{3,})")
_WAITS_ZH = re.compile("等(?=待|候|[公火电]?[交车人]|巴士)")
_ON_BODY_ZH = re.compile("(?:背|头|肩膀?|腿|怀|手臂|膝盖)[上里中](?=[坐站停趴蹲落骑躺卧放]着)")
"""Places that a thing has to another one, which only a relation shows."""
_NOUN_TAGS, _VERB_TAGS = ("n", "l", "i", "j", "s", "t"), ("v", "zg", "uz", "uv")
_ADJECTIVE_TAGS = ("a", "b", "z")
_LONGEST_LOOK = 4
"""Letters of the longest Chinese words for a look with its thing."""
_MAX_PARTS, _CUT = 6, 40
"""Most parts that are reported, and the length from which the words of a part may end within a word."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A content word at *start*..*end*, with the kind of the part that it would be."""

    start: int
    end: int
    kind: PartKind
    is_verb: bool = False
    is_look: bool = False
    """Whether it describes a thing, by words of which a part may be the name of the thing: 长头发."""


def find_unaccounted(text: str, requested: Sequence[str], mentions: Sequence[Mention]) -> list[ContentPart]:
    """Return the content words of *text* that none of *requested*, the words of the parts of a report, covers."""
    covered = _cover(text, requested)
    found = []
    for match in _PATTERNS_ZH.finditer(text):
        if not covered[match.end() - 1]:
            found.append(ContentPart(PartKind.ACTION, match[0], PartOutcome.MISSING))
        covered[match.start() : match.end()] = [True] * len(match[0])
    for mention in mentions:
        is_decoy = not mention.named and not text[mention.start].isascii()
        is_decoy = is_decoy and text[mention.start : mention.end] not in PASTIMES_ZH
        if isinstance(mention.named, Medium) or is_decoy:
            covered[mention.start : mention.end] = [True] * (mention.end - mention.start)
    others = [words for words in requested if words not in text]
    for token in _list_tokens(text, mentions):
        if any(text[token.start : token.end] in words for words in others):
            continue  # The planner shortened the subject: 红色 of 红色剪纸.
        open_at = [at for at in range(token.start, token.end) if not covered[at]]
        is_open = token.is_look and (not covered[token.start] or not covered[token.end - 1])
        if is_open and (
            text[token.start].isascii() or not covered[token.end - 1] or token.end - token.start <= _LONGEST_LOOK
        ):
            found.append(ContentPart(token.kind, text[token.start : token.end], PartOutcome.MISSING))
            continue
        if covered[token.end - 1] or 2 * len(open_at) <= token.end - token.start:
            if _skips_verb(text, token, open_at):
                found.append(ContentPart(PartKind.ACTION, text[token.start : token.end], PartOutcome.MISSING))
            continue
        end = _extend(text, token, mentions) if token.kind is PartKind.ACTION else token.end
        found.append(ContentPart(token.kind, text[token.start : end], PartOutcome.MISSING))
    return list(dict.fromkeys(found))[:_MAX_PARTS]


def _extend(text: str, token: _Token, mentions: Sequence[Mention]) -> int:
    """Return the end of the object of the Chinese verb of *token*: 搬上码头."""
    following = next((m for m in mentions if m.is_subject and token.end <= m.start <= token.end + _MAX_GAP), None)
    is_posture = text[token.start] in _POSTURES_ZH  # 趴在沙发上 is a relation to the sofa.
    return following.end if token.is_verb and following is not None and not is_posture else token.end


def _skips_verb(text: str, token: _Token, open_at: Sequence[int]) -> bool:
    """Return whether only the Chinese verb at the start of *token* is not covered: 骑 in 骑骆驼."""
    return bool(open_at) and open_at == [token.start] and text[token.start] in _VERBS_ZH


def _cover(text: str, requested: Sequence[str]) -> list[bool]:
    """Return which letters of *text* are in one of *requested*."""
    covered = [False] * len(text)
    for words in {words.strip() for words in requested}:
        end = "[a-z]*" if len(words) >= _CUT else "(?![a-z])"
        for match in re.finditer(rf"(?<![a-z]){re.escape(words)}{end}", text) if words else ():
            covered[match.start() : match.end()] = [True] * len(match[0])
    return covered


def _list_tokens(text: str, mentions: Sequence[Mention]) -> Iterator[_Token]:
    position = 0
    tagged = segmentation.tag_words(text)
    for number, (word, tag) in enumerate(tagged):
        start, position = position, position + len(word)
        after, after_tag = tagged[number + 1] if number + 1 < len(tagged) else ("", "")
        is_modifier = after_tag.startswith(("n", "s")) or (len(after) > 1 and after[-1] in _SUFFIX_ZH)
        if any(letter >= "\u3400" for letter in word):
            tokens = _classify_zh(word, tag, start, is_modifier=is_modifier)
            yield from (one for one in tokens if one.kind is not PartKind.COUNT or not has_unit(text, one.end))
    for match in _BACKDROP_ZH.finditer(text):
        yield _Token(match.start(), match.end(), PartKind.SETTING)
    for match in _ELLIPTIC_ZH.finditer(text):
        yield _Token(match.start(1), match.end(1), PartKind.COUNT)
    for match in (one for pattern in (_ON_TOP, _ON_BODY_ZH, _MUTUAL, _STATES) for one in pattern.finditer(text)):
        yield _Token(match.start(), match.end(), PartKind.RELATION)
    for match in (*_WAITS_ZH.finditer(text), *_SIDE_EN.finditer(text)):
        yield _Token(match.start(), match.end(), PartKind.ACTION)
    for match in _WORD_EN.finditer(text):
        yield from _classify_en(text, match, mentions)
    yield from (_Token(start, end, PartKind.ACTION, is_look=True) for start, end in find_looks(text, mentions))
    for mention in mentions:
        if text[mention.start : mention.end] in PASTIMES_ZH and not mention.named:
            yield _Token(mention.start, mention.end, PartKind.ACTION)


def _classify_zh(word: str, tag: str, start: int, *, is_modifier: bool) -> Iterator[_Token]:
    """Yield the tokens of a Chinese *word*; a noun before another one only describes it: 小学操场."""
    measured = _MEASURE_ZH.fullmatch(word)
    if tag.startswith("m") and measured is not None:
        yield from _classify_measure(measured, start)
        return
    is_verb = tag.startswith(_VERB_TAGS)
    bare = word.rstrip(_PARTICLES_ZH) if is_verb else word
    if tag.startswith("f"):
        bare = word.rstrip(_SUFFIX_ZH)
    if (
        not bare
        or word in _FUNCTION_ZH
        or bare in _FUNCTION_ZH
        or (is_verb and all(one in _POSED_ZH for one in bare.lstrip(_INNER_ZH)))
    ):
        return
    end = start + len(bare)
    if bare.endswith("色") or bare in COLORS.list_words():
        yield _Token(start, end, PartKind.COLOR)
    elif tag.startswith(("f", "s")) and bare.rstrip(_SUFFIX_ZH) in _BODY_ZH:
        return
    elif tag.startswith("t"):
        yield _Token(start, end, PartKind.CONDITION)
    elif tag.startswith("s"):
        yield _Token(start, start + len(word), PartKind.SETTING)
    elif tag.startswith("f") or (tag.startswith(_NOUN_TAGS) and tag != "ng"):
        is_place = bare in PLACES_ZH
        yield _Token(start, end, PartKind.SETTING if is_place else PartKind.ACTION if is_modifier else PartKind.SUBJECT)
    elif is_verb or tag.startswith(_ADJECTIVE_TAGS):
        if len(bare) > 1 and bare[0] in _INNER_ZH and bare[1] in _VERBS_ZH:
            start, is_verb = start + 1, True  # 月球上种
        yield _Token(start, end, PartKind.ACTION, is_verb=is_verb)


def _classify_measure(measured: re.Match[str], start: int) -> Iterator[_Token]:
    """Yield a number above one, and a measure word that is a thing or a group: 一箱, 两只, 一排."""
    number, unit = measured[1], measured[2]
    if number.endswith("半") and not unit:
        return  # 切成两半
    at = start + len(number)
    if unit[:1] in _CONTAINERS_ZH:
        yield _Token(at, at + len(unit), PartKind.SUBJECT)
    elif unit[:1] in _GROUPS_ZH and unit:
        yield _Token(start, at + len(unit), PartKind.COUNT)
        return
    if number != "一" and number != "1":
        yield _Token(start, at, PartKind.COUNT)


def _classify_en(text: str, match: re.Match[str], mentions: Sequence[Mention]) -> Iterator[_Token]:
    word = re.sub(r"'s?$", "", match[0])
    start, end = match.start(), match.start() + len(word)
    is_measure = text.startswith(" of ", match.end())
    if is_measure and word in _GROUPS_EN:
        if word in _BUNCHES and _GROWS_IN_BUNCHES.match(text, match.end()):
            return
        yield _Token(start, match.end() + len(" of"), PartKind.POSITION)
    elif is_measure and word in _CONTAINERS_EN:
        yield _Token(start, end, PartKind.SUBJECT)
    elif (
        (is_measure and CONTAINERS & {word, word.removesuffix("s")})
        or len(word) < 3
        or word in _FUNCTION_EN
        or word.endswith("ly")
    ):
        return
    elif word in COLORS.list_words():
        yield _Token(start, end, PartKind.COLOR)
    elif word in SIZES.list_words():
        yield _Token(start, end, PartKind.POSITION)
    elif word in COUNTS.list_words():
        yield _Token(start, end, PartKind.COUNT)
    elif word not in (*BODY, *_LOOKS) and is_noun(text, start, match.end(), mentions):
        yield _Token(start, end, PartKind.SETTING if word in PLACES_EN else PartKind.SUBJECT)
    else:
        yield _Token(start, end, PartKind.ACTION)
