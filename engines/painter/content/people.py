"""What people do and wear: a person, activities and clothes that one drawing shows together."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from engines.painter.content.activity_words import is_thing
from engines.painter.content.counts import counts_several
from engines.painter.content.deed_limits import find_drawn_thing
from engines.painter.content.mentions import Mention
from engines.painter.content.names import starts_name
from engines.painter.content.outfit_clauses import find_clause, list_outfits
from engines.painter.content.spans import Span, is_within, overlaps
from engines.painter.content.words import COLORS, PLAIN, SIZES
from engines.painter.scene import Subject
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.people.activities import PersonActivity, load_activities
from engines.painter.subjects.people.animal_bodies import is_animal_person
from engines.painter.subjects.people.keys import PERSON_PREFIX, REQUESTED, PersonKey, is_person, parse_key
from engines.painter.subjects.people.model import Kind
from engines.painter.subjects.people.outfits import PATTERNED_ZH, Outfit, has_undrawn_cut
from engines.painter.subjects.people.roles import load_roles
from engines.painter.subjects.people.things import Thing, load_things
from services.common.contract.image_chat import ContentPart

Source = TypeVar("Source")
Found = list[tuple[Source, re.Match[str]]]
"""Rows of a table, with the words that name them in a text."""
_WOMEN = frozenset((Subject.WOMAN, *(PREFIX + key for key in ("woman", "girl", "old-woman"))))
_MEN = frozenset((Subject.MAN, *(PREFIX + key for key in ("man", "boy", "own/old_man"))))
_OTHERS = frozenset((Subject.PERSON, *(PREFIX + key for key in ("person", "child", "own/older_person", "adult"))))
_KINDS: Mapping[str, Kind] = {
    PREFIX + "girl": Kind.GIRL, PREFIX + "old-woman": Kind.OLD_WOMAN, PREFIX + "boy": Kind.BOY,
        PREFIX + "own/old_man": Kind.OLD_MAN,
    PREFIX + "child": Kind.BOY, PREFIX + "own/older_person": Kind.OLD_MAN,
}  # fmt: skip
_GIRL, _BOY = re.compile("女孩|girl|女童"), re.compile("男孩|少年|boy|男童|小孩|kid|child")
_OLD = re.compile(r"(?:\bold|elderly|aged|[^古]?老|年迈的|白发苍苍的)\s?$")
_AGED = {Kind.MAN: Kind.OLD_MAN, Kind.WOMAN: Kind.OLD_WOMAN}
_ICON_ROLES: Mapping[str, str] = {
    "cook": "chef", "firefighter": "firefighter", "farmer": "rice_farmer", "teacher": "teacher",
    "police-officer": "policeman", "mechanic": "plumber", "factory-worker": "engineer",
    "own/office_worker": "businessman",
    "health-worker": "doctor", "scientist": "scientist", "artist": "plein_air", "astronaut": "astronaut",
    "student": "student",
    "mage": "wizard", "ninja": "ninja", "detective": "detective_full", "construction-worker": "engineer",
    "pilot": "pilot",
    "santa-claus": "santa", "princess": "princess", "prince": "prince", "judge": "judge",
}  # fmt: skip
"""The role of an icon, for activities that the icon does not show."""
_SUBJECT_ROLES = {Subject.FISHERMAN: "angler", Subject.ASTRONAUT: "astronaut", Subject.KNIGHT: "knight"}
_ACTIVE = ("person-activity", "person-sport", "person-resting", "person-gesture")
_ICON_KEY = re.compile(rf"{PREFIX}(?:own/(?=(?:man|woman|person)_))?(?:(man|woman|person)[-_])?(.+)")
_PREFER_ICONS = frozenset(("dance",))
"""Activities that an icon shows at least as well."""
_OF = r"(?: (?:an?|the|his|her|their))?(?: [a-z]+)?"
_ICON_ACTIVITIES: Mapping[str, str] = {
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
    "singer": r"singing|sings|唱歌|歌唱",
}
"""The key of the icons after man-, woman- or person-, and the words for what they show."""
_ICON_PATTERNS = {key: re.compile(rf"(?<![a-z])(?:{words})(?![a-z])") for key, words in _ICON_ACTIVITIES.items()}
_PATTERNED = re.compile(
    r"\b(?:striped|stripy|plaid|check(?:ed|ered)|tartan|polka[- ]dot(?:ted)?|dotted|spotted|floral|flowery|patterned"
    r"|torn|ragged)\b"
    rf"|{PATTERNED_ZH}"
)
"""Looks of clothes and things that no drawing shows."""
_GESTURES = frozenset(("dance", "box", "tai_chi", "pray", "wave", "conduct", "meditate"))
_ON_FOUR_LEGS = frozenset(("sleep", "sleep_desk", "sit", "eat_bento", "ride_horse", "walk_dog", "hug_cat", "plant"))
"""Activities that an animal shows with its body alone, and those that its own drawings show better."""
_WHILE_RIDING = frozenset(("flute", "trumpet"))
"""Music that needs no legs and no seat."""
_ONE_HAND = ("hold", "raise", "hold_left")
"""Poses that leave a hand to what else someone does."""
_EATS = re.compile(r"(?:eat|drink|sip|lick|dining)|[吃喝啃舔]")
_AWAY_FROM_MOUTH, _CLOSED_HELMETS = ("center", "hold_both", "hold"), ("astronaut", "diver", "knight")
"""Poses with the hands below the head, and roles whose face is covered."""
_FOR_ANOTHER = re.compile(r"[给帮替][^,，。；、给自]{1,8}$")
"""Text between who does something and the words for it, by which it is done to another one."""
_FOR_WHOM = re.compile(r"[\u4e00-\u9fff][给帮替](?:(?:自己|[他她它])的?)?(?:一?[只个条位头名])?[^,，。；、给]{0,3}$")
"""Text before whom something is done for."""
_COMPOUND_ZH = re.compile("[机粉液房店厂板竿杆箱柜架盆]")
"""Last letters of things whose names start with the words for an activity: 洗衣机, 跑步机, 画画板."""


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """The drawing *key* that shows a person with the words of the text at *spans*; *color* is that at *color_at*."""

    key: str
    spans: tuple[Span, ...]
    color: str = ""
    color_at: Span | None = None
    undrawn: frozenset[Span] = frozenset()
    """The spans that name what the drawing does not show."""
    items: tuple[ContentPart, ...] = ()
    """The parts of the report about the thing that an action is about."""


def find_activity(text: str, mention: Mention) -> ShownPerson | None:
    """Return what the person of *mention* does and wears in the same clause, as far as a drawing shows it."""
    person = _find_person(text, mention)
    if person is None or mention.is_similar:
        return None
    return find_activity_of(text, mention, person)


def find_activity_of(text: str, mention: Mention, person: PersonKey, *, is_animal: bool = False) -> ShownPerson | None:
    """Return what *person*, whom *mention* names, does and wears in the same clause; an animal, what needs hands."""
    clause, at = find_clause(text, mention), (mention.start, mention.end)
    outfits = [one for one in list_outfits(text, mention) if not _is_for_another(text, mention, one[1])]
    taken = [match.span() for _, match in outfits]
    found = [one for one in _find_activities(text, clause) if not any(overlaps(one[1].span(), span) for span in taken)]
    if not _is_active(mention):
        # A barber's name has the words for what barbers do: 理发师.
        found = [one for one in found if not is_within(one[1].span(), at)]
    if is_animal:
        return _combine_animal(text, person, outfits, found)
    is_whole = all(is_within(one.span(), at) for _, one in found) and not outfits
    if _is_active(mention) and (is_whole or not any(overlaps(one.span(), at) for _, one in found)):
        return None  # "man dancing" is the name of an icon; "man walking his dog" is more than that.
    chosen = _choose_compatible(found)
    if mention.named in (*_WOMEN, *_MEN, *_OTHERS) and not outfits and not any(
        activity.key not in _PREFER_ICONS for activity, _ in chosen
    ):  # fmt: skip
        shown = _find_icon(text, mention, clause)
        if shown is not None:
            return shown
    things = list(_find_things(text, clause, person, [match for _, match in (*outfits, *chosen)], chosen))
    if not chosen and not outfits and not things:
        return None
    shown = _combine(text, person, outfits, [*chosen, *things])
    others = {match.span() for _, match in chosen if _is_for_another(text, mention, match)}
    shown = replace(shown, undrawn=shown.undrawn | others)
    is_drawn = not shown.color and parse_key(shown.key) == person and not is_person(str(mention.named))
    # A knight with a sword: the drawing of the knight has one.
    return replace(shown, key=str(mention.named)) if is_drawn else shown


def find_armed(text: str, mention: Mention, span: Span) -> ShownPerson | None:
    """Return the person of *mention* with its clothes, and with what it holds next to the action at *span*."""
    person = _find_person(text, mention)
    if person is None or mention.is_similar:
        return None
    outfits: Found[Outfit] = list(list_outfits(text, mention))
    taken = [span, *(match.span() for _, match in outfits)]
    things = [
        (thing, match)
        for thing in load_things().values()
        if thing.arms in _ONE_HAND
        and (match := thing.pattern.search(text, mention.end)) is not None
        and not any(overlaps(match.span(), other) for other in taken)
    ][:1]
    shown = _combine(text, person, outfits, [*things])
    key = parse_key(shown.key)
    names = [extra.partition(REQUESTED)[0] for extra in key.extras]
    added = [thing.part for thing, _ in things if thing.part not in names]
    return replace(shown, key=str(replace(key, activities=(), extras=(*key.extras, *added))))


def add_music(dressed: ShownPerson, activity: ShownPerson) -> ShownPerson:
    """Return *dressed* with the music of *activity*, which someone who rides makes as well: 骑在牛背上吹笛子."""
    played = [key for key in parse_key(activity.key).activities if key in _WHILE_RIDING]
    if not is_person(activity.key) or not played:
        return dressed
    key = replace(parse_key(dressed.key), activities=tuple(played))
    return replace(dressed, key=str(key), spans=(*dressed.spans, *activity.spans))


def find_dressed(text: str, mention: Mention, animal: PersonKey | None = None) -> ShownPerson | None:
    """Return the person of *mention*, or the *animal* that acts like one, in clothes; None for what is no person."""
    person = animal or _find_person(text, mention)
    if person is None or mention.is_similar:
        return None
    return _combine(text, person, list(list_outfits(text, mention)), [])


def has_undrawn_look(words: str) -> bool:
    """Return whether *words* name a pattern or wear of clothes and things, which no drawing shows."""
    return _PATTERNED.search(words) is not None


def find_role(named: object) -> str:
    """Return the role that *named* is, a name of a person or of an icon; "" for none."""
    if isinstance(named, str) and named.startswith(PERSON_PREFIX):
        role = parse_key(named).role
        return role if role in load_roles() else ""
    person = _find_icon_role(named)
    return person.role if person is not None else ""


def _combine_animal(
    text: str, person: PersonKey, outfits: Found[Outfit], found: Found[PersonActivity]
) -> ShownPerson | None:
    """Return an animal with clothes over its fur, and in activities that an animal on four legs does not show."""
    clothes: Found[Outfit] = [one for one in outfits if one[0].is_clothing]
    active = [one for one in found if one[0].key in _GESTURES or (one[0].parts and one[0].key not in _ON_FOUR_LEGS)]
    chosen: Found[PersonActivity | Thing] = [*_choose_compatible(active)]
    if not clothes and not chosen:
        return None
    return _combine(text, person, outfits, chosen)


def list_objects(activities: Mapping[Mention, ShownPerson]) -> frozenset[Mention]:
    """Return the people in the words for what others do: the child that is carried."""
    spans = [span for shown in activities.values() for span in shown.spans]
    return frozenset(m for m in activities if any(start <= m.start and m.end <= end for start, end in spans))


def _find_things(
    text: str, clause: Span, person: PersonKey, taken: list[re.Match[str]], chosen: Found[PersonActivity]
) -> Iterator[tuple[Thing, re.Match[str]]]:
    """Yield what the person holds, and what its drawing has anyway: a potter at the wheel."""
    role = load_roles().get(person.role)
    drawn = {name for source in (role, *(activity for activity, _ in chosen)) if source for name, _ in source.parts}
    is_free = not any(activity.arms for activity, _ in chosen)
    for thing in load_things().values():
        match = thing.pattern.search(text, *clause)
        if match is None or counts_several(match[0]) or is_thing(text, match):
            continue
        if any(overlaps(match.span(), one.span()) for one in taken):
            continue
        if thing.part in drawn or (is_free and thing.arms):
            is_free = is_free and thing.part in drawn
            yield (replace(thing, key="") if thing.part in drawn else thing), match


def _combine(
    text: str, person: PersonKey, outfits: Found[Outfit], chosen: Found[PersonActivity | Thing]
) -> ShownPerson:
    """Return the drawing of *person* with clothes and activities; only the first color is that of a part."""
    spans: list[Span] = []
    undrawn = frozenset(match.span() for source, match in chosen if _misses_mouth(person, source, match[0]))
    extras: list[str] = []
    color, color_at = "", None
    named: list[tuple[Outfit | PersonActivity | Thing, re.Match[str]]] = [*outfits, *chosen]
    for source, match in named:
        takes_color = isinstance(source, Outfit) or source.is_colored
        own = next(COLORS.find_all(match[0]), None)
        if own is not None and not takes_color and not match[0][own.start].isascii():
            own = None  # 红薯 and 黑板 are names.
        is_worn = isinstance(source, Outfit) and not (source.is_usual and person.role)
        parts = [name + usual for name, usual in source.parts] if is_worn else []
        if own is None:
            spans.append(match.span())
        elif not color and takes_color:
            color, color_at = own.value, (match.start() + own.start, match.start() + own.end)
            if not (isinstance(source, Outfit) and source.is_clothing) or is_animal_person(person):
                parts[:1] = [f"{source.parts[0][0]}{REQUESTED}{color}"]
            spans.append(match.span())
        else:
            after = match[0][own.end :]
            spans += [(match.start(), match.start() + own.start), (match.end() - len(after.lstrip()), match.end())]
        extras += parts
    undrawn |= {span for span in spans if has_undrawn_look(text[slice(*span)])}
    undrawn |= {match.span() for source, match in named if _has_adjective(source, match)}
    undrawn |= {match.span() for source, match in named if _lacks_object(source, match[0])}
    activities = tuple(source.key for source, _ in chosen if source.key)
    key = PersonKey(person.kind, person.role, activities, (*person.extras, *extras))
    items = tuple(part for source, match in chosen for part in find_drawn_thing(source.undrawn, match[0]))
    ordered = tuple(sorted(span for span in spans if span[0] < span[1]))
    return ShownPerson(str(key), ordered, color, color_at, undrawn, items)


def _has_adjective(source: Outfit | PersonActivity | Thing, match: re.Match[str]) -> bool:
    """Return whether the words of *match* describe a thing by what no drawing follows: "a broken guitar"."""
    if isinstance(source, Outfit):
        return has_undrawn_cut(match)
    words = ((value or "").strip() for value in match.groupdict().values())
    return any(word and word not in PLAIN and not _is_attribute(word) for word in words)


def _lacks_object(source: Outfit | PersonActivity | Thing, words: str) -> bool:
    """Return whether *words* name an object or a deed that the drawing lacks: a badminton racket, a sweater."""
    return source.undrawn is not None and source.undrawn.search(words) is not None


def _is_for_another(text: str, mention: Mention, match: re.Match[str]) -> bool:
    """Return whether the words of *match* are about whom *mention* does it for: 爷爷给孙女扎辫子."""
    return _FOR_ANOTHER.search(text[mention.end : match.start()]) is not None


def is_recipient(text: str, mention: Mention) -> bool:
    """Return whether something is done for *mention*, who does not do it: the granddaughter of 爷爷给孙女扎辫子."""
    return _FOR_WHOM.search(text[: mention.start]) is not None


def _is_attribute(word: str) -> bool:
    return any(word in lexicon.list_words() for lexicon in (COLORS, SIZES))


def _misses_mouth(person: PersonKey, source: PersonActivity | Thing, words: str) -> bool:
    """Return whether someone eats or drinks what the drawing has in the hands, or behind a closed helmet."""
    is_meal = isinstance(source, PersonActivity) and _EATS.match(words) is not None
    return is_meal and (person.role in _CLOSED_HELMETS or source.arms in _AWAY_FROM_MOUTH)


def _find_person(text: str, mention: Mention) -> PersonKey | None:
    """Return the person that *mention* names, without what it does."""
    named, word = mention.named, text[mention.start : mention.end]
    if type(named) is str and named.startswith(PERSON_PREFIX):
        return parse_key(named)
    before = text[: mention.start]
    if named in _KINDS:
        return PersonKey(_KINDS[str(named)])
    if named in _WOMEN:
        kind = Kind.GIRL if _GIRL.search(word) else Kind.WOMAN
    elif named in (*_MEN, *_OTHERS):
        kind = Kind.BOY if _BOY.search(word) else Kind.MAN
    else:
        return _find_icon_role(named)
    return PersonKey(_AGED.get(kind, kind) if _OLD.search(before) else kind)


def _is_active(mention: Mention) -> bool:
    """Return whether *mention* is the name of an icon that shows what a person does."""
    icon = load_icons().get(str(mention.named))
    return icon is not None and icon.group.startswith(_ACTIVE)


def _find_icon_role(named: object) -> PersonKey | None:
    """Return the role that an icon or a hand-drawn subject shows."""
    if isinstance(named, Subject):
        return PersonKey(Kind.MAN, _SUBJECT_ROLES[named]) if named in _SUBJECT_ROLES else None
    match, icon = _ICON_KEY.fullmatch(str(named)), load_icons().get(str(named))
    if match is None or icon is None:
        return None
    kind = Kind.WOMAN if match[1] == "woman" or match[2] == "princess" else Kind.MAN
    if match[2] == "mage" and kind is Kind.WOMAN:
        return PersonKey(kind, "witch")
    if match[2] in _ICON_ROLES:
        return PersonKey(kind, _ICON_ROLES[match[2]])
    return PersonKey(kind) if match[1] and icon.group.startswith(_ACTIVE) else None


def _find_activities(text: str, clause: Span) -> Found[PersonActivity]:
    """Return the activities in *clause*; those with a number of things ("holding five balloons") are not drawn."""
    found = ((activity, activity.pattern.search(text, *clause)) for activity in load_activities().values())
    named = [
        (activity, match)
        for activity, match in found
        if match is not None and not starts_name(text, *match.span()) and not _COMPOUND_ZH.match(text, match.end())
    ]
    return [(activity, match) for activity, match in named if not (counts_several(match[0]) or is_thing(text, match))]


def _choose_compatible(found: Found[PersonActivity]) -> Found[PersonActivity]:
    """Return the activity with the longest words, and those that leave its limbs free: holding a ball and sitting."""
    ordered = sorted(found, key=lambda one: -len(one[1][0]))
    chosen = ordered[:1]
    for activity, match in ordered[1:]:
        others = [other for other, _ in chosen]
        is_free = not any((activity.arms and o.arms) or (activity.legs and o.legs) for o in others)
        if is_free and not any(overlaps(match.span(), other.span()) for _, other in chosen):
            chosen.append((activity, match))
    return chosen


def _find_icon(text: str, mention: Mention, clause: Span) -> ShownPerson | None:
    """Return the icon of what the person of *mention* does."""
    for key, pattern in _ICON_PATTERNS.items():
        match = pattern.search(text, *clause)
        if match is None or is_thing(text, match):
            continue
        icons = (icon for kind in _list_kinds(mention.named) for icon in _list_icons(kind, key))
        known = next((icon for icon in icons if icon in load_icons()), None)
        if known:
            return ShownPerson(known, (match.span(),))
    return None


def _list_icons(kind: str, key: str) -> tuple[str, ...]:
    """Return the keys of the icons of what a person of *kind* does, that of this project first."""
    icon = f"{PREFIX}{kind}{key}"
    return (f"{PREFIX}own/{kind}{key}".replace("-", "_"), icon) if kind else (icon,)


def _list_kinds(named: object) -> tuple[str, ...]:
    """Return the beginnings of the keys of a person's icons, the most fitting first."""
    if named in _WOMEN or named in _MEN:
        return ("woman-" if named in _WOMEN else "man-", "person-", "")
    return ("person-", "man-", "") if named in _OTHERS else ()
