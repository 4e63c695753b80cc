"""Without a sandbox, run_checks is rejected with the reason, and never executed."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from services.executor.adapters.sandbox import Checks, SandboxUnavailable, find_sandbox
from services.executor.adapters.sandbox.probe import _bundled
from services.executor.adapters.workspace import WorkspaceLimits


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return path


def test_a_kernel_that_allows_no_namespaces_is_named(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not shutil.which("setpriv") or not shutil.which("unshare"):
        pytest.skip("needs root, setpriv and unshare to take the rights away")
    # As in a pod without privileges: no capability is left, and no user namespace may be created.
    inner = program(
        tmp_path / "inner",
        "echo 0 > /proc/sys/user/max_user_namespaces\n"
        f'exec /usr/bin/setpriv --bounding-set -all --inh-caps -all -- "{_bundled()}" "$@"',
    )
    outer = program(tmp_path / "bwrap", f'exec /usr/bin/unshare -Ur "{inner}" "$@"')
    with pytest.raises(SandboxUnavailable) as error:
        find_sandbox(outer)
    assert "bwrap: " in error.value.text.en
    assert "沙箱" in error.value.text.zh


@pytest.mark.parametrize("name", ["missing", "fails", "answers something else"])
def test_a_program_that_is_not_a_sandbox_is_not_used(tmp_path: Path, name: str) -> None:
    if name == "fails":
        program(tmp_path / name, "exit 1")
    elif name == "answers something else":
        program(tmp_path / name, "echo fine")
    with pytest.raises(SandboxUnavailable):
        find_sandbox(tmp_path / name)


def test_a_sandbox_that_does_not_isolate_is_not_used(tmp_path: Path) -> None:
    direct = program(
        tmp_path / "bwrap",
        'while [ "$1" != "-I" ]; do last="$1"; shift; done\nexec "$last" "$@"',
    )
    with pytest.raises(SandboxUnavailable):
        find_sandbox(direct)


def test_checks_without_a_sandbox_are_rejected_and_nothing_is_executed(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("open('executed', 'w')\n")
    with pytest.raises(SandboxUnavailable) as unavailable:
        find_sandbox(tmp_path / "missing")
    with pytest.raises(SandboxUnavailable):
        Checks(unavailable.value).run(tmp_path, WorkspaceLimits())
    assert not (tmp_path / "executed").exists()
