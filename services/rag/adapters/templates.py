"""The templates of notes in PostgreSQL."""

from collections.abc import Sequence
from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.adapters.cursors import open_cursor
from services.rag.domain.template import NoteTemplate, parse_template

MOST_OWN = 100
"""Templates a scope can have of its own: all are listed in one message, and looked at for each recommendation."""

# Everything a scope sees, in one language or in both.
LIST: LiteralString = """
    SELECT t.record, t.revision FROM visible_templates(%(scope)s) t
    WHERE %(locale)s IN ('', t.locale) ORDER BY t.key, t.locale DESC
"""

# Add or change a template of a person; a removed one comes back under its next revision. One too many is not added.
PUT: LiteralString = """
    INSERT INTO templates AS t (scope, key, locale, revision, origin, record)
    SELECT %(scope)s, %(key)s, %(locale)s, 1, 'person', %(record)s
    WHERE (
        SELECT count(*) < %(most)s FROM templates own
        WHERE own.scope = %(scope)s AND own.removed_at IS NULL AND (own.key, own.locale) <> (%(key)s, %(locale)s)
    )
    ON CONFLICT ON CONSTRAINT one_template_per_key_locale_and_scope DO UPDATE SET
        revision = t.revision + 1, origin = 'person', record = excluded.record, changed_at = now(), removed_at = NULL
    RETURNING t.revision
"""

# Add a shipped template, or bring it up to date where nobody has changed or removed it.
SHIP: LiteralString = """
    INSERT INTO templates AS t (scope, key, locale, revision, origin, record)
    VALUES ('', %(key)s, %(locale)s, 1, 'library', %(record)s)
    ON CONFLICT ON CONSTRAINT one_template_per_key_locale_and_scope DO UPDATE SET
        revision = t.revision + 1, record = excluded.record, changed_at = now()
    WHERE t.origin = 'library' AND t.removed_at IS NULL AND t.record <> excluded.record
"""

# The shared scope's rows, to see which shipped templates are missing or out of date.
SHARED: LiteralString = """
    SELECT key, locale, record, origin = 'person' OR removed_at IS NOT NULL AS kept FROM templates WHERE scope = ''
"""

# Empty the row of a template, or leave an empty row that hides the shipped one from its scope.
REMOVE: LiteralString = """
    INSERT INTO templates AS old (scope, key, locale, revision, origin, removed_at)
    SELECT %(scope)s, t.key, t.locale, 1, 'person', now()
    FROM visible_templates(%(scope)s) t WHERE t.key = %(key)s AND t.locale = %(locale)s
    ON CONFLICT ON CONSTRAINT one_template_per_key_locale_and_scope DO UPDATE SET
        revision = old.revision + 1, origin = 'person', record = NULL, changed_at = now(), removed_at = now()
    RETURNING old.revision
"""


class TemplateStore:
    """Templates by scope, key and locale. A scope sees its own and the shipped ones it has not replaced or removed."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def all(self, scope: str, locale: str = "") -> list[NoteTemplate]:
        """Return every template *scope* sees in *locale*, in both languages for "", by key."""
        rows = await self._rows(LIST, {"scope": scope, "locale": locale})
        return [parse_template(row["record"], revision=row["revision"]) for row in rows]

    async def put(self, scope: str, template: NoteTemplate) -> NoteTemplate:
        """Add *template* to *scope*, or replace the one of its key and locale; return it with its new revision.

        Raises INVALID_INPUT_FORMAT where *scope* has `MOST_OWN` already.
        """
        rows = await self._rows(PUT, _written(template) | {"scope": scope, "most": MOST_OWN})
        if not rows:
            raise _too_many()
        return parse_template(template.as_mapping(), revision=rows[0]["revision"])

    async def remove(self, scope: str, key: str, locale: str) -> None:
        """Remove the template *scope* sees; a shipped one stays removed, for this scope. Raises TEMPLATE_UNKNOWN."""
        if not await self._rows(REMOVE, {"scope": scope, "key": key, "locale": locale}):
            raise _unknown(key, locale)

    async def missing(self, shipped: Sequence[NoteTemplate]) -> tuple[NoteTemplate, ...]:
        """Return those of the *shipped* templates that are not there as they ship and nobody changed or removed."""
        there = {(row["key"], row["locale"]): row for row in await self._rows(SHARED, {})}
        settled = {
            (one.key, one.locale)
            for one in shipped
            if (row := there.get((one.key, one.locale))) and (row["kept"] or row["record"] == one.as_mapping())
        }
        return tuple(one for one in shipped if (one.key, one.locale) not in settled)

    async def ship(self, templates: Sequence[NoteTemplate]) -> None:
        """Add shipped *templates* to the shared scope, all or none; what a person changed or removed stays as it is.

        They are written by key: two processes that take rows in one order never deadlock.
        """
        rows = sorted((_written(one) for one in templates), key=lambda row: (row["key"], row["locale"]))
        async with open_cursor(self._pool) as cursor, cursor.connection.transaction():
            await cursor.executemany(SHIP, rows)

    async def _rows(self, statement: LiteralString, values: dict[str, Any]) -> list[dict[str, Any]]:
        async with open_cursor(self._pool) as cursor:
            await cursor.execute(statement, values)
            return await cursor.fetchall()


def _written(template: NoteTemplate) -> dict[str, Any]:
    return {"key": template.key, "locale": template.locale, "record": Jsonb(template.as_mapping())}


def _unknown(key: str, locale: str) -> ReflowError:
    return ReflowError(
        Code.TEMPLATE_UNKNOWN,
        Text(
            f"没有“{key}”这个模板（语言 {locale}），请用 reflow templates list 查看。",
            f'There is no template "{key}" (language {locale}). See `reflow templates list`.',
        ),
        field="key",
    )


def _too_many() -> ReflowError:
    return ReflowError(
        Code.INVALID_INPUT_FORMAT,
        Text(
            f"自己的模板最多 {MOST_OWN} 个，请先删除不用的（reflow templates remove）。",
            f"You can have at most {MOST_OWN} templates of your own. Remove one first (`reflow templates remove`).",
        ),
        field="template",
    )
