"""Themes of topics, each with its scenes, so that all images of a note match its topic."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.language.phrase import Phrase
from engines.language.scanner import Lexicon, split_words


@dataclass(frozen=True, slots=True)
class Theme:
    """Words of related topics, and their scenes (Chinese names in scenes.py), best first."""

    words: tuple[str, ...]
    scenes: tuple[str, ...]


def _theme(names: str, english: str, scenes: str) -> Theme:
    return Theme(split_words(names, english), split_words(scenes))


THEMES = (
    _theme(
        "春游|踏青|赏花|赏樱|野餐|郊游|公园|春天|植物园|动物园",
        "picnic|picnics|spring outing|cherry blossom|park|zoo",
        "公园里盛开的樱花|草地上的蛋糕和水果|公园里的大树和阳光|天空中的热气球|山间行驶的火车|石桥和流水|池塘里的荷花|桌上的蛋糕"
        "|森林里的小木屋，星空|雨中的伞|街道上的汽车",
    ),
    _theme(
        "露营|露营装备|帐篷|徒步|爬山|登山|户外|高原|滑雪",
        "camping|hike|hikes|hiking|trek|mountain|mountains|outdoor|outdoors|ski|skiing",
        "群山和云雾|森林里的小木屋，星空|公园里的大树和阳光|海上的日出|雨中的伞|山间行驶的火车|群山上的月亮，夜晚|天空中的热气球|草地上的小房子",
    ),
    _theme(
        "海边|看海|赶海|海岛|三亚|厦门|青岛|沙滩|冲浪",
        "beach|seaside|island|islands|surfing|cruise|coast",
        "海边沙滩上的小船|海上的日出|天空中的热气球|阳光下的向日葵|雨中的伞|桌上的苹果|城市的高楼和街景|草地上的小房子|群山上的月亮，夜晚",
    ),
    _theme(
        "秋游|赏秋|银杏|红叶|枫叶|秋天",
        "autumn|foliage|autumn leaves",
        "落叶里的大树|石桥和流水|群山和云雾|山上的宝塔|桌上的茶壶|街道上的汽车|山间行驶的火车|海上的日出|雨中的伞",
    ),
    _theme(
        "旅行|旅游|出游|自驾|日游|游记|两晚|度假|古镇|酒店|民宿|迪士尼|游乐园|亲子游|citywalk|城市漫步|逛街|夜市|蜜月",
        "travel|trip|trips|itinerary|tour|city|holiday|vacation|getaway|days in|hotel|hotels|week in|citywalk|museums",
        "天空中的热气球|山间行驶的火车|城市的高楼和街景|石桥和流水|山上的宝塔|街道上的汽车|街头的灯笼，夜晚|海上的日出|雨中的伞",
    ),
    _theme(
        "咖啡|拿铁|手冲|奶茶|下午茶|饮品|茶",
        "coffee|latte|cafe|cafes|café|cafés|cold brew|tea|matcha",
        "桌上的一杯咖啡|桌上的茶壶|桌上的蛋糕|桌上的书本|桌上的花束|窗边的猫|城市的高楼和街景|桌上的仙人掌|海上的日出",
    ),
    _theme(
        "美食|食谱|菜谱|做饭|便当|带饭|早餐|午餐|晚餐|一人食|烘焙|面包|蛋糕|火锅|小吃|餐厅|家常菜|空气炸锅|辅食|番茄|炒|甜品|水果|减脂餐",
        "food|recipe|recipes|dinner|lunch|breakfast|cooking|baking|bread|sourdough|cake|meal|meals|restaurant|restaurants",
        "桌上的蛋糕|桌上的苹果|桌上的茶壶|街头的灯笼，夜晚|草地上的蛋糕和水果|桌上的一杯咖啡|桌上的花束|桌上的仙人掌|窗边的猫",
    ),
    _theme(
        "护肤|面霜|精华|面膜|敏感肌|防晒|美妆|化妆|口红|香水|护手霜|保湿",
        "skincare|skin|sunscreen|makeup|lipstick|perfume|beauty|hand cream",
        "花园里的玫瑰|阳光下的向日葵|桌上的花束|桌上的苹果|公园里盛开的樱花|花园里的女孩|桌上的茶壶|池塘里的荷花|桌上的仙人掌",
    ),
    _theme(
        "穿搭|搭配|裙|衣橱|发型|拍照|摄影|写真|约会|情侣|婚礼|礼物|送礼",
        "outfit|outfits|wardrobe|fashion|dress|style|photos|photography|date|gift|gifts|wedding|birthday",
        "花园里的女孩|花园里的玫瑰|桌上的花束|公园里盛开的樱花|城市的高楼和街景|阳光下的向日葵|桌上的蛋糕|石桥和流水|落叶里的大树",
    ),
    _theme(
        "健身|跑步|运动|瑜伽|拉伸|减肥|减脂|塑形|颈椎|体检|健康|养生|早睡|早起|失眠|睡眠|自律",
        "fitness|running|workout|yoga|exercise|health|wellness|sleep|better sleep|morning|insomnia",
        "公园里的大树和阳光|海上的日出|桌上的苹果|群山上的月亮，夜晚|桌上的茶壶|阳光下的向日葵|池塘里的荷花|桌上的书本|群山和云雾",
    ),
    _theme(
        "学习|考研|考公|考证|考试|备考|复习|英语|读书|阅读|书单|笔记|论文|理财|存钱|记账|保险|效率|职场|上班|加班|面试|求职|简历|办公",
        "study|studying|exam|exams|learning|reading|book|books|budget|saving|work|office|interview|job|resume|remote",
        "桌上的书本|桌上的一杯咖啡|海上的日出|城市的高楼和街景|桌上的茶壶|窗边的猫|公园里的大树和阳光|桌上的仙人掌|群山上的月亮，夜晚",
    ),
    _theme(
        "收纳|整理|断舍离|搬家|装修|租房|出租屋|家居|软装|布置|卧室|厨房|独居|极简|清洁|打扫|居家|生活|日常",
        "home|life|everyday|everyday life|moving|declutter|decluttering|storage|tidy|organising|organizing"
        "|renting|apartment|bedroom|kitchen",
        "草地上的小房子|桌上的花束|桌上的仙人掌|窗边的猫|桌上的茶壶|桌上的书本|桌上的一杯咖啡|城市的高楼和街景|阳光下的向日葵",
    ),
    _theme(
        "绿植|多肉|植物|养花|种菜|阳台|园艺|盆栽",
        "plant|plants|houseplants|succulents|gardening|garden|balcony",
        "桌上的仙人掌|桌上的花束|阳光下的向日葵|花园里的玫瑰|池塘里的荷花|窗边的猫|公园里的大树和阳光|桌上的茶壶|雨中的伞",
    ),
    _theme(
        "猫|养猫|猫咪|猫砂|宠物|铲屎官",
        "cat|cats|kitten|kittens|pet|pets",
        "窗边的猫|草地上的小房子|桌上的花束|桌上的仙人掌|公园里的大树和阳光|桌上的书本|桌上的茶壶|海上的日出|群山上的月亮，夜晚",
    ),
    _theme(
        "狗|养狗|遛狗|幼犬|柯基|金毛",
        "dog|dogs|puppy|puppies|dog's",
        "草地上的小狗|公园里的大树和阳光|草地上的小房子|海上的日出|落叶里的大树|雨中的伞|花园里的女孩|海边沙滩上的小船|桌上的花束",
    ),
    _theme(
        "手机|耳机|电脑|数码|相机|平板|macbook|iphone|ipad|kindle|notion|软件|app|ai|吹风机|智能|手环",
        "phone|laptop|headphones|earbuds|kindle|camera|tech|gadget|gadgets|app|apps|notion|excel",
        "城市里的机器人|桌上的书本|桌上的一杯咖啡|城市的高楼和街景|桌上的仙人掌|海上的日出|窗边的猫|桌上的花束|山间行驶的火车",
    ),
    _theme(
        "亲子|带娃|孩子|宝宝|待产|孕|幼儿园|妈妈|爸妈|老人",
        "baby|kids|children|parents|toddler|toddlers|family|mother|mum|mom",
        "天空中的热气球|桌上的花束|草地上的小房子|草地上的小狗|桌上的苹果|阳光下的向日葵|桌上的书本|公园里的大树和阳光|桌上的蛋糕",
    ),
    _theme(
        "春节|过年|年货|新年|中秋|元宵|庙会|灯会",
        "new year|festival|christmas|lantern|lanterns|halloween",
        "街头的灯笼，夜晚|桌上的茶壶|桌上的蛋糕|桌上的苹果|山间行驶的火车|山上的宝塔|桌上的花束|草地上的小房子|群山上的月亮，夜晚",
    ),
)
_LEXICON = Lexicon({word: number for number, theme in reversed(list(enumerate(THEMES))) for word in theme.words})


def find_theme_scenes(topics: Iterable[str]) -> tuple[str, ...]:
    """Return the scenes of the theme of *topics*, most specific first; none for an unknown theme.

    The last known word of a topic decides: 春天的穿搭 is about clothes.
    """
    for topic in topics:
        matches = list(_LEXICON.find_all(Phrase(topic).folded))
        if matches:
            return THEMES[matches[-1].value].scenes
    return ()
