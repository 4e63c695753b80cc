"""One command in a sandbox, with limits on time, memory, processes, disk and output."""

import contextlib
import json
import os
import secrets
import selectors
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path

import psutil

from services.common.text.language import Text
from services.executor.adapters.sandbox.bubblewrap import Disk, Mode, build_command, python
from services.executor.adapters.sandbox.seccomp import build_filter

MEGABYTE = 1024 * 1024
_INTERVAL = 0.1
_FIRST_UID, _UIDS = 200_000, 300_000
_CHUNK = 64 * 1024


class SandboxUnavailable(Exception):
    """No sandbox can be created here; *text* states the reason and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Limits of one command; sizes in bytes.

    Attributes:
        process_bytes: Address space of each process.
        memory_bytes: Resident memory of all processes together.
        inodes: Files and directories, which use memory of the kernel.
        output_bytes: Output that is returned, its first and last half; a command that writes more than ten times as
        much is ended.

    """

    seconds: float = 60.0
    process_bytes: int = 1024 * MEGABYTE
    memory_bytes: int = 1024 * MEGABYTE
    processes: int = 64
    work_bytes: int = 128 * MEGABYTE
    temporary_bytes: int = 64 * MEGABYTE
    file_bytes: int = 64 * MEGABYTE
    inodes: int = 20_000
    open_files: int = 256
    output_bytes: int = 64 * 1024


class Ending(StrEnum):
    """Why a command ended."""

    EXITED = "exited"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    PROCESSES = "processes"
    DISK = "disk"
    OUTPUT = "output"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """Result of a command. *exit_code* is valid only with EXITED; *omitted_bytes* are cut from the middle."""

    ending: Ending
    exit_code: int
    output: str
    omitted_bytes: int
    seconds: float


