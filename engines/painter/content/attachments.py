"""What a figure wears, holds or uses, as far as one drawing shows both: a cat with a hat, a panda with a guitar."""

import itertools
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.painter.content.deed_limits import states_more
from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention
from engines.painter.content.qualifiers import split_action
from engines.painter.content.words import Relation
from engines.painter.scene import Attached, Attachment, Figure, Subject
from engines.painter.subjects.attachments import can_attach, reaches, shows_use
from engines.painter.subjects.catalog import find_opening
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.nature import is_inedible, is_instrument, is_living
from engines.painter.subjects.people.animal_bodies import load_animal_looks
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_WORN_EN, _WORN_ZH = r"wearing|wears|who wears|dressed in|with|in", "戴着?|戴上|头戴|围着?|围上|系着?|系上|披着?|打着"
_IN_HAND_EN = (
    r"holding|holds|carrying|carries|hugging|hugs|playing(?: the)?|plays(?: the)?|reading|reads|"
    r"drinking from|drinks from"
)
_AT_MOUTH_EN = (
    r"drinking(?! from)|drinks(?! from)|sipping|sips|eating|eats|biting|nibbling(?: on)?|licking|chewing(?: on)?"
)
_AT_MOUTH_ZH = "喝着?|吃着?|啃着?|舔着?|咬着?|叼着?"
_IN_HAND_ZH = "拿着?|抱着?|捧着?|举着?|握着?|弹着?|拉着?|吹着?|打着?|敲着?|撑着?|看(?!着)|读着?"
_BEFORE_EN, _AFTER_EN = (
    r"[ ,，]*(?:(?:that|which|who) )?(?:(?:is|are) )?",
    r" (?:(?:a|an|the|his|her|its|their|some|one) )?(?:[a-z-]+ ){0,2}",
)
_BEFORE_ZH, _AFTER_ZH = (
    r"[,，]?(?:给[它他她]们?)?(?:正在|正|在|们)?",
    r"(?:了|上)?(?:一?[只个把顶副条本杯块根支束架]|一些)?[^,，。；、在的和]{0,4}的?",
)
_WHILE_EN, _WHILE_ZH = r"(?: [a-z]+){0,5}?", r"[^,，。；、和]{0,8}?"
"""Text before a verb that states what else the figure does: "sitting on the beach reading a book"."""
_FORWARD = {
    Attachment.WORN: re.compile(rf"{_BEFORE_EN}({_WORN_EN}){_AFTER_EN}|{_BEFORE_ZH}({_WORN_ZH}){_AFTER_ZH}"),
    Attachment.IN_HAND: re.compile(
        rf"{_WHILE_EN}{_BEFORE_EN}({_IN_HAND_EN}){_AFTER_EN}|{_WHILE_ZH}{_BEFORE_ZH}({_IN_HAND_ZH}){_AFTER_ZH}"
    ),
    Attachment.AT_MOUTH: re.compile(
        rf"{_WHILE_EN}{_BEFORE_EN}({_AT_MOUTH_EN}){_AFTER_EN}|{_WHILE_ZH}{_BEFORE_ZH}({_AT_MOUTH_ZH}){_AFTER_ZH}"
    ),
}
_BACKWARD = {
    Attachment.WORN: re.compile(rf"({_WORN_ZH}){_AFTER_ZH}$"),
    Attachment.IN_HAND: re.compile(rf"({_IN_HAND_ZH}){_AFTER_ZH}$"),
    Attachment.AT_MOUTH: re.compile(rf"({_AT_MOUTH_ZH}){_AFTER_ZH}$"),
}
_AND = re.compile(
    r",? and (?:(?:a|an|the|its|his|her|some) )?(?:[a-z-]+ ){0,2}|"
    r"[和与、](?:一?[只个把顶副条本杯块根支束])?[^,，。；、在的和]{0,4}"
)
_OF_ZH = re.compile(r"(?:们)?的(?:[^,，。；、]{0,4})$")
_UNWORN = re.compile(
    rf"\b(?:wearing|wears|(?:dressed )?in){_AFTER_EN}$"
    rf"|(?:穿着?|穿上|身穿|脚穿|身着|{_WORN_ZH}){_AFTER_ZH}$"
)
"""Text before what someone wears."""
_CLOTHES = "clothing"
"""The group of drawings of what is worn."""
_MAX_PHRASE = 60
_CUPS = {str(Subject.TEAPOT): "icon/teacup-without-handle"}
"""What is drunk from."""
_PLAYS = re.compile("play|弹|拉|吹|敲")
"""Verbs of music: a game is not played with a figure of it in the hand."""
_CARRIES = re.compile("carr")
_EATS = re.compile("eat|drink|sip|nibbl|[吃喝]")
_HAS: Mapping[str, tuple[str, ...]] = {Subject.PANDA: (Subject.BAMBOO,)}
"""What a drawing holds anyway."""
GRASS = ("icon/own/grass", "icon/own/hay", "icon/own/hay_bale", "icon/own/clover", "icon/four-leaf-clover")
"""What is eaten from the ground."""
_PARTICLES_EN = frozenset(("with", "in"))
"""Words that are no action: they need no part of the report."""


