"""The end of a process whose work is done."""

import os
import sys
from typing import NoReturn

OUTPUT_LOST = 1


def exit_process(status: int) -> NoReturn:
    """End this process with *status* and what it wrote, without the interpreter's own teardown.

    gRPC's polling thread may still be at work then: it wants the interpreter back, is unwound through C++ frames
    instead, and aborts the process (status 134) after everything was done. Whatever must be closed is closed before.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # its reader has gone, or it is closed
            status = status or OUTPUT_LOST
    os._exit(status)
