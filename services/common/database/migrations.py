"""Migrate a database: plain SQL files, forward only, one process at a time.

yoyo records the applied migrations. This module adds three guarantees: two folders may use the same file names, a
migration and its record commit together (a process killed between the two could otherwise never start again), and
PostgreSQL releases the lock when its holder dies.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, LiteralString, NamedTuple
from uuid import uuid4

import psycopg
from yoyo.backends import PostgresqlPsycopgBackend
from yoyo.connections import parse_uri
from yoyo.exceptions import BadMigration
from yoyo.migrations import Migration, MigrationList, default_migration_table

from services.common.database.pool import unreachable
from services.common.database.unavailable import DatabaseUnavailable
from services.common.text.language import Text

_CREATE_DATABASE = "CREATE DATABASE reflow ENCODING 'UTF8' TEMPLATE template0"
_TRY_LOCK: LiteralString = "SELECT pg_try_advisory_lock(hashtext('reflow migrations'))"
_MAY_CREATE: LiteralString = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
_LOCK_PAUSE = 0.05
"""Seconds between two attempts to acquire the lock. Waiting inside PostgreSQL would hold a snapshot, and a migration
that creates an index concurrently waits for every snapshot: a deadlock."""
_LOCK_TIMEOUT = 120.0
_CONNECT_TIMEOUT = 10
_LOCK_TIMEOUT_OF_STATEMENTS: LiteralString = "SET lock_timeout = '30s'"
"""A migration that waits for a table lock blocks all later queries of the table: it fails instead, and is retried."""


def migrate(url: str, folder: Path) -> list[str]:
    """Apply the missing migrations `folder/*.sql` to the database at *url*, in the order of their names.

    Blocking: call it in a thread. A migration's id is `<service>/<file name without suffix>`, the service being
    the name of the folder's parent. Each file is one transaction, unless it contains `-- transactional: false` (for
    CREATE INDEX CONCURRENTLY; such a file must be idempotent). yoyo prints the rows of a SELECT: use DO.

    Args:
        url: `postgresql://…`; a direct connection, not a PgBouncer in transaction mode (the lock is the session's).
        folder: for example `services/rag/migrations`.

    Returns:
        The ids applied by this call; empty when there was nothing to do.

    Raises:
        DatabaseUnavailable: no connection, a database that is not in UTF-8, a role that may not migrate, another
            process has been migrating for two minutes, or a migration failed; a failed one is rolled back, those before
            it stay applied.

    """
    migrations = _read(folder)
    with _migration_lock(url), _Backend(parse_uri(url), default_migration_table) as backend:
        if backend.has_record() and not backend.to_apply(migrations):
            return []  # requires only the right to read
        _reject_reader(backend.connection)
        backend.init_database()
        backend.break_lock()  # our own lock is authoritative; a row here belongs to a process that died
        return [_apply(backend, migration) for migration in backend.to_apply(migrations)]


class Progress(NamedTuple):
    """Numbers of applied and missing migrations of a folder in a database."""

    applied: int
    pending: int


def read_progress(url: str, folder: Path) -> Progress:
    """Return the progress of the database at *url*, with only the right to read. Blocking. Raises psycopg.Error."""
    migrations = _read(folder)
    with _Backend(parse_uri(url), default_migration_table) as backend:
        pending = len(backend.to_apply(migrations)) if backend.has_record() else len(migrations)
    return Progress(len(migrations) - pending, pending)


class _Backend(PostgresqlPsycopgBackend):  # type: ignore[misc]
    """yoyo's PostgreSQL backend, with each migration and its record in one transaction."""

    def has_record(self) -> bool:
        """Whether any migration was ever applied."""
        row = self.execute("SELECT to_regclass(%(table)s)", {"table": self.migration_table}).fetchone()
        return row is not None and row[0] is not None

    def apply_one(self, migration: Any, force: bool = False, mark: bool = True) -> None:
        migration.load()
        if not migration.use_transactions:
            super().apply_one(migration, force, mark)
            return
        with self.transaction():
            migration.process_steps(self, "apply", force=force)
            self.log_migration(migration, "apply")
            self.mark_one(migration, log=False)

    def init_connection(self, connection: Any) -> None:
        super().init_connection(connection)
        connection.execute(_LOCK_TIMEOUT_OF_STATEMENTS)

    def get_log_data(self, migration: Any = None, operation: str = "apply") -> dict[str, Any]:
        """Return a row of yoyo's log.

        yoyo's own method requests the user's name, which fails for a user without a passwd entry (containers), and the
        host's full name, which can take seconds for a DNS query.
        """
        return {
            "id": str(uuid4()),
            "migration_id": migration.id if migration else None,
            "migration_hash": migration.hash if migration else None,
            "username": self.connection.info.user,
            "hostname": self.connection.info.host,
            "created_at_utc": datetime.now(UTC).replace(tzinfo=None),
            "operation": operation,
        }


def _read(folder: Path) -> Any:
    if not folder.is_dir():
        raise FileNotFoundError(f"no folder of migrations: {folder}")
    service = folder.resolve().parent.name
    files = sorted(folder.glob("*.sql"))
    return MigrationList([Migration(f"{service}/{file.stem}", str(file), str(folder)) for file in files])


def _apply(backend: Any, migration: Any) -> str:
    try:
        backend.apply_one(migration)
    except (psycopg.Error, BadMigration) as error:
        raise DatabaseUnavailable(
            Text(
                f"数据库升级在 {migration.id} 处失败，这一步没有留下任何改动。请把日志发给维护者；旧版本仍可继续使用。",
                f"Bringing the database up to date failed at {migration.id}; that step changed nothing. "
                "Report it with the log; the older version keeps working.",
            ),
            f"{migration.path}: {error}",
        ) from error
    return str(migration.id)


@contextmanager
def _migration_lock(url: str) -> Iterator[None]:
    """Hold the database's migration lock; PostgreSQL releases it when this process dies."""
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=_CONNECT_TIMEOUT)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
        raise unreachable(url, str(error)) from error
    with connection:
        _reject_encoding(connection)
        deadline = time.monotonic() + _LOCK_TIMEOUT
        while not _try_lock(connection):
            if time.monotonic() > deadline:
                raise DatabaseUnavailable(
                    Text(
                        "另一个进程一直在升级数据库。请等它结束，或停掉它后重试。",
                        "Another process has been migrating this database for two minutes. "
                        "Wait for it to end, or stop it, and try again.",
                    )
                )
            time.sleep(_LOCK_PAUSE)
        yield


