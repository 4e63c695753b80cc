"""The header Retry-After."""

import math
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

MAX_RETRY_AFTER = 86_400.0


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the response with *headers* asks to wait, or None.

    A date is held against the response's own Date, so that two clocks need not agree (RFC 9110, 10.2.3 and 6.6.1).
    """
    given = headers.get("retry-after", "").strip()
    try:
        seconds = float(given)
    except ValueError:
        until, now = _date(given), _date(headers.get("date", ""))
        if until is None or now is None:
            return None
        seconds = (until - now).total_seconds()
    return min(max(0.0, seconds), MAX_RETRY_AFTER) if math.isfinite(seconds) else None


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return date if date.tzinfo else None
