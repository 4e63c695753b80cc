"""The error counts in PostgreSQL, and in memory. Implement services.orchestrator.engine.error_ledger.ErrorLedger."""

from collections.abc import Sequence
from datetime import datetime

from services.common.database.pool import Pool
from services.common.telemetry.error_counts import ErrorCount
from services.orchestrator.adapters.retried_database import RetriedDatabase
from services.orchestrator.engine.error_ledger import CodeCount, ErrorReading, interval_start

# A reader waits this long for an unreachable database; counts that are not stored are stored later.
RETRY_SECONDS = 5.0

# A count only grows: a late report with a smaller count changes nothing.
STORE = """
INSERT INTO error_counts (at, process_id, code, node, count)
SELECT at, %(process_id)s, code, node, count
FROM unnest(%(ats)s::timestamptz[], %(codes)s::text[], %(nodes)s::text[], %(counts)s::bigint[])
  AS t (at, code, node, count)
ON CONFLICT (at, process_id, code, node) DO UPDATE SET count = greatest(error_counts.count, excluded.count)
"""

READ = """
WITH counted AS (
    SELECT at, code, node, count FROM error_counts
    UNION ALL
    SELECT since, code, node, count FROM error_totals
)
SELECT code, node, coalesce(sum(count) FILTER (WHERE at > %(after)s), 0)::bigint AS recent, sum(count)::bigint AS total,
       (SELECT min(at) FROM counted) AS since
FROM counted
WHERE %(code)s = '' OR code = %(code)s
GROUP BY code, node
ORDER BY recent DESC, total DESC, code, node
"""

# Several processes may do so concurrently: each row is deleted, and so added, by one of them.
COMPACT = """
WITH old AS (
    DELETE FROM error_counts WHERE at < %(before)s RETURNING at, code, node, count
)
INSERT INTO error_totals (code, node, count, since)
SELECT code, node, sum(count), min(at) FROM old GROUP BY code, node
ON CONFLICT (code, node) DO UPDATE
SET count = error_totals.count + excluded.count, since = least(error_totals.since, excluded.since)
RETURNING code
"""


class PostgresErrorLedger:
    """The error counts in PostgreSQL, shared by all orchestrators of the deployment."""

    def __init__(self, pool: Pool) -> None:
        self._database = RetriedDatabase(pool, RETRY_SECONDS)

    async def store(self, process_id: str, counts: Sequence[ErrorCount]) -> None:
        parameters = {
            "process_id": process_id,
            "ats": [interval_start(count) for count in counts],
            "codes": [count.code for count in counts],
            "nodes": [count.node for count in counts],
            "counts": [count.count for count in counts],
        }
        await self._database.rows(STORE, parameters)

    async def read(self, after: datetime, code: str) -> ErrorReading:
        rows = await self._database.rows(READ, {"after": after, "code": code})
        counts = [CodeCount(row["code"], row["node"], row["recent"], row["total"]) for row in rows]
        return ErrorReading(counts, rows[0]["since"] if rows else None)

    async def compact(self, before: datetime) -> int:
        return len(await self._database.rows(COMPACT, {"before": before}))


class MemoryErrorLedger:
    """The error counts in memory."""

    def __init__(self) -> None:
        self._counts: dict[tuple[datetime, str, str, str], int] = {}

    async def store(self, process_id: str, counts: Sequence[ErrorCount]) -> None:
        for count in counts:
            key = (interval_start(count), process_id, str(count.code), count.node)
            self._counts[key] = max(count.count, self._counts.get(key, 0))

    async def read(self, after: datetime, code: str) -> ErrorReading:
        sums: dict[tuple[str, str], tuple[int, int]] = {}
        for (at, _, counted, node), count in self._counts.items():
            if code in ("", counted):
                recent, total = sums.get((counted, node), (0, 0))
                sums[counted, node] = recent + count * (at > after), total + count
        counts = [CodeCount(code_, node, recent, total) for (code_, node), (recent, total) in sums.items()]
        counts.sort(key=lambda one: (-one.count, -one.total, one.code, one.node))
        return ErrorReading(counts, min((at for at, *_ in self._counts), default=None))

    async def compact(self, before: datetime) -> int:
        return 0  # it ends with its process
