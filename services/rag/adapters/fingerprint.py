"""What a cached answer depends on besides its question: the library as it stands."""

from services.common.database.pool import Pool

FINGERPRINT = """
SELECT count(*), coalesce(sum(revision), 0), coalesce(max(changed_at)::text, ''),
       count(*) FILTER (WHERE embedding_model = %(model)s)
FROM styles WHERE scope IN ('', %(scope)s)
"""


async def fingerprint(pool: Pool, scope: str, model: str) -> tuple[int, int, str, int]:
    """Return a value that changes whenever a style that *scope* sees is added, changed or removed.

    It also changes while styles are given vectors of *model*: an answer from before that knows less.
    """
    async with pool.connection() as connection:
        row = await (await connection.execute(FINGERPRINT, {"scope": scope, "model": model})).fetchone()
    assert row is not None
    return int(row[0]), int(row[1]), str(row[2]), int(row[3])
