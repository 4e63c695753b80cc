"""Things that a topic names, and that the built-in painter can paint: the images of the note show them."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from engines.language.kinds import generalize
from engines.language.phrase import Phrase
from engines.language.scanner import Lexicon, split_words
from engines.painter.content.mentions import Mention, find_mentions
from engines.painter.content.names import get_display_name
from engines.painter.scene import Subject
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.people.keys import is_person
from services.common.text.language import Text

_OBJECTS = (
    ("桌上的番茄", "tomatoes on a table", "番茄|小番茄|西红柿|tomato|tomatoes"),
    ("桌上的耳机", "a headphone on a table", "耳机|降噪耳机|headphones|earbuds"),
    ("花园里的自行车", "a bicycle in a garden", "骑行|自行车|单车|公路车|cycling|bicycle|bike"),
    ("窗边的吉他", "a guitar by the window", "吉他|guitar|ukulele|尤克里里"),
    ("窗边的钢琴", "a piano by the window", "钢琴|piano"),
    ("草地上的跑鞋", "a running shoe on a meadow", "跑步|五公里|十公里|马拉松|半马|running|marathon|10k|5k|couch to 5k|"
     "跳绳|健身|训练|workout|leg exercises|leg day"),
    ("桌上的相机", "a camera on a table", "相机|摄影|拍照|夜景|camera|photography|photographing"),
    ("桌上的面条", "spaghetti on a table", "意面|意大利面|面条|pasta|spaghetti|noodles"),
    ("桌上的礼物", "a gift on a table", "礼物|送礼|gift|gifts|present|presents"),
    ("桌上的面包", "bread on a table", "面包|酸种|bread|sourdough|loaf"),
    ("桌上的寿司", "sushi on a table", "寿司|sushi"),
    ("桌上的饼干", "a cookie on a table", "饼干|曲奇|cookie|cookies"),
    ("桌上的盆栽", "a potted plant on a table",
     "绿植|盆栽|龟背竹|绿萝|monstera|houseplant|houseplants|repotting|herbs|薄荷|罗勒|mint|basil|compost|composting"),
    ("桌上的牛仔裤", "jeans on a table", "牛仔裤|jeans"),
    ("窗边的外套", "a coat by the window", "外套|羽绒服|风衣|大衣|coat|jacket"),
    ("桌上的闹钟", "an alarm clock on a table", "早起|起床|闹钟|拖延|时间管理|time management|procrastination"),
    ("桌上的笔记本", "a notebook on a table",
     "手账|手帐|笔记|记账|错题本|论文|答辩|存钱|攒钱|理财|月薪|工资|薪水|押金|notes|notebook|journaling|"
     "emergency fund|saving|savings|salary|budgeting|rent|deposit|raise"),
    ("桌上的铅笔", "a pencil on a table", "练字|画画|素描|drawing|sketching"),
    ("桌上的蜡烛", "a candle on a table", "蜡烛|candle|candles"),
    ("桌上的毛线", "yarn on a table", "钩针|毛线|编织|knitting|crochet"),
    ("桌上的鸡蛋", "an egg on a table", "鸡蛋|早餐|egg|eggs|breakfast"),
    ("桌上的饺子", "dumplings on a table", "饺子|包子|馄饨|dumplings"),
    ("草地上的帐篷", "a tent on a meadow", "露营|帐篷|camping|tent"),
    ("草地上的篮子", "a basket on a meadow", "野餐|picnic"),
    ("桌上的西兰花", "broccoli on a table",
     "青菜|蔬菜|带饭|减脂餐|素食|vegetables|vegetarian|meal prep|batch cooking"),
    ("草地上的鸡", "a chicken on a meadow", "养鸡|chickens|hens"),
    ("窗边的仓鼠", "a hamster by the window", "仓鼠|hamster"),
    ("公园里的鸟", "a bird in a park", "观鸟|鸟|birdwatching|birds"),
    ("窗边的鱼", "a fish by the window", "金鱼|养鱼|goldfish|aquarium"),
    ("桌上的试管", "a test tube on a table", "科学实验|小实验|science experiment|science experiments"),
    ("夜空下的望远镜", "a telescope under a starry sky", "观星|星空|天文|stargazing|astronomy"),
    ("窗边的浴缸", "a bathtub by the window", "洗澡|浴室|bath|bathing"),
    ("窗边的床", "a bed by the window", "失眠|睡眠|午觉|sleep|sleeping|asleep|insomnia"),
    ("窗边的沙发", "a couch by the window", "租房|客厅|出租屋|apartment"),
    ("桌上的笔记本电脑", "a laptop on a table",
     "面试|简历|述职|转行|数据分析|远程办公|interview|resume|remotely|home office"),
    ("雪地里的滑雪板", "skis in a snowfield", "滑雪|skiing"),
    ("桌上的奶茶", "bubble tea on a table", "奶茶|bubble tea|boba"),
    ("桌上的毛笔", "a paintbrush on a table", "书法|毛笔|水彩|油画|calligraphy|watercolour|watercolor|painting"),
    ("窗边的仙人掌", "a cactus by the window", "多肉|仙人球|succulent|succulents"),
    ("草地上的篮子", "a basket on a meadow", "采摘|foraging"),
    ("桌上的乳液", "a lotion bottle on a table",
     "护肤|油皮|敏感肌|脱妆|精华|面霜|防晒|防晒霜|skincare|sunscreen|moisturiser|moisturizer|oily skin"),
    ("桌上的唇膏", "a lipstick on a table", "口红|化妆|彩妆|妆容|约会妆|makeup|lipstick"),
    ("桌上的世界地图", "a world map on a table", "citywalk|city walk|itinerary"),
    ("桌上的书本", "books on a table",
     "考研|四级|六级|雅思|托福|英语|日语|法语|西班牙语|错题|jlpt|spanish|german|french|japanese|lecture|lectures"),
    ("桌上的剪刀", "scissors on a table", "剪头发|理发|剪指甲|裁剪|haircut"),
    ("桌上的缝合针", "a sewing needle on a table", "缝补|补衣服|sashiko|mending|sewing"),
    ("桌上的炖菜", "a stew on a table",
     "红烧肉|牛腩|咖喱|火锅|炖汤|煲汤|羊肉汤|红烧|糖醋|curry|stew|soup|dinner|dinners|hotpot"),
    ("桌上的鸡腿", "a poultry leg on a table", "鸡翅|炸鸡|鸡腿|chicken wings|roast chicken|chicken dinner"),
    ("桌上的牙刷", "a toothbrush on a table", "刷牙|牙刷|牙齿|teeth|toothbrush"),
    ("桌上的血滴", "a drop of blood on a table", "献血|donating blood|blood donation"),
    ("雪地里的溜冰鞋", "an ice skate in a snowfield", "滑冰|溜冰|ice skating|ice skates"),
    ("街道上的汽车", "a car in the street", "驾照|科目二|科目三|学车|开车|车子|高速|自驾|driving|road trip"),
    ("花园里的花", "a flower in a garden", "兰花|蝴蝶兰|orchid|orchids"),
    ("夜空下的埃菲尔铁塔", "the Eiffel Tower under a starry sky", "巴黎|paris"),
    ("夜空下的东京塔", "the Tokyo tower under a starry sky", "东京|tokyo"),
    ("群山间的长城", "the Great Wall in the mountains", "北京|beijing"),
    ("群山间的宝塔", "a pagoda in the mountains", "京都|西安|kyoto|xian"),
    ("桌上的信封", "an envelope on a table", "写信|家书|letter|letters"),
    ("桌上的扫帚", "a broom on a table", "打扫|大扫除|清洁|油污|除霉|cleaning|tidying"),
    ("桌上的包裹", "a package on a table",
     "收纳|整理|断舍离|搬家|打包|declutter|decluttering|organizing|organising|storage|moving"),
    ("桌上的手机", "a phone on a table", "手机|内存|phone|smartphone|screen time"),
    ("海边沙滩上的冲浪者", "a surfer by the beach", "冲浪|surf|surfing"),
    ("公园里的手动轮椅", "a manual wheelchair in a park", "轮椅|wheelchair"),
    ("桌上的国际象棋兵", "a chess pawn on a table", "国际象棋|象棋|围棋|chess"),
    ("草地上的羽毛球", "a badminton racket on a meadow", "羽毛球|badminton"),
)  # fmt: skip
"""A scene with the thing, and the words for it or for a related topic: a running shoe for a marathon."""
_KNOWN = Lexicon({word: number for number, (_, _, words) in enumerate(_OBJECTS) for word in split_words(words)})
_PLACES = {
    "table": (Text("桌上的{}", "{} on a table"), "桌|table|desk"),
    "window": (Text("窗边的{}", "{} by the window"), "窗|阳台|光线|室内|window|balcony|daylight|indoor"),
    "garden": (Text("花园里的{}", "{} in a garden"), "院子|花园|庭院|土|garden|backyard|soil"),
    "meadow": (Text("草地上的{}", "{} on a meadow"), "草|户外|郊外|grass|outdoors|outside"),
    "park": (Text("公园里的{}", "{} in a park"), "公园|小区|散步|park|walk"),
    "street": (Text("街道上的{}", "{} in the street"), "街|路上|马路|street|road|route"),
    "beach": (Text("海边沙滩上的{}", "{} by the beach"), "海|沙滩|beach|sea"),
    "night": (Text("夜空下的{}", "{} under a starry sky"), "夜|晚上|星|night|evening|stars"),
    "snow": (Text("雪地里的{}", "{} in a snowfield"), "雪|冬|snow|winter|ice"),
    "mountains": (Text("群山间的{}", "{} in the mountains"), "山|mountain|hill"),
    "sky": (Text("天空中的{}", "{} in the sky"), "天空|sky"),
    "rain": (Text("雨中的{}", "{} in the rain"), "雨|rain"),
}
"""Scenes with a thing, and the words of a paragraph that they suit."""
_LIGHTS = (Text("{}", "{}"), Text("{}，夜晚", "{} at night"), Text("{}，日出", "{} at sunrise"))
_INDOORS, _OUTDOORS = ("table", "window", "garden"), ("meadow", "garden", "park", "night", "snow")
_OF_ANIMAL, _OF_ROOM, _OF_CAR = ("meadow", "window", "garden", "park"), ("window",), ("street", "beach", "rain")
_OF_PLACE = ("night", "park", "meadow")
_OF_PLANT, _ON_RAILS, _IN_SKY = (
    ("garden", "window", "meadow", "park"),
    ("mountains", "snow", "rain"),
    ("sky", "mountains"),
)
_GROUPS = (
    ("animal-marine", "", ("window",), "条"),
    ("animal-", "", _OF_ANIMAL, "只"),
    ("transport-air", "", _IN_SKY, ""),
    ("transport-ground", "", _OF_CAR, ""),
    ("transport-water", "", ("beach",), ""),
    ("plant-", "", _OF_PLANT, ""),
    ("food-", "fruit vegetable", _INDOORS, "个"),
    ("food- drink dishware clothing musical- sport game arts-crafts tool computer phone book-paper", "", _INDOORS, ""),
    ("household", "", _OF_ROOM, ""),
    ("science medical office writing music light-video", "", _INDOORS, ""),
    ("place-other place-geographic place-building event", "", _OF_PLACE, ""),
)
"""Groups of icons, the countable ones, their places, and their Chinese measure word."""
_SUBJECTS = {
    **dict.fromkeys(
        (Subject.CAT, Subject.DOG, Subject.RABBIT, Subject.BIRD, Subject.HORSE, Subject.BEAR, Subject.FOX,
         Subject.PANDA, Subject.OWL, Subject.BUTTERFLY, Subject.DRAGONFLY),
        (_OF_ANIMAL, "只"),
    ),
    Subject.FISH: (("window",), "条"),
    **dict.fromkeys(
        (Subject.SUNFLOWER, Subject.ROSE, Subject.TULIP, Subject.FLOWER, Subject.CACTUS, Subject.BAMBOO, Subject.TREE),
        (_OF_PLANT, ""),
    ),
    **dict.fromkeys(
        (Subject.COFFEE, Subject.CAKE, Subject.BOOK, Subject.TEAPOT, Subject.APPLE, Subject.MUSHROOM, Subject.GUQIN),
        (_INDOORS, ""),
    ),
    Subject.CAR: (_OF_CAR, ""),
    Subject.TRAIN: (_ON_RAILS, ""),
    Subject.BOAT: (("beach",), ""),
    **dict.fromkeys((Subject.UMBRELLA, Subject.LANTERN, Subject.BRIDGE), (("rain", *_OUTDOORS), "")),
}  # fmt: skip
_NO_THINGS = frozenset(
    split_words(
        "light|fall|tie|iron|watch|ring|match|board|bank|drink|camping|露营|第一|月|home|snake|hand|hands|back|brick|"
        "balcony|阳台|露台|garage|车库|subway station|地铁站|smoke|烟|button|level|date|dates|pot|folder"
    )
)
"""Names of things that usually have another meaning in a topic, or are part of another name: a snake plant."""
_BEFORE_SETTING = re.compile(
    r" (?:for|in|with|on|at|from|under|by|without|after|before|during|to|when|while|who|that) "
)
_UNCOUNTED = frozenset(
    split_words("soap|bread|spaghetti|sushi|bacon|rice|popcorn|honey|butter|cheese|ice|salt|garlic|luggage")
)
_SCENE_EN = re.compile(r"^(?P<name>.+) (?:on|in|by|under) (?:a|the) .+$")


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing to show, its name, and its possible places; `several` is its name in the plural, if any."""

    name: Text
    places: tuple[str, ...]
    several: Text | None = None

    def show(self, used: Collection[Text], texts: Iterable[str] = ()) -> Text:
        """Return a scene with the thing that is not in *used*: first in a place that *texts* name, then in others."""
        words = " ".join(texts).lower()
        named = [place for place in self.places if any(word in words for word in _PLACES[place][1].split("|"))]
        places = [*dict.fromkeys((*named, *self.places))]
        names = (self.several, self.name) if self.several and len(used) % 2 else (self.name, self.several or self.name)
        scenes = [_place(name, place, light) for light in _LIGHTS for name in names for place in places]
        return next((scene for scene in scenes if scene not in used), scenes[0])


