"""Code jobs: functions that run in worker processes, source files in, findings and fixed files out.

Each imports the engine itself, as the image jobs do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from services.common.text.language import Language, Text

if TYPE_CHECKING:
    from engines.code_map import ModuleOutline

Files = Mapping[str, bytes]
MAX_FINDINGS = 500
MAX_MESSAGE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class FixedFiles:
    """Files that the safe fixes changed, what was fixed, and the difference."""

    files: Files
    applied: tuple[Mapping[str, Any], ...]
    diff: str


def review_files(files: Files, language: Language) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the findings in Python *files*, at most 500, and the files that could not be reviewed with the reason."""
    from engines.code_review import review

    findings, problems = list[dict[str, Any]](), list[dict[str, Any]]()
    for path, content in files.items():
        result = review(content)
        findings += (_to_json(path, finding, language) for finding in result.findings)
        if result.problem is not None:
            problems.append({"path": path, "reason": result.problem.pick(language)})
    return findings[:MAX_FINDINGS], problems


def fix_files(files: Files, language: Language) -> FixedFiles:
    """Return *files* after the safe fixes: those that changed."""
    from engines.code_review import diff, fix

    changed: dict[str, bytes] = {}
    applied, diffs = list[dict[str, Any]](), list[str]()
    for path, content in files.items():
        fixed = fix(content)
        if fixed.content != content:
            changed[path] = fixed.content
            applied += (_to_json(path, finding, language) for finding in fixed.applied)
            diffs.append(diff(path, content, fixed.content))
    return FixedFiles(changed, tuple(applied[:MAX_FINDINGS]), "".join(diffs))


def outline_files(files: Files) -> tuple[list["ModuleOutline"], list[tuple[str, Text]]]:
    """Return the outlines of Python *files*, and the files that have none with the reason."""
    from engines.code_map import outline_module
    from engines.code_review.source import NotReviewable, parse

    outlines, problems = list["ModuleOutline"](), list[tuple[str, Text]]()
    for path, content in files.items():
        try:
            outlines.append(outline_module(path, parse(content)))
        except NotReviewable as error:
            problems.append((path, error.text))
    return outlines, problems


def _to_json(path: str, finding: Any, language: Language) -> dict[str, Any]:
    return {
        "path": path,
        "line": finding.line,
        "column": finding.column,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": finding.text.pick(language)[:MAX_MESSAGE_LENGTH],
        "fixable": bool(finding.fix),
    }
