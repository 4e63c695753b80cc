"""CPU time of this process, its children and a PostgreSQL; other work on the machine affects it little."""

from collections.abc import Iterable
from pathlib import Path

import psutil
import psycopg


def find_postgres(url: str) -> psutil.Process:
    """Return the main process of the PostgreSQL at *url*, on this machine."""
    with psycopg.connect(url) as connection:
        backend = psutil.Process(connection.info.backend_pid)
        parent = backend.parent()
    return parent if parent is not None else backend


def read_cpu_seconds(postgres: psutil.Process) -> float:
    """Return the CPU seconds of this process and of *postgres*, including children, also ended ones."""
    roots = (psutil.Process(), postgres)
    processes = {one.pid: one for root in roots for one in (root, *root.children(recursive=True))}
    return sum(_read_seconds(one) for one in processes.values())


def _read_seconds(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:4]))  # user and system, own and of ended children
    except psutil.NoSuchProcess:
        return 0.0


def read_exact_seconds(roots: Iterable[psutil.Process]) -> float:
    """Return the CPU seconds of *roots* and their children that are alive, to the nanosecond: the kernel's own count.

    The CPU time of ended processes is lost, so this is for processes that continue to run.
    """
    processes = {one.pid for root in roots for one in (root, *root.children(recursive=True))}
    return sum(_read_nanoseconds(task) for pid in processes for task in _list_tasks(pid)) / 1e9


def _list_tasks(pid: int) -> list[Path]:
    try:
        return list((Path("/proc") / str(pid) / "task").iterdir())
    except FileNotFoundError:
        return []


def _read_nanoseconds(task: Path) -> int:
    try:
        return int((task / "schedstat").read_text().split()[0])
    except (FileNotFoundError, ProcessLookupError):
        return 0
