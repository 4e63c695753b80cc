"""Attempts to escape from the sandbox. Skipped with the reason on machines that cannot run a sandbox."""

import json
import os
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.executor.adapters.sandbox import (
    Ending,
    Sandbox,
    SandboxLimits,
    SandboxResult,
    SandboxUnavailable,
    find_sandbox,
)
from services.executor.adapters.sandbox.bubblewrap import python
from services.executor.adapters.workspace import Workspace, pack

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    try:
        return find_sandbox()
    except SandboxUnavailable as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("run")
    with Workspace.open(root) as workspace:
        workspace.write("src/a.txt", "inside")
    return root


def execute(sandbox: Sandbox, folder: Path, code: str, limits: SandboxLimits | None = None) -> SandboxResult:
    command = [python(), "-I", "-S", "-c", textwrap.dedent(code)]
    return sandbox.run(command, pack(folder), limits or SandboxLimits(seconds=40))


# Each attempt returns the resource that it accessed; an OSError means that the kernel rejected it.
ATTEMPTS = {
    "read the home folder": "[os.path.join(HOME, name) for name in os.listdir(HOME) if not name.startswith('.pyenv')]",
    "read a file of the host": "open(OUTSIDE).read()",
    "read the password file": "open('/etc/passwd').read()",
    "list the parents of the folder": "[name for name in os.listdir('/work/..') if name not in KNOWN]",
    "follow a link to the host": "os.symlink(OUTSIDE, '/work/link') or open('/work/link').read()",
    "write to the root": "open('/file', 'w').write('x')",
    "write to /dev": "open('/dev/file', 'w').write('x')",
    "write to a system folder": "open('/usr/lib/file', 'w').write('x')",
    "write to the interpreter": "open(os.path.dirname(os.__file__) + '/os.py', 'a').write('x')",
    "connect to a server of the host": "socket.create_connection(('127.0.0.1', PORT), 2)",
    "connect to the internet": "socket.create_connection(('1.1.1.1', 53), 2)",
    "resolve a name": "socket.getaddrinfo('example.com', 80)",
    "connect to an abstract socket of the host": "done(socket.socket(socket.AF_UNIX).connect(ABSTRACT))",
    "open a vsock to the hypervisor": "socket.socket(socket.AF_VSOCK)",
    "open a netlink socket": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "open a raw packet socket": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "see other processes": "[pid for pid in os.listdir('/proc') if pid.isdigit() and int(pid) > os.getpid()]",
    "signal a process of the host": "done(os.kill(HOST_PID, 9))",
    "signal every process": "[pid for pid in range(1, 400) if pid not in OWN and signal_works(pid)]",
    "read the environment of the service": "[name for name in os.environ if 'SECRET' in name]",
    "read the environment of the first process": "open('/proc/1/environ').read().count('SECRET') or None",
    "read the root of the first process": "[n for n in os.listdir('/proc/1/root') if n not in KNOWN]",
    "open inherited descriptors": "[fd for fd in os.listdir('/proc/self/fd') if int(fd) > 3]",
    "change a kernel setting": "open('/proc/sys/kernel/hostname', 'w').write('x')",
    "trigger sysrq": "open('/proc/sysrq-trigger', 'w').write('h')",
    "read kernel memory": "open('/proc/kcore', 'rb').read(1) or None",
    "read the disk": "open('/dev/vda', 'rb').read(1)",
    "create a device": "done(os.mknod('/work/disk', 0o060600, os.makedev(254, 0)))",
    "become root": "done(os.setuid(0))",
    "create a user namespace": "call(libc.unshare(0x10000000))",
    "create a mount namespace": "call(libc.unshare(0x00020000))",
    "mount a file system": "call(libc.mount(b'proc', b'/work', b'proc', 0, None))",
    "enter a namespace": "call(libc.setns(os.open('/proc/1/ns/net', 0), 0))",
    "trace a process": "call(libc.ptrace(16, 1, 0, 0))",
    "change the root": "done(os.chroot('/work'))",
    "use io_uring": "call(libc.syscall(425, 1, None))",
    "use bpf": "call(libc.syscall(BPF, 0, None, 0))",
    "use keys": "call(libc.syscall(KEYCTL, 0, -3, 1))",
    "clone3 with namespaces": "call(libc.syscall(435, None, 0))",
    "raise its own limits": "done(resource.setrlimit(resource.RLIMIT_NPROC, (10**6, 10**6)))",
    "run a program with the setuid bit": "ROOT if (ROOT := root_by_setuid()) else None",
}
PRELUDE = """
import ctypes, json, os, platform, resource, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
HOME, OUTSIDE, PORT, ABSTRACT, HOST_PID = json.loads({details!r})
KNOWN = {{"bin", "dev", "lib", "lib64", "proc", "tmp", "usr", "work", *{parents!r}}}
BPF, KEYCTL = (321, 250) if platform.machine() == "x86_64" else (280, 219)
OWN = {{os.getpid(), os.getppid(), 1}}
def call(result):
    if result < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "it worked"
def done(_result):
    return "it worked"
def signal_works(pid):
    try: os.kill(pid, 0); return True
    except OSError: return False
def root_by_setuid():
    for program in ("/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd", "/usr/bin/chsh"):
        if os.path.exists(program):
            done = subprocess.run([program, "-c", "id -u", "root"], capture_output=True, stdin=subprocess.DEVNULL)
            if done.stdout.strip() == b"0": return program
    return ""
results = {{}}
for name, code in json.loads({attempts!r}).items():
    try:
        reached = eval(code)
        results[name] = repr(reached)[:200] if reached else ""
    except (OSError, ValueError) as error:
        results[name] = ""
print(json.dumps(results))
"""


