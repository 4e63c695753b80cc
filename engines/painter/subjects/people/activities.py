"""The table of activities: what they are called, and the pose and the parts that show them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.table_reader import PartName, parse_parts, read_rows
from engines.painter.subjects.people.undrawn import load_undrawn

_DETERMINERS = r"(?: (?:an?|the|his|her|their|some|of))*"
_BETWEEN_ZH = "(?:着|一?[个只把张本杯碗块架支盘束盏群些壶口]|了|的)*"
"""What may be between a verb and its object, in English (<of>, with any adjective) and in Chinese (<zh>)."""


@dataclass(frozen=True, slots=True)
class PersonActivity:
    """An activity: the words for it, poses and parts that show it ("" for unchanged ones), and the setting."""

    key: str
    pattern: re.Pattern[str]
    arms: str
    legs: str
    parts: tuple[PartName, ...]
    setting: str
    is_colored: bool
    """Whether a color in its words is that of the first part."""
    is_shared: bool
    """Whether a group has one tool for all."""
    undrawn: re.Pattern[str] | None
    """Words for an object or a deed that its drawing lacks: a car of which only the wrench is drawn."""


@cache
def load_activities() -> Mapping[str, PersonActivity]:
    """Return all activities by key."""
    return {activity.key: activity for activity in map(_parse_activity, read_rows("activities"))}


def _parse_activity(row: Mapping[str, str]) -> PersonActivity:
    words = row["words"].replace("<zh>", _BETWEEN_ZH)
    first, *others = words.split("<of>")
    # Each place for an adjective is a group of its own: what it has is not a part of the drawing.
    words = first + "".join(f"{_DETERMINERS}(?P<any{number}> [a-z]+)?{other}" for number, other in enumerate(others))
    return PersonActivity(
        row["key"], re.compile(rf"(?<![a-z])(?:{words})(?![a-z])"), row["arms"], row["legs"], parse_parts(row["parts"]),
        row["setting"], "colored" in row["use"], "shared" in row["use"], load_undrawn().get(row["key"]),
    )  # fmt: skip
