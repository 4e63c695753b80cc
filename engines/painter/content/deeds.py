"""Names of what someone does: their icons show a human, who is no drawing of another one that does it, or a thing."""

import re
from collections.abc import Sequence

from engines.painter.content.mentions import Mention
from engines.painter.subjects.icons import load_icons

_ACTIVE = ("person-activity", "person-sport", "person-resting", "person-gesture")
_WEATHER = ("icon/wind-face",)
"""Icons of weather with a face, which is in no image of something else."""
_EMITS_ZH = frozenset("喷吐冒发放")
_AGENTS = re.compile(
    r"\b(?:person|people|man|men|woman|women|boy|girl)\b|[a-z](?:er|ist)s?$|(?:人|者|员|手(?!球)|选手|家|女孩|男孩|男|女)$"
)
"""Names of who does something: a surfer, 冲浪者."""
_LIGHT_VERBS = re.compile(
    r"(?:(?:is |are )?(?:getting|gets|taking|takes|doing|does|giving|gives|playing|plays|having|has|going|goes) "
    r"(?:an? |the )?(?:[a-z]+ )?|[打做玩练去]一?[个次场]?)$"
)
"""Verbs before the name of an activity, with which it is one deed: "getting a haircut", 打高尔夫."""


def find_deeds(text: str, subjects: Sequence[Mention]) -> dict[Mention, str]:
    """Return those of *subjects* that name what another one does, with their words: 冲浪 of 一只柴犬在冲浪."""
    deeds = [m for m in subjects if _is_deed(text, m) or m.named in _WEATHER or _describes_next(text, m)]
    if len(deeds) == len(subjects):
        return {}
    found = {}
    for deed in deeds:
        verb = _LIGHT_VERBS.search(text[: deed.start])
        start = deed.start if deed.word_start < 0 else deed.word_start
        found[deed] = text[verb.start() if verb else start : deed.end].strip()
    return found


def _describes_next(text: str, mention: Mention) -> bool:
    """Return whether the words of *mention*, a verb and its thing, describe what follows: 喷火的恶龙."""
    start = mention.start if mention.word_start < 0 else mention.word_start
    is_verb = text[start] in _EMITS_ZH or text[start - 1 : start] in tuple(_EMITS_ZH)
    return is_verb and mention.is_similar and text.startswith("的", mention.end)


def _is_deed(text: str, mention: Mention) -> bool:
    icon = load_icons().get(str(mention.named))
    is_active = icon is not None and icon.group.startswith(_ACTIVE)
    return is_active and _AGENTS.search(text[mention.start : mention.end]) is None
