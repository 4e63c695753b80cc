"""Findings of a review and the edits that fix them."""

from dataclasses import dataclass
from enum import StrEnum

from services.common.text.language import Text


class Severity(StrEnum):
    """Severity of a finding."""

    ERROR = "error"  # the code does not do what it states
    WARNING = "warning"  # it fails under conditions that occur
    INFO = "info"  # it is harder to read or to change than necessary


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes from *start* to *end* of the UTF-8 source by *replacement*."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect at a line.

    Attributes:
        rule: Name of one of our rules, or ruff's code.
        line: From 1.
        column: From 1, in characters.
        fix: Edits that remove the defect, applied all or none; () if a user or a model has to decide.
        source: "reflow" or "ruff".

    """

    rule: str
    line: int
    column: int
    severity: Severity
    text: Text
    fix: tuple[Edit, ...] = ()
    source: str = "reflow"


@dataclass(frozen=True, slots=True)
class Review:
    """Result for one file.

    Attributes:
        findings: By line and column.
        problem: Reason why the file was not reviewed; None if it was.
        omitted: Findings beyond the limit.

    """

    findings: tuple[Finding, ...] = ()
    problem: Text | None = None
    omitted: int = 0
