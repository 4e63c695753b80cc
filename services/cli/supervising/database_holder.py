"""The process that keeps the embedded database running, and stops it when nobody else is left to do it.

`python -m services.cli.supervising.database_holder FOLDER`. Standard input ends when the supervisor and every service
that uses the database have ended, by `kill -9` of the supervisor too.
"""

import os
import select
import signal
import sys
from pathlib import Path

from services.common.database.embedded import EmbeddedPostgres
from services.common.database.unavailable import DatabaseUnavailable

LOOK_SECONDS = 1.0


def main() -> None:
    """Keep the database running until standard input ends, or SIGTERM; the last to leave stops it."""
    told, tell = os.pipe()
    # Only noted: a server that is being started or stopped is not left half started or half stopped.
    signal.signal(signal.SIGTERM, lambda *_: os.write(tell, b"."))
    postgres = EmbeddedPostgres(Path(sys.argv[1]))
    try:
        postgres.start()
        _say("The database is running.")
        while not select.select([0, told], [], [], LOOK_SECONDS)[0]:
            _revive(postgres)
    finally:
        postgres.stop()


def _revive(postgres: EmbeddedPostgres) -> None:
    """Start a server that has ended again, and say so; one that does not start is tried again at the next look."""
    try:
        if postgres.revive():
            _say("The database had ended; it was started again.")
    except DatabaseUnavailable as error:
        _say(f"The database has ended. {error}")


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
