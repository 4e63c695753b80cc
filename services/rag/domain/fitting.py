"""Which templates fit what a note is about."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from services.rag.domain.names import mentioned, normalize_name
from services.rag.domain.template import NoteTemplate


def fitting(topic: str, content_type: str, templates: Sequence[NoteTemplate], *, limit: int) -> list[NoteTemplate]:
    """Return at most *limit* of *templates* that fit, best first; the same for the same arguments.

    Those of *content_type* ("" for any) come first: the one with most of its topics mentioned in *topic*, then those
    that are about anything. After them, in the same way, come those that serve any type. One that is about something
    else, or serves another type, is given only where nothing else is left: there is always something.
    """
    of_type = [one for one in templates if not content_type or one.content_type == content_type]
    of_any = [one for one in templates if content_type and not one.content_type]
    found = [*(_about(topic, of_type) or _by_lot(topic, of_type)), *_about(topic, of_any)]
    return (found or _by_lot(topic, of_any) or _about(topic, templates) or _by_lot(topic, templates))[:limit]


def _about(topic: str, templates: Sequence[NoteTemplate]) -> list[NoteTemplate]:
    """Return those of *templates* whose topics *topic* mentions, most first, then those that are about anything.

    A topic inside a longer one does not count beside it: 露营 within 露营装备.
    """
    names = {(place, entry): (normalize_name(entry),) for place, one in enumerate(templates) for entry in one.topics}
    shared = Counter(place for place, _ in mentioned(topic, names))
    about = [(-shared[place], one) for place, one in enumerate(templates) if shared[place] or not one.topics]
    return [one for _, one in sorted(about, key=lambda counted: (counted[0], _lot(topic, counted[1])))]


def _by_lot(topic: str, templates: Sequence[NoteTemplate]) -> list[NoteTemplate]:
    return sorted(templates, key=lambda one: _lot(topic, one))


def _lot(topic: str, template: NoteTemplate) -> bytes:
    """Return what decides between equals: by topic, so that notes about different things do not all look alike."""
    return blake2b(f"{topic}\n{template.key}\n{template.locale}".encode(), digest_size=8).digest()
