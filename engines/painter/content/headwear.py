"""Who has something on the head in the usual drawing: a policeman without a hat is drawn with one."""

import re

from engines.painter.scene import Subject
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.people.activities import load_activities
from engines.painter.subjects.people.keys import is_person, parse_key
from engines.painter.subjects.people.model import Slot
from engines.painter.subjects.people.roles import load_roles

_WITH_HATS = re.compile(
    r"(?:police-officer|guard|construction-worker|cook|farmer|detective|pilot|santa|mrs-claus|mage|firefighter"
    r"|astronaut|factory-worker|mechanic|person-with-skullcap|cowboy|elf|mx-claus)$"
)
"""Ends of the keys of icons of people who wear a hat."""
_HATTED = (Subject.KNIGHT, Subject.ASTRONAUT, Subject.FISHERMAN)


def wears_hat(subject: str) -> bool:
    """Return whether the drawing of *subject*, a person, has a hat or a helmet of its own."""
    if subject in _HATTED:
        return True
    if not is_person(subject):
        return subject in load_icons() and _WITH_HATS.search(subject) is not None
    # Loaded with the first person: few images have one.
    from engines.painter.subjects.people.parts import PARTS

    person = parse_key(subject)
    found = (load_roles().get(person.role), *(load_activities().get(key) for key in person.activities))
    names = [name for row in found if row is not None for name, _ in row.parts]
    names += [re.split("[=#]", extra)[0] for extra in person.extras]
    return any(name in PARTS and PARTS[name].slot is Slot.HAT for name in names)
