"""Postures: whether someone is drawn sitting or lying, as the request states."""

import re
from collections.abc import Iterator, Sequence

from engines.painter.scene import Figure, Subject
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.people.activities import load_activities
from engines.painter.subjects.people.keys import is_person, parse_key
from engines.painter.subjects.people.roles import load_roles
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_SITTING = re.compile(r"(?<![a-z])(?:sitting|sits|seated)(?![a-z])|(?<![静乘打请])坐(?=[在着于到上])")
_LOW = re.compile(
    r"(?<![a-z])(?:lying|lies|crouching|crouches|kneeling|kneels|squatting|squats|curled up|coiled|crawling)(?![a-z])"
    r"|[趴躺蹲跪](?=[在着于到])|[盘蜷](?=[在着绕于成])"
)
_STANDING = re.compile(r"(?<![a-z])(?:standing|stands)(?![a-z])|站(?=[在着于到])")
_SEATED = frozenset((
    Subject.CAT, Subject.DOG, Subject.BEAR, Subject.PANDA, Subject.FOX, Subject.RABBIT, Subject.TIGER,
    Subject.OWL, Subject.BIRD, "icon/own/frog", "icon/frog", "icon/monkey",
))  # fmt: skip
"""Animals whose drawing sits."""
_LYING = re.compile("sleep|lying|lie_|resting|snake")


def find_unmet_postures(text: str, figures: Sequence[Figure]) -> Iterator[ContentPart]:
    """Yield the postures of *text* that no figure is drawn in, as far as no missing action states them."""
    stated = [part.requested for one in figures for part in one.words if part.kind is PartKind.ACTION]
    for pattern, is_met in ((_SITTING, _sits), (_LOW, _lies), (_STANDING, _stands)):
        for match in pattern.finditer(text):
            words = match[0]
            if not any(words in one for one in stated) and not any(is_met(str(figure.subject)) for figure in figures):
                yield ContentPart(PartKind.ACTION, words, PartOutcome.MISSING)


def find_unmet_posture(words: str, subject: str) -> str:
    """Return the posture at the start of *words* that the drawing of *subject* does not have; "" for none."""
    for pattern, is_met in ((_SITTING, _sits), (_LOW, _lies)):
        match = pattern.match(words)
        if match is not None and not is_met(subject):
            return match[0]
    return ""


def _sits(subject: str) -> bool:
    """Return whether the drawing of *subject* sits."""
    if is_action(subject):
        return parse_action(subject).name in ("sit_on", "ride")
    if is_person(subject):
        person = parse_key(subject)
        role = load_roles().get(person.role)
        legs = [load_activities()[one].legs for one in person.activities if one in load_activities()]
        return any("sit" in one for one in (*legs, role.legs if role is not None else ""))
    return subject in _SEATED or "sitting" in subject


def _stands(subject: str) -> bool:
    """Return whether the drawing of *subject* may stand: things and animals do, and people who neither sit nor lie."""
    return not (_sits(subject) or _lies(subject) or subject == Subject.FISHERMAN)


def _lies(subject: str) -> bool:
    """Return whether the drawing of *subject* lies."""
    if is_action(subject):
        return parse_action(subject).name in ("lie_on", "sleep_on")
    return _LYING.search(subject.rpartition("/")[2]) is not None
