"""The name under which the user called this program: suggested commands start with it."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

_OF_UV_RUN = "UV_RUN_RECURSION_DEPTH"


def name_program() -> str:
    """Return how the user called this program: `reflow`, its path, `python -m services.cli`, each also by `uv run`."""
    return find_name(sys.argv[0], os.environ, shutil.which)


def find_name(path: str, environment: Mapping[str, str], find: Callable[[str], str | None]) -> str:
    """Return the name of the program at *path*; *find* returns the path of a name on the search path."""
    name = Path(path).name
    called = name if find(name) == path else path
    if name == "__main__.py":
        called = "python -m services.cli"
    return f"uv run {called}" if _OF_UV_RUN in environment else called
