"""Scenes by the words of a text: subjects that image engines paint well, the built-in one included.

Each scene is one clear subject in one place, in words that engines/painter knows.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engines.language.phrase import Phrase
from engines.language.scanner import Lexicon, split_words
from engines.note_planner.objects import shows_topic
from engines.note_planner.themes import find_theme_scenes
from services.common.contract.note import ContentType
from services.common.text.language import Text


@dataclass(frozen=True, slots=True)
class SceneEntry:
    """A scene, and the words of a text that it illustrates."""

    scene: Text
    words: tuple[str, ...]


def _entry(zh: str, en: str, *lines: str) -> SceneEntry:
    return SceneEntry(Text(zh, en), split_words(*lines))


SCENES = (
    _entry(
        "公园里盛开的樱花",
        "cherry blossom in a park",
        "春游|踏青|赏樱|樱花|赏花|桃花|花季|春天|春日|春季",
        "spring|cherry blossom|cherry blossoms|sakura|blossom|blossoms",
    ),
    _entry("草地上的蛋糕和水果", "a cake and fruit on a meadow", "野餐|野餐垫|草坪|郊游", "picnic|picnics"),
    _entry(
        "森林里的小木屋，星空",
        "a cabin in the forest under a starry sky",
        "露营|帐篷|营地|民宿|木屋|农家乐",
        "camping|campsite|tent|cabin|glamping",
    ),
    _entry(
        "群山和云雾",
        "mountains in mist",
        "徒步|爬山|登山|山路|山顶|山里|高原|峡谷",
        "hike|hikes|hiking|trail|trails|trek|mountain|mountains",
    ),
    _entry(
        "海边沙滩上的小船",
        "a boat by the beach",
        "海边|沙滩|海岛|看海|赶海|冲浪|潜水|三亚|青岛|厦门|游轮",
        "beach|seaside|island|surfing|cruise|coast",
    ),
    _entry(
        "池塘里的荷花",
        "a lotus in a pond",
        "西湖|荷花|湖边|湖畔|湖|公园|湿地|夏天|夏日|夏季",
        "lake|pond|park|summer|lotus",
    ),
    _entry(
        "落叶里的大树",
        "a great tree in autumn leaves",
        "秋游|赏秋|红叶|银杏|秋天|秋日|秋季|入秋|落叶|秋冬",
        "autumn|fall colours|fall colors|foliage",
    ),
    _entry(
        "雪地里的小木屋",
        "a cabin in a snowfield",
        "滑雪|看雪|冰雪|雪景|冬天|冬日|冬季|过冬|哈尔滨|温泉",
        "winter|snow|ski|skiing|hot spring",
    ),
    _entry(
        "山间行驶的火车",
        "a train in the mountains",
        "火车|高铁|地铁|交通|车票|班车|怎么去|出发|路线|行程|换乘",
        "train|transport|route|routes|tickets|getting there|itinerary|journey",
    ),
    _entry(
        "街道上的汽车",
        "a car in the street",
        "自驾|开车|停车|租车|打车|公交|汽车|驾照|学车|通勤",
        "car|drive|driving|road trip|parking|taxi|bus|commute",
    ),
    _entry(
        "天空中的热气球",
        "a balloon in the sky",
        "旅行|旅游|旅途|出游|度假|景点|目的地|周末游|一日游|游玩|亲子|亲子游|遛娃|"
        "带娃|小朋友|孩子|乐园|迪士尼|游乐园|六一",
        "travel|trip|trips|holiday|vacation|sights|getaway|families|kids|children|theme park|weekend",
    ),
    _entry(
        "城市的高楼和街景",
        "a city skyline",
        "城市|都市|citywalk|逛街|夜景|上海|北京|广州|深圳|商场|打卡|租房|求职|面试|实习|职场",
        "city|citywalk|skyline|shopping|downtown|renting|apartment|job|interview|career",
    ),
    _entry(
        "石桥和流水",
        "a stone bridge over water",
        "古镇|水乡|苏州|杭州|乌镇|江南|断桥|桥|骑行|溪|漂流",
        "bridge|old town|canal|hangzhou|suzhou|cycling|river",
    ),
    _entry(
        "山上的宝塔",
        "a pagoda on a mountain",
        "寺庙|古建|古建筑|文化|历史|博物馆|西安|京都|汉服|国风|祈福|展览|看展",
        "temple|temples|history|museum|culture|kyoto|shrine",
    ),
    _entry(
        "街头的灯笼，夜晚",
        "lanterns in the street at night",
        "夜市|小吃|烧烤|火锅|新年|春节|过年|元宵|中秋|庙会|年货|灯会|节日|串串|麻辣烫|聚餐",
        "night market|street food|hotpot|hot pot|new year|festival|barbecue|lantern|lanterns",
    ),
    _entry(
        "桌上的蛋糕",
        "a cake on a table",
        "蛋糕|甜品|甜点|烘焙|生日|下午茶|面包|美食|零食|餐厅|吃什么|好吃|美味|"
        "食物|辅食|晚餐|午餐|早餐|做饭|菜|食谱|番茄炒蛋",
        "cake|dessert|baking|birthday|food|restaurant|restaurants|snacks|eat|dinner|"
        "lunch|breakfast|recipe|cooking|meal|meals",
    ),
    _entry(
        "桌上的一杯咖啡",
        "a cup of coffee on a table",
        "咖啡|咖啡馆|咖啡店|拿铁|拉花|奶茶|饮品|办公|加班|效率|早起|提神|工位",
        "coffee|latte|cafe|cafes|café|cafés|cold brew|drink|drinks|office|productivity|morning",
    ),
    _entry(
        "桌上的茶壶",
        "a teapot on a table",
        "茶|喝茶|茶馆|养生|补水|喝水|热水|暖胃|感冒|健康",
        "tea|teahouse|hydration|water|wellness|health",
    ),
    _entry(
        "桌上的苹果",
        "apples on a table",
        "水果|减肥|减脂|瘦身|轻食|饮食|营养|沙拉|低卡|控糖|维生素",
        "fruit|diet|weight|healthy|salad|nutrition|vitamins|calories",
    ),
    _entry(
        "桌上的书本",
        "books on a table",
        "学习|读书|看书|阅读|书单|考研|考试|备考|笔记本|复习|英语|背单词|课程|知识|理财|预算|记账|省钱|价格|成分|保险",
        "study|studying|reading|book|books|exam|exams|learn|learning|budget|money|"
        "price|prices|ingredients|insurance|saving",
    ),
    _entry(
        "花园里的玫瑰",
        "roses in a garden",
        "护肤|美妆|化妆|口红|香水|精华|面霜|面膜|敏感肌|约会|情人节|情侣|恋爱|婚礼|送礼|礼物|妆容|保湿|修护",
        "skincare|skin care|makeup|beauty|perfume|moisturiser|moisturizer|serum|"
        "date|valentine|couple|wedding|gift|gifts",
    ),
    _entry(
        "阳光下的向日葵",
        "sunflowers in the sun",
        "防晒|晒伤|紫外线|太阳|阳光|能量|正能量|心态|自律|晴天",
        "sunscreen|sun protection|spf|sunlight|sunshine|energy|motivation|mindset",
    ),
    _entry(
        "花园里的女孩",
        "a girl in a garden",
        "穿搭|女生|衣服|裙子|搭配|发型|显瘦|小个子|时尚|拍照|姿势|出片|机位|写真|闺蜜|妈妈",
        "outfit|outfits|fashion|dress|style tips|hairstyle|photos|poses|photography|women|mum|mom",
    ),
    _entry(
        "公园里的大树和阳光",
        "a tree in a park in the sunlight",
        "健身|跑步|运动|瑜伽|晨跑|锻炼|拉伸|马拉松|散步|呼吸|环保",
        "fitness|running|workout|exercise|yoga|walk|walking|stretching|nature",
    ),
    _entry(
        "桌上的花束",
        "a bouquet of flowers on a table",
        "鲜花|插花|花束|母亲节|花店|好物|家居|布置|装饰|软装|仪式感",
        "flowers|bouquet|home decor|decor|decoration",
    ),
    _entry(
        "草地上的小房子",
        "a house on a meadow",
        "收纳|整理|搬家|装修|买房|住宿|酒店|独居|厨房|打扫|卫生|小家|客厅|卧室",
        "house|hotel|hotels|accommodation|stay|moving|renovation|tidy|organising|organizing|kitchen|cleaning|bedroom",
    ),
    _entry(
        "窗边的猫", "a cat by the window indoors", "猫|猫咪|养猫|宠物|铲屎官|小猫|喵|撸猫", "cat|cats|kitten|pet|pets"
    ),
    _entry("草地上的小狗", "a dog on the grassland", "狗|狗狗|养狗|遛狗|小狗|柯基|金毛", "dog|dogs|puppy"),
    _entry(
        "桌上的仙人掌",
        "a cactus on a table",
        "绿植|植物|多肉|盆栽|养花|阳台|园艺|浇水",
        "plant|plants|houseplant|houseplants|succulent|gardening|balcony",
    ),
    _entry(
        "雨中的伞",
        "an umbrella in the rain",
        "下雨|雨天|雨伞|天气|梅雨|行李|带什么|物品|收拾|避坑|注意|提醒|避雷|保暖",
        "rain|rainy|umbrella|weather|packing|luggage|pitfalls|avoid|mistakes|careful",
    ),
    _entry(
        "城市里的机器人",
        "a robot in the city",
        "数码|手机|电脑|手环|耳机|ai|人工智能|软件|app|智能|机器人|平板|相机|科技|kindle",
        "tech|phone|laptop|gadget|gadgets|ai|app|apps|smart|robot|headphones|kindle|device|camera",
    ),
    _entry(
        "群山上的月亮，夜晚",
        "the moon over the mountains at night",
        "睡眠|失眠|晚安|夜晚|睡觉|助眠|熬夜|晚上|冥想|焦虑|情绪",
        "sleep|insomnia|night|bedtime|meditation|anxiety|rest",
    ),
    _entry(
        "海上的日出",
        "a sunrise over the sea",
        "日出|日落|夕阳|黄昏|晚霞|清晨|早上",
        "sunrise|sunset|dawn|dusk",
    ),
)

_FALLBACKS: dict[str, tuple[str, ...]] = {
    ContentType.GUIDE: (
        "天空中的热气球",
        "山间行驶的火车",
        "公园里的大树和阳光",
        "桌上的书本",
        "草地上的小房子",
        "海上的日出",
    ),
    ContentType.REVIEW: ("桌上的书本", "桌上的一杯咖啡", "桌上的花束", "阳光下的向日葵", "桌上的苹果", "海上的日出"),
    ContentType.TUTORIAL: ("桌上的书本", "桌上的一杯咖啡", "桌上的苹果", "桌上的茶壶", "桌上的花束", "阳光下的向日葵"),
    ContentType.LIST: ("桌上的花束", "桌上的书本", "桌上的一杯咖啡", "桌上的苹果", "阳光下的向日葵", "桌上的仙人掌"),
    ContentType.STORY: (
        "海上的日出",
        "窗边的猫",
        "桌上的茶壶",
        "公园里的大树和阳光",
        "群山上的月亮，夜晚",
        "草地上的小房子",
    ),
    ContentType.RECOMMENDATION: (
        "桌上的花束",
        "阳光下的向日葵",
        "桌上的一杯咖啡",
        "花园里的玫瑰",
        "桌上的蛋糕",
        "桌上的仙人掌",
    ),
}
"""Scenes for a text without known words, by content type."""

_OF_ANYTHING = frozenset(("天空中的热气球", "雨中的伞", "桌上的蛋糕", "桌上的花束", "草地上的小房子", "山间行驶的火车"))
_KNOWN = Lexicon({word: number for number, entry in enumerate(SCENES) for word in entry.words})
_SCENE_BY_CHINESE_NAME = {entry.scene.zh: entry.scene for entry in SCENES}


def choose_scene(
    texts: Iterable[str],
    content_type: str,
    used: Collection[Text],
    *,
    topics: Iterable[str] = (),
    named: Sequence[Text] = (),
    skip: int = 0,
) -> Text:
    """Return the best scene for *texts* that is not in *used*; the best of all if every scene is used.

    If the topics of the note belong to a known theme, the scene is one of that theme: first those that the texts
    mention, then the others. Otherwise it is a scene that the texts mention, else one for the content type.

    Args:
        texts: texts that the image illustrates, most specific first.
        content_type: kind of the note.
        used: scenes of earlier images.
        topics: topics of the note, most specific first.
        named: scenes that take precedence over those of *texts*.
        skip: number of candidates to skip.

    """
    mentioned = (*named, *find_scenes(texts))
    of_theme = tuple(_SCENE_BY_CHINESE_NAME[scene] for scene in find_theme_scenes(topics))
    among = [scene for scene in mentioned if scene in of_theme] if of_theme else mentioned
    fallbacks = (_SCENE_BY_CHINESE_NAME[scene] for scene in _FALLBACKS[content_type])
    candidates: list[Text] = list(dict.fromkeys((*among, *of_theme, *fallbacks)))
    unused: list[Text] = [scene for scene in candidates if scene not in used] or candidates
    return unused[min(skip, len(unused) - 1)]


def depicts(subject: str, topic: str) -> bool:
    """Return whether *subject*, the content of an image, is a thing of *topic* or a scene for a word of it.

    A scene for any journey, meal or home depicts none of them.
    """
    return shows_topic(subject, topic) or any(
        subject in (scene.zh, scene.en) for scene in find_scenes([topic]) if scene.zh not in _OF_ANYTHING
    )


def find_scenes(texts: Iterable[str]) -> tuple[Text, ...]:
    """Return the scenes that *texts* mention, each once, in the order of the texts."""
    numbers = (match.value for text in texts for match in _KNOWN.find_all(Phrase(text).folded))
    return tuple(dict.fromkeys(SCENES[number].scene for number in numbers))
