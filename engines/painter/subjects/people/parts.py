"""Every part of a person by name."""

from engines.painter.subjects.people.extras import EXTRAS
from engines.painter.subjects.people.garments import GARMENTS
from engines.painter.subjects.people.hair import HAIR
from engines.painter.subjects.people.hats import HATS
from engines.painter.subjects.people.instruments import INSTRUMENTS
from engines.painter.subjects.people.model import Part
from engines.painter.subjects.people.places import PLACES
from engines.painter.subjects.people.tools import TOOLS

PARTS: dict[str, Part] = {**GARMENTS, **HAIR, **HATS, **TOOLS, **INSTRUMENTS, **PLACES, **EXTRAS}


def is_garment(name: str) -> bool:
    """Return whether a requested color of the person is that of the part *name*."""
    return PARTS[name].is_garment
