"""The vector indexes of a table: one a model, made and dropped beside the searches.

A column whose vectors differ in length cannot be indexed as a whole, so an index is of one model's rows. It also keeps
out what is of the wrong length for its model: such a row is refused.
"""

from hashlib import sha256
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection, sql

from services.rag.adapters.tables import STYLES, Table, on

# A vector index of one model; no writer is kept waiting.
# Far more is read than written, so building takes its time (256, pgvector's default is 64): the same recall then needs
# a narrower, faster search (docs/retrieval.md).
CREATE: LiteralString = """
    CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON {table}
    USING hnsw ((embedding::halfvec({dimensions})) halfvec_cosine_ops) WITH (ef_construction = 256)
    WHERE embedding_model = {model}
"""

# Whether an index is whole: what a broken or cancelled CREATE INDEX CONCURRENTLY leaves is not, and serves nothing.
WHOLE: LiteralString = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%(index)s)"

# Every vector index of a table.
INDEXES: LiteralString = """
    SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = to_regclass(%(table)s) AND starts_with(c.relname, %(prefix)s)
"""

# Every model that a vector is of, or is wanted of.
MODELS: LiteralString = """
    SELECT embedding_model FROM {table} WHERE embedding_model IS NOT NULL UNION SELECT model FROM styles_model
"""


def index_name(model: str, table: Table = STYLES) -> str:
    """Return the name of the index of *model* on *table*, whatever characters it has: with a digest of it."""
    return _prefix(table) + sha256(model.encode()).hexdigest()[:16]


async def ensure_index(connection: AsyncConnection[Any], model: str, dimensions: int, table: Table = STYLES) -> bool:
    """Make the index of *model* on *table* where it is missing or was left unfinished, and return whether that was so.

    For one process at a time (two such statements on a table wait for each other), in no transaction.
    """
    name = index_name(model, table)
    row = await (await connection.execute(WHOLE, {"index": name})).fetchone()
    if row is not None and row[0]:
        return False
    if row is not None:
        await connection.execute(_drop(name))
    statement = sql.SQL(CREATE).format(
        index=sql.Identifier(name),
        table=sql.Identifier(table.name),
        dimensions=sql.Literal(dimensions),
        model=sql.Literal(model),
    )
    await connection.execute(statement)
    return True


async def drop_unused_indexes(connection: AsyncConnection[Any], table: Table = STYLES) -> list[str]:
    """Drop the indexes of models that no row of *table* has a vector of, and return their names. As `ensure_index`."""
    values = {"table": table.name, "prefix": _prefix(table)}
    indexes = {name for (name,) in await _rows(connection, INDEXES, values)}
    if len(indexes) < 2:
        return []  # at most the one in use; looking for models reads the whole table
    wanted = {index_name(model, table) for (model,) in await _rows(connection, on(table, MODELS), {})}
    unused = sorted(indexes - wanted)
    for name in unused:
        await connection.execute(_drop(name))
    return unused


async def _rows(
    connection: AsyncConnection[Any], statement: LiteralString | bytes, values: dict[str, str]
) -> list[psycopg.rows.TupleRow]:
    return await (await connection.execute(statement, values)).fetchall()


def _prefix(table: Table) -> str:
    return f"{table.name}_by_vector_"


def _drop(name: str) -> sql.Composed:
    return sql.SQL("DROP INDEX CONCURRENTLY IF EXISTS {}").format(sql.Identifier(name))
