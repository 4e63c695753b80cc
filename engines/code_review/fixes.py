"""Safe fixes: applied together, checked, and shown as a diff."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from engines.code_review import texts
from engines.code_review.reviewer import MAX_FINDINGS, find_hits, to_finding
from engines.code_review.source import NotReviewable, Source, parse
from engines.code_review.values import Edit, Finding
from services.common.text.language import Text

_ROUNDS = 3  # a fix inside of another one is applied in the next round
_DIFF_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file after its safe fixes.

    Attributes:
        content: In the encoding of the file; equal to the input if nothing was fixed.
        applied: Findings that were fixed.
        problem: Reason why nothing could be fixed; None otherwise.

    """

    content: bytes
    applied: tuple[Finding, ...] = ()
    problem: Text | None = None


def fix(content: bytes) -> Fixed:
    """Apply the fixes of our rules. A result that does not parse is discarded."""
    current, applied = content, []
    for _ in range(_ROUNDS):
        try:
            source = parse(current)
        except NotReviewable as error:
            return Fixed(content, problem=error.text if current is content else texts.FIX_FAILED)
        hits = [(rule, hit) for rule, hit in find_hits(source) if hit.fix][:MAX_FINDINGS]
        chosen = select_fixes([to_finding(source, rule, hit) for rule, hit in hits])
        if not chosen:
            break
        following = _encode(source, apply_edits(source.data, [edit for one in chosen for edit in one.fix]), current)
        if following is None:
            break
        current = following
        applied += chosen
    try:
        parse(current)
    except NotReviewable:
        return Fixed(content, problem=texts.FIX_FAILED)
    return Fixed(current, tuple(applied))


def select_fixes(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings whose edits do not overlap; of two that overlap, the first."""
    chosen: list[Finding] = []
    end = -1
    for finding in sorted((one for one in findings if one.fix), key=lambda one: one.fix[0].start):
        edits = sorted(finding.fix, key=lambda edit: edit.start)
        if edits[0].start >= end:
            chosen.append(finding)
            end = max(edit.end for edit in edits)
    return chosen


def apply_edits(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Return *data* with *edits*, which do not overlap, applied."""
    parts: list[bytes] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        parts += [data[position : edit.start], edit.replacement.encode()]
        position = edit.end
    return b"".join([*parts, data[position:]])


def _encode(source: Source, data: bytes, original: bytes) -> bytes | None:
    """Return *data* in the file's own encoding; None if that is not UTF-8, the only encoding that is written."""
    if source.encoding == "utf-8":
        return data
    if source.encoding == "utf-8-sig" and original.startswith(b"\xef\xbb\xbf"):
        return b"\xef\xbb\xbf" + data
    return None


def diff(path: str, before: bytes, after: bytes) -> str:
    """Return a unified diff, "" for equal contents. Very long files are compared by their first and last difference."""
    if before == after:
        return ""
    old, new = (content.decode("utf-8", "replace").splitlines(keepends=True) for content in (before, after))
    start = _common(old, new)
    end = min(_common(old[start:][::-1], new[start:][::-1]), min(len(old), len(new)) - start)
    start, end = max(0, start - 3), max(0, end - 3)
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    if max(len(middle_old), len(middle_new)) > _DIFF_LINES:
        parts = (("-", middle_old), ("+", middle_new))
        header = f"--- a/{path}\n+++ b/{path}\n@@ -{start + 1},{len(middle_old)} +{start + 1},{len(middle_new)} @@\n"
        return header + "".join(_ended(f"{sign}{line}") for sign, block in parts for line in block)
    lines = difflib.unified_diff(middle_old, middle_new, f"a/{path}", f"b/{path}")
    return "".join(_ended(_moved(line, start)) for line in lines)


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    return next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )


def _moved(line: str, lines: int) -> str:
    """Return a hunk's header for a text that starts *lines* lines into the file."""
    if not line.startswith("@@ -"):
        return line
    _, old, new, _ = line.split(" ")
    return f"@@ {_shifted(old, lines)} {_shifted(new, lines)} @@\n"


def _shifted(place: str, lines: int) -> str:
    first, comma, count = place[1:].partition(",")
    return f"{place[0]}{int(first) + lines}{comma}{count}"


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
