"""Ids of nodes and edges: decimal digits, in the order of their creation (engines.graph.graph.id_order)."""

import secrets
import time

_RANDOM_DIGITS = 8
_last_microsecond = 0


def new_id() -> str:
    """Return a unique id above every earlier one of this process: the microsecond, and random digits.

    Ids of two processes collide only in the same microsecond with the same eight digits; the patch tools request
    another id if one exists.
    """
    global _last_microsecond  # ids of one process must increase even if its clock is set back
    _last_microsecond = max(_last_microsecond + 1, time.time_ns() // 1_000)
    return f"{_last_microsecond}{secrets.randbelow(10**_RANDOM_DIGITS):0{_RANDOM_DIGITS}d}"
