"""Command lines of bubblewrap: the mounts of a sandbox, and its namespaces."""

import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ruff import find_ruff_bin


class Mode(StrEnum):
    """How the namespaces are created.

    PRIVILEGED: by root with CAP_SYS_ADMIN; the launcher then becomes an unprivileged user. USER_NAMESPACE: by a normal
    user. In both modes the kernel limits the number of processes, which it does not do for root.
    """

    PRIVILEGED = "privileged"
    USER_NAMESPACE = "user namespace"


@dataclass(frozen=True, slots=True)
class Disk:
    """Sizes in bytes of the file systems in memory that the sandbox can write to."""

    work: int
    temporary: int
    shared: int


def build_command(bwrap: Path, mode: Mode, disk: Disk, filter_fd: int | None) -> list[str]:
    """Return the command line up to the program. Writable: /work, /tmp and /dev/shm, all in memory and limited."""
    return [
        str(bwrap),
        *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
        *("--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox"),
        *_rights(mode),
        *("--proc", "/proc", "--dev", "/dev"),
        *_in_memory("/work", disk.work),
        *_in_memory("/tmp", disk.temporary),  # noqa: S108  # inside of the sandbox
        *_in_memory("/dev/shm", disk.shared),  # noqa: S108
        *_system(),  # last: an interpreter below /tmp stays visible
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *(item for name, value in environment().items() for item in ("--setenv", name, value)),
        *(() if filter_fd is None else ("--seccomp", str(filter_fd))),
        *("--chdir", "/work"),
    ]


def environment() -> Mapping[str, str]:
    """Return all environment variables of the sandbox: none of this process are inherited."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",  # noqa: S108
        "USER": "sandbox",
        "LOGNAME": "sandbox",
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(_site_packages()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # the plugins of this installation are not those of the project
    }


def python() -> str:
    """Return the path of the interpreter, the same inside and outside."""
    return os.path.realpath(sys.executable)


def find_ruff() -> str:
    """Return the path of ruff's program, the same inside and outside."""
    return os.path.realpath(str(find_ruff_bin()))


def _rights(mode: Mode) -> tuple[str, ...]:
    if mode is Mode.PRIVILEGED:
        return ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
    return ("--unshare-user", "--disable-userns", "--cap-drop", "ALL")


def _in_memory(path: str, size: int) -> tuple[str, ...]:
    return ("--perms", "1777", "--size", str(size), "--tmpfs", path)


def _site_packages() -> list[str]:
    found = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    pytest = importlib.util.find_spec("pytest")
    if pytest is not None and pytest.origin is not None:
        found.add(str(Path(pytest.origin).parents[1]))
    return sorted(found)


def _system() -> Iterator[str]:
    """Yield read-only mounts: system libraries, the interpreter and its packages; no configuration, no home folder."""
    prefix = Path(os.path.realpath(sys.base_prefix))
    folders = ["/usr/bin", "/usr/lib", "/usr/lib64", "/bin", "/lib", "/lib64"]
    folders += [str(prefix / name) for name in ("bin", "lib", "lib64")] + _site_packages() + [find_ruff()]
    for folder in dict.fromkeys(folders):
        path = Path(folder)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), folder)
        elif path.exists():
            # The user of the launcher has no access to parent folders that bubblewrap creates by itself.
            parents = [parent for parent in reversed(path.parents) if parent != Path("/")]
            yield from (item for parent in parents for item in ("--perms", "0755", "--dir", str(parent)))
            yield from ("--ro-bind", folder, folder)
