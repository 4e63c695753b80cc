"""File descriptors of the process: each connection needs one."""

import resource
from contextlib import suppress

# Requested where the hard limit is infinite: some systems (macOS) reject an infinite soft limit.
ENOUGH = 1_048_576


def raise_descriptor_limit() -> int:
    """Raise the soft limit of open files to the hard limit, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return ENOUGH
    highest = max(soft, ENOUGH) if hard == resource.RLIM_INFINITY else hard
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest, hard))
        return highest
    return soft
