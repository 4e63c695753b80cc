"""Ids of what is stored: unique everywhere, and near each other where they were created one after the other."""

import os
import time
import uuid


def new_id() -> str:
    """Return a UUID of version 7 (RFC 9562): 48 bits of time in milliseconds, 74 random ones.

    Rows that are created together are in the same pages of every index, so that starting and deleting them costs the
    same however many others there are; with random ids each row is on a page of its own.
    """
    return create_id(time.time_ns() // 1_000_000, int.from_bytes(os.urandom(10)))


def create_id(milliseconds: int, random: int) -> str:
    """Return the UUID of version 7 for a time since 1970 in milliseconds and 80 *random* bits, of which 74 are used."""
    high, low = random >> 64 & 0xFFF, random & (1 << 62) - 1
    return str(uuid.UUID(int=(milliseconds & (1 << 48) - 1) << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low))
