"""The place a note is about, as far as people named one: nothing is guessed."""

import re
from collections.abc import Iterable

_KNOWN = """
北京 上海 广州 深圳 杭州 南京 苏州 无锡 扬州 宁波 温州 绍兴 成都 重庆 武汉 长沙 西安 洛阳 开封 郑州
济南 青岛 烟台 威海 大连 沈阳 哈尔滨 长春 天津 石家庄 太原 平遥 大同 合肥 黄山 福州 厦门 泉州 南昌
景德镇 婺源 桂林 阳朔 南宁 北海 海口 三亚 贵阳 昆明 大理 丽江 拉萨 兰州 敦煌 西宁 银川 乌鲁木齐 伊犁
呼和浩特 云南 新疆 西藏 内蒙古 青海 甘肃 贵州 广西 海南 香港 澳门 台北 莫干山 千岛湖 乌镇 西湖
beijing shanghai guangzhou shenzhen hangzhou nanjing suzhou chengdu chongqing xiamen tokyo kyoto osaka london
paris berlin rome barcelona amsterdam vienna lisbon singapore bangkok seoul sydney melbourne toronto vancouver
boston chicago seattle
"""
_ASKED = re.compile(r"哪里|哪儿|地点|城市|目的地|去哪|什么地方|\bwhere\b|\bplace\b|\bcity\b|destination", re.IGNORECASE)
_SAID = re.compile(
    r"(?:地点|城市|目的地|位置)(?:是|为|：|:)\s*([^\s，。；,;]{2,12})"
    r"|\b(?:place|city|destination)\s*:\s*([A-Za-z ]{2,30})",
    re.IGNORECASE,
)
_LONGEST = 20


def place_of(topic: str, texts: Iterable[str], answers: Iterable[tuple[str, str]]) -> str:
    """Return the place, "" for none: from *answers* (question, answer) to where, then from *texts*.

    A place that *topic* names already is "": it would be said twice.
    """
    place = _answered(answers) or _named((topic, *texts))
    return "" if place.lower() in topic.lower() else place


def _answered(answers: Iterable[tuple[str, str]]) -> str:
    for question, answer in answers:
        said = answer.strip(" 。.，,")
        if _ASKED.search(question) and 0 < len(said) <= _LONGEST and not re.search(r"[，,。.！!？?;；\n]", said):
            return said
    return ""


def _named(texts: Iterable[str]) -> str:
    for text in texts:
        found = _SAID.search(text)
        if found is not None:
            return (found[1] or found[2]).strip()
        known = next((place for place in _KNOWN.split() if _holds(text, place)), "")
        if known:
            return known.title() if known.isascii() else known
    return ""


def _holds(text: str, place: str) -> bool:
    return bool(re.search(rf"\b{place}\b", text.lower())) if place.isascii() else place in text
