"""The setting that suits a person."""

from engines.painter.subjects.people.activities import load_activities
from engines.painter.subjects.people.keys import parse_key
from engines.painter.subjects.people.roles import load_roles


def find_setting(key: str) -> str:
    """Return the name of the setting that suits the person with *key*, the activity before the role."""
    person = parse_key(key)
    settings = [load_activities()[name].setting for name in person.activities if name in load_activities()]
    role = load_roles().get(person.role)
    return next(filter(None, (*settings, role.setting if role else "")), "meadow")
