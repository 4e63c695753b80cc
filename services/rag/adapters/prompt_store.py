"""Prompts in PostgreSQL: all saved versions, and the active one."""

from collections.abc import Sequence
from typing import LiteralString

from psycopg.errors import ForeignKeyViolation
from psycopg.rows import DictRow

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.adapters.cursors import open_cursor
from services.rag.domain.prompt import Prompt, SavedPrompt

# The active version of a prompt.
ACTIVE: LiteralString = """
    SELECT v.version, v.text, v.created_at FROM prompts p
    JOIN prompt_versions v ON (v.scope, v.name, v.version) = (p.scope, p.name, p.active)
    WHERE p.scope = %(scope)s AND p.name = %(name)s
"""

# The active versions of all prompts of a scope.
LIST_ACTIVE: LiteralString = """
    SELECT v.name, v.version, v.text, v.created_at FROM prompts p
    JOIN prompt_versions v ON (v.scope, v.name, v.version) = (p.scope, p.name, p.active)
    WHERE p.scope = %(scope)s
"""

# All versions of a prompt, newest first, and which of them is active.
VERSIONS: LiteralString = """
    SELECT v.version, v.text, v.created_at, v.version IS NOT DISTINCT FROM p.active AS is_active FROM prompts p
    JOIN prompt_versions v ON (v.scope, v.name) = (p.scope, p.name)
    WHERE p.scope = %(scope)s AND p.name = %(name)s ORDER BY v.version DESC
"""

# Insert the row of a prompt, so that it can be locked.
INSERT_PROMPT: LiteralString = """
    INSERT INTO prompts (scope, name) VALUES (%(scope)s, %(name)s)
    ON CONFLICT ON CONSTRAINT one_prompt_per_name_and_scope DO NOTHING
"""

# Until the end of the transaction, no other transaction saves or activates a version of this prompt.
LOCK: LiteralString = "SELECT FROM prompts WHERE scope = %(scope)s AND name = %(name)s FOR UPDATE"

# Add the next version. The clock is read under the lock, so that later versions are never older.
INSERT_VERSION: LiteralString = """
    INSERT INTO prompt_versions (scope, name, version, text, created_at)
    SELECT %(scope)s, %(name)s, coalesce(max(version), 0) + 1, %(text)s, clock_timestamp()
    FROM prompt_versions WHERE scope = %(scope)s AND name = %(name)s
    RETURNING version
"""

# Activate a version; null for the built-in prompt.
ACTIVATE: LiteralString = """
    INSERT INTO prompts (scope, name, active) VALUES (%(scope)s, %(name)s, %(version)s)
    ON CONFLICT ON CONSTRAINT one_prompt_per_name_and_scope DO UPDATE
    SET active = excluded.active, changed_at = clock_timestamp()
    WHERE prompts.active IS DISTINCT FROM excluded.active
"""


class PromptStore:
    """Prompts by scope and name. An unknown name is a prompt without versions."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def list_active(self, scope: str) -> dict[str, Prompt]:
        """Return the prompts of *scope* that have an active version, with it, by name."""
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(LIST_ACTIVE, {"scope": scope})
            rows = await cursor.fetchall()
        return {row["name"]: Prompt(row["name"], row["version"], _to_versions([row])) for row in rows}

    async def get_with_active_version(self, scope: str, name: str) -> Prompt:
        """Return *name* with its active version only."""
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(ACTIVE, {"scope": scope, "name": name})
            versions = _to_versions(await cursor.fetchall())
        return Prompt(name, versions[0].version if versions else 0, versions)

    async def get(self, scope: str, name: str) -> Prompt:
        """Return *name* with all its versions."""
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(VERSIONS, {"scope": scope, "name": name})
            rows = await cursor.fetchall()
        return Prompt(name, next((row["version"] for row in rows if row["is_active"]), 0), _to_versions(rows))

    async def save(self, scope: str, name: str, text: str) -> None:
        """Save *text* as the next version and activate it, unless it equals the active text.

        Concurrent calls wait for each other: both texts are saved, the later one is active.
        """
        values: dict[str, object] = {"scope": scope, "name": name, "text": text}
        async with open_cursor(self._pool) as cursor, cursor.connection.transaction():
            await cursor.execute(INSERT_PROMPT, values)
            await cursor.execute(LOCK, values)
            active = await (await cursor.execute(ACTIVE, values)).fetchone()
            if active is not None and active["text"] == text:
                return
            added = await (await cursor.execute(INSERT_VERSION, values)).fetchone()
            assert added is not None
            await cursor.execute(ACTIVATE, values | {"version": added["version"]})

    async def activate(self, scope: str, name: str, version: int) -> None:
        """Activate *version*, 0 for none. Raises PROMPT_UNKNOWN for an unknown version."""
        values = {"scope": scope, "name": name, "version": version or None}
        async with open_cursor(self._pool) as cursor:
            try:
                await cursor.execute(ACTIVATE, values)
            except ForeignKeyViolation as error:
                if error.diag.constraint_name == "active_prompt_version_exists":
                    raise _unknown_version_error(name, version) from error
                raise


def _to_versions(rows: Sequence[DictRow]) -> tuple[SavedPrompt, ...]:
    return tuple(SavedPrompt(row["version"], row["text"], row["created_at"]) for row in rows)


def _unknown_version_error(name: str, version: int) -> ReflowError:
    return ReflowError(
        Code.PROMPT_UNKNOWN,
        Text(
            f"提示词 {name} 没有第 {version} 版，请用 reflow prompts show {name} 查看。",
            f"The prompt {name} has no version {version}. See `reflow prompts show {name}`.",
        ),
        field="version",
    )
