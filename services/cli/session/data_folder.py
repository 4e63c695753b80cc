"""The data folder of a system, and the file in it that configures models."""

import os
from pathlib import Path

from platformdirs import user_data_path

from services.cli.errors import BAD_INPUT, CommandFailed
from services.common.text.language import Text


def find_data_folder(requested: Path | None) -> Path:
    """Return the *requested* folder, else REFLOW_DATA, else this user's. Raises CommandFailed for a file."""
    folder = requested or Path(os.environ.get("REFLOW_DATA") or user_data_path("reflow"))
    folder = folder.expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise CommandFailed(Text(f"{folder} 不是文件夹。", f"{folder} is not a folder."), BAD_INPUT)
    return folder


def find_models_file(data: Path) -> str:
    """Return the file that configures models: REFLOW_MODELS, else models.toml in *data*; "" for none."""
    path = data / "models.toml"
    return os.environ.get("REFLOW_MODELS", "") or (str(path) if path.is_file() else "")
