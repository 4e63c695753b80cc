"""Vector indexes of a table: one for each model, created and dropped concurrently with searches.

A column with vectors of different lengths cannot be indexed as a whole, so an index covers the rows of one model. It
also makes PostgreSQL reject rows with the wrong length for their model.
"""

from hashlib import sha256
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection, sql

from services.rag.adapters.tables import STYLES, Table, format_statement

# Create the vector index of one model; writers are not blocked.
# Reads are far more frequent than writes, so the build is slow (256, pgvector's default is 64): the same recall then
# needs a narrower, faster search (docs/retrieval.md).
CREATE: LiteralString = """
    CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON {table}
    USING hnsw ((embedding::halfvec({dimensions})) halfvec_cosine_ops) WITH (ef_construction = 256)
    WHERE embedding_model = {model}
"""

# Whether an index is valid: a failed or cancelled CREATE INDEX CONCURRENTLY leaves an invalid one, which is not used.
IS_VALID: LiteralString = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%(index)s)"

# Every vector index of a table.
INDEXES: LiteralString = """
    SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = to_regclass(%(table)s) AND starts_with(c.relname, %(prefix)s)
"""

# Every model with a vector, and the model in use.
MODELS: LiteralString = """
    SELECT embedding_model FROM {table} WHERE embedding_model IS NOT NULL UNION SELECT model FROM styles_model
"""


def build_index_name(model: str, table: Table = STYLES) -> str:
    """Return the name of the index of *model* on *table*; it contains a digest, as the name may have any characters."""
    return _build_prefix(table) + sha256(model.encode()).hexdigest()[:16]


async def ensure_index(connection: AsyncConnection[Any], model: str, dimensions: int, table: Table = STYLES) -> bool:
    """Create the index of *model* on *table* if it is missing or invalid; return whether it was created.

    For one process at a time (two such statements on a table wait for each other), outside a transaction.
    """
    name = build_index_name(model, table)
    row = await (await connection.execute(IS_VALID, {"index": name})).fetchone()
    if row is not None and row[0]:
        return False
    if row is not None:
        await connection.execute(_build_drop(name))
    statement = sql.SQL(CREATE).format(
        index=sql.Identifier(name),
        table=sql.Identifier(table.name),
        dimensions=sql.Literal(dimensions),
        model=sql.Literal(model),
    )
    await connection.execute(statement)
    return True


async def drop_unused_indexes(connection: AsyncConnection[Any], table: Table = STYLES) -> list[str]:
    """Drop the indexes of models without vectors in *table*, and return their names. Same limits as `ensure_index`."""
    values = {"table": table.name, "prefix": _build_prefix(table)}
    indexes = {name for (name,) in await _fetch_all(connection, INDEXES, values)}
    if len(indexes) < 2:
        return []  # at most the one in use; listing the models reads the whole table
    used = {
        build_index_name(model, table) for (model,) in await _fetch_all(connection, format_statement(table, MODELS), {})
    }
    unused = sorted(indexes - used)
    for name in unused:
        await connection.execute(_build_drop(name))
    return unused


async def _fetch_all(
    connection: AsyncConnection[Any], statement: LiteralString | bytes, values: dict[str, str]
) -> list[psycopg.rows.TupleRow]:
    return await (await connection.execute(statement, values)).fetchall()


def _build_prefix(table: Table) -> str:
    return f"{table.name}_by_vector_"


def _build_drop(name: str) -> sql.Composed:
    return sql.SQL("DROP INDEX CONCURRENTLY IF EXISTS {}").format(sql.Identifier(name))
