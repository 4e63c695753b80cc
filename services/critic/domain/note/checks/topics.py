"""Fields of life with words of texts and of images: an image may suit a topic without being mentioned."""

import re
from dataclasses import dataclass
from typing import Final

_LATIN: Final = re.compile(r"[a-z][a-z'-]*")


@dataclass(frozen=True, slots=True)
class _Field:
    topics: tuple[str, ...]
    images: tuple[str, ...]


def _field(topics: str, images: str) -> _Field:
    return _Field(tuple(topics.split("|")), tuple(images.split("|")))


_FIELDS: Final = (
    _field(
        "春游|踏青|赏花|野餐|郊游|公园|春天|动物园|picnic|picnics|park|zoo|outing",
        "樱花|草地|公园|大树|热气球|石桥|荷花|水果|火车|伞|花|blossom|meadow|park|tree|balloon|bridge|lotus|fruit|train|umbrella",
    ),
    _field(
        "露营|帐篷|徒步|爬山|登山|户外|骑行|camping|hike|hikes|hiking|mountain|outdoor|outdoors",
        "森林|木屋|星空|群山|云雾|大树|日出|月亮|火车|热气球|伞|草地|forest|cabin|mountains|tree|sunrise|moon|train|balloon|umbrella|meadow",
    ),
    _field(
        "海边|看海|赶海|海岛|沙滩|beach|seaside|island|coast",
        "海|沙滩|小船|日出|热气球|向日葵|beach|boat|sea|sunrise|balloon|sunflowers",
    ),
    _field(
        "旅行|旅游|出游|自驾|日游|游记|度假|古镇|酒店|民宿|迪士尼|citywalk|夜市|秋游|赏秋|银杏|travel|trip|trips|itinerary|city|holiday"
        "|vacation|hotel|tour|week|days|autumn",
        "热气球|火车|城市|高楼|街|石桥|宝塔|汽车|灯笼|日出|群山|落叶|伞|balloon|train|city|skyline|street|bridge|pagoda|car|lanterns"
        "|sunrise|mountains|leaves|umbrella|coffee|cup",
    ),
    _field(
        "咖啡|拿铁|奶茶|茶|美食|食谱|做饭|便当|早餐|午餐|晚餐|烘焙|面包|蛋糕|火锅|小吃|餐厅|空气炸锅|辅食|减脂餐|coffee|latte|cafe|cafes"
        "|tea|matcha|food|recipe|dinner|lunch|breakfast|cooking|baking|bread|sourdough|cake|meal|restaurant",
        "咖啡|茶壶|蛋糕|苹果|水果|灯笼|花束|书本|桌上|coffee|teapot|cake|apples|fruit|lanterns|bouquet|table",
    ),
    _field(
        "护肤|面霜|精华|面膜|敏感肌|防晒|美妆|化妆|口红|香水|护手霜|穿搭|衣橱|发型|拍照|约会|情侣|礼物|婚礼|skincare|skin|sunscreen"
        "|makeup|beauty|outfit|outfits|wardrobe|fashion|photos|gift|gifts|birthday|wedding",
        "玫瑰|向日葵|花束|花园|女孩|樱花|荷花|苹果|茶壶|蛋糕|roses|sunflowers|bouquet|garden|girl|blossom|lotus|apples|teapot|cake",
    ),
    _field(
        "健身|跑步|运动|瑜伽|拉伸|减肥|减脂|颈椎|体检|健康|养生|早睡|早起|失眠|睡眠|自律|fitness|running|workout|yoga|exercise|health"
        "|wellness|sleep|morning",
        "大树|公园|日出|苹果|月亮|茶壶|向日葵|荷花|群山|tree|park|sunrise|apples|moon|teapot|sunflowers|lotus|mountains",
    ),
    _field(
        "学习|考研|考公|考试|备考|复习|英语|读书|阅读|书单|笔记|理财|存钱|效率|职场|上班|加班|面试|简历|办公|study|exam|exams|learning"
        "|reading|books|budget|saving|work|office|remote|interview|job",
        "书本|咖啡|日出|城市|高楼|茶壶|猫|大树|books|coffee|sunrise|city|skyline|teapot|cat|tree",
    ),
    _field(
        "收纳|整理|断舍离|搬家|装修|租房|家居|布置|卧室|厨房|独居|极简|清洁|绿植|多肉|植物|养花|阳台|生活|日常|猫|狗|宠物|home|moving"
        "|declutter|decluttering|storage|tidy|renting|apartment|bedroom|kitchen|plant|plants|houseplants|balcony|life|cat|cats|dog"
        "|dogs|pet|pets|everyday",
        "房子|花束|仙人掌|猫|狗|茶壶|书本|咖啡|花园|向日葵|大树|日出|月亮|house|bouquet|cactus|cat|dog|teapot|books|coffee|garden"
        "|sunflowers|tree|sunrise|moon",
    ),
    _field(
        "手机|耳机|电脑|数码|相机|平板|macbook|iphone|ipad|kindle|notion|软件|app|吹风机|智能|phone|laptop|headphones|camera|tech|gadget|apps",
        "机器人|书本|咖啡|城市|高楼|robot|books|coffee|city|skyline",
    ),
    _field(
        "亲子|带娃|孩子|宝宝|待产|幼儿园|妈妈|爸妈|老人|baby|kids|children|parents|family|mum|mom",
        "热气球|花束|房子|小狗|苹果|向日葵|书本|大树|蛋糕|balloon|bouquet|house|dog|apples|sunflowers|books|tree|cake",
    ),
    _field(
        "春节|过年|年货|新年|中秋|庙会|festival|christmas|halloween",
        "灯笼|茶壶|蛋糕|苹果|火车|宝塔|花束|lanterns|teapot|cake|apples|train|pagoda|bouquet",
    ),
)


def share_topic(image: str, topic: str) -> bool:
    """Return whether the descriptions of *image* and *topic* belong to one field."""
    image_text, topic_text = image.casefold(), topic.casefold()
    image_words, topic_words = set(_LATIN.findall(image_text)), set(_LATIN.findall(topic_text))
    return any(
        _contains_any(field.topics, topic_text, topic_words) and _contains_any(field.images, image_text, image_words)
        for field in _FIELDS
    )


def _contains_any(names: tuple[str, ...], text: str, words: set[str]) -> bool:
    return any(name in words if name.isascii() else name in text for name in names)
