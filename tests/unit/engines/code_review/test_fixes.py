"""Safe fixes, their diff, suppression and the merge with ruff's findings."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from ruff import find_ruff_bin

from engines.code_review import diff, fix, merge, parse_ruff, review

FIXED = {
    "if x == None: pass": "if x is None: pass",
    "while not (a and x != None): pass": "while not (a and x is not None): pass",
    "print(f'hello')": "print('hello')",
    "print(rf'\\d')": "print(r'\\d')",
    "assert (x, 'message')": "assert x, 'message'",
    "x = y is 'a'": "x = y == 'a'",
    "x = y is not 3": "x = y != 3",
    "x = not a in b": "x = a not in b",
    "x = not a is b": "x = a is not b",
    "raise NotImplemented('later')": "raise NotImplementedError('later')",
    "x = not f(not a in b) in c": "x = f(a not in b) not in c",
    "if x == None and not y in z: pass": "if x is None and y not in z: pass",
}
UNCHANGED = [
    "query.filter(column == None)",  # a query builder gives it another meaning
    "x = (a == None)",
    "print(f'{{}}')",
    "print(f'a' f'{b}')",
    "x = not a in b == c",
    "x = not (a) in (b  # comment\n)",
    "x = not (a in b)",
    "assert (x, y, z)",
    "assert (\n    x,\n    'message',  # comment\n)",
    "x = y == True",
    "def f(a=[]): pass",
]


@pytest.mark.parametrize("before", FIXED)
def test_a_safe_fix_is_applied(before: str) -> None:
    assert fix(before.encode()).content.decode() == FIXED[before]


@pytest.mark.parametrize("code", UNCHANGED)
def test_code_without_a_safe_fix_is_unchanged(code: str) -> None:
    assert fix(code.encode()).content.decode() == code


def test_a_fixed_file_has_nothing_left_to_fix() -> None:
    code = "\n".join(code for code in FIXED if "\n" not in code and not code.startswith("raise")).encode()
    once = fix(code)
    assert (fix(once.content).content, fix(once.content).applied) == (once.content, ())
    assert len(once.applied) >= 10


def test_the_diff_applies() -> None:
    before = "".join(f"x{number} = {number}\n" for number in range(100)).replace("x50 = 50", "print(f'猫')").encode()
    text = diff("src/a.py", before, fix(before).content)
    assert text.startswith("--- a/src/a.py\n+++ b/src/a.py\n@@ -48,7 +48,7 @@\n")
    assert "-print(f'猫')\n+print('猫')\n" in text


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_accepts_the_diff(tmp_path: Path) -> None:
    before = b"a = 1\nprint(f'x')\n" + b"b = 2\n" * 20 + b"assert (a, 'b')"
    (tmp_path / "a.py").write_bytes(before)
    after = fix(before).content
    subprocess.run(["git", "apply", "-"], input=diff("a.py", before, after).encode(), cwd=tmp_path, check=True)
    assert (tmp_path / "a.py").read_bytes() == after


@pytest.mark.parametrize(
    ("comment", "count"),
    [("", 1), ("  # noqa", 0), ("  # noqa: E711", 0), ("  # noqa: F401", 1), ("  # type: ignore", 1)],
)
def test_noqa_comments_suppress_the_findings_that_they_name(comment: str, count: int) -> None:
    assert len(review(f"y = x == None  {comment}\n".encode()).findings) == count


def test_a_finding_that_ruff_also_reports_is_reported_once(tmp_path: Path) -> None:
    code = b"import os\nif x == None:\n    print(f'a')\n"
    (tmp_path / "a.py").write_bytes(code)
    command = [find_ruff_bin(), "check", "--isolated", "--select=E,F", "--no-cache", "--output-format", "json", "a.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True).stdout
    (found,) = parse_ruff(output).values()
    merged = merge(review(code), found)
    assert {finding.rule for finding in found} == {"F401", "E711", "F541", "F821"}
    assert [finding.rule for finding in merged.findings] == [
        "F401",
        "F821",
        "none-comparison",
        "fstring-without-placeholder",
    ]


def test_a_syntax_error_is_reported_by_both(tmp_path: Path) -> None:
    entry = {"code": None, "message": "Expected", "filename": "a.py", "location": {"row": 1, "column": 3}}
    merged = merge(review(b"x ="), parse_ruff(json.dumps([entry]).encode())["a.py"])
    assert (merged.problem is not None, [finding.rule for finding in merged.findings]) == (True, ["invalid-syntax"])


@pytest.mark.parametrize("output", [b"", b"{}", b"[1", b"null"])
def test_other_output_of_ruff_is_rejected(output: bytes) -> None:
    with pytest.raises(ValueError):
        parse_ruff(output)
