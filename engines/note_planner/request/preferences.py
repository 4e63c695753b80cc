"""Parses preferences of users and reviewers about layout and images."""

import re
from dataclasses import dataclass

from engines.language.characters import fold
from engines.language.parsers.styles import find_styles, join_style_names
from engines.language.phrase import Phrase, parse_phrase
from engines.note_planner.request.parts import parse_image_count

MAX_LENGTH = 2_000

COVER_AND_SECTIONS, ALTERNATING, BIG_COVER, GRID = "cover-and-sections", "alternating", "big-cover", "grid"
COVER_ONLY, STEPS, CARDS = "cover-only", "steps", "cards"

_LAYOUTS = {
    GRID: re.compile(r"九宫格|宫格|网格|\bgrid\b|\b3x3\b"),
    COVER_ONLY: re.compile(
        r"只要封面|只有封面|仅封面|只配封面|纯文字(?:版|排版|页)|文字为主|"
        r"cover only|only a cover|text only|mostly text"
    ),
    ALTERNATING: re.compile(
        r"图文交替|图文穿插|图文混排|图文并茂|一图一段|一段一图|一段文字一张图|"
        r"每段(?:都)?(?:配|一张|有)图?|图文相间|穿插图|"
        r"alternat|interleav|(?:picture|image|photo) (?:for|per|after|with) (?:each|every) paragraph|each paragraph"
    ),
    BIG_COVER: re.compile(
        r"大封面|封面大|整版封面|突出封面|封面为主|大图封面|big cover|large cover|"
        r"full[- ]page cover|bold cover|hero image"
    ),
    STEPS: re.compile(r"步骤图|按步骤|分步|一步一图|step by step"),
    CARDS: re.compile(r"卡片|清单式|条目式|\bcards?\b|bullet"),
}
_SHORT_TITLE = re.compile(
    r"(?:(?<!小)标题|封面文字|封面字)[^，。；]{0,6}(?:太长|短一?[点些]|更短|缩短|精简|简短|简洁)|"
    r"(?:title|headline)[^.;]{0,20}(?:shorter|too long|briefer)|shorten the (?:cover|title|headline)"
)
_NAME_TOPIC = re.compile(
    r"标题[^，。；]{0,8}(?:无关|写明|点题|跑题|没说)|"
    r"title[^.;]{0,12}(?:nothing to do|names? the topic|name “|off topic)"
)
_MORE = re.compile(
    r"(?:更多|多(?:一|几|两)?(?:些|点|张|来))(?:配)?[^，。；不]{0,4}(?:图|照片)|"
    r"(?:加|再来|增加)(?:一|几|两|多)?(?:张|些|点)?(?:配)?(?:图|照片)(?!注|标)|(?:图|图片|配图)(?:太少|不够|少了)|"
    r"(?:more|extra|additional|another) (?:pictures?|images?|photos?)|too few (?:pictures|images)"
)
_FEWER = re.compile(
    r"(?:更少|少(?:一|几|两)?(?:些|点|张|来)|减少|去掉一张|删掉一张)[^，。；不]{0,4}(?:图|"
    r"照片)|(?:图|图片|配图)(?:太多|多了|过多)|(?:fewer|less) (?:pictures?|"
    r"images?|photos?)|too many (?:pictures|images)"
)
_NO_TEXT = re.compile(
    r"(?:不要|去掉|别加|不加|删掉|不放|别放|不需要|别写|不写)(?:图上的?|图片上的?|封面上的?|画面里的?|任何|封面|图片|标题)?"
    r"(?:文字|字(?!体|号)|标题文字|文案|标题)|纯图|"
    r"(?<!is )(?<!are )(?<!has )(?<!have )\b(?:no|without|remove|drop)(?: the| any)? "
    r"(?:text|words|captions?|lettering)\b"
)
_COUNT = re.compile(
    r"(?:要|改成|改为|换成|变成|一共|总共|只|配|用|规划|减到|加到|^|，)(\d|[一二两三四五六七八九])张(?:配)?(?:图片|图(?!片)|照片)"
    r"(?![也都没]|的?(?:风格|画风|色调|颜色|配色))|"
    r"\b(?:plan|want|need|use|with|exactly|only|make it|to) (\d|two|three|four|five|six|seven|eight|nine) "
    r"(?:pictures?|images?|photos?)"
)
_COVER = re.compile(r"封面|首图|第一张|第1张|\bcover\b|\bfirst (?:picture|image)\b")
_QUOTED_TITLE = re.compile(
    r"(?:封面标题|封面文字|(?<!小)标题)(?:改成|改为|换成|用|叫)[：:]?[“\"「『《]?([^”\"」』》，。；\n]{2,40})|"
    r"(?:cover title|title|headline)(?: should be| to be|:) ?[\"“]?([^\"”\n.;]{2,60})"
)
_SHAPES = {
    (1024, 768): re.compile(r"横版|横图|横幅|4[:：比]3|landscape|horizontal"),
    (768, 768): re.compile(r"方图|正方形|方形|1[:：比]1|\bsquare\b"),
    (768, 1024): re.compile(r"竖版|竖图|3[:：比]4|portrait format|vertical"),
}
_MOODS = {
    "暖色调": re.compile(r"暖一点|更暖|暖色|温暖|warm"),
    "冷色调": re.compile(r"冷一点|更冷|冷色|cool(?:er)? (?:tone|colou?r)"),
    "明亮": re.compile(
        r"亮一点|更亮|明亮|太暗|(?<!too )(?<!so )(?<!less )bright|(?:too|not so|less|not as) dark|\blighter\b|清新|亮堂"
    ),
    "色彩鲜艳": re.compile(r"鲜艳|饱和|太灰|太淡|vivid|colou?rful"),
    "深色调": re.compile(
        r"暗一[点些]|更暗|再暗|深色|太亮|(?<!too )(?<!so )(?<!less )(?<!as )\bdark(?:er)?\b|"
        r"(?:too|not so|less|not as) bright|\bmoody\b"
    ),
    "柔和": re.compile(r"柔和|淡一点|太艳|太刺眼|\bsoft(?:er)?\b|pastel"),
}
MOODS_IN_ENGLISH = {
    "暖色调": "warm colours",
    "冷色调": "cool colours",
    "明亮": "bright light",
    "色彩鲜艳": "vivid colours",
    "深色调": "dark colours",
    "柔和": "soft colours",
}
_CHANGE_TO = re.compile(r"换成|改成|改为|变成|统一用|统一成|换为|重画成|画成")


