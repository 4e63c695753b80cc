"""Words of the attributes of subjects, in both languages."""

import re
from enum import StrEnum
from functools import cache

from engines.language.scanner import Lexicon, map_words, split_words
from engines.painter.content.shades import list_shades


class Position(StrEnum):
    """Position of a subject in the image."""

    LEFT = "left"
    RIGHT = "right"
    CENTER = "center"
    TOP = "top"
    BOTTOM = "bottom"
    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"


class Relation(StrEnum):
    """Relation of a subject to the next one."""

    ON = "on"
    ABOVE = "above"
    UNDER = "under"
    NEXT_TO = "next_to"
    FRONT = "front"
    BEHIND = "behind"
    INSIDE = "inside"
    BETWEEN = "between"
    LEFT = "left"
    RIGHT = "right"
    SIDE_BY_SIDE = "side_by_side"
    """Of the copies of one figure."""


COLORS: Lexicon[str] = Lexicon({
    **list_shades(),
    **map_words("#1d1d22", ("黑色|黑|漆黑|black",)),
    **map_words("#fbfaf5", ("白色|白|雪白|纯白|white|snow-white",)),
    **map_words("#8b9097", ("灰色|灰|银灰|grey|gray",)),
    **map_words("#c9ced6", ("银色|银|silver",)),
    **map_words("#d8322f", ("红色|红|大红|鲜红|朱红|red|scarlet|crimson",)),
    **map_words("#f07f1f", ("橙色|橙|橘色|橘|橘黄色|橘红色|orange|ginger",)),
    **map_words("#f6cb2d", ("黄色|黄|yellow",)),
    **map_words("#dfa927", ("金色|金黄色|金黄|金|gold|golden|blond|blonde",)),
    **map_words("#3f9b47", ("绿色|绿|翠绿|草绿|green|emerald",)),
    **map_words("#1fa3a0", ("青色|青|青绿色|teal|turquoise|cyan",)),
    **map_words("#2f6fd0", ("蓝色|蓝|宝蓝|blue|azure",)),
    **map_words("#20356f", ("深蓝色|深蓝|藏青|藏青色|藏蓝|藏蓝色|海军蓝|navy|navy blue|dark blue",)),
    **map_words("#8cc4ee", ("天蓝|天蓝色|sky blue|baby blue|powder blue",)),
    **map_words("#7b45b5", ("紫色|紫|purple|violet|lavender",)),
    **map_words("#f08ab0", ("粉色|粉红色|粉红|粉|pink|rosy",)),
    **map_words("#8a5a35", ("棕色|棕|褐色|咖啡色|巧克力色|brown|tan|chocolate brown|coffee brown|cinnamon brown",)),
    **map_words("#c07f3a", ("焦糖色|caramel colored|caramel coloured|caramel brown",)),
    **map_words("#d9a92b", ("芥末黄|芥末色|姜黄色|mustard yellow|mustard colored|mustard coloured",)),
    **map_words("#f4e7c6", ("奶油色|奶白色|米色|杏色|香槟色|黄油色|beige|cream colored|cream coloured|cream white",
        "champagne colored|champagne coloured|apricot colored|butter yellow")),
    **map_words("#9bbf6b", ("抹茶绿|抹茶色|橄榄绿|苹果绿|开心果绿|pistachio green|matcha green",
        "olive green|lime green|apple green")),
    **map_words("#a3dfc4", ("薄荷绿|薄荷绿色|薄荷色|mint green|pale mint",)),
    **map_words("#a3263f", ("酒红色|酒红|wine red|raspberry red|cherry red|burgundy",)),
})  # fmt: skip

COUNTS: Lexicon[int] = Lexicon({
    **{word: number for number, words in {
        1: "一|one|a|an|1|single", 2: "两|二|俩|一对|一双|two|2|a pair of|a couple of|pair of", 3: "三|three|3",
        4: "四|four|4", 5: "五|five|5", 6: "六|six|6", 7: "七|seven|7", 8: "八|eight|8", 9: "九|nine|9",
        10: "十|ten|10", 11: "十一|eleven|11", 12: "十二|一打|twelve|12|a dozen|dozen",
    }.items() for word in words.split("|")},
    **map_words(3, ("几|几只|a few|few",)),
    **map_words(5, ("several|some",)),
    **map_words(4, ("a family of|family of",)),
    **map_words(9, (
        "一群|许多|很多|成群|好多|一堆|无数|many|lots of|a lot of", "a group of|a flock of|a herd of|a crowd of")),
})  # fmt: skip

SIZES: Lexicon[int] = Lexicon({
    **map_words(1, ("巨大|超大|硕大|大大|大|big|large|huge|giant|enormous|massive",)),
    **map_words(-1, ("小小|小|small|little",)),
    **map_words(-2, ("迷你|微小|很小|极小|tiny|mini|miniature",)),
})  # fmt: skip

