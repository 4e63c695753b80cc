"""Bring a database up to date: plain SQL files, forward only, one process at a time.

yoyo keeps the record of what was applied. Three things it leaves open are closed here: two folders may use the
same file names, a migration and its record commit together (a process killed between the two would otherwise
never start again), and the lock is one that PostgreSQL frees when its holder dies.
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
"""Seconds between two looks at the lock. Waiting inside PostgreSQL would hold a snapshot, and a migration that
creates an index concurrently waits for every snapshot: the two would wait for each other."""
_LOCK_TIMEOUT = 120.0
_CONNECT_TIMEOUT = 10
_LOCK_TIMEOUT_OF_STATEMENTS: LiteralString = "SET lock_timeout = '30s'"
"""A change that waits for a table makes everybody else wait behind it: better to fail and be tried again."""


def migrate(url: str, folder: Path) -> list[str]:
    """Apply those of `folder/*.sql` that the database at *url* has not seen, in the order of their names.

    Blocking: call it in a thread. A migration's id is `<service>/<file name without suffix>`, the service being
    the name of the folder's parent. Each file is one transaction, unless it contains `-- transactional: false` (for
    CREATE INDEX CONCURRENTLY; such a file must bear being run twice). yoyo prints the rows of a SELECT: use DO.

    Args:
        url: `postgresql://…`; a direct connection, not a PgBouncer in transaction mode (the lock is the session's).
        folder: for example `services/rag/migrations`.

    Returns:
        The ids applied by this call; empty when there was nothing to do.

    Raises:
        DatabaseUnavailable: no connection, a database that is not in UTF-8, a role that may not migrate, another
            process has been migrating for two minutes, or a migration failed; a failed one has left nothing behind,
            those before it stay applied.

    """
    migrations = _read(folder)
    with _migration_lock(url), _Backend(parse_uri(url), default_migration_table) as backend:
        if backend.has_record() and not backend.to_apply(migrations):
            return []  # found out with the right to read alone
        _reject_reader(backend.connection)
        backend.init_database()
        backend.break_lock()  # ours is the lock that counts; a row here was left by a process that died
        return [_apply(backend, migration) for migration in backend.to_apply(migrations)]


class Progress(NamedTuple):
    """Numbers of migrations of a folder that a database has seen and has not."""

    applied: int
    pending: int


def read_progress(url: str, folder: Path) -> Progress:
    """Return how far the database at *url* is, with the right to read alone. Blocking. Raises psycopg.Error."""
    migrations = _read(folder)
    with _Backend(parse_uri(url), default_migration_table) as backend:
        pending = len(backend.to_apply(migrations)) if backend.has_record() else len(migrations)
    return Progress(len(migrations) - pending, pending)


class _Backend(PostgresqlPsycopgBackend):  # type: ignore[misc]
    """yoyo's PostgreSQL backend, with each migration and its record in one transaction."""

    def has_record(self) -> bool:
        """Whether anything was applied ever."""
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

        yoyo's own asks for the user's name, which fails for a user without a passwd entry (containers), and for the
        host's full name, which can wait seconds for a DNS server.
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
                f"Bringing the database up to date failed at {migration.id}; that step has left no change. "
                "Report it with the log; the older version keeps working.",
            ),
            f"{migration.path}: {error}",
        ) from error
    return str(migration.id)


@contextmanager
def _migration_lock(url: str) -> Iterator[None]:
    """Hold the database's migration lock; PostgreSQL frees it when this process dies."""
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
