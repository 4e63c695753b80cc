"""One decision about the queue that several orchestrators share: a transaction under the lock of the deployment."""

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString

from psycopg import AsyncPipeline
from psycopg.rows import DictRow, dict_row

from services.orchestrator.adapters import log_statements as sql
from services.orchestrator.adapters.dbos import queue_statements as queue_sql
from services.orchestrator.adapters.retried_database import Cursor

ENQUEUE_NEXT: LiteralString = queue_sql.ENQUEUE_NEXT.format(schema=queue_sql.SCHEMA)
IN_QUEUE: LiteralString = queue_sql.IN_QUEUE.format(schema=queue_sql.SCHEMA)
ASSIGN_FREE: LiteralString = queue_sql.ASSIGN_FIRST.format(
    schema=queue_sql.SCHEMA, columns=sql.COLUMNS, finished="", count="%(count)s"
)
FINISH_EXECUTIONS: LiteralString = queue_sql.FINISH_EXECUTIONS.format(schema=queue_sql.SCHEMA)
# To replace a run by another never exceeds a limit, whatever DBOS takes meanwhile.
REPLACE_FINISHED: LiteralString = queue_sql.ASSIGN_FIRST.format(
    schema=queue_sql.SCHEMA,
    columns=sql.COLUMNS,
    finished=f"finished AS ({FINISH_EXECUTIONS} RETURNING workflow_uuid),",
    count="(SELECT count(*) FROM finished)",
)
# Whatever waits starts if all of it fits: then no limit can be exceeded, whichever replica takes it.
ASSIGN_ALL: LiteralString = queue_sql.ASSIGN_FIRST.format(
    schema=queue_sql.SCHEMA,
    columns=sql.COLUMNS,
    finished="",
    count=f"({queue_sql.COUNT_IF_ALL_FIT.format(schema=queue_sql.SCHEMA)})",
)
START_FREE: LiteralString = queue_sql.START_FREE.format(schema=queue_sql.SCHEMA)
END_EXECUTIONS: LiteralString = queue_sql.END_EXECUTIONS.format(schema=queue_sql.SCHEMA, queue=queue_sql.QUEUE)
LEFT_TO_RELEASE: LiteralString = queue_sql.LEFT_TO_RELEASE.format(schema=queue_sql.SCHEMA)
REMOVE_ENDED: LiteralString = queue_sql.REMOVE_ENDED.format(schema=queue_sql.SCHEMA)
DEQUEUED_EXECUTIONS: LiteralString = queue_sql.DEQUEUED_EXECUTIONS.format(schema=queue_sql.SCHEMA)
QUEUED_EXECUTIONS: LiteralString = queue_sql.QUEUED_EXECUTIONS.format(schema=queue_sql.SCHEMA)
DBOS_QUEUE = {
    "workflow": queue_sql.WORKFLOW,
    "queue": queue_sql.QUEUE,
    "version": queue_sql.APPLICATION_VERSION,
    "application": queue_sql.APPLICATION,
}


class Decision:
    """A transaction in which one replica decides, and the executions that it queues and assigns to itself.

    Its statements are sent without waiting for the results of those before, and with the commit: other replicas wait
    for it.
    """

    def __init__(self, cursor: Cursor, pipeline: AsyncPipeline) -> None:
        self._connection = cursor.connection
        self._pipeline = pipeline
        self._queued: list[Cursor] = []
        self._assigned: list[Cursor] = []

    async def execute(self, statement: LiteralString, parameters: Mapping[str, Any]) -> Cursor:
        """Send a statement."""
        return await self._connection.cursor(row_factory=dict_row).execute(statement, parameters)

    async def fetch(self, *cursors: Cursor) -> list[list[DictRow]]:
        """Return the rows of each of *cursors*, which waits for all statements before.

        Only then does the server know that it waits for this process, and end the transaction if that takes long.
        """
        await self._pipeline.sync()
        return [await cursor.fetchall() for cursor in cursors]

    async def enqueue(self, session_ids: Sequence[str]) -> None:
        """Queue the next run of each session that has none queued."""
        parameters = {"session_ids": sorted(set(session_ids))} | DBOS_QUEUE
        self._queued.append(await self.execute(ENQUEUE_NEXT, parameters))

    async def assign(self, statement: LiteralString, parameters: Mapping[str, Any]) -> None:
        """Assign executions to this replica."""
        self._assigned.append(await self.execute(statement, parameters))

    def count_queued(self) -> int:
        """Return how many executions were queued."""
        return sum(cursor.rowcount for cursor in self._queued)

    async def list_assigned(self) -> list[DictRow]:
        """Return the executions that were assigned, with the columns of their runs."""
        return [row for cursor in self._assigned for row in await cursor.fetchall()]
