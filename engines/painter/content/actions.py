"""What people and animals do with a thing, or alone: verbs that a pose and a contact with the thing show."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.language.characters import is_chinese
from engines.language.scanner import Match
from engines.painter.content.attachments import GRASS, Link, is_use_shown
from engines.painter.content.counts import counts_several
from engines.painter.content.deed_limits import states_more
from engines.painter.content.determiners import DETERMINER, MEASURES
from engines.painter.content.feasibility import faces_viewer, has_shoulders, is_feasible
from engines.painter.content.gifts import find_gift
from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention
from engines.painter.content.names import get_display_name
from engines.painter.content.people import (
    ShownPerson,
    add_music,
    find_armed,
    find_dressed,
    has_undrawn_look,
    is_recipient,
)
from engines.painter.content.phrases import find_end_of, is_followed
from engines.painter.content.spans import Span, overlaps
from engines.painter.content.words import COLORS, SIZES
from engines.painter.scene import Subject
from engines.painter.subjects.actions.animal_layouts import moves_legs
from engines.painter.subjects.actions.keys import SHARED_ACTIONS, ActionKey, is_action, parse_action
from engines.painter.subjects.actions.verbs import Verb, Who, load_verbs
from engines.painter.subjects.catalog import Placement, find_entry, is_bust
from engines.painter.subjects.icons import PREFIX
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.animal_bodies import find_animal_person, load_animal_looks
from engines.painter.subjects.people.keys import is_person, parse_key
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]| and (?![a-z]+ing\b)")
_ADVERBS = re.compile(
    r"(?:踮着?脚尖?|弯着?腰|伸手|俯身|蹲下|蹲着|跪着|站着|一起|努力|用力|高兴地|开心地|悄悄地?|慢慢地?)+$"
)
"""How a Chinese verb is done, before it: the pose shows it."""
_CARRIES_ZH = re.compile("的?(?:肩膀?|背|怀|腿|头|膝盖|脖子)[上里中]")
"""Text after someone on whom another one is, who does what follows: 坐在爸爸肩膀上摘苹果."""
_MEASURE_OF = re.compile(" of (?:[a-z]+ )?")
_STACKS = re.compile(r"(?:stack|pile|heap)s? of|[摞堆叠]")
_BASKETS = re.compile(r"(?:basket|crate|box|bucket|tray)s? of|[筐篮箱桶担]")
"""Measures of several things that are carried, on each other and in a basket."""
_COVERB = re.compile(rf"(?:正在|正|在)?([把给替帮向跟和与])(?:[一两几]?[{MEASURES}])?[^,，。；、的从在到往]{{0,3}}的?$")
"""Text before the thing that a later verb is about: 给小狗洗澡, 把孩子扛起来."""
_MODIFIES = re.compile(r"的(?:小|大|老|可爱的?|[红橙黄绿青蓝紫黑白灰粉金]色?的?){0,2}$")
_HANGS, _WHERE = re.compile("hang|climb|wash|clean|paint|water"), re.compile(" (?:on|onto|at|from|off|around) ")
_ADJUNCT = re.compile(r"[高紧轻慢用力地]{0,3}(?:放|扛|背|顶|抱|举)?(?=[^\s])")
_PLACES: Mapping[str, re.Pattern[str]] = {
    "carry_shoulder": re.compile(
        r" on (?:his|her|its|the|their)(?: [a-z]+)? shoulders?|(?:扛|放|坐|骑)?在(?:[他她]的?)?(?:肩膀?|脖子)上"
    ),
    "carry_head": re.compile(r" on (?:his|her|its|the|their) heads?|(?:顶|放)?在头(?:顶)?上"),
    "carry_back": re.compile(r" on (?:his|her|its|the|their) backs?|(?:背|放|驮)?在(?:后)?背上"),
}  # fmt: skip
"""Where something is carried, after its name."""
_CARRYING = frozenset(("carry", "hug", "carry_back", "carry_shoulder", "lift", "hold_in_mouth"))
_NEEDS_LEGS = ("run", "drink")
_COARSE = frozenset(("repair", "ride_horse", "sell", "pull_cart", "football", "feed_birds", "plant", "garden", "chop",
    "jump", "run", "walk", "sit", "sleep", "sleep_desk", "paint", "pick_flowers", "dance"))  # fmt: skip
"""Activities that an action with the thing shows better."""
_CARRIED_ACTIONS = frozenset(("carry", "eat", "drink", "hug", "hold_in_mouth", "lift"))
"""Actions that the drawing of an animal with a thing in hand or at its mouth shows."""
_ARMED = frozenset(("ride", "fight", "chase", "lead"))
"""Actions next to which someone holds another thing."""
_MOUTHED = frozenset(("dog", "cat", "wolf", "fox"))
_SEVERAL = frozenset(("sell", "pick"))
"""Actions whose drawing has several of the thing."""
_ACTIVE_ICONS = {"biking": ("ride", "icon/own/bicycle"), "boat": ("ride", "boat")}
"""What icons of people in action show, by the end of their keys, and the thing."""
_WHOLE = {"icon/boy": "person/boy///", "icon/girl": "person/girl///", "icon/child": "person/boy///",
    "icon/woman": "person/woman///", "icon/man": "person/man///", "woman": "person/woman///", "man": "person/man///",
    "icon/own/old_man": "person/old_man///", "icon/old-woman": "person/old_woman///",
    "person": "person/man///"}  # fmt: skip
"""The whole figures of people."""
MAX_TOGETHER = 4
_KINDS_ZH, _BEFORE_KINDS = "种切", "各这那一多几两三某哪每"
"""Measures that are verbs elsewhere, and what is before them as measures."""
_DETERMINED = re.compile(r"\b(?:an?|the|his|her|its|their|my|your|some|of|with|in|on)(?: [a-z]+)? $")
"""Text before a noun, not before a verb that is no gerund."""
_MAX_GAP = {True: 45, False: 14}
_FLYING_BIRDS = ("icon/own/eagle", "icon/owl", "bird", "icon/bird", "gull")


@dataclass(frozen=True, slots=True)
class _Found:
    """A verb with its thing: the position of both, and whether the thing is named before the verb."""

    verbs: tuple[Verb, ...]
    verb: Span
    item: Mention | None
    span: Span


def find_actions(
    text: str, subjects: Sequence[Mention], activities: Mapping[Mention, ShownPerson], links: Sequence[Link]
) -> dict[Mention, ShownPerson]:
    """Return what *subjects* of *text* do that is drawn as an action, in place of their *activities* and *links*."""
    shown: dict[Mention, ShownPerson] = {}
    taken: list[Span] = []
    for number, actor in enumerate(subjects):
        if any(start <= actor.start < end for start, end in taken) or _CARRIES_ZH.match(text, actor.end):
            continue
        gift = find_gift(text, subjects, number)
        if gift is not None:
            shown[actor] = gift
            taken += gift.spans
            continue
        carried = {link.item for link in links if link.owner == actor and is_use_shown(text, link)}
        for found in _find_verbs(text, subjects, number):
            if found.item in carried and any(verb.action in _CARRIED_ACTIONS for verb in found.verbs):
                continue
            action = _build(text, actor, found, activities.get(actor))
            if action is not None:
                shown[actor] = action
                taken.append(found.span)
                break
    return shown


def shows_thing(mention: Mention) -> bool:
    """Return whether *mention* is an icon of people with a thing that another one may use: 骑自行车."""
    key = str(mention.named)
    return key.rpartition("-")[2] in _ACTIVE_ICONS and "mountain" not in key


def is_shared(key: str) -> bool:
    """Return whether several who do the action with *key* share one thing: two boys who push a cart."""
    action = parse_action(key) if is_action(key) else None
    return action is not None and (
        action.name == "chase" or (action.name in SHARED_ACTIONS and is_person(action.actor))
    )


def _build(text: str, actor: Mention, found: _Found, activity: ShownPerson | None) -> ShownPerson | None:
    """Return the drawing of *actor* in the action *found*; None if there is none, or the activity is better."""
    dressed = find_dressed(text, actor)
    verb = _choose(found, actor, is_person=dressed is not None)
    if verb is None:
        return None
    name, end = _find_place(text, verb.action, found)
    if name in _PLACES and not has_shoulders(str(actor.named), verb.who):
        return None  # What is on the back of an animal is on its own drawing.
    if name == "carry" and found.item is not None:
        measure = text[found.span[0] : found.item.start]
        name = "carry_stack" if _STACKS.search(measure) else "carry_basket" if _BASKETS.search(measure) else name
    is_placed = name in _PLACES and verb.action not in _PLACES
    is_next_to = activity is not None and not any(overlaps(one, found.span) for one in activity.spans)
    is_better = is_placed or (is_next_to and verb.action in _ARMED)
    is_replaced = is_better or (activity is not None and _is_coarse(activity, actor, found.span))
    if activity is not None and not is_replaced:
        return None
    if dressed is None and verb.who is Who.UPRIGHT:
        dressed = find_dressed(text, actor, find_animal_person(str(actor.named)))
    if dressed is not None and is_person(dressed.key) and verb.action in _ARMED:
        dressed = find_armed(text, actor, found.span) or dressed
        dressed = add_music(dressed, activity) if is_next_to and activity is not None else dressed
    key = dressed.key if dressed is not None else _find_animal_key(actor, verb)
    if key is None:
        return None
    span = found.span[0], end
    outfits = () if dressed is None else tuple(s for s in dressed.spans if not overlaps(s, span))
    item = found.item
    parts, color = _describe_item(text, item, found) if item is not None else ((), "")
    action = ActionKey(name, key, _find_item_key(text, item) if item is not None else "", color)
    worn = (dressed.color, dressed.color_at) if dressed is not None else ("", None)
    undrawn = frozenset(one for one in (span, *outfits) if has_undrawn_look(text[slice(*one)]))
    # The legs of what is only tilted stand, and its head is not at the water.
    is_undrawn = verb.is_undrawn or (name in _NEEDS_LEGS and key == str(actor.named) and not moves_legs(key))
    if is_undrawn or (item is not None and states_more(text, name, item, found.verb[0], found.span[1])):
        undrawn |= {span}
    return ShownPerson(str(action), (span, *outfits), worn[0] or color, worn[1], undrawn, parts)


def _is_coarse(activity: ShownPerson, actor: Mention, span: Span) -> bool:
    """Return whether the action at *span* shows more than *activity*: an icon, or a drawing without the thing."""
    if not is_person(activity.key):
        return activity.key != str(actor.named)
    own = parse_key(activity.key).activities
    is_of_role = not own and any(overlaps(one, span) for one in activity.spans)  # The sword of a hero is in his hand.
    return not is_of_role and _COARSE.issuperset(own)


def _choose(found: _Found, actor: Mention, *, is_person: bool) -> Verb | None:
    """Return the meaning of the verb that *actor* can act out."""
    named = str(actor.named)
    look = load_animal_looks().get(named)
    if is_person:
        order: tuple[Who, ...] = (Who.ANY, Who.UPRIGHT, Who.PERSON)
    elif look is not None:
        is_mouthed = look.key in _MOUTHED or (found.item is not None and str(found.item.named) in GRASS)
        order = (Who.FOUR, Who.ANY, Who.UPRIGHT) if is_mouthed else (Who.ANY, Who.UPRIGHT, Who.FOUR)
        order = (*order, Who.ALONE)
    elif is_living(named) and any(verb.action != "swim" for verb in found.verbs):
        # What a mermaid or a robot holds is not in the mouth.
        own = (
            ()
            if is_human(named) or named == Subject.ROBOT
            else (Who.BIRD, Who.FOUR)
            if named in _FLYING_BIRDS
            else (Who.FOUR,)
        )
        order = (*own, Who.ANY, Who.ALONE)
    else:
        return None
    has_item = found.item is not None
    fitting = [
        verb
        for verb in found.verbs
        if verb.who in order
        and not (verb.action == "hold_in_mouth" and faces_viewer(named))
        and (verb.who is Who.ALONE) != has_item
        and (not verb.item or (found.item is not None and found.item.named == f"{PREFIX}own/{verb.item}"))
        and (found.item is None or is_feasible(verb.action, _to_key(found.item.named)))
    ]
    return min(fitting, key=lambda verb: order.index(verb.who), default=None)


def _to_key(named: object) -> str:
    return _WHOLE.get(str(named), str(named))


def _find_animal_key(actor: Mention, verb: Verb) -> str | None:
    named = str(actor.named)
    if verb.who is not Who.UPRIGHT:
        entry = find_entry(named)
        is_in_air = entry is not None and entry.stand is Placement.AIR and named not in load_animal_looks()
        # Nobody who is cut off at the chest moves.
        return None if verb.who is Who.ALONE and (is_in_air or is_bust(named)) else named
    person = find_animal_person(named)
    return str(person) if person is not None else None


def _find_place(text: str, action: str, found: _Found) -> tuple[str, int]:
    """Return the action, by where something is carried, and the end of its words."""
    if action in _CARRYING:
        for name, pattern in _PLACES.items():
            match = pattern.match(text, found.span[1])
            if match is not None:
                return name, match.end()
    return action, found.span[1]


def _find_item_key(text: str, item: Mention) -> str:
    """Return the drawing of *item*; people are whole figures in their clothes."""
    dressed = find_dressed(text, item)
    return dressed.key if dressed is not None else str(item.named)


def _describe_item(text: str, item: Mention, found: _Found) -> tuple[tuple[ContentPart, ...], str]:
    """Return the parts of the report about *item* and its requested color."""
    start = found.verb[1] if found.verb[1] <= item.start else found.span[0]
    before = text[start : item.start]
    word_start = item.start if item.word_start < 0 or item.word_start < found.verb[1] else item.word_start
    is_exact = not item.is_similar or (0 <= item.word_start < found.verb[1])
    name = get_display_name(_find_item_key(text, item), is_chinese(text))
    outcome, substitute = (PartOutcome.SHOWN, "") if is_exact else (PartOutcome.SUBSTITUTED, name)
    parts = [ContentPart(PartKind.SUBJECT, text[word_start : item.end], outcome, substitute)]
    color = next(COLORS.find_all(before), None)
    if color is not None:
        parts.append(ContentPart(PartKind.COLOR, before[color.start : color.end], PartOutcome.SHOWN))
    size = next(SIZES.find_all(before), None)
    if size is not None and size.value != 0 and not is_living(str(item.named)):
        parts.append(ContentPart(PartKind.POSITION, before[size.start : size.end], PartOutcome.MISSING))
    return tuple(parts), color.value if color is not None else ""


def _find_verbs(text: str, subjects: Sequence[Mention], number: int) -> Iterator[_Found]:
    """Yield the verbs of the subject *number* with their things, the nearest first."""
    actor = subjects[number]
    for at, item in enumerate(subjects[number + 1 : number + 3], number + 1):
        if at + 1 < len(subjects) and _MEASURE_OF.fullmatch(text[item.end : subjects[at + 1].start]):
            continue  # A basket of oranges: the oranges are carried.
        icon = _find_active_icon(text, actor, item)
        if icon is not None and not _has_other_actor(text, subjects, actor, icon):
            yield icon
        found = _find_forward(text, actor, item) or _find_coverb(text, actor, item)
        if found is not None and not _has_other_actor(text, subjects, actor, found):
            yield found
    if number and (found := _find_backward(text, subjects[number - 1], actor)) is not None:
        yield found
    if not (number and is_followed(text, actor.start, actor.end)):
        yield from _find_alone(text, subjects, number)


def _find_active_icon(text: str, actor: Mention, item: Mention) -> _Found | None:
    """Return the action in the name of an icon of people: 骑自行车."""
    active = _ACTIVE_ICONS.get(str(item.named).rpartition("-")[2])
    if active is None or _CLAUSE.search(text, actor.end, item.start) or not str(item.named).startswith("icon/"):
        return None
    action, thing = active
    return _Found((Verb(action, Who.UPRIGHT, ""),), (item.start, item.start), replace(item, named=thing),
        (item.start, item.end))  # fmt: skip


def _has_other_actor(text: str, subjects: Sequence[Mention], actor: Mention, found: _Found) -> bool:
    others = (m for m in subjects if m not in (actor, found.item) and is_living(str(m.named)))
    return any(actor.end <= m.start < found.verb[0] for m in others)


def _find_forward(text: str, actor: Mention, item: Mention) -> _Found | None:
    gap = text[actor.end : item.start]
    if _CLAUSE.search(gap) or len(gap) > _MAX_GAP[gap.strip()[:1].isascii()]:
        return None
    if text[actor.start - 1 : actor.start] in tuple("给把替帮") or is_recipient(text, actor):
        return None
    for match in _list_verbs(text, actor.end, item.start):
        between = text[match.end : item.start]
        is_place = _HANGS.match(text, match.start) and _WHERE.match(between)  # "hanging on a rope" hangs nothing up.
        if not is_place and DETERMINER.fullmatch(between) and _is_single(between, match.value):
            start = actor.end + _find_adverb(text[actor.end : match.start])
            return _Found(match.value, (match.start, match.end), item, (start, find_end_of(text, item)))
    return None


def _find_adverb(gap: str) -> int:
    """Return where the words start that state how the verb at the end of *gap* is done, if they do."""
    match = _ADVERBS.search(gap)
    return match.start() if match is not None else len(gap)


def _find_coverb(text: str, actor: Mention, item: Mention) -> _Found | None:
    """Return the verb after its thing: 给小狗洗澡."""
    gap = text[actor.end : item.start]
    coverb = None if _CLAUSE.search(gap) or len(gap) > _MAX_GAP[False] else _COVERB.search(gap)
    if coverb is None:
        return None
    filler = _ADJUNCT.match(text, item.end)
    for start in range(item.end, min(len(text), (filler.end() if filler else item.end) + 3)):
        match = load_verbs().match_at(text, start)
        if match is not None and not text[start].isascii():
            return _Found(match.value, (match.start, match.end), item, (actor.end + coverb.start(1), match.end))
    return None


def _find_backward(text: str, item: Mention, actor: Mention) -> _Found | None:
    """Return the verb before its thing, before the actor: 骑着自行车的熊, 给小狗洗澡的女孩."""
    coverb = _COVERB.search(text[: item.start])
    for match in _list_verbs(text, item.end, actor.start) if coverb else ():
        if coverb and _MODIFIES.fullmatch(text[match.end : actor.start]):
            return _Found(match.value, (match.start, match.end), item, (coverb.start(1), match.end))
    if not _MODIFIES.fullmatch(text[item.end : actor.start]):
        return None
    start = max((m.end() for m in _CLAUSE.finditer(text, 0, item.start)), default=0)
    for match in _list_verbs(text, start, item.start):
        between = text[match.end : item.start]
        if DETERMINER.fullmatch(between) and not text[match.start].isascii():
            return _Found(match.value, (match.start, match.end), item, (match.start, item.end))
    return None


def _find_alone(text: str, subjects: Sequence[Mention], number: int) -> Iterator[_Found]:
    """Yield a verb without a thing, after the subject or before it: "a flying pig", 会飞的小猪, 小猪在天上飞."""
    actor = subjects[number]
    after = subjects[number + 1].start if number + 1 < len(subjects) else len(text)
    stop = _CLAUSE.search(text, actor.end, after)
    spans = [(actor.end, stop.start() if stop else after)]
    before = subjects[number - 1].end if number else 0
    spans.append((before, actor.start))
    for which, (start, end) in enumerate(spans):
        for match in _list_verbs(text, start, end):
            between = text[match.end : actor.start] if which else ""
            if which and not (between == " " or _MODIFIES.fullmatch(between)):
                continue
            alone = [verb for verb in match.value if verb.who is Who.ALONE]
            has_thing = not which and after < len(text) and DETERMINER.fullmatch(text[match.end : after]) is not None
            if alone and not (has_thing and alone[0].action == "drink"):
                yield _Found(match.value, (match.start, match.end), None, (match.start, match.end))


def _list_verbs(text: str, start: int, end: int) -> list[Match[tuple[Verb, ...]]]:
    """Return the verbs at *start*..*end*, the last first."""
    found: list[Match[tuple[Verb, ...]]] = []
    for position in range(start, end):
        match = None if _is_noun_or_measure(text, position, start) else load_verbs().match_at(text, position)
        if match is not None and match.end <= end and not any(m.end >= match.end for m in found):
            found.append(match)
    return found[::-1]


def _is_noun_or_measure(text: str, at: int, first: int) -> bool:
    """Return whether a word *at*, after *first*, that is a verb elsewhere is none: "with a pet rabbit", 各种花."""
    if not text[at].isascii():
        return text[at] in _KINDS_ZH and text[at - 1 : at] in tuple(_BEFORE_KINDS)
    is_gerund = text[at:].partition(" ")[0].endswith("ing")
    return not is_gerund and _DETERMINED.search(text[first:at]) is not None


def _is_single(between: str, verbs: tuple[Verb, ...]) -> bool:
    """Return whether one thing is meant, or the drawing shows several."""
    return not counts_several(between) or any(verb.action in _SEVERAL for verb in verbs)
