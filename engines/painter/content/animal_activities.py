"""Animals that act like people: in clothes, and in activities that need hands."""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.painter.content.attachments import Link, is_use_shown
from engines.painter.content.mentions import Mention
from engines.painter.content.people import ShownPerson, find_activity_of, is_recipient
from engines.painter.scene import Attachment
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.nature import is_instrument, is_living
from engines.painter.subjects.people.animal_bodies import color_fur, find_animal_person, is_animal_person
from engines.painter.subjects.people.keys import is_person, parse_key

_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_TOGETHER = re.compile(r"[和跟与](?:一?[只个头])?[大小]?| and (?:an? |the |its |her )?(?:[a-z]+ )?")
"""Text between two who do the same."""
_TASK = re.compile(" (?:how )?to $")
"""Text before what someone has to do."""
_PLAYS = re.compile("play|打|吹")
"""Verbs of games, of music and of candles that are blown out."""


def find_animal_activities(text: str, subjects: Sequence[Mention], links: Sequence[Link]) -> dict[Mention, ShownPerson]:
    """Return what the animals among *subjects* do that needs hands, if their own drawing does not show it."""
    shown = {link.owner for link in links if _shows_link(text, link)}
    actors = (mention for mention in subjects if mention not in shown and not is_recipient(text, mention))
    found = {mention: _find_animal_activity(text, mention) for mention in actors}
    own = {
        mention: activity
        for mention, activity in found.items()
        if activity is not None
        and not belongs_to_another(text, subjects, mention, activity)
        and not any(mention.end <= m.start < activity.spans[0][0] and is_living(str(m.named)) for m in subjects)
    }
    return _share(text, subjects, own) | own


def _share(text: str, subjects: Sequence[Mention], own: Mapping[Mention, ShownPerson]) -> dict[Mention, ShownPerson]:
    """Return what an animal does together with the next one: 小猪和小熊一起过生日."""
    shared = {}
    for first, second in itertools.pairwise(subjects):
        animal, activity = find_animal_person(str(first.named)), own.get(second)
        is_joined = _TOGETHER.fullmatch(text[first.end : second.start]) is not None
        if animal is None or activity is None or not is_joined or activity.spans[0][0] < second.end:
            continue
        person = replace(animal, activities=parse_key(activity.key).activities)
        shared[first] = replace(activity, key=str(person), color="", color_at=None)
    return shared


def _find_animal_activity(text: str, mention: Mention) -> ShownPerson | None:
    """Return an animal in clothes, or in an activity that needs hands, as a person with its head."""
    person = find_animal_person(str(mention.named))
    if person is None or mention.is_similar:
        return None
    return find_activity_of(text, mention, person, is_animal=True)


def _shows_link(text: str, link: Link) -> bool:
    """Return whether the animal's own drawing with the thing shows what it does; a game needs hands that move."""
    is_game = _PLAYS.match(text, link.start) is not None and not is_instrument(str(link.item.named))
    return link.how is Attachment.AT_MOUTH or (
        link.how is Attachment.IN_HAND and not is_game and is_use_shown(text, link)
    )


def belongs_to_another(text: str, subjects: Sequence[Mention], mention: Mention, shown: ShownPerson) -> bool:
    """Return whether the English words of *shown* are about a subject before them: a parrot sitting on a pirate."""
    start, end = shown.spans[0]
    is_before = text[start].isascii() and end <= mention.start
    return is_before and any(other.end <= start and not _CLAUSE.search(text, other.end, start) for other in subjects)


def is_task_of_another(text: str, subjects: Sequence[Mention], mention: Mention, shown: ShownPerson) -> bool:
    """Return whether the words of *shown* are what someone after *mention* has to do: "teaching his son to ride"."""
    start = shown.spans[0][0]
    between = (m for m in subjects if mention.end <= m.start < start and is_living(str(m.named)))
    return any(_TASK.search(text, m.end, start) is not None for m in between)


def color_fur_of_key(key: str, color: str) -> str:
    """Return *key* with the fur of an animal that acts like a person in *color*."""
    action = parse_action(key) if is_action(key) else None
    actor = action.actor if action is not None else key
    person = parse_key(actor) if is_person(actor) else None
    if person is None or not is_animal_person(person):
        return key
    colored = str(color_fur(person, color))
    return str(replace(action, actor=colored)) if action is not None else colored
