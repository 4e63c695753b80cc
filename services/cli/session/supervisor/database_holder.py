"""Process that runs the embedded database, and stops it when no other process is left to do so.

Usage: `python -m services.cli.session.supervisor.database_holder FOLDER`. Standard input ends when the supervisor and
every service that uses the database have ended, by `kill -9` of the supervisor too.
"""

import os
import select
import signal
import sys
from pathlib import Path

from services.common.database.embedded import EmbeddedPostgres
from services.common.database.unavailable import DatabaseUnavailable

POLL_SECONDS = 1.0


def main() -> None:
    """Run the database until standard input ends, or SIGTERM; the last process that uses it stops it."""
    stop_reader, stop_writer = os.pipe()
    # The handler only sets a flag: a server is never left half started or half stopped.
    signal.signal(signal.SIGTERM, lambda *_: os.write(stop_writer, b"."))
    postgres = EmbeddedPostgres(Path(sys.argv[1]))
    try:
        postgres.start()
        _log("The database is running.")
        while not select.select([0, stop_reader], [], [], POLL_SECONDS)[0]:
            _restart_if_ended(postgres)
    finally:
        postgres.stop()


def _restart_if_ended(postgres: EmbeddedPostgres) -> None:
    """Restart a server that has ended and log it; one that does not start is retried at the next poll."""
    try:
        if postgres.revive():
            _log("The database had ended; it was started again.")
    except DatabaseUnavailable as error:
        _log(f"The database has ended. {error}")


def _log(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
