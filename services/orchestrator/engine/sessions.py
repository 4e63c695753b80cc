"""Sessions: opened by use, forgotten after a while without it."""

from collections.abc import Callable
from datetime import datetime, timedelta

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.orchestrator.domain.values import ChatMessage, LastResult
from services.orchestrator.engine.log import RunLog, SessionRow


class Sessions:
    """What is remembered of a person's runs, as long as they come back in time."""

    def __init__(self, run_log: RunLog, limits: Limits, now: Callable[[], datetime]) -> None:
        self._log = run_log
        self._limits = limits
        self._now = now

    async def open(self, session_id: str) -> None:
        """Open a session; one that is open stays open. Raises SESSION_EXPIRED."""
        await self._log.open_session(session_id, self._now())
        await self.check(session_id)

    async def check(self, session_id: str) -> None:
        """Raise SESSION_UNKNOWN or SESSION_EXPIRED unless the session can be used."""
        await self._checked(session_id)

    async def _checked(self, session_id: str) -> SessionRow:
        session = await self._log.session(session_id)
        if session is None:
            raise ReflowError(Code.SESSION_UNKNOWN, field="session_id")
        idle = (self._now() - session.last_used_at).total_seconds()
        if idle > self._limits.session_idle_seconds and not session.unfinished:
            raise ReflowError(Code.SESSION_EXPIRED, field="session_id")
        return session

    async def check_free(self, session_id: str) -> None:
        """Raise THREAD_WAITING where a run of the session waits for a person; raises as `check` besides."""
        session = await self._checked(session_id)
        if session.waiting:
            raise ReflowError(Code.THREAD_WAITING, field="session_id")

    async def forget(self) -> int:
        """Clean what expired sessions remember; return of how many runs."""
        return await self._log.forget(self._now() - timedelta(seconds=self._limits.session_idle_seconds))

    async def recall(self, session_id: str) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        """Return what the session remembers. Raises as `check`."""
        await self.check(session_id)
        return await self._log.recall(session_id, self._limits.history_messages)
