"""The tables of knowledge: search, changes and embedding of their rows use the same statements."""

from dataclasses import dataclass
from functools import lru_cache
from typing import LiteralString

from psycopg import sql


@dataclass(frozen=True, slots=True)
class Table:
    """A table of knowledge, with a function `visible_NAME(scope)` that returns the rows visible to a scope."""

    name: LiteralString


STYLES = Table("styles")
NOTES = Table("notes")
NODE_TYPES = Table("node_types")


@lru_cache(maxsize=64)
def format_statement(table: Table, statement: LiteralString) -> bytes:
    """Return *statement* for *table*, with {table} and {visible} replaced; parameters remain."""
    names = {"table": sql.Identifier(table.name), "visible": sql.Identifier(f"visible_{table.name}")}
    return sql.SQL(statement).format(**names).as_bytes(None)
