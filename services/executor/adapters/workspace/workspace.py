"""The working folder of a run: read, write, edit, glob, grep."""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from services.common.files.errors import (
    DIRECTORIES,
    FILES,
    Reason,
    WorkspaceError,
    show,
    too_large,
    too_many,
)
from services.common.files.limits import DEFAULT_LIMITS, WorkspaceLimits
from services.common.files.paths import parse_path
from services.executor.adapters.workspace import directory
from services.executor.adapters.workspace.patterns import compile_glob, compile_grep
from services.executor.adapters.workspace.values import (
    FileContent,
    FileEdited,
    FileWritten,
    GlobResult,
    GrepMatch,
    GrepResult,
)

_BINARY_PROBE = 8_192


class Workspace:
    """File tools that are restricted to one folder. All methods block: call them in a thread.

    Every path is relative to the folder and is opened component by component without following links, so no link leads
    outside, even one that is created during the call. Rejected calls raise `WorkspaceError` and change nothing.
    """

    def __init__(
        self, root: int, limits: WorkspaceLimits = DEFAULT_LIMITS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._root = root
        self._limits = limits
        self._clock = clock
        self._writes = threading.Lock()  # an edit reads and writes; the total is counted before it grows

    @classmethod
    def open(cls, root: Path, limits: WorkspaceLimits = DEFAULT_LIMITS) -> Self:
        """Open the existing directory *root*. Close it, or use it as a context manager."""
        return cls(directory.open_root(root), limits)

    def close(self) -> None:
        """Release the descriptor of the folder."""
        if self._root >= 0:
            os.close(self._root)
            self._root = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def limits(self) -> WorkspaceLimits:
        """Limits of this folder."""
        return self._limits

    def read_bytes(self, path: str) -> bytes:
        """Return the whole content of a file."""
        return directory.read_file(self._root, parse_path(path, self._limits), self._limits.file_bytes)[0]

    def read(self, path: str, first_line: int = 1, max_lines: int = 0) -> FileContent:
        """Return lines of a UTF-8 text file from *first_line* on, at most *max_lines* (0 for the limit)."""
        parts = parse_path(path, self._limits)
        content = self.read_bytes(path)
        lines = _decode(path, content).split("\n")
        if lines[-1] == "":
            lines.pop()
        start = max(1, first_line) - 1
        most = min(max_lines or self._limits.read_lines, self._limits.read_lines)
        taken, shortened, characters = [], 0, 0
        for line in lines[start : start + max(1, most)]:
            short = line[: self._limits.line_characters]
            if characters + len(short) > self._limits.read_characters:
                break
            shortened += len(short) < len(line)
            characters += len(short) + 1
            taken.append(short)
        following = start + len(taken) + 1
        return FileContent(
            path="/".join(parts),
            text="\n".join(taken),
            first_line=start + 1,
            total_lines=len(lines),
            next_line=following if following <= len(lines) else 0,
            shortened_lines=shortened,
            size=len(content),
        )

    def write(self, path: str, content: str | bytes) -> FileWritten:
        """Create or replace a file, and missing directories."""
        parts = parse_path(path, self._limits)
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        with self._writes:
            return self._write(parts, data)

    def _write(self, parts: tuple[str, ...], data: bytes) -> FileWritten:
        if len(data) > self._limits.file_bytes:
            raise too_large("/".join(parts), len(data), self._limits.file_bytes)
        former = directory.size_of_file(self._root, parts)
        self._check_space(len(data), former, len(parts) - 1)
        directory.write_file(self._root, parts, data)
        return FileWritten("/".join(parts), len(data), hashlib.sha256(data).hexdigest(), former is None)

    def _check_space(self, size: int, former: int | None, new_directories: int) -> None:
        files = directories = total = 0
        for entry in directory.walk(self._root, self._limits.depth):
            files += entry.kind == "file"
            directories += entry.kind == "directory"
            total += entry.size
        if total - (former or 0) + size > self._limits.total_bytes:
            raise too_large("", total - (former or 0) + size, self._limits.total_bytes)
        if former is None and files >= self._limits.files:
            raise too_many(FILES, self._limits.files)
        if former is None and directories + new_directories > self._limits.directories:
            raise too_many(DIRECTORIES, self._limits.directories)

    def edit(self, path: str, old: str, new: str, *, replace_all: bool = False) -> FileEdited:
        """Replace the only occurrence of *old* by *new*, or with *replace_all* every one."""
        parts = parse_path(path, self._limits)
        with self._writes:
            text = _decode(path, self.read_bytes(path))
            if "\r\n" in text and "\r" not in old:  # the file's line breaks are preserved
                old, new = old.replace("\n", "\r\n"), new.replace("\n", "\r\n")
            count = text.count(old) if old else 0
            if count != 1 and not (replace_all and count):
                raise _edit_rejected(path, text, old, count)
            if len(text) + count * (len(new) - len(old)) > self._limits.file_bytes:  # before the memory is allocated
                raise too_large(path, len(text) + count * (len(new) - len(old)), self._limits.file_bytes)
            written = self._write(parts, text.replace(old, new).encode("utf-8", "replace"))
        return FileEdited(written.path, written.size, written.digest, count)

    def glob(self, pattern: str) -> GlobResult:
        """Return the files whose path matches *pattern*: `*.py`, `src/**`, `**/*.py`."""
        compiled = compile_glob(pattern, self._limits)
        paths: list[str] = []
        total = skipped = 0
        for entry in directory.walk(self._root, self._limits.depth):
            if entry.kind == "special":
                skipped += 1
            elif entry.kind == "file" and compiled.search(entry.path.encode("utf-8", "surrogateescape")):
                total += 1
                if len(paths) < self._limits.glob_paths:
                    paths.append(show(entry.path, self._limits.path_bytes))
        return GlobResult(tuple(paths), total, skipped)

    def grep(self, pattern: str, files: str = "**", *, literal: bool = False, ignore_case: bool = False) -> GrepResult:
        """Return the lines that match *pattern* in the files that match the glob *files*.

        Args:
            pattern: RE2 syntax, matched within one line.
            files: Glob of the files to search.
            literal: Search for *pattern* literally.
            ignore_case: Ignore case.

        """
        search = compile_grep(pattern, self._limits, literal=literal, ignore_case=ignore_case)
        chosen = compile_glob(files, self._limits)
        deadline = self._clock() + self._limits.grep_seconds
        matches: list[GrepMatch] = []
        searched = skipped = 0
        for entry in directory.walk(self._root, self._limits.depth):
            if entry.kind == "directory" or not chosen.search(entry.path.encode("utf-8", "surrogateescape")):
                continue
            content = self._searchable(entry)
            if content is None:
                skipped += 1
                continue
            searched += 1
            for line, text in _lines(search, content, self._limits.line_characters):
                if len(matches) == self._limits.grep_matches:
                    return GrepResult(tuple(matches), searched, skipped, is_truncated=True)
                matches.append(GrepMatch(show(entry.path, self._limits.path_bytes), line, text))
            if self._clock() > deadline:
                return GrepResult(tuple(matches), searched, skipped, is_truncated=True)
        return GrepResult(tuple(matches), searched, skipped, is_truncated=False)

    def _searchable(self, entry: directory.Entry) -> bytes | None:
        if entry.kind != "file":
            return None
        try:
            content, _ = directory.read_file(self._root, entry.path.split("/"), self._limits.file_bytes)
        except WorkspaceError:
            return None  # replaced, removed or grown since it was listed
        return None if b"\0" in content[:_BINARY_PROBE] else content

    def read_entries(self) -> Iterator[tuple[directory.Entry, bytes]]:
        """Yield files with their content, and directories without content, in the order of their paths.

        Links and special files are left out: no archive of this folder contains one. Raises WorkspaceError if the
        folder exceeds its limits.
        """
        files = directories = total = 0
        for entry in directory.walk(self._root, self._limits.depth):
            if entry.kind == "special":
                continue
            parse_path(entry.path, self._limits)  # checks and users create files, too: they must be restorable
            files += entry.kind == "file"
            directories += entry.kind == "directory"
            if files > self._limits.files:
                raise too_many(FILES, self._limits.files)
            if directories > self._limits.directories:
                raise too_many(DIRECTORIES, self._limits.directories)
            content = b""
            if entry.kind == "file":
                content, _ = directory.read_file(self._root, entry.path.split("/"), self._limits.file_bytes)
            total += len(content)
            if total > self._limits.total_bytes:
                raise too_large("", total, self._limits.total_bytes)
            yield entry, content


def _decode(path: str, content: bytes) -> str:
    try:
        if b"\0" not in content[:_BINARY_PROBE]:
            return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    name = show(path)
    raise WorkspaceError(
        Reason.NOT_TEXT,
        f"{name} 不是 UTF-8 文本（{len(content)} 字节）。图片请交给视觉智能体，其他编码请先转换。",
        f"{name} is not UTF-8 text ({len(content)} bytes). Pass images to a vision agent; convert other text first.",
        path,
    )


def _edit_rejected(path: str, text: str, old: str, count: int) -> WorkspaceError:
    name = show(path)
    if count == 0:
        return WorkspaceError(
            Reason.TEXT_NOT_FOUND,
            f"{name} 中没有要替换的文本。请先用 read_file 读取，逐字引用（包括空格）。",
            f"{name} does not contain the text to replace. Read it with read_file and quote it exactly, with spaces.",
            path,
        )
    lines = ", ".join(str(line) for line in _occurrences(text, old))
    return WorkspaceError(
        Reason.TEXT_AMBIGUOUS,
        f"要替换的文本在 {name} 中出现 {count} 次（第 {lines} 行等）。请多引用几行，或设置 replace_all。",
        f"The text to replace occurs {count} times in {name} (lines {lines}). Quote more lines, or set replace_all.",
        path,
    )


def _occurrences(text: str, old: str, most: int = 5) -> Iterator[int]:
    position = -1
    for _ in range(most):
        position = text.find(old, position + 1)
        if position < 0:
            return
        yield text.count("\n", 0, position) + 1


def _lines(search: object, content: bytes, characters: int) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line that matches, each once."""
    position, line, counted = 0, 1, 0
    while position <= len(content):
        match = search.search(content, position)  # type: ignore[attr-defined]
        if match is None:
            return
        start = content.rfind(b"\n", 0, match.start()) + 1
        end = content.find(b"\n", match.start())
        end = len(content) if end < 0 else end
        if start == len(content) and content:
            return  # an empty match behind the last line break
        line += content.count(b"\n", counted, start)
        counted = start
        yield line, content[start:end].decode("utf-8", "replace")[:characters].rstrip("\r")
        position = end + 1
