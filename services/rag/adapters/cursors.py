"""Cursors of the store; its errors are mapped to the error catalog."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
from psycopg.rows import DictRow, dict_row

from services.common.database.pool import Pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError


@asynccontextmanager
async def open_cursor(pool: Pool) -> AsyncIterator[psycopg.AsyncCursor[DictRow]]:
    """Yield a cursor with rows as dicts. Raises VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT for errors of the store."""
    try:
        async with pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            yield cursor
    except psycopg.errors.QueryCanceled as error:
        raise ReflowError(Code.VECTOR_DB_TIMEOUT, details=str(error)) from error
    except (psycopg.Error, DatabaseUnavailable) as error:
        raise ReflowError(Code.VECTOR_DB_ERROR, details=str(error)) from error