@lru_cache(maxsize=256)
def find_things(topic: str) -> tuple[Thing, ...]:
    """Return the things that *topic* names, with the main one first.

    That is the last one in Chinese, in English the last one before the first preposition.
    """
    folded = Phrase(generalize(topic) or topic).folded
    known = [*_KNOWN.find_all(folded)]
    found = {match.start: KNOWN_THINGS[match.value] for match in known}
    for mention in find_mentions(folded):
        is_known = any(mention.start < match.end and match.start < mention.end for match in known)
        if (
            not is_known
            and folded[mention.start : mention.end] not in _NO_THINGS
            and (thing := _to_thing(mention, folded))
        ):
            found[mention.start] = thing
    # Where something else is named, a place is only where it is: tomatoes on a balcony.
    found = {start: thing for start, thing in found.items() if thing.places != _OF_PLACE} or found
    setting = _BEFORE_SETTING.search(folded)
    end = setting.start() if setting else len(folded)
    before, after = sorted((start for start in found if start < end), reverse=True), sorted(found)
    return tuple({found[start].name: found[start] for start in before or after}.values())


def shows_topic(subject: str, topic: str) -> bool:
    """Return whether *subject*, the content of an image, is a thing that *topic* names."""
    folded = subject.lower()
    return any(
        name and name.lower() in folded
        for thing in find_things(topic)
        for text in (thing.name, thing.several)
        if text is not None
        for name in (text.zh, text.en)
    )


