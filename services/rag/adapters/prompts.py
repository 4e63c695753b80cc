"""Prompts in PostgreSQL: every version that was saved, and which one is in use."""

from collections.abc import Sequence
from typing import LiteralString

from psycopg.errors import ForeignKeyViolation
from psycopg.rows import DictRow

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.adapters.cursors import open_cursor
from services.rag.domain.prompt import ActivePrompt, Prompt, SavedPrompt

# The version of a prompt that is in use.
ACTIVE: LiteralString = """
    SELECT v.version, v.text, v.created_at FROM prompts p
    JOIN prompt_versions v ON (v.scope, v.name, v.version) = (p.scope, p.name, p.active)
    WHERE p.scope = %(scope)s AND p.name = %(name)s
"""

# All versions of a prompt, newest first, and which of them is in use.
VERSIONS: LiteralString = """
    SELECT v.version, v.text, v.created_at, v.version IS NOT DISTINCT FROM p.active AS in_use FROM prompts p
    JOIN prompt_versions v ON (v.scope, v.name) = (p.scope, p.name)
    WHERE p.scope = %(scope)s AND p.name = %(name)s ORDER BY v.version DESC
"""

# Make the row of a prompt, so that there is one to lock.
MAKE: LiteralString = """
    INSERT INTO prompts (scope, name) VALUES (%(scope)s, %(name)s)
    ON CONFLICT ON CONSTRAINT one_prompt_per_name_and_scope DO NOTHING
"""

# From here to the end of the transaction nobody else saves or activates a version of this prompt.
LOCK: LiteralString = "SELECT FROM prompts WHERE scope = %(scope)s AND name = %(name)s FOR UPDATE"

# Add the next version. The clock is read under the lock, so that later versions are never older.
ADD: LiteralString = """
    INSERT INTO prompt_versions (scope, name, version, text, created_at)
    SELECT %(scope)s, %(name)s, coalesce(max(version), 0) + 1, %(text)s, clock_timestamp()
    FROM prompt_versions WHERE scope = %(scope)s AND name = %(name)s
    RETURNING version
"""

# Put a version to use, the agent's own for null.
USE: LiteralString = """
    INSERT INTO prompts (scope, name, active) VALUES (%(scope)s, %(name)s, %(version)s)
    ON CONFLICT ON CONSTRAINT one_prompt_per_name_and_scope DO UPDATE
    SET active = excluded.active, changed_at = clock_timestamp()
    WHERE prompts.active IS DISTINCT FROM excluded.active
"""


class PromptStore:
    """Prompts by scope and name. What is not known of a name is a prompt without versions."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def active(self, scope: str, name: str) -> ActivePrompt | None:
        """Return the version of *name* that is in use, None while there is none."""
        prompt = await self.in_use(scope, name)
        return ActivePrompt(name, prompt.active, prompt.versions[0].text) if prompt.versions else None

    async def in_use(self, scope: str, name: str) -> Prompt:
        """Return *name* with the version in use alone."""
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(ACTIVE, {"scope": scope, "name": name})
            versions = _versions(await cursor.fetchall())
        return Prompt(name, versions[0].version if versions else 0, versions)

    async def get(self, scope: str, name: str) -> Prompt:
        """Return *name* with all its versions."""
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(VERSIONS, {"scope": scope, "name": name})
            rows = await cursor.fetchall()
        return Prompt(name, next((row["version"] for row in rows if row["in_use"]), 0), _versions(rows))

    async def save(self, scope: str, name: str, text: str) -> None:
        """Save *text* as the next version and put it to use, unless it equals the one in use.

        Two who save at once wait for each other: both texts are kept, the later one is in use.
        """
        values: dict[str, object] = {"scope": scope, "name": name, "text": text}
        async with open_cursor(self._pool) as cursor, cursor.connection.transaction():
            await cursor.execute(MAKE, values)
            await cursor.execute(LOCK, values)
            in_use = await (await cursor.execute(ACTIVE, values)).fetchone()
            if in_use is not None and in_use["text"] == text:
                return
            added = await (await cursor.execute(ADD, values)).fetchone()
            assert added is not None
            await cursor.execute(USE, values | {"version": added["version"]})

    async def activate(self, scope: str, name: str, version: int) -> None:
        """Put *version* to use, 0 for none. Raises PROMPT_UNKNOWN where there is no such version."""
        values = {"scope": scope, "name": name, "version": version or None}
        async with open_cursor(self._pool) as cursor:
            try:
                await cursor.execute(USE, values)
            except ForeignKeyViolation as error:
                if error.diag.constraint_name == "active_prompt_version_exists":
                    raise _no_version(name, version) from error
                raise


def _versions(rows: Sequence[DictRow]) -> tuple[SavedPrompt, ...]:
    return tuple(SavedPrompt(row["version"], row["text"], row["created_at"]) for row in rows)


def _no_version(name: str, version: int) -> ReflowError:
    return ReflowError(
        Code.PROMPT_UNKNOWN,
        Text(
            f"提示词 {name} 没有第 {version} 版，请用 reflow prompts show {name} 查看。",
            f"The prompt {name} has no version {version}. See `reflow prompts show {name}`.",
        ),
        field="version",
    )
