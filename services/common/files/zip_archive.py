"""Uploaded zip archives. They are untrusted; a rejected one stores nothing."""

import io
import struct
import unicodedata
import zipfile
import zlib

from services.common.files.errors import (
    FILES,
    WorkspaceError,
    archive_invalid,
    show,
    too_large,
    too_many,
)
from services.common.files.limits import DEFAULT_LIMITS, WorkspaceLimits
from services.common.files.tree import Tree, TreeFile, is_safe_mode

_END = b"PK\x05\x06"
_END_BYTES = 22
_ZIP64_LOCATOR = b"PK\x06\x07"
_COMMENT_BYTES = 65_535
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1
_CHUNK = 256 * 1024
# Files that file managers add and that users do not upload on purpose.
_CLUTTER = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")


def read_zip(data: bytes, limits: WorkspaceLimits = DEFAULT_LIMITS) -> tuple[Tree, int]:
    """Return the files of a zip, and how many entries were left out. Raises WorkspaceError."""
    if len(data) > limits.archive_bytes:
        raise too_large("", len(data), limits.archive_bytes)
    _check_directory(data, limits)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_entries(archive, limits)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, struct.error, ValueError, OSError) as error:
        if isinstance(error, WorkspaceError):
            raise
        raise archive_invalid("已损坏。请重新打包。", "it is damaged. Pack it again.") from error


def _check_directory(data: bytes, limits: WorkspaceLimits) -> None:
    """Validate the size of the list of entries before it is parsed."""
    end = data.rfind(_END, max(0, len(data) - _END_BYTES - _COMMENT_BYTES))
    if end < 0 or len(data) - end < _END_BYTES:
        raise archive_invalid("不是 zip 文件。", "it is not a zip file.")
    count, size = struct.unpack("<HL", data[end + 10 : end + 16])
    if data[max(0, end - 20) : end].startswith(_ZIP64_LOCATOR):
        raise archive_invalid("不支持 zip64。", "zip64 is not supported; such a small upload does not need it.")
    entries = limits.files + limits.directories
    if count > entries or size > entries * (46 + limits.path_bytes):
        raise too_many(FILES, limits.files)


def _read_entries(archive: zipfile.ZipFile, limits: WorkspaceLimits) -> tuple[Tree, int]:
    files: list[TreeFile] = []
    directories: list[str] = []
    skipped, remaining = 0, limits.total_bytes
    for info in archive.infolist():
        path = _decode_name(info)
        if any(part in _CLUTTER for part in path.split("/")):
            skipped += 1
            continue
        _check_entry(info, path)
        if info.is_dir() or path.endswith("/"):
            directories.append(path.rstrip("/"))
            continue
        content = _read_content(archive, info, path, min(limits.file_bytes, remaining))
        remaining -= len(content)
        files.append(TreeFile(path, content, bool(info.external_attr >> 16 & 0o100)))
    return Tree(tuple(files), tuple(path for path in directories if path)), skipped


def _decode_name(info: zipfile.ZipInfo) -> str:
    """Return the name of an entry, in NFC and with "/" between directories.

    Names without the UTF-8 flag are, by their bytes: UTF-8 (macOS, many Linux tools), else GB18030 (Chinese Windows).
    """
    name = info.orig_filename
    if not info.flag_bits & _UTF8_NAME:
        raw = name.encode("cp437", "replace")
        for encoding in ("utf-8", "gb18030"):
            try:
                name = raw.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
    return unicodedata.normalize("NFC", name.replace("\\", "/"))


def _check_entry(info: zipfile.ZipInfo, path: str) -> None:
    name = show(path)
    if "\0" in info.orig_filename:
        raise archive_invalid(f"{name} 的名称含空字符。", f"the name {name} contains a null character.", path)
    if info.flag_bits & _ENCRYPTED:
        raise archive_invalid(f"{name} 已加密。请去掉密码。", f"{name} is encrypted. Remove the password.", path)
    if not is_safe_mode(info.external_attr >> 16):
        raise archive_invalid(
            f"{name} 是链接或特殊文件。请放入文件本身。",
            f"{name} is a link or special file. Include the file itself.",
            path,
        )
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise archive_invalid(f"不支持 {name} 的压缩方式。", f"{name} uses a method other than deflate.", path)


def _read_content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: str, limit: int) -> bytes:
    """Return the content of an entry; its size is counted while it is inflated, regardless of its header."""
    if info.file_size > limit:
        raise too_large(path, info.file_size, limit)
    content = bytearray()
    with archive.open(info) as file:
        while chunk := file.read(_CHUNK):
            content += chunk
            if len(content) > limit:
                raise too_large(path, len(content), limit)
    return bytes(content)