@dataclass(frozen=True, slots=True)
class Preferences:
    """Preferences; those that the text does not name are empty, None, 0 or False.

    Attributes:
        layout: name of the layout.
        short_title: the title on the cover should be shorter.
        name_topic: the title on the cover should name the topic.
        count: number of images.
        more: change of the number of images.
        no_text: images without text.
        style: style of the images.
        size: width and height of the images in pixels.
        cover: the text is about the cover.
        title: title on the cover.
        moods: moods of the images, in Chinese.

    """

    layout: str = ""
    short_title: bool = False
    name_topic: bool = False
    count: int = 0
    more: int = 0
    no_text: bool = False
    style: str = ""
    size: tuple[int, int] | None = None
    cover: bool = False
    title: str = ""
    moods: tuple[str, ...] = ()


def parse_preferences(text: str) -> Preferences:
    """Return the preferences in *text*. Never raises; linear in the length of the text."""
    phrase = parse_phrase(text[:MAX_LENGTH])
    folded = phrase.folded
    more = 1 if _MORE.search(folded) else -1 if _FEWER.search(folded) else 0
    quoted = _QUOTED_TITLE.search(phrase.text)
    return Preferences(
        layout=next((layout for layout, pattern in _LAYOUTS.items() if pattern.search(folded)), ""),
        short_title=bool(_SHORT_TITLE.search(folded)),
        name_topic=bool(_NAME_TOPIC.search(folded)),
        count=_parse_count(folded) if not more else 0,
        more=more,
        no_text=bool(_NO_TEXT.search(folded)),
        style=_find_style(phrase),
        size=next((size for size, pattern in _SHAPES.items() if pattern.search(folded)), None),
        cover=bool(_COVER.search(folded)),
        title=(quoted[1] or quoted[2] or "").strip() if quoted else "",
        moods=tuple(mood for mood, pattern in _MOODS.items() if _is_requested(pattern, folded)),
    )


def _is_requested(pattern: re.Pattern[str], folded: str) -> bool:
    """Return whether the text requests what *pattern* names: "too pastel" does not."""
    return any(not _EXCESSIVE.search(folded[: found.start()]) for found in pattern.finditer(folded))


_EXCESSIVE = re.compile(r"(?:太|过于|别|不要|\b(?:too|so|overly|less|not|no|never))\s*$")
"""Before what a text has too much of."""


def choose_layout_preference(preference: str, feedback: str) -> str:
    """Return the name of the preferred layout, "" for none; feedback takes precedence over the preference."""
    return parse_preferences(feedback).layout or parse_preferences(preference).layout


def _parse_count(folded: str) -> int:
    """Return the requested number of images, 0 for none. A reviewer's count of existing images is not a request."""
    match = _COUNT.search(folded)
    return parse_image_count(f"{match[1]}张图" if match[1] else f"{match[2]} pictures") if match else 0


def _find_style(phrase: Phrase) -> str:
    """Return the styles that the text names and does not negate ("不要卡通")."""
    mentions = []
    phrase = Phrase(_CHANGE_TO.sub(lambda verb: "，" * len(verb[0]), phrase.text))
    for mention in find_styles(phrase):
        before = fold(phrase.text[max(0, mention.start - 6) : mention.start])
        if not re.search(r"(?:不要?|别用?|不是|不用|not|no|less|too|so|overly|太|过于)\s*(?:a |in )?$", before):
            mentions.append(mention)
    return join_style_names(tuple(mentions))
