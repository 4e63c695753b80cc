"""Limit of a computation in a worker, by the CPU time that it uses: a busy machine must not fail it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from services.common.errors import Code, ReflowError

# Maximum slowdown of a computation on a busy machine: workers have a low priority (NICENESS).
WALL_FACTOR = 6.0
# Pixels of an image that has the time of its step as it is; a larger one has more, in proportion.
STANDARD_PIXELS = 1024 * 1024
# Minimum interval between two checks of the CPU time, in seconds.
_MIN_PAUSE = 0.1


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Seconds that a computation may use a CPU."""

    cpu_seconds: float

    @classmethod
    def for_image(cls, seconds: float, pixels: int) -> "TimeLimit":
        """Return the limit for an image of *pixels*, where one of STANDARD_PIXELS or less has *seconds*."""
        return cls(seconds * max(1.0, pixels / STANDARD_PIXELS))

    @property
    def wall_seconds(self) -> float:
        """Limit in seconds of wall-clock time, for a computation that hangs without using the CPU."""
        return WALL_FACTOR * self.cpu_seconds


@asynccontextmanager
async def limit_time(process_id: int, limit: TimeLimit) -> AsyncIterator[None]:
    """Cancel the body when the process *process_id* has used the CPU for longer than *limit* since now.

    Raises EXECUTION_TIMEOUT then, and when the time by the clock is over.
    """
    clock = _CpuClock(process_id)
    loop = asyncio.get_running_loop()
    timeout = asyncio.timeout(limit.wall_seconds)
    timer = loop.call_later(limit.cpu_seconds, lambda: check())

    def check() -> None:
        nonlocal timer
        left = limit.cpu_seconds - clock.elapsed()
        if left <= 0:
            timeout.reschedule(loop.time())
        else:  # one core cannot use it up sooner
            timer = loop.call_later(max(left, _MIN_PAUSE), check)

    try:
        async with timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        used = f"{clock.elapsed():.1f} of {limit.cpu_seconds:g} s of CPU time"
        details = f"a computation used {used}, and may take {limit.wall_seconds:g} s in all"
        raise ReflowError(Code.EXECUTION_TIMEOUT, details=details) from error
    finally:
        timer.cancel()


class _CpuClock:
    """CPU time of a process since the creation of the clock. One that has ended uses no more."""

    def __init__(self, process_id: int) -> None:
        import psutil  # loaded with the first worker, not with each service

        self._gone: type[Exception] = psutil.Error
        self._elapsed = 0.0
        try:
            self._process = psutil.Process(process_id)
            self._start = self._read()
        except psutil.Error:
            self._process = None

    def elapsed(self) -> float:
        """Return the seconds that the process has used a CPU."""
        if self._process is not None:
            try:
                self._elapsed = self._read() - self._start
            except self._gone:
                self._process = None
        return self._elapsed

    def _read(self) -> float:
        times = self._process.cpu_times()
        return float(times.user + times.system)
