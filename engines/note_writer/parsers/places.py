"""The place that a note is about, if the user named one."""

import re
from collections.abc import Iterable

_KNOWN_PLACES = """
北京 上海 广州 深圳 杭州 南京 苏州 无锡 扬州 宁波 温州 绍兴 成都 重庆 武汉 长沙 西安 洛阳 开封 郑州
济南 青岛 烟台 威海 大连 沈阳 哈尔滨 长春 天津 石家庄 太原 平遥 大同 合肥 黄山 福州 厦门 泉州 南昌
景德镇 婺源 桂林 阳朔 南宁 北海 海口 三亚 贵阳 昆明 大理 丽江 拉萨 兰州 敦煌 西宁 银川 乌鲁木齐 伊犁
呼和浩特 云南 新疆 西藏 内蒙古 青海 甘肃 贵州 广西 海南 香港 澳门 台北 莫干山 千岛湖 乌镇 西湖
beijing shanghai guangzhou shenzhen hangzhou nanjing suzhou chengdu chongqing xiamen tokyo kyoto osaka london
paris berlin rome barcelona amsterdam vienna lisbon singapore bangkok seoul sydney melbourne toronto vancouver
boston chicago seattle
"""
_PLACE_QUESTION = re.compile(
    r"哪里|哪儿|地点|城市|目的地|去哪|什么地方|\bwhere\b|\bplace\b|\bcity\b|destination", re.IGNORECASE
)
_PLACE_FIELD = re.compile(
    r"(?:地点|城市|目的地|位置)(?:是|为|：|:)\s*([^\s，。；,;]{2,12})"
    r"|\b(?:place|city|destination)\s*:\s*([A-Za-z ]{2,30})",
    re.IGNORECASE,
)
_MAX_LENGTH = 20


def find_place(topic: str, texts: Iterable[str], answers: Iterable[tuple[str, str]]) -> str:
    """Return the place, "" for none: from *answers* (question, answer) about places, then from *texts*.

    A place that *topic* already contains is "", since it would be repeated.
    """
    place = _find_in_answers(answers) or _find_in_texts((topic, *texts))
    return "" if place.lower() in topic.lower() else place


def _find_in_answers(answers: Iterable[tuple[str, str]]) -> str:
    for question, answer in answers:
        place = answer.strip(" 。.，,")
        is_name = 0 < len(place) <= _MAX_LENGTH and not re.search(r"[，,。.！!？?;；\n]", place)
        if is_name and _PLACE_QUESTION.search(question):
            return place
    return ""


def _find_in_texts(texts: Iterable[str]) -> str:
    for text in texts:
        match = _PLACE_FIELD.search(text)
        if match is not None:
            return (match[1] or match[2]).strip()
        known = next((place for place in _KNOWN_PLACES.split() if _contains_place(text, place)), "")
        if known:
            return known.title() if known.isascii() else known
    return ""


def _contains_place(text: str, place: str) -> bool:
    return bool(re.search(rf"\b{place}\b", text.lower())) if place.isascii() else place in text
