"""Import of uploaded zip archives."""

import io
import stat
import struct
import time
import warnings
import zipfile
from pathlib import Path

import pytest

from services.executor.adapters.workspace import Reason, WorkspaceError, WorkspaceLimits, import_zip


def zip_of(*entries: tuple[str, bytes], mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")  # duplicate names are intended
        for name, content in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            info.external_attr = mode << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def test_files_are_imported(tmp_path: Path) -> None:
    data = zip_of(("src/main.py", b"x = 1\n"), ("说明.md", "你好".encode()), ("empty/", b""))
    assert import_zip(data, tmp_path / "run").paths == ("src/main.py", "说明.md")
    assert (tmp_path / "run" / "说明.md").read_text() == "你好"
    assert (tmp_path / "run" / "empty").is_dir()


def test_files_that_file_managers_add_are_skipped_and_counted(tmp_path: Path) -> None:
    imported = import_zip(zip_of(("a", b""), ("__MACOSX/._a", b""), ("x/.DS_Store", b"")), tmp_path / "run")
    assert (imported.paths, imported.skipped) == (("a",), 2)


@pytest.mark.parametrize(
    "name",
    ["../out", "a/../../out", "/etc/passwd", "..\\out", "C:\\out", "a\nb", "~/x", "a/" * 20 + "b", "n" * 300],
)
def test_zip_slip_is_rejected_and_leaves_no_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError):
        import_zip(zip_of(("good", b""), (name, b"x")), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices_are_rejected(kind: int, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as error:
        import_zip(zip_of(("link", b"/etc/passwd"), mode=kind | 0o777), tmp_path / "run")
    assert error.value.reason is Reason.ARCHIVE_INVALID


@pytest.mark.parametrize("names", [("a", "a"), ("a", "./a"), ("a", "a/b"), ("caf\u00e9", "cafe\u0301")])
def test_names_that_occur_twice_are_rejected(names: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError):
        import_zip(zip_of(*((name, b"") for name in names)), tmp_path / "run")


def test_a_zip_bomb_is_rejected_while_it_inflates(tmp_path: Path) -> None:
    data = zip_of(("bomb", b"\0" * 40_000_000))
    assert len(data) < 1_000_000
    start = time.process_time()
    with pytest.raises(WorkspaceError) as error:
        import_zip(data, tmp_path / "run")
    assert (error.value.reason, time.process_time() - start < 2) == (Reason.TOO_LARGE, True)


def test_a_zip_bomb_of_many_entries_is_rejected_at_the_limit_of_the_total_size(tmp_path: Path) -> None:
    data = zip_of(*((str(number), b"\0" * 1_000_000) for number in range(20)))
    with pytest.raises(WorkspaceError) as error:
        import_zip(data, tmp_path / "run", WorkspaceLimits(total_bytes=5_000_000))
    assert error.value.reason is Reason.TOO_LARGE


def test_a_zip_bomb_that_declares_a_false_size_is_rejected(tmp_path: Path) -> None:
    data = bytearray(zip_of(("bomb", b"\0" * 20_000_000)))
    central = data.rfind(b"PK\x01\x02")
    for position in (central + 24, 22):  # the size in the directory, and in the entry's own header
        data[position : position + 4] = struct.pack("<I", 10)
    with pytest.raises(WorkspaceError):
        import_zip(bytes(data), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_entries_that_share_their_content_are_counted_each(tmp_path: Path) -> None:
    data = zip_of(("a", b"\0" * 1_000_000))
    central, end = data.rfind(b"PK\x01\x02"), data.rfind(b"PK\x05\x06")
    record = data[central:end]
    overlapped = (
        data[:central] + record * 50 + data[end : end + 8] + struct.pack("<HHLL", 50, 50, 50 * len(record), central)
    )
    with pytest.raises(WorkspaceError):
        import_zip(overlapped + b"\0\0", tmp_path / "run")


def test_too_many_entries_are_rejected_before_they_are_parsed(tmp_path: Path) -> None:
    data = zip_of(*((str(number), b"") for number in range(20_000)), method=zipfile.ZIP_STORED)
    with pytest.raises(WorkspaceError) as error:
        import_zip(data, tmp_path / "run")
    assert error.value.reason is Reason.TOO_MANY


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_the_encoding_of_names_without_the_utf8_flag_is_detected_from_their_bytes(
    encoding: str, tmp_path: Path
) -> None:
    raw = "中文.txt".encode(encoding)
    data = zip_of(("x" * len(raw), b"")).replace(b"x" * len(raw), raw)
    assert import_zip(data, tmp_path / "run").paths == ("中文.txt",)


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\x05\x06" + b"\0" * 18, b"PK\x05\x06" + b"\xff" * 18])
def test_data_that_is_not_a_zip_imports_nothing(data: bytes, tmp_path: Path) -> None:
    try:
        imported = import_zip(data, tmp_path / "run").paths
    except WorkspaceError:
        imported = ()
    assert imported == ()


def test_an_encrypted_entry_is_rejected(tmp_path: Path) -> None:
    data = bytearray(zip_of(("a", b"secret")))
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    data[6] |= 1
    with pytest.raises(WorkspaceError) as error:
        import_zip(bytes(data), tmp_path / "run")
    assert "Remove the password" in error.value.text.en


@pytest.mark.parametrize("position", range(0, 160, 7))
def test_a_damaged_zip_is_a_clear_error_or_is_imported_completely(position: int, tmp_path: Path) -> None:
    data = bytearray(zip_of(("a.txt", b"hello " * 20), ("b.txt", b"x")))
    data[position % len(data)] ^= 0xFF
    try:
        import_zip(bytes(data), tmp_path / "run")
    except WorkspaceError:
        assert not (tmp_path / "run").exists()
