"""What a supervised process runs: one service, as production does, that ends when its supervisor is gone.

`python -m services.cli.supervising.child services.planner`. Standard input is a pipe whose other end the supervisor
alone has: nothing ever comes, and its end is the end of the supervisor, by `kill -9` too, on every system.
"""

import os
import runpy
import signal
import sys
import threading
import time

from services.cli.supervising.pace import STOP_SECONDS


def main() -> None:
    """Run the module that the first argument names, in a session of its own."""
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
