"""Migrate the tables of the rag and exit: `python -m services.rag.migrate`."""

from pathlib import Path

from services.common.database.migrate_command import main

if __name__ == "__main__":
    main(Path(__file__).parent / "migrations")
