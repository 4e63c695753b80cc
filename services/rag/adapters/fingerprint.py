"""Fingerprint of the style library, part of the key of cached results."""

from services.common.database.pool import Pool

FINGERPRINT = """
SELECT count(*), coalesce(sum(revision), 0), coalesce(max(changed_at)::text, ''),
       count(*) FILTER (WHERE embedding_model = %(model)s)
FROM styles WHERE scope IN ('', %(scope)s)
"""


async def fetch_fingerprint(pool: Pool, scope: str, model: str) -> tuple[int, int, str, int]:
    """Return a value that changes when a style visible to *scope* is added, changed or removed.

    It also changes while styles are embedded with *model*: earlier results are incomplete.
    """
    async with pool.connection() as connection:
        row = await (await connection.execute(FINGERPRINT, {"scope": scope, "model": model})).fetchone()
    assert row is not None
    return int(row[0]), int(row[1]), str(row[2]), int(row[3])
