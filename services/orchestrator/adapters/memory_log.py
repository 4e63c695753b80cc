"""The run log in memory, for tests of the engine. Implements services.orchestrator.engine.log.RunLog."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.values import ChatMessage, LastResult
from services.orchestrator.domain.workflow import Summary
from services.orchestrator.engine.log import Appending, Progress, RunMovedOn, RunRow, SessionRow, Starting


@dataclass
class _Kept:
    row: RunRow
    request_id: str | None
    payloads: list[bytes]
    summary: Summary | None = None
    expires_at: datetime | None = None


@dataclass
class MemoryLog:
    """Keeps runs as long as the process lives. Passes the same contract suite as the PostgreSQL one."""

    runs: dict[str, _Kept] = field(default_factory=dict)
    sessions: dict[str, datetime] = field(default_factory=dict)

    async def start(self, starting: Starting) -> RunRow:
        known = (
            await self.find_request(starting.request_id) if starting.request_id else await self.find(starting.run_id)
        )
        if known:
            return known
        if starting.new_session:
            self.sessions.setdefault(starting.session_id, starting.at)
        row = RunRow(
            starting.run_id, starting.session_id, starting.workflow, RunStatus.WAITING, 1, 1, starting.traceparent,
            starting.at, starting.at, starting.new_session,
        )  # fmt: skip
        self.runs[starting.run_id] = _Kept(row, starting.request_id, [starting.payload])
        return row

    async def claim(self, run_id: str) -> RunRow:
        kept = self.runs.get(run_id)
        if kept is None or not kept.row.status.driven:
            raise RunMovedOn(run_id)
        return _claimed(kept)

    async def claim_paused(self, run_id: str) -> RunRow | None:
        kept = self.runs.get(run_id)
        return _claimed(kept) if kept and kept.row.status is RunStatus.PAUSED else None

    async def append(self, appending: Appending) -> None:
        kept = self.runs.get(appending.run_id)
        if kept is None or kept.row.epoch != appending.epoch:
            raise RunMovedOn(appending.run_id)
        last = appending.first_sequence + len(appending.payloads) - 1
        if kept.row.last_sequence == last:
            return
        if kept.row.last_sequence != appending.first_sequence - 1 or kept.row.status.terminal:
            raise RunMovedOn(appending.run_id)
        kept.payloads.extend(appending.payloads)
        kept.row = replace(kept.row, last_sequence=last, status=appending.status, updated_at=appending.at)
        kept.summary = appending.summary or kept.summary
        kept.expires_at = appending.expires_at

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        kept = self.runs.get(run_id)
        return kept.payloads[after : after + limit] if kept else []

    async def progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        kept = [(self.runs[run_id], after) for run_id, after in cursors.items() if run_id in self.runs]
        found = [
            Progress(run.row.run_id, run.row.status, run.row.last_sequence, run.payloads[after : after + limit])
            for run, after in kept
        ]
        return [progress for progress in found if progress.payloads or not progress.status.driven]

    async def find(self, run_id: str) -> RunRow | None:
        kept = self.runs.get(run_id)
        return kept.row if kept else None

    async def find_request(self, request_id: str) -> RunRow | None:
        return next((kept.row for kept in self.runs.values() if kept.request_id == request_id), None)

    async def list_runs(
        self, session_id: str, workflow: str, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[RunRow]:
        rows = sorted((kept.row for kept in self.runs.values()), key=_age, reverse=True)
        wanted = (row for row in rows if session_id in ("", row.session_id) and workflow in ("", row.workflow))
        return [row for row in wanted if not before or _age(row) < before][:limit]

    async def unfinished(self) -> Sequence[RunRow]:
        return sorted((kept.row for kept in self.runs.values() if kept.row.status.driven), key=_age)

    async def expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        paused = (kept for kept in self.runs.values() if kept.row.status is RunStatus.PAUSED)
        due = [(kept.expires_at, kept.row) for kept in paused if kept.expires_at and kept.expires_at <= now]
        return [row for _, row in sorted(due, key=lambda entry: entry[0])][:limit]

    async def open_session(self, session_id: str, at: datetime) -> None:
        self.sessions.setdefault(session_id, at)

    async def session(self, session_id: str) -> SessionRow | None:
        if session_id not in self.sessions:
            return None
        rows = [kept.row for kept in self.runs.values() if kept.row.session_id == session_id]
        last_used_at = max([self.sessions[session_id], *(row.updated_at for row in rows)])
        waiting = any(row.status is RunStatus.PAUSED for row in rows)
        return SessionRow(last_used_at, any(not row.status.terminal for row in rows), waiting)

    async def forget(self, before: datetime) -> int:
        expired = [
            kept
            for kept in self.runs.values()
            if kept.summary and (session := await self.session(kept.row.session_id))
            if session.last_used_at < before and not session.unfinished
        ]
        for kept in expired:
            kept.summary = None
        return len(expired)

    async def retire(self, before: datetime, limit: int) -> int:
        ended = (kept.row for kept in self.runs.values() if kept.row.status.terminal)
        old = sorted((row for row in ended if row.updated_at < before), key=lambda row: row.updated_at)[:limit]
        for row in old:
            del self.runs[row.run_id]
        used = {kept.row.session_id for kept in self.runs.values()}
        unused = [session for session, at in self.sessions.items() if at < before and session not in used][:limit]
        for session in unused:
            del self.sessions[session]
        return len(old) + len(unused)

    async def recall(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        ended = sorted(
            (kept for kept in self.runs.values() if kept.row.session_id == session_id and kept.summary),
            key=lambda kept: _age(kept.row),
        )
        said = [message for kept in ended for message in _messages(kept)]
        pictures = [kept.summary.last_result for kept in ended if kept.summary and kept.summary.last_result]
        return tuple(said[-messages:]), pictures[-1] if pictures else None


def _claimed(kept: _Kept) -> RunRow:
    kept.row = replace(kept.row, epoch=kept.row.epoch + 1)
    return kept.row


def _messages(kept: _Kept) -> list[ChatMessage]:
    assert kept.summary is not None
    asked = ChatMessage("user", kept.summary.asked, kept.row.created_at)
    answered = ChatMessage("assistant", kept.summary.answered, kept.row.updated_at)
    return [message for message in (asked, answered) if message.content]


def _age(row: RunRow) -> tuple[datetime, str]:
    return row.created_at, row.run_id
