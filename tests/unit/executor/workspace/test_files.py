"""read, write, edit, glob and grep of a working folder."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.executor.adapters.workspace import Reason, Workspace, WorkspaceError, WorkspaceLimits

SMALL = WorkspaceLimits(files=5, directories=3, file_bytes=1_000, total_bytes=2_500, depth=4, name_bytes=40)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "run").mkdir()
    with Workspace.open(tmp_path / "run") as opened:
        yield opened


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "run").mkdir()
    with Workspace.open(tmp_path / "run", SMALL) as opened:
        yield opened


def reason(error: pytest.ExceptionInfo[WorkspaceError]) -> Reason:
    return error.value.reason


def test_a_written_file_can_be_read(workspace: Workspace) -> None:
    assert workspace.write("src/说明.txt", "第一行\n第二行\n").is_new
    assert workspace.read("./src//说明.txt").text == "第一行\n第二行"


def test_writing_again_replaces_the_file_and_reports_it(workspace: Workspace) -> None:
    workspace.write("a.txt", "one")
    written = workspace.write("a.txt", "two")
    assert (written.is_new, workspace.read_bytes("a.txt")) == (False, b"two")


def test_a_long_file_is_read_in_parts_without_loss(workspace: Workspace) -> None:
    lines = [f"line {number}" for number in range(5_000)]
    workspace.write("long.txt", "\n".join(lines))
    collected: list[str] = []
    following = 1
    while following:
        part = workspace.read("long.txt", following)
        collected += part.text.split("\n")
        following = part.next_line
    assert collected == lines


def test_a_truncated_line_is_reported(workspace: Workspace) -> None:
    workspace.write("wide.txt", "x" * 100_000 + "\nshort")
    content = workspace.read("wide.txt")
    assert (content.shortened_lines, content.is_truncated, len(content.text) < 3_000) == (1, True, True)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0", b"\xff\xfe\x41", "中文".encode("gb18030")])
def test_reading_bytes_that_are_not_text_is_rejected(workspace: Workspace, content: bytes) -> None:
    workspace.write("data.bin", content)
    with pytest.raises(WorkspaceError) as error:
        workspace.read("data.bin")
    assert reason(error) is Reason.NOT_TEXT


def test_an_edit_replaces_the_only_occurrence(workspace: Workspace) -> None:
    workspace.write("a.py", "x = 1\ny = 2\n")
    assert workspace.edit("a.py", "y = 2", "y = 3").replacements == 1
    assert workspace.read_bytes("a.py") == b"x = 1\ny = 3\n"


def test_an_edit_preserves_windows_line_breaks(workspace: Workspace) -> None:
    workspace.write("a.py", b"x = 1\r\ny = 2\r\n")
    workspace.edit("a.py", "x = 1\ny = 2", "x = 5\ny = 6")
    assert workspace.read_bytes("a.py") == b"x = 5\r\ny = 6\r\n"


@pytest.mark.parametrize(
    ("old", "expected"), [("z", Reason.TEXT_NOT_FOUND), ("", Reason.TEXT_NOT_FOUND), ("x", Reason.TEXT_AMBIGUOUS)]
)
def test_an_edit_of_missing_or_ambiguous_text_changes_nothing(workspace: Workspace, old: str, expected: Reason) -> None:
    workspace.write("a.py", "x = x\n")
    with pytest.raises(WorkspaceError) as error:
        workspace.edit("a.py", old, "q")
    assert (reason(error), workspace.read_bytes("a.py")) == (expected, b"x = x\n")


def test_an_edit_that_multiplies_the_text_is_rejected_before_it_is_built(workspace: Workspace) -> None:
    workspace.write("a.txt", "x" * 1_000_000)
    with pytest.raises(WorkspaceError) as error:
        workspace.edit("a.txt", "x", "y" * 1_000_000, replace_all=True)
    assert reason(error) is Reason.TOO_LARGE


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.py", ["a.py"]),
        ("**/*.py", ["a.py", "src/b.py", "src/deep/c.py"]),
        ("src/*", ["src/b.py", "src/d[1].txt"]),
        ("src/**", ["src/b.py", "src/d[1].txt", "src/deep/c.py"]),
        ("?.py", ["a.py"]),
        ("[!b].py", ["a.py"]),
        ("src/[a-c].py", ["src/b.py"]),
        ("./a.py", ["a.py"]),
        ("(a|b).py", []),
    ],
)
def test_glob_returns_the_paths_that_match(workspace: Workspace, pattern: str, expected: list[str]) -> None:
    for path in ("a.py", "src/b.py", "src/deep/c.py", "src/d[1].txt"):
        workspace.write(path, "")
    assert list(workspace.glob(pattern).paths) == expected


def test_glob_reports_that_its_result_is_truncated(tmp_path: Path) -> None:
    with Workspace.open(tmp_path, WorkspaceLimits(glob_paths=2)) as workspace:
        for name in "abc":
            workspace.write(name, "")
        found = workspace.glob("*")
    assert (found.paths, found.total, found.is_truncated) == (("a", "b"), 3, True)


def test_grep_returns_each_line_once_with_its_number(workspace: Workspace) -> None:
    workspace.write("a.py", "import os\n\nos.remove('os')\nend")
    workspace.write("b.md", "os")
    found = workspace.grep(r"\bos\b", "**/*.py")
    assert [(match.line, match.text) for match in found.matches] == [(1, "import os"), (3, "os.remove('os')")]


@pytest.mark.parametrize(
    ("pattern", "lines"), [("^b", [2]), ("c$", [1, 3]), ("^$", [4]), ("[^x]+", [1, 2, 3, 5]), ("猫", [5])]
)
def test_grep_matches_within_a_line(workspace: Workspace, pattern: str, lines: list[int]) -> None:
    workspace.write("a.txt", "abc\nba\nc\n\n一只猫\n")
    assert [match.line for match in workspace.grep(pattern).matches] == lines


def test_grep_can_search_literally_and_without_case(workspace: Workspace) -> None:
    workspace.write("a.txt", "f(x)\nF(X)\nfx\n")
    assert [match.line for match in workspace.grep("f(x)", literal=True, ignore_case=True).matches] == [1, 2]


def test_grep_skips_binary_files_and_counts_them(workspace: Workspace) -> None:
    workspace.write("a.png", b"\0os")
    assert (workspace.grep("os").matches, workspace.grep("os").skipped) == ((), 1)


def test_grep_reports_that_it_stopped_at_its_limit(tmp_path: Path) -> None:
    with Workspace.open(tmp_path, WorkspaceLimits(grep_matches=3)) as workspace:
        workspace.write("a.txt", "x\n" * 10)
        found = workspace.grep("x")
    assert (len(found.matches), found.is_truncated) == (3, True)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(.*a){20}", "(a?){50}a{50}"])
def test_a_pattern_that_hangs_backtracking_engines_ends_at_once(workspace: Workspace, pattern: str) -> None:
    workspace.write("a.txt", "a" * 200_000 + "!")
    start = time.process_time()
    workspace.grep(pattern)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("pattern", ["(", r"(a)\1", "(?=a)", "((a{300}){300}){300}", "a\0", "", "a" * 501])
def test_a_pattern_that_cannot_be_bounded_is_rejected(workspace: Workspace, pattern: str) -> None:
    with pytest.raises(WorkspaceError) as error:
        workspace.grep(pattern)
    assert reason(error) is Reason.PATTERN_INVALID


def test_grep_ends_at_its_deadline(tmp_path: Path) -> None:
    times = iter([0.0, *([99.0] * 10)])
    root = os.open(tmp_path, os.O_RDONLY)
    with Workspace(root, WorkspaceLimits(), clock=lambda: next(times)) as workspace:
        workspace.write("a", "")
        workspace.write("b", "")
        found = workspace.grep("x")
    assert (found.searched, found.is_truncated) == (1, True)


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([("a", 1_001)], Reason.TOO_LARGE),
        ([("a", 1_000), ("b", 1_000), ("c", 501)], Reason.TOO_LARGE),
        ([(name, 1) for name in "abcdef"], Reason.TOO_MANY),
        ([("a/b/c", 1), ("d/e/f", 1)], Reason.TOO_MANY),
        ([("a/b/c/d/e", 1)], Reason.PATH_INVALID),
        ([("n" * 41, 1)], Reason.PATH_INVALID),
    ],
)
def test_a_write_beyond_the_limits_of_the_folder_is_rejected(
    small: Workspace, calls: list[tuple[str, int]], expected: Reason
) -> None:
    for path, size in calls[:-1]:
        small.write(path, b"x" * size)
    path, size = calls[-1]
    with pytest.raises(WorkspaceError) as error:
        small.write(path, b"x" * size)
    assert (reason(error), small.glob("**").total) == (expected, len(calls) - 1)


def test_a_full_folder_can_still_replace_a_file(small: Workspace) -> None:
    for name in "abcde":
        small.write(name, b"x" * 500)
    assert small.write("a", b"y" * 500).size == 500


def test_every_error_has_both_languages(workspace: Workspace) -> None:
    with pytest.raises(WorkspaceError) as error:
        workspace.read("missing.txt")
    assert ("glob" in error.value.text.zh, "glob" in error.value.text.en) == (True, True)
