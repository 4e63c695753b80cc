"""What people and animals do, in the pixels: an action is claimed where the image shows what it states.

The thing of the action can be recognized at the size at which it is drawn, it touches the part of the body that the
action needs, and a posture differs from standing. What a drawing does not show at all is known before it is painted
(`people/undrawn_objects.tsv`, `actions/verbs.tsv`).
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engines.painter.composer import Copy
from engines.painter.content.item_pixels import ItemLegibility, ItemPixels
from engines.painter.content.weak_deeds import is_weak_action, is_weak_activity, overstates
from engines.painter.subjects.actions.items import ITEM, PROP
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.people.activities import PersonActivity, load_activities
from engines.painter.subjects.people.keys import PersonKey, is_person, parse_key
from engines.painter.subjects.people.model import HANDS, Slot
from engines.painter.subjects.people.outfits import Outfit, load_outfits
from engines.painter.subjects.people.things import Thing, load_things

_MIN_VISIBLE, _MIN_VISIBLE_CLOTHES, _MIN_CONTOUR = 0.5, 0.45, 0.5
"""Share of a thing and of clothes that has to be uncovered, and share of a contour that has to differ from what is
around it."""
_OWN_COLOR = 0.2
"""Distance from the drawn color up to which a thing has its own: a black lump is no acorn."""
_MIN_AREA_BY_OUTLINE, _MIN_COARSE_AREA_BY_OUTLINE = 0.016, 0.022
"""Least area of a thing that its outline alone shows, and in a technique that paints in cells."""
_MIN_LENGTH, _MIN_AREA = 0.07, 0.0025
"""Least length and area of a thing, in shares of the frame's short side and its square."""
_MIN_COARSE_LENGTH, _MIN_COARSE_AREA = 0.13, 0.005
"""The same in a technique that paints in cells."""
_MIN_FIGURE, _MIN_FIGURE_AREA, _MIN_COARSE_FIGURE, _MIN_COARSE_FIGURE_AREA = 0.1, 0.005, 0.14, 0.01
"""The same of a whole figure that is related to another one, in both kinds of techniques."""
_FIGURE_COLOR, _MIN_FIGURE_BY_OUTLINE = 0.175, 0.025
"""Distance from the drawn color up to which a figure in cells has its own, and its least area where it has not."""
_MIN_WORN_LENGTH, _MIN_WORN_AREA = 0.05, 0.0012
"""The same of what is worn on the head or the body, whose place helps to recognize it."""
_HOLDS = re.compile(r"(?:hold|carr|rais|lift|wield|hugg?|cradl|clutch)|手?[拿抱捧举提拎握端撑擎]")
"""Verbs of who has something in the hands."""
_MIN_HANDS = 12
"""Least cells of the hands that hold something."""
_GRASPED = frozenset(("push", "carry", "carry_stack", "carry_basket", "hug", "lift", "climb", "eat", "give", "pet"))
_BORNE = frozenset(("ride", "sit_on", "lie_on", "sleep_on", "jump_onto", "carry_back", "carry_shoulder", "carry_head"))
"""Actions whose thing touches the hands, and those whose thing touches the body."""
_WORN = (Slot.ON, Slot.HAT)
_SHOWING = ((Slot.TOOL,), (Slot.PLACE,), _WORN)
"""The parts that show an activity, the first kind that its drawing has."""
_FIXED = (Slot.HAT, Slot.PLACE)
"""Parts that nobody holds: a basket on the head, a table."""
_ACCOMPANYING = ("notes", "asleep")
"""Parts that only accompany an activity."""
Source = PersonActivity | Thing | Outfit


