"""Archives and snapshots of a working folder."""

import io
import os
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from obstore.store import LocalStore, MemoryStore

from services.common.blobs import BlobStore
from services.common.files.tree import Tree, TreeFile, check_tree
from services.executor.adapters.workspace import (
    Reason,
    Workspace,
    WorkspaceError,
    WorkspaceLimits,
    pack,
    restore_snapshot,
    store_snapshot,
    unpack,
)
from services.executor.adapters.workspace.archive import pack_tree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    with Workspace.open(folder) as workspace:
        workspace.write("src/main.py", "print('猫')\n")
        workspace.write("图片/一.png", b"\x89PNG\0")
        workspace.write("n" * 150 + "/" + "m" * 150, "long")
    (folder / "empty" / "folder").mkdir(parents=True)
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, bool]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes() if path.is_file() else b"/", os.access(path, os.X_OK))
        for path in folder.rglob("*")
    }


def test_an_unpacked_folder_equals_the_packed_one(root: Path, tmp_path: Path) -> None:
    unpack(pack(root), tmp_path / "copy")
    assert contents(tmp_path / "copy") == contents(root)


def test_equal_folders_are_packed_into_equal_bytes(root: Path, tmp_path: Path) -> None:
    unpack(pack(root), tmp_path / "copy")
    os.utime(tmp_path / "copy" / "run.sh", (1, 1))
    assert pack(tmp_path / "copy") == pack(root)


def test_links_are_not_packed(root: Path) -> None:
    before = pack(root)
    (root / "link").symlink_to("/etc/passwd")
    os.mkfifo(root / "pipe")
    assert pack(root) == before


def test_a_folder_that_is_not_empty_is_not_overwritten(root: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("mine")
    with pytest.raises(WorkspaceError) as error:
        unpack(pack(root), tmp_path / "other")
    assert (error.value.reason, set(contents(tmp_path / "other"))) == (Reason.NOT_EMPTY, {"mine.txt"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "run"]


def tar_of(info: tarfile.TarInfo, content: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, target, size
    return info


@pytest.mark.parametrize(
    "data",
    [
        tar_of(entry("../out")),
        tar_of(entry("/etc/cron.d/x")),
        tar_of(entry("link", tarfile.SYMTYPE, "/etc")),
        tar_of(entry("link", tarfile.LNKTYPE, "/etc/passwd")),
        tar_of(entry("device", tarfile.CHRTYPE)),
        tar_of(entry("pipe", tarfile.FIFOTYPE)),
        tar_of(entry("a", size=9_000_000), b"x" * 9_000_000),
        tar_of(entry("a", size=1_000), b"x" * 1_000)[:1_100],
        b"not a tar archive" * 100,
        pack_tree(Tree((TreeFile("a", b""), TreeFile("./a", b"")))),
        pack_tree(Tree((TreeFile("a", b""), TreeFile("a/b", b"")))),
    ],
)
def test_a_malicious_archive_is_rejected_and_leaves_no_files(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError):
        unpack(data, tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


def test_an_archive_beyond_the_limits_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as error:
        check_tree(Tree(tuple(TreeFile(str(number), b"") for number in range(6))), WorkspaceLimits(files=5))
    assert error.value.reason is Reason.TOO_MANY


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@given(st.lists(st.tuples(st.lists(NAMES, min_size=1, max_size=4).map("/".join), st.binary(max_size=50)), max_size=8))
def test_every_accepted_file_is_restored_from_an_archive(
    tmp_path_factory: pytest.TempPathFactory, files: list[tuple[str, bytes]]
) -> None:
    folder = tmp_path_factory.mktemp("property")
    with Workspace.open(folder) as workspace:
        for path, content in files:
            try:
                workspace.write(path, content)
            except WorkspaceError:
                continue
    unpack(pack(folder), folder.with_name(folder.name + "-copy"))
    assert contents(folder.with_name(folder.name + "-copy")) == contents(folder)


async def test_a_snapshot_is_restored_on_another_replica(root: Path, tmp_path: Path) -> None:
    (tmp_path / "blobs").mkdir()
    stored = await store_snapshot(root, BlobStore(LocalStore(tmp_path / "blobs")))
    await restore_snapshot(stored.digest, BlobStore(LocalStore(tmp_path / "blobs")), tmp_path / "other")
    assert contents(tmp_path / "other") == contents(root)


async def test_a_snapshot_of_an_unchanged_folder_writes_nothing(root: Path) -> None:
    blobs = BlobStore(MemoryStore())
    first, second = await store_snapshot(root, blobs), await store_snapshot(root, blobs)
    assert (second.digest, second.written, first.written > 0) == (first.digest, 0, True)


async def test_a_snapshot_after_one_change_writes_that_file_and_the_manifest(root: Path) -> None:
    blobs = BlobStore(MemoryStore())
    (root / "large").write_bytes(b"x" * 1_000_000)
    await store_snapshot(root, blobs)
    (root / "run.sh").write_text("#!/bin/sh\ntrue\n")
    assert (await store_snapshot(root, blobs)).written < 2_000


async def test_a_changed_blob_is_not_restored(root: Path, tmp_path: Path) -> None:
    blobs = BlobStore(MemoryStore())
    stored = await store_snapshot(root, blobs)
    async for blob in blobs.list("workspaces/contents"):
        await blobs.put(blob.key, b"changed")
    with pytest.raises(WorkspaceError):
        await restore_snapshot(stored.digest, blobs, tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("digest", ["", "0" * 64, "../contents/x", "x" * 64])
async def test_a_snapshot_that_does_not_exist_is_an_error(digest: str, tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError) as error:
        await restore_snapshot(digest, BlobStore(MemoryStore()), tmp_path / "other")
    assert error.value.reason is Reason.NOT_FOUND
