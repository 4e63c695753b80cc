"""Attempts to leave the working folder through its file tools."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from services.executor.adapters.workspace import Reason, Workspace, WorkspaceError

SECRET = "the secret outside"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text(SECRET)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    return folder


@pytest.fixture
def workspace(root: Path) -> Iterator[Workspace]:
    with Workspace.open(root) as opened:
        yield opened


CALLS: dict[str, Callable[[Workspace, str], object]] = {
    "read": lambda workspace, path: workspace.read(path),
    "write": lambda workspace, path: workspace.write(path, "changed"),
    "edit": lambda workspace, path: workspace.edit(path, SECRET, "changed"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "path",
    [
        " /blank.txt",
        "../outside/secret.txt",
        "a/../../outside/secret.txt",
        "/etc/passwd",
        "~/.ssh/id_rsa",
        "..\\outside\\secret.txt",
        "C:/Windows/win.ini",
        "a\0b",
        "a\nb",
        "",
        ".",
        "..",
        "a/\ud800",
        "invoice\u202efdp.py",
        "a" * 201,
        "/".join("a" * 20),
    ],
)
def test_paths_outside_the_folder_are_rejected(workspace: Workspace, outside: Path, path: str, call: str) -> None:
    with pytest.raises(WorkspaceError) as error:
        CALLS[call](workspace, path)
    assert (error.value.reason, (outside / "secret.txt").read_text()) == (Reason.PATH_INVALID, SECRET)


@pytest.mark.parametrize("call", ["read", "edit", "write"])
@pytest.mark.parametrize("kind", ["file link", "directory link", "relative link", "hard link", "link to proc"])
def test_links_are_not_followed(workspace: Workspace, root: Path, outside: Path, kind: str, call: str) -> None:
    path = "link"
    if kind == "file link":
        (root / "link").symlink_to(outside / "secret.txt")
    elif kind == "directory link":
        (root / "link").symlink_to(outside)
        path = "link/secret.txt"
    elif kind == "relative link":
        (root / "link").symlink_to("../outside/secret.txt")
    elif kind == "hard link":
        (root / "link").hardlink_to(outside / "secret.txt")
    else:
        (root / "link").symlink_to("/proc/self/environ")
    with pytest.raises(WorkspaceError) as error:
        CALLS[call](workspace, path)
    assert (error.value.reason, (outside / "secret.txt").read_text()) == (Reason.LINK, SECRET)


def test_glob_and_grep_do_not_enter_links(workspace: Workspace, root: Path, outside: Path) -> None:
    (root / "folder").symlink_to(outside)
    (root / "file").symlink_to(outside / "secret.txt")
    (root / "hard").hardlink_to(outside / "secret.txt")
    assert (workspace.glob("**").paths, workspace.glob("**").skipped) == ((), 3)
    assert (workspace.grep("secret").matches, workspace.grep("secret").skipped) == ((), 3)


def test_pipes_and_sockets_are_rejected_without_waiting(workspace: Workspace, root: Path) -> None:
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.fspath(root / "socket"))
        for path in ("pipe", "socket"):
            with pytest.raises(WorkspaceError) as error:
                workspace.read(path)
            assert error.value.reason is Reason.LINK


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can create a device")
def test_devices_are_rejected(workspace: Workspace, root: Path) -> None:
    try:
        os.mknod(root / "zero", 0o600 | 0o020000, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("this container cannot create a device")
    with pytest.raises(WorkspaceError) as error:
        workspace.read("zero")
    assert error.value.reason is Reason.LINK


def swap(root: Path, outside: Path, stop: threading.Event) -> None:
    """Replace the directory `target` by a link to *outside* and back, as fast as possible."""
    link, target, spare = root / "link", root / "target", root / "spare"
    while not stop.is_set():
        with suppress(OSError):  # a write created or filled the directory in between
            target.rename(spare)
        with suppress(OSError):
            link.symlink_to(outside)
            link.rename(target)
        time.sleep(0.0002)
        with suppress(OSError):
            target.unlink()
        with suppress(OSError):
            spare.rename(target)
        shutil.rmtree(spare, ignore_errors=True)


@pytest.mark.parametrize("call", ["read", "write", "grep"])
def test_a_directory_swapped_for_a_link_during_calls_never_leads_out(
    workspace: Workspace, root: Path, outside: Path, call: str
) -> None:
    (root / "target").mkdir()
    (root / "target" / "secret.txt").write_text("inside")
    stop = threading.Event()
    attacker = threading.Thread(target=swap, args=(root, outside, stop))
    attacker.start()
    seen: set[str] = set()
    rejected = 0
    try:
        for _ in range(600):
            try:
                if call == "read":
                    seen.add(workspace.read("target/secret.txt").text)
                elif call == "write":
                    workspace.write("target/secret.txt", "inside")
                else:
                    seen.update(match.text for match in workspace.grep("secret|inside").matches)
            except WorkspaceError:
                rejected += 1
    finally:
        stop.set()
        attacker.join()
    assert SECRET not in seen
    assert [path.name for path in outside.iterdir()] == ["secret.txt"]
    assert (outside / "secret.txt").read_text() == SECRET


def test_a_file_swapped_for_a_link_during_reads_never_leads_out(
    workspace: Workspace, root: Path, outside: Path
) -> None:
    stop = threading.Event()

    def attack() -> None:
        while not stop.is_set():
            (root / "new").symlink_to(outside / "secret.txt")
            (root / "new").rename(root / "file")
            (root / "new").write_text("inside")
            (root / "new").rename(root / "file")

    attacker = threading.Thread(target=attack)
    attacker.start()
    seen: set[str] = set()
    try:
        for _ in range(1_500):
            try:
                seen.add(workspace.read("file").text)
            except WorkspaceError:
                continue
    finally:
        stop.set()
        attacker.join()
    assert SECRET not in seen


def test_the_folder_itself_may_not_be_a_link(root: Path, outside: Path) -> None:
    (root / "link").symlink_to(outside)
    with pytest.raises(WorkspaceError):
        Workspace.open(root / "link")
