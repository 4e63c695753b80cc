"""Selection of the subjects of a text among its names: without measures, modifiers and genres."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.language.scanner import split_words
from engines.painter.content.included import BRANCH, is_tree
from engines.painter.content.mentions import Mention
from engines.painter.content.names import is_plural, load_names
from engines.painter.content.people import find_role
from engines.painter.content.referents import shows_vessel
from engines.painter.content.words import COLORS
from engines.painter.scene import Setting, Subject
from engines.painter.subjects.actions.verbs import load_verbs
from engines.painter.subjects.catalog import find_opening
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.nature import is_kind, is_living
from engines.painter.subjects.people.animal_bodies import find_animal_person

Span = tuple[int, int]
_FAMILY_ZH = frozenset(split_words("妈妈|爸爸|爷爷|奶奶|哥哥|姐姐|弟弟|妹妹|先生|小姐|太太|宝宝|母亲|父亲"))
_TITLES_ZH = frozenset(split_words("阿姨|叔叔|大叔|大婶|先生|小姐|姐姐|哥哥|大爷|大妈|女士|师傅"))
_CLOSED_ROLES = frozenset(("astronaut", "diver", "knight"))
"""Roles whose helmet hides the head of an animal."""
_MEASURE_OF = re.compile(r" of (?:[a-z]+ )?$")
_MEASURES_ZH = re.compile("[一两二三四五六七八九十几][大小]?[碗杯]$")
"""Chinese containers as measures: 一碗拉面."""
_BODY_GROUPS, _OWN_BODY = ("body-parts", "hand"), (PREFIX + "own/hands", PREFIX + "own/bird_wing")
"""Drawings of parts of a body."""
_WINGED = (Subject.BUTTERFLY, Subject.DRAGONFLY, Subject.FIREFLY, Subject.GULL, Subject.CRANE)
_LOOSE_PARTS = frozenset(
    PREFIX + key for key in ("bone", "tooth", "own/robot_arm_strong", "mechanical-leg", "own/anatomical_skeleton")
)
"""Parts that are things by themselves: a puppy with a bone."""
_CONTAINERS_ZH = frozenset("筐篮箱盒袋包盆缸桶瓶壶罐")
_GENRES = frozenset(["人像", "人物", "肖像", "头像", "自画像", "portrait", "portraits"])
"""Words for a kind of image; the subject is another word if the text has one."""
_BLOSSOMS = re.compile("开[着满了]*(?:[\u4e00-\u9fff]色?的?)?$")
_PARENTS = frozenset(("mother", "mom", "mama", "father", "dad", "papa"))
"""Words for a person before an animal: which one of its kind it is."""
_DESCRIBING = ("place-building", "food-")
"""Groups of icons whose Chinese names describe a thing that directly follows."""
_SNOWFLAKE, _SNOWFLAKES = PREFIX + "snowflake", frozenset(["雪花", "snowflake", "snowflakes"])
_STAR, _STARS = PREFIX + "star", frozenset(["星", "星星", "star", "stars"])
_DRINKING_GLASS = PREFIX + "own/glass_of_water"
_BICYCLE, _VEHICLES = PREFIX + "own/bicycle", frozenset(["车", "车子"])
_RIDES_ZH = re.compile("[骑蹬][着了上]?(?:一?辆)?(?:[\u4e00-\u9fff]色?的?)?$")
_SOCCER_BALL, _FOOTBALLS = PREFIX + "soccer-ball", frozenset(("football", "footballs", "ball", "balls"))
_SOCCER = re.compile(
    r"\b(?:goal ?keepers?|goalie|goals?|goalposts?|pitch|kick(?:s|ing|ed)?|striker|penalty|dribbl\w+|header|soccer)\b"
)
_AMERICAN = re.compile(r"\b(?:american|quarterback|touchdown|nfl|super bowl|rugby|helmet|field goal|touch)\b")
_CUP_OF_TEA, _TEAS = PREFIX + "own/cup_of_tea", frozenset(("茶", "tea"))
_CUPS_OF = re.compile(r"[杯盏碗]的?[热清绿红香]?$|\b(?:cups?|mugs?|glass(?:es)?) of (?:[a-z]+ )?$")
_ROCK_PILE, _ROCKS = PREFIX + "own/rock_pile", frozenset(("rocks", "boulders", "礁石", "岩石"))
_COUNTS_ROCKS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+|single|one) (?:[a-z]+ )?$"
    r"|[一两二三四五六七八九十\d][块颗个座][大小]?$"
)
_GRASS, _LAWNS = PREFIX + "own/grass", ("grass", "草", "青草")
_ON_EN, _ON_ZH = re.compile(r"\b(?:on|across|over|onto) (?:the )?(?:[a-z]+ )?$"), re.compile("地?上(?!面?的?[露叶])")
_NO_COLORS = frozenset(("青蛙", "青草", "白杨树", "白桦树"))
"""Names whose first letter is no color that one requests."""
_TABLE = PREFIX + "own/dining_table"
_UNDER_EN = re.compile(
    r"\b(?:under|beneath|underneath|below"
    r"|(?:sitting|standing|lying|sleeping|asleep|curled up|dancing|jumping|walking) on)"
    r"(?: (?:an?|the|his|her|its|my))?(?: [a-z]+)? $"
)
_ON_TABLE = re.compile(r"桌子?上|(?<!ing) on (?:an?|the|his|her|my)(?: [a-z]+)? (?:table|desk)")
_BRANCH_ZH = re.compile("树?枝条?(?!头|叶)")
_UNDER_ZH = re.compile("子?(?:下面|底下|下边|下)(?!午)")
_COUNTED_EN = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|\d+) (?:[a-z]+ )?$")
_IN_SKY = re.compile("sky|night|夜|天空|天上|星空")
_BEFORE_STAR = re.compile(
    r"(?:(?:[一两二三四五六七八九十]|\d+)(?:个|颗|枚)?(?:[\u3400-\u9fff]色的?)?[大小]?"
    r"|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|\d+) (?:[a-z]+ )?)$"
)
"""Text before a star that is a figure, not a part of the night sky."""
_DESCRIBES_STAR = re.compile(r"[色的大]|[a-z\d] [a-z]+ $")
_BEFORE_FLAKE = re.compile(_BEFORE_STAR.pattern.replace("个|颗|枚", "个|颗|枚|朵|片") + r"|(?:^|[\s,，])[大小]$")


def select_subjects(text: str, mentions: list[Mention]) -> list[Mention]:
    """Return the subjects among *mentions* of *text*."""
    mentions = _join_roles(_drop_body_parts(mentions), text)
    return _drop_genres(_fill_containers(_drop_modifiers(mentions, text), text), text)


def _drop_body_parts(mentions: Sequence[Mention]) -> list[Mention]:
    """Return *mentions* without the parts of someone named before: 一个女人捂着嘴 is not a woman and a mouth."""
    selected: list[Mention] = []
    for mention in mentions:
        icon = load_icons().get(str(mention.named))
        is_part = (icon is not None and icon.group.startswith(_BODY_GROUPS)) or mention.named in _OWN_BODY
        is_part = is_part and mention.named not in _LOOSE_PARTS
        if not (is_part and any(is_living(str(one.named)) or one.named in _WINGED for one in selected)):
            selected.append(mention)
    return selected


def _join_roles(mentions: list[Mention], text: str) -> list[Mention]:
    """Return *mentions* with an animal and its role or its place in a family as one: 狐狸医生, "a cat chef"."""
    joined: list[Mention] = []
    for mention in mentions:
        previous = joined[-1] if joined else None
        named = _join_role(previous, mention, text) if previous is not None else None
        if previous is not None and named is not None:
            joined[-1] = replace(previous, end=mention.end, named=named)
        else:
            joined.append(mention)
    return joined


def _join_role(first: Mention, second: Mention, text: str) -> str | None:
    between = text[first.end : second.start]
    if between not in ("", " ") or (between == "") == text[second.start].isascii():
        return None
    if text[second.start : second.end] in _TITLES_ZH and find_role(first.named) and not first.is_similar:
        return str(first.named)  # 牙医阿姨 is one person.
    for animal, person in ((first, second), (second, first)):
        word = text[person.start : person.end]
        if find_animal_person(str(animal.named)) is None or animal.is_similar or person.is_similar:
            continue
        if animal is first and word in _FAMILY_ZH:
            return str(animal.named)
        role = find_role(person.named)
        joined = find_animal_person(str(animal.named), role) if role and role not in _CLOSED_ROLES else None
        return str(joined) if joined is not None else None
    return None


def find_blossoms(text: str, mentions: Sequence[Mention]) -> dict[Mention, Span]:
    """Return the names of flowers of the plant that follows, with the words that state it: 开黄花的仙人掌."""
    found = {m: _BLOSSOMS.search(text[: m.start]) for m in mentions if text.startswith("的", m.end)}
    return {mention: (match.start(), mention.end) for mention, match in found.items() if match is not None}


def name_star(mention: Mention, text: str) -> Mention:
    """Return *mention* of a star as the thing if it is no part of the night sky: one with a color or a size is none."""
    before = _BEFORE_STAR.search(text[: mention.start]) if text[mention.start : mention.end] in _STARS else None
    is_star = before is not None and (not _IN_SKY.search(text) or _DESCRIBES_STAR.search(before[0]) is not None)
    return replace(mention, named=_STAR) if is_star else mention


def name_in_context(mention: Mention, text: str) -> Mention:
    """Return *mention* as what its word names next to the words around it."""
    for name in (
        name_star,
        name_snowflake,
        name_bicycle,
        name_table,
        name_glasses,
        name_branch,
        name_football,
        name_rocks,
        name_tea,
        name_lawn,
    ):
        mention = name(mention, text)
    return mention


def name_tea(mention: Mention, text: str) -> Mention:
    """Return *mention* of tea that cups measure as those cups, not as a pot: 两杯茶."""
    is_measured = text[mention.start : mention.end] in _TEAS and _CUPS_OF.search(text[: mention.start]) is not None
    return replace(mention, named=_CUP_OF_TEA) if is_measured else mention


def name_place(mention: Mention, text: str) -> Mention:
    """Return *mention* of a table or of grass as the thing or the place that it is next to the words around it."""
    return name_lawn(name_table(mention, text), text)


def is_lawn(mention: Mention, text: str) -> bool:
    """Return whether *mention* is the grass of a place, which another place that is named has anyway."""
    return mention.named is Setting.MEADOW and text[mention.start : mention.end] in _LAWNS


def name_lawn(mention: Mention, text: str) -> Mention:
    """Return *mention* of the grass that someone is on as a place, not as a tuft: "a picnic on the grass"."""
    is_ground = _ON_EN.search(text[: mention.start]) is not None or _ON_ZH.match(text, mention.end) is not None
    return replace(mention, named=Setting.MEADOW) if mention.named == _GRASS and is_ground else mention


def name_rocks(mention: Mention, text: str) -> Mention:
    """Return *mention* of several rocks that nobody counts as a pile of them: on the rocks, 礁石."""
    is_pile = text[mention.start : mention.end] in _ROCKS and not _COUNTS_ROCKS.search(text[: mention.start])
    return replace(mention, named=_ROCK_PILE) if is_pile and not mention.is_similar else mention


def name_football(mention: Mention, text: str) -> Mention:
    """Return *mention* of a football as the one of soccer where the text is about that: a goalkeeper, a kick."""
    is_soccer = text[mention.start : mention.end] in _FOOTBALLS and _SOCCER.search(text) is not None
    return replace(mention, named=_SOCCER_BALL) if is_soccer and not _AMERICAN.search(text) else mention


def name_branch(mention: Mention, text: str) -> Mention:
    """Return *mention* of a tree before the word for its branch as a branch of some tree: 松枝 is no pine."""
    branch = _BRANCH_ZH.match(text, mention.end)
    if branch is None or not is_tree(str(mention.named)):
        return mention
    return replace(mention, end=branch.end(), named=BRANCH, is_similar=True, word_start=mention.start)


def name_table(mention: Mention, text: str) -> Mention:
    """Return *mention* of a table as the thing if someone is under it or on it: as a place, only its top is drawn."""
    is_place = mention.named is not Setting.TABLE or _ON_TABLE.search(text) is not None
    is_under = _UNDER_EN.search(text[: mention.start]) or _UNDER_ZH.match(text, mention.end)
    return replace(mention, named=_TABLE) if is_under and not is_place else mention


def name_bicycle(mention: Mention, text: str) -> Mention:
    """Return *mention* of a vehicle that someone rides as the bicycle: 骑车, 骑着一辆红车."""
    is_ridden = text[mention.start : mention.end] in _VEHICLES and _RIDES_ZH.search(text[: mention.start])
    return replace(mention, named=_BICYCLE) if is_ridden else mention


def name_snowflake(mention: Mention, text: str) -> Mention:
    """Return *mention* of a snowflake that is counted as the thing, not as the weather: 一片大雪花."""
    word = text[mention.start : mention.end]
    is_one = word == "snowflake" or (word in _SNOWFLAKES and _BEFORE_FLAKE.search(text[: mention.start]))
    return replace(mention, named=_SNOWFLAKE) if is_one else mention


def is_thing(mention: Mention, text: str) -> bool:
    """Return whether *mention* of stars or snowflakes is a thing, not the sky or the weather."""
    return name_snowflake(name_star(mention, text), text) != mention


def name_glasses(mention: Mention, text: str) -> Mention:
    """Return *mention* of several glasses without a pair as what one drinks from."""
    is_counted = text[mention.start : mention.end] == "glasses" and _COUNTED_EN.search(text[: mention.start])
    return replace(mention, named=_DRINKING_GLASS) if is_counted else mention


def split_color(mention: Mention, text: str) -> Mention:
    """Return *mention* without a color that leaves it what it is: an orange pumpkin, but not a red panda."""
    color = COLORS.match_at(text, mention.start) if mention.is_subject and not mention.is_similar else None
    if color is None:
        return mention
    start = color.end + (text[color.end : color.end + 1] == " ")
    if text[mention.start : mention.end] in _NO_COLORS:
        return mention
    named = load_names().match_at(text, start)
    is_same = named is not None and named.end == mention.end and named.value == mention.named
    return replace(mention, start=start) if is_same else mention


def _drop_modifiers(subjects: list[Mention], text: str) -> list[Mention]:
    """Return *subjects* without colors of the next one ("orange balloon") and near words that qualify it."""
    selected: list[Mention] = []
    for number, mention in enumerate(subjects):
        following = subjects[number + 1] if number + 1 < len(subjects) else None
        is_joined = following is not None and text[mention.end : following.start] in (" ", "色", "色的", "色 ")
        word = text[mention.start : mention.end]
        if selected and text[selected[-1].end : mention.start] == "'s " and not is_living(str(mention.named)):
            mention = _join_owner(text, selected.pop(), mention)
        elif selected and text[selected[-1].end : mention.start] == " " and word.isascii():
            first = selected.pop()
            if text[: first.start].endswith("to ") and load_verbs().match_at(text, first.start) is not None:
                selected.append(mention)  # "a ladder to pick apples"
                continue
            is_parent = word in _PARENTS and is_living(str(first.named))
            if is_parent or is_kind(str(first.named), str(mention.named)):
                mention = replace(first, end=mention.end)
            elif text[first.start : first.end] in _PARENTS and is_living(str(mention.named)):
                mention = replace(mention, word_start=first.start)
            else:
                # A robot dog is neither a robot nor a plain dog.
                mention = replace(mention, is_similar=True, word_start=first.start)
        if following is not None and _describes(text, mention, following):
            subjects[number + 1] = replace(following, is_similar=True, word_start=mention.start)
            continue
        previous = selected[-1] if selected else None
        if previous is not None and _is_container_of(text, previous, mention):
            mention = replace(mention, is_similar=True, word_start=selected.pop().start)
        if is_joined and (mention.is_similar or COLORS.match_at(word, 0) is not None):
            continue
        selected.append(mention)
    return selected


def _describes(text: str, first: Mention, second: Mention) -> bool:
    """Return whether *first*, a Chinese name of a building or food, only describes *second*: 酒吧招牌, 番茄罐头."""
    if first.end != second.start or text[first.start].isascii() or is_living(str(second.named)):
        return False
    own, other = (icon.group if (icon := load_icons().get(str(m.named))) else "" for m in (first, second))
    # 番茄酱罐头 is a can.
    differs = own != other or text[second.start] in _CONTAINERS_ZH
    return own.startswith(_DESCRIBING) and differs and not other.startswith("place-")


def _is_container_of(text: str, first: Mention, second: Mention) -> bool:
    """Return whether two Chinese letters name a container by what it belongs to: 车筐 is no car."""
    is_word = first.end == second.start and second.end - first.start == 2
    return is_word and text[second.start] in _CONTAINERS_ZH


def _join_owner(text: str, owner: Mention, mention: Mention) -> Mention:
    """Return *mention* with its owner: a wizard's hat has a drawing, a fisherman's boat is another boat."""
    joined = f"{text[owner.start : owner.end]} {text[mention.start : mention.end]}"
    named = load_names().match_at(joined, 0)
    if named is not None and named.end == len(joined):
        return replace(mention, named=named.value, word_start=owner.start)
    return replace(mention, is_similar=True, word_start=owner.start)


def _fill_containers(subjects: list[Mention], text: str) -> list[Mention]:
    """Return *subjects* without containers that are only a measure: a bowl of rice, but not a bowl of oranges."""
    selected = []
    for number, mention in enumerate(subjects):
        following = subjects[number + 1] if number + 1 < len(subjects) else None
        is_measure = following is not None and (
            bool(_MEASURE_OF.match(text[mention.end : following.start]))
            or (
                _MEASURES_ZH.search(text[: mention.end]) is not None
                and shows_vessel(str(following.named), str(mention.named))
            )
        )
        if not is_measure or (following is not None and _holds_several(text, mention, following)):
            selected.append(mention)
    return selected


def _holds_several(text: str, container: Mention, content: Mention) -> bool:
    """Return whether the text "*container* of *content*" is about several things in a container."""
    return find_opening(str(container.named)) is not None and is_plural(text[content.start : content.end])


def _drop_genres(subjects: list[Mention], text: str) -> list[Mention]:
    """Return *subjects* without "portrait" if the text names the subject of the portrait."""
    named = [m for m in subjects if text[m.start : m.end] not in _GENRES]
    return named or subjects
