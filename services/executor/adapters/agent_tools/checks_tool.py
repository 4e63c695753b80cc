"""The tool run_checks: ruff and pytest on the working folder, in the sandbox."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.common.text.language import Language, Text
from services.executor.adapters.agent_tools.folder import read_files
from services.executor.adapters.code_checks import CodeChecks
from services.executor.adapters.sandbox import CheckReport
from services.executor.domain.agents.tools import ToolContext, ToolResult, ToolSpec

MAX_FAILURES, MAX_FINDINGS, MAX_OUTPUT = 50, 200, 4_000
RUN_CHECKS = ToolSpec(
    "run_checks",
    "Run ruff and pytest on the files, in a sandbox. They cannot change the files.",
    {"type": "object", "properties": {}, "additionalProperties": False},
    read_only=True,
)


@dataclass(frozen=True, slots=True)
class RunChecks:
    """The Tool run_checks of the folder *root*."""

    root: Path
    checks: CodeChecks

    @property
    def spec(self) -> ToolSpec:
        """Specification of the tool."""
        return RUN_CHECKS

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Return the report; the result is failed if the checks could not be run."""
        files = await asyncio.to_thread(read_files, self.root)
        report = await self.checks.run(files)
        return ToolResult(report_to_json(report, context.language), failed=isinstance(report, Text))


def report_to_json(report: CheckReport | Text, language: Language) -> dict[str, Any]:
    """Return a report of the checks as JSON; a text is the reason why there is none."""
    if isinstance(report, Text):
        return {
            "testsPassed": None,
            "counts": {},
            "failures": [],
            "ruff": None,
            "findings": [],
            "problem": report.pick(language),
        }
    tests, ruff = report.tests, report.ruff
    problem = tests.problem or ruff.problem
    return {
        "testsPassed": tests.passed,
        "counts": tests.counts,
        "failures": list(tests.failures[:MAX_FAILURES]),
        "output": tests.output[-MAX_OUTPUT:] if tests.passed is False else "",
        "ruff": sum(map(len, ruff.findings.values())),
        "findings": [
            {"path": path, "line": found.line, "message": f"{found.rule} {found.text.pick(language)}"}
            for path, listed in ruff.findings.items()
            for found in listed
        ][:MAX_FINDINGS],
        "problem": problem.pick(language) if problem is not None else None,
    }