def _reject_reader(connection: psycopg.Connection[Any]) -> None:
    """Raise DatabaseUnavailable unless the connection's role may create tables where the migrations do."""
    row = connection.execute(_MAY_CREATE).fetchone()
    if row is None or not row[0]:
        raise DatabaseUnavailable(
            Text(
                f"数据库需要升级，但角色 {connection.info.user} 无权修改表结构。"
                "请先用角色 reflow_migrator 运行升级任务，再启动服务。",
                f"The database has to be migrated, and the role {connection.info.user} may not change its tables. "
                "Run the migration with the role reflow_migrator first, then start the service.",
            )
        )


def _reject_encoding(connection: psycopg.Connection[Any]) -> None:
    """Raise DatabaseUnavailable unless the database stores text as UTF-8."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise DatabaseUnavailable(
            Text(
                f"数据库的编码是 {encoding}，需要 UTF8。请新建一个数据库：{_CREATE_DATABASE}，"
                "再把 REFLOW_DATABASE_URL 指向它。",
                f"The database has the encoding {encoding}; UTF8 is required. Create another with "
                f"{_CREATE_DATABASE}, and name it in REFLOW_DATABASE_URL.",
            )
        )


def _try_lock(connection: psycopg.Connection[Any]) -> bool:
    row = connection.execute(_TRY_LOCK).fetchone()
    return row is not None and bool(row[0])
