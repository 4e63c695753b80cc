"""The tool run_checks: ruff and pytest on a working folder."""

import re
import threading
from dataclasses import dataclass
from pathlib import Path

from engines.code_review import Finding, parse_ruff
from services.common.text.language import Text
from services.executor.adapters.sandbox.bubblewrap import find_ruff, python
from services.executor.adapters.sandbox.sandbox import (
    Ending,
    Sandbox,
    SandboxLimits,
    SandboxResult,
    SandboxUnavailable,
)
from services.executor.adapters.workspace import WorkspaceLimits, pack

# The project's own configuration is not read: it is part of what is checked and could switch every rule off.
_RUFF = ("check", "--isolated", "--no-cache", "--exit-zero", "--output-format=json", "--select=E4,E7,E9,F,B", "--quiet")
_PYTEST = ("-B", "-m", "pytest", "-q", "-rfE", "--tb=short", "-p", "no:cacheprovider", "--color=no", "--rootdir=/work")
_RUFF_LIMITS = SandboxLimits(seconds=30, output_bytes=4 * 1024 * 1024)
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S[^\n]{0,300})", re.MULTILINE)
_COUNT = re.compile(r"(\d{1,6}) (passed|failed|error|errors|skipped)\b")
_MAX_FAILURES = 50
_SUMMARY_CHARACTERS = 300
# Exit codes of pytest.
_PASSED, _FAILURES, _NO_TESTS = 0, 1, 5


@dataclass(frozen=True, slots=True)
class RuffReport:
    """Findings of ruff by path; *problem* is the reason if there are none to display."""

    findings: dict[str, tuple[Finding, ...]]
    problem: Text | None = None


@dataclass(frozen=True, slots=True)
class PytestReport:
    """Result of the tests.

    Attributes:
        passed: True or False; None if no test finished.
        counts: By "passed", "failed", "error", "skipped". They come from the output of the code under test: a malicious
            program can forge them.
        failures: Names of failed tests with their message, bounded.
        output: First and last part of the output.
        problem: Reason why there is no result; None otherwise.

    """

    passed: bool | None
    counts: dict[str, int]
    failures: tuple[str, ...]
    output: str
    seconds: float
    problem: Text | None = None


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Result of run_checks."""

    ruff: RuffReport
    tests: PytestReport


class Checks:
    """Runs checks of a folder. They run on a copy, so the folder does not change."""

    def __init__(self, sandbox: Sandbox | SandboxUnavailable, limits: SandboxLimits | None = None) -> None:
        self._sandbox = sandbox
        self._limits = limits or SandboxLimits()

    def run(self, root: Path, folder: WorkspaceLimits, stop: threading.Event | None = None) -> CheckReport:
        """Check *root*. Blocks. Raises SandboxUnavailable, or WorkspaceError if the folder exceeds its limits."""
        if isinstance(self._sandbox, SandboxUnavailable):
            raise self._sandbox
        archive = pack(root, folder)
        ruff = self._sandbox.run([find_ruff(), *_RUFF, "."], archive, _RUFF_LIMITS, stop)
        tests = self._sandbox.run([python(), *_PYTEST], archive, self._limits, stop)
        return CheckReport(_read_ruff(ruff), _read_tests(tests, self._limits))


def _read_ruff(result: SandboxResult) -> RuffReport:
    ending = Ending.OUTPUT if result.omitted_bytes else result.ending
    if ending is not Ending.EXITED:
        return RuffReport({}, describe_ending(ending, _RUFF_LIMITS))
    try:
        found = parse_ruff(result.output.encode())
    except (ValueError, KeyError, TypeError):
        detail = " ".join(result.output.split())[:_SUMMARY_CHARACTERS]
        return RuffReport({}, Text(f"ruff 未能运行：{detail}", f"ruff did not run: {detail}"))
    return RuffReport({path.removeprefix("/work/"): findings for path, findings in found.items()})


def _read_tests(result: SandboxResult, limits: SandboxLimits) -> PytestReport:
    last = result.output.rstrip().rpartition("\n")[2]
    counts = {found[2].removesuffix("s"): int(found[1]) for found in _COUNT.finditer(last)}
    failures = tuple(found[1] for found in _FAILED.finditer(result.output))[:_MAX_FAILURES]
    passed, problem = None, None
    if result.ending is not Ending.EXITED:
        problem, counts = describe_ending(result.ending, limits), {}
    elif result.exit_code in (_PASSED, _FAILURES) and counts:
        passed = result.exit_code == _PASSED
    elif result.exit_code == _NO_TESTS:
        problem = Text("没有找到测试。", "There are no tests.")
    else:
        problem = Text(
            f"测试未能运行（退出码 {result.exit_code}），见输出。",
            f"The tests did not run (exit code {result.exit_code}); see the output.",
        )
    return PytestReport(passed, counts, failures, result.output, result.seconds, problem)


def describe_ending(ending: Ending, limits: SandboxLimits) -> Text:
    """Return the reason why a command was ended."""
    megabytes = limits.memory_bytes // (1024 * 1024)
    return {
        Ending.TIMEOUT: Text(
            f"超过 {limits.seconds:g} 秒，已终止。", f"It was ended after {limits.seconds:g} seconds."
        ),
        Ending.MEMORY: Text(f"内存超过 {megabytes} MB，已终止。", f"It used more than {megabytes} MB of memory."),
        Ending.PROCESSES: Text(
            f"进程超过 {limits.processes} 个，已终止。", f"It started more than {limits.processes} processes."
        ),
        Ending.DISK: Text(f"文件超过 {limits.inodes} 个，已终止。", f"It created more than {limits.inodes} files."),
        Ending.OUTPUT: Text("输出过多，已终止。", "It wrote too much output."),
        Ending.STOPPED: Text("已取消。", "It was cancelled."),
    }.get(ending, Text("已结束。", "It ended."))
