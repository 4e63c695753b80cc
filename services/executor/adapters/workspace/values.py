"""Results of the file tools."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileContent:
    """Lines of a text file.

    Attributes:
        first_line: Number of the first line in `text`, from 1.
        total_lines: Lines of the whole file.
        next_line: First line that is not part of `text`; 0 at the end of the file.
        shortened_lines: Number of lines of `text` that are cut at the maximum length of a line.

    """

    path: str
    text: str
    first_line: int
    total_lines: int
    next_line: int
    shortened_lines: int
    size: int

    @property
    def is_truncated(self) -> bool:
        """Whether `text` lacks a part of the requested lines."""
        return bool(self.next_line or self.shortened_lines)


@dataclass(frozen=True, slots=True)
class FileWritten:
    """A file after it was written; `digest` is the SHA-256 of its content."""

    path: str
    size: int
    digest: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class FileEdited:
    """A file after an edit, and the number of replacements."""

    path: str
    size: int
    digest: str
    replacements: int


@dataclass(frozen=True, slots=True)
class GlobResult:
    """Paths of files, sorted.

    Attributes:
        total: Files that match, including those left out of `paths`.
        skipped: Links and other special files in the folder; they never match.

    """

    paths: tuple[str, ...]
    total: int
    skipped: int

    @property
    def is_truncated(self) -> bool:
        """Whether more files match than `paths` contains."""
        return self.total > len(self.paths)


@dataclass(frozen=True, slots=True)
class GrepMatch:
    """A line that matches; `text` is cut at the maximum length of a line."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class GrepResult:
    """Lines that match, by path and line.

    Attributes:
        searched: Files that were searched.
        skipped: Files that were not searched: binary, too large, links and other special files.
        is_truncated: Whether the search ended early, at its limit of matches or of time.

    """

    matches: tuple[GrepMatch, ...]
    searched: int
    skipped: int
    is_truncated: bool
