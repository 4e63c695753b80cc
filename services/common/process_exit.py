"""Exit of a process that has finished its work."""

import os
import sys
from typing import NoReturn

OUTPUT_LOST = 1


def exit_process(status: int) -> NoReturn:
    """End this process with *status* and what it wrote, without the interpreter's own teardown.

    gRPC's polling thread may still run then: when it requests the interpreter's lock it is unwound through C++ frames,
    which aborts the process (status 134) after all work is done. Close all resources before.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # its reader has gone, or it is closed
            status = status or OUTPUT_LOST
    os._exit(status)
