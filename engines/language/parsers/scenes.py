"""Parses the scene of an image: subject, style, size, and whether the text requests an image of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.language.characters import fold
from engines.language.lexicons.nouns import NOUN_AFTER_VERB
from engines.language.lexicons.scenes import (
    ANYTHING,
    CONTAINER_TAILS,
    MEASURES,
    NOTHING_NAMED,
    OPENERS,
    TAILS,
    Opener,
)
from engines.language.lexicons.styles import THING_STYLE_NAMES
from engines.language.parsers.styles import find_styles, join_style_names
from engines.language.phrase import EDGES, OPENING_QUOTES, Phrase, strip_edges, strip_suffixes, to_plain_text

_SIZE = re.compile(
    r"(?:尺寸|大小|分辨率|size|resolution)?[:：为是 ]{0,2}"
    r"(?<![\da-zA-Z.])-?(?=\d{2,6} ?(?:[x×*乘]|by\b) ?\d{2}|\d ?[x×*] ?\d{4}|\d{4,6} ?[x×*] ?\d)"
    r"(\d{1,6}) ?(?:[x×*乘]|by\b) ?(\d{1,6})(?!\d)(?: ?(?:像素|pixels|px))?的?",
    re.IGNORECASE,
)
"""Two numbers of two digits, or one of four: 4x100 is no size, and 5x99999 is one that is rejected."""
_LAYOUT = r"(?:竖构图|横构图|方构图|竖版|横版|竖图|横图|竖屏|横屏|竖幅|横幅|portrait|landscape|vertical|horizontal)"
_FORMAT = "(?:的图|比例|画幅|壁纸|wallpaper|ratio|aspect ratio|format)"
_RATIO_END = rf"(?!\d)(?: ?的)?(?: ?{_FORMAT}|[ ，,]?{_LAYOUT})?"
_QUALITY = "(?:超?高?清|画质|分辨率|resolution|壁纸|wallpaper|quality)"
_DEVICE = (
    r"(?:(?:\w+ )?(?:tv|television|monitor|display|screen|camera|video|projector|movie|film)s?\b|"
    r"电视|显示器|屏幕|相机|摄像机|投影|视频|电影)"
)
"""Things that have a resolution: "a 4K TV"."""
_LOCK_SCREEN = r"(?<!at a )(?<!at the )(?<!at my )(?<!on a )(?<!on the )(?<!on my )(?<!of a )(?<!of the )lock ?screen"
"""The image itself, not one that the image shows ("looking at a lock screen")."""
_FOR_SCREEN = re.compile(r"壁纸|屏保|wallpaper|lock ?screen|background", re.IGNORECASE)
_NAMED_FIRST = re.compile(r"(?:of|with|showing) ", re.IGNORECASE)
_RATIO_NAME = r"\d{1,2}[:：比]\d{1,2}"
_FORMATS: tuple[tuple[re.Pattern[str], tuple[int, int]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), size)
    for pattern, size in (
        *(
            (rf"(?:^|(?<=[,，;；] )|(?<=[,，;；])|(?<=做个)|(?<=做张)|(?<=做一张)|(?<=来张))(?:(?:for|as) )?(?:an? |"
             rf"the )?(?:{names})"
             rf"(?:[- ]?(?:sized?|format|ratio|尺寸|大小|比例))*(?: ?{_RATIO_NAME})?(?: (?:of|with|"
             rf"showing)\b)?(?=[ ,，:：;；的]|$)的?", size)
            for names, size in (
                (r"(?:instagram|insta|ig|ins|facebook|fb|snapchat|whatsapp) ?(?:story|stories|reels?)|"
                 r"tiktok(?: video| cover)?|"
                 r"youtube shorts?|reels? cover|ins故事|抖音(?:竖屏|封面|视频封面)?|"
                 r"快手(?:封面)?|视频号(?:竖屏|封面)", (720, 1280)),
                (r"(?:instagram|insta|ig|ins|facebook|fb) ?(?:post|feed post|square)|profile (?:pic|picture|photo)|"
                 r"album cover|"
                 r"朋友圈(?:封面|配图)|专辑封面|ins(?:帖子|配图)|商品主图", (1024, 1024)),
                (r"(?:youtube|video|yt|blog|podcast|webinar) thumbnail|thumbnail(?= for| of|,)|(?:youtube|twitch|"
                 r"zoom) (?:background|cover)|"
                 r"b站封面|视频封面|(?:ppt|幻灯片)(?:封面|背景)|slide background", (1280, 720)),
                (r"小红书(?:封面|配图|笔记封面|笔记)", (768, 1024)),
                (r"pinterest pin|pin for pinterest|movie poster|电影海报", (832, 1248)),
            )
        ),
        *(
            (rf"(?<![a-z0-9]){name}(?![a-z0-9])(?! ?{_DEVICE})(?: ?{_QUALITY})?的?", size)
            for name, size in (("4k", (3840, 2160)), ("8k", (7680, 4320)), ("16k", (15360, 8640)))
        ),
        *(
            (rf"(?:{_LAYOUT}[ ，,]?)?(?<!\d){wide} ?[:：比] ?{high}{_RATIO_END}", size)
            for wide, high, size in (
                (9, 16, (720, 1280)), (16, 9, (1280, 720)), (21, 9, (1344, 576)), (9, 21, (576, 1344)),
                (3, 4, (768, 1024)), (4, 3, (1024, 768)), (2, 3, (832, 1248)), (3, 2, (1248, 832)),
                (1, 1, (1024, 1024)), (4, 5, (896, 1120)), (5, 4, (1120, 896)),
                (2, 1, (1408, 704)), (1, 2, (704, 1408)),
            )
        ),
        (r"手机壁纸大小的?|手机壁纸|手机屏保|竖屏壁纸|手机屏幕大小的?|"
            rf"{_LOCK_SCREEN}|(?:phone|mobile) wallpaper|phone background|"
            r"wallpaper for (?:my|a|the) (?:phone|mobile|iphone)", (720, 1280)),
        (r"横屏壁纸|电脑壁纸|桌面壁纸|(?:desktop|computer) wallpaper|desktop background|widescreen|"
            r"wallpaper for (?:my|a|the) (?:desktop|computer|laptop|pc|monitor)", (1280, 720)),
        (r"(?:ultra-?wide|带鱼屏|超宽屏?)(?: wallpaper| banner| image| picture|壁纸|的图|的)?", (1344, 576)),
        (r"竖构图|竖图|竖版|竖屏|竖着的|(?:portrait|vertical)[- ](?:format|orientation|oriented|mode|layout)"
            r"|^(?:a |an )?(?:portrait|vertical|tall) (?=(?:[a-z]+ )?(?:poster|banner|flyer|card|cover|wallpaper|"
            r"page|leaflet))", (768, 1024)),
        (r"横构图|横图|横版|横屏|横着的|^横幅(?=[，, 的])|(?:landscape|horizontal)[- ](?:format|orientation|"
            r"oriented|mode|layout)|^(?:a |an )?(?:landscape|horizontal|wide) (?=(?:[a-z]+ )?(?:poster|banner|flyer|"
            r"card|cover|wallpaper|"
            r"header|page))", (1024, 768)),
        (r"方构图|(?:正方形|方形)的(?=.*(?:图|头像|海报|封面|壁纸|图标|贴纸|表情包|插画|卡片))|(?:正方形|方形|"
            r"方)(?:的)?(?=图|头像|海报|封面|壁纸|图标|贴纸)|(?:正方形|方形)(?:的)?图|方图|"
            r"(?<=, )square$|\bsquare (?=(?:[a-z]+ ){0,2}(?:icon|logo|avatar|photo|poster|sticker|cover|thumbnail|"
            r"shot|card|banner|print|tile|post|painting|drawing|illustration|artwork|portrait)\b)"
         r"|\bsquare (?:format|image|picture)", (1024, 1024)),
    )
)  # fmt: skip
"""Aspect ratios and names of formats, with their sizes in pixels."""
_ANY_RATIO = re.compile(r"(?<![\d:：])(?<!at )(?<!score )(?<!比分)([1-9]) ?[:：] ?([1-9])(?![\d:：])的?")
"""A ratio of no format: a single digit on both sides, so it is no time of day."""
_MOST_RATIO, _AREA, _GRID, _FINE_GRID = 4, 1024 * 1024, 64, 8
_PAPER = re.compile(
    rf"(?:{_LAYOUT}(?:的)?[ ，,]?|^|(?<=[,;:] )|(?<=[，；：\u3400-\u9fff])|(?<=[\u3400-\u9fff] )|(?<=\bin )|"
    rf"(?<=\bon )|(?<=\bas )|(?<=\ban ))"
    rf"[ab][3-7](?![a-z0-9])(?:纸|大小|尺寸|[- ]?sized?|[- ]paper)*(?:[ ，,]{{0,2}}{_LAYOUT})?的?",
    re.IGNORECASE,
)
"""A size of paper; every one of the series has the same sides."""
_PAPER_SIDES = (210, 297)
_LAYOUTS = re.compile(_LAYOUT, re.IGNORECASE)
_WIDE = re.compile(r"横|landscape|horizontal", re.IGNORECASE)
_MEASURED = re.compile(
    r"(?<![\d.])(\d{1,4}(?:\.\d)?) ?(?:cm|mm|in|inch(?:es)?|厘米|毫米|公分|英寸|寸)? ?(?:[x×*乘]|"
    r"by\b) ?(\d{1,4}(?:\.\d)?) ?-?"
    r"(?:cm\b|mm\b|in\b|inch(?:es)?\b|\"|厘米|毫米|公分|英寸|寸)的?",
    re.IGNORECASE,
)
"""Two sides on paper: an image of this ratio."""
_NAMING = ("of", "with", "like", "showing")
_FOR_SOMEONE = re.compile(
    r"(?:我想要?|我要|想|想要|请|麻烦|能不能|可以|能)?(?:帮|给|为|替)(?!我[画做生设]|你|它|图|"
    r"这)[\u3400-\u9fff]{1,4}?(?<![上里中边旁下])(?=画[个一张幅只]|[做弄整来][个一张]|"
    r"生成|设计)"
)
_MEDIUM_VERB = re.compile(r"\b(?:sketch|doodle)\b|素描|速写")
"""Verbs that also name a technique."""
_AMBIGUOUS = frozenset("帮能那好嗯呃就快先亲啊哦喂要给你会")
_EDITING = frozenset("再换把将重改让加去删调转裁放缩变")
_BRINGS = frozenset({Opener.MEASURE, Opener.CONTAINER})


@dataclass(frozen=True, slots=True)
class Scene:
    """What an image should show.

    Attributes:
        subject: only the noun phrase.
        style: name of the style in the user's words, or empty.
        is_requested: a verb requests an image ("画", "draw").
        has_article: an article or measure word is before the subject.
        is_open: the user leaves the choice open ("draw something").
        is_desire: the text starts with "i want" or "我想".
        size: width and height in pixels, or None.

    """

    subject: str
    style: str
    is_requested: bool = False
    has_article: bool = False
    is_open: bool = False
    is_desire: bool = False
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Opening:
    end: int
    is_requested: bool
    has_article: bool
    is_desire: bool


def parse_scene(phrase: Phrase) -> Scene:
    """Return the scene that *phrase* names; the subject is empty if it names none."""
    if someone := _FOR_SOMEONE.match(phrase.folded):
        phrase = phrase.slice(someone.end())
    opening = _parse_opening(phrase)
    rest = phrase.slice(opening.end)
    rest, size = extract_size(rest)
    is_open = rest.folded in ANYTHING or phrase.folded in ANYTHING
    mentions = () if is_open else find_styles(rest)
    if (opening.is_requested or opening.has_article) and rest.folded in THING_STYLE_NAMES:
        mentions = ()  # "draw a blueprint"
    drawn = _MEDIUM_VERB.search(phrase.folded[: opening.end])
    style = join_style_names(mentions) or (drawn[0] if drawn else "")
    bare = rest.remove((mention.start, mention.end) for mention in mentions)
    second = _parse_opening(bare, is_named=opening.has_article and not mentions)
    subject = _trim_subject(bare.slice(second.end))
    is_open = is_open or fold(subject) in ANYTHING
    scene = Scene(subject, style, size=size, is_desire=opening.is_desire or second.is_desire)
    return replace(
        scene,
        subject="" if is_open or fold(subject) in NOTHING_NAMED or subject in TAILS else subject,
        is_requested=opening.is_requested or second.is_requested or (opening.has_article and opening.is_desire),
        has_article=opening.has_article or second.has_article,
        is_open=is_open,
    )


def strip_courtesy(phrase: Phrase) -> Phrase:
    """Return *phrase* without words of courtesy and desire at its start and end ("我想", "please")."""
    folded, position = phrase.folded, 0
    while True:
        match = OPENERS.match_at(folded, position)
        if match is None or match.value not in (Opener.POLITE, Opener.DESIRE):
            break
        after = _skip_edges(folded, match.end)
        if not _stands_alone(folded, position, after) or _is_noun(match.value, folded, match.end):
            break
        position = after
    return Phrase(strip_suffixes(phrase.slice(position).text, TAILS))


def _parse_opening(phrase: Phrase, *, is_named: bool = False) -> _Opening:
    """Return the start of the scene, and the form of the request; with *is_named*, "well" and "right" are nouns."""
    folded, position = phrase.folded, 0
    is_requested = has_article = is_desire = False
    while position < len(folded):
        match = OPENERS.match_at(folded, position)
        if folded[position] == "画" and NOUN_AFTER_VERB.match(folded, position + 1):
            return _Opening(position + 1, True, has_article, is_desire)
        if match is None or match.value is Opener.THING or (has_article and match.value is not Opener.CONTAINER):
            break
        if is_named and match.value is Opener.POLITE:
            break
        if folded[match.end - 1].isascii() and folded[match.end : match.end + 1].isdigit():
            break  # "A4"
        after = _skip_edges(folded, match.end)
        if match.value is Opener.BRING and not _is_image_request(folded, after):
            break
        if match.value is Opener.MEASURE and folded[position - 1 : position] in tuple("个张只幅") and position:
            break  # "画个篮球": 篮 is no measure word here
        if match.value is Opener.MEASURE and not _is_measure(folded, position, match.end, is_requested or is_desire):
            break
        if not _stands_alone(folded, position, after) or _is_noun(match.value, folded, match.end):
            break
        names_image = match.value is Opener.CONTAINER and folded[position : match.end].endswith(_NAMING)
        is_requested = is_requested or names_image or match.value in (Opener.PAINT, Opener.BRING)
        has_article = has_article or match.value is Opener.MEASURE
        is_desire = is_desire or match.value is Opener.DESIRE
        position = after
    return _Opening(position, is_requested, has_article, is_desire)


def _is_image_request(folded: str, after: int) -> bool:
    """Return whether an article, a measure word or a number follows, as after "make" or "来"."""
    match = OPENERS.match_at(folded, after)
    if match is not None and match.value in _BRINGS:
        return True
    return folded[after : after + 1] in tuple("两三四五六七八九十几23456789") or folded.startswith(
        ("two ", "three "), after
    )


def _is_measure(folded: str, start: int, end: int, is_requested: bool) -> bool:
    """Return whether the word at *start* is an article or measure word.

    A Chinese measure word without a number is one only after a verb.
    """
    word = folded[start:end]
    return word in MEASURES or word.isascii() or is_requested


def _stands_alone(folded: str, start: int, after: int) -> bool:
    """Return whether the characters from *start* are a separate word.

    A single character ("好", "要") often starts another word. It is a separate word before punctuation, before
    another opener, and before a verb of editing.
    """
    if after - start != 1 or folded[start] not in _AMBIGUOUS:
        return True
    following = OPENERS.match_at(folded, after)
    return folded[after : after + 1] in _EDITING or (following is not None and following.value is not Opener.THING)


def _is_noun(kind: Opener, folded: str, end: int) -> bool:
    """Return whether words of courtesy are a part of a name: 早上好的表情包, "now or never"."""
    is_joined = folded.startswith(("的", " or ", "-"), end) and folded[end + 1 : end + 2] not in ("话", "", *EDGES)
    return kind is Opener.POLITE and (is_joined or folded.startswith(" or ", end))


def _skip_edges(folded: str, position: int) -> int:
    while position < len(folded) and folded[position] in EDGES and folded[position] not in OPENING_QUOTES:
        position += 1
    return position


def extract_size(phrase: Phrase) -> tuple[Phrase, tuple[int, int] | None]:
    """Return *phrase* without the size or format that it names, and that size."""
    if measured := _MEASURED.search(phrase.text):
        return _fit_ratio(phrase, [measured.span()], float(measured[1]), float(measured[2]))
    if paper := _PAPER.search(phrase.text):
        wide, high = sorted(_PAPER_SIDES, reverse=_WIDE.search(phrase.text) is not None)
        layouts = (layout.span() for layout in _LAYOUTS.finditer(phrase.text))
        return _fit_ratio(phrase, [paper.span(), *layouts], wide, high)
    match = _SIZE.search(phrase.text)
    if match is None:
        return _extract_format(phrase)
    return phrase.remove([match.span()]), (int(match[1]), int(match[2]))


def _extract_format(phrase: Phrase) -> tuple[Phrase, tuple[int, int] | None]:
    """Return *phrase* without its first format, and its size. A format by itself may be a subject and remains."""
    for pattern, size in _FORMATS:
        match = pattern.search(phrase.text)
        if match is None:
            continue
        rest = phrase.remove([match.span()])
        if rest.text:
            link = _NAMED_FIRST.match(rest.text) if match.start() == 0 else None
            return rest.slice(link.end() if link else 0), size
        if _FOR_SCREEN.search(match[0]):
            return phrase, size
    return _extract_ratio(phrase)


def _extract_ratio(phrase: Phrase) -> tuple[Phrase, tuple[int, int] | None]:
    """Return *phrase* without its ratio, and a size of that ratio near a megapixel; a scene must remain."""
    match = _ANY_RATIO.search(phrase.text)
    wide, high = (int(match[1]), int(match[2])) if match else (0, 0)
    if match is None or max(wide, high) > _MOST_RATIO * min(wide, high):
        return phrase, None
    rest = phrase.remove([match.span()])
    unit = max(1, round((_AREA / (wide * high)) ** 0.5 / _GRID)) * _GRID
    return (rest, (wide * unit, high * unit)) if rest.text else (phrase, None)


def _fit_ratio(
    phrase: Phrase, spans: Sequence[tuple[int, int]], wide: float, high: float
) -> tuple[Phrase, tuple[int, int] | None]:
    """Return *phrase* without *spans*, and a size of this ratio near a megapixel; a scene must remain."""
    rest = phrase.remove(spans)
    if not rest.text or not wide or not high or max(wide, high) > _MOST_RATIO * min(wide, high):
        return phrase, None
    height = round((_AREA * high / wide) ** 0.5 / _FINE_GRID) * _FINE_GRID
    return rest, (round(height * wide / high / _FINE_GRID) * _FINE_GRID, height)


def _trim_subject(phrase: Phrase) -> str:
    """Return the subject without thanks, names of the image itself ("picture"), and the particle 的 at its end."""
    text = strip_suffixes(phrase.text, TAILS)
    text = strip_suffixes(text, CONTAINER_TAILS)
    folded = fold(text)
    if folded.endswith("的") or folded.startswith("的"):
        text = strip_edges(text.strip("的"))
    for word in (" in", " of", " as", " with", "用", "以"):
        if fold(text).endswith(word):
            text = strip_edges(text[: -len(word)])
    return to_plain_text(Phrase(text))
