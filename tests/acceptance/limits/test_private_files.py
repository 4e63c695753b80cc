"""Files of a running system: other users of the machine can neither read them nor take their locks."""

import os
import stat
from pathlib import Path

from services.cli.session.data_folder import DATABASE
from tests.fixtures.systems.system import System


def find_open(folder: Path) -> list[str]:
    """Return the paths in *folder* that have any permission for other users."""
    paths = [folder, *(Path(root, name) for root, folders, files in os.walk(folder) for name in (*folders, *files))]
    return [str(path) for path in paths if not path.is_symlink() and path.stat().st_mode & stat.S_IRWXO]


def test_no_other_user_can_read_the_data_of_a_run(system: System) -> None:
    system.chat({"text": "画一只水墨猫", "size": "256x256"})
    names = {path.name for path in system.data.iterdir()}
    assert {"blobs", "reflow.log", "running.json", "up.lock", DATABASE} <= names
    assert any((system.data / "blobs").rglob("*.png"))
    # The folder of the database may be entered by the database's own account; the folder around it may not.
    assert [path for path in find_open(system.data) if path != str(system.data / DATABASE)] == []
    assert stat.S_IMODE(system.data.stat().st_mode) in (0o700, 0o710)
