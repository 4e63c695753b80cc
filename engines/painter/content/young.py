"""The young of an animal: 小马 is drawn as a foal where a drawing of it exists."""

import re
from dataclasses import replace

from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention
from engines.painter.scene import Subject
from engines.painter.subjects.nature import is_living

_YOUNG = {
    Subject.HORSE: "icon/own/foal",
    **dict.fromkeys(("icon/cow", "icon/ox"), "icon/own/calf"),
}
"""The drawing of the young, by that of the adult."""
_BEFORE = re.compile("(?:(?<![大最很又])小的?|little |young |baby )$")
_TENDER = re.compile("小(?!猫|狗|鸟|鸭|鸡|黄鸭)")
"""Names in which 小 is a part of the name of an adult: 小猪; a kitten, a puppy, a bird and a chick are drawn so."""


def draw_young(text: str, mention: Mention) -> Mention:
    """Return *mention* with its 小 or "young" as the drawing of the young, if there is one."""
    young = _YOUNG.get(str(mention.named))
    before = _BEFORE.search(text[: mention.start]) if young is not None else None
    return mention if young is None or before is None else replace(mention, start=before.start(), named=young)


def find_young(text: str, mention: Mention) -> str | None:
    """Return the word that asks for the young of *mention*, which is drawn grown up; None for none."""
    named = str(mention.named)
    if not is_living(named) or is_human(named) or named in _YOUNG.values():
        return None
    before = _BEFORE.search(text[: mention.start])
    if before is not None:
        return before[0].strip("的 ")
    return "小" if _TENDER.match(text, mention.start) and named in ("icon/own/pink_pig", "icon/ewe") else None
