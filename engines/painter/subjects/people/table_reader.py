"""Reader of the tables of people: tab-separated rows under a line of column names."""

from collections.abc import Iterator, Mapping
from pathlib import Path

PartName = tuple[str, str]
"""Name of a part, and its color, '#rrggbb', or "" for its usual one."""


def read_rows(name: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of the table *name* by column."""
    header, *lines = Path(__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    columns = header.split("\t")
    for line in lines:
        yield dict(zip(columns, line.split("\t"), strict=True))


def parse_part(text: str) -> PartName:
    """Return the part of 'name' or 'name#rrggbb'."""
    name, sign, color = text.partition("#")
    return name, sign + color


def parse_parts(text: str) -> tuple[PartName, ...]:
    """Return the parts of a list separated by spaces."""
    return tuple(map(parse_part, text.split()))


def split_names(text: str) -> tuple[str, ...]:
    """Return the names of a list separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
