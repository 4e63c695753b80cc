"""Every part of a person by name."""

from engines.painter.subjects.people.accessories import ACCESSORIES
from engines.painter.subjects.people.animal_bodies import ANIMAL_PARTS
from engines.painter.subjects.people.carried import CARRIED
from engines.painter.subjects.people.clothes import CLOTHES
from engines.painter.subjects.people.costumes import COSTUMES
from engines.painter.subjects.people.drawn_parts import DRAWN_PARTS
from engines.painter.subjects.people.environment import ENVIRONMENT
from engines.painter.subjects.people.food import FOOD
from engines.painter.subjects.people.hair import HAIR
from engines.painter.subjects.people.hats import HATS
from engines.painter.subjects.people.headdresses import HEADDRESSES
from engines.painter.subjects.people.helmets import HELMETS
from engines.painter.subjects.people.instruments import INSTRUMENTS
from engines.painter.subjects.people.model import Part
from engines.painter.subjects.people.playthings import PLAYTHINGS
from engines.painter.subjects.people.tables import TABLES
from engines.painter.subjects.people.trades import TRADE_TOOLS
from engines.painter.subjects.people.weapons import WEAPONS
from engines.painter.subjects.people.workshops import WORKSHOPS
from engines.painter.subjects.people.worn import WORN

PARTS: dict[str, Part] = {
    **ACCESSORIES,
    **ANIMAL_PARTS,
    **CARRIED,
    **CLOTHES,
    **COSTUMES,
    **DRAWN_PARTS,
    **FOOD,
    **HAIR,
    **HATS,
    **HEADDRESSES,
    **HELMETS,
    **INSTRUMENTS,
    **PLAYTHINGS,
    **ENVIRONMENT,
    **TABLES,
    **TRADE_TOOLS,
    **WEAPONS,
    **WORKSHOPS,
    **WORN,
}
