"""Materials and preparations that change how a thing looks: a house of stone, a roasted fish.

No drawing follows them, so the thing is reported as a substitute, and the material is no figure of its own.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.painter.content.mentions import Mention
from engines.painter.content.words import ACTIONS_ZH, CONTAINERS
from engines.painter.scene import Subject
from engines.painter.subjects.icons import load_icons

_MATERIAL_ZH = re.compile(
    f"(?<![{ACTIONS_ZH}])(?:石头|石块|岩石|冰块|冰|玻璃|沙子|纸板|纸箱|糖果|钢铁|金属|积木|乐高|砖头|竹子|毛线|饼干|巧克力|泥巴|黏土|陶土|丝绸|水晶|大理石)"
    "(?:(?:做成|制成|砌成|搭成|堆成|雕成|织成|折成|做|造|砌|搭|堆|雕|织|盖)?的)?$"
)
_CERAMICS_ZH = frozenset(("陶瓷", "青花瓷", "瓷器", "瓷", "白瓷", "青瓷"))
"""Things that are a material before another thing, which alone is drawn and counted: 五个青花瓷碗."""
_MATERIAL_EN = re.compile(
    r" (?:of|(?:made|built|carved|constructed|sculpted|woven|folded) (?:entirely )?(?:of|from|out of|in|with)) "
    r"(?:solid |pure |old )?(?:stones?|rocks?|ice|glass|snow|sand|paper|cardboard|sugar|steel|iron|metal|lego|"
    r"bricks?|crystal|chocolate|candy|clay|wool|yarn|bamboo|marble|porcelain|silk|cheese|bread|leaves|clouds|flowers|fruits?|books)\b"
)
_PREPARED_ZH = re.compile("(?:烤|炸|煎|卤|熏|腌|红烧|清蒸)(?:的)?$")
_PREPARED_EN = re.compile(
    r"\b(?:roast|roasted|grilled|fried|deep-fried|baked|boiled|smoked|barbecued|braised|pickled|stuffed) $"
)
_EDIBLE = ("food-", "animal-")
_ANIMALS = (Subject.FISH, Subject.RABBIT, Subject.BIRD, Subject.APPLE, Subject.MUSHROOM)
"""Hand-drawn subjects that are cooked."""


def refine_mentions(mentions: Sequence[Mention], text: str) -> tuple[Mention, ...]:
    """Return *mentions* without materials; a thing made of one, or cooked, is another than its drawing shows."""
    refined: list[Mention] = []
    for number, mention in enumerate(mentions):
        if text[mention.start : mention.end] in _CERAMICS_ZH and any(
            one.start == mention.end and one.is_subject for one in mentions[number + 1 : number + 2]
        ):
            continue
        if refined and mention.start < refined[-1].end:
            continue
        changed = _extend_over_preparation(_extend_over_material(mention, text), text)
        while refined and changed.start < refined[-1].end:
            refined.pop()
        refined.append(changed)
    return tuple(refined)


def _extend_over_material(mention: Mention, text: str) -> Mention:
    """Return *mention* with its material: 玻璃做的钢琴, a swan made of ice, but not a cup of ice."""
    if not mention.is_subject or mention.word_start >= 0:
        return mention
    if not text[mention.start].isascii():
        before = _MATERIAL_ZH.search(text[: mention.start])
        return replace(mention, start=before.start(), is_similar=True) if before else mention
    after = _MATERIAL_EN.match(text, mention.end)
    is_measure = text[mention.start : mention.end] in CONTAINERS
    return replace(mention, end=after.end(), is_similar=True) if after and not is_measure else mention


def _extend_over_preparation(mention: Mention, text: str) -> Mention:
    """Return *mention* with the word that has it cooked."""
    pattern = _PREPARED_EN if text[mention.start].isascii() else _PREPARED_ZH
    prepared = pattern.search(text[: mention.start])
    if prepared is None or mention.is_similar or not _is_edible(str(mention.named)):
        return mention
    return replace(mention, start=prepared.start(), is_similar=True)


def _is_edible(subject: str) -> bool:
    icon = load_icons().get(subject)
    return subject in _ANIMALS if icon is None else icon.group.startswith(_EDIBLE)