@dataclass(frozen=True, slots=True)
class DeedPixels:
    """The parts of the figures in a painted image."""

    items: ItemPixels
    is_coarse: bool

    def shows(self, copies: Collection[Copy], words: str) -> bool:
        """Return whether each of *copies* does or wears in the image what *words* state."""
        return all(self._shows_in(copy, words) for copy in copies)

    def shows_attached(self, copies: Collection[Copy], *, is_worn: bool) -> bool:
        """Return whether *copies*, each of a thing that a figure wears or holds, can be recognized."""
        measured = [found for copy in copies if (found := self.items.measure(copy)) is not None]
        return all(self._is_legible(one, is_worn=is_worn) for one in measured)

    def shows_figures(self, copies: Collection[Copy]) -> bool:
        """Return whether *copies*, each of a whole figure that is related to another one, can be recognized."""
        measured = [found for copy in copies if (found := self.items.measure(copy)) is not None]
        return all(self._is_legible_figure(one) for one in measured)

    def _is_legible_figure(self, found: ItemLegibility) -> bool:
        length, area = _MIN_FIGURE, _MIN_FIGURE_AREA
        if self.is_coarse:
            has_color = found.difference <= _FIGURE_COLOR
            length, area = _MIN_COARSE_FIGURE, _MIN_COARSE_FIGURE_AREA if has_color else _MIN_FIGURE_BY_OUTLINE
        return found.length >= length and found.area >= area and found.contour >= _MIN_CONTOUR

    def _shows_in(self, copy: Copy, words: str) -> bool:
        subject = str(copy.figure.subject)
        if is_action(subject):
            action = parse_action(subject)
            worn = parse_key(action.actor) if is_person(action.actor) else None
            outfits = list(_find_outfits(words)) if worn is not None else []
            played = list(_find(action.actor, words)) if worn is not None and worn.activities else []
            if played and worn is not None:
                return all(self._shows_source(copy, worn, source, words) for source in played)
            if outfits:
                return all(self._shows_outfit(copy, outfit) for outfit in outfits)
            if self.is_coarse or is_weak_action(action) or overstates(words):
                return False
            return not action.item or self._shows_thing(copy, action.name)
        if is_person(subject):
            return all(self._shows_source(copy, parse_key(subject), source, words) for source in _find(subject, words))
        return True

    def _shows_thing(self, copy: Copy, name: str) -> bool:
        """Return whether the thing of the action *name* can be recognized, where that action needs it."""
        # What is carried in a basket is seen together with it.
        parts = (ITEM, PROP) if name == "carry_basket" else (ITEM,)
        found = self.items.measure(copy, parts)
        if found is None:
            return True
        if name == "eat" and self.items.count_seen(copy, (HANDS,)) is None:
            # On four legs, the mouth is at what is eaten.
            return self._is_legible(found, is_worn=False) and self.items.touches(copy, parts)
        if name in _GRASPED and not (self.items.touches(copy, parts, (HANDS,)) and self._has_seen_hands(copy)):
            return False
        return self._is_legible(found, is_worn=False) and (name not in _BORNE or self.items.touches(copy, parts))

    def _has_seen_hands(self, copy: Copy) -> bool:
        """Return whether the hands of *copy* are seen: behind the thing, nobody sees that they hold it."""
        seen = self.items.count_seen(copy, (HANDS,))
        return seen is None or seen >= _MIN_HANDS

    def _shows_source(self, copy: Copy, person: PersonKey, source: Source, words: str) -> bool:
        if isinstance(source, Outfit):
            return self._shows_outfit(copy, source)
        if isinstance(source, PersonActivity) and (is_weak_activity(source.key) or overstates(words)):
            return False
        names = [name for name, _ in source.parts if name not in _ACCOMPANYING]
        shown = next((found for slots in _SHOWING if (found := [n for n in names if _find_slot(n) in slots])), [])
        if not shown:
            is_posture = isinstance(source, PersonActivity) and bool(source.legs) and not names
            return not is_posture or _differs_from_standing(person, source.key)
        if _HOLDS.match(words) is not None and isinstance(source, Thing) and not source.arms:
            # The bread of a baker is on the table.
            return any(
                self._shows_part(copy, name, needs_hands=True) for name in shown if _find_slot(name) not in _FIXED
            )
        # A shepherd has sheep next to him, who hold none of them.
        needs_hands = _HOLDS.match(words) is not None or (isinstance(source, Thing) and bool(source.arms))
        return any(self._shows_part(copy, name, needs_hands=needs_hands) for name in shown)

    def _shows_part(self, copy: Copy, name: str, *, needs_hands: bool) -> bool:
        """Return whether the part *name* of *copy* can be recognized, in the hands if someone holds it."""
        found, slot = self.items.measure(copy, (name,)), _find_slot(name)
        if found is None:
            return True
        is_in_place = slot in _FIXED or not needs_hands or self.items.touches(copy, (name,), (HANDS,))
        return is_in_place and self._is_legible(found, is_worn=slot in _WORN)

    def _shows_outfit(self, copy: Copy, outfit: Outfit) -> bool:
        """Return whether the part by which *outfit* is recognized can be seen: that of its name, or its first one."""
        names = [name for name, _ in outfit.parts]
        name = outfit.key if outfit.key in names else names[0]
        found = self.items.measure(copy, (name,))
        if found is None:
            return True
        if outfit.is_clothing:
            return found.visible >= _MIN_VISIBLE_CLOTHES
        return self._is_legible(found, is_worn=True)

    def _is_legible(self, found: ItemLegibility, *, is_worn: bool) -> bool:
        length, area = (_MIN_COARSE_LENGTH, _MIN_COARSE_AREA) if self.is_coarse else (_MIN_LENGTH, _MIN_AREA)
        if is_worn and not self.is_coarse:
            length, area = _MIN_WORN_LENGTH, _MIN_WORN_AREA
        elif found.difference > _OWN_COLOR and not is_worn:
            area = _MIN_COARSE_AREA_BY_OUTLINE if self.is_coarse else _MIN_AREA_BY_OUTLINE
        # Most of hair, of a cape and of a backpack is behind who has it.
        is_seen = (is_worn or found.visible >= _MIN_VISIBLE) and found.contour >= _MIN_CONTOUR
        return is_seen and found.length >= length and found.area >= area


def _find_slot(part: str) -> Slot:
    # Loaded with the first person: few images have one.
    from engines.painter.subjects.people.parts import PARTS

    return PARTS[part].slot


def _differs_from_standing(person: PersonKey, activity: str) -> bool:
    from engines.painter.subjects.people.silhouettes import differs_from_standing

    return differs_from_standing(person, activity)


def _find(subject: str, words: str) -> Iterator[Source]:
    """Yield the rows of the tables by which the person *subject* is drawn as *words* state."""
    names = parse_key(subject).activities
    activities = [load_activities()[name] for name in names if name in load_activities()]
    yield from (one for one in activities if one.pattern.search(words))
    if not any(one.pattern.search(words) for one in activities):
        # Also what the drawing of a role has anyway.
        yield from (thing for thing in load_things().values() if thing.pattern.search(words))
    yield from _find_outfits(words)


def _find_outfits(words: str) -> Iterator[Outfit]:
    """Yield the longest of the outfits that *words* name."""
    found = [(outfit, match) for outfit in load_outfits().values() if (match := outfit.pattern.search(words))]
    longest = max((len(match[0]) for _, match in found), default=0)
    yield from (outfit for outfit, match in found if len(match[0]) == longest)