POSITIONS: Lexicon[Position] = Lexicon({
    **map_words(Position.LEFT, ("左边|左侧|左面|靠左|on the left|to the left|left side|at left",)),
    **map_words(Position.RIGHT, ("右边|右侧|右面|靠右|on the right|to the right|right side|at right",)),
    **map_words(Position.CENTER, ("中间|中央|正中|in the middle|in the center|in the centre",)),
    **map_words(Position.TOP, ("画面上方|上方|顶部|at the top|on top of the picture",)),
    **map_words(Position.BOTTOM, ("画面下方|底部|at the bottom",)),
    **map_words(Position.TOP_LEFT, (
        "左上角|左上方|in the top left corner", "top left corner|upper left corner|top left")),
    **map_words(Position.TOP_RIGHT, ("右上角|右上方|in the top right corner",
        "top right corner|upper right corner|top right")),
    **map_words(Position.BOTTOM_LEFT, ("左下角|左下方|bottom left corner|lower left corner|bottom left",)),
    **map_words(Position.BOTTOM_RIGHT, (
        "右下角|右下方|角落里|角落",
        "bottom right corner|lower right corner|bottom right|in the corner|in a corner",
    )),
})  # fmt: skip

RELATIONS: Lexicon[Relation] = Lexicon({
    **map_words(Relation.ON, (
        "骑着|骑在|骑|坐在|站在|趴在|躺在|riding on",
        "riding|rides|sitting on|sits on|standing on|stands on|lying on|on top of|standing on top of|sitting on top of",
        "on",
    )),
    **map_words(Relation.ABOVE, ("飞过|在上方|飘在|飞在|above|over|flying over",)),
    **map_words(Relation.UNDER, ("躲在|under|beneath|below|underneath",)),
    **map_words(Relation.NEXT_TO, ("和|跟|与|及|旁边|and|next to|beside|with|near|by",)),
    **map_words(Relation.FRONT, (
        "in front of|before|outside",
        "at the gate of|at the gates of|at the door of|at the entrance of|at the entrance to",
    )),
    **map_words(Relation.BEHIND, ("behind",)),
    **map_words(Relation.BETWEEN, ("between",)),
    **map_words(Relation.LEFT, ("to the left of|on the left of|on the left side of|left of",)),
    **map_words(Relation.RIGHT, ("to the right of|on the right of|on the right side of|right of",)),
    **map_words(Relation.INSIDE, ("inside|in|into|inside of|装在",)),
})  # fmt: skip
SUNLIGHT = re.compile("sunny|sunlight|sunshine|noon|阳光|晴|中午|正午")
"""Words for a time of day by which the sun is seen."""
NOON = re.compile("noon|midday|[中正]午")
"""Words for the time of day at which the sun is high."""
MOONLIGHT = re.compile("月光|月色|月下|月夜|moonli")
"""Words for a night by which the moon is seen."""
AFTER_PLACE: dict[str, Relation] = {
    "上": Relation.ON, "上面": Relation.ON, "背上": Relation.ON, "头上": Relation.ON, "上方": Relation.ABOVE,
    "里": Relation.INSIDE, "里面": Relation.INSIDE, "中": Relation.INSIDE,
    "下": Relation.UNDER, "下面": Relation.UNDER, "底下": Relation.UNDER, "旁": Relation.NEXT_TO,
    "旁边": Relation.NEXT_TO, "前": Relation.FRONT, "前面": Relation.FRONT, "后": Relation.BEHIND,
    "后面": Relation.BEHIND, "上空": Relation.ABOVE, "之间": Relation.BETWEEN, "中间": Relation.BETWEEN,
    "左边": Relation.LEFT, "左侧": Relation.LEFT, "左面": Relation.LEFT, "右边": Relation.RIGHT, "右侧": Relation.RIGHT,
    "右面": Relation.RIGHT, "门口": Relation.FRONT, "门前": Relation.FRONT, "门外": Relation.FRONT,
    "跟前": Relation.FRONT, "身后": Relation.BEHIND, "背后": Relation.BEHIND, "身边": Relation.NEXT_TO,
    "身旁": Relation.NEXT_TO, "边上": Relation.NEXT_TO, "边": Relation.NEXT_TO,
}  # fmt: skip
"""Chinese words after the second subject ("猫在桌子上") and the relation of the first to it."""


@cache
def list_attribute_words() -> frozenset[str]:
    """Return every word of an attribute: none of them names a subject when it precedes one."""
    lexicons = (COLORS, COUNTS, SIZES, POSITIONS, RELATIONS)
    return frozenset(word for lexicon in lexicons for word in lexicon.list_words())


NEGATIONS: Lexicon[bool] = Lexicon(dict.fromkeys(split_words(
    "不要有|不要|别有|没有|不含|除了|除去|去掉|无|without any|without|no|not|except|except for|minus"
), True) | dict.fromkeys(split_words("无数|无穷|无尽|无边|无际|无限|无声|no matter|not only"), False))  # fmt: skip
"""Words that negate what follows, and others that start like them (False): 无数小点."""