class Sandbox:
    """Runs commands on a copy of a folder. The folder itself is not mounted: nothing inside can change it."""

    def __init__(self, bwrap: Path, mode: Mode) -> None:
        self._bwrap = bwrap
        self._mode = mode
        self._filter = build_filter()
        self._launcher = resources.files(__package__).joinpath("launcher.py").read_text("utf-8")

    @property
    def mode(self) -> Mode:
        """How namespaces are created."""
        return self._mode

    @property
    def has_filter(self) -> bool:
        """Whether system calls are filtered on this architecture."""
        return self._filter is not None

    def run(
        self,
        command: Sequence[str],
        archive: bytes,
        limits: SandboxLimits,
        stop: threading.Event | None = None,
    ) -> SandboxResult:
        """Run *command* in a folder with the files of the tar *archive*. Blocks: use a thread; *stop* ends it."""
        start = time.monotonic()
        with self._start(command, limits) as process:
            output = _Output(limits.output_bytes)
            ending = _watch(process, archive, output, limits, start + limits.seconds, stop or threading.Event())
        return SandboxResult(ending, process.returncode, output.text(), output.omitted, time.monotonic() - start)

    @contextlib.contextmanager
    def _start(self, command: Sequence[str], limits: SandboxLimits) -> Iterator[subprocess.Popen[bytes]]:
        # A separate user for each command: the kernel counts processes by user.
        uid = _FIRST_UID + secrets.randbelow(_UIDS) if os.geteuid() == 0 else 0
        inside = uid if self._mode is Mode.PRIVILEGED else 0
        outside = uid if self._mode is Mode.USER_NAMESPACE and uid else None
        options = json.dumps({"uid": inside, "limits": _resources(limits), "command": list(command)})
        disk = Disk(limits.work_bytes, limits.temporary_bytes, limits.temporary_bytes // 4)
        with _memory_file(self._filter) as filter_fd:
            process = subprocess.Popen(  # noqa: S603  # the program is ours, the arguments are a list
                [
                    *build_command(self._bwrap, self._mode, disk, filter_fd),
                    *(python(), "-I", "-S", "-c", self._launcher, options),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=() if filter_fd is None else (filter_fd,),
                env={},
                cwd="/",
                start_new_session=True,
                user=outside,
                group=outside,
                extra_groups=None if outside is None else [],
            )
        try:
            yield process
        finally:
            _kill(process)


def _resources(limits: SandboxLimits) -> dict[str, int]:
    return {
        "RLIMIT_AS": limits.process_bytes,
        "RLIMIT_NPROC": limits.processes,
        "RLIMIT_FSIZE": limits.file_bytes,
        "RLIMIT_CPU": int(limits.seconds) + 1,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 0,
    }


@contextlib.contextmanager
def _memory_file(content: bytes | None) -> Iterator[int | None]:
    if content is None:
        yield None
        return
    descriptor = os.memfd_create("filter")
    try:
        os.write(descriptor, content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


class _Output:
    """The first and the last half of the output of a command."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[: -self._half]

    @property
    def omitted(self) -> int:
        return self.total - len(self._head) - len(self._tail)

    def text(self) -> str:
        middle = f"\n… {self.omitted} bytes …\n".encode() if self.omitted else b""
        return bytes(self._head + middle + self._tail).decode("utf-8", "replace")


def _watch(
    process: subprocess.Popen[bytes],
    archive: bytes,
    output: _Output,
    limits: SandboxLimits,
    deadline: float,
    stop: threading.Event,
) -> Ending:
    """Write the archive to the command, collect its output, and return why it ended or has to be ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    remaining = memoryview(archive)
    next_look = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for stream, event in ((process.stdin, selectors.EVENT_WRITE), (process.stdout, selectors.EVENT_READ)):
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, event)
        while True:
            for key, _ in selector.select(_INTERVAL):
                if key.fileobj is process.stdin:
                    remaining = _feed(process, selector, remaining)
                elif data := os.read(process.stdout.fileno(), _CHUNK):
                    output.add(data)
                else:
                    selector.unregister(process.stdout)
            now = time.monotonic()
            is_open = process.stdout.fileno() in selector.get_map()
            if process.poll() is not None and not is_open:
                return Ending.EXITED
            if now > deadline:
                return Ending.TIMEOUT
            if stop.is_set():
                return Ending.STOPPED
            if output.total > limits.output_bytes * 10:
                return Ending.OUTPUT
            if now >= next_look:
                next_look = now + _INTERVAL
                if exceeded := _exceeded(process, limits):
                    return exceeded


def _feed(process: subprocess.Popen[bytes], selector: selectors.BaseSelector, remaining: memoryview) -> memoryview:
    assert process.stdin is not None
    try:
        written = os.write(process.stdin.fileno(), remaining[:_CHUNK]) if remaining else 0
    except BrokenPipeError:
        written = len(remaining)
    if written == len(remaining):
        selector.unregister(process.stdin)
        process.stdin.close()
    return remaining[written:]


def _exceeded(process: subprocess.Popen[bytes], limits: SandboxLimits) -> Ending | None:
    """Return the limit that all processes together exceed. The kernel limits each one; this covers the sum."""
    inside = _descendants(process)
    if len(inside) > limits.processes + 4:  # bubblewrap's own ones
        return Ending.PROCESSES
    memory = 0
    for one in inside:
        with contextlib.suppress(psutil.Error):
            memory += one.memory_info().rss
    if memory > limits.memory_bytes:
        return Ending.MEMORY
    return Ending.DISK if any(_inodes(one.pid) > limits.inodes for one in inside[-1:]) else None


def _inodes(pid: int) -> int:
    """Return the number of files in the memory of the sandbox of process *pid*; 0 before its setup or after its end."""
    root, total = f"/proc/{pid}/root", 0
    try:
        if not Path(root).samefile("/"):
            for folder in ("work", "tmp", "dev/shm"):
                found = os.statvfs(f"{root}/{folder}")
                total += found.f_files - found.f_ffree
    except OSError:
        return 0
    return total


def _descendants(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    try:
        return list(psutil.Process(process.pid).children(recursive=True))
    except psutil.Error:
        return []


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End every process of the sandbox: the end of the first one of a process namespace ends all others."""
    inside = _descendants(process)
    for one in inside[:1]:
        with contextlib.suppress(psutil.Error):
            one.kill()
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    psutil.wait_procs(inside, timeout=5)
