"""Keys of people among the keys of subjects: 'person/kind/role/activities/extras'.

Activities are separated by '+', extras by ','; each extra is the name of a part, with a color if that is not the usual
one, after '=' if it is requested: 'person/girl/hanfu/read+sit/glasses,scarf=#d8322f'.
"""

from dataclasses import dataclass

from engines.painter.subjects.people.model import Kind

PERSON_PREFIX, REQUESTED = "person/", "="


@dataclass(frozen=True, slots=True)
class PersonKey:
    """A person: kind, role ("" for none), activities, and extra parts."""

    kind: Kind
    role: str = ""
    activities: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the key."""
        return f"{PERSON_PREFIX}{self.kind}/{self.role}/{'+'.join(self.activities)}/{','.join(self.extras)}"

    @property
    def has_color(self) -> bool:
        """Whether an extra has a requested color."""
        return any(REQUESTED in extra for extra in self.extras)


def is_person(subject: str) -> bool:
    """Return whether *subject* is the key of a person."""
    return subject.startswith(PERSON_PREFIX)


def parse_key(key: str) -> PersonKey:
    """Return the person with *key*."""
    kind, role, activities, extras = key.removeprefix(PERSON_PREFIX).split("/")
    return PersonKey(
        Kind(kind), role, tuple(filter(None, activities.split("+"))), tuple(filter(None, extras.split(",")))
    )
