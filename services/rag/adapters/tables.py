"""The tables of knowledge: alike in everything that finding, changing and embedding their rows needs."""

from dataclasses import dataclass
from functools import lru_cache
from typing import LiteralString

from psycopg import sql


@dataclass(frozen=True, slots=True)
class Table:
    """A table of knowledge, with a function `visible_NAME(scope)` that gives what a scope sees of it."""

    name: LiteralString


STYLES = Table("styles")
NOTES = Table("notes")


@lru_cache(maxsize=64)
def on(table: Table, statement: LiteralString) -> bytes:
    """Return *statement* for *table*: {table} and {visible} filled in, its parameters left to be given."""
    names = {"table": sql.Identifier(table.name), "visible": sql.Identifier(f"visible_{table.name}")}
    return sql.SQL(statement).format(**names).as_bytes(None)
