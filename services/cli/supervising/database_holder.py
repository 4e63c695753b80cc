"""The process that stops the embedded database when nobody else is left to do it: `kill -9` of the supervisor.

`python -m services.cli.supervising.database_holder FOLDER`. Standard input ends when the supervisor and every service
that uses the database have ended.
"""

import os
import signal
import sys
from pathlib import Path

from services.common.database.embedded import EmbeddedPostgres


def main() -> None:
    """Hold the database until standard input ends, or SIGTERM; the last to leave stops it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    postgres = EmbeddedPostgres(Path(sys.argv[1]))
    try:
        postgres.start()
        while os.read(0, 1):
            pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what is being stopped is not left half stopped
        postgres.stop()


if __name__ == "__main__":
    main()
