"""Migrate the database of one service and exit: for a job that runs before new replicas start."""

import os
import sys
from pathlib import Path

from services.common.database.migrations import migrate
from services.common.database.unavailable import DatabaseUnavailable

BAD_USAGE = 2


def main(folder: Path) -> None:
    """Apply the migrations of *folder* to REFLOW_DATABASE_URL.

    Exits with status 2 without that setting, 1 if the database cannot be migrated now. A failed migration is rolled
    back.
    """
    url = os.environ.get("REFLOW_DATABASE_URL", "")
    if not url:
        sys.stderr.write("REFLOW_DATABASE_URL: Field required\n")
        raise SystemExit(BAD_USAGE)
    try:
        applied = migrate(url, folder)
    except DatabaseUnavailable as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(1) from None
    sys.stdout.write("".join(f"applied {migration}\n" for migration in applied) or "nothing to apply\n")
