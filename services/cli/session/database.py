"""The embedded database of a data folder."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from services.cli.session.data_folder import DATABASE, admit_database
from services.common.database.embedded import embedded_postgres


@asynccontextmanager
async def run_database(data: Path) -> AsyncIterator[str]:
    """Run the embedded database of the folder *data* until the context ends; yield its URL.

    Raises DatabaseUnavailable.
    """
    await asyncio.to_thread(admit_database, data)
    async with embedded_postgres(data / DATABASE) as url:
        yield url
