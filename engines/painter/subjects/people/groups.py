"""The table of groups of people: their names and their members."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.model import Kind
from engines.painter.subjects.people.table_reader import read_rows, split_names

Member = tuple[Kind, str]
"""Kind of person, and the role or ""."""


@dataclass(frozen=True, slots=True)
class Group:
    """People who are one subject: a family, a couple."""

    key: str
    names: tuple[str, ...]
    members: tuple[Member, ...]


@cache
def load_groups() -> Mapping[str, Group]:
    """Return all groups by key; the key stands for the role of a person."""
    return {group.key: group for group in map(_parse_group, read_rows("groups"))}


def _parse_group(row: Mapping[str, str]) -> Group:
    return Group(row["key"], split_names(row["names"]), tuple(map(_parse_member, row["members"].split())))


def _parse_member(text: str) -> Member:
    kind, _, role = text.partition("/")
    return Kind(kind), role
