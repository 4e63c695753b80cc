"""Templates of notes in PostgreSQL."""

from collections.abc import Sequence
from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from services.common.contract.note import NoteTemplate
from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.adapters.cursors import open_cursor
from services.rag.domain.template import parse_template, to_record

MAX_OWN = 100
"""Maximum number of templates of one scope: all are listed in one message, and scored for each recommendation."""

# Everything visible to a scope, in one language or in both.
LIST: LiteralString = """
    SELECT t.record, t.revision FROM visible_templates(%(scope)s) t
    WHERE %(locale)s IN ('', t.locale) ORDER BY t.key, t.locale DESC
"""

# Add or replace a template of a user; a removed one continues with its next revision. Not added beyond the limit.
PUT: LiteralString = """
    INSERT INTO templates AS t (scope, key, locale, revision, origin, record)
    SELECT %(scope)s, %(key)s, %(locale)s, 1, 'person', %(record)s
    WHERE (
        SELECT count(*) < %(max_own)s FROM templates own
        WHERE own.scope = %(scope)s AND own.removed_at IS NULL AND (own.key, own.locale) <> (%(key)s, %(locale)s)
    )
    ON CONFLICT ON CONSTRAINT one_template_per_key_locale_and_scope DO UPDATE SET
        revision = t.revision + 1, origin = 'person', record = excluded.record, changed_at = now(), removed_at = NULL
    RETURNING t.revision
"""

# Add a seed template, or update it unless a user has changed or removed it.
SEED: LiteralString = """
    INSERT INTO templates AS t (scope, key, locale, revision, origin, record)
    VALUES ('', %(key)s, %(locale)s, 1, 'library', %(record)s)
    ON CONFLICT ON CONSTRAINT one_template_per_key_locale_and_scope DO UPDATE SET
        revision = t.revision + 1, record = excluded.record, changed_at = now()
    WHERE t.origin = 'library' AND t.removed_at IS NULL AND t.record <> excluded.record
"""

# Rows of the shared scope, to find missing and outdated seed data.
SHARED: LiteralString = """
    SELECT key, locale, record, origin = 'person' OR removed_at IS NOT NULL AS overridden
    FROM templates WHERE scope = ''
"""

# Clear the row of a template, or insert an empty row that hides the seed template from its scope.
REMOVE: LiteralString = """
    INSERT INTO templates AS old (scope, key, locale, revision, origin, removed_at)
    SELECT %(scope)s, t.key, t.locale, 1, 'person', now()
    FROM visible_templates(%(scope)s) t WHERE t.key = %(key)s AND t.locale = %(locale)s
    ON CONFLICT ON CONSTRAINT one_template_per_key_locale_and_scope DO UPDATE SET
        revision = old.revision + 1, origin = 'person', record = NULL, changed_at = now(), removed_at = now()
    RETURNING old.revision
"""


class TemplateStore:
    """Templates by scope, key and locale. Visible to a scope: its own, and seed data that it has not replaced."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def list_all(self, scope: str, locale: str = "") -> list[NoteTemplate]:
        """Return every template in *locale* visible to *scope*, in both languages for "", by key."""
        rows = await self._rows(LIST, {"scope": scope, "locale": locale})
        return [parse_template(row["record"], revision=row["revision"]) for row in rows]

    async def put(self, scope: str, template: NoteTemplate) -> NoteTemplate:
        """Add *template* to *scope*, or replace the one of its key and locale; return it with its new revision.

        Raises INVALID_INPUT_FORMAT if *scope* already has `MAX_OWN`.
        """
        rows = await self._rows(PUT, _to_row(template) | {"scope": scope, "max_own": MAX_OWN})
        if not rows:
            raise _limit_error()
        return parse_template(to_record(template), revision=rows[0]["revision"])

    async def remove(self, scope: str, key: str, locale: str) -> None:
        """Remove a template from *scope*; seed data stays removed for this scope. Raises TEMPLATE_UNKNOWN."""
        if not await self._rows(REMOVE, {"scope": scope, "key": key, "locale": locale}):
            raise _unknown_error(key, locale)

    async def find_outdated(self, seed: Sequence[NoteTemplate]) -> tuple[NoteTemplate, ...]:
        """Return the *seed* templates that are missing or outdated, without those that a user changed or removed."""
        stored = {(row["key"], row["locale"]): row for row in await self._rows(SHARED, {})}
        current = {
            (one.key, one.locale)
            for one in seed
            if (row := stored.get((one.key, one.locale))) and (row["overridden"] or row["record"] == to_record(one))
        }
        return tuple(one for one in seed if (one.key, one.locale) not in current)

    async def seed(self, templates: Sequence[NoteTemplate]) -> None:
        """Add or update seed *templates*, all or none; those that a user changed or removed are not changed.

        They are written by key: processes that lock rows in the same order cannot deadlock.
        """
        rows = sorted((_to_row(one) for one in templates), key=lambda row: (row["key"], row["locale"]))
        async with open_cursor(self._pool) as cursor, cursor.connection.transaction():
            await cursor.executemany(SEED, rows)

    async def _rows(self, statement: LiteralString, values: dict[str, Any]) -> list[dict[str, Any]]:
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(statement, values)
            return await cursor.fetchall()


def _to_row(template: NoteTemplate) -> dict[str, Any]:
    return {"key": template.key, "locale": template.locale, "record": Jsonb(to_record(template))}


def _unknown_error(key: str, locale: str) -> ReflowError:
    return ReflowError(
        Code.TEMPLATE_UNKNOWN,
        Text(
            f"没有“{key}”这个模板（语言 {locale}），请用 reflow templates list 查看。",
            f'There is no template "{key}" (language {locale}). See `reflow templates list`.',
        ),
        field="key",
    )


def _limit_error() -> ReflowError:
    return ReflowError(
        Code.INVALID_INPUT_FORMAT,
        Text(
            f"自己的模板最多 {MAX_OWN} 个，请先删除不用的（reflow templates remove）。",
            f"You can have at most {MAX_OWN} templates of your own. Remove one first (`reflow templates remove`).",
        ),
        field="template",
    )
