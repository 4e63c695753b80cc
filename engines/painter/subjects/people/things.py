"""The table of things that people hold or work at: their names, and the pose of the arms that hold them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.table_reader import PartName, read_rows, split_names
from engines.painter.subjects.people.undrawn import load_undrawn

_HOLDING_EN = (
    "(?:holding|holds|carrying|carries|wielding|wields|raising|raises|swinging|swings|lifting|lifts|using|uses|waving)"
)
_BEHIND_EN, _BEHIND_ZH = "(?:with|in front of|at|on|behind|among)", "(?:在|坐在|站在)"
_WITH_EN, _AT_EN = f"(?:{_HOLDING_EN}|with)", f"(?:{_HOLDING_EN}|with|in front of|at|on|behind|among)"
_HOLDING_ZH = "(?:手?[拿握举提持捧端扛拎挥抱拄打牵用](?:着|了|舞着?)?)"
_AT_ZH = f"(?:{_HOLDING_ZH}|在|坐在|站在)"
"""Text before a thing in hand, before one that may also be next to a person, and before a place; who holds the bread
that is else on a table has it in the hands."""
_DETERMINER_EN = r"(?: (?:an?|the|his|her|their|some))?(?: [a-z]+)??"
_DETERMINER_ZH = (
    "(?:(?:他|她)的)?(?:一?[把根支个只束盘杯本封面张台架群顶])?"
    "(?:[\u4e00-\u9fff]色|[红橙黄绿青蓝紫黑白金银])?的?[大小长旧]?"
)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing: the part that shows it, text in which a person holds or uses it, and the pose of the arms.

    Without a pose, only people whose drawing has the part anyway are drawn with it.
    """

    key: str
    part: str
    pattern: re.Pattern[str]
    arms: str
    legs: str
    is_colored: bool = True
    undrawn: re.Pattern[str] | None = None
    """Names of other things than the drawn one: a cane, for which a staff is drawn."""

    @property
    def parts(self) -> tuple[PartName, ...]:
        """The part in its usual color."""
        return ((self.part, ""),)


@cache
def load_things() -> Mapping[str, Thing]:
    """Return all things by key."""
    return {thing.key: thing for thing in map(_parse_thing, read_rows("things"))}


def _parse_thing(row: Mapping[str, str]) -> Thing:
    names = sorted(split_names(row["names"]), key=len, reverse=True)
    chinese = "|".join(name for name in names if not name.isascii())
    english = "|".join(re.escape(name) for name in names if name.isascii())
    is_place = row["use"] == "place" or not row["arms"]
    english_verbs = _AT_EN if is_place else _HOLDING_EN if row["use"] == "grip" else _WITH_EN
    is_table = row["use"] == "table"
    english_verbs = _BEHIND_EN if is_table else english_verbs
    patterns = [rf"(?<![a-z]){english_verbs}{_DETERMINER_EN} (?:{english})(?![a-z])"]
    if chinese:
        verbs = _BEHIND_ZH if is_table else _AT_ZH if is_place else _HOLDING_ZH
        patterns.append(f"{verbs}{_DETERMINER_ZH}(?:{chinese})(?:[前旁边上后])?")
    key = f"with_{row['part']}"
    pattern = re.compile("|".join(patterns))
    return Thing(key, row["part"], pattern, row["arms"], row["legs"], undrawn=load_undrawn().get(key))
