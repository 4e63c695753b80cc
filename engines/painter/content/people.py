"""What people do: a person and an activity that one drawing shows together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engines.painter.content.mentions import Mention
from engines.painter.scene import Subject
from engines.painter.subjects.icons import PREFIX, load_icons

_WOMEN = frozenset((Subject.WOMAN, *(PREFIX + key for key in ("woman", "girl", "old-woman"))))
_MEN = frozenset((Subject.MAN, *(PREFIX + key for key in ("man", "boy", "old-man"))))
_OTHERS = frozenset((Subject.PERSON, *(PREFIX + key for key in ("person", "child", "older-person", "adult"))))
_OF = r"(?: (?:an?|the|his|her|their))?(?: [a-z]+)?"
_ACTIVITIES: Mapping[str, str] = {
    "biking": rf"(?:riding|rides|ride){_OF} (?:bicycle|bike)s?|cycling|biking|骑着?(?:一辆)?(?:自行车|单车|脚踏车)",
    "swimming": r"swimming|swims|(?:在|正在)?游泳",
    "surfing": r"surfing|surfs|冲浪",
    "running": r"running|runs|jogging|jogs|跑步|奔跑",
    "walking": r"walking|walks|散步|走路",
    "dancing": r"dancing|dances|跳舞|起舞|舞蹈",
    "climbing": r"(?:rock )?climbing|climbs|攀岩|爬山|登山",
    "rowing-boat": rf"rowing(?:{_OF} boat)?|rows{_OF} boat|划船|划着?小?船",
    "juggling": r"juggling|juggles|杂耍",
    "lifting-weights": r"lifting weights|lifts weights|weightlifting|举重|举着?杠铃",
    "golfing": r"(?:playing |plays )?golf(?:ing)?|打高尔夫(?:球)?",
    "fencing": r"fencing|击剑",
    "bouncing-ball": r"(?:playing|plays) basketball|bouncing a ball|打篮球|拍球",
    "in-lotus-position": r"meditating|meditates|doing yoga|practicing yoga|in lotus position|打坐|冥想|(?:做|练)瑜伽",
    "cartwheeling": r"cartwheeling|doing a cartwheel|翻跟头|侧手翻",
    "taking-bath": r"taking a bath|bathing|泡澡|洗澡",
    "in-bed": r"(?:sleeping|lying) in (?:a |the |his |her )?bed|躺在床上|睡在床上",
    "artist": rf"painting{_OF} (?:picture|canvas|landscape)|(?:正在|在)画画|(?:正在|在)作画",
    "cook": r"cooking|cooks|做饭|做菜|炒菜|烹饪",
    "singer": r"singing|sings|唱歌|歌唱",
    "technologist": r"(?:working|typing) (?:on|at) (?:a |the |his |her )?(?:laptop|computer)|(?:用|玩|敲)电脑",
}
"""The key of the icons after man-, woman- or person-, and the words for what they show."""
_PATTERNS = {key: re.compile(rf"(?<![a-z])(?:{words})(?![a-z])") for key, words in _ACTIVITIES.items()}
_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]| and |和")


@dataclass(frozen=True, slots=True)
class Activity:
    """The icon *key* that shows a person at the activity in the text from *start* to *end*."""

    key: str
    start: int
    end: int


def find_activity(text: str, mention: Mention) -> Activity | None:
    """Return what the person of *mention* does in the same clause, if a drawing shows it."""
    kinds = _list_kinds(mention.named)
    if not kinds or mention.is_similar:
        return None
    start = max((match.end() for match in _CLAUSE.finditer(text, 0, mention.start)), default=0)
    stop = _CLAUSE.search(text, mention.end)
    end = stop.start() if stop else len(text)
    for key, pattern in _PATTERNS.items():
        match = pattern.search(text, start, end)
        icons = [f"{PREFIX}{kind}{key}" for kind in kinds] if match else []
        known = next((icon for icon in icons if icon in load_icons()), None)
        if match and known:
            return Activity(known, match.start(), match.end())
    return None


def _list_kinds(named: object) -> tuple[str, ...]:
    """Return the beginnings of the keys of a person's icons, the most fitting first."""
    if named in _WOMEN:
        return ("woman-", "person-", "")
    if named in _MEN:
        return ("man-", "person-", "")
    return ("person-", "man-", "") if named in _OTHERS else ()
