"""Errors of files and folders, for users."""

from collections.abc import Mapping

from services.common.text.language import Text

_REASONS: Mapping[type[OSError], Text] = {
    FileNotFoundError: Text("没有这个文件", "no such file"),
    FileExistsError: Text("有同名的文件", "there is a file of that name"),
    IsADirectoryError: Text("是文件夹", "it is a folder"),
    NotADirectoryError: Text("不是文件夹", "it is not a folder"),
    PermissionError: Text("没有权限", "permission denied"),
}


def describe_file_error(error: OSError) -> Text:
    """Return why a file or folder could not be used; a rare reason in the words of the operating system."""
    rare = error.strerror or type(error).__name__
    return _REASONS.get(type(error), Text(rare, rare))
