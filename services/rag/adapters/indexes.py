"""The vector indexes: one a model, made and dropped beside the searches.

A column whose vectors differ in length cannot be indexed as a whole, so an index is of one model's rows. It also keeps
out what is of the wrong length for its model: such a row is refused.
"""

from hashlib import sha256
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection, sql

PREFIX = "styles_by_vector_"

# A vector index of one model; no writer is kept waiting.
# Far more is read than written, so building takes its time (256, pgvector's default is 64): the same recall then needs
# a narrower, faster search (docs/retrieval.md).
CREATE: LiteralString = """
    CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON styles
    USING hnsw ((embedding::halfvec({dimensions})) halfvec_cosine_ops) WITH (ef_construction = 256)
    WHERE embedding_model = {model}
"""

# Whether an index is whole: what a broken or cancelled CREATE INDEX CONCURRENTLY leaves is not, and serves nothing.
WHOLE: LiteralString = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%(index)s)"

# Every vector index of the styles.
INDEXES: LiteralString = """
    SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'styles'::regclass AND starts_with(c.relname, %(prefix)s)
"""

# Every model that a vector is of, or is wanted of.
MODELS: LiteralString = """
    SELECT embedding_model FROM styles WHERE embedding_model IS NOT NULL UNION SELECT model FROM styles_model
"""


def index_name(model: str) -> str:
    """Return the name of the index of *model*, whatever characters that has: a digest of it."""
    return PREFIX + sha256(model.encode()).hexdigest()[:16]


async def ensure_index(connection: AsyncConnection[Any], model: str, dimensions: int) -> bool:
    """Make the index of *model* where it is missing or was left unfinished, and return whether that was so.

    For one process at a time (two such statements on a table wait for each other), in no transaction.
    """
    name = index_name(model)
    row = await (await connection.execute(WHOLE, {"index": name})).fetchone()
    if row is not None and row[0]:
        return False
    if row is not None:
        await connection.execute(_drop(name))
    statement = sql.SQL(CREATE).format(
        index=sql.Identifier(name), dimensions=sql.Literal(dimensions), model=sql.Literal(model)
    )
    await connection.execute(statement)
    return True


async def drop_unused_indexes(connection: AsyncConnection[Any]) -> list[str]:
    """Drop the indexes of models that no style has a vector of, and return their names. As `ensure_index` is."""
    indexes = {name for (name,) in await _rows(connection, INDEXES, {"prefix": PREFIX})}
    if len(indexes) < 2:
        return []  # at most the one in use; looking for models reads the whole table
    wanted = {index_name(model) for (model,) in await _rows(connection, MODELS, {})}
    unused = sorted(indexes - wanted)
    for name in unused:
        await connection.execute(_drop(name))
    return unused


async def _rows(
    connection: AsyncConnection[Any], statement: LiteralString, values: dict[str, str]
) -> list[psycopg.rows.TupleRow]:
    return await (await connection.execute(statement, values)).fetchall()


def _drop(name: str) -> sql.Composed:
    return sql.SQL("DROP INDEX CONCURRENTLY IF EXISTS {}").format(sql.Identifier(name))
