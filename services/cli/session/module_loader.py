"""Import of modules that take long."""

import asyncio
import importlib
from typing import Any

from services.common.collection import collection_paused


async def load_module(module: str) -> Any:
    """Import *module* in a thread: it takes a second or more, and the spinner and Ctrl-C must keep working."""
    with collection_paused():
        return await asyncio.to_thread(importlib.import_module, module)
