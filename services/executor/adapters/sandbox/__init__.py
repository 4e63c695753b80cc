"""Checks of a working folder, executed in a sandbox."""

from services.executor.adapters.sandbox.checks import CheckReport, Checks, PytestReport, RuffReport
from services.executor.adapters.sandbox.probe import find_sandbox
from services.executor.adapters.sandbox.sandbox import Ending, Sandbox, SandboxLimits, SandboxResult, SandboxUnavailable

__all__ = [
    "CheckReport",
    "Checks",
    "Ending",
    "PytestReport",
    "RuffReport",
    "Sandbox",
    "SandboxLimits",
    "SandboxResult",
    "SandboxUnavailable",
    "find_sandbox",
]
