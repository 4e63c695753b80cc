"""Sessions: opened with the first run, expired after a period without use."""

from collections.abc import Callable
from datetime import datetime, timedelta

from services.common.contract.session import ChatMessage, LastResult
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.orchestrator.engine.run_log import RunLog, SessionRow


class Sessions:
    """The sessions of the log, and their memory."""

    def __init__(self, run_log: RunLog, limits: Limits, now: Callable[[], datetime]) -> None:
        self._log = run_log
        self._limits = limits
        self._now = now

    async def open(self, session_id: str) -> None:
        """Open a session unless it is open. Raises SESSION_EXPIRED."""
        await self._log.open_session(session_id, self._now())
        await self.validate(session_id)

    async def validate(self, session_id: str) -> None:
        """Raise SESSION_UNKNOWN or SESSION_EXPIRED unless the session can be used."""
        await self._find_usable(session_id)

    async def validate_free(self, session_id: str) -> None:
        """Raise THREAD_WAITING when a run of the session is paused; also raises as `validate` does."""
        session = await self._find_usable(session_id)
        if session.has_paused_run:
            raise ReflowError(Code.THREAD_WAITING, field="session_id")

    async def delete_expired_memory(self) -> int:
        """Delete the memory of expired sessions; return the number of runs whose summary was deleted."""
        idle = timedelta(seconds=self._limits.session_idle_seconds)
        return await self._log.delete_session_memory(self._now() - idle)

    async def load_memory(self, session_id: str) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        """Return the memory of a session. Raises as `validate` does."""
        await self.validate(session_id)
        return await self._log.load_session(session_id, self._limits.history_messages)

    async def _find_usable(self, session_id: str) -> SessionRow:
        session = await self._log.find_session(session_id)
        if session is None:
            raise ReflowError(Code.SESSION_UNKNOWN, field="session_id")
        idle = (self._now() - session.last_used_at).total_seconds()
        if idle > self._limits.session_idle_seconds and not session.has_unfinished_run:
            raise ReflowError(Code.SESSION_EXPIRED, field="session_id")
        return session
