"""The run log on PostgreSQL, with group commit. Implements services.orchestrator.engine.run_log.RunLog."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from services.common.contract.image_chat import Restore
from services.common.contract.session import ChatMessage, LastResult, SessionImage
from services.common.database.pool import Pool
from services.orchestrator.adapters import log_statements as sql
from services.orchestrator.adapters.group_commit import GroupCommit
from services.orchestrator.adapters.retried_database import RETRY_TIMEOUT_SECONDS, RetriedDatabase
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.workflow import Summary
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.run_log import Append, NewRun, Progress, RunMovedOn, RunRow, SessionRow

Row = dict[str, Any]


class PostgresLog:
    """Stores runs in PostgreSQL.

    A statement that lost its connection is repeated for *retry_timeout* seconds: every statement here is idempotent.
    *ending* is SQL for APPEND: what else an append does that ends or pauses a run.
    """

    def __init__(
        self,
        pool: Pool,
        retry_timeout: float = RETRY_TIMEOUT_SECONDS,
        on_crash_point: OnCrashPoint = ignore_crash_point,
        ending: LiteralString = "",
    ) -> None:
        self._database = RetriedDatabase(pool, retry_timeout)
        self._append = sql.APPEND.format(ending="")
        self._append_ending = sql.APPEND.format(ending=ending)
        self._on_crash_point = on_crash_point
        self._examined = datetime.min.replace(tzinfo=UTC), ""
        self._starts: GroupCommit[NewRun, RunRow] = GroupCommit(self._start_group)
        self._appends: GroupCommit[Append, None] = GroupCommit(self._append_group)

    async def start(self, new_run: NewRun) -> RunRow:
        self._on_crash_point(CrashPoint.STARTING)
        row = await self._starts.submit(new_run)
        self._on_crash_point(CrashPoint.STARTED)
        return row

    async def append(self, append: Append) -> None:
        self._on_crash_point(CrashPoint.APPENDING)
        await self._appends.submit(append)
        self._on_crash_point(CrashPoint.APPENDED)

    async def claim(self, run_id: str) -> RunRow:
        rows = await self._database.rows(sql.CLAIM.format(columns=sql.COLUMNS), {"run_id": run_id})
        if not rows:
            raise RunMovedOn(run_id)
        self._on_crash_point(CrashPoint.CLAIMED)
        return to_run_row(rows[0])

    async def claim_paused(self, run_id: str) -> RunRow | None:
        rows = await self._database.rows(sql.CLAIM_PAUSED.format(columns=sql.COLUMNS), {"run_id": run_id})
        return to_run_row(rows[0]) if rows else None

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        rows = await self._database.rows(sql.READ, {"run_id": run_id, "after": after, "limit": limit})
        return [bytes(row["payload"]) for row in rows]

    async def read_progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        parameters = {"run_ids": list(cursors), "cursors": list(cursors.values()), "limit": limit}
        return [_progress(row) for row in await self._database.rows(sql.PROGRESS, parameters)]

    async def find(self, run_id: str) -> RunRow | None:
        rows = await self._database.rows(sql.FIND.format(columns=sql.COLUMNS), {"run_id": run_id})
        return to_run_row(rows[0]) if rows else None

    async def find_request(self, request_id: str) -> RunRow | None:
        rows = await self._started([], [request_id])
        return to_run_row(rows[0]) if rows else None

    async def list_runs(
        self, session_id: str, workflow: str, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[RunRow]:
        before_at, before_id = before or (None, None)
        parameters = {"session_id": session_id, "workflow": workflow, "limit": limit}
        parameters |= {"before_at": before_at, "before_id": before_id}
        filters = ((sql.IF_SESSION, session_id), (sql.IF_WORKFLOW, workflow), (sql.IF_OLDER, before))
        conditions = " AND ".join(condition for condition, value in filters if value) or "true"
        statement = sql.LIST.format(columns=sql.COLUMNS, conditions=conditions)
        return [to_run_row(row) for row in await self._database.rows(statement, parameters)]

    async def list_unfinished(self) -> Sequence[RunRow]:
        return [to_run_row(row) for row in await self._database.rows(sql.UNFINISHED.format(columns=sql.COLUMNS), {})]

    async def list_expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        parameters = {"now": now, "limit": limit}
        return [
            to_run_row(row) for row in await self._database.rows(sql.EXPIRED.format(columns=sql.COLUMNS), parameters)
        ]

    async def open_session(self, session_id: str, at: datetime) -> None:
        await self._database.rows(sql.OPEN_SESSION, {"session_id": session_id, "at": at})

    async def find_session(self, session_id: str) -> SessionRow | None:
        rows = await self._database.rows(sql.SESSION, {"session_id": session_id})
        if not rows:
            return None
        (row,) = rows
        return SessionRow(row["last_used_at"], row["unfinished"], row["paused"])

    async def delete_session_memory(self, before: datetime) -> int:
        return len(await self._database.rows(sql.DELETE_SESSION_MEMORY, {"before": before}))

    async def delete_old_runs(self, before: datetime, limit: int) -> int:
        runs = await self._database.rows(sql.DELETE_OLD_RUNS, {"before": before, "limit": limit})
        emptied = {row["session_id"] for row in runs}
        deleted = len(runs)
        while True:
            # Sessions that never had a run are found by age. Each is examined once, so that a batch does not read
            # through all that still have runs; the next process begins again.
            at, session_id = self._examined
            parameters = {"before": before, "after_at": at, "after_id": session_id, "limit": limit}
            examined = await self._database.rows(sql.LIST_OLD_SESSIONS, parameters)
            session_ids = [*emptied, *(row["session_id"] for row in examined)]
            if session_ids:
                parameters = {"session_ids": session_ids, "before": before}
                deleted += len(await self._database.rows(sql.DELETE_UNUSED_SESSIONS, parameters))
            if examined:
                self._examined = examined[-1]["created_at"], examined[-1]["session_id"]
            if deleted or len(examined) < limit:
                return deleted

    async def load_session(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        rows = await self._database.rows(sql.LOAD_SESSION_MESSAGES, {"session_id": session_id, "limit": messages})
        loaded = [message for row in reversed(rows) for message in _messages(row)]
        images = await self._database.rows(sql.LOAD_LAST_RESULT, {"session_id": session_id}) if rows else []
        last_result = LastResult(**next(iter(images[0].values()))) if images else None
        return tuple(loaded[-messages:]), last_result

    async def load_images(self, session_id: str, limit: int) -> Sequence[SessionImage]:
        rows = await self._database.rows(sql.LOAD_IMAGES, {"session_id": session_id, "limit": limit})
        return [
            SessionImage(LastResult(**row["image"]), row["number"], Restore(row["restores"]), row["source"])
            for row in rows
        ]

    async def _start_group(self, group: Sequence[NewRun]) -> Sequence[RunRow | Exception]:
        inserted = {row["run_id"] for row in await self._database.rows(sql.START, start_arrays(group))}
        known = [new_run for new_run in group if new_run.run_id not in inserted]
        rows = await self._started([s.run_id for s in known], [s.request_id for s in known if s.request_id])
        runs = {key: to_run_row(row) for row in rows for key in (row["request_id"], row["run_id"]) if key}
        return [
            to_new_row(new_run) if new_run.run_id in inserted else runs[new_run.request_id or new_run.run_id]
            for new_run in group
        ]

    async def _started(self, run_ids: Sequence[str], request_ids: Sequence[str]) -> list[Row]:
        if not run_ids and not request_ids:
            return []
        parameters = {"run_ids": list(run_ids), "request_ids": list(request_ids)}
        return await self._database.rows(sql.FIND_STARTED.format(columns=sql.COLUMNS), parameters)

    async def _append_group(self, group: Sequence[Append]) -> Sequence[Exception | None]:
        statement = self._append if all(append.status.is_active for append in group) else self._append_ending
        appended = {row["item"] for row in await self._database.rows(statement, _append_arrays(group))}
        missed = [append for item, append in enumerate(group) if item not in appended]
        if not missed:
            return [None] * len(group)
        positions = await self._database.rows(sql.POSITIONS, {"run_ids": [append.run_id for append in missed]})
        position = {row["run_id"]: (row["epoch"], row["last_sequence"]) for row in positions}
        return [
            None if item in appended or position.get(append.run_id) == _target_position(append)
            else RunMovedOn(append.run_id)
            for item, append in enumerate(group)
        ]  # fmt: skip


def start_arrays(group: Sequence[NewRun]) -> Mapping[str, Sequence[Any]]:
    """Return the parameters of START for *group*."""
    return {
        "run_ids": [new_run.run_id for new_run in group],
        "request_ids": [new_run.request_id for new_run in group],
        "session_ids": [new_run.session_id for new_run in group],
        "new_sessions": [new_run.new_session for new_run in group],
        "workflows": [new_run.workflow for new_run in group],
        "traceparents": [new_run.traceparent for new_run in group],
        "payloads": [new_run.payload for new_run in group],
        "ats": [new_run.at for new_run in group],
        "request_digests": [new_run.request_digest for new_run in group],
    }


def _target_position(append: Append) -> tuple[int, int]:
    return append.epoch, append.first_sequence + len(append.payloads) - 1


def _append_arrays(group: Sequence[Append]) -> Mapping[str, Sequence[Any]]:
    events = [
        (item, append.first_sequence + index, payload)
        for item, append in enumerate(group)
        for index, payload in enumerate(append.payloads)
    ]
    return {
        "items": list(range(len(group))),
        "run_ids": [append.run_id for append in group],
        "epochs": [append.epoch for append in group],
        "firsts": [append.first_sequence for append in group],
        "lasts": [_target_position(append)[1] for append in group],
        "statuses": [append.status.value for append in group],
        "summaries": [_summary(append.summary) for append in group],
        "ats": [append.at for append in group],
        "expiries": [append.expires_at for append in group],
        "event_items": [item for item, _, _ in events],
        "sequences": [sequence for _, sequence, _ in events],
        "payloads": [payload for _, _, payload in events],
    }


def _summary(summary: Summary | None) -> Jsonb | None:
    """Return *summary* as the column stores it: its keys are those of the first version."""
    if summary is None:
        return None
    last_result = asdict(summary.last_result) if summary.last_result else None
    known = {"asked": summary.prompt, "answered": summary.reply, "last_result": last_result}
    return Jsonb(_without_nul(known | {"restores": summary.restores.value, "source": summary.source_asset_id}))


def _without_nul(value: Any) -> Any:
    """Return *value* without NUL characters, which jsonb cannot store; a model may have emitted one."""
    match value:
        case str():
            return value.replace("\0", "")
        case dict():
            return {key: _without_nul(item) for key, item in value.items()}
        case _:
            return value


def _progress(row: Row) -> Progress:
    payloads = [bytes(payload) for payload in row["payloads"]]
    return Progress(row["run_id"], RunStatus(row["status"]), row["last_sequence"], payloads)


def _messages(row: Row) -> list[ChatMessage]:
    summary = row["summary"]
    messages = (("user", summary["asked"], row["created_at"]), ("assistant", summary["answered"], row["updated_at"]))
    return [ChatMessage(role, content, at) for role, content, at in messages if content]


def to_new_row(new_run: NewRun) -> RunRow:
    """Return the row of a run that was just recorded."""
    return RunRow(
        new_run.run_id, new_run.session_id, new_run.workflow, RunStatus.WAITING, 1, 1, new_run.traceparent,
        new_run.at, new_run.at, new_run.new_session, new_run.request_digest,
    )  # fmt: skip


def to_run_row(row: Row) -> RunRow:
    """Return *row*, which has the columns COLUMNS, as a run."""
    return RunRow(
        run_id=row["run_id"],
        session_id=row["session_id"],
        workflow=row["workflow"],
        status=RunStatus(row["status"]),
        epoch=row["epoch"],
        last_sequence=row["last_sequence"],
        traceparent=row["traceparent"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        request_digest=row["request_digest"],
    )
