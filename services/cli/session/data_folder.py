"""The data folder of a system, which only its user can enter, and the file in it that configures models."""

import os
import stat
from pathlib import Path

from platformdirs import user_data_path

from services.cli.errors import BAD_INPUT, CommandFailed
from services.cli.umask import make_private
from services.common.database.account import account_for, make_passable
from services.common.text.language import Text

DATABASE, TEAM = "postgres", "team"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def find_data_folder(requested: Path | None) -> Path:
    """Return the *requested* folder, else REFLOW_DATA, else this user's. Raises CommandFailed for a file."""
    folder = requested or Path(os.environ.get("REFLOW_DATA") or user_data_path("reflow"))
    folder = folder.expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise CommandFailed(Text(f"{folder} 不是文件夹。", f"{folder} is not a folder."), BAD_INPUT)
    return folder


def open_data_folder(data: Path) -> None:
    """Create *data* if it is missing, and make it and its files private to this user. Raises OSError.

    From then on all files that this process and its children create are private. A folder of another user keeps its
    permissions, as a volume of a container may be.
    """
    make_private()
    make_passable(data.parent)
    data.mkdir(exist_ok=True)
    # Root's database runs under its own account, which must traverse it; `admit_database` gives the folder its group.
    _restrict(data, _OTHERS if os.geteuid() != 0 else _OTHERS & ~stat.S_IXGRP, add=stat.S_IXGRP * (os.geteuid() == 0))
    for path in data.iterdir():
        if path.name != DATABASE and not path.is_symlink():
            _restrict(path, _OTHERS)


def admit_database(data: Path) -> None:
    """Let the account of the embedded database, and no other user, traverse *data*. Raises DatabaseUnavailable."""
    if os.geteuid() != 0:
        return
    account = account_for(data / DATABASE / "cluster")
    if account.uid not in (0, data.stat().st_uid):
        os.chown(data, -1, account.gid)


def _restrict(path: Path, bits: int, add: int = 0) -> None:
    """Take the permission *bits* from *path*, unless it belongs to another user."""
    status = path.stat()
    mode = stat.S_IMODE(status.st_mode)
    if os.geteuid() in (0, status.st_uid) and mode != (required := mode & ~bits | add):
        path.chmod(required)


def find_agents_folder(data: Path) -> Path | None:
    """Return the folder of the user's agents: REFLOW_AGENTS_FOLDER, else team/ in *data*; None where there is none."""
    if configured := os.environ.get("REFLOW_AGENTS_FOLDER"):
        return Path(configured).expanduser()
    folder = data / TEAM
    return folder if folder.is_dir() else None


def find_mcp_servers_file(data: Path) -> str:
    """Return the file of MCP servers: REFLOW_MCP_SERVERS, else mcp.toml in *data*; "" for none."""
    path = data / "mcp.toml"
    return os.environ.get("REFLOW_MCP_SERVERS", "") or (str(path) if path.is_file() else "")


def find_models_file(data: Path) -> str:
    """Return the file that configures models: REFLOW_MODELS, else models.toml in *data*; "" for none."""
    path = data / "models.toml"
    return os.environ.get("REFLOW_MODELS", "") or (str(path) if path.is_file() else "")
