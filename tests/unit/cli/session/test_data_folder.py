"""The data folder is closed to other users, also one that an earlier version left accessible."""

import os
import stat
from pathlib import Path

from services.cli.runs.image_file import save_image
from services.cli.session.announcement import LOCK, lock_data_folder
from services.cli.session.data_folder import DATABASE, open_data_folder

# As root the account of the database may pass through the folder; `admit_database` gives it the group for that.
CLOSED = 0o710 if os.geteuid() == 0 else 0o700


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_data_folder_is_closed_and_what_is_created_in_it_is_private(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    open_data_folder(data)
    (data / "blobs").mkdir()
    (data / "reflow.log").touch()
    assert [mode(path) for path in (data, data / "blobs", data / "reflow.log")] == [CLOSED, 0o700, 0o600]


def test_a_folder_that_others_could_read_is_closed_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for folder in ("blobs", "logs", DATABASE):
        (data / folder).mkdir(parents=True)
    (data / LOCK).touch()
    with lock_data_folder(data):
        assert mode(data) == CLOSED
        assert [mode(data / name) for name in ("blobs", "logs", LOCK)] == [0o700, 0o700, 0o600]
        assert mode(data / DATABASE) == 0o755  # PostgreSQL sets its own mode; other users cannot reach it


def test_a_link_in_the_folder_changes_nothing_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").touch()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "link").symlink_to(tmp_path / "elsewhere")
    open_data_folder(tmp_path / "data")
    assert mode(tmp_path / "elsewhere") == 0o644


def test_images_for_the_user_keep_the_permissions_that_the_user_set(tmp_path: Path) -> None:
    open_data_folder(tmp_path / "data")
    path = save_image(tmp_path / "out", "a cat", "0" * 64, b"png")
    assert (mode(path), mode(path.parent)) == (0o644, 0o755)
    (tmp_path / "data" / "later").touch()
    assert mode(tmp_path / "data" / "later") == 0o600
