"""Review of Python files by rules over their syntax tree, with safe fixes."""

from engines.code_review.fixes import Fixed, diff, fix
from engines.code_review.reviewer import merge, review
from engines.code_review.ruff_output import parse_ruff
from engines.code_review.values import Edit, Finding, Review, Severity

__all__ = ["Edit", "Finding", "Fixed", "Review", "Severity", "diff", "fix", "merge", "parse_ruff", "review"]