@dataclass(frozen=True, slots=True)
class Link:
    """The mention of the figure that wears or holds the one of *item*, with the position of the verb."""

    owner: Mention
    item: Mention
    how: Attachment
    start: int
    end: int

    @property
    def is_forward(self) -> bool:
        """Whether the text names the owner first."""
        return self.owner.start < self.item.start


def is_use_shown(text: str, link: Link) -> bool:
    """Return whether the drawing of the owner of *link* does what the verb states: who sits carries nothing."""
    if link.how is Attachment.AT_MOUTH and is_human(str(link.owner.named)):
        return False  # People are drawn whole: what they eat is in their hands.
    if link.how is Attachment.IN_HAND and not reaches(str(link.owner.named), str(link.item.named)):
        return False
    carries = _CARRIES.match(text, link.start) is not None and link.how is Attachment.IN_HAND
    return shows_use(str(link.owner.named), link.how) and not (carries and str(link.owner.named) in load_animal_looks())


def find_links(text: str, subjects: Sequence[Mention], complete: Collection[Mention]) -> list[Link]:
    """Return what the *subjects* of *text* wear and hold; each is the item of one link at most.

    Those that are *complete* are drawn with all that they have.
    """
    links: list[Link] = []
    for number, (first, second) in enumerate(itertools.pairwise(subjects)):
        previous = next((link for link in links if link.item == first), None)
        if previous is not None:
            link = _find_next(text, previous, second)
        else:
            start = subjects[number - 1].end if number else 0
            link = _find_forward(text, first, first, second) or _find_backward(text, first, second, start)
        if link is not None and link.owner not in complete and not _is_grazing(link):
            links.append(link)
    return links


def _is_grazing(link: Link) -> bool:
    """Return whether *link* is grass that an animal eats: it grows on the ground, so the head is down there."""
    owner = str(link.owner.named)
    return link.how is Attachment.AT_MOUTH and str(link.item.named) in GRASS and not is_human(owner)


def _find_next(text: str, previous: Link, item: Mention) -> Link | None:
    """Return the link of a further *item* of the owner of *previous*: "with a hat and glasses reading a book"."""
    owner = previous.owner
    if owner == item or not previous.is_forward:
        return None
    joined = _AND.fullmatch(text[previous.item.end : item.start])
    if joined and can_attach(str(owner.named), str(item.named), previous.how):
        return replace(previous, item=item)
    return _find_forward(text, owner, previous.item, item)


def find_section_start(subjects: Sequence[Mention], number: int, links: Sequence[Link]) -> int:
    """Return where the text about the subject *number* starts; 两只 in 两只戴墨镜的熊猫 is about the pandas."""
    mention = subjects[number]
    backward = next((link for link in links if not link.is_forward and mention in (link.owner, link.item)), None)
    if backward is not None and mention == backward.item:
        return backward.end
    before = number - 2 if backward is not None else number - 1
    return subjects[before].end if before >= 0 else 0


def select_drawable(links: Sequence[Link], figures: Sequence[tuple[Mention, Figure]]) -> list[Link]:
    """Return the *links* between *figures* of which each has one item: five balloons are in no hand."""
    by_mention = dict(figures)
    return [
        link for link in links if link.owner in by_mention and (item := by_mention.get(link.item)) and item.count == 1
    ]


def attach(text: str, figures: Sequence[tuple[Mention, Figure]], links: Sequence[Link]) -> list[Figure]:
    """Return *figures* with those of the items of *links* attached to their owners."""
    by_mention = dict(figures)
    items = {link.item for link in links}
    attached: list[Figure] = []
    for mention, figure in figures:
        if mention in items:
            continue
        own = [link for link in links if link.owner == mention]
        attached.append(_attach_all(text, figure, [(by_mention[link.item], link) for link in own]) if own else figure)
    return attached


