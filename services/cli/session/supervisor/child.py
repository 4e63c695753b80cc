"""Run one service as a child process of the supervisor, and end it when the supervisor is gone.

Usage: `python -m services.cli.session.supervisor.child services.planner`. Standard input is a pipe whose write end
only the supervisor has. Nothing is ever written to it: its end of file means that the supervisor has ended, by
`kill -9` too, on every system.
"""

import os
import runpy
import signal
import sys
import threading
import time

from services.cli.session.supervisor.backoff import STOP_SECONDS


def main() -> None:
    """Run the module that the first argument names."""
    module = sys.argv.pop(1)
    threading.Thread(target=_end_with_supervisor, name="end-with-supervisor", daemon=True).start()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_supervisor() -> None:
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    main()
