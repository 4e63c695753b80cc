"""The run log in memory, for tests of the engine. Implements services.orchestrator.engine.run_log.RunLog."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from services.common.contract.session import ChatMessage, LastResult, SessionImage
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.workflow import Summary
from services.orchestrator.engine.run_log import Append, NewRun, Progress, RunMovedOn, RunRow, SessionRow


@dataclass
class _StoredRun:
    row: RunRow
    request_id: str | None
    payloads: list[bytes]
    summary: Summary | None = None
    expires_at: datetime | None = None


@dataclass
class MemoryLog:
    """Stores runs while the process lives. Passes the same contract suite as PostgresLog."""

    runs: dict[str, _StoredRun] = field(default_factory=dict)
    sessions: dict[str, datetime] = field(default_factory=dict)

    async def start(self, new_run: NewRun) -> RunRow:
        known = await self.find_request(new_run.request_id) if new_run.request_id else await self.find(new_run.run_id)
        if known:
            return known
        if new_run.new_session:
            self.sessions.setdefault(new_run.session_id, new_run.at)
        row = RunRow(
            new_run.run_id, new_run.session_id, new_run.workflow, RunStatus.WAITING, 1, 1, new_run.traceparent,
            new_run.at, new_run.at, new_run.new_session, new_run.request_digest,
        )  # fmt: skip
        self.runs[new_run.run_id] = _StoredRun(row, new_run.request_id, [new_run.payload])
        return row

    async def claim(self, run_id: str) -> RunRow:
        stored = self.runs.get(run_id)
        if stored is None or not stored.row.status.is_active:
            raise RunMovedOn(run_id)
        return _claim(stored)

    async def claim_paused(self, run_id: str) -> RunRow | None:
        stored = self.runs.get(run_id)
        return _claim(stored) if stored and stored.row.status is RunStatus.PAUSED else None

    async def append(self, append: Append) -> None:
        stored = self.runs.get(append.run_id)
        if stored is None or stored.row.epoch != append.epoch:
            raise RunMovedOn(append.run_id)
        last = append.first_sequence + len(append.payloads) - 1
        if stored.row.last_sequence == last:
            return
        if stored.row.last_sequence != append.first_sequence - 1 or stored.row.status.is_terminal:
            raise RunMovedOn(append.run_id)
        stored.payloads.extend(append.payloads)
        stored.row = replace(stored.row, last_sequence=last, status=append.status, updated_at=append.at)
        stored.summary = append.summary or stored.summary
        stored.expires_at = append.expires_at

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        stored = self.runs.get(run_id)
        return stored.payloads[after : after + limit] if stored else []

    async def read_progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        stored = [(self.runs[run_id], after) for run_id, after in cursors.items() if run_id in self.runs]
        all_progress = [
            Progress(run.row.run_id, run.row.status, run.row.last_sequence, run.payloads[after : after + limit])
            for run, after in stored
        ]
        return [progress for progress in all_progress if progress.payloads or not progress.status.is_active]

    async def find(self, run_id: str) -> RunRow | None:
        stored = self.runs.get(run_id)
        return stored.row if stored else None

    async def find_request(self, request_id: str) -> RunRow | None:
        return next((stored.row for stored in self.runs.values() if stored.request_id == request_id), None)

    async def list_runs(
        self, session_id: str, workflow: str, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[RunRow]:
        rows = sorted((stored.row for stored in self.runs.values()), key=_age, reverse=True)
        matching = (row for row in rows if session_id in ("", row.session_id) and workflow in ("", row.workflow))
        return [row for row in matching if not before or _age(row) < before][:limit]

    async def list_unfinished(self) -> Sequence[RunRow]:
        return sorted((stored.row for stored in self.runs.values() if stored.row.status.is_active), key=_age)

    async def list_expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        paused = (stored for stored in self.runs.values() if stored.row.status is RunStatus.PAUSED)
        due = [(stored.expires_at, stored.row) for stored in paused if stored.expires_at and stored.expires_at <= now]
        return [row for _, row in sorted(due, key=lambda entry: entry[0])][:limit]

    async def open_session(self, session_id: str, at: datetime) -> None:
        self.sessions.setdefault(session_id, at)

    async def find_session(self, session_id: str) -> SessionRow | None:
        if session_id not in self.sessions:
            return None
        rows = [stored.row for stored in self.runs.values() if stored.row.session_id == session_id]
        last_used_at = max([self.sessions[session_id], *(row.updated_at for row in rows)])
        paused = any(row.status is RunStatus.PAUSED for row in rows)
        return SessionRow(last_used_at, any(not row.status.is_terminal for row in rows), paused)

    async def delete_session_memory(self, before: datetime) -> int:
        expired = [
            stored
            for stored in self.runs.values()
            if stored.summary and (session := await self.find_session(stored.row.session_id))
            if session.last_used_at < before and not session.has_unfinished_run
        ]
        for stored in expired:
            stored.summary = None
        return len(expired)

    async def delete_old_runs(self, before: datetime, limit: int) -> int:
        ended = (stored.row for stored in self.runs.values() if stored.row.status.is_terminal)
        old = sorted((row for row in ended if row.updated_at < before), key=lambda row: row.updated_at)[:limit]
        for row in old:
            del self.runs[row.run_id]
        used = {stored.row.session_id for stored in self.runs.values()}
        unused = [session for session, at in self.sessions.items() if at < before and session not in used][:limit]
        for session in unused:
            del self.sessions[session]
        return len(old) + len(unused)

    async def load_session(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        ended = sorted(
            (stored for stored in self.runs.values() if stored.row.session_id == session_id and stored.summary),
            key=lambda stored: _age(stored.row),
        )
        loaded = [message for stored in ended for message in _messages(stored)]
        images = [stored.summary.last_result for stored in ended if stored.summary and stored.summary.last_result]
        return tuple(loaded[-messages:]), images[-1] if images else None

    async def load_images(self, session_id: str, limit: int) -> Sequence[SessionImage]:
        ended = sorted(
            (stored for stored in self.runs.values() if stored.row.session_id == session_id and stored.summary),
            key=lambda stored: _age(stored.row),
        )
        images: list[SessionImage] = []
        number = 0
        for summary in (stored.summary for stored in ended):
            if summary is not None and summary.last_result is not None:
                number += not summary.restores
                images.append(SessionImage(summary.last_result, number, summary.restores, summary.source_asset_id))
        return images if len(images) <= limit else [images[0], *images[-limit:]]


def _claim(stored: _StoredRun) -> RunRow:
    stored.row = replace(stored.row, epoch=stored.row.epoch + 1)
    return stored.row


def _messages(stored: _StoredRun) -> list[ChatMessage]:
    assert stored.summary is not None
    prompt = ChatMessage("user", stored.summary.prompt, stored.row.created_at)
    reply = ChatMessage("assistant", stored.summary.reply, stored.row.updated_at)
    return [message for message in (prompt, reply) if message.content]


def _age(row: RunRow) -> tuple[datetime, str]:
    return row.created_at, row.run_id
