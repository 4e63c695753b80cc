"""Several animals as one subject: a mother and her young, a herd, a caravan, a flock on the wing.

`animal_groups.tsv` has an animal a row: its drawing, that of its young, their names, the arrangement, the number and
the names of a herd, and the drawing of a mother that looks different: without a mane, without antlers.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_TABLE = Path(__file__).with_name("animal_groups.tsv")
_YOUNG_SIZE, _TUCK = 0.52, 0.36
"""Height of the young, and the share of the widths that stays between the middles of mother and young."""
_ZH = (
    "{0}妈妈和{1}", "{0}妈妈带着{1}", "母{0}和{1}", "母{0}带着{1}", "{0}和{1}", "{0}带着{1}", "大{0}和{1}",
    "{1}和{0}妈妈", "{0}爸爸和{1}", "{0}妈妈抱着{1}",
)  # fmt: skip
_ZH_FAMILY = ("{0}母子", "{0}母女", "{0}一家", "{0}一家人", "{0}妈妈和宝宝", "{0}妈妈和孩子", "{0}家族")
_EN = (
    "{0} and her {1}", "{0} with her {1}", "{0} and its {1}", "{0} with its {1}", "{0} and {1}", "{0} with {1}",
    "{0} with a {1}", "{0} and a {1}", "{0} and baby", "{0} and her baby",
)  # fmt: skip
_EN_SEVERAL = (
    "{0} and her {1}", "{0} with her {1}", "{0} and {1}", "{0} with {1}", "{0} and her two {1}", "{0} with two {1}",
    "{0} with her two {1}", "{0} and two {1}", "{0} with three {1}", "{0} and three {1}",
)  # fmt: skip
_EN_FAMILY = ("{0} family", "mother and baby {0}", "mother {0} and baby", "mother {0} with baby")
_MOTHERS = ("{0}", "mother {0}", "mama {0}", "{0} mother", "{0} mom")
_IRREGULAR = {"calf": "calves", "wolf": "wolves", "larva": "larvae"}


class Place(NamedTuple):
    """Position and size of a member of a group: middle, foot and height."""

    x: float
    y: float
    size: float
    is_young: bool = False


class Group(NamedTuple):
    """A group as a drawing: its key, the group of icons that it belongs to, its names, and the line that draws it."""

    key: str
    group: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    line: str


def read_groups() -> Iterator[Group]:
    """Yield the family and the herd of each animal of the table."""
    with _TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", restval=""):
            key, group = row["subject"].rpartition("/")[2].replace("-", "_"), row["group"]
            line, mother = f"{row['subject']} {row['young']}", row["mother"] or row["subject"]
            yield Group(f"{key}_family", group, *_name_family(row), f"g family 2 {mother} {row['young']}")
            layout, _, count = row["herd"].partition(" ")
            names = tuple(row["herd_zh"].split()), _split(row["herd_en"])
            yield Group(f"{key}_group", group, *names, f"g {layout} {count} {line}")


def _split(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(","))


def _name_family(row: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    zh, young_zh = row["zh"].split(), row["zh_young"].split()
    en, young_en = _split(row["en"]), (*_split(row["en_young"]), "baby")
    chinese = [name.format(one, young) for one in zh for young in young_zh for name in _ZH]
    chinese += [name.format(one) for one in zh for name in _ZH_FAMILY]
    mothers = [mother.format(one) for one in en for mother in _MOTHERS]
    english = [name.format(one, young) for one in mothers for young in young_en for name in _EN]
    several = tuple(map(_to_plural, young_en))
    english += [name.format(one, young) for one in mothers for young in several for name in _EN_SEVERAL]
    english += [name.format(one) for one in en for name in _EN_FAMILY]
    return tuple(dict.fromkeys(chinese)), tuple(dict.fromkeys(english))


def _to_plural(name: str) -> str:
    head, _, last = name.rpartition(" ")
    plural = _IRREGULAR.get(last) or (f"{last[:-1]}ies" if last.endswith("y") and last != "joey" else f"{last}s")
    return f"{head} {plural}".strip()


def arrange_group(layout: str, count: int, width: float, young_width: float) -> Sequence[Place]:
    """Return the places of a group, far to near; an adult is *width* wide and 1 high."""
    return _LAYOUTS[layout](count, width, young_width)


def _arrange_family(count: int, width: float, young_width: float) -> list[Place]:
    """Return a mother, and her young on both sides in front of her."""
    reach = width * _TUCK + young_width * _YOUNG_SIZE * _TUCK + 0.06
    sides = (-1, 1)[:count]
    return [Place(0, 0, 1), *(Place(side * reach, -0.05, _YOUNG_SIZE, is_young=True) for side in sides)]


def _arrange_row(count: int, width: float, _: float) -> list[Place]:
    return [Place(number * 0.94 * width, 0.05 * (number % 2), 1 - 0.07 * (number % 2)) for number in range(count)]


def _arrange_herd(count: int, width: float, _: float) -> list[Place]:
    """Return a far row, smaller and higher, and a near row between its gaps."""
    far, near = (count + 1) // 2, count // 2
    rows = ((far, 0.46, 0.72), (near, 0.0, 1.0))
    return [
        Place((number - (many - 1) / 2) * width * 0.92, y, size) for many, y, size in rows for number in range(many)
    ]


def _arrange_wedge(count: int, width: float, _: float) -> list[Place]:
    """Return a V that flies to the left."""
    places = [Place(0, 0, 1)]
    for number in range(1, count):
        rank, side = (number + 1) // 2, -1 if number % 2 else 1
        places.append(Place(rank * 0.72 * width, side * rank * 0.72, 1))
    return places


def _arrange_school(count: int, width: float, _: float) -> list[Place]:
    spots = ((0, 0), (1.15, 0.5), (0.55, 1.25), (1.75, 1.6), (2.3, 0.1), (-0.5, 1.0), (2.95, 0.95))
    return [Place(x * width, y, 1 - 0.12 * (number % 3)) for number, (x, y) in enumerate(spots[:count])]


_LAYOUTS: Mapping[str, Callable[[int, float, float], list[Place]]] = {
    "family": _arrange_family,
    "row": _arrange_row,
    "herd": _arrange_herd,
    "wedge": _arrange_wedge,
    "school": _arrange_school,
}