ACTIONS_ZH = "弹骑吃喝看打拉踢跳跑飞游追玩睡读写画唱举抱背推穿戴钓做握捧托"
"""Verbs of one character that occur between subjects."""

PASTIMES_ZH = frozenset(split_words(
    "拔河|跳山羊|打水漂|过家家|跳房子|打水仗|丢手绢|老鹰捉小鸡|踢毽子|翻花绳|斗地主|打太极|木头人|捉迷藏|骑马打仗|打雪仗|跳皮筋|开火车|放鸽子"
))  # fmt: skip
"""Games whose names contain a thing or a place that they are not about."""

CONTAINERS = frozenset(split_words("plate|bowl|cup|glass|piece|slice|bunch|bottle|pot|pair|pairs|pile|stack|heap|row"))
"""Measure words before "of" that name things in other positions."""

PLAIN = frozenset(split_words(
    "要|干净|一点|主体|主体要|清楚|完整|清楚完整|更大|细节|画面",
    "subject|the subject|larger|clear|whole|finished|detail|surface|clean",
    "的|了|着|在|里|上|下|中|和|跟|与|有|一|只|个|条|位|座|把",
    "张|幅|匹|头|辆|艘|朵|棵|株|架|间|片|群|对|双|碗|杯|盘|根|"
    "块|颗|件|可爱|漂亮|美丽|好看|站|坐|画|图|风格|正在|以及|还有|远处|近处|身边|背景|前景|那|这|它|他|她|是|"
    "热腾腾|老|年轻|古老|年轻的|大|小|大的|小的|安静|宁静|超|很|非常|最|全景|特写|侧面|正面|画面|场景|写实|细节|"
    "站着|坐着|温馨|胖|瘦|圆|长|短|高|矮|新|旧|飘|位于|周围|四周|上面|下面|前面|后面|里面|底下|上空|给|被|往|热气|冒着|唯美|梦幻|一起|面|支|本|瓶|串|份|盏|口|尊|"
    "a|an|the|of|in|on|at|with|and|to|its|his|her",
    "their|old|young|cute|beautiful|pretty|lovely|nice|is|are|that|which|"
    "by|for|from|into|near|over|under|next|sitting|standing|lying|very|fluffy|adorable|little|big|"
    "small|ancient|modern|calm|quiet|cozy|cosy|majestic|style|picture|image|photo|painting|drawing|scene|portrait|"
    "background|foreground|distance|far|close|up|view|wide|side|front|back|there|some|it|he|she|they|this|but|as|"
    "wooden|warm|cold|bright|dark|soft|wild|happy|sad|detailed|realistic|one|two|three|across|through|around|along|"
    "out|off|above|below|behind|before|after|beside|together|fat|thin|tall|short|"
    "long|round|new|fresh|hot|steaming|launch|panorama|wallpaper|poster|illustration|like|full|lone|lonely|"
    "during|while|all|both|each|every|another|other|against|between|outside|among|toward|towards|off|upon|itself|them|him|"
    "top|down|ground|edge|edges|air|midair|middle|end|rest|part|parts|kind|sort|bit|way|shape|form|sense|feeling|mood|atmosphere|"
    "从|对|让|向|到|来|去|出来|过来|起来|上来|下来|下去|出去|从着|满|"
    "时候|身后|身前|眼前|之后|以后|早餐|午餐|晚餐|夜宵",
    "sizes|heights|lengths|widths|ages|shapes|thicknesses|breeds|angles|directions",
    "print|prints|wash|steam|winding|snowy|rainy|misty|gentle|peaceful|blooming|single"
))  # fmt: skip
"""Words that name nothing to draw, or give a description that any drawing meets."""

PLACES_EN = frozenset(split_words(
    "windowsill|sill|balcony|porch|patio|yard|courtyard|backyard|dock|port|market|marketplace|cave|attic|basement|cellar|"
    "garage|stable|farmyard|swamp|marsh|savanna|savannah|steppe|tundra|plateau|oasis|puddle|puddles|arena|stadium|rodeo|"
    "playground|schoolyard|office|hospital|hotel|restaurant|diner|pub|bakery|museum|gallery|workshop|crossroads|sidewalk|"
    "pavement|ballroom|rink|fair|fairground|zoo|airport|campus|mars|venus|jupiter|outdoors|ledge|riverbed|seabed|clearing|glade|ridge|valley"
))  # fmt: skip
PLACES_ZH = frozenset(split_words(
    "院子|院落|小院|校园|操场|广场|车库|阳台|走廊|堤坝|机场|河堤|村口|教学楼|宿舍|办公室|病房|地下室|阁楼|山洞|洞穴|舞厅|球场|体育馆|"
    "溜冰场|滑雪场|停车场|游乐园|动物园|幼儿园|工地|月球|火星|水坑|窗台|门廊|站台"
))  # fmt: skip
"""Places that are not drawn: a request that names one has another subject."""
