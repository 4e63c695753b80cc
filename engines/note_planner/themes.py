"""Scenes of the themes, so that all images of a note match its topic."""

from collections.abc import Iterable

from engines.language.phrase import Phrase
from engines.language.scanner import Lexicon, split_words
from engines.note_themes import Theme, find_theme

SCENES: dict[Theme, tuple[str, ...]] = {
    Theme.TRAVEL: split_words(
        "天空中的热气球|山间行驶的火车|城市的高楼和街景|石桥和流水|山上的宝塔|街道上的汽车|街头的灯笼，夜晚|海上的日出|雨中的伞"
    ),
    Theme.OUTDOORS: split_words(
        "群山和云雾|森林里的小木屋，星空|公园里的大树和阳光|海上的日出|雨中的伞|山间行驶的火车|群山上的月亮，夜晚|天空中的热气球|草地上的小房子"
    ),
    Theme.DRINK: split_words(
        "桌上的一杯咖啡|桌上的茶壶|桌上的蛋糕|桌上的书本|桌上的花束|窗边的猫|城市的高楼和街景|桌上的仙人掌|海上的日出"
    ),
    Theme.FOOD: split_words(
        "桌上的蛋糕|桌上的苹果|桌上的茶壶|街头的灯笼，夜晚|草地上的蛋糕和水果|桌上的一杯咖啡|桌上的花束|桌上的仙人掌|窗边的猫"
    ),
    Theme.BEAUTY: split_words(
        "花园里的玫瑰|阳光下的向日葵|桌上的花束|桌上的苹果|公园里盛开的樱花|花园里的女孩|桌上的茶壶|池塘里的荷花|桌上的仙人掌"
    ),
    Theme.FASHION: split_words(
        "花园里的女孩|花园里的玫瑰|桌上的花束|公园里盛开的樱花|城市的高楼和街景|阳光下的向日葵|桌上的蛋糕|石桥和流水|落叶里的大树"
    ),
    Theme.FITNESS: split_words(
        "公园里的大树和阳光|海上的日出|桌上的苹果|群山上的月亮，夜晚|桌上的茶壶|阳光下的向日葵|池塘里的荷花|桌上的书本|群山和云雾"
    ),
    Theme.STUDY: split_words(
        "桌上的书本|桌上的一杯咖啡|海上的日出|城市的高楼和街景|桌上的茶壶|窗边的猫|公园里的大树和阳光|桌上的仙人掌|群山上的月亮，夜晚"
    ),
    Theme.HOME: split_words(
        "草地上的小房子|桌上的花束|桌上的仙人掌|窗边的猫|桌上的茶壶|桌上的书本|桌上的一杯咖啡|城市的高楼和街景|阳光下的向日葵"
    ),
    Theme.PLANTS: split_words(
        "桌上的仙人掌|桌上的花束|阳光下的向日葵|花园里的玫瑰|池塘里的荷花|窗边的猫|公园里的大树和阳光|桌上的茶壶|雨中的伞"
    ),
    Theme.TECH: split_words(
        "城市里的机器人|桌上的书本|桌上的一杯咖啡|城市的高楼和街景|桌上的仙人掌|海上的日出|窗边的猫|桌上的花束|山间行驶的火车"
    ),
    Theme.PARENTING: split_words(
        "天空中的热气球|桌上的花束|草地上的小房子|草地上的小狗|桌上的苹果|阳光下的向日葵|桌上的书本|公园里的大树和阳光|桌上的蛋糕"
    ),
    Theme.FESTIVAL: split_words(
        "街头的灯笼，夜晚|桌上的茶壶|桌上的蛋糕|桌上的苹果|山间行驶的火车|山上的宝塔|桌上的花束|草地上的小房子|群山上的月亮，夜晚"
    ),
    Theme.PETS: split_words(
        "窗边的猫|草地上的小房子|桌上的花束|桌上的仙人掌|公园里的大树和阳光|桌上的书本|桌上的茶壶|海上的日出|群山上的月亮，夜晚"
    ),
}
"""Chinese names of scenes.py, best first."""
_LIKE = {
    Theme.PHOTO: Theme.TRAVEL,
    Theme.HEALTH: Theme.FITNESS,
    Theme.READING: Theme.STUDY,
    Theme.WORK: Theme.STUDY,
    Theme.MONEY: Theme.STUDY,
    Theme.CRAFT: Theme.HOME,
}
"""Themes with the scenes of another one."""
NARROWER: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        split_words(
            "春游|踏青|赏花|赏樱|春天|野餐|picnic|picnics|spring outing|cherry blossom",
        ),
        split_words(
            "公园里盛开的樱花|草地上的蛋糕和水果|公园里的大树和阳光|天空中的热气球|山间行驶的火车",
            "石桥和流水|池塘里的荷花|桌上的蛋糕|森林里的小木屋，星空|雨中的伞|街道上的汽车",
        ),
    ),
    (
        split_words(
            "海边|看海|赶海|海岛|三亚|厦门|青岛|沙滩|冲浪|beach|seaside|island|islands|surfing|cruise|coast",
        ),
        split_words(
            "海边沙滩上的小船|海上的日出|天空中的热气球|阳光下的向日葵",
            "雨中的伞|桌上的苹果|城市的高楼和街景|草地上的小房子|群山上的月亮，夜晚",
        ),
    ),
    (
        split_words(
            "秋游|赏秋|银杏|红叶|枫叶|秋天|autumn|foliage",
        ),
        split_words(
            "落叶里的大树|石桥和流水|群山和云雾|山上的宝塔",
            "桌上的茶壶|街道上的汽车|山间行驶的火车|海上的日出|雨中的伞",
        ),
    ),
    (
        split_words(
            "狗|养狗|遛狗|狗狗|幼犬|柯基|金毛|dog|dogs|puppy|puppies",
        ),
        split_words(
            "草地上的小狗|公园里的大树和阳光|草地上的小房子|海上的日出",
            "落叶里的大树|雨中的伞|花园里的女孩|海边沙滩上的小船|桌上的花束",
        ),
    ),
)
"""Words of narrower subjects with scenes of their own."""
_NARROWER = Lexicon({word: scenes for words, scenes in NARROWER for word in words})
_WITH_NARROWER = frozenset((Theme.TRAVEL, Theme.OUTDOORS, Theme.PETS))


def find_theme_scenes(topics: Iterable[str]) -> tuple[str, ...]:
    """Return the scenes of the first of *topics* with a known theme; none for unknown themes."""
    for topic in topics:
        theme = find_theme(topic)
        if theme is None:
            continue
        narrower = [match.value for match in _NARROWER.find_all(Phrase(topic).folded)]
        if narrower and theme in _WITH_NARROWER:
            return narrower[-1]
        return SCENES[_LIKE.get(theme, theme)]
    return ()
