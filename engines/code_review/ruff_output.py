"""Findings of ruff from its JSON output, as values of this engine."""

import json
from typing import Any

from engines.code_review.values import Finding, Severity
from services.common.text.language import Text

MAX_BYTES = 8 * 1024 * 1024
_MAX_FINDINGS = 5_000
_MESSAGE = 300
# Syntax errors and undefined names stop the program; security and likely bugs come next.
_ERRORS = ("E9", "F63", "F7", "F82", "invalid-syntax")
_WARNINGS = ("F", "B", "S", "ASYNC", "E7")


def parse_ruff(output: bytes) -> dict[str, tuple[Finding, ...]]:
    """Return ruff's findings by file name. Raises ValueError for anything but `ruff check --output-format json`."""
    if len(output) > MAX_BYTES:
        raise ValueError(f"the output of ruff has {len(output)} bytes; the limit is {MAX_BYTES}")
    entries = json.loads(output)
    if not isinstance(entries, list):
        raise ValueError("the output of ruff is not a list")  # noqa: TRY004  # the value is wrong, not the caller
    findings: dict[str, list[Finding]] = {}
    for entry in entries[:_MAX_FINDINGS]:
        findings.setdefault(str(entry["filename"]), []).append(_to_finding(entry))
    return {name: tuple(found) for name, found in findings.items()}


def _to_finding(entry: dict[str, Any]) -> Finding:
    code = str(entry.get("code") or "invalid-syntax")
    message = str(entry["message"])[:_MESSAGE]
    return Finding(
        rule=code,
        line=int(entry["location"]["row"]),
        column=int(entry["location"]["column"]),
        severity=_severity(code),
        text=Text(f"ruff {code}：{message}", f"ruff {code}: {message}"),
        source="ruff",
    )


def _severity(code: str) -> Severity:
    if code.startswith(_ERRORS):
        return Severity.ERROR
    return Severity.WARNING if code.startswith(_WARNINGS) else Severity.INFO