@pytest.fixture(scope="module")
def outcomes(sandbox: Sandbox, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text("SECRET")
    outside.chmod(0o644)
    abstract = f"\0reflow-test-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(abstract)
        local.listen()
        others = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
        parents = {path.parts[1] for path in map(Path, (sys.base_prefix, *sys.path)) if len(path.parts) > 1}
        details = [str(Path.home()), str(outside), server.getsockname()[1], abstract, others.pid]
        code = PRELUDE.format(details=json.dumps(details), parents=sorted(parents), attempts=json.dumps(ATTEMPTS))
        os.environ["REFLOW_TEST_SECRET"] = "SECRET"
        try:
            result = execute(sandbox, folder, code)
            assert result.ending is Ending.EXITED, result
            assert result.exit_code == 0, result.output
            yield {**json.loads(result.output), "alive": "yes" if others.poll() is None else "no"}
        finally:
            del os.environ["REFLOW_TEST_SECRET"]
            others.kill()
            others.wait()


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_attempt_to_leave_reaches_nothing(outcomes: dict[str, str], attempt: str) -> None:
    assert outcomes[attempt] == ""


def test_processes_of_the_host_are_alive_after_the_signals(outcomes: dict[str, str]) -> None:
    assert outcomes["alive"] == "yes"


def test_the_folder_is_a_copy(sandbox: Sandbox, folder: Path) -> None:
    code = "open('src/a.txt', 'w').write('changed'); open('new', 'w').write('x'); print(open('src/a.txt').read())"
    assert execute(sandbox, folder, code).output.strip() == "changed"
    assert ((folder / "src/a.txt").read_text(), (folder / "new").exists()) == ("inside", False)


def test_system_calls_are_filtered_here(sandbox: Sandbox) -> None:
    assert sandbox.has_filter


def processes_with(marker: str) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker in entry.read_bytes().decode("utf-8", "replace"):
                found.append(entry.parent.name)
        except OSError:
            continue
    return [pid for pid in found if int(pid) != os.getpid()]


def test_a_fork_bomb_ends_and_leaves_no_process(sandbox: Sandbox, folder: Path) -> None:
    marker = f"bomb-{time.monotonic_ns()}"
    code = f"""
        import os, time  # {marker}
        most = 0
        while True:
            try:
                os.fork()
            except OSError:
                time.sleep(0.01)
    """
    result = execute(sandbox, folder, code, SandboxLimits(seconds=6, processes=40))
    assert result.ending in (Ending.TIMEOUT, Ending.PROCESSES)
    assert result.seconds < 60
    assert processes_with(marker) == []


def test_processes_are_limited_by_the_kernel(sandbox: Sandbox, folder: Path) -> None:
    code = """
        import os, time
        count = 0
        try:
            while count < 500:
                if os.fork() == 0:
                    time.sleep(30); os._exit(0)
                count += 1
        except OSError:
            pass
        print(count)
    """
    result = execute(sandbox, folder, code, SandboxLimits(seconds=30, processes=20))
    assert (result.ending, int(result.output) < 20) == (Ending.EXITED, True)


def test_a_daemon_does_not_survive(sandbox: Sandbox, folder: Path) -> None:
    marker = f"daemon-{time.monotonic_ns()}"
    code = f"""
        import os, time  # {marker}
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(300)
            os._exit(0)
        time.sleep(0.5)
        print("done")
    """
    assert execute(sandbox, folder, code).output.strip() == "done"
    assert processes_with(marker) == []


@pytest.mark.parametrize("where", ["/work", "/tmp", "/dev/shm"])
def test_the_disk_cannot_be_filled(sandbox: Sandbox, folder: Path, where: str) -> None:
    code = f"""
        import os
        written = 0
        try:
            for number in range(100):
                with open(f"{where}/{{number}}", "wb") as file:
                    written += file.write(bytes(2**20))
                    file.flush()
        except OSError as error:
            print(written // 2**20, error.errno)
    """
    limits = SandboxLimits(seconds=30, work_bytes=20 * MEGABYTE, temporary_bytes=20 * MEGABYTE)
    written, error = execute(sandbox, folder, code, limits).output.split()
    assert (int(written) <= 21, int(error)) == (True, 28)


def test_a_single_file_is_limited(sandbox: Sandbox, folder: Path) -> None:
    code = """
        import signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            open("/work/large", "wb").write(bytes(8 * 2**20))
        except OSError as error:
            print(error.errno)
    """
    assert execute(sandbox, folder, code, SandboxLimits(file_bytes=4 * MEGABYTE)).output.strip() == "27"


def test_a_program_that_creates_empty_files_endlessly_is_stopped(sandbox: Sandbox, folder: Path) -> None:
    code = """
        number = 0
        while True:
            open(f"/work/{number}", "w").close(); number += 1
    """
    assert execute(sandbox, folder, code, SandboxLimits(seconds=30, inodes=3_000)).ending is Ending.DISK


def test_a_process_cannot_use_all_memory(sandbox: Sandbox, folder: Path) -> None:
    code = """
        try:
            bytearray(600 * 2**20)
        except MemoryError:
            print("MemoryError")
    """
    result = execute(sandbox, folder, code, SandboxLimits(process_bytes=300 * MEGABYTE))
    assert result.output.strip() == "MemoryError"


def test_processes_cannot_use_all_memory_together(sandbox: Sandbox, folder: Path) -> None:
    code = """
        import os, time
        for _ in range(8):
            if os.fork() == 0:
                block = bytearray(os.urandom(2**20)) * 60
                time.sleep(30)
        time.sleep(30)
    """
    limits = SandboxLimits(seconds=30, process_bytes=300 * MEGABYTE, memory_bytes=200 * MEGABYTE)
    assert execute(sandbox, folder, code, limits).ending is Ending.MEMORY


@pytest.mark.parametrize("code", ["while True: pass", "import time; time.sleep(100)"])
def test_time_is_limited(sandbox: Sandbox, folder: Path, code: str) -> None:
    result = execute(sandbox, folder, code, SandboxLimits(seconds=3))
    assert (result.seconds < 40, result.ending is Ending.TIMEOUT or result.exit_code != 0) == (True, True)


def test_output_is_limited_and_the_omitted_part_is_counted(sandbox: Sandbox, folder: Path) -> None:
    limits = SandboxLimits(seconds=30, output_bytes=10_000)
    result = execute(sandbox, folder, "print('first'); print('x' * 50_000); print('last')", limits)
    assert (result.ending, len(result.output) < 11_000, result.omitted_bytes > 39_000) == (Ending.EXITED, True, True)
    assert (result.output.startswith("first"), result.output.endswith("last\n")) == (True, True)


def test_a_program_that_prints_endlessly_is_stopped(sandbox: Sandbox, folder: Path) -> None:
    code = "while True: print('x' * 1000)"
    assert execute(sandbox, folder, code, SandboxLimits(output_bytes=10_000)).ending is Ending.OUTPUT


def test_a_run_can_be_stopped_from_outside(sandbox: Sandbox, folder: Path) -> None:
    stop = threading.Event()
    threading.Timer(1, stop.set).start()
    command = [python(), "-I", "-S", "-c", "import time; time.sleep(60)"]
    result = sandbox.run(command, pack(folder), SandboxLimits(seconds=50), stop)
    assert (result.ending, result.seconds < 40) == (Ending.STOPPED, True)