def _attach_all(text: str, figure: Figure, items: Sequence[tuple[Figure, Link]]) -> Figure:
    """Return *figure* with *items*. What follows an item is about the figure: "a fox with a hat under a tree"."""
    everything = [_to_attached(text, item, link) for item, link in items]
    drawn = [one for one in everything if one.figure.subject in _HAS.get(str(figure.subject), ())]
    attached = tuple(one for one in everything if one not in drawn)
    figure = replace(figure, words=(*figure.words, *(part for one in drawn for part in one.figure.words)))
    last = next((item for item, link in reversed(items) if link.is_forward), None)
    if last is None:
        return replace(figure, attached=attached)
    moved = [part for part in last.words if part.kind is PartKind.RELATION]
    if last.relation is Relation.ABOVE and is_living(str(figure.subject)):
        # What someone holds over another one lifts nobody.
        words = (*_drop_relation(figure), *(replace(part, outcome=PartOutcome.MISSING) for part in moved))
        return replace(figure, attached=attached, relation=None, words=words)
    words = (*_drop_relation(figure), *moved)
    return replace(figure, attached=attached, relation=last.relation, words=words)


def _find_forward(text: str, owner: Mention, first: Mention, second: Mention) -> Link | None:
    """Return the link of *owner* whose verb is between *first* and *second*."""
    between = text[first.end : second.start]
    if between.startswith(("，", ",")) and text.startswith("的", second.end):
        return None  # 猫，戴帽子的狗
    for how, pattern in _FORWARD.items():
        match = pattern.fullmatch(between)
        if match is None or not can_attach(str(owner.named), str(second.named), how):
            continue
        group = 1 if match[1] else 2
        return Link(owner, second, how, first.end + match.start(group), first.end + match.end(group))
    return None


def _find_backward(text: str, first: Mention, second: Mention, start: int) -> Link | None:
    """Return the link of 戴帽子的兔子: the verb is before the item, its owner after it."""
    if not _OF_ZH.fullmatch(text[first.end : second.start]):
        return None
    for how, pattern in _BACKWARD.items():
        match = pattern.search(text[start : first.start])
        if match is not None and can_attach(str(second.named), str(first.named), how):
            return Link(second, first, how, start + match.start(1), start + match.end(1))
    return None


def _to_attached(text: str, item: Figure, link: Link) -> Attached:
    words = _drop_relation(item)
    if text[link.start : link.end] not in _PARTICLES_EN:
        verb = text[link.start : link.item.end][:_MAX_PHRASE]
        is_game = _PLAYS.match(text, link.start) is not None and not is_instrument(str(item.subject))
        is_meal = _EATS.match(text, link.start) is not None
        is_shown = is_use_shown(text, link) and not is_game
        is_shown = is_shown and not (is_meal and is_inedible(str(item.subject)))
        if link.is_forward and link.how is Attachment.IN_HAND:
            is_shown = is_shown and not states_more(text, verb, link.item, link.start, link.item.end)
        is_similar = any(part.outcome is PartOutcome.SUBSTITUTED for part in words if part.kind is PartKind.SUBJECT)
        outcome = PartOutcome.SUBSTITUTED if is_similar else PartOutcome.SHOWN
        action = ContentPart(PartKind.ACTION, verb, outcome if is_shown else PartOutcome.MISSING)
        words = (*words, *split_action(action, words))
    subject = _CUPS.get(str(item.subject), item.subject) if link.how is Attachment.AT_MOUTH else item.subject
    return Attached(replace(item, subject=subject, relation=None, position=None, words=words), link.how)


def find_unworn(text: str, figures: Sequence[tuple[Mention, Figure]]) -> list[Mention]:
    """Return what someone wears that has no place on a drawing: next to them it would be a thing of its own."""
    others = [mention for mention, figure in figures if not _is_wearable(figure)]
    return [
        mention
        for mention, figure in figures
        if _is_wearable(figure) and others and figure.relation is None and _UNWORN.search(text, 0, mention.start)
    ]


def _is_wearable(figure: Figure) -> bool:
    icon = load_icons().get(str(figure.subject))
    return icon is not None and icon.group == _CLOTHES and find_opening(str(figure.subject)) is None


def _drop_relation(figure: Figure) -> tuple[ContentPart, ...]:
    return tuple(part for part in figure.words if part.kind is not PartKind.RELATION)
