"""Sampling of log records: rejected requests that no run is behind, which a caller can send without end."""

from collections import Counter
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

WINDOW_SECONDS = 60.0
# Records of one code and service within a window. Metrics and error statistics count every error.
MAX_RECORDS = 20
_SAMPLED_LEVELS = ("info", "warning")


class RejectionSampler:
    """A structlog processor that drops the records of further rejections; *clock* gives seconds, never going back.

    The first record of the next window states how many of its kind were dropped, as `dropped`.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._window = clock()
        self._logged = Counter[tuple[str, str]]()
        self._dropped = Counter[tuple[str, str]]()

    def __call__(self, _logger: object, _method: str, record: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Return *record*, or raise DropEvent."""
        if record.get("event") != "error" or record.get("level") not in _SAMPLED_LEVELS or record.get("run_id"):
            return record
        if self._clock() - self._window >= WINDOW_SECONDS:
            self._window = self._clock()
            self._logged.clear()
        kind = (str(record.get("code")), str(record.get("service")))
        if self._logged[kind] >= MAX_RECORDS:
            self._dropped[kind] += 1
            raise structlog.DropEvent
        self._logged[kind] += 1
        if dropped := self._dropped.pop(kind, 0):
            record["dropped"] = dropped
        return record