def _place(name: Text, place: str, light: Text) -> Text:
    pattern = _PLACES[place][0]
    return Text(light.zh.format(pattern.zh.format(name.zh)), light.en.format(pattern.en.format(name.en)))


def _to_thing(mention: Mention, text: str) -> Thing | None:
    """Return the thing of *mention*; None for a human, a face, a place or a word that is only similar to a name."""
    if not mention.is_subject:
        return None
    key, word = str(mention.named), text[mention.start : mention.end]
    if isinstance(mention.named, Subject):
        known = _SUBJECTS.get(mention.named)
        return (
            None
            if known is None or (mention.is_similar and word not in "猫狗鱼鸟")
            else _build_thing(key, word, *known)
        )
    if is_person(key):
        return None
    group = load_icons()[key].group
    for names, counted, places, measure in _GROUPS:
        is_one = any(group.startswith(name) for name in names.split())
        if is_one and not mention.is_similar and (not counted or group.partition("-")[2] in counted.split()):
            return _build_thing(key, word, places, measure)
    return None


def _build_thing(key: str, word: str, places: tuple[str, ...], measure: str) -> Thing:
    """Return the thing of the topic's own *word*, in the other language with its name there."""
    zh = get_display_name(key, chinese=True) if word.isascii() else word
    en = get_display_name(key, chinese=False)
    several = Text(f"三{measure}{zh}", f"three {_pluralize(en)}") if measure else None
    return Thing(Text(zh, _add_article(en)), places, several)


def _add_article(name: str) -> str:
    if name in _UNCOUNTED or (name.endswith("s") and not name.endswith(("ss", "us"))):
        return name
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _pluralize(name: str) -> str:
    if name in ("fish", "sheep", "deer"):
        return name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return name if name.endswith("s") else f"{name}es" if name.endswith(("ch", "sh", "x", "to")) else f"{name}s"


def _parse_scene(zh: str, en: str) -> Thing:
    """Return the thing of a scene, whose own place comes first."""
    own = next(place for place, (pattern, _) in _PLACES.items() if zh.startswith(pattern.zh.format("")))
    match = _SCENE_EN.match(en)
    assert match is not None, en
    places = {
        "table": _INDOORS,
        "window": (),
        "street": _OF_CAR,
        "mountains": _ON_RAILS,
        "beach": (),
        "night": ("rain", "snow"),
    }.get(own, _OUTDOORS)
    return Thing(Text(zh[len(_PLACES[own][0].zh.format("")) :], match["name"]), tuple(dict.fromkeys((own, *places))))


KNOWN_THINGS = tuple(_parse_scene(zh, en) for zh, en, _ in _OBJECTS)
